//! The contract on the SDK's own host, in this process, with two accounts that play at it.
//!
//! This file alone knows what is linked into the program, and with which features.

use crate::contract::{position, Contract, MatchState, Receipt, Refusal, State};
use crate::cost::{Bill, Cost};
use crate::game::Rules;
use crate::request::Request;
use crate::spec::Spec;
use checkers::rules::{Side, Square};
use checkers::views::{GameState, GameStatus};
use checkers::CheckersContract;
use soroban_sdk::testutils::{EnvTestConfig, Ledger};
use soroban_sdk::xdr::{AccountId, PublicKey, ScAddress, Uint256};
use soroban_sdk::{
    contracttype, vec as host_vec, Address, Env, Error, InvokeError, Symbol, TryFromVal, Val,
    Vec as HostVec,
};
use std::time::Instant;

/// The functions of the linked code that not every contract has.
const LINKED_FUNCTIONS: &[&str] = if cfg!(feature = "match-play") {
    &[
        "__constructor",
        "resign",
        "agree_draw",
        "claim_draw",
        "claim_win",
        "legal_moves",
        "get_match",
    ]
} else {
    &[]
};

/// The rules that the linked code keeps.
pub const LINKED_RULES: Rules = if cfg!(feature = "official-rules") {
    Rules::Official
} else {
    Rules::Core
};

const LINKED: &str = "\
The linked code is metered without the wasm machine, so a call on the network
costs more: play a built wasm with --wasm FILE to see what the network would
charge for it.
";

const WASM: &str = "\
This is what the network would charge for the calls of the wasm, at the rates
of the public network. Not in it: the deployment, and each transaction's size
and inclusion.
";

/// What is deployed.
#[derive(Clone, Debug)]
pub enum Code {
    /// The contract as it is linked into this program.
    Linked,
    /// A built wasm.
    Wasm(Vec<u8>),
}

/// A step or a jump, as `legal_moves` lists it.
#[contracttype]
#[derive(Clone)]
struct Move {
    from_row: u32,
    from_col: u32,
    to_row: u32,
    to_col: u32,
}

/// What `get_match` returns.
#[contracttype]
struct Match {
    move_seconds: u32,
    turn_passed: u64,
    offer: u32,
    quiet_moves: u32,
}

/// A deployed contract with a game set up.
pub struct Table {
    env: Env,
    contract: Address,
    spec: Spec,
    linked: bool,
    players: [(AccountId, Address); 2],
    bill: Bill,
    /// The ledger's time runs from here, as real time does.
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
        let spec = match code {
            Code::Linked => Spec::linked(LINKED_FUNCTIONS),
            Code::Wasm(wasm) => Spec::of_wasm(wasm)?,
        };
        spec.takes_clock(move_seconds)?;
        let contract = match (code, spec.has_clock()) {
            (Code::Linked, true) => env.register(CheckersContract, (move_seconds,)),
            (Code::Linked, false) => env.register(CheckersContract, ()),
            (Code::Wasm(wasm), true) => env.register(wasm.as_slice(), (move_seconds,)),
            (Code::Wasm(wasm), false) => env.register(wasm.as_slice(), ()),
        };
        let players = [1, 2].map(|key| {
            let account = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([key; 32])));
            let address = Address::try_from_val(&env, &ScAddress::Account(account.clone()));
            (account, address.expect("an account has an address"))
        });
        let mut table = Table {
            contract,
            start: Instant::now(),
            linked: matches!(code, Code::Linked),
            env,
            spec,
            players,
            bill: Bill::default(),
        };
        let [(_, one), (_, two)] = &table.players;
        let arguments = host_vec![&table.env, one.to_val(), two.to_val()];
        match table.send(Side::Black, "init_game", arguments) {
            Ok(_) => Ok(table),
            Err(why) => Err(format!("init_game failed: {why}")),
        }
    }

    /// Calls the contract from the account of a player, and enters the call into the bill.
    fn send(
        &mut self,
        side: Side,
        name: &'static str,
        arguments: HostVec<Val>,
    ) -> Result<Option<Receipt>, Refusal> {
        self.env.ledger().set_timestamp(self.now());
        // Makes the player the source account, as the CLI's `--source` does. Otherwise the host would
        // add the rent of a nonce that no such call pays.
        let (account, _) = &self.players[side.player() as usize - 1];
        let set = self.env.host().set_source_account(account.clone());
        set.expect("the host takes any account");
        let answer = self.call::<()>(name, arguments);
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
        self.bill.enter(name, answer.is_ok(), cost);
        answer.map(|()| None)
    }

    fn call<T: TryFromVal<Env, Val>>(
        &self,
        name: &str,
        arguments: HostVec<Val>,
    ) -> Result<T, Refusal> {
        let function = Symbol::new(&self.env, name);
        let answer =
            (self.env).try_invoke_contract::<T, Error>(&self.contract, &function, arguments);
        match answer {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(_)) => Err(Refusal::Host(format!("{name} returned something else"))),
            Err(Ok(error)) if error.is_type(soroban_sdk::xdr::ScErrorType::Contract) => {
                let code = error.get_code();
                Err(Refusal::Contract(code, self.spec.explain(code)))
            }
            Err(Err(InvokeError::Contract(code))) => {
                Err(Refusal::Contract(code, self.spec.explain(code)))
            }
            Err(other) => Err(Refusal::Host(format!("{other:?}"))),
        }
    }

    fn view<T: TryFromVal<Env, Val>>(&self, name: &str) -> Result<T, Refusal> {
        self.call(name, HostVec::new(&self.env))
    }

    fn player(&self, side: Side) -> &Address {
        &self.players[side.player() as usize - 1].1
    }
}

impl Contract for Table {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn rules(&self) -> Option<Rules> {
        self.linked.then_some(LINKED_RULES)
    }

    fn address(&self, side: Side) -> String {
        let text = self.player(side).to_string();
        let mut bytes = vec![0; text.len() as usize];
        text.copy_into_slice(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn submit(&mut self, side: Side, squares: [u32; 4]) -> Result<Option<Receipt>, Refusal> {
        let mut arguments = host_vec![&self.env, self.player(side).to_val()];
        arguments.extend(squares.map(Val::from));
        self.send(side, "submit_move", arguments)
    }

    fn ask(&mut self, side: Side, request: Request) -> Result<Option<Receipt>, Refusal> {
        let arguments = host_vec![&self.env, self.player(side).to_val()];
        self.send(side, request.name(), arguments)
    }

    fn state(&self) -> Result<State, Refusal> {
        let state: GameState = self.view("get_state")?;
        Ok(State {
            position: position(state.board.cells.iter()),
            side: Side::of_player(state.turn.current_player).expect("player 1 or 2 is to move"),
            move_number: state.turn.move_number,
            finished: state.status.status == GameStatus::Finished,
            winner: Side::of_player(state.status.winner),
        })
    }

    fn match_state(&self) -> Result<Option<MatchState>, Refusal> {
        if !self.spec.has_function("get_match") {
            return Ok(None);
        }
        let state: Match = self.view("get_match")?;
        Ok(Some(MatchState {
            move_seconds: state.move_seconds,
            turn_passed: state.turn_passed,
            offer: Side::of_player(state.offer),
            quiet_moves: state.quiet_moves,
        }))
    }

    fn legal_moves(&self) -> Result<Option<Vec<(Square, Square)>>, Refusal> {
        if !self.spec.has_function("legal_moves") {
            return Ok(None);
        }
        let moves: HostVec<Move> = self.view("legal_moves")?;
        let squares = |step_or_jump: Move| {
            let from = Square::at(step_or_jump.from_row, step_or_jump.from_col)?;
            let to = Square::at(step_or_jump.to_row, step_or_jump.to_col)?;
            Some((from, to))
        };
        Ok(moves.iter().map(squares).collect())
    }

    /// Nobody has played here before.
    fn past(&self) -> Result<Option<Vec<(Square, Square)>>, Refusal> {
        Ok(Some(Vec::new()))
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_secs()
    }

    fn costs(&self) -> String {
        format!("{}{}", self.bill, if self.linked { LINKED } else { WASM })
    }

    fn headers(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}
