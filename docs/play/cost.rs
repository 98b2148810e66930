//! What calls cost, and how that is shown.

use std::fmt;

/// Counts of the host, and a fee in stroops at the rates of the public network.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// CPU instructions.
    pub instructions: i64,
    /// Bytes of memory: of several calls, those of the largest.
    pub memory: i64,
    /// Ledger entries written.
    pub entries: i64,
    /// Bytes written to the ledger.
    pub bytes: i64,
    /// The fee for resources and rent, in stroops.
    pub fee: i64,
    /// The part of the fee that is rent.
    pub rent: i64,
}

/// The calls of a game and what they cost.
#[derive(Clone, Debug, Default)]
pub struct Bill {
    last: Cost,
    last_name: &'static str,
    last_accepted: bool,
    /// All accepted calls.
    game: Cost,
    calls: u32,
}

impl Bill {
    /// Enters a call. A refused one costs the game nothing: the simulation refuses it, and no
    /// transaction is sent.
    pub fn enter(&mut self, name: &'static str, accepted: bool, call: Cost) {
        self.last = call;
        self.last_name = name;
        self.last_accepted = accepted;
        if accepted {
            self.calls += 1;
            self.game.instructions += call.instructions;
            self.game.memory = self.game.memory.max(call.memory);
            self.game.entries += call.entries;
            self.game.bytes += call.bytes;
            self.game.fee += call.fee;
            self.game.rent += call.rent;
        }
    }
}

impl fmt::Display for Bill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bill {
            last, game, calls, ..
        } = self;
        let answer = if self.last_accepted {
            "accepted"
        } else {
            "refused"
        };
        let plural = if *calls == 1 { "" } else { "s" };
        writeln!(
            f,
            "The last call was {}, {answer}. The game so far: {calls} call{plural}.",
            self.last_name
        )?;
        writeln!(f, "{:<36}{:>14}{:>18}", "", "last call", "game so far")?;
        for (name, last, game) in [
            ("CPU instructions", last.instructions, game.instructions),
            ("memory, bytes (largest call)", last.memory, game.memory),
            ("ledger entries written", last.entries, game.entries),
            ("bytes written", last.bytes, game.bytes),
            ("fee, stroops", last.fee, game.fee),
            ("  of this, rent", last.rent, game.rent),
        ] {
            writeln!(f, "{name:<36}{:>14}{:>18}", grouped(last), grouped(game))?;
        }
        Ok(())
    }
}

/// A count with a comma before every three digits.
fn grouped(count: i64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
