//! The contract on the SDK's own host, in this process, with two accounts that play at it.

use crate::cost::{Bill, Cost};
use crate::spec::Spec;
use checkers::components::GameStatus;
use checkers::rules::{Position, Side, Square, SIZE};
use checkers::views::GameState;
use checkers::{CheckersContract, CheckersContractClient};
use soroban_sdk::testutils::{EnvTestConfig, Ledger};
use soroban_sdk::xdr::{AccountId, PublicKey, ScAddress, Uint256};
use soroban_sdk::{Address, Env, InvokeError, TryFromVal};

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
}

impl Table {
    /// Deploys the contract and calls `init_game`.
    pub fn set_up(code: &Code) -> Result<Table, String> {
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
            Code::Linked => (env.register(CheckersContract, ()), Spec::linked()),
            Code::Wasm(wasm) => {
                let spec = Spec::of_wasm(wasm).ok_or("not the wasm of a contract for this game")?;
                (env.register(wasm.as_slice(), ()), spec)
            }
        };
        let players = [1, 2].map(|key| {
            let account = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([key; 32])));
            let address = Address::try_from_val(&env, &ScAddress::Account(account.clone()));
            (account, address.expect("an account has an address"))
        });
        let mut table = Table {
            client: CheckersContractClient::new(&env, &contract),
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
        self.record("submit_move", matches!(answer, Ok(Ok(()))));
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
                position.place(square, side, cell.abs() == 2);
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
