//! A variant of draughts that is not shipped: in Italy a man may not capture a king. It is a rule, the
//! table of systems that ask it, and the entry points of a contract, all of it below; the rest is tests. A second
//! implementation says what the rule comes to.

use checkers::components::{Chain, King, Piece, Players, Status, Turn, MATCH};
use checkers::errors::CheckersError;
#[cfg(feature = "match-play")]
use checkers::match_play::legal_moves;
use checkers::packed_world::{self, PackedWorld};
use checkers::rules::{Position, Rank, Rules, Side, Square};
use checkers::schedule::{self, CheckersPlugin, Schedule};
use checkers::storage::SCHEMA;
use checkers::tick::{Action, SharedTick};
use checkers::views::{self, GameState, GameStatus};
use cougr_core::app::GameApp;
use cougr_core::game::SorobanGame;
use cougr_core::SimpleWorld;
use soroban_sdk::testutils::{Address as _, EnvTestConfig};
use soroban_sdk::{contract, contractimpl, symbol_short, Address, Env, Symbol};
use std::collections::BTreeSet;

// The variant.

/// A man may not capture a king.
struct Italian;

impl Rules for Italian {
    fn prey(position: &Position, side: Side, by: Rank) -> u32 {
        let pieces = position.pieces(side.opponent());
        match by {
            Rank::Man => pieces & !position.kings,
            Rank::King => pieces,
        }
    }
}

/// The schedule of the core, by this rule.
const SCHEDULE: Schedule = schedule::schedule::<Italian>();

fn add_rules(app: &mut GameApp, tick: &SharedTick) {
    app.add_plugin(CheckersPlugin {
        schedule: SCHEDULE,
        tick: tick.clone(),
    });
}

#[contract]
struct ItalianGame;

#[contractimpl]
impl ItalianGame {
    pub fn init_game(env: Env, one: Address, two: Address) -> Result<(), CheckersError> {
        if load(&env).is_some() {
            return Err(CheckersError::AlreadyInitialised);
        }
        Self::save_world(&env, &schedule::start(&env, Players::new(&one, &two)));
        Ok(())
    }

    pub fn submit_move(
        env: Env,
        player: Address,
        from_row: u32,
        from_col: u32,
        to_row: u32,
        to_col: u32,
    ) -> Result<(), CheckersError> {
        player.require_auth();
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        let action = Action { player, from, to };
        let world = schedule::play_by(add_rules, &env, Self::load_world(&env), action)?;
        Self::save_world(&env, &world);
        Ok(())
    }

    pub fn get_state(env: Env) -> Result<GameState, CheckersError> {
        let game = load(&env).ok_or(CheckersError::NotInitialised)?;
        Ok(views::state(&env, &game))
    }
}

/// With match play there is the list of legal moves. It asks the systems, and so knows the rule.
#[cfg(feature = "match-play")]
#[contractimpl]
impl ItalianGame {
    /// From and to, as indexes of dark squares.
    pub fn legal_moves(env: Env) -> Result<soroban_sdk::Vec<(u32, u32)>, CheckersError> {
        let game = load(&env).ok_or(CheckersError::NotInitialised)?;
        let moves = legal_moves::legal_moves(add_rules, &env, &game.unpack());
        let squares = moves
            .iter()
            .map(|played| (played.from.index().into(), played.to.index().into()));
        Ok(soroban_sdk::Vec::from_iter(&env, squares))
    }
}

fn load(env: &Env) -> Option<PackedWorld> {
    packed_world::load(env, &ItalianGame::world_key(env), SCHEMA)
}

impl SorobanGame for ItalianGame {
    fn world_key(_: &Env) -> Symbol {
        symbol_short!("italian")
    }

    fn load_world(env: &Env) -> SimpleWorld {
        load(env).map_or_else(|| SimpleWorld::new(env), |game| game.unpack())
    }

    fn save_world(env: &Env, world: &SimpleWorld) {
        packed_world::save(env, &Self::world_key(env), SCHEMA, world);
    }
}

// A second implementation, on the 64 cells, of both rules.

/// Row and column, also of squares beyond the board.
type Cell = (i32, i32);

#[derive(Clone, Debug, PartialEq)]
struct Naive {
    /// In English draughts; not in Italian.
    men_capture_kings: bool,
    /// 1 and 2 man and king of player one, -1 and -2 of player two.
    cells: [[i32; 8]; 8],
    /// The side to move: 1 or -1.
    side: i32,
    move_number: u32,
    chain: Option<Cell>,
    /// The side that has won, or 0.
    winner: i32,
}

fn squares() -> impl Iterator<Item = Cell> {
    let all = (0..8).flat_map(|row| (0..8).map(move |col| (row, col)));
    all.filter(|(row, col)| (row + col) % 2 == 1)
}

/// Where a piece goes that moves by so many squares.
fn ways(piece: i32, (row, col): Cell, distance: i32) -> impl Iterator<Item = Cell> {
    let ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter();
    ways.filter(move |&(down, _)| piece.abs() == 2 || down == piece.signum())
        .map(move |(down, right)| (row + down * distance, col + right * distance))
}

fn between(from: Cell, to: Cell) -> Cell {
    ((from.0 + to.0) / 2, (from.1 + to.1) / 2)
}

impl Naive {
    fn start(men_capture_kings: bool) -> Naive {
        let mut cells = [[0; 8]; 8];
        for (row, col) in squares() {
            cells[row as usize][col as usize] = match row {
                0..=2 => 1,
                5..=7 => -1,
                _ => 0,
            };
        }
        Naive {
            men_capture_kings,
            cells,
            side: 1,
            move_number: 1,
            chain: None,
            winner: 0,
        }
    }

    /// The piece on a square, or 0; `None` beyond the board.
    fn at(&self, (row, col): Cell) -> Option<i32> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    }

    fn set(&mut self, (row, col): Cell, piece: i32) {
        self.cells[row as usize][col as usize] = piece;
    }

    fn pieces(&self, side: i32) -> Vec<Cell> {
        let is_own = |&cell: &Cell| self.at(cell).unwrap().signum() == side;
        squares().filter(is_own).collect()
    }

    fn steps(&self, from: Cell) -> Vec<Cell> {
        let all = ways(self.at(from).unwrap(), from, 1);
        all.filter(|&to| self.at(to) == Some(0)).collect()
    }

    fn jumps(&self, from: Cell) -> Vec<Cell> {
        let piece = self.at(from).unwrap();
        let captures = |to: &Cell| {
            let prey = self.at(between(from, *to));
            self.at(*to) == Some(0)
                && prey.is_some_and(|prey| {
                    prey * piece < 0
                        && (self.men_capture_kings || piece.abs() == 2 || prey.abs() == 1)
                })
        };
        ways(piece, from, 2).filter(captures).collect()
    }

    /// The captures of a side, from and to.
    fn captures(&self, side: i32) -> Vec<(Cell, Cell)> {
        let pieces = self.pieces(side).into_iter();
        let jumps = |from: Cell| self.jumps(from).into_iter().map(move |to| (from, to));
        pieces.flat_map(jumps).collect()
    }

    fn has_lost(&self, side: i32) -> bool {
        self.captures(side).is_empty()
            && self
                .pieces(side)
                .iter()
                .all(|&from| self.steps(from).is_empty())
    }

    /// From and to of all that the side to move may play.
    fn legal_moves(&self) -> BTreeSet<(Cell, Cell)> {
        if self.winner != 0 {
            return BTreeSet::new();
        }
        let captures = self.captures(self.side);
        if captures.is_empty() {
            let pieces = self.pieces(self.side).into_iter();
            let steps = |from: Cell| self.steps(from).into_iter().map(move |to| (from, to));
            return pieces.flat_map(steps).collect();
        }
        let goes_on = |(from, _): &(Cell, Cell)| self.chain.is_none_or(|chain| chain == *from);
        captures.into_iter().filter(goes_on).collect()
    }

    /// Player 1 or 2, or 3 for a stranger, asks for a move: 0, or the code of the error.
    fn submit(&mut self, player: u32, squares: [u32; 4]) -> u32 {
        let code = self.check(player, squares);
        if code == 0 {
            let [from_row, from_col, to_row, to_col] = squares.map(|index| index as i32);
            self.play((from_row, from_col), (to_row, to_col));
        }
        code
    }

    fn check(&self, player: u32, squares: [u32; 4]) -> u32 {
        let mover = match player {
            _ if self.winner != 0 => return 9,
            1 => 1,
            2 => -1,
            _ => return 3,
        };
        if mover != self.side {
            return 4;
        }
        if squares.iter().any(|&index| index > 7) {
            return 10;
        }
        let [from_row, from_col, to_row, to_col] = squares.map(|index| index as i32);
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        let distance = (from_row - to_row).abs();
        let is_diagonal = distance == (from_col - to_col).abs();
        if (to_row + to_col) % 2 == 0 {
            12
        } else if self.chain.is_some_and(|chain| chain != from) {
            11
        } else if self.at(from).unwrap() * mover <= 0 {
            5
        } else if !is_diagonal || !(1..=2).contains(&distance) {
            7
        } else if self.at(to) != Some(0) {
            6
        } else if self.jumps(from).contains(&to) {
            0
        } else if !self.steps(from).contains(&to) {
            7
        } else if !self.captures(mover).is_empty() {
            8
        } else {
            0
        }
    }

    fn play(&mut self, from: Cell, to: Cell) {
        let (side, piece) = (self.side, self.at(from).unwrap());
        let is_jump = (from.0 - to.0).abs() == 2;
        self.set(from, 0);
        self.set(to, piece);
        if is_jump {
            self.set(between(from, to), 0);
        }
        if to.0 == if side == 1 { 7 } else { 0 } {
            self.set(to, 2 * side);
        }
        self.chain = (is_jump && !self.jumps(to).is_empty()).then_some(to);
        // A side without pieces has lost, player two looked at first; else one that cannot move, player
        // one looked at first.
        self.winner = if self.pieces(-1).is_empty() {
            1
        } else if self.has_lost(1) {
            -1
        } else {
            i32::from(self.has_lost(-1))
        };
        if self.winner != 0 {
            self.chain = None;
        } else if self.chain.is_none() {
            self.side = -side;
            self.move_number += 1;
        }
    }

    /// As the recordings write it: cells, player to move, move number, active or finished, winner.
    fn notation(&self) -> String {
        let cells = self.cells.iter().flatten().copied();
        let player = |side| if side == 0 { 0 } else { number_of(side) };
        let finished = self.winner != 0;
        notation(
            cells,
            number_of(self.side),
            self.move_number,
            finished,
            player(self.winner),
        )
    }
}

fn number_of(side: i32) -> u32 {
    if side == 1 {
        1
    } else {
        2
    }
}

fn notation(
    cells: impl Iterator<Item = i32>,
    player: u32,
    move_number: u32,
    finished: bool,
    winner: u32,
) -> String {
    let marks: String = cells
        .map(|cell| b"Xx.oO".map(char::from)[(cell + 2) as usize])
        .collect();
    format!(
        "{marks}|{player}|{move_number}|{}|{winner}",
        if finished { 'F' } else { 'A' }
    )
}

// Both, side by side.

fn host() -> Env {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    env.host().set_diagnostic_level(Default::default()).unwrap();
    env.cost_estimate().budget().reset_unlimited();
    env.mock_all_auths();
    env
}

/// A world of the contract at the position of a naive game, between two players.
fn world_of(env: &Env, game: &Naive, players: &[Address; 3]) -> SimpleWorld {
    let mut world = SimpleWorld::new(env);
    while world.spawn_entity() < MATCH {}
    let square = |(row, col): Cell| Square::at(row as u32, col as u32).unwrap();
    for (side, color, entities) in [(1, Side::Black, 1..), (-1, Side::White, 13..)] {
        for (entity, &cell) in entities.zip(&game.pieces(side)) {
            let piece = Piece {
                side: color,
                square: square(cell),
            };
            world.set_typed(env, entity, &piece);
            if game.at(cell) == Some(2 * side) {
                world.set_typed(env, entity, &King);
            }
        }
    }
    world.set_typed(env, MATCH, &Players::new(&players[0], &players[1]));
    let turn = Turn {
        player: number_of(game.side) as u8,
        number: game.move_number,
    };
    world.set_typed(env, MATCH, &turn);
    let status = Status {
        finished: false,
        winner: 0,
    };
    world.set_typed(env, MATCH, &status);
    if let Some(chain) = game.chain {
        let square = square(chain).index();
        world.set_typed(env, MATCH, &Chain { square });
    }
    world
}

/// The same notation, of a world, and the square of an open chain.
fn notation_of(env: &Env, world: &SimpleWorld) -> (String, Option<u8>) {
    let mut cells = [0; 64];
    for entity in 1..MATCH {
        if let Some(Piece { side, square }) = world.get_typed(env, entity) {
            let rank = if world.has_typed::<King>(entity) {
                2
            } else {
                1
            };
            cells[square.cell()] = if side == Side::Black { rank } else { -rank };
        }
    }
    let turn: Turn = world.get_typed(env, MATCH).unwrap();
    let status: Status = world.get_typed(env, MATCH).unwrap();
    let cells = cells.into_iter();
    (
        notation(
            cells,
            turn.player.into(),
            turn.number,
            status.finished,
            status.winner.into(),
        ),
        world
            .get_typed::<Chain>(env, MATCH)
            .map(|chain| chain.square),
    )
}

fn index((row, col): Cell) -> u8 {
    Square::at(row as u32, col as u32).unwrap().index()
}

/// What a tick by the Italian rules makes of a world; `Err` has the code of the error.
fn tick(
    env: &Env,
    world: &SimpleWorld,
    player: &Address,
    [from_row, from_col, to_row, to_col]: [u32; 4],
) -> Result<SimpleWorld, u32> {
    let action = Action {
        player: player.clone(),
        from: (from_row, from_col),
        to: (to_row, to_col),
    };
    let played = schedule::play_by(add_rules, env, world.clone(), action);
    played.map_err(|error| error as u32)
}

/// All pairs of dark squares of which a tick accepts the move.
fn accepted(env: &Env, world: &SimpleWorld, player: &Address) -> BTreeSet<(u8, u8)> {
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let is_accepted = |&(from, to): &(Square, Square)| {
        let squares = [from.row(), from.col(), to.row(), to.col()];
        tick(env, world, player, squares).is_ok()
    };
    pairs
        .filter(is_accepted)
        .map(|(from, to)| (from.index(), to.index()))
        .collect()
}

fn naive_moves(game: &Naive) -> BTreeSet<(u8, u8)> {
    let moves = game.legal_moves();
    moves
        .iter()
        .map(|&(from, to)| (index(from), index(to)))
        .collect()
}

/// A deployed game.
struct Table {
    env: Env,
    id: Address,
    client: ItalianGameClient<'static>,
    /// The two players, and a stranger.
    addresses: [Address; 3],
}

impl Table {
    fn new() -> Table {
        let env = host();
        let id = env.register(ItalianGame, ());
        Table {
            client: ItalianGameClient::new(&env, &id),
            addresses: [(); 3].map(|()| Address::generate(&env)),
            id,
            env,
        }
    }

    fn init(&self) {
        self.client
            .init_game(&self.addresses[0], &self.addresses[1]);
    }

    fn submit(&self, player: u32, [from_row, from_col, to_row, to_col]: [u32; 4]) -> u32 {
        let player = &self.addresses[player as usize - 1];
        let call = self
            .client
            .try_submit_move(player, &from_row, &from_col, &to_row, &to_col);
        match call {
            Ok(done) => done.map(|()| 0).unwrap(),
            Err(error) => error.unwrap() as u32,
        }
    }

    fn world(&self) -> SimpleWorld {
        let load = || ItalianGame::load_world(&self.env);
        self.env.as_contract(&self.id, load)
    }

    fn notation(&self) -> String {
        let GameState {
            board,
            turn,
            status,
            ..
        } = self.client.get_state();
        notation(
            board.cells.iter(),
            turn.current_player,
            turn.move_number,
            status.status == GameStatus::Finished,
            status.winner,
        )
    }

    /// What the contract lists, with match play, is what the rule allows.
    fn assert_lists(&self, _game: &Naive) {
        #[cfg(feature = "match-play")]
        {
            let listed = self.client.legal_moves();
            let allowed = naive_moves(_game);
            assert_eq!(listed.len() as usize, allowed.len(), "{listed:?}");
            let listed = listed.iter().map(|(from, to)| (from as u8, to as u8));
            assert!(listed.eq(allowed), "{_game:?}");
        }
    }
}

/// A call of a recording: the player, the squares, the answer, and the state after an accepted call.
type Call = (u32, [u32; 4], u32, Option<String>);

/// The recorded games by their names. `init_game` comes after the first call.
fn recorded_games() -> Vec<(String, Vec<Call>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/transitional.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as u32;
    let call = |call: &serde_json::Value| {
        let squares = core::array::from_fn(|n| number(&call["m"][n]));
        let state = call.get("s").map(|state| state.as_str().unwrap().into());
        (number(&call["p"]), squares, number(&call["r"]), state)
    };
    let games = text.lines().map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let calls = game["calls"].as_array().unwrap().iter().map(call);
        (game["name"].as_str().unwrap().into(), calls.collect())
    });
    games.collect()
}

/// Why a game parts from its recording.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reason {
    /// A man would have captured a king.
    Refused,
    /// English draughts refused a step, since a man could have captured a king.
    StepAllowed,
}

/// The reason, by the position before the call and the rule alone. It panics if there is none.
fn reason(before: &Naive, call: &Call, answer: u32) -> Reason {
    let is_forbidden = |&(from, to): &(Cell, Cell)| {
        let [by, prey] = [from, between(from, to)].map(|cell| before.at(cell).unwrap().abs());
        (by, prey) == (1, 2)
    };
    let (_, squares, recorded, _) = call;
    let [from_row, from_col, to_row, to_col] = squares.map(|index| index as i32);
    let played = ((from_row, from_col), (to_row, to_col));
    let captures = before.captures(before.side);
    match (*recorded, answer) {
        (0, 7) if is_forbidden(&played) => Reason::Refused,
        (8, 0) if captures.iter().all(is_forbidden) => Reason::StepAllowed,
        _ => panic!("{call:?} is answered with {answer} in {before:?}"),
    }
}

/// The first call of a recording by which a man captures a king, by the recorded states alone.
fn first_capture_of_a_king_by_a_man(calls: &[Call]) -> Option<usize> {
    let mut cells = Vec::new();
    for (number, (_, [from_row, from_col, to_row, to_col], _, state)) in calls.iter().enumerate() {
        let Some(state) = state else {
            continue;
        };
        let at = |row: u32, col: u32| cells.get((row * 8 + col) as usize).copied();
        let is_jump = from_row.abs_diff(*to_row) == 2;
        let by = at(*from_row, *from_col);
        let over = at((from_row + to_row) / 2, (from_col + to_col) / 2);
        if is_jump
            && matches!(
                (by, over),
                (Some(b'o'), Some(b'X')) | (Some(b'x'), Some(b'O'))
            )
        {
            return Some(number);
        }
        cells = state.bytes().collect();
    }
    None
}

/// Plays the calls of a recording through the contract. Where does the game part from it, if it does?
fn play(name: &str, calls: &[Call], takes: fn(&Call) -> bool) -> Option<(usize, Reason)> {
    let (table, mut parted) = (Table::new(), None);
    let [mut english, mut italian] = [true, false].map(Naive::start);
    let (player, squares, recorded, _) = &calls[0];
    assert_eq!(table.submit(*player, *squares), *recorded, "{name}");
    table.init();
    let calls = calls.iter().enumerate().skip(1);
    for (number, call) in calls.filter(|(_, call)| takes(call)) {
        let (player, squares, recorded, state) = call;
        let what = format!("{name}, call {number}: {call:?}");
        let before = english.clone();
        // The second implementation is right about English draughts.
        assert_eq!(english.submit(*player, *squares), *recorded, "{what}");
        if let Some(state) = state {
            assert_eq!(&english.notation(), state, "{what}");
        }
        // And the contract does what it says about Italian.
        let answer = table.submit(*player, *squares);
        assert_eq!(answer, italian.submit(*player, *squares), "{what}");
        assert_eq!(table.notation(), italian.notation(), "{what}");
        table.assert_lists(&italian);
        if parted.is_none() && (answer != *recorded || italian.notation() != english.notation()) {
            parted = Some((number, reason(&before, call, answer)));
        }
    }
    parted
}

#[test]
fn recorded_games_are_the_same_or_part_where_the_rule_says_so() {
    let mut parted = 0;
    for (name, calls) in recorded_games() {
        let forbidden = first_capture_of_a_king_by_a_man(&calls);
        let moves = play(&name, &calls, |(_, _, recorded, _)| *recorded == 0);
        assert_eq!(
            moves,
            forbidden.map(|number| (number, Reason::Refused)),
            "{name}"
        );
        // With the calls that were refused, a step may come before that capture.
        let all = play(&name, &calls, |_| true);
        assert_eq!(all.is_some(), forbidden.is_some(), "{name}: {all:?}");
        assert!(
            all.map(|(number, _)| number) <= forbidden,
            "{name}: {all:?}"
        );
        parted += usize::from(all.is_some());
    }
    assert_eq!(parted, 8, "of sixteen");
}

#[test]
fn a_man_that_could_only_capture_a_king_cannot_move() {
    let table = Table::new();
    let (env, players) = (&table.env, &table.addresses);
    for (men_capture_kings, winner) in [(true, 0), (false, 1)] {
        let mut game = Naive::start(men_capture_kings);
        game.cells = [[0; 8]; 8];
        game.set((3, 2), 2);
        game.set((5, 0), -1);
        let world = world_of(env, &game, players);
        // The king steps in front of the man. Behind it, where it was, the square is empty.
        assert_eq!(game.submit(1, [3, 2, 4, 1]), 0);
        assert_eq!(game.winner, winner);
        if !men_capture_kings {
            let world = tick(env, &world, &players[0], [3, 2, 4, 1]).unwrap();
            assert_eq!(notation_of(env, &world), (game.notation(), None));
        }
    }
}

/// Of every pair of dark squares, in some positions of some games.
#[test]
fn the_moves_that_are_accepted_are_those_that_are_listed() {
    for (_, calls) in recorded_games().iter().step_by(5) {
        let (table, mut game) = (Table::new(), Naive::start(false));
        table.init();
        let mut played = 0;
        for (player, squares, ..) in calls.iter().skip(1) {
            if game.submit(*player, *squares) != 0 {
                continue;
            }
            assert_eq!(table.submit(*player, *squares), 0);
            played += 1;
            if played % 6 == 0 {
                let mover = &table.addresses[number_of(game.side) as usize - 1];
                let accepted = accepted(&table.env, &table.world(), mover);
                assert_eq!(accepted, naive_moves(&game), "{game:?}");
                table.assert_lists(&game);
            }
        }
    }
}

/// Numbers that look random, the same at every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// A position in which men and kings are near each other.
fn position(numbers: &mut Numbers) -> Naive {
    let mut game = Naive::start(false);
    game.cells = [[0; 8]; 8];
    let squares: Vec<Cell> = squares().collect();
    for side in [1, -1] {
        for _ in 0..2 + numbers.below(5) {
            let cell = squares[numbers.below(squares.len())];
            let far_row = if side == 1 { 7 } else { 0 };
            let rank = if cell.0 == far_row {
                2
            } else {
                1 + numbers.below(2) as i32
            };
            if game.at(cell) == Some(0) {
                game.set(cell, side * rank);
            }
        }
    }
    game.side = [1, -1][numbers.below(2)];
    game
}

#[test]
fn random_games_among_kings_go_as_the_rule_says() {
    let mut numbers = Numbers(10);
    let (mut chains, mut ends) = (0, 0);
    for _ in 0..40 {
        let table = Table::new();
        let (env, players) = (&table.env, &table.addresses);
        let mut game = position(&mut numbers);
        let mut world = world_of(env, &game, players);
        for _ in 0..12 {
            let player = number_of(game.side);
            let address = &players[player as usize - 1];
            env.as_contract(&table.id, || ItalianGame::save_world(env, &world));
            table.assert_lists(&game);
            // Moves of all kinds by the pieces that there are, most of them refused.
            for _ in 0..20 {
                let pieces = game.pieces(game.side);
                let Some(&(row, col)) = pieces.get(numbers.below(pieces.len().max(1))) else {
                    break;
                };
                let [down, right] = [(); 2].map(|()| numbers.below(5) as i32 - 2);
                let squares = [row, col, row + down, col + right].map(|index| index as u32);
                let mut after = game.clone();
                let code = after.submit(player, squares);
                let played = tick(env, &world, address, squares);
                let is = played.map(|world| notation_of(env, &world));
                let expected = match code {
                    0 => Ok((after.notation(), after.chain.map(index))),
                    code => Err(code),
                };
                assert_eq!(is, expected, "{squares:?} in {game:?}");
            }
            let moves: Vec<_> = game.legal_moves().into_iter().collect();
            let Some(&(from, to)) = moves.get(numbers.below(moves.len().max(1))) else {
                break;
            };
            let squares = [from.0, from.1, to.0, to.1].map(|index| index as u32);
            assert_eq!(game.submit(player, squares), 0);
            world = tick(env, &world, address, squares).unwrap();
            let expected = (game.notation(), game.chain.map(index));
            assert_eq!(notation_of(env, &world), expected);
            chains += u32::from(game.chain.is_some());
            ends += u32::from(game.winner != 0);
        }
    }
    assert!(chains > 0 && ends > 0, "{chains} chains, {ends} ends");
}
