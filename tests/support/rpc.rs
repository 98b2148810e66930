//! A Stellar network in the process: as much of an RPC server and a friendbot as the Stellar CLI
//! needs for a game, on the SDK's own host.
//!
//! A transaction is executed as on a network. Its signature, its sequence number and the account's
//! balance are checked; what a simulation records as to be authorised is enforced when the transaction
//! is sent; every transaction that is sent closes a ledger. What is charged is what the transaction
//! offers. An entry whose life has ended is not to be had until it is restored. Other operations than calls of
//! the host and restorations are not known.
//!
//! A test may also bring about what goes wrong on networks: see [`Rpc`].

use serde_json::{json, Value};
use soroban_sdk::testutils::{EnvTestConfig, Ledger, Snapshot};
use soroban_sdk::xdr::*;
use soroban_sdk::{Bytes, BytesN, Env};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};
use tiny_http::{Header, Request, Response, Server};

/// The passphrase of local networks. On these the CLI looks for the friendbot beside the RPC server.
pub const PASSPHRASE: &str = "Standalone Network ; February 2017";

/// A network that lasts as long as the process.
pub struct Rpc {
    /// The address of its RPC server.
    pub url: String,
    network: Arc<Mutex<Network>>,
}

/// Starts a network.
pub fn start() -> Rpc {
    let server = Server::http("127.0.0.1:0").unwrap();
    let url = format!("http://{}/rpc", server.server_addr());
    let network = Arc::new(Mutex::new(Network::new()));
    let serving = network.clone();
    std::thread::spawn(move || {
        for request in server.incoming_requests() {
            // A client that hangs up is no concern of the others.
            let _ = serving.lock().unwrap().serve(request);
        }
    });
    Rpc { url, network }
}

#[allow(dead_code)] // Not every test has things go wrong.
impl Rpc {
    /// So many ledgers close, of five seconds each.
    pub fn pass(&self, ledgers: u32) {
        let mut network = self.network.lock().unwrap();
        network.snapshot.ledger.sequence_number += ledgers;
        network.ahead += 5 * u64::from(ledgers);
    }

    /// An account has so many stroops left.
    pub fn set_balance(&self, address: &str, stroops: i64) {
        let mut network = self.network.lock().unwrap();
        let account = network.account(&address.parse().unwrap());
        account.unwrap().balance = stroops;
    }

    /// What becomes of the transactions that are sent from now on.
    pub fn treat(&self, sent: Sent) {
        self.network.lock().unwrap().treatment = sent;
    }

    /// Forgets all events of ledgers up to now.
    pub fn forget_events(&self) {
        let mut network = self.network.lock().unwrap();
        network.published.clear();
        network.oldest = network.snapshot.ledger.sequence_number;
    }
}

/// What becomes of a transaction that is sent.
#[allow(dead_code)]
#[derive(Clone, Copy, PartialEq)]
pub enum Sent {
    /// It is executed, and can be asked for.
    Executed,
    /// It is executed, but the server says nothing of it when asked.
    ExecutedUnseen,
    /// It is taken, and never heard of again.
    Lost,
    /// The state changes before it is executed, so that it fails.
    Fails,
}

/// What became of a transaction.
enum Outcome {
    Returned {
        value: ScVal,
        changed: Vec<LedgerKey>,
        authorised: Vec<SorobanAuthorizationEntry>,
        events: Vec<ContractEvent>,
    },
    Refused(String),
}

/// A transaction in a ledger.
struct Closed {
    ledger: u32,
    envelope: TransactionEnvelope,
    fee: i64,
    /// What it returned, if it did not fail.
    value: Option<ScVal>,
    /// Is it a restoration?
    restores: bool,
}

struct Network {
    snapshot: Snapshot,
    /// The transactions sent, by their hashes in hex.
    sent: HashMap<String, Closed>,
    /// What contracts have published, each with the number of its ledger.
    published: Vec<(u32, ContractEvent)>,
    /// The first ledger whose events are known.
    oldest: u32,
    /// How many seconds the network's time is ahead of this machine's.
    ahead: u64,
    treatment: Sent,
}

impl Network {
    fn new() -> Network {
        let env = Env::default();
        quiet(&env);
        let passphrase = Bytes::from_slice(&env, PASSPHRASE.as_bytes());
        let network_id = env.crypto().sha256(&passphrase).to_array();
        env.ledger().with_mut(|ledger| {
            ledger.network_id = network_id;
            ledger.sequence_number = 1;
            ledger.min_persistent_entry_ttl = 2_073_600;
            ledger.min_temp_entry_ttl = 17_280;
            ledger.max_entry_ttl = 3_110_400;
        });
        Network {
            snapshot: env.to_snapshot(),
            sent: HashMap::new(),
            published: Vec::new(),
            oldest: 1,
            ahead: 0,
            treatment: Sent::Executed,
        }
    }

    /// Answers one HTTP request: a call of the RPC server, or a wish to the friendbot.
    fn serve(&mut self, mut request: Request) -> std::io::Result<()> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        self.snapshot.ledger.timestamp = since.as_secs() + self.ahead;
        let answer = if let Some((_, address)) = request.url().split_once("/friendbot?addr=") {
            self.fund(address);
            json!({ "successful": true })
        } else {
            let call: Value = serde_json::from_reader(request.as_reader())?;
            match self.call(call["method"].as_str().unwrap(), &call["params"]) {
                Ok(result) => json!({ "jsonrpc": "2.0", "id": call["id"], "result": result }),
                Err(message) => json!({ "jsonrpc": "2.0", "id": call["id"],
                                        "error": { "code": -32600, "message": message } }),
            }
        };
        let json = "content-type: application/json".parse::<Header>().unwrap();
        request.respond(Response::from_string(answer.to_string()).with_header(json))
    }

    fn call(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        let latest = self.snapshot.ledger.sequence_number;
        let protocol = self.snapshot.ledger.protocol_version;
        match method {
            "getNetwork" => Ok(json!({ "passphrase": PASSPHRASE, "protocolVersion": protocol })),
            "getHealth" => Ok(json!({ "status": "healthy", "latestLedger": latest,
                                      "oldestLedger": self.oldest,
                                      "ledgerRetentionWindow": 120_960 })),
            "getLatestLedger" => {
                Ok(json!({ "id": "", "protocolVersion": protocol, "sequence": latest }))
            }
            "getLedgerEntries" => {
                let wanted = params["keys"].as_array().unwrap();
                let entries: Vec<Value> = (self.snapshot.ledger.ledger_entries.iter())
                    .map(|(key, entry)| (base64(&**key), entry))
                    .filter(|(key, _)| wanted.iter().any(|wanted| wanted == key))
                    .filter(|(_, (_, live_until))| live_until.is_none_or(|last| last >= latest))
                    .map(|(key, (entry, live_until))| {
                        json!({ "key": key, "xdr": base64(&entry.data),
                                "lastModifiedLedgerSeq": entry.last_modified_ledger_seq,
                                "liveUntilLedgerSeq": live_until })
                    })
                    .collect();
                Ok(json!({ "entries": entries, "latestLedger": latest }))
            }
            "simulateTransaction" => {
                let (transaction, _) = signed(params)?;
                let (outcome, _) = self.execute(&transaction, Authorisation::Record)?;
                Ok(match outcome {
                    Outcome::Refused(error) => json!({ "error": error, "latestLedger": latest }),
                    Outcome::Returned {
                        value,
                        changed,
                        authorised,
                        ..
                    } => json!({
                        "latestLedger": latest,
                        "minResourceFee": "0",
                        "transactionData": base64(&footprint(changed)),
                        "results": [{
                            "xdr": base64(&value),
                            "auth": authorised.iter().map(base64).collect::<Vec<_>>(),
                        }],
                    }),
                })
            }
            "sendTransaction" => {
                let (transaction, signatures) = signed(params)?;
                let hash = self.check(&transaction, &signatures)?;
                let answer = |status: &str, error: Value| {
                    json!({ "hash": hash, "status": status, "errorResultXdr": error,
                            "latestLedger": latest, "latestLedgerCloseTime": "0" })
                };
                let fee = i64::from(transaction.fee);
                let lost = self.treatment == Sent::Lost;
                let account = self.account(&account_of(&transaction))?;
                let turned_down = if account.seq_num.0 + 1 != transaction.seq_num.0 {
                    Some(TransactionResultResult::TxBadSeq)
                } else if account.balance < fee {
                    Some(TransactionResultResult::TxInsufficientBalance)
                } else {
                    None
                };
                if let Some(reason) = turned_down {
                    let error = base64(&result(0, reason));
                    return Ok(answer("ERROR", error.into()));
                }
                if !lost {
                    account.seq_num.0 += 1;
                    account.balance -= fee;
                    self.close(&hash, transaction, signatures)?;
                }
                Ok(answer("PENDING", Value::Null))
            }
            "getTransaction" => {
                let hash = params["hash"].as_str().unwrap();
                let seen = self.treatment != Sent::ExecutedUnseen;
                Ok(match self.sent.get(hash).filter(|_| seen) {
                    None => json!({ "status": "NOT_FOUND" }),
                    Some(closed) => {
                        let (status, value, result) = match &closed.value {
                            Some(value) => ("SUCCESS", value.clone(), success()),
                            None => ("FAILED", ScVal::Void, failure()),
                        };
                        json!({ "status": status, "ledger": closed.ledger,
                                "envelopeXdr": base64(&closed.envelope),
                                "resultXdr": base64(&self::result(closed.fee, result)),
                                "resultMetaXdr": base64(&meta(value, closed.restores)) })
                    }
                })
            }
            "getEvents" => {
                let wanted = |(ledger, event): &&(u32, ContractEvent)| {
                    u64::from(*ledger) >= params["startLedger"].as_u64().unwrap()
                        && fits(event, &params["filters"][0])
                };
                let limit = params["pagination"]["limit"].as_u64().unwrap() as usize;
                let events = (0..).zip(self.published.iter().filter(wanted).take(limit));
                let events: Vec<Value> = events
                    .map(|(index, (ledger, event))| told(index, *ledger, event))
                    .collect();
                Ok(json!({ "events": events, "cursor": "",
                           "latestLedger": latest, "latestLedgerCloseTime": "0",
                           "oldestLedger": self.oldest, "oldestLedgerCloseTime": "0" }))
            }
            _ => Err(format!("this network has no {method}")),
        }
    }

    /// Executes a transaction in a ledger of its own.
    fn close(
        &mut self,
        hash: &str,
        transaction: Transaction,
        signatures: Vec<DecoratedSignature>,
    ) -> Result<(), String> {
        let ledger = self.snapshot.ledger.sequence_number + 1;
        let (outcome, after) = self.execute(&transaction, Authorisation::Enforce)?;
        let mut closed = Closed {
            ledger,
            fee: i64::from(transaction.fee),
            restores: !restored(&transaction).is_empty(),
            envelope: TransactionEnvelope::Tx(TransactionV1Envelope {
                tx: transaction,
                signatures: signatures.try_into().unwrap(),
            }),
            value: None,
        };
        match outcome {
            Outcome::Returned { value, events, .. } if self.treatment != Sent::Fails => {
                self.snapshot = after;
                let events = events.into_iter().map(|event| (ledger, event));
                self.published.extend(events);
                closed.value = Some(value);
            }
            _ => {}
        }
        self.snapshot.ledger.sequence_number = ledger;
        self.sent.insert(hash.into(), closed);
        Ok(())
    }

    /// Executes a transaction on the present state. Returns the outcome and the state after it.
    fn execute(
        &self,
        transaction: &Transaction,
        authorisation: Authorisation,
    ) -> Result<(Outcome, Snapshot), String> {
        let call = match &transaction.operations[..] {
            [Operation {
                body: OperationBody::InvokeHostFunction(call),
                ..
            }] => call,
            [Operation {
                body: OperationBody::RestoreFootprint(_),
                ..
            }] => return Ok(self.restore(transaction)),
            _ => return Err("this network does not know this operation".into()),
        };
        let env = Env::from_snapshot(self.snapshot.clone());
        quiet(&env);
        let host = env.host();
        host.set_source_account(account_of(transaction)).unwrap();
        // Nonces are drawn from the seed: it has to be another one in each ledger.
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&self.snapshot.ledger.sequence_number.to_be_bytes());
        host.set_base_prng_seed(seed).unwrap();
        match authorisation {
            Authorisation::Record => host.switch_to_recording_auth(true).unwrap(),
            Authorisation::Enforce => host.set_authorization_entries(call.auth.to_vec()).unwrap(),
        }
        let value = match host.invoke_function(call.host_function.clone()) {
            Ok(value) => value,
            Err(error) => return Ok((Outcome::Refused(format!("{error:?}")), env.to_snapshot())),
        };
        let authorised = match authorisation {
            Authorisation::Record => (host.get_recorded_auth_payloads().unwrap().into_iter())
                .map(|recorded| entry(recorded.address, recorded.nonce, recorded.invocation))
                .collect(),
            Authorisation::Enforce => Vec::new(),
        };
        let events = host.get_events().unwrap().0.into_iter();
        let events = events
            .map(|event| event.event)
            .filter(|event| event.type_ == ContractEventType::Contract)
            .collect();
        let after = env.to_snapshot();
        let before = &self.snapshot.ledger.ledger_entries;
        let changed = (after.ledger.ledger_entries.iter())
            .filter(|(key, (entry, _))| !before.iter().any(|(k, (e, _))| k == key && e == entry))
            .map(|(key, _)| (**key).clone())
            .collect();
        Ok((
            Outcome::Returned {
                value,
                changed,
                authorised,
                events,
            },
            after,
        ))
    }

    /// Gives the entries that a transaction names a new life.
    fn restore(&self, transaction: &Transaction) -> (Outcome, Snapshot) {
        let mut after = self.snapshot.clone();
        let last = after.ledger.sequence_number + after.ledger.min_persistent_entry_ttl;
        let keys = restored(transaction);
        for (key, (_, live_until)) in &mut after.ledger.ledger_entries {
            if keys.contains(key) {
                *live_until = Some(last);
            }
        }
        let outcome = Outcome::Returned {
            value: ScVal::Void,
            changed: keys,
            authorised: Vec::new(),
            events: Vec::new(),
        };
        (outcome, after)
    }

    /// Checks the signature of a transaction. Returns its hash in hex.
    fn check(
        &self,
        transaction: &Transaction,
        signatures: &[DecoratedSignature],
    ) -> Result<String, String> {
        let source = account_of(transaction);
        let payload = TransactionSignaturePayload {
            network_id: Hash(self.snapshot.ledger.network_id),
            tagged_transaction: TransactionSignaturePayloadTaggedTransaction::Tx(
                transaction.clone(),
            ),
        };
        let env = Env::default();
        quiet(&env);
        let payload = Bytes::from_slice(&env, &payload.to_xdr(Limits::none()).unwrap());
        let hash = env.crypto().sha256(&payload).to_array();
        let AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(key))) = source;
        let [DecoratedSignature { signature, .. }] = signatures else {
            return Err("txBAD_AUTH".into());
        };
        // Panics if the signature is wrong, and the network with it.
        env.crypto().ed25519_verify(
            &BytesN::from_array(&env, &key),
            &Bytes::from_array(&env, &hash),
            &BytesN::from_array(&env, signature.0.as_slice().try_into().unwrap()),
        );
        Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn account(&mut self, id: &AccountId) -> Result<&mut AccountEntry, String> {
        (self.snapshot.ledger.ledger_entries.iter_mut())
            .find_map(|(_, (entry, _))| match &mut entry.data {
                LedgerEntryData::Account(account) if account.account_id == *id => Some(account),
                _ => None,
            })
            .ok_or("txNO_ACCOUNT".into())
    }

    /// Creates an account, as a friendbot does.
    fn fund(&mut self, address: &str) {
        let account_id: AccountId = address.parse().unwrap();
        let key = LedgerKey::Account(LedgerKeyAccount {
            account_id: account_id.clone(),
        });
        let entry = LedgerEntry {
            last_modified_ledger_seq: self.snapshot.ledger.sequence_number,
            data: LedgerEntryData::Account(AccountEntry {
                account_id,
                balance: 100_000_000_000,
                seq_num: SequenceNumber(0),
                num_sub_entries: 0,
                inflation_dest: None,
                flags: 0,
                home_domain: String32::default(),
                thresholds: Thresholds([1, 0, 0, 0]),
                signers: VecM::default(),
                ext: AccountEntryExt::V0,
            }),
            ext: LedgerEntryExt::V0,
        };
        self.snapshot
            .ledger
            .ledger_entries
            .push((Box::new(key), (Box::new(entry), None)));
    }
}

#[derive(Clone, Copy)]
enum Authorisation {
    Record,
    Enforce,
}

/// Keeps a host from writing its state to a file when it is dropped.
fn quiet(env: &Env) {
    env.clone().set_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
}

fn base64(value: &impl WriteXdr) -> String {
    value.to_xdr_base64(Limits::none()).unwrap()
}

/// The transaction of a request, and its signatures.
fn signed(params: &Value) -> Result<(Transaction, Vec<DecoratedSignature>), String> {
    let envelope = params["transaction"].as_str().unwrap();
    match TransactionEnvelope::from_xdr_base64(envelope, Limits::none()).unwrap() {
        TransactionEnvelope::Tx(envelope) => Ok((envelope.tx, envelope.signatures.to_vec())),
        _ => Err("this network knows plain transactions only".into()),
    }
}

/// The keys of the entries that a transaction restores, if that is what it does.
fn restored(transaction: &Transaction) -> Vec<LedgerKey> {
    match (&transaction.operations[0].body, &transaction.ext) {
        (OperationBody::RestoreFootprint(_), TransactionExt::V1(data)) => {
            data.resources.footprint.read_write.to_vec()
        }
        _ => Vec::new(),
    }
}

fn account_of(transaction: &Transaction) -> AccountId {
    let key = match &transaction.source_account {
        MuxedAccount::Ed25519(key) => key.clone(),
        MuxedAccount::MuxedEd25519(muxed) => muxed.ed25519.clone(),
    };
    AccountId(PublicKey::PublicKeyTypeEd25519(key))
}

/// What an account has to authorise, in the form in which a transaction carries it. No address: the
/// source account, which does so by signing the transaction.
fn entry(
    address: Option<ScAddress>,
    nonce: Option<i64>,
    invocation: SorobanAuthorizedInvocation,
) -> SorobanAuthorizationEntry {
    let credentials = match address {
        None => SorobanCredentials::SourceAccount,
        Some(address) => SorobanCredentials::Address(SorobanAddressCredentials {
            address,
            nonce: nonce.unwrap(),
            signature_expiration_ledger: 0,
            signature: ScVal::Void,
        }),
    };
    SorobanAuthorizationEntry {
        credentials,
        root_invocation: invocation,
    }
}

/// Resources of a transaction: only what it writes, from which the CLI sees whether to send it.
fn footprint(changed: Vec<LedgerKey>) -> SorobanTransactionData {
    SorobanTransactionData {
        ext: SorobanTransactionDataExt::V0,
        resources: SorobanResources {
            footprint: LedgerFootprint {
                read_only: VecM::default(),
                read_write: changed.try_into().unwrap(),
            },
            instructions: 0,
            disk_read_bytes: 0,
            write_bytes: 0,
        },
        resource_fee: 0,
    }
}

/// The address of the contract that has published an event.
fn contract_of(event: &ContractEvent) -> String {
    let contract = event.contract_id.clone().unwrap();
    ScAddress::Contract(contract).to_string()
}

/// The topics of an event.
fn topics_of(event: &ContractEvent) -> Vec<String> {
    let ContractEventBody::V0(body) = &event.body;
    body.topics.iter().map(base64).collect()
}

/// Is an event of one of the contracts of a filter, and has the topics of one of its patterns? An empty
/// list leaves that open.
fn fits(event: &ContractEvent, filter: &Value) -> bool {
    let topics = topics_of(event);
    let pattern_fits = |pattern: &Value| {
        let pattern = pattern.as_array().unwrap();
        let mut pairs = pattern.iter().zip(&topics);
        pattern.len() == topics.len() && pairs.all(|(part, topic)| part == "*" || part == topic)
    };
    let contracts = filter["contractIds"].as_array().unwrap();
    let patterns = filter["topics"].as_array().unwrap();
    (contracts.is_empty() || contracts.contains(&contract_of(event).into()))
        && (patterns.is_empty() || patterns.iter().any(pattern_fits))
}

/// An event as an RPC server tells it.
fn told(index: usize, ledger: u32, event: &ContractEvent) -> Value {
    let ContractEventBody::V0(body) = &event.body;
    json!({
        "type": "contract",
        "id": format!("{:019}-{index:010}", u64::from(ledger) << 32),
        "ledger": ledger,
        "ledgerClosedAt": "1970-01-01T00:00:00Z",
        "contractId": contract_of(event),
        "topic": topics_of(event),
        "value": base64(&body.data),
    })
}

/// The result of a transaction, with what was charged for it.
fn result(fee: i64, result: TransactionResultResult) -> TransactionResult {
    TransactionResult {
        fee_charged: fee,
        result,
        ext: TransactionResultExt::V0,
    }
}

fn success() -> TransactionResultResult {
    let returned = InvokeHostFunctionResult::Success(Hash([0; 32]));
    let operation = OperationResult::OpInner(OperationResultTr::InvokeHostFunction(returned));
    TransactionResultResult::TxSuccess([operation].try_into().unwrap())
}

fn failure() -> TransactionResultResult {
    let trapped = InvokeHostFunctionResult::Trapped;
    let operation = OperationResult::OpInner(OperationResultTr::InvokeHostFunction(trapped));
    TransactionResultResult::TxFailed([operation].try_into().unwrap())
}

/// The part of a transaction's metadata that holds its return value, and that an entry lives again if it
/// `restores` one.
fn meta(value: ScVal, restores: bool) -> TransactionMeta {
    let lives = LedgerEntryChange::Restored(LedgerEntry {
        last_modified_ledger_seq: 0,
        data: LedgerEntryData::Ttl(TtlEntry {
            key_hash: Hash([0; 32]),
            live_until_ledger_seq: 0,
        }),
        ext: LedgerEntryExt::V0,
    });
    let operation = OperationMetaV2 {
        ext: ExtensionPoint::V0,
        changes: LedgerEntryChanges([lives].try_into().unwrap()),
        events: VecM::default(),
    };
    let operations: Vec<OperationMetaV2> = restores.then_some(operation).into_iter().collect();
    TransactionMeta::V4(TransactionMetaV4 {
        ext: ExtensionPoint::V0,
        tx_changes_before: LedgerEntryChanges::default(),
        operations: operations.try_into().unwrap(),
        tx_changes_after: LedgerEntryChanges::default(),
        soroban_meta: Some(SorobanTransactionMetaV2 {
            ext: SorobanTransactionMetaExt::V0,
            return_value: Some(value),
        }),
        events: VecM::default(),
        diagnostic_events: VecM::default(),
    })
}
