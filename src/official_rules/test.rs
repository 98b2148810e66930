use super::{chain_capture, end_condition, SCHEDULE};
use crate::board::Board;
use crate::components::Piece;
use crate::errors::CheckersError;
use crate::rules::{English, Rank, Rules, Side, Square};
use crate::schedule::{self, add_rules};
use crate::test::hand_made::{game as picture, Bench, Game};
use crate::tick::{Action, Tick};
use crate::tick_system::share;
use alloc::string::String;
use cougr_core::app::{GameApp, ScheduleStage};
use soroban_sdk::Env;

fn square(number: u8) -> Square {
    Square::of_number(number).unwrap()
}

/// A game that stands like this, pieces by the numbers of their squares, men but for `kings`.
fn game(to_move: Side, black: &[u8], white: &[u8], kings: &[u8]) -> Game {
    let mark = |square: Square| {
        let number = square.number();
        match (
            black.contains(&number),
            white.contains(&number),
            kings.contains(&number),
        ) {
            (true, false, false) => 'o',
            (true, false, true) => 'O',
            (false, true, false) => 'x',
            (false, true, true) => 'X',
            _ => '.',
        }
    };
    let marks: String = Square::all().map(mark).collect();
    picture(&marks, to_move)
}

fn bench(game: Game, from: u8, to: u8) -> Bench {
    let [from, to] = [from, to].map(square);
    Bench::resolved(game, (from.row(), from.col()), (to.row(), to.col()))
}

/// The table of the core, with other systems in two of its places.
#[test]
fn the_schedule_is_that_of_the_core() {
    let names =
        |schedule: schedule::Schedule| schedule.map(|(stage, name, after, _)| (stage, name, after));
    assert_eq!(names(SCHEDULE), names(schedule::SCHEDULE));
}

/// It is the one that moves are played by, whatever other rules there are.
#[test]
fn moves_are_played_by_this_schedule() {
    let Bench { world, tick, .. } = bench(game(Side::Black, &[9], &[24], &[]), 9, 14);
    let mut app = GameApp::with_world(world);
    add_rules(&mut app, &share(tick));
    let mut names = app
        .scheduler()
        .stage_system_names(ScheduleStage::PostUpdate)
        .unwrap();
    names.retain(|name| SCHEDULE.iter().any(|line| line.1 == *name));
    assert_eq!(names, ["chain_capture", "end_condition"]);
}

/// The game after one call.
fn play(env: &Env, game: &Game, from: u8, to: u8) -> Result<Game, CheckersError> {
    let [from, to] = [from, to].map(square);
    let action = Action {
        player: game.player(env, game.turn.side()),
        from: (from.row(), from.col()),
        to: (to.row(), to.col()),
    };
    let world = schedule::play(env, game.world(env), action)?;
    Ok(Game::of(&world, env))
}

fn is_king(game: &Game, number: u8) -> bool {
    let on = |(piece, rank): &(Piece, Rank)| piece.square == square(number) && *rank == Rank::King;
    game.pieces.iter().flatten().any(on)
}

#[test]
fn a_crowning_closes_the_chain() {
    // A king on 30 that has come from 21 over 25, and could jump over 26.
    let game = game(Side::Black, &[30], &[26, 1], &[30]);
    for crowned in [true, false] {
        let mut bench = bench(game, 21, 30);
        bench.tick.crowned = crowned;
        let before = bench.tick.clone();
        assert_eq!(bench.run(chain_capture), Ok(()));
        let chain_open = !crowned;
        assert_eq!(
            bench.tick,
            Tick {
                chain_open,
                ..before
            }
        );
        assert_eq!(bench.game(), game);
    }
}

#[test]
fn a_crowning_opens_no_chain_where_there_is_none() {
    for (black, white) in [(&[30][..], &[1][..]), (&[30], &[26, 23])] {
        let game = game(Side::Black, black, white, &[30]);
        for crowned in [true, false] {
            let mut bench = bench(game, 21, 30);
            bench.tick.crowned = crowned;
            bench.tick.chain_open = true;
            assert_eq!(bench.run(chain_capture), Ok(()));
            assert!(!bench.tick.chain_open);
        }
    }
}

#[test]
fn only_the_side_to_move_can_have_lost() {
    // Black's man on 1 is blocked by 5, 6, 9 and 10 once it is to move.
    let game = game(Side::Black, &[1], &[5, 6, 9, 10], &[]);
    for (mover, chain_open, winner) in [
        (Side::White, false, Some(Side::White)),
        (Side::White, true, None),
        (Side::Black, false, None),
    ] {
        // An answer is given whatever stood there before.
        for stale in [None, Some(Side::Black)] {
            let mut bench = bench(game, 1, 5);
            let tick = &mut bench.tick;
            (tick.mover, tick.chain_open, tick.winner) = (Some(mover), chain_open, stale);
            assert_eq!(bench.run(end_condition), Ok(()));
            assert_eq!(bench.tick.winner, winner, "{mover:?} {chain_open}");
        }
    }
}

#[test]
fn nothing_follows_a_move_that_nobody_has_made() {
    for system in [chain_capture, end_condition] {
        let mut bench = bench(game(Side::Black, &[9], &[24], &[]), 9, 14);
        bench.tick.mover = None;
        assert_eq!(bench.run(system), Err(CheckersError::NotAPlayer));
    }
}

#[test]
fn a_man_crowned_by_a_jump_does_not_jump_on() {
    let env = Env::default();
    // 21x30 crowns; from there the king could take 26, and the core's rules would make it.
    let before = game(Side::Black, &[21], &[25, 26, 1], &[]);
    let after = play(&env, &before, 21, 30).unwrap();
    assert!(is_king(&after, 30));
    assert_eq!((after.turn.player, after.chain), (2, None));
}

#[test]
fn a_king_that_jumps_to_the_far_row_jumps_on() {
    let env = Env::default();
    let before = game(Side::Black, &[21], &[25, 26, 20], &[21]);
    let after = play(&env, &before, 21, 30).unwrap();
    assert_eq!(after.turn.player, 1);
    assert_eq!(after.chain, Some(square(30)));
    let after = play(&env, &after, 30, 23).unwrap();
    assert_eq!((after.turn.player, after.chain), (2, None));
}

#[test]
fn a_side_that_blocks_itself_has_not_lost_while_the_other_is_to_move() {
    let env = Env::default();
    // Black steps from 17 to 21: its men on 21 and 30 cannot move, but it is White's turn.
    let before = game(Side::Black, &[17], &[25, 30, 20], &[]);
    let after = play(&env, &before, 17, 21).unwrap();
    let position = Board::of(&after.world(&env), &env).position;
    assert!(!English::can_move(&position, Side::Black));
    assert!(!after.status.finished);
    assert_eq!(after.turn.player, 2);
    // White's step elsewhere leaves Black to move and blocked.
    let after = play(&env, &after, 20, 16).unwrap();
    assert_eq!((after.status.finished, after.status.winner), (true, 2));
}

#[test]
fn a_side_to_move_without_a_piece_or_a_move_has_lost() {
    let env = Env::default();
    for (black, white, from, to) in [
        // The last piece is taken.
        (&[14][..], &[18][..], 14, 23),
        // 25 blocks the only man that is left, and 22 its jump.
        (&[18, 25][..], &[29][..], 18, 22),
    ] {
        let before = game(Side::Black, black, white, &[]);
        let after = play(&env, &before, from, to).unwrap();
        assert_eq!(
            (after.status.finished, after.status.winner),
            (true, 1),
            "{from} {to}"
        );
    }
}
