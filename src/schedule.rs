//! The whole schedule: which systems there are, and in which order they run.
//!
//! ```
//! use checkers::components::{Piece, Players};
//! use checkers::errors::CheckersError;
//! use checkers::rules::Side;
//! use checkers::schedule;
//! use checkers::snapshot::Snapshot;
//! use checkers::tick::{Action, Tick};
//! use soroban_sdk::{testutils::Address as _, Address, Env};
//!
//! # // With match play the constructor takes an argument, and a new game has a clock.
//! # if cfg!(feature = "match-play") { return }
//! let env = Env::default();
//! let players = Players::new(&Address::generate(&env), &Address::generate(&env));
//! let world = schedule::start(&env, players);
//! let game = Snapshot::of(&world, &env).unwrap();
//! let action = |to| Action { side: Side::Black, from: (2, 1), to };
//!
//! let refused = schedule::play(&env, game.spawn(&env), Tick::new(&game, action((4, 3))));
//! assert_eq!(refused.err(), Some(CheckersError::IllegalMove));
//!
//! let played = schedule::play(&env, world, Tick::new(&game, action((3, 2)))).unwrap();
//! // The man on square 9 is entity 9. It stands on square 14 now.
//! let piece: Piece = played.get_typed(&env, 9).unwrap();
//! assert_eq!(piece.square.number(), 14);
//! assert_eq!(Snapshot::of(&played, &env).unwrap().turn.current_player, 2);
//! ```

#![deny(missing_docs)]

use crate::components::Players;
use crate::errors::CheckersError;
use crate::systems::{
    chain_capture::chain_capture, end_condition::end_condition, forced_capture::forced_capture,
    movement::movement, promotion::promotion, setup::setup, turn::turn, validation::validation,
};
use crate::tick::{tick_system, SharedTick, System, Tick};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::hint::black_box;
use core::mem::forget;
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// The systems of a tick. Stages run in the order of `ScheduleStage`; within one the scheduler keeps
/// the order of registration, which is that of this table.
pub const SCHEDULE: [(ScheduleStage, &str, System); 7] = [
    (ScheduleStage::PreUpdate, "validation", validation),
    (ScheduleStage::PreUpdate, "forced_capture", forced_capture),
    (ScheduleStage::Update, "movement", movement),
    (ScheduleStage::Update, "promotion", promotion),
    (ScheduleStage::PostUpdate, "chain_capture", chain_capture),
    (ScheduleStage::PostUpdate, "end_condition", end_condition),
    (ScheduleStage::Cleanup, "turn", turn),
];

/// The game of draughts: the systems of [`SCHEDULE`].
pub struct CheckersPlugin {
    /// The tick that the systems share.
    pub tick: SharedTick,
}

impl Plugin for CheckersPlugin {
    fn name(&self) -> &'static str {
        "checkers"
    }

    fn build(&self, app: &mut GameApp) {
        for (stage, name, system) in SCHEDULE {
            app.add_systems(tick_system(name, &self.tick, system).in_stage(stage));
        }
    }
}

/// The world of a new game.
pub fn start(env: &Env, players: Players) -> SimpleWorld {
    let mut app = GameApp::new(env);
    app.add_startup_system("setup", move |world, env| setup(world, env, &players));
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::OpenMatchPlugin);
    run(app.run_startup(env).is_ok());
    app.into_world()
}

/// Adds the rules of a tick. A further rule is a further plugin.
pub(crate) fn add_rules(app: &mut GameApp, tick: &SharedTick) {
    app.add_plugin(CheckersPlugin { tick: tick.clone() });
    #[cfg(feature = "official-rules")]
    app.add_plugin(crate::official_rules::OfficialRulesPlugin { tick: tick.clone() });
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::MatchPlayPlugin { tick: tick.clone() });
}

/// One tick: the world after the action, or why it is refused.
pub fn play(env: &Env, world: SimpleWorld, tick: Tick) -> Result<SimpleWorld, CheckersError> {
    reserve_heap();
    let tick = Rc::new(RefCell::new(tick));
    let mut app = GameApp::with_world(world);
    add_rules(&mut app, &tick);
    run(app.run(env).is_ok());
    let refused = tick.borrow().refused;
    let world = app.world().clone();
    // The memory of a contract ends with the call. To give it back piece by piece costs 19,000
    // CPU instructions.
    forget((app, tick));
    refused.map_or(Ok(world), Err)
}

/// Has the allocator get the memory of a tick at once. Left to grow by itself it takes a page of 64 KB
/// more: it rounds sizes up to 8 KB and more, and does not join what it got at different times.
fn reserve_heap() {
    const PAGE: usize = 65_536;
    const MARGIN: usize = 512;
    drop(black_box(Vec::<u8>::with_capacity(3 * PAGE - MARGIN)));
}

/// Cougr refuses to run a schedule whose order contradicts itself. This one is fixed, and the tests
/// run it.
pub(crate) fn run(is_ok: bool) {
    assert!(is_ok, "the schedule contradicts itself");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::King;
    use crate::rules::Side;
    use crate::snapshot::Snapshot;
    use crate::test::hand_made::{game, square, Bench};
    use crate::tick::Action;

    const PICTURE: &str = ".... .... o... .x.. .... ..x. .... ....";

    fn tick(game: &Snapshot, from: (u32, u32), to: (u32, u32)) -> Tick {
        let side = game.turn.side();
        Tick::new(game, Action { side, from, to })
    }

    /// An application with the systems of the game, as `play` makes it.
    fn app(game: &Snapshot, tick: Tick, env: &Env) -> (GameApp, SharedTick) {
        let tick = Rc::new(RefCell::new(tick));
        let mut app = GameApp::with_world(game.spawn(env));
        app.add_plugin(CheckersPlugin { tick: tick.clone() });
        (app, tick)
    }

    #[test]
    fn each_system_stands_in_its_stage_and_order() {
        use ScheduleStage::*;
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        let (app, _) = app(&game, tick(&game, (2, 1), (4, 3)), &env);
        let names = |stage| app.scheduler().stage_system_names(stage).unwrap();
        assert_eq!(names(Startup), [""; 0], "setup runs in init_game only");
        assert_eq!(names(PreUpdate), ["validation", "forced_capture"]);
        assert_eq!(names(Update), ["movement", "promotion"]);
        assert_eq!(names(PostUpdate), ["chain_capture", "end_condition"]);
        assert_eq!(names(Cleanup), ["turn"]);
        assert_eq!(app.system_count(), 7);
        assert!(app.has_plugin("checkers"));
    }

    #[test]
    fn a_tick_plays_a_jump_and_holds_the_turn() {
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        let world = play(&env, game.spawn(&env), tick(&game, (2, 1), (4, 3))).unwrap();
        let after = Snapshot::of(&world, &env).unwrap();
        assert_eq!(after.chain, Some(square(4, 3)));
        assert_eq!(after.turn, game.turn);
        let world = play(&env, world, tick(&after, (4, 3), (6, 5))).unwrap();
        let after = Snapshot::of(&world, &env).unwrap();
        assert_eq!(after.chain, None);
        assert_eq!(after.status.winner, 1);
    }

    /// Each stage is shown to have run by what it leaves in tick and world.
    #[test]
    fn a_refused_move_stops_the_tick() {
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        // Refused by the first system, and by the second.
        let table = [
            ((2, 1), (1, 0), CheckersError::IllegalMove),
            ((2, 1), (3, 0), CheckersError::MustCapture),
        ];
        for (from, to, error) in table {
            let (mut app, shared) = app(&game, tick(&game, from, to), &env);
            app.run(&env).unwrap();
            let tick = shared.borrow().clone();
            assert_eq!(tick.refused, Some(error));
            assert_eq!(tick.board, game.board);
            assert_eq!((tick.chain_open, tick.winner), (false, None));
            assert_eq!(Snapshot::of(app.world(), &env), Some(game));
            assert_eq!(play(&env, game.spawn(&env), tick).err(), Some(error));
        }
    }

    /// A system that comes after an error does not run, in the same stage or a later one, and does
    /// not replace the error.
    #[test]
    fn the_first_error_stays() {
        fn fails(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
            Err(CheckersError::GameOver)
        }
        fn crowns(world: &mut SimpleWorld, env: &Env, _: &mut Tick) -> Result<(), CheckersError> {
            world.set_typed(env, 1, &King);
            Err(CheckersError::WrongTurn)
        }
        let Bench { env, world, tick } = Bench::new(game(PICTURE, Side::Black), (2, 1), (4, 3));
        let tick = Rc::new(RefCell::new(tick));
        let mut app = GameApp::with_world(world);
        let systems: [(&str, System, ScheduleStage); 3] = [
            ("fails", fails, ScheduleStage::Update),
            ("crowns", crowns, ScheduleStage::Update),
            ("crowns_later", crowns, ScheduleStage::Cleanup),
        ];
        for (name, system, stage) in systems {
            app.add_systems(tick_system(name, &tick, system).in_stage(stage));
        }
        app.run(&env).unwrap();
        assert_eq!(tick.borrow().refused, Some(CheckersError::GameOver));
        assert!(!app.world().has_typed::<King>(1));
    }

    #[test]
    fn a_new_game_stands_at_the_start() {
        // With match play a new game asks the contract's storage for its clock; here is no contract.
        if cfg!(feature = "match-play") {
            return;
        }
        let env = Env::default();
        let players = game(PICTURE, Side::Black).players;
        let world = start(&env, players);
        let started = Snapshot::of(&world, &env).unwrap();
        assert_eq!(started.board.position, crate::rules::Position::START);
        assert_eq!(started.players, players);
    }
}
