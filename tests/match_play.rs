//! The feature `match-play`: resignation, draws, the clock, and what a spectator sees.

#![cfg(feature = "match-play")]

mod support;

use checkers::components::{Chain, King, MATCH};
use checkers::errors::CheckersError;
use checkers::match_play::systems::open_match;
use checkers::match_play::views::{MatchState, Move};
use checkers::rules::Square;
use checkers::storage::LIFETIME_THRESHOLD;
use checkers::views::{GameStatus, GameStatusComponent};
use checkers::{CheckersContract, CheckersContractClient};
use cougr_core::game::SorobanGame;
use proptest::prelude::*;
use proptest::sample::Index;
use soroban_sdk::testutils::storage::Instance as _;
use soroban_sdk::testutils::{Address as _, EnvTestConfig, Ledger as _};
use soroban_sdk::xdr::ToXdr;
use soroban_sdk::{symbol_short, Address, Bytes, Env, InvokeError, Symbol, Val};
use support::naive::{cells, Hop, Naive, Status};
use support::referee::Referee;
use support::spectator::Spectator;
use support::{built_wasm, rows_and_columns, Table};

const OFFICIAL: bool = cfg!(feature = "official-rules");
/// When the games of this file begin.
const START: u64 = 1_000_000;
/// The time for a move, where there is a clock.
const HOUR: u32 = 3_600;

// --- a match, the referee's notes of it, and a spectator ---

/// A call by player 1, player 2, or the stranger 3.
#[derive(Clone, Copy, Debug)]
enum Call {
    Submit(usize, [u32; 4]),
    Resign(usize),
    AgreeDraw(usize),
    ClaimDraw(usize),
    ClaimWin(usize),
}

struct Match {
    table: Table,
    referee: Referee,
    spectator: Spectator,
}

impl Match {
    /// A new game.
    fn new(move_seconds: u32) -> Match {
        let env = Env::new_with_config(EnvTestConfig {
            capture_snapshot_at_drop: false,
        });
        env.host().set_diagnostic_level(Default::default()).unwrap();
        env.ledger().set_timestamp(START);
        let table = Table::deploy(env, |env| env.register(CheckersContract, (move_seconds,)));
        table.init();
        let mut spectator = Spectator::default();
        assert_eq!(spectator.watch(&table.env), 24 + 3);
        let referee = Referee::new(Naive::start(), OFFICIAL, move_seconds.into(), START);
        let game = Match {
            table,
            referee,
            spectator,
        };
        game.compare();
        game
    }

    /// A game that stands like this, with player one to move. Spectators have not seen it come.
    fn with(picture: &str, move_seconds: u32) -> Match {
        Match::with_cells(cells(picture), 1, move_seconds)
    }

    fn with_cells(cells: [i32; 64], to_move: u32, move_seconds: u32) -> Match {
        let mut game = Match::new(move_seconds);
        let naive = Naive::with(cells, to_move);
        game.table.store(&naive);
        game.referee = Referee::new(naive, OFFICIAL, move_seconds.into(), START);
        // Announced like a new game: what there was is gone, what there is appears.
        let env = &game.table.env;
        game.spectator = Spectator::default();
        env.as_contract(&game.table.contract, || {
            let mut world = CheckersContract::load_world(env);
            open_match(&mut world, env);
            // Kings come by crownings, which are announced. These have not been.
            for entity in (1..MATCH).filter(|&entity| world.has_typed::<King>(entity)) {
                game.spectator.set(entity, "king", vec![1]);
            }
        });
        game.spectator.watch(env);
        game.compare();
        game
    }

    fn now(&self) -> u64 {
        self.table.env.ledger().timestamp()
    }

    fn wait(&self, seconds: u64) {
        self.table.env.ledger().set_timestamp(self.now() + seconds);
    }

    fn client(&self) -> &CheckersContractClient<'static> {
        &self.table.client
    }

    fn stored(&self) -> Vec<u8> {
        let env = &self.table.env;
        let all = env.as_contract(&self.table.contract, || {
            env.storage().instance().all().to_xdr(env)
        });
        all.iter().collect()
    }

    /// Makes a call. The contract, the referee and the spectator must agree on what comes of it, and
    /// a refused call must leave everything as it was.
    fn call(&mut self, call: Call) -> Result<(), u32> {
        let (before, now) = (self.stored(), self.now());
        let table = &self.table;
        let ask = |player, call: Ask| {
            table.send_from(player);
            match call(&table.client, table.player(player)) {
                Ok(Ok(())) => Ok(()),
                Err(Ok(error)) => Err(error as u32),
                other => panic!("not an answer of the contract: {other:?}"),
            }
        };
        let result = match call {
            Call::Submit(player, squares) => {
                (table.submit(player, squares)).map_err(|error| error as u32)
            }
            Call::Resign(player) => ask(player, CheckersContractClient::try_resign),
            Call::AgreeDraw(player) => ask(player, CheckersContractClient::try_agree_draw),
            Call::ClaimDraw(player) => ask(player, CheckersContractClient::try_claim_draw),
            Call::ClaimWin(player) => ask(player, CheckersContractClient::try_claim_win),
        };
        let events = self.spectator.watch(&table.env);
        let referee = &mut self.referee;
        let expected = match call {
            Call::Submit(player, squares) => referee.submit(player as u32, squares, now),
            Call::Resign(player) => referee.resign(player as u32),
            Call::AgreeDraw(player) => referee.agree_draw(player as u32),
            Call::ClaimDraw(player) => referee.claim_draw(player as u32),
            Call::ClaimWin(player) => referee.claim_win(player as u32, now),
        };
        assert_eq!(result, expected, "{call:?}");
        if result.is_err() {
            assert_eq!((self.stored(), events), (before, 0), "{call:?}");
        } else if let Call::Submit(player, _) = call {
            assert_eq!(self.spectator.movers.last(), Some(&(player as u32)));
        }
        self.compare();
        result
    }

    /// The contract, the referee and the spectator see the same game.
    fn compare(&self) {
        let state = self.table.state();
        assert_eq!(state, self.referee.game.notation());
        assert_eq!(state, self.spectator.notation());
        assert_eq!(self.spectator.offer(), self.referee.offer);
        assert_eq!(self.spectator.chain(), self.referee.game.chain);
        let Referee {
            move_seconds,
            turn_passed,
            offer,
            quiet_moves,
            ..
        } = self.referee;
        let shown = MatchState {
            move_seconds: move_seconds as u32,
            turn_passed,
            offer,
            quiet_moves: quiet_moves.min(80),
        };
        assert_eq!(self.client().get_match(), shown);
        let mut moves: Vec<Hop> = self.client().legal_moves().iter().map(hop).collect();
        moves.sort();
        assert_eq!(moves, self.referee.legal_moves());
    }

    /// A move of the player to move, by squares 1 to 32.
    fn play(&mut self, from: u8, to: u8) {
        let player = self.referee.game.player_to_move as usize;
        let result = self.call(Call::Submit(player, rows_and_columns(from, to)));
        assert_eq!(result, Ok(()), "{from} {to}");
    }

    fn play_all(&mut self, moves: &[(u8, u8)]) {
        for &(from, to) in moves {
            self.play(from, to);
        }
    }

    fn is_over(&self) -> bool {
        self.referee.game.status == Status::Finished
    }

    fn result(&self) -> (bool, u32) {
        (self.is_over(), self.referee.game.winner)
    }
}

type Answer = Result<
    Result<(), soroban_sdk::ConversionError>,
    Result<CheckersError, soroban_sdk::InvokeError>,
>;
type Ask = fn(&CheckersContractClient<'static>, &Address) -> Answer;

fn hop(step_or_jump: Move) -> Hop {
    let from = (step_or_jump.from_row, step_or_jump.from_col);
    let to = (step_or_jump.to_row, step_or_jump.to_col);
    let over = (from.0.abs_diff(to.0) == 2).then(|| ((from.0 + to.0) / 2, (from.1 + to.1) / 2));
    Hop { from, to, over }
}

/// The index, row by row, of a square 1 to 32.
fn cell(number: u8) -> usize {
    Square::of_number(number).unwrap().cell()
}

// --- resignation ---

#[test]
fn either_player_resigns_at_any_time_and_the_other_has_won() {
    for player in [1, 2] {
        for moves in 0..3 {
            let mut game = Match::new(0);
            game.play_all(&[(11, 15), (22, 18)][..moves]);
            assert_eq!(game.call(Call::Resign(player)), Ok(()));
            assert_eq!(game.result(), (true, 3 - player as u32));
        }
    }
}

#[test]
fn a_player_resigns_inside_a_chain_and_none_is_left() {
    for player in [1, 2] {
        let mut game = Match::with(CHAIN, 0);
        game.play(9, 18);
        assert!(game.referee.game.chain.is_some());
        assert_eq!(game.call(Call::Resign(player)), Ok(()));
        assert_eq!(game.result(), (true, 3 - player as u32));
        let env = &game.table.env;
        let world = env.as_contract(&game.table.contract, || CheckersContract::load_world(env));
        assert!(!world.has_typed::<Chain>(MATCH));
    }
}

/// Player one's 9x18x27 takes two men, and leaves one.
const CHAIN: &str = "
    . . . . . . . .
    . . . . . . . .
    . o . . . . . .
    . . x . . . . .
    . . . . . . . .
    . . . . x . . .
    . . . . . . . .
    x . . . . . . .";

// --- draws by agreement ---

#[test]
fn an_offer_stands_until_the_other_player_accepts_or_moves() {
    // Accepted at once, by either, whoever is to move.
    for player in [1, 2] {
        let mut game = Match::new(0);
        assert_eq!(game.call(Call::AgreeDraw(player)), Ok(()));
        assert_eq!(game.result(), (false, 0));
        assert_eq!(game.call(Call::AgreeDraw(3 - player)), Ok(()));
        assert_eq!(game.result(), (true, 0));
    }
    // The move of the one who has offered leaves it standing, the other's move declines it.
    let mut game = Match::new(0);
    game.call(Call::AgreeDraw(1)).unwrap();
    game.play(11, 15);
    assert_eq!(game.referee.offer, 1);
    game.play(22, 18);
    assert_eq!(game.referee.offer, 0);
    game.call(Call::AgreeDraw(2)).unwrap();
    assert_eq!(game.result(), (false, 0), "an offer anew");
    game.call(Call::AgreeDraw(1)).unwrap();
    assert_eq!(game.result(), (true, 0));
}

#[test]
fn who_offers_twice_does_not_accept() {
    for player in [1, 2] {
        let mut game = Match::new(0);
        game.call(Call::AgreeDraw(player)).unwrap();
        for _ in 0..3 {
            let again = game.call(Call::AgreeDraw(player));
            assert_eq!(again, Err(CheckersError::DrawOfferStands as u32));
        }
        game.play(11, 15);
        if player == 1 {
            let again = game.call(Call::AgreeDraw(player));
            assert_eq!(again, Err(CheckersError::DrawOfferStands as u32));
        }
        game.play(22, 18);
        assert_eq!(game.result(), (false, 0));
    }
}

#[test]
fn a_jump_inside_a_chain_declines() {
    let mut game = Match::with(CHAIN, 0);
    game.play(9, 18);
    game.call(Call::AgreeDraw(2)).unwrap();
    game.play(18, 27);
    assert_eq!(game.referee.offer, 0);
    let mut game = Match::with(CHAIN, 0);
    game.play(9, 18);
    game.call(Call::AgreeDraw(2)).unwrap();
    game.call(Call::AgreeDraw(1)).unwrap();
    assert_eq!(game.result(), (true, 0));
}

// --- draws claimed ---

/// A king and a man on each side, the kings in corners.
const KINGS: &str = "
    . . . . . . . O
    o . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . x
    X . . . . . . .";

/// Both kings go out and back: the same position after four moves.
const ROUND: [(u8, u8); 4] = [(4, 8), (29, 25), (8, 4), (25, 29)];

fn no_draw() -> Result<(), u32> {
    Err(CheckersError::NoDrawToClaim as u32)
}

#[test]
fn a_position_can_be_claimed_when_it_stands_for_the_third_time() {
    let mut game = Match::with(KINGS, 0);
    for round in 0..2 {
        for (from, to) in ROUND {
            assert_eq!(
                game.call(Call::ClaimDraw(1 + usize::from(from > 20))),
                no_draw(),
                "{round}"
            );
            game.play(from, to);
        }
    }
    assert_eq!(game.referee.standings(), 3);
    assert_eq!(game.call(Call::ClaimDraw(2)), Err(4));
    assert_eq!(game.call(Call::ClaimDraw(1)), Ok(()));
    assert_eq!(game.result(), (true, 0));
}

#[test]
fn a_claim_is_lost_by_moving_on_and_comes_back_with_the_position() {
    let mut game = Match::with(KINGS, 0);
    game.play_all(&ROUND);
    game.play_all(&ROUND);
    game.play(4, 8);
    assert_eq!(game.referee.standings(), 3, "so does this one");
    game.play(29, 25);
    game.play(8, 3);
    assert_eq!(game.call(Call::ClaimDraw(2)), no_draw());
    game.play(25, 29);
    game.play(3, 8);
    game.play(29, 25);
    game.play(8, 4);
    assert_eq!(game.call(Call::ClaimDraw(2)), Ok(()));
}

#[test]
fn a_mans_move_and_a_capture_begin_anew() {
    let mut game = Match::with(KINGS, 0);
    game.play_all(&ROUND);
    game.play_all(&ROUND[..3]);
    game.play(28, 24);
    assert_eq!(game.referee.quiet_moves, 0);
    let round = [(4, 8), (25, 29), (8, 4), (29, 25)];
    game.play_all(&round);
    assert_eq!(game.call(Call::ClaimDraw(1)), no_draw());
    game.play_all(&round);
    assert_eq!(game.call(Call::ClaimDraw(1)), Ok(()));
}

#[test]
fn two_kings_that_change_places_make_the_same_position() {
    let mut game = Match::with(
        ". . . . . . . .
         O . O . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . X
         . . . . . . . .",
        0,
    );
    #[rustfmt::skip]
    let tour = [(5, 1), (28, 32), (6, 9), (32, 28), (1, 6), (28, 32), (9, 5), (32, 28)];
    game.play_all(&tour);
    assert_eq!(game.referee.standings(), 2);
    game.play_all(&tour);
    assert_eq!(game.referee.standings(), 3);
    assert_eq!(game.call(Call::ClaimDraw(1)), Ok(()));
}

/// So many quiet moves that no position stands for the third time: the first of many walks on which
/// none does. Each king keeps to its own side, and goes where the game has stood least often.
fn wander(start: &Referee, moves: u32) -> Vec<[u32; 4]> {
    let walk = |mut seed: u32| {
        let (mut referee, mut path) = (start.clone(), Vec::new());
        for _ in 0..moves {
            let player = referee.game.player_to_move;
            let own_side = if player == 1 { 0..=3 } else { 5..=7 };
            let step = |Hop { from, to, .. }| {
                let mut after = referee.clone();
                let squares = [from.0, from.1, to.0, to.1];
                after.submit(player, squares, 0).unwrap();
                let is_quiet = after.quiet_moves > 0 && own_side.contains(&to.0);
                (is_quiet && after.standings() < 3).then_some((after, squares))
            };
            let next = referee.legal_moves().into_iter().filter_map(step);
            let (after, squares) = next.min_by_key(|(after, _)| {
                seed = seed * 75 % 65_537;
                (after.standings(), seed)
            })?;
            referee = after;
            path.push(squares);
        }
        Some(path)
    };
    (1..1_000).find_map(walk).unwrap()
}

/// As in `KINGS`, but one king is a step from the edge: so there are positions enough for `wander`.
const KINGS_APART: &str = "
    . . . . . . . O
    o . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . X . . . . . .
    . . . . . . x .";

#[test]
fn after_eighty_quiet_moves_a_draw_can_be_claimed_and_not_before() {
    let mut game = Match::with(KINGS_APART, 0);
    let path = wander(&game.referee, 90);
    let mut stored = Vec::new();
    for (n, &squares) in (1..).zip(&path) {
        let player = game.referee.game.player_to_move as usize;
        game.call(Call::Submit(player, squares)).unwrap();
        stored.push(game.stored().len());
        assert!(game.referee.standings() < 3);
        if n < 80 {
            assert_eq!(game.call(Call::ClaimDraw(3 - player)), no_draw(), "{n}");
        }
    }
    assert!(stored[79..].iter().all(|&bytes| bytes == stored[79]));
    let to_move = game.referee.game.player_to_move as usize;
    assert_eq!(game.call(Call::ClaimDraw(3 - to_move)), Err(4));
    assert_eq!(game.call(Call::ClaimDraw(to_move)), Ok(()));
    assert_eq!(game.result(), (true, 0));
    // With the eightieth move it could be claimed, and another move of a man takes that away.
    for last in [None, Some((5, 9)), Some((32, 28))] {
        let mut game = Match::with(KINGS_APART, 0);
        for &squares in &path[..80 + usize::from(last == Some((32, 28)))] {
            let player = game.referee.game.player_to_move as usize;
            game.call(Call::Submit(player, squares)).unwrap();
        }
        let to_move = game.referee.game.player_to_move as usize;
        let Some((from, to)) = last else {
            assert_eq!(game.call(Call::ClaimDraw(to_move)), Ok(()));
            continue;
        };
        game.play(from, to);
        assert_eq!(game.call(Call::ClaimDraw(3 - to_move)), no_draw());
    }
}

#[test]
fn no_draw_can_be_claimed_while_a_chain_is_open() {
    let mut game = Match::with(CHAIN, 0);
    game.play(9, 18);
    assert_eq!(game.call(Call::ClaimDraw(1)), no_draw());
    assert_eq!(game.call(Call::ClaimDraw(2)), Err(4));
}

// --- the clock ---

fn time_not_up() -> Result<(), u32> {
    Err(CheckersError::TimeNotUp as u32)
}

#[test]
fn the_win_can_be_claimed_when_the_time_of_the_player_to_move_is_up() {
    for moves in 0..4 {
        let mut game = Match::new(HOUR);
        for &(from, to) in &[(11, 15), (22, 18), (15, 22)][..moves] {
            game.wait(1_000);
            game.play(from, to);
        }
        let to_move = game.referee.game.player_to_move as usize;
        game.wait(u64::from(HOUR) - 1);
        assert_eq!(game.call(Call::ClaimWin(3 - to_move)), time_not_up());
        game.wait(1);
        let own = game.call(Call::ClaimWin(to_move));
        assert_eq!(own, Err(CheckersError::YourTurn as u32));
        assert_eq!(game.call(Call::ClaimWin(3)), Err(3));
        assert_eq!(game.call(Call::ClaimWin(3 - to_move)), Ok(()));
        assert_eq!(game.result(), (true, 3 - to_move as u32));
    }
}

#[test]
fn who_has_moved_cannot_lose_on_time_and_may_move_late_until_the_win_is_claimed() {
    let mut game = Match::new(HOUR);
    game.wait(u64::from(HOUR) * 5);
    game.play(11, 15);
    for player in [1, 2] {
        game.call(Call::ClaimWin(player)).unwrap_err();
    }
    game.wait(u64::from(HOUR));
    let own = game.call(Call::ClaimWin(2));
    assert_eq!(own, Err(CheckersError::YourTurn as u32));
    assert_eq!(game.call(Call::ClaimWin(1)), Ok(()));
}

#[test]
fn a_jump_inside_a_chain_does_not_restart_the_time() {
    let mut game = Match::with(CHAIN, HOUR);
    game.wait(u64::from(HOUR) - 10);
    game.play(9, 18);
    assert_eq!(game.call(Call::ClaimWin(2)), time_not_up());
    game.wait(10);
    let mut late = game.call(Call::ClaimWin(2));
    assert_eq!(late, Ok(()));
    assert_eq!(game.result(), (true, 2));
    // Whoever ends the chain in time passes the turn, and with it the time.
    let mut game = Match::with(CHAIN, HOUR);
    game.wait(u64::from(HOUR) - 10);
    game.play(9, 18);
    game.play(18, 27);
    game.wait(u64::from(HOUR) - 1);
    late = game.call(Call::ClaimWin(1));
    assert_eq!(late, time_not_up());
    game.wait(1);
    assert_eq!(game.call(Call::ClaimWin(1)), Ok(()));
}

#[test]
fn without_a_clock_nobody_loses_on_time() {
    let mut game = Match::new(0);
    game.wait(u64::from(u32::MAX) * 1_000);
    let claim = game.call(Call::ClaimWin(2));
    assert_eq!(claim, Err(CheckersError::NoClock as u32));
    let mut game = Match::new(u32::MAX);
    game.wait(u64::from(u32::MAX));
    assert_eq!(game.call(Call::ClaimWin(2)), Ok(()));
}

// --- refusals ---

const ASKED: [fn(usize) -> Call; 4] = [
    Call::Resign,
    Call::AgreeDraw,
    Call::ClaimDraw,
    Call::ClaimWin,
];

#[test]
fn before_a_game_is_set_up_there_is_nothing_to_ask_for() {
    let table = Table::native();
    let (client, player) = (&table.client, table.player(1));
    let asked: [Ask; 4] = [
        CheckersContractClient::try_resign,
        CheckersContractClient::try_agree_draw,
        CheckersContractClient::try_claim_draw,
        CheckersContractClient::try_claim_win,
    ];
    for ask in asked {
        let refused = ask(client, player);
        assert_eq!(refused, Err(Ok(CheckersError::NotInitialised)));
    }
    let refused = client.try_legal_moves();
    assert_eq!(refused, Err(Ok(CheckersError::NotInitialised)));
    let refused = client.try_get_match();
    assert_eq!(refused, Err(Ok(CheckersError::NotInitialised)));
}

#[test]
fn the_constructor_cannot_be_called_again() {
    let table = Table::quiet();
    let call = || {
        let (env, name) = (&table.env, Symbol::new(&table.env, "__constructor"));
        env.try_invoke_contract::<Val, InvokeError>(
            &table.contract,
            &name,
            soroban_sdk::vec![env, 1_u32.into()],
        )
    };
    assert!(call().is_err());
    table.init();
    let before = table.stored();
    assert!(call().is_err());
    assert_eq!(table.stored(), before);
}

/// More than any game comes to: 24 kings, an open chain, an offer, and eighty quiet moves.
#[test]
fn a_world_with_everything_in_it_is_played_and_stored() {
    let tables = [
        Some(Table::quiet()),
        built_wasm().map(|wasm| Table::quiet_wasm(&wasm)),
    ];
    for table in tables.into_iter().flatten() {
        table.init();
        let kings = |black: &[u8], white: &[u8]| {
            let mut cells = [0; 64];
            black.iter().for_each(|&number| cells[cell(number)] = 2);
            white.iter().for_each(|&number| cells[cell(number)] = -2);
            Naive::with(cells, 1)
        };
        table.store(&kings(&[1], &[32]));
        let steps = [(1, 1, 6), (2, 32, 27), (1, 6, 1), (2, 27, 32)];
        for (player, from, to) in steps.into_iter().cycle().take(80) {
            table.submit(player, rows_and_columns(from, to)).unwrap();
        }
        let mut game = kings(
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18],
            &[20, 21, 22, 23, 24, 26, 27, 28, 29, 30, 31, 32],
        );
        game.chain = Square::of_number(18).map(|square| (square.row(), square.col()));
        table.store(&game);
        table.client.agree_draw(table.player(1));
        let entry = || -> Bytes {
            let entry = || table.env.storage().instance().get(&symbol_short!("game"));
            table.env.as_contract(&table.contract, entry).unwrap()
        };
        // The next id, pieces, kings, players, turn, status, chain, clock, offer, quiet moves.
        let everything = 1 + 29 + 5 + 67 + 6 + 3 + 2 + 13 + 2 + 82;
        assert_eq!(entry().len(), everything);
        assert_eq!(table.state(), game.notation());
        assert_eq!(table.client.get_match().quiet_moves, 80);
        assert_eq!(table.client.get_match().offer, 1);
        assert_eq!(
            table.client.legal_moves().len(),
            game.legal_hops().len() as u32
        );
        table.submit(1, rows_and_columns(18, 25)).unwrap();
        assert_eq!(
            table
                .client
                .get_state()
                .board
                .cells
                .iter()
                .filter(|&cell| cell != 0)
                .count(),
            23
        );
        table.client.agree_draw(table.player(2));
        assert_eq!(table.client.get_state().status.winner, 0);
        // What it has grown to it keeps, as room.
        assert_eq!(entry().len(), everything);
    }
}

#[test]
fn a_finished_game_stays_as_it_is_whoever_asks_for_whatever() {
    for end in 0..4 {
        let mut game = Match::new(HOUR);
        game.play_all(&[(11, 15), (22, 18)]);
        game.call(Call::AgreeDraw(2)).unwrap();
        match end {
            0 => game.call(Call::Resign(2)),
            1 => game.call(Call::AgreeDraw(1)),
            2 => {
                game.wait(u64::from(HOUR));
                game.call(Call::ClaimWin(2))
            }
            _ => game.call(Call::Resign(1)),
        }
        .unwrap();
        game.wait(u64::from(HOUR) * 2);
        for player in [1, 2, 3] {
            for ask in ASKED {
                // Game over comes before "not a player", as in `submit_move`.
                assert_eq!(game.call(ask(player)), Err(9));
            }
            assert_eq!(game.call(Call::Submit(player, [3, 6, 5, 4])), Err(9));
        }
        assert!(game.client().legal_moves().is_empty());
        let again = game
            .client()
            .try_init_game(game.table.player(1), game.table.player(2));
        assert_eq!(again, Err(Ok(CheckersError::AlreadyInitialised)));
    }
}

#[test]
fn a_game_decided_on_the_board_settles_an_offer() {
    for player in [1, 2] {
        let mut game = Match::with(
            ". . . . . . . .
             . . . . . . . .
             . O . . . . . .
             . . x . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
            0,
        );
        game.call(Call::AgreeDraw(player)).unwrap();
        game.play(9, 18);
        assert_eq!(game.result(), (true, 1));
        assert_eq!(game.call(Call::AgreeDraw(3 - player)), Err(9));
    }
}

#[test]
fn a_stranger_is_refused_whatever_it_asks_for() {
    let mut game = Match::new(HOUR);
    game.wait(u64::from(HOUR));
    for ask in ASKED {
        assert_eq!(game.call(ask(3)), Err(3));
    }
}

#[test]
fn every_call_is_authorised_by_the_player_it_names() {
    let game = Match::new(HOUR);
    game.wait(u64::from(HOUR));
    let asked: [(&str, Ask); 4] = [
        ("resign", CheckersContractClient::try_resign),
        ("agree_draw", CheckersContractClient::try_agree_draw),
        ("claim_draw", CheckersContractClient::try_claim_draw),
        ("claim_win", CheckersContractClient::try_claim_win),
    ];
    let before = game.stored();
    game.table.env.set_auths(&[]);
    for (name, ask) in asked {
        for player in [1, 2] {
            let answer = ask(game.client(), game.table.player(player));
            assert!(matches!(answer, Err(Err(_))), "{name}: {answer:?}");
            assert_eq!(game.stored(), before, "{name}");
        }
    }
    game.table.env.mock_all_auths();
    let (_, agree) = asked[1];
    agree(game.client(), game.table.player(2)).unwrap().unwrap();
    let auths = game.table.env.auths();
    assert_eq!(auths.len(), 1);
    assert_eq!(&auths[0].0, game.table.player(2));
}

// --- one address as both players ---

#[test]
fn one_address_on_both_sides_can_end_its_game_in_every_way() {
    let alone = |seconds: u32| {
        let env = Env::default();
        env.mock_all_auths();
        let contract = env.register(CheckersContract, (seconds,));
        let player = Address::generate(&env);
        CheckersContractClient::new(&env, &contract).init_game(&player, &player);
        (
            env.clone(),
            CheckersContractClient::new(&env, &contract),
            player,
        )
    };
    let winner = |client: &CheckersContractClient| client.get_state().status;
    let finished = |winner| GameStatusComponent {
        status: GameStatus::Finished,
        winner,
    };
    // The side to move resigns.
    let (_env, client, player) = alone(0);
    client.resign(&player);
    assert_eq!(winner(&client), finished(2));
    let (_env, client, player) = alone(0);
    client.submit_move(&player, &2, &5, &3, &4);
    client.resign(&player);
    assert_eq!(winner(&client), finished(1));
    // It accepts its own offer, as the other player.
    let (_env, client, player) = alone(0);
    client.agree_draw(&player);
    client.agree_draw(&player);
    assert_eq!(winner(&client), finished(0));
    // It claims the win for the side that is not to move.
    let (env, client, player) = alone(HOUR);
    let early = client.try_claim_win(&player);
    assert_eq!(early, Err(Ok(CheckersError::TimeNotUp)));
    env.ledger()
        .set_timestamp(env.ledger().timestamp() + u64::from(HOUR));
    client.claim_win(&player);
    assert_eq!(winner(&client), finished(2));
}

// --- time to live ---

#[test]
fn every_call_that_writes_leaves_the_instance_thirty_days_to_live() {
    let env = Env::default();
    // Lives that begin short, so that the contract has to see to them.
    env.ledger().set_min_persistent_entry_ttl(1_000);
    let table = Table::deploy(env, |env| env.register(CheckersContract, (HOUR,)));
    let env = &table.env;
    let life = || env.as_contract(&table.contract, || env.storage().instance().get_ttl());
    assert!(life() >= LIFETIME_THRESHOLD, "deployment: {}", life());
    let later = || {
        env.ledger().with_mut(|ledger| {
            ledger.sequence_number += LIFETIME_THRESHOLD;
            ledger.timestamp += u64::from(HOUR);
        });
        assert!(life() < LIFETIME_THRESHOLD);
    };
    later();
    table.init();
    assert!(life() >= LIFETIME_THRESHOLD, "init_game");
    later();
    table.submit(1, rows_and_columns(11, 15)).unwrap();
    assert!(life() >= LIFETIME_THRESHOLD, "submit_move");
    later();
    table.client.agree_draw(table.player(1));
    assert!(life() >= LIFETIME_THRESHOLD, "agree_draw, an offer");
    later();
    // What only asks, or is refused, pays for nothing.
    table.client.legal_moves();
    table
        .client
        .try_agree_draw(table.player(1))
        .unwrap_err()
        .unwrap();
    assert!(life() < LIFETIME_THRESHOLD);
    table.client.claim_win(table.player(1));
    assert!(life() >= LIFETIME_THRESHOLD, "claim_win");
    for end in [
        CheckersContractClient::try_resign as Ask,
        CheckersContractClient::try_agree_draw as Ask,
    ] {
        let table = Table::native();
        table.init();
        table.client.agree_draw(table.player(2));
        let env = &table.env;
        let life = || env.as_contract(&table.contract, || env.storage().instance().get_ttl());
        let now = env.ledger().sequence();
        env.ledger().set_sequence_number(now + life() - 10);
        end(&table.client, table.player(1)).unwrap().unwrap();
        assert!(life() >= LIFETIME_THRESHOLD);
    }
}

// --- whole games ---

/// Plays a game out with a spectator, who must have seen every move and the result.
#[cfg(not(feature = "official-rules"))]
#[test]
fn a_spectator_who_has_only_the_events_sees_the_recorded_games() {
    for file in ["transitional.jsonl", "chain-step.jsonl"] {
        for game in support::recorded_games(file) {
            let table = Table::native();
            let mut spectator = Spectator::default();
            let mut movers = Vec::new();
            for (i, call) in game.calls.iter().enumerate() {
                let result = table.submit(call.player, call.squares);
                let events = spectator.watch(&table.env);
                assert_eq!(result.is_ok(), call.result == 0);
                if let Some(state) = &call.state {
                    movers.push(call.player as u32);
                    assert_eq!(&spectator.notation(), state, "{}, call {i}", game.name);
                } else {
                    assert_eq!(events, 0, "a refused call is silent");
                }
                if i == 0 {
                    table.init();
                    spectator.watch(&table.env);
                }
            }
            assert_eq!(spectator.movers, movers, "{}", game.name);
        }
    }
}

/// Without the official rules four matches cannot be played to their last move.
#[cfg(feature = "official-rules")]
#[test]
fn every_real_match_is_played_to_its_last_move_and_its_result() {
    for game in support::real_matches() {
        let mut played = Match::new(HOUR);
        for path in &game.turns {
            for hop in path.windows(2) {
                played.play(hop[0], hop[1]);
            }
        }
        assert!(!played.is_over(), "line {}", game.line);
        if game.winner == 0 {
            played.call(Call::AgreeDraw(2)).unwrap();
            played.call(Call::AgreeDraw(1)).unwrap();
        } else {
            played.call(Call::Resign(3 - game.winner as usize)).unwrap();
        }
        assert_eq!(played.result(), (true, game.winner), "line {}", game.line);
    }
}

// --- two hostile players ---

/// A man that is crowned by a jump, with another jump in reach of the king.
const CROWNING: &str = "
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . x
    o . . . . . . .
    . x . x . . . .
    . . . . . . . .";

/// From a game that is on: both players ask for everything, and the player to move plays on. What is
/// accepted leads to another game, and they go on from there. Tells how many calls there were.
fn explore(game: &mut Match, depth: usize) -> usize {
    let (contract, env) = (game.table.contract.clone(), game.table.env.clone());
    let stored = env.as_contract(&contract, || env.storage().instance().all());
    let (referee, spectator) = (game.referee.clone(), game.spectator.clone());
    let player = referee.game.player_to_move as usize;
    let hop = referee.legal_moves()[0];
    let squares = [hop.from.0, hop.from.1, hop.to.0, hop.to.1];
    let asked = ASKED.iter().flat_map(|ask| [1, 2].map(ask));
    let calls: Vec<Call> = asked.chain([Call::Submit(player, squares)]).collect();
    let mut count = 0;
    for &call in &calls {
        count += 1;
        if game.call(call).is_err() {
            // The game is as it was: `Match::call` sees to that.
            continue;
        }
        if game.is_over() {
            for &call in &calls {
                assert_eq!(game.call(call), Err(9));
            }
        } else if depth > 1 {
            count += explore(game, depth - 1);
        }
        env.as_contract(&contract, || {
            for (key, value) in stored.iter() {
                env.storage().instance().set(&key, &value);
            }
        });
        (game.referee, game.spectator) = (referee.clone(), spectator.clone());
    }
    count
}

#[test]
fn both_players_ask_for_everything_in_every_order_around_a_chain_a_crowning_and_the_end() {
    for picture in [CHAIN, CROWNING] {
        for is_late in [false, true] {
            let mut game = Match::with(picture, HOUR);
            if is_late {
                // The time of the player to move is up from the beginning.
                game.wait(u64::from(HOUR));
            }
            let calls = explore(&mut game, 6);
            assert!(calls > 500, "{calls}");
        }
    }
}

// --- any game ---

/// What the players do next, on whatever stands on the board.
#[derive(Clone, Debug)]
enum Deed {
    /// One of the legal moves of the player to move.
    Legal(Index),
    /// Takes a king back to where it stood two moves ago, if it can: so positions come back.
    Back,
    /// Any move, by anyone.
    Any(usize, [u32; 4]),
    /// Anything else, by anyone.
    Ask(usize, usize),
    /// Lets seconds pass.
    Wait(u64),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let hour = u64::from(HOUR);
    let deed = prop_oneof![
        12 => any::<Index>().prop_map(Deed::Legal),
        24 => Just(Deed::Back),
        2 => (1..=3usize, prop::array::uniform4(0..=8u32)).prop_map(|(p, m)| Deed::Any(p, m)),
        // Resignations are rarer: they end the game at once.
        6 => (1..=3usize, 1..4usize).prop_map(|(player, what)| Deed::Ask(player, what)),
        1 => (1..=20usize).prop_map(|n| Deed::Ask(n, if n <= 3 { 0 } else { 1 })),
        2 => prop_oneof![Just(1), Just(hour / 2), Just(hour - 1), Just(hour)].prop_map(Deed::Wait),
    ];
    prop::collection::vec(deed, 1..120)
}

prop_compose! {
    /// A few pieces a side, most of them kings.
    fn endings()(
        squares in Just((1..=32u8).collect::<Vec<_>>()).prop_shuffle(),
        black in 1..4usize,
        white in 1..4usize,
        men in prop::collection::vec(prop::bool::weighted(0.2), 6),
    ) -> [i32; 64] {
        let mut cells = [0; 64];
        for (i, &number) in squares.iter().take(black + white).enumerate() {
            let (side, far) = if i < black { (1, 28..=31) } else { (-1, 0..=3) };
            let man = men[i] && !far.contains(&(number - 1));
            cells[cell(number)] = if man { side } else { 2 * side };
        }
        cells
    }
}

/// Has the players do all that, and then sees that the game can be ended.
fn play_out(mut game: Match, deeds: Vec<Deed>) {
    let mut last: [Option<Hop>; 2] = [None; 2];
    for deed in deeds {
        let to_move = game.referee.game.player_to_move as usize;
        let legal = game.referee.legal_moves();
        let squares = |hop: Hop| [hop.from.0, hop.from.1, hop.to.0, hop.to.1];
        match deed {
            Deed::Wait(seconds) => game.wait(seconds),
            Deed::Any(player, squares) => {
                game.call(Call::Submit(player, squares)).ok();
            }
            Deed::Ask(player, what) => {
                let player = (player - 1) % 3 + 1;
                game.call(ASKED[what](player)).ok();
            }
            Deed::Legal(index) if !legal.is_empty() => {
                let hop = legal[index.index(legal.len())];
                last[to_move - 1] = Some(hop);
                game.call(Call::Submit(to_move, squares(hop))).unwrap();
            }
            Deed::Back => {
                let back = last[to_move - 1]
                    .and_then(|last| {
                        let (from, to) = (last.to, last.from);
                        legal.iter().find(|hop| (hop.from, hop.to) == (from, to))
                    })
                    .or(legal.first())
                    .copied();
                if let Some(hop) = back {
                    last[to_move - 1] = Some(hop);
                    game.call(Call::Submit(to_move, squares(hop))).unwrap();
                }
            }
            Deed::Legal(_) => assert!(game.is_over()),
        }
    }
    if game.is_over() {
        return;
    }
    let to_move = game.referee.game.player_to_move as usize;
    if game.referee.move_seconds > 0 {
        // One player is gone: the other waits.
        game.wait(game.referee.move_seconds);
        assert_eq!(game.call(Call::ClaimWin(3 - to_move)), Ok(()));
    } else {
        // Both are willing, whoever has offered.
        for player in [1, 2] {
            if game.referee.offer != player as u32 && !game.is_over() {
                assert_eq!(game.call(Call::AgreeDraw(player)), Ok(()));
            }
        }
    }
    assert!(game.is_over());
}

fn with_cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(with_cases(60))]

    #[test]
    fn no_calls_move_end_or_draw_a_new_game_against_the_rules(
        deeds in deeds(),
        clock in any::<bool>(),
    ) {
        play_out(Match::new(if clock { HOUR } else { 0 }), deeds);
    }

    #[test]
    fn no_calls_move_end_or_draw_an_ending_against_the_rules(
        cells in endings(),
        to_move in 1..=2u32,
        deeds in deeds(),
        clock in any::<bool>(),
    ) {
        let naive = Naive::with(cells, to_move);
        prop_assume!(naive.can_move(1) && naive.can_move(2));
        play_out(Match::with_cells(cells, to_move, if clock { HOUR } else { 0 }), deeds);
    }
}

// --- the wasm ---

#[test]
fn the_wasm_plays_a_match_like_the_linked_code() {
    let Some(wasm) = support::built_wasm() else {
        return;
    };
    let env = Env::default();
    env.ledger().set_timestamp(START);
    let table = Table::deploy(env, |env| env.register(&wasm[..], (HOUR,)));
    table.init();
    let mut spectator = Spectator::default();
    spectator.watch(&table.env);
    // As it was set up, and as it is after each of these, a spectator sees what the contract shows.
    assert_eq!(spectator.notation(), table.state());
    table.submit(1, rows_and_columns(11, 15)).unwrap();
    spectator.watch(&table.env);
    assert_eq!(spectator.notation(), table.state());
    table.client.agree_draw(table.player(2));
    spectator.watch(&table.env);
    assert_eq!(spectator.offer(), 2);
    let early = table.client.try_claim_win(table.player(1));
    assert_eq!(early, Err(Ok(CheckersError::TimeNotUp)));
    let none = table.client.try_claim_draw(table.player(2));
    assert_eq!(none, Err(Ok(CheckersError::NoDrawToClaim)));
    assert_eq!(table.client.legal_moves().len(), 7);
    table.env.ledger().set_timestamp(START + u64::from(HOUR));
    table.client.claim_win(table.player(1));
    spectator.watch(&table.env);
    assert_eq!(spectator.notation(), table.state());
    assert!(table.state().ends_with("|F|1"));
}
