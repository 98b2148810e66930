//! The schedule: which systems there are, and in which order they run.
//!
//! ```
//! use checkers::components::{Piece, Players, Turn, MATCH};
//! use checkers::errors::CheckersError;
//! use checkers::schedule;
//! use checkers::tick::Action;
//! use soroban_sdk::{testutils::Address as _, Address, Env};
//!
//! # // With match play the constructor takes an argument, and a new game has a clock.
//! # if cfg!(feature = "match-play") { return }
//! let env = Env::default();
//! let [black, white] = [Address::generate(&env), Address::generate(&env)];
//! let world = schedule::start(&env, Players::new(&black, &white));
//! let action = |to| Action { player: black.clone(), from: (2, 1), to };
//!
//! let refused = schedule::play(&env, world.clone(), action((4, 3)));
//! assert_eq!(refused.err(), Some(CheckersError::IllegalMove));
//!
//! let played = schedule::play(&env, world, action((3, 2))).unwrap();
//! // The man on square 9 is entity 9. It stands on square 14 now.
//! let piece: Piece = played.get_typed(&env, 9).unwrap();
//! assert_eq!(piece.square.number(), 14);
//! let turn: Turn = played.get_typed(&env, MATCH).unwrap();
//! assert_eq!(turn.player, 2);
//! ```

#![deny(missing_docs)]

use crate::components::Players;
use crate::errors::CheckersError;
use crate::rules::{English, Rules};
use crate::systems::{
    admission::admission, chain_capture::chain_capture, end_condition::end_condition,
    forced_capture::forced_capture, movement::movement, promotion::promotion, setup::setup,
    turn::turn, validation::validation,
};
use crate::tick::{Action, SharedTick, System, Tick};
use crate::tick_system::{add_schedule, must_run, run, share, ScheduleLine};
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;
use ScheduleStage::{Cleanup, PostUpdate, PreUpdate, Update};

/// A table of systems: stage, name, which system of the stage it runs after, and the system.
pub type Schedule = [ScheduleLine<Tick, CheckersError>; 8];

/// The systems of a tick.
pub const SCHEDULE: Schedule = schedule::<English>();

/// The systems of a tick by the rules of a variant.
#[rustfmt::skip]
pub const fn schedule<R: Rules>() -> Schedule {
    [
        (PreUpdate, "admission", None, admission),
        (PreUpdate, "validation", Some("admission"), validation::<R>),
        (PreUpdate, "forced_capture", Some("validation"), forced_capture::<R>),
        (Update, "movement", None, movement),
        (Update, "promotion", Some("movement"), promotion),
        (PostUpdate, "chain_capture", None, chain_capture::<R>),
        (PostUpdate, "end_condition", Some("chain_capture"), end_condition::<R>),
        (Cleanup, "turn", None, turn),
    ]
}

/// A variant of a schedule: the same table with another system in the place of this name.
///
/// ```
/// use checkers::errors::CheckersError;
/// use checkers::schedule::{exchange, Schedule, SCHEDULE};
/// use checkers::tick::Tick;
/// use cougr_core::SimpleWorld;
/// use soroban_sdk::Env;
///
/// /// Captures are as one likes.
/// fn no_forced_capture(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
///     Ok(())
/// }
///
/// const CAPTURES_AS_ONE_LIKES: Schedule =
///     exchange(SCHEDULE, "forced_capture", no_forced_capture);
/// # assert_eq!(CAPTURES_AS_ONE_LIKES[2].1, "forced_capture");
/// ```
///
/// In a constant, a name that the table does not have is found when the crate is compiled:
///
/// ```compile_fail,E0080
/// # use checkers::errors::CheckersError;
/// # use checkers::schedule::{exchange, Schedule, SCHEDULE};
/// # use checkers::tick::Tick;
/// # use cougr_core::SimpleWorld;
/// # use soroban_sdk::Env;
/// # fn no_forced_capture(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
/// #     Ok(())
/// # }
/// const CAPTURES_AS_ONE_LIKES: Schedule = exchange(SCHEDULE, "forced", no_forced_capture);
/// # assert_eq!(CAPTURES_AS_ONE_LIKES[2].1, "forced_capture");
/// ```
pub const fn exchange(mut schedule: Schedule, name: &str, system: System) -> Schedule {
    let mut line = 0;
    while line < schedule.len() {
        if equal(schedule[line].1.as_bytes(), name.as_bytes()) {
            schedule[line].3 = system;
            return schedule;
        }
        line += 1;
    }
    panic!("the schedule has no system of this name")
}

/// `==`, which a constant cannot use.
const fn equal(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([a, one_rest @ ..], [b, other_rest @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (one_rest, other_rest);
    }
    one.is_empty() && other.is_empty()
}

/// The game of draughts, by the systems of a table. An app has it once: Cougr passes over a second plugin
/// of the same name.
pub struct CheckersPlugin {
    /// [`SCHEDULE`], or a variant of it.
    pub schedule: Schedule,
    /// The tick that the systems share.
    pub tick: SharedTick,
}

impl Plugin for CheckersPlugin {
    fn name(&self) -> &'static str {
        "checkers"
    }

    fn build(&self, app: &mut GameApp) {
        add_schedule(app, &self.schedule, &self.tick);
    }
}

/// The rules of this contract: a table of systems, and plugins for what comes on top.
pub fn add_rules(app: &mut GameApp, tick: &SharedTick) {
    #[cfg(not(feature = "official-rules"))]
    let schedule = SCHEDULE;
    #[cfg(feature = "official-rules")]
    let schedule = crate::official_rules::SCHEDULE;
    app.add_plugin(CheckersPlugin {
        schedule,
        tick: tick.clone(),
    });
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::MatchPlayPlugin { tick: tick.clone() });
}

/// The world of a new game.
pub fn start(env: &Env, players: Players) -> SimpleWorld {
    let mut app = GameApp::new(env);
    app.add_startup_system("setup", move |world, env| setup(world, env, &players));
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::OpenMatchPlugin);
    must_run(app.run_startup(env));
    app.into_world()
}

/// One tick: the world after the action, or why it is refused.
pub fn play(env: &Env, world: SimpleWorld, action: Action) -> Result<SimpleWorld, CheckersError> {
    play_by(add_rules, env, world, action)
}

/// One tick by other rules: in the place of [`add_rules`], and not beside it.
pub fn play_by(
    add_rules: impl Fn(&mut GameApp, &SharedTick),
    env: &Env,
    world: SimpleWorld,
    action: Action,
) -> Result<SimpleWorld, CheckersError> {
    let tick = share(Tick::new(env, &world, action));
    let mut app = GameApp::with_world(world);
    add_rules(&mut app, &tick);
    run(env, app, &tick)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::components::{of_match, King};
    use crate::rules::{Position, Side};
    use crate::test::hand_made::{game, players, square, Bench, Game};
    use crate::tick_system::{tick_system, TickSystem};
    use cougr_core::app::SystemSpec;

    const PICTURE: &str = ".... .... o... .x.. .... ..x. .... ....";

    fn action(env: &Env, game: &Game, from: (u32, u32), to: (u32, u32)) -> Action {
        let player = game.player(env, game.turn.side());
        Action { player, from, to }
    }

    /// An application with the systems of a table, as `play` makes it.
    fn app(schedule: Schedule, game: &Game, env: &Env, action: Action) -> (GameApp, SharedTick) {
        let world = game.world(env);
        let tick = share(Tick::new(env, &world, action));
        let mut app = GameApp::with_world(world);
        app.add_plugin(CheckersPlugin {
            schedule,
            tick: tick.clone(),
        });
        (app, tick)
    }

    /// Each in its stage and in the order of what it names, in whatever order they are registered.
    #[test]
    fn each_system_stands_in_its_stage_and_order() {
        use ScheduleStage::Startup;
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        let mut reversed = SCHEDULE;
        reversed.reverse();
        for schedule in [SCHEDULE, reversed] {
            let action = action(&env, &game, (2, 1), (4, 3));
            let (app, _) = app(schedule, &game, &env, action);
            let names = |stage| app.scheduler().stage_system_names(stage).unwrap();
            assert_eq!(names(Startup), [""; 0], "setup runs in init_game only");
            assert_eq!(
                names(PreUpdate),
                ["admission", "validation", "forced_capture"]
            );
            assert_eq!(names(Update), ["movement", "promotion"]);
            assert_eq!(names(PostUpdate), ["chain_capture", "end_condition"]);
            assert_eq!(names(Cleanup), ["turn"]);
            assert_eq!(app.system_count(), 8);
            assert!(app.has_plugin("checkers"));
        }
    }

    #[test]
    fn a_tick_plays_a_jump_and_holds_the_turn() {
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        let first = action(&env, &game, (2, 1), (4, 3));
        let world = play(&env, game.world(&env), first).unwrap();
        let after = Game::of(&world, &env);
        assert_eq!(after.chain, Some(square(4, 3)));
        assert_eq!(after.turn, game.turn);
        let second = action(&env, &after, (4, 3), (6, 5));
        let after = Game::of(&play(&env, world, second).unwrap(), &env);
        assert_eq!(after.chain, None);
        assert_eq!(after.status.winner, 1);
    }

    /// Each stage is shown to have run by what it leaves in tick and world.
    #[test]
    fn a_refused_move_stops_the_tick() {
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        // Refused by the first system, the second, and the third.
        let table = [
            (Side::White, (5, 4), (4, 5), CheckersError::WrongTurn),
            (Side::Black, (2, 1), (1, 0), CheckersError::IllegalMove),
            (Side::Black, (2, 1), (3, 0), CheckersError::MustCapture),
        ];
        for (side, from, to, error) in table {
            let player = game.player(&env, side);
            let action = Action { player, from, to };
            let (mut app, shared) = app(SCHEDULE, &game, &env, action.clone());
            let tick = shared.borrow().tick.clone();
            app.run(&env).unwrap();
            assert_eq!(shared.borrow().refused, Some(error));
            let after = shared.borrow().tick.clone();
            assert_eq!(after.board, tick.board);
            assert!(!after.crowned && !after.chain_open && after.winner.is_none());
            assert_eq!(Game::of(app.world(), &env), game);
            assert_eq!(play(&env, game.world(&env), action).err(), Some(error));
        }
    }

    fn refuses(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
        Err(CheckersError::GameOver)
    }

    fn crowns(world: &mut SimpleWorld, env: &Env, _: &mut Tick) -> Result<(), CheckersError> {
        world.set_typed(env, 1, &King);
        Err(CheckersError::WrongTurn)
    }

    /// A system that comes after an error does not run, in the same stage or a later one, and does
    /// not replace the error.
    #[test]
    fn the_first_error_stays() {
        let Bench { env, world, tick } = Bench::new(game(PICTURE, Side::Black), (2, 1), (4, 3));
        let shared = share(tick);
        let mut app = GameApp::with_world(world);
        let systems: [(&str, System, ScheduleStage); 3] = [
            ("refuses", refuses, Update),
            ("crowns", crowns, Update),
            ("crowns_later", crowns, Cleanup),
        ];
        for (name, system, stage) in systems {
            app.add_systems(tick_system(name, &shared, system).in_stage(stage));
        }
        app.run(&env).unwrap();
        assert_eq!(shared.borrow().refused, Some(CheckersError::GameOver));
        assert!(!app.world().has_typed::<King>(1));
    }

    #[test]
    fn a_new_game_stands_at_the_start() {
        // With match play a new game asks the contract's storage for its clock; here is no contract.
        if cfg!(feature = "match-play") {
            return;
        }
        let env = Env::default();
        let players = players(&env, game(PICTURE, Side::Black).players);
        let world = start(&env, players.clone());
        let position = Board::of(&world, &env).position;
        assert_eq!(position, Position::START);
        assert_eq!(of_match::<Players>(&world, &env), players);
    }

    // Added systems.

    fn does_nothing(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
        Ok(())
    }

    /// Tells by its error when it has run: has the piece moved, and is it crowned?
    fn looks(_: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
        let landing = tick.resolved()?.to;
        Err(match tick.board.entity_at(landing) {
            None => CheckersError::NotYourPiece,
            Some(_) if tick.crowned => CheckersError::GameOver,
            Some(_) => CheckersError::MustCapture,
        })
    }

    /// docs/architecture.md says what comes of a system that does not name all that it stands between.
    #[test]
    fn where_an_added_system_runs_is_for_it_to_say() {
        use CheckersError::{GameOver, MustCapture, NotYourPiece};
        type Spec = SystemSpec<TickSystem<Tick, CheckersError>>;
        type Order = fn(Spec) -> Spec;
        let names: [(&str, Order); 4] = [
            ("nothing", |system| system),
            ("movement", |system| system.after("movement")),
            ("both", |system| {
                system.after("movement").before("promotion")
            }),
            ("promotion", |system| system.after("promotion")),
        ];
        let others: [(Option<Order>, [CheckersError; 4]); 3] = [
            (None, [MustCapture, GameOver, MustCapture, GameOver]),
            (
                Some(|other| other.before("movement")),
                [NotYourPiece, GameOver, MustCapture, GameOver],
            ),
            (
                Some(|other| other.after("movement").before("promotion")),
                [MustCapture, MustCapture, MustCapture, GameOver],
            ),
        ];
        let env = Env::default();
        let game = game(".... .... .... .... .... .... o... ....", Side::Black);
        for (other, errors) in others {
            for ((name, named), error) in names.into_iter().zip(errors) {
                let action = action(&env, &game, (6, 1), (7, 0));
                let (mut app, tick) = app(SCHEDULE, &game, &env, action);
                if let Some(other) = other {
                    let system = tick_system("other", &tick, does_nothing).in_stage(Update);
                    app.add_systems(other(system));
                }
                let system = tick_system("added", &tick, looks).in_stage(Update);
                app.add_systems(named(system));
                assert_eq!(run(&env, app, &tick).err(), Some(error), "{name}");
            }
        }
    }

    // Exchanged systems.

    /// The world after a jump by a table, or why it is refused.
    fn jump_by(schedule: Schedule) -> Result<Game, CheckersError> {
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        let action = action(&env, &game, (2, 1), (4, 3));
        let (app, tick) = app(schedule, &game, &env, action);
        run(&env, app, &tick).map(|world| Game::of(&world, &env))
    }

    /// In each place the system of this name is gone, the others and the order are as they were.
    #[test]
    fn a_system_is_exchanged_by_its_name() {
        let as_it_is = jump_by(SCHEDULE).unwrap();
        for (line, &(stage, name, after, _)) in SCHEDULE.iter().enumerate() {
            let exchanged = exchange(SCHEDULE, name, refuses);
            let is = exchanged.map(|(stage, name, after, _)| (stage, name, after));
            assert_eq!(
                is,
                SCHEDULE.map(|(stage, name, after, _)| (stage, name, after))
            );
            assert_eq!(is[line], (stage, name, after));
            assert_eq!(jump_by(exchanged), Err(CheckersError::GameOver), "{name}");
            // With its own system again it is the table that it was.
            let restored = exchange(exchanged, name, SCHEDULE[line].3);
            assert_eq!(jump_by(restored), Ok(as_it_is), "{name}");
        }
    }

    #[test]
    #[should_panic(expected = "the schedule has no system of this name")]
    fn there_is_no_system_of_the_beginning_of_a_name() {
        exchange(SCHEDULE, "move", refuses);
    }

    #[test]
    #[should_panic(expected = "the schedule has no system of this name")]
    fn there_is_no_system_of_more_than_a_name() {
        exchange(SCHEDULE, "movements", refuses);
    }

    #[test]
    #[should_panic(expected = "the schedule has no system of this name")]
    fn there_is_no_system_of_a_name_with_another_letter() {
        exchange(SCHEDULE, "movemend", refuses);
    }
}
