//! A contract on a network, played through the Stellar CLI.

use crate::cli::{Cli, Failed, Stage};
use crate::contract::{position, stroops, Contract, MatchState, Receipt, Refusal, State};
use crate::events;
use crate::game::Rules;
use crate::options::Options;
use crate::progress::Progress;
use crate::request::Request;
use crate::spec::Spec;
use crate::trouble;
use checkers::rules::{Side, Square};
use serde_json::Value;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// In whose name what is only read is simulated: the account that the CLI itself takes for that.
const NOBODY: &str = "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF";

/// How often the network is asked for a transaction of which the CLI has not seen the end, and the
/// time between.
const ASKED: u32 = 3;
const BETWEEN: Duration = Duration::from_secs(2);

/// A contract on a network.
pub struct Network {
    cli: Cli,
    id: String,
    spec: Spec,
    /// The identities that move here: Black's, White's.
    identities: [Option<String>; 2],
    addresses: [String; 2],
    progress: Progress,
    /// What was charged for the last call, and for all from here.
    charged: Option<(i64, i64)>,
    calls: u32,
}

impl Network {
    /// Deploys a new contract if the options say so, and joins the game of a contract.
    pub fn join(options: &Options, progress: Progress) -> Result<Network, String> {
        let cli = Cli {
            network: options.network.clone(),
        };
        let named = Side::BOTH.map(|side| options.player(side).name);
        let mut addresses: [Option<String>; 2] = [None, None];
        let mut identities = [None, None];
        for (i, name) in named.into_iter().enumerate() {
            let Some(name) = name else { continue };
            let here = options.player(Side::BOTH[i]).mover != crate::options::Mover::Elsewhere;
            addresses[i] = Some(if here {
                let address = Cli::local(&["keys", "address", &name]);
                let address = address.map_err(|failed| trouble::words(&failed.said, &name))?;
                identities[i] = Some(name);
                address.trim().to_string()
            } else {
                name
            });
        }
        let mut network = Network {
            id: options.contract.clone().unwrap_or_default(),
            cli,
            spec: Spec::linked(&[]),
            identities,
            addresses: Default::default(),
            progress,
            charged: None,
            calls: 0,
        };
        if options.deploy.is_some() {
            network.deploy(options, &addresses)?;
        } else {
            network.id = network.resolved()?;
        }
        network.progress.show("asking for the interface");
        network.spec = network.interface()?;
        network.progress.show("asking for the game");
        let state = network.view("get_state").map_err(|why| why.to_string())?;
        network.progress.clear();
        for (i, side) in Side::BOTH.into_iter().enumerate() {
            let player = ["player_one", "player_two"][i];
            let address = state[player].as_str().unwrap_or_default().to_string();
            if let Some(other) = addresses[i].as_ref().filter(|other| **other != address) {
                let who = network.identities[i].as_ref().unwrap_or(other);
                return Err(format!(
                    "{who} does not play {side:?} in this game. {side:?} is {address}{}",
                    match &addresses[1 - i] {
                        _ if state[["player_two", "player_one"][i]] == **other =>
                            ", and the other side is yours.",
                        _ => ".",
                    }
                ));
            }
            network.addresses[i] = address;
        }
        Ok(network)
    }

    /// Deploys a wasm and sets up a game between these two.
    fn deploy(&mut self, options: &Options, addresses: &[Option<String>; 2]) -> Result<(), String> {
        let path = options.deploy.as_ref().expect("asked for");
        let wasm = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let spec = Spec::of_wasm(&wasm)?;
        spec.takes_clock(options.clock)?;
        let source = (self.identities.iter().flatten().next().cloned()).expect("one moves here");
        let path = path.to_string_lossy();
        let seconds = options.clock.to_string();
        let mut arguments = vec!["--wasm", &path, "--source", &source];
        if spec.has_clock() {
            arguments.extend(["--", "--move_seconds", &seconds]);
        }
        let (mut progress, mut part) = (self.progress.clone(), "the code");
        let answer = self
            .cli
            .run(&["contract", "deploy"], &arguments, &mut |stage| {
                progress.show(&format!("{part}: {}", doing(&stage)));
                if stage == Stage::Sending {
                    part = "the contract";
                }
            });
        progress.clear();
        let answer = answer.map_err(|failed| trouble::words(&failed.said, &source))?;
        self.id = answer.printed.trim().to_string();
        self.spec = spec;
        let [Some(one), Some(two)] = addresses else {
            unreachable!("the options name both players");
        };
        let arguments = ["--player_one", one, "--player_two", two];
        match self.send(&source, "init_game", &arguments) {
            Ok(_) => Ok(()),
            Err(why) => Err(format!(
                "The contract {} is deployed, but has no game yet: {why}",
                self.id
            )),
        }
    }

    /// The id of the contract, if an alias is given.
    fn resolved(&self) -> Result<String, String> {
        if self.id.len() == 56 && self.id.starts_with('C') {
            return Ok(self.id.clone());
        }
        let id = self.cli.read(&["contract", "alias", "show"], &[&self.id]);
        let id = id.map_err(|failed| trouble::words(&failed.said, &self.id))?;
        Ok(id.trim().to_string())
    }

    fn interface(&self) -> Result<Spec, String> {
        let arguments = ["--id", &self.id, "--output", "xdr-base64"];
        let spec = self
            .cli
            .read(&["contract", "info", "interface"], &arguments);
        let spec = spec.map_err(|failed| trouble::words(&failed.said, &self.id))?;
        Spec::of_base64(&spec).ok_or(format!("The contract {} does not play this game.", self.id))
    }

    /// What a getter returns.
    fn view(&self, function: &str) -> Result<Value, Refusal> {
        let arguments = [
            "--id",
            &self.id,
            "--source",
            NOBODY,
            "--send=no",
            "--",
            function,
        ];
        let printed = self.cli.read(&["contract", "invoke"], &arguments);
        let printed = printed.map_err(|failed| self.refusal(&failed, &self.id))?;
        serde_json::from_str(&printed)
            .map_err(|_| Refusal::Network(format!("The CLI printed for {function}: {printed}")))
    }

    /// Sends a call, and sees what becomes of it.
    fn send(
        &mut self,
        source: &str,
        function: &str,
        arguments: &[&str],
    ) -> Result<Option<Receipt>, Refusal> {
        let mut words = vec!["--id", &self.id, "--source", source, "--", function];
        words.extend(arguments);
        let progress = &mut self.progress;
        progress.show("asking the network");
        let answer = self.cli.run(&["contract", "invoke"], &words, &mut |stage| {
            progress.show(doing(&stage));
        });
        let receipt = match answer {
            Ok(answer) => {
                progress.show("executed");
                let receipt = answer.hash.as_ref().map(|hash| self.receipt(hash));
                // The call has been executed, whatever there is to learn of the transaction.
                receipt
                    .and_then(Result::ok)
                    .flatten()
                    .map(|(receipt, _)| receipt)
            }
            Err(failed) => {
                let receipt = self.after_failure(&failed, source);
                self.progress.clear();
                Some(receipt?)
            }
        };
        self.progress.clear();
        self.calls += 1;
        if let Some(Receipt { fee, .. }) = receipt {
            let (_, sum) = self.charged.unwrap_or_default();
            self.charged = Some((fee, sum + fee));
        }
        Ok(receipt)
    }

    /// What there is of a transaction: its receipt, and whether it has succeeded.
    fn receipt(&self, hash: &str) -> Result<Option<(Receipt, bool)>, Failed> {
        let arguments = ["--hash", hash, "--output", "json-formatted"];
        let printed = self.cli.read(&["tx", "fetch", "result"], &arguments)?;
        Ok(read_receipt(&printed))
    }

    /// A command has failed. If its transaction was sent all the same, the network is asked for it.
    fn after_failure(&mut self, failed: &Failed, source: &str) -> Result<Receipt, Refusal> {
        let Some(hash) = failed.hash.as_ref().filter(|_| failed.sent) else {
            if failed.stopped {
                return Err(Refusal::Network("Stopped. Nothing was sent.".into()));
            }
            return Err(self.refusal(failed, source));
        };
        for asked in 0..ASKED {
            if asked > 0 {
                std::thread::sleep(BETWEEN);
            }
            self.progress.show("sent: asking what became of it");
            match self.receipt(hash) {
                Ok(Some((receipt, true))) => return Ok(receipt),
                Ok(Some((receipt, false))) => {
                    let fee = stroops(receipt.fee);
                    return Err(match self.refusal(failed, source) {
                        Refusal::Network(why) => Refusal::Network(format!(
                            "{why} It was executed in ledger {} and failed, for a fee of {fee}.",
                            receipt.ledger
                        )),
                        refusal => refusal,
                    });
                }
                _ => {}
            }
        }
        // A transaction that the network has turned down is not on its way.
        if trouble::is_turned_down(&failed.said) {
            return Err(self.refusal(failed, source));
        }
        Err(Refusal::Network(format!(
            "The transaction {hash} was sent, and is not confirmed. It may still be executed. \
             Before you move again, look at the game for a minute: with state, or wait."
        )))
    }

    fn refusal(&self, failed: &Failed, subject: &str) -> Refusal {
        match trouble::contract_error(&failed.said) {
            Some(code) => Refusal::Contract(code, self.spec.explain(code)),
            None => Refusal::Network(trouble::words(&failed.said, subject)),
        }
    }

    fn identity(&self, side: Side) -> Result<String, Refusal> {
        let identity = self.identities[index(side)].clone();
        identity.ok_or(Refusal::Network(format!("{side:?} is played elsewhere.")))
    }
}

fn index(side: Side) -> usize {
    side.player() as usize - 1
}

fn doing(stage: &Stage) -> &'static str {
    match stage {
        Stage::Simulating => "simulated; making the transaction",
        Stage::Signed(_) => "signed",
        Stage::Sending => "sent; waiting for a ledger",
    }
}

/// Reads what `tx fetch result` prints: some lines, and the result as JSON.
fn read_receipt(printed: &str) -> Option<(Receipt, bool)> {
    let (lines, json) = printed.split_at(printed.find('{')?);
    let result: Value = serde_json::from_str(json).ok()?;
    let ledger = lines.split_once("Ledger: ")?.1;
    let receipt = Receipt {
        ledger: ledger.split_whitespace().next()?.parse().ok()?,
        fee: number(&result["fee_charged"])?,
    };
    Some((receipt, lines.contains("SUCCESS")))
}

/// A number in JSON, or one that is written as text because it may be large.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_i64(),
    }
}

/// What an unexpected answer is.
fn not_read<T>(what: &str, read: Option<T>) -> Result<T, Refusal> {
    read.ok_or_else(|| Refusal::Network(format!("The contract returns another {what}.")))
}

impl Contract for Network {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    /// An interface does not tell.
    fn rules(&self) -> Option<Rules> {
        None
    }

    fn address(&self, side: Side) -> String {
        self.addresses[index(side)].clone()
    }

    fn submit(&mut self, side: Side, squares: [u32; 4]) -> Result<Option<Receipt>, Refusal> {
        let (identity, player) = (self.identity(side)?, self.address(side));
        let [a, b, c, d] = squares.map(|square| square.to_string());
        let squares = [
            "--from_row",
            &a,
            "--from_col",
            &b,
            "--to_row",
            &c,
            "--to_col",
            &d,
        ];
        let arguments = [&["--player", player.as_str()], &squares[..]].concat();
        self.send(&identity, "submit_move", &arguments)
    }

    fn ask(&mut self, side: Side, request: Request) -> Result<Option<Receipt>, Refusal> {
        let (identity, player) = (self.identity(side)?, self.address(side));
        self.send(&identity, request.name(), &["--player", &player])
    }

    fn state(&self) -> Result<State, Refusal> {
        let state = self.view("get_state")?;
        let read = || {
            let cells = state["board"]["cells"].as_array()?.iter();
            let cells = cells.map(|cell| cell.as_i64().map(|cell| cell as i32));
            let (turn, status) = (&state["turn"], &state["status"]);
            Some(State {
                position: position(cells.collect::<Option<Vec<i32>>>()?.into_iter()),
                side: Side::of_player(number(&turn["current_player"])? as u32)?,
                move_number: number(&turn["move_number"])? as u32,
                finished: status["status"].as_str()? == "Finished",
                winner: Side::of_player(number(&status["winner"])? as u32),
            })
        };
        not_read("state", read())
    }

    fn match_state(&self) -> Result<Option<MatchState>, Refusal> {
        if !self.spec.has_function("get_match") {
            return Ok(None);
        }
        let state = self.view("get_match")?;
        let read = || {
            Some(MatchState {
                move_seconds: number(&state["move_seconds"])? as u32,
                turn_passed: number(&state["turn_passed"])? as u64,
                offer: Side::of_player(number(&state["offer"])? as u32),
                quiet_moves: number(&state["quiet_moves"])? as u32,
            })
        };
        not_read("match", read()).map(Some)
    }

    fn legal_moves(&self) -> Result<Option<Vec<(Square, Square)>>, Refusal> {
        if !self.spec.has_function("legal_moves") {
            return Ok(None);
        }
        let moves = self.view("legal_moves")?;
        let square = |hop: &Value, row: &str, col: &str| {
            Square::at(number(&hop[row])? as u32, number(&hop[col])? as u32)
        };
        let hop = |hop: &Value| {
            let from = square(hop, "from_row", "from_col")?;
            Some((from, square(hop, "to_row", "to_col")?))
        };
        let read = moves
            .as_array()
            .and_then(|moves| moves.iter().map(hop).collect());
        not_read("list of moves", read).map(Some)
    }

    fn past(&self) -> Result<Option<Vec<(Square, Square)>>, Refusal> {
        // Events come with match play.
        if !self.spec.has_function("legal_moves") {
            return Ok(None);
        }
        let events = events::of_contract(&self.cli, &self.id);
        events.map_err(|failed| self.refusal(&failed, &self.id))
    }

    /// By the clock of this machine. The ledger's is some seconds behind.
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.unwrap_or_default().as_secs()
    }

    fn costs(&self) -> String {
        let Some((last, all)) = self.charged else {
            return "Nothing has been charged from here.\n".into();
        };
        format!(
            "The last call was charged {}.\nFrom here {} calls were sent, for {}.\n",
            stroops(last),
            self.calls,
            stroops(all)
        )
    }

    fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = vec![("Contract", self.id.clone())];
        let network = self.cli.network.clone();
        headers.extend(
            network
                .or_else(trouble::default_network)
                .map(|name| ("Network", name)),
        );
        headers.extend(["Black", "White"].into_iter().zip(self.addresses.clone()));
        headers
    }
}
