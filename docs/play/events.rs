//! The moves of a game from what its contract has published: the events of match play.

use crate::cli::{Cli, Failed};
use checkers::rules::{Position, Side, Square};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Ledgers that an RPC server looks through for one answer.
const WINDOW: u32 = 10_000;
/// Events that it gives in one answer.
const MOST: &str = "10000";

/// The steps and jumps of a contract's game. `None` if the network has forgotten the start.
pub fn of_contract(cli: &Cli, id: &str) -> Result<Option<Vec<(Square, Square)>>, Failed> {
    let health = cli.read(&["network", "health"], &["--output", "json"])?;
    let health: Value = serde_json::from_str(&health).unwrap_or_default();
    let ledger = |name: &str| health[name].as_u64().map(|ledger| ledger as u32);
    let (Some(oldest), Some(latest)) = (ledger("oldestLedger"), ledger("latestLedger")) else {
        return Ok(None);
    };
    // By their ids, which are in order: a window may reach further than is known here.
    let mut events = BTreeMap::new();
    for start in (oldest.max(1)..=latest).step_by(WINDOW as usize) {
        let start = start.to_string();
        let arguments = [
            "--id",
            id,
            "--start-ledger",
            &start,
            "--count",
            MOST,
            "--output",
            "json",
        ];
        let printed = cli.read(&["events"], &arguments)?;
        for line in printed.lines() {
            if let Ok(event) = serde_json::from_str::<Value>(line) {
                if let Some(id) = event["id"].as_str() {
                    events.insert(id.to_string(), event);
                }
            }
        }
    }
    Ok(hops(events.values()))
}

/// Where pieces went, from their start. A piece is told with its square when the game is set up, and
/// each time it moves.
fn hops<'a>(events: impl Iterator<Item = &'a Value>) -> Option<Vec<(Square, Square)>> {
    let mut squares: HashMap<u64, Square> = HashMap::new();
    let mut start = Position::default();
    let mut hops = Vec::new();
    for (entity, side, square) in events.filter_map(piece) {
        match squares.insert(entity, square) {
            None => start.place(square, side),
            Some(from) if start == Position::START => hops.push((from, square)),
            Some(_) => return None,
        }
    }
    (start == Position::START).then_some(hops)
}

/// The entity, side and square of an event that places a piece.
fn piece(event: &Value) -> Option<(u64, Side, Square)> {
    let parameters = &event["params"];
    if event["event_name"] != "ComponentSetEvent" || parameters["component_type"] != "piece" {
        return None;
    }
    // One byte: the player times 32, and the index of the square.
    let data = u8::from_str_radix(parameters["data"].as_str()?, 16).ok()?;
    let side = Side::of_player((data / 32).into())?;
    let entity = parameters["entity_id"].as_u64()?;
    Some((entity, side, Square::new(data % 32)?))
}
