use super::claims::{Claim, Ruling};
use super::components::{Clock, Offer};
use super::quiet_moves::{QuietMoves, MOST_QUIET_MOVES};
use super::systems::quiet_moves;
use crate::components::MATCH;
use crate::errors::CheckersError;
use crate::rules::{Move, Position, Side, Square};
use crate::schedule::add_rules;
use crate::test::hand_made::{self, Bench, Game};
use crate::tick_system::share;
use alloc::vec::Vec;
use core::fmt::Debug;
use cougr_core::app::{GameApp, ScheduleStage};
use cougr_core::component::ComponentTrait;
use cougr_core::SimpleWorld;
use soroban_sdk::testutils::Ledger;
use soroban_sdk::{Address, Bytes, Env};

fn square(number: u8) -> Square {
    Square::of_number(number).unwrap()
}

fn step(from: u8, to: u8) -> Move {
    let (from, to) = (square(from), square(to));
    let captured = None;
    Move { from, to, captured }
}

/// Every step of a king: 49 pairs of neighbours, both ways.
fn steps() -> Vec<Move> {
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    pairs
        .filter(|(from, to)| from.diagonal_distance(*to) == Some(1))
        .map(|(from, to)| step(from.number(), to.number()))
        .collect()
}

#[test]
fn every_step_is_written_and_read_back() {
    let steps = steps();
    assert_eq!(steps.len(), 98);
    for step in steps {
        // One king, which has just stepped: two steps back it stood there once before.
        let mut moves = QuietMoves::default();
        let back = Move {
            from: step.to,
            to: step.from,
            captured: None,
        };
        let mut position = Position::default();
        position.place(step.from, Side::Black);
        position.crown(step.from);
        let [there, home] = [(19, 23), (23, 19)].map(|(from, to)| self::step(from, to));
        if [19, 23].contains(&step.from.number()) || [19, 23].contains(&step.to.number()) {
            continue;
        }
        position.place(square(19), Side::White);
        position.crown(square(19));
        for _ in 0..2 {
            assert!(!moves.allow_a_claim(&position, Side::Black));
            for played in [step, there, back, home] {
                moves.push(played);
            }
        }
        assert!(moves.allow_a_claim(&position, Side::Black), "{step:?}");
        assert_eq!(QuietMoves::from_bytes(moves.as_bytes()), Some(moves));
    }
}

#[test]
fn the_list_grows_no_further_than_eighty() {
    let mut moves = QuietMoves::default();
    for n in 0..2 * MOST_QUIET_MOVES {
        assert_eq!(moves.count(), n.min(MOST_QUIET_MOVES));
        assert_eq!(moves.as_bytes().len(), moves.count());
        moves.push(step(1, 6));
    }
    assert_eq!(QuietMoves::from_bytes(moves.as_bytes()), Some(moves));
    assert_eq!(QuietMoves::from_bytes(&[moves.as_bytes()[0]; 81]), None);
}

/// A game with White to move. What stands on the board does not matter.
fn game() -> Game {
    hand_made::game(".... o... .... .... .... .... ...x ....", Side::White)
}

#[test]
fn only_steps_of_kings_are_quiet() {
    let mut before = QuietMoves::default();
    for _ in 0..MOST_QUIET_MOVES - 1 {
        before.push(step(1, 6));
    }
    let captured = Some(square(18));
    let jump = Move {
        captured,
        ..step(14, 23)
    };
    let all = Some(MOST_QUIET_MOVES);
    for (played, king, count) in [
        (step(14, 18), true, all),
        (step(14, 18), false, None),
        (jump, true, None),
        (jump, false, None),
        // It is crowned afterwards, but a man has moved.
        (step(25, 29), false, None),
    ] {
        let mut bench = Bench::new(game(), (0, 0), (0, 0));
        bench.world.set_typed(&bench.env, MATCH, &before);
        bench.tick.resolved = Some(played);
        bench.tick.board.position.place(played.to, Side::Black);
        if king {
            bench.tick.board.position.crown(played.to);
        }
        assert_eq!(bench.run(quiet_moves), Ok(()));
        let moves: Option<QuietMoves> = bench.get(MATCH);
        assert_eq!(moves.map(|moves| moves.count()), count, "{played:?} {king}");
    }
}

#[test]
fn the_first_quiet_move_begins_the_list() {
    let mut bench = Bench::new(game(), (0, 0), (0, 0));
    let played = step(14, 18);
    bench.tick.resolved = Some(played);
    bench.tick.board.position.place(played.to, Side::Black);
    bench.tick.board.position.crown(played.to);
    assert_eq!(bench.run(quiet_moves), Ok(()));
    let mut one = QuietMoves::default();
    one.push(played);
    assert_eq!(bench.get(MATCH), Some(one));
}

// What is stored.

/// Reads bytes as a component. Those that can be read are written as they were.
fn read<T: ComponentTrait + Debug>(env: &Env, bytes: &[u8]) -> Option<T> {
    let bytes = Bytes::from_slice(env, bytes);
    let component = T::deserialize(env, &bytes)?;
    assert_eq!(component.serialize(env), bytes, "{component:?}");
    Some(component)
}

#[test]
fn the_clock_is_twelve_bytes() {
    let env = Env::default();
    let clock = Clock {
        move_seconds: 7,
        turn_passed: 1 << 40,
    };
    let bytes = [0, 0, 0, 7, 0, 0, 1, 0, 0, 0, 0, 0];
    assert_eq!(read(&env, &bytes), Some(clock));
    for shorter in 0..bytes.len() {
        assert_eq!(read::<Clock>(&env, &bytes[..shorter]), None);
    }
}

#[test]
fn an_offer_is_the_player_who_makes_it() {
    let env = Env::default();
    for side in Side::BOTH {
        let offer: Offer = read(&env, &[side.player() as u8]).unwrap();
        assert_eq!(offer, Offer::of(side));
    }
    assert_eq!(read::<Offer>(&env, &[]), None);
    assert_eq!(read::<Offer>(&env, &[1, 1]), None);
}

/// Else it would be taken for the other player's, and one player alone could draw the game.
#[test]
#[should_panic(expected = "a draw is offered by player 1 or 2")]
fn an_offer_of_nobody_stops_the_call() {
    let env = Env::default();
    let game = game();
    let offer = |env: &Env, world: &mut SimpleWorld| {
        world.set_typed(env, MATCH, &Offer { player: 3 });
    };
    let _ = claim(&game, &game.player(&env, Side::Black), offer).agree_draw();
}

#[test]
fn quiet_moves_are_a_byte_each() {
    let env = Env::default();
    let mut moves = QuietMoves::default();
    moves.push(step(1, 6));
    moves.push(step(32, 27));
    let bytes = moves.as_bytes();
    assert_eq!(bytes.len(), 2);
    assert_eq!(read(&env, bytes), Some(moves));
    // The steps to each square: those and no other bytes are moves.
    let steps = (0..=u8::MAX).filter(|&byte| read::<QuietMoves>(&env, &[byte]).is_some());
    assert_eq!(steps.count(), 98);
    assert_eq!(read::<QuietMoves>(&env, &[bytes[0], 0]), None);
    let beyond_the_board = 1 << 7 | 1 << 6;
    assert_eq!(read::<QuietMoves>(&env, &[beyond_the_board]), None);
    let too_many = [bytes[0]; MOST_QUIET_MOVES + 1];
    assert_eq!(read::<QuietMoves>(&env, &too_many), None);
    assert!(read::<QuietMoves>(&env, &too_many[1..]).is_some());
}

// The schedule.

/// Each between the systems that the table in `mod.rs` names, whatever other rules there are.
#[test]
fn the_systems_stand_where_the_plugin_says() {
    use ScheduleStage::*;
    let Bench { world, tick, .. } = Bench::new(game(), (6, 7), (5, 6));
    let mut app = GameApp::with_world(world);
    add_rules(&mut app, &share(tick));
    for (stage, expected) in [
        (
            PreUpdate,
            &["admission", "validation", "forced_capture"][..],
        ),
        (
            Update,
            &[
                "announce_capture",
                "movement",
                "quiet_moves",
                "promotion",
                "announce_move",
            ],
        ),
        (
            Cleanup,
            &[
                "close_offer",
                "close_chain",
                "turn",
                "clock",
                "announce_turn",
            ],
        ),
    ] {
        let names = app.scheduler().stage_system_names(stage).unwrap();
        assert_eq!(names, expected);
    }
}

// What a player asks for.

/// A player's claim in a game in which these components stand beside the others.
fn claim(game: &Game, player: &Address, with: impl FnOnce(&Env, &mut SimpleWorld)) -> Claim {
    let env = player.env().clone();
    let mut world = game.world(&env);
    with(&env, &mut world);
    let player = player.clone();
    Claim { env, world, player }
}

fn plain(_: &Env, _: &mut SimpleWorld) {}

fn offered_by(side: Side) -> impl Fn(&Env, &mut SimpleWorld) {
    move |env, world| world.set_typed(env, MATCH, &Offer::of(side))
}

fn timed(move_seconds: u32, turn_passed: u64) -> impl Fn(&Env, &mut SimpleWorld) {
    let clock = Clock {
        move_seconds,
        turn_passed,
    };
    move |env, world| world.set_typed(env, MATCH, &clock)
}

#[test]
fn what_a_player_asks_for_is_decided_by_its_side() {
    let env = Env::default();
    let game = game();
    let [one, two] = Side::BOTH.map(|side| game.player(&env, side));
    let other = hand_made::address(&env, false, [3; 32]);
    let won = |side| Ok(Ruling::End { winner: Some(side) });
    let drawn = Ok(Ruling::End { winner: None });

    assert_eq!(claim(&game, &one, plain).resign(), won(Side::White));
    assert_eq!(claim(&game, &two, plain).resign(), won(Side::Black));
    let refused = Err(CheckersError::NotAPlayer);
    assert_eq!(claim(&game, &other, plain).resign(), refused);

    let (mine, yours) = (offered_by(Side::Black), offered_by(Side::White));
    let offers = Ok(Ruling::Offer(Side::Black));
    assert_eq!(claim(&game, &one, plain).agree_draw(), offers);
    let refused = Err(CheckersError::DrawOfferStands);
    assert_eq!(claim(&game, &one, &mine).agree_draw(), refused);
    assert_eq!(claim(&game, &one, &yours).agree_draw(), drawn);
    assert_eq!(claim(&game, &two, &mine).agree_draw(), drawn);

    let refused = Err(CheckersError::WrongTurn);
    assert_eq!(claim(&game, &one, plain).claim_draw(), refused);
    let refused = Err(CheckersError::NoDrawToClaim);
    assert_eq!(claim(&game, &two, plain).claim_draw(), refused);
    let eighty = |env: &Env, world: &mut SimpleWorld| {
        let mut moves = QuietMoves::default();
        (0..MOST_QUIET_MOVES).for_each(|_| moves.push(step(1, 6)));
        world.set_typed(env, MATCH, &moves);
    };
    assert_eq!(claim(&game, &two, eighty).claim_draw(), drawn);

    let clock = timed(60, 100);
    for (now, ruling) in [
        (0, Err(CheckersError::TimeNotUp)),
        (159, Err(CheckersError::TimeNotUp)),
        (160, won(Side::Black)),
        (u64::MAX, won(Side::Black)),
    ] {
        env.ledger().set_timestamp(now);
        assert_eq!(claim(&game, &one, &clock).claim_win(), ruling, "{now}");
        let own = claim(&game, &two, &clock).claim_win();
        assert_eq!(own, Err(CheckersError::YourTurn));
        let unlimited = claim(&game, &one, timed(0, 100)).claim_win();
        assert_eq!(unlimited, Err(CheckersError::NoClock));
    }
}

#[test]
fn one_address_speaks_for_both_sides() {
    let env = Env::default();
    let mut game = game();
    game.players[1] = game.players[0];
    let player = game.player(&env, Side::Black);
    let drawn = Ok(Ruling::End { winner: None });
    let offers = Ok(Ruling::Offer(Side::White));
    assert_eq!(claim(&game, &player, plain).agree_draw(), offers);
    for side in Side::BOTH {
        assert_eq!(claim(&game, &player, offered_by(side)).agree_draw(), drawn);
    }
    env.ledger().set_timestamp(1);
    let winner = Some(Side::Black);
    let won = claim(&game, &player, timed(1, 0)).claim_win();
    assert_eq!(won, Ok(Ruling::End { winner }));
}
