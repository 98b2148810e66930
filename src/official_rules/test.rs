use super::components::Crowned;
use super::systems::{crowning_ends_the_move, note_crowning, to_move_has_lost};
use crate::account::Account;
use crate::board::Board;
use crate::components::{
    GameStatus, GameStatusComponent, Players, TurnComponent, MATCH, PIECES_A_SIDE,
};
use crate::errors::CheckersError;
use crate::rules::{Move, Side, Square};
use crate::schedule;
use crate::snapshot::Snapshot;
use crate::tick::{Action, Tick};
use alloc::rc::Rc;
use core::cell::RefCell;
use cougr_core::app::{GameApp, ScheduleStage};
use soroban_sdk::Env;

fn square(number: u8) -> Square {
    Square::of_number(number).unwrap()
}

/// A game that stands like this, pieces by the numbers of their squares, men but for `kings`.
fn game(to_move: Side, black: &[u8], white: &[u8], kings: &[u8]) -> Snapshot {
    let mut board = Board::default();
    for (side, numbers, first) in [(Side::Black, black, 0), (Side::White, white, PIECES_A_SIDE)] {
        for (i, &number) in numbers.iter().enumerate() {
            board.numbers[first + i] = number;
            let king = kings.contains(&number);
            board.position.place(square(number), side, king);
        }
    }
    let [one, two] = [1, 2].map(|key| {
        let mut bytes = [key; 33];
        bytes[0] = 0;
        Account::from_bytes(bytes).unwrap()
    });
    Snapshot {
        board,
        turn: TurnComponent {
            current_player: to_move.player(),
            move_number: 1,
        },
        status: GameStatusComponent {
            status: GameStatus::Active,
            winner: 0,
        },
        chain: None,
        players: Players { one, two },
    }
}

fn tick(game: &Snapshot, from: u8, to: u8) -> Tick {
    let [from, to] = [from, to].map(square);
    let action = Action {
        side: game.turn.side(),
        from: (from.row(), from.col()),
        to: (to.row(), to.col()),
    };
    Tick::new(game, action)
}

/// Each between the systems that it corrects, whatever other rules there are.
#[test]
fn the_systems_stand_where_the_plugin_says() {
    use ScheduleStage::*;
    let env = Env::default();
    let game = game(Side::Black, &[9], &[24], &[]);
    let mut app = GameApp::with_world(game.spawn(&env));
    schedule::add_rules(&mut app, &Rc::new(RefCell::new(tick(&game, 9, 14))));
    for (stage, expected) in [
        (Update, &["movement", "note_crowning", "promotion"][..]),
        (
            PostUpdate,
            &[
                "chain_capture",
                "end_condition",
                "crowning_ends_the_move",
                "to_move_has_lost",
            ],
        ),
    ] {
        let mut names = app.scheduler().stage_system_names(stage).unwrap();
        names.retain(|name| expected.contains(name));
        assert_eq!(names, expected);
    }
}

/// The game after one call.
fn play(env: &Env, game: &Snapshot, from: u8, to: u8) -> Result<Snapshot, CheckersError> {
    let world = schedule::play(env, game.spawn(env), tick(game, from, to))?;
    Ok(Snapshot::of(&world, env).unwrap())
}

#[test]
fn note_crowning_marks_a_man_on_its_far_row_but_not_a_king() {
    let env = Env::default();
    for (kings, marked) in [(&[][..], true), (&[30][..], false)] {
        let game = game(Side::Black, &[30], &[1], kings);
        let mut world = game.spawn(&env);
        let mut tick = tick(&game, 26, 30);
        tick.resolved = Some(Move {
            from: square(26),
            to: square(30),
            captured: None,
        });
        note_crowning(&mut world, &env, &mut tick).unwrap();
        assert_eq!(world.has_typed::<Crowned>(MATCH), marked);
    }
}

#[test]
fn a_marked_crowning_closes_the_chain_and_takes_the_marker_away() {
    let env = Env::default();
    for crowned in [true, false] {
        // A king on 30 that has come from 21 over 25, and could jump over 26.
        let game = game(Side::Black, &[30], &[26, 1], &[30]);
        let mut world = game.spawn(&env);
        let mut tick = tick(&game, 21, 30);
        tick.resolved = Some(Move {
            from: square(21),
            to: square(30),
            captured: Some(square(25)),
        });
        if crowned {
            world.set_typed(&env, MATCH, &Crowned);
        }
        crowning_ends_the_move(&mut world, &env, &mut tick).unwrap();
        assert_eq!(tick.chain_open, !crowned);
        assert!(!world.has_typed::<Crowned>(MATCH));
    }
}

#[test]
fn only_the_side_to_move_can_have_lost() {
    let env = Env::default();
    // Black's man on 1 is blocked by 5, 6, 9 and 10 once it is to move.
    let game = game(Side::Black, &[1], &[5, 6, 9, 10], &[]);
    let mut world = game.spawn(&env);
    for (mover, chain_open, winner) in [
        (Side::White, false, Some(Side::White)),
        (Side::White, true, None),
        (Side::Black, false, None),
    ] {
        let mut tick = tick(&game, 1, 5);
        (tick.action.side, tick.chain_open) = (mover, chain_open);
        to_move_has_lost(&mut world, &env, &mut tick).unwrap();
        assert_eq!(tick.winner, winner, "{mover:?} {chain_open}");
    }
}

#[test]
fn a_man_crowned_by_a_jump_does_not_jump_on() {
    let env = Env::default();
    // 21x30 crowns; from there the king could take 26, and the core's rules would make it.
    let before = game(Side::Black, &[21], &[25, 26, 1], &[]);
    let after = play(&env, &before, 21, 30).unwrap();
    assert!(after.board.position.is_king(square(30)));
    assert_eq!((after.turn.current_player, after.chain), (2, None));
}

#[test]
fn a_king_that_jumps_to_the_far_row_jumps_on() {
    let env = Env::default();
    let before = game(Side::Black, &[21], &[25, 26, 20], &[21]);
    let after = play(&env, &before, 21, 30).unwrap();
    assert_eq!(after.turn.current_player, 1);
    assert_eq!(after.chain, Some(square(30)));
    let after = play(&env, &after, 30, 23).unwrap();
    assert_eq!((after.turn.current_player, after.chain), (2, None));
}

#[test]
fn a_side_that_blocks_itself_has_not_lost_while_the_other_is_to_move() {
    let env = Env::default();
    // Black steps from 17 to 21: its men on 21 and 30 cannot move, but it is White's turn.
    let before = game(Side::Black, &[17], &[25, 30, 20], &[]);
    let after = play(&env, &before, 17, 21).unwrap();
    assert!(!after.board.position.can_move(Side::Black));
    assert_eq!(after.status.status, GameStatus::Active);
    assert_eq!(after.turn.current_player, 2);
    // White's step elsewhere leaves Black to move and blocked.
    let after = play(&env, &after, 20, 16).unwrap();
    assert_eq!(
        (after.status.status, after.status.winner),
        (GameStatus::Finished, 2)
    );
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
            (after.status.status, after.status.winner),
            (GameStatus::Finished, 1),
            "{from} {to}"
        );
    }
}
