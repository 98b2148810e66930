//! A spectator of a match, who has nothing but its events, and knows nothing of the rules.

use super::naive::picture;
use soroban_sdk::testutils::Events as _;
use soroban_sdk::xdr::{ContractEvent, ContractEventBody, ScVal};
use soroban_sdk::Env;
use std::collections::BTreeMap;

/// The components of every entity, as events have told of them.
#[derive(Clone, Default)]
pub struct Spectator {
    components: BTreeMap<(u32, String), Vec<u8>>,
    /// The players whose pieces have moved, 1 or 2, in order.
    pub movers: Vec<u32>,
}

const MATCH: u32 = 25;

impl Spectator {
    /// Reads the events of the last call. Tells how many there were.
    pub fn watch(&mut self, env: &Env) -> usize {
        let events = env.events().all();
        for event in events.events() {
            self.read(event);
        }
        events.events().len()
    }

    /// Takes a component for given that no event has told of.
    pub fn set(&mut self, entity: u32, component: &str, data: Vec<u8>) {
        self.components.insert((entity, component.into()), data);
    }

    fn read(&mut self, event: &ContractEvent) {
        let ContractEventBody::V0(body) = &event.body;
        let topics: Vec<String> = (body.topics.iter())
            .map(|topic| match topic {
                ScVal::Symbol(symbol) => symbol.to_utf8_string().unwrap(),
                other => panic!("a topic {other:?}"),
            })
            .collect();
        let [cougr, kind, component] = &topics[..] else {
            panic!("topics {topics:?}");
        };
        assert_eq!(cougr, "COUGR");
        let ScVal::Map(Some(fields)) = &body.data else {
            panic!("data {:?}", body.data);
        };
        let field = |name: &str| {
            let entry = fields.iter().find(|entry| match &entry.key {
                ScVal::Symbol(key) => key.to_utf8_string().unwrap() == name,
                _ => false,
            });
            entry.map(|entry| entry.val.clone())
        };
        let Some(ScVal::U32(entity)) = field("entity_id") else {
            panic!("an event without an entity");
        };
        let key = (entity, component.clone());
        match (kind.as_str(), field("data")) {
            ("set", Some(ScVal::Bytes(data))) => {
                let before = self.components.insert(key, data.to_vec());
                if component == "piece" && before.is_some() {
                    self.movers.push(player_and_square(&data).0);
                }
            }
            ("del", None) => {
                let removed = self.components.remove(&key);
                assert!(removed.is_some(), "{key:?} was not there");
            }
            other => panic!("an event {other:?}"),
        }
    }

    fn of_match(&self, component: &str) -> &[u8] {
        &self.components[&(MATCH, component.into())]
    }

    /// Who offers a draw, 0 for nobody.
    pub fn offer(&self) -> u32 {
        let offer = self.components.get(&(MATCH, "offer".into()));
        offer.map_or(0, |data| data[0].into())
    }

    /// Where the piece stands that must jump on.
    pub fn chain(&self) -> Option<(u32, u32)> {
        let chain = self.components.get(&(MATCH, "chain".into()))?;
        Some(row_and_column(chain[0]))
    }

    /// The game in the notation of the recorded games.
    pub fn notation(&self) -> String {
        let mut cells = [0; 64];
        for ((entity, component), data) in &self.components {
            if component == "king" {
                let piece = (*entity, "piece".into());
                assert!(self.components.contains_key(&piece), "a king, but no piece");
            } else if component == "piece" {
                let king = self.components.contains_key(&(*entity, "king".into()));
                let rank = if king { 2 } else { 1 };
                let (player, square) = player_and_square(data);
                let (row, col) = row_and_column(square);
                cells[(8 * row + col) as usize] = if player == 1 { rank } else { -rank };
            }
        }
        let [player, number @ ..] = self.of_match("turn") else {
            panic!("a turn of no bytes");
        };
        let number = u32::from_be_bytes(number.try_into().expect("a turn of five bytes"));
        let [finished, winner] = self.of_match("status") else {
            panic!("a status of other than two bytes");
        };
        let status = if *finished == 0 { 'A' } else { 'F' };
        let cells = picture(&cells).replace('\n', "");
        format!("{cells}|{player}|{number}|{status}|{winner}")
    }
}

/// The player, 1 or 2, and the square of a piece, from the one byte that it is.
fn player_and_square(piece: &[u8]) -> (u32, u8) {
    let &[byte] = piece else {
        panic!("a piece of other than one byte");
    };
    let player = byte / 32;
    assert!([1, 2].contains(&player), "a piece of player {player}");
    (player.into(), byte % 32)
}

/// The dark square of an index 0 to 31.
fn row_and_column(index: u8) -> (u32, u32) {
    let (row, place) = (u32::from(index) / 4, u32::from(index) % 4);
    (row, 2 * place + (row + 1) % 2)
}
