//! The contract on the SDK's own host, in this process, with two accounts that play at it.

use crate::cost::{Bill, Cost};
#[cfg(feature = "match-play")]
use crate::request::Request;
use crate::spec::Spec;
use checkers::errors::CheckersError;
#[cfg(feature = "match-play")]
use checkers::match_play::views::MatchState;
use checkers::rules::{Position, Side, Square, SIZE};
use checkers::views::{GameState, GameStatus};
use checkers::{CheckersContract, CheckersContractClient};
use soroban_sdk::testutils::{EnvTestConfig, Ledger};
use soroban_sdk::xdr::{AccountId, PublicKey, ScAddress, Uint256};
use soroban_sdk::{Address, Env, InvokeError, TryFromVal};
use std::fmt::Debug;
#[cfg(feature = "match-play")]
use std::time::Instant;

/// What is deployed.
pub enum Code {
    /// The contract as it is linked into this program.
    Linked,
    /// A built wasm.
    Wasm(Vec<u8>),
}

/// Why a call had no effect.
pub enum Refusal {
    /// The contract's own error, explained.
    Contract(String),
    /// The host stopped the call.
    Host(String),
}

/// A deployed contract with a game set up.
pub struct Table {
    env: Env,
    client: CheckersContractClient<'static>,
    spec: Spec,
    players: [(AccountId, Address); 2],
    bill: Bill,
    /// Can players ask for more than moves?
    #[cfg(feature = "match-play")]
    match_play: bool,
    /// The ledger's time runs from here, as real time does.
    #[cfg(feature = "match-play")]
    start: Instant,
}

impl Table {
    /// Deploys the contract, with `move_seconds` for its clock if it has one, and calls `init_game`.
    pub fn set_up(code: &Code, move_seconds: u32) -> Result<Table, String> {
        let env = Env::new_with_config(EnvTestConfig {
            capture_snapshot_at_drop: false,
        });
        // As on the public network. The test host's own lifetimes would hide most of the rent.
        env.ledger().with_mut(|ledger| {
            ledger.min_persistent_entry_ttl = 2_073_600;
            ledger.min_temp_entry_ttl = 17_280;
            ledger.max_entry_ttl = 3_110_400;
        });
        env.mock_all_auths();
        let (contract, spec) = match code {
            #[cfg(feature = "match-play")]
            Code::Linked => (
                env.register(CheckersContract, (move_seconds,)),
                Spec::linked(),
            ),
            #[cfg(not(feature = "match-play"))]
            Code::Linked => (env.register(CheckersContract, ()), Spec::linked()),
            Code::Wasm(wasm) => {
                let spec = Spec::of_wasm(wasm).ok_or("not the wasm of a contract for this game")?;
                let contract = if spec.has_function("__constructor") {
                    env.register(wasm.as_slice(), (move_seconds,))
                } else if move_seconds > 0 {
                    return Err("this contract has no clock: play it without --clock".into());
                } else {
                    env.register(wasm.as_slice(), ())
                };
                (contract, spec)
            }
        };
        let players = [1, 2].map(|key| {
            let account = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([key; 32])));
            let address = Address::try_from_val(&env, &ScAddress::Account(account.clone()));
            (account, address.expect("an account has an address"))
        });
        let mut table = Table {
            client: CheckersContractClient::new(&env, &contract),
            #[cfg(feature = "match-play")]
            match_play: match code {
                Code::Linked => true,
                Code::Wasm(_) => spec.has_function(Request::Resign.name()),
            },
            #[cfg(feature = "match-play")]
            start: Instant::now(),
            env,
            spec,
            players,
            bill: Bill::default(),
        };
        table.send_from(Side::Black);
        let [(_, one), (_, two)] = &table.players;
        let answer = table.client.try_init_game(one, two);
        table.record("init_game", answer.is_ok());
        match answer {
            Ok(_) => Ok(table),
            Err(error) => Err(format!("init_game failed: {error:?}")),
        }
    }

    /// The address that plays a side.
    pub fn address(&self, side: Side) -> &Address {
        &self.players[side.player() as usize - 1].1
    }

    /// Sends one move, from the account of the player who makes it.
    pub fn submit(&mut self, side: Side, squares: [u32; 4]) -> Result<(), Refusal> {
        self.send_from(side);
        let [from_row, from_col, to_row, to_col] = squares;
        let player = self.address(side);
        let answer = self
            .client
            .try_submit_move(player, &from_row, &from_col, &to_row, &to_col);
        self.enter("submit_move", answer)
    }

    /// Sends what a player asks for.
    #[cfg(feature = "match-play")]
    pub fn ask(&mut self, side: Side, request: Request) -> Result<(), Refusal> {
        self.send_from(side);
        let player = self.address(side);
        let answer = match request {
            Request::Resign => self.client.try_resign(player),
            Request::AgreeDraw => self.client.try_agree_draw(player),
            Request::ClaimDraw => self.client.try_claim_draw(player),
            Request::ClaimWin => self.client.try_claim_win(player),
        };
        self.enter(request.name(), answer)
    }

    /// Can players ask for more than moves?
    #[cfg(feature = "match-play")]
    pub fn has_match_play(&self) -> bool {
        self.match_play
    }

    /// The squares of each step or jump that the contract says is legal. `None` if it does not tell.
    #[cfg(feature = "match-play")]
    pub fn legal_moves(&self) -> Option<Vec<(Square, Square)>> {
        let moves = self.match_play.then(|| self.client.legal_moves())?;
        let squares = |step_or_jump: checkers::match_play::views::Move| {
            let from = Square::at(step_or_jump.from_row, step_or_jump.from_col)?;
            let to = Square::at(step_or_jump.to_row, step_or_jump.to_col)?;
            Some((from, to))
        };
        moves.iter().map(squares).collect()
    }

    /// What the contract tells of the clock and of offers. `None` if it has neither.
    #[cfg(feature = "match-play")]
    pub fn match_record(&self) -> Option<MatchState> {
        self.match_play.then(|| self.client.get_match())
    }

    /// The time of the ledger that closes now, in seconds.
    #[cfg(feature = "match-play")]
    pub fn now(&self) -> u64 {
        self.start.elapsed().as_secs()
    }

    /// Enters a call into the bill, and reads what the contract answered.
    fn enter<E: Debug>(
        &mut self,
        name: &'static str,
        answer: Result<Result<(), E>, Result<CheckersError, InvokeError>>,
    ) -> Result<(), Refusal> {
        self.record(name, matches!(answer, Ok(Ok(()))));
        match answer {
            Ok(Ok(())) => Ok(()),
            Err(Ok(error)) => Err(Refusal::Contract(self.spec.explain(error as u32))),
            // An error of this wasm that the linked code does not have.
            Err(Err(InvokeError::Contract(code))) => {
                Err(Refusal::Contract(self.spec.explain(code)))
            }
            other => Err(Refusal::Host(format!("{other:?}"))),
        }
    }

    /// The game as the contract tells it.
    pub fn state(&self) -> State {
        State::of(&self.client.get_state())
    }

    /// What has been called and what it cost.
    pub fn bill(&self) -> &Bill {
        &self.bill
    }

    /// Makes a player the source account, as the CLI's `--source` does. Otherwise the host would
    /// add the rent of a nonce that no such call pays.
    fn send_from(&self, side: Side) {
        #[cfg(feature = "match-play")]
        self.env.ledger().set_timestamp(self.now());
        let (account, _) = &self.players[side.player() as usize - 1];
        let set = self.env.host().set_source_account(account.clone());
        set.expect("the host takes any account");
    }

    fn record(&mut self, name: &'static str, accepted: bool) {
        let resources = self.env.cost_estimate().resources();
        let fee = self.env.cost_estimate().fee();
        let cost = Cost {
            instructions: resources.instructions,
            memory: resources.mem_bytes,
            entries: resources.write_entries.into(),
            bytes: resources.write_bytes.into(),
            fee: fee.total,
            rent: fee.persistent_entry_rent + fee.temporary_entry_rent,
        };
        self.bill.enter(name, accepted, cost);
    }
}

/// What `get_state` tells, as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Where the pieces stand.
    pub position: Position,
    /// The side to move.
    pub side: Side,
    /// 1 at the start, one more each time the turn passes.
    pub move_number: u32,
    /// Is the game over?
    pub finished: bool,
    /// Who has won.
    pub winner: Option<Side>,
}

impl State {
    fn of(state: &GameState) -> State {
        let mut position = Position::default();
        for (index, cell) in (0..).zip(state.board.cells.iter()) {
            let side = match cell {
                1.. => Side::Black,
                0 => continue,
                _ => Side::White,
            };
            if let Some(square) = Square::at(index / SIZE, index % SIZE) {
                position.place(square, side);
                if cell.abs() == 2 {
                    position.crown(square);
                }
            }
        }
        let player = state.turn.current_player;
        State {
            position,
            side: Side::of_player(player).expect("player 1 or 2 is to move"),
            move_number: state.turn.move_number,
            finished: state.status.status == GameStatus::Finished,
            winner: Side::of_player(state.status.winner),
        }
    }
}
