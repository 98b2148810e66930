use super::claims::{agree_draw, claim_draw, claim_win, resign, Ruling};
use super::components::{Clock, Offer};
use super::quiet_moves::{QuietMoves, MOST_QUIET_MOVES};
use super::storage::Record;
use super::systems::quiet_moves;
use crate::board::Board;
use crate::components::{GameStatus, GameStatusComponent, Players, TurnComponent, MATCH};
use crate::errors::CheckersError;
use crate::rules::{Move, Position, Side, Square};
use crate::schedule;
use crate::snapshot::Snapshot;
use crate::tick::{Action, Tick};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use cougr_core::app::{GameApp, ScheduleStage};
use soroban_sdk::testutils::Address as _;
use soroban_sdk::{Address, Env};

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
        position.place(step.from, Side::Black, true);
        let [there, home] = [(19, 23), (23, 19)].map(|(from, to)| self::step(from, to));
        if [19, 23].contains(&step.from.number()) || [19, 23].contains(&step.to.number()) {
            continue;
        }
        position.place(square(19), Side::White, true);
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
fn a_list_that_is_cleared_keeps_its_room_and_grows_no_further_than_eighty() {
    let mut moves = QuietMoves::default();
    for n in 0..2 * MOST_QUIET_MOVES {
        assert_eq!(moves.count(), n.min(MOST_QUIET_MOVES));
        moves.push(step(1, 6));
        assert_eq!(moves.as_bytes().len(), moves.count());
    }
    moves.clear();
    assert_eq!(
        (moves.count(), moves.as_bytes().len()),
        (0, MOST_QUIET_MOVES)
    );
    assert!(moves.as_bytes().iter().all(|&byte| byte == 0));
    assert_eq!(QuietMoves::from_bytes(moves.as_bytes()), Some(moves));
}

#[test]
fn only_steps_of_kings_are_quiet() {
    let env = Env::default();
    let [one, two] = [0; 2].map(|_| Address::generate(&env));
    let mut before = QuietMoves::default();
    for _ in 0..MOST_QUIET_MOVES - 1 {
        before.push(step(1, 6));
    }
    let captured = Some(square(18));
    let jump = Move {
        captured,
        ..step(14, 23)
    };
    for (played, king, count) in [
        (step(14, 18), true, MOST_QUIET_MOVES),
        (step(14, 18), false, 0),
        (jump, true, 0),
        (jump, false, 0),
        // It is crowned afterwards, but a man has moved.
        (step(25, 29), false, 0),
    ] {
        let game = game([&one, &two]);
        let mut world = game.spawn(&env);
        world.set_typed(&env, MATCH, &before);
        let action = Action {
            side: Side::Black,
            from: (0, 0),
            to: (0, 0),
        };
        let mut tick = Tick::new(&game, action);
        tick.resolved = Some(played);
        tick.board.position.place(played.to, Side::Black, king);
        quiet_moves(&mut world, &env, &mut tick).unwrap();
        let moves: QuietMoves = world.get_typed(&env, MATCH).unwrap();
        assert_eq!(moves.count(), count, "{played:?} {king}");
    }
}

#[test]
fn bytes_that_are_no_record_are_refused() {
    let clock = Clock {
        move_seconds: 7,
        turn_passed: 1 << 40,
    };
    let mut quiet_moves = QuietMoves::default();
    quiet_moves.push(step(1, 6));
    quiet_moves.push(step(32, 27));
    let offer = Some(Offer { side: Side::White });
    let record = Record {
        clock,
        offer,
        quiet_moves,
    };
    let (bytes, length) = record.encode();
    assert_eq!(Record::decode(&bytes[..length]), Some(record));
    for shorter in 0..13 {
        assert_eq!(Record::decode(&bytes[..shorter]), None);
    }
    let decode_with = |index: usize, byte: u8| {
        let (mut bytes, length) = record.encode();
        bytes[index] = byte;
        let decoded = Record::decode(&bytes[..length]);
        // What can be read is written as it was.
        if let Some(decoded) = decoded {
            let (again, used) = decoded.encode();
            assert_eq!(again[..used], bytes[..length]);
        }
        decoded.is_some()
    };
    for index in 0..length {
        for byte in 0..=255 {
            decode_with(index, byte);
        }
    }
    assert!(!decode_with(12, 3), "there is no player 3");
    assert!(!decode_with(13, 0), "a move after room");
    assert!(!decode_with(13, 1 << 7 | 1 << 6), "from beyond the board");
    assert_eq!(Record::decode(&[0; 13 + MOST_QUIET_MOVES + 1]), None);
}

/// Each between the systems that the table in `mod.rs` names, whatever other rules there are.
#[test]
fn the_systems_stand_where_the_plugin_says() {
    use ScheduleStage::*;
    let env = Env::default();
    let [one, two] = [0; 2].map(|_| Address::generate(&env));
    let game = game([&one, &two]);
    let action = Action {
        side: Side::White,
        from: (5, 0),
        to: (4, 1),
    };
    let mut app = GameApp::with_world(game.spawn(&env));
    schedule::add_rules(&mut app, &Rc::new(RefCell::new(Tick::new(&game, action))));
    for (stage, expected) in [
        (
            PreUpdate,
            &["validation", "forced_capture", "announce_capture"][..],
        ),
        (
            Update,
            &["movement", "quiet_moves", "announce_move", "promotion"],
        ),
        (Cleanup, &["turn", "close_offer", "clock", "announce_turn"]),
    ] {
        let mut names = app.scheduler().stage_system_names(stage).unwrap();
        names.retain(|name| expected.contains(name));
        assert_eq!(names, expected);
    }
}

fn game(players: [&Address; 2]) -> Snapshot {
    Snapshot {
        board: Board::default(),
        turn: TurnComponent {
            current_player: 2,
            move_number: 4,
        },
        status: GameStatusComponent {
            status: GameStatus::Active,
            winner: 0,
        },
        chain: None,
        players: Players::new(players[0], players[1]),
    }
}

#[test]
fn what_a_player_asks_for_is_decided_by_its_side() {
    let env = Env::default();
    let [one, two, other] = [0; 3].map(|_| Address::generate(&env));
    let game = game([&one, &two]);
    let won = |side| Ok(Ruling::End { winner: Some(side) });
    let drawn = Ok(Ruling::End { winner: None });
    let clock = Clock {
        move_seconds: 60,
        turn_passed: 100,
    };
    let [mine, yours] = [Side::Black, Side::White].map(|side| Some(Offer { side }));

    assert_eq!(resign(&game, &one), won(Side::White));
    assert_eq!(resign(&game, &two), won(Side::Black));
    assert_eq!(resign(&game, &other), Err(CheckersError::NotAPlayer));

    assert_eq!(
        agree_draw(&game, &one, None),
        Ok(Ruling::Offer(Side::Black))
    );
    assert_eq!(
        agree_draw(&game, &one, mine),
        Err(CheckersError::DrawOfferStands)
    );
    assert_eq!(agree_draw(&game, &one, yours), drawn);
    assert_eq!(agree_draw(&game, &two, mine), drawn);

    let no_moves = QuietMoves::default();
    assert_eq!(
        claim_draw(&game, &one, &no_moves),
        Err(CheckersError::WrongTurn)
    );
    assert_eq!(
        claim_draw(&game, &two, &no_moves),
        Err(CheckersError::NoDrawToClaim)
    );

    for (now, ruling) in [
        (0, Err(CheckersError::TimeNotUp)),
        (159, Err(CheckersError::TimeNotUp)),
        (160, won(Side::Black)),
        (u64::MAX, won(Side::Black)),
    ] {
        assert_eq!(claim_win(&game, &one, clock, now), ruling, "{now}");
        assert_eq!(
            claim_win(&game, &two, clock, now),
            Err(CheckersError::YourTurn)
        );
    }
}

#[test]
fn one_address_speaks_for_both_sides() {
    let env = Env::default();
    let player = Address::generate(&env);
    let game = game([&player, &player]);
    let drawn = Ok(Ruling::End { winner: None });
    assert_eq!(
        agree_draw(&game, &player, None),
        Ok(Ruling::Offer(Side::White))
    );
    for side in [Side::Black, Side::White] {
        assert_eq!(agree_draw(&game, &player, Some(Offer { side })), drawn);
    }
    let clock = Clock {
        move_seconds: 1,
        turn_passed: 0,
    };
    assert_eq!(
        claim_win(&game, &player, clock, 1),
        Ok(Ruling::End {
            winner: Some(Side::Black)
        })
    );
}
