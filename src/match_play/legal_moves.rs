//! Which moves are legal now.

use crate::components::{of_match, Players, Turn};
use crate::rules::{Move, Square};
use crate::tick::{Action, SharedTick, Tick};
use crate::tick_system::{run_stage, share};
use alloc::vec::Vec;
use cougr_core::app::{GameApp, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// The steps and jumps that a tick by these rules would not refuse. The systems that refuse are asked,
/// those of PreUpdate, move by move: so whatever they refuse, no other answer is possible.
pub fn legal_moves(
    add_rules: impl Fn(&mut GameApp, &SharedTick),
    env: &Env,
    world: &SimpleWorld,
) -> Vec<Move> {
    let to_move = of_match::<Turn>(world, env).side();
    let players: Players = of_match(world, env);
    let player = players.of(to_move).to_address(env);
    // Replaced below by each pair of squares.
    let action = Action {
        player,
        from: (0, 0),
        to: (0, 0),
    };
    let tick = Tick::new(env, world, action);
    let shared = share(tick.clone());
    let mut app = GameApp::new(env);
    add_rules(&mut app, &shared);

    let own = Square::all().filter(|&at| tick.board.position.side_at(at) == Some(to_move));
    let squares = own.flat_map(|from| Square::all().map(move |to| (from, to)));
    // A call is one step or one jump. To ask about every pair of squares would take more instructions
    // than a call may.
    let near = squares.filter(|(from, to)| matches!(from.diagonal_distance(*to), Some(1 | 2)));
    let accepted = near.filter_map(|(from, to)| {
        let mut asked = tick.clone();
        asked.action.from = (from.row(), from.col());
        asked.action.to = (to.row(), to.col());
        shared.borrow_mut().tick = asked;
        *app.world_mut() = world.clone();
        run_stage(env, &mut app, ScheduleStage::PreUpdate, &shared).ok()?;
        let resolved = shared.borrow().tick.resolved;
        resolved
    });
    accepted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::errors::CheckersError;
    use crate::rules::{English, Rules, Side};
    use crate::schedule::{add_rules, exchange, CheckersPlugin, SCHEDULE};
    use crate::test::hand_made::{game, square, Game};
    use crate::tick_system::tick_system;
    use ScheduleStage::PreUpdate;

    const PICTURE: &str = ".... .... o... .x.. .... ..x. .... ....";

    #[test]
    fn the_moves_that_the_systems_let_through_are_those_of_the_rules() {
        let env = Env::default();
        let start = "oooo oooo oooo .... .... xxxx xxxx xxxx";
        for (picture, side, chain, count) in [
            (start, Side::Black, None, 7),
            (start, Side::White, None, 7),
            // A king's four steps and a man's two, and none of them where there is a capture.
            (
                ".... .... o... .... .O.. .... .... ...x",
                Side::Black,
                None,
                6,
            ),
            (
                ".... .... o... .x.. .... ..O. .... ...x",
                Side::Black,
                None,
                1,
            ),
            // Of two captures, that of the chain's piece.
            (
                ".... .... o... .x.. ..o. ..x. .... ....",
                Side::Black,
                None,
                2,
            ),
            (
                ".... .... o... .x.. ..o. ..x. .... ....",
                Side::Black,
                Some((2, 1)),
                1,
            ),
        ] {
            let chain = chain.map(|(row, col)| square(row, col));
            let game = Game {
                chain,
                ..game(picture, side)
            };
            let world = game.world(&env);
            let moves = legal_moves(add_rules, &env, &world);
            let position = Board::of(&world, &env).position;
            let mut expected: Vec<Move> = English::legal_moves(position, side, chain).collect();
            expected.sort_by_key(|hop| (hop.from, hop.to));
            assert_eq!(moves, expected, "{picture}");
            assert_eq!(moves.len(), count, "{picture}");
            assert_eq!(Game::of(&world, &env), game, "nothing has been played");
        }
    }

    /// Whatever the systems of PreUpdate refuse is no legal move.
    #[test]
    fn legal_moves_follow_the_systems() {
        fn no_steps_to_the_edge(
            _: &mut SimpleWorld,
            _: &Env,
            tick: &mut Tick,
        ) -> Result<(), CheckersError> {
            match tick.resolved()?.to.col() {
                0 | 7 => Err(CheckersError::IllegalMove),
                _ => Ok(()),
            }
        }
        fn may_step(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
            Ok(())
        }
        let env = Env::default();
        let world = game(".... .... o... .x.. .... .... .... ....", Side::Black).world(&env);
        let landings = |add_rules: &dyn Fn(&mut GameApp, &SharedTick)| {
            let moves = legal_moves(add_rules, &env, &world);
            let landings = moves.iter().map(|hop| (hop.to.row(), hop.to.col()));
            landings.collect::<Vec<_>>()
        };
        let by = |schedule| {
            move |app: &mut GameApp, tick: &SharedTick| {
                let tick = tick.clone();
                app.add_plugin(CheckersPlugin { schedule, tick });
            }
        };
        assert_eq!(landings(&by(SCHEDULE)), [(4, 3)]);
        let optional = by(exchange(SCHEDULE, "forced_capture", may_step));
        assert_eq!(landings(&optional), [(3, 0), (4, 3)]);
        assert_eq!(
            landings(&|app, tick| {
                optional(app, tick);
                let system = tick_system("edge", tick, no_steps_to_the_edge);
                app.add_systems(system.in_stage(PreUpdate).after("validation"));
            }),
            [(4, 3)]
        );
    }

    #[test]
    fn no_move_is_legal_when_the_game_is_over() {
        let env = Env::default();
        let mut over = game(PICTURE, Side::Black);
        over.status.finished = true;
        assert_eq!(legal_moves(add_rules, &env, &over.world(&env)), []);
    }
}
