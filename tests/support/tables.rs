//! The tables of docs/costs.md that hold figures of this contract.

use super::chart::{
    Fit, Series, ENTRY, INSTRUCTIONS, MEMORY, PACKED, STORED, STORED_START, WRITTEN,
};
use super::features::{MOVE_EVENTS, VARIANTS};
use super::figures::Figures;
use super::meter::{COUNTS, WASM};
use super::BARS;

/// A number with commas, or with decimals where it has some and is small.
fn number(number: f64) -> String {
    if number < 100. && number.fract() != 0. {
        return format!("{number:.2}");
    }
    let digits = format!("{number:.0}");
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap())
        .collect();
    groups.join(",")
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Titles, and the rule below them. All but the first column are numbers.
fn head(titles: &[&str]) -> String {
    let rule = format!("|---|{}\n", "---:|".repeat(titles.len() - 1));
    line(titles.iter().map(|title| title.to_string())) + &rule
}

/// The bars and the aims.
pub fn bars(budgets: &Figures) -> String {
    let mut text = head(&["", "measured", "bar", "aim", "reached"]);
    for bar in BARS {
        let measured = budgets.get(bar.row, bar.column) / bar.over;
        let shown = |figure: f64| {
            if bar.over == 1. {
                number(figure)
            } else {
                format!("{figure:.3}")
            }
        };
        let reached = if measured <= bar.aim {
            "aim"
        } else if measured <= bar.bar {
            "bar"
        } else {
            "neither"
        };
        text += &line([
            bar.title.into(),
            shown(measured),
            shown(bar.bar),
            shown(bar.aim),
            reached.into(),
        ]);
    }
    text
}

/// Every kind of call.
pub fn calls(budgets: &Figures) -> String {
    let columns = COUNTS.map(|count| count.replace('_', " "));
    let titles: Vec<&str> = std::iter::once("")
        .chain(columns.iter().map(|column| column.as_str()))
        .collect();
    let mut text = head(&titles);
    for (name, numbers) in budgets.rows.iter().filter(|(name, _)| name != WASM) {
        let cells = numbers.iter().map(|figure| number(*figure));
        text += &line(std::iter::once(name.replace("chain_hop", "chain hop")).chain(cells));
    }
    text
}

/// The default build beside those with features. A call that a build does not have is left empty.
pub fn features(budgets: &Figures) -> String {
    let titles = VARIANTS.map(|variant| variant.title);
    let mut text = head(&[&[""], &titles[..]].concat());
    let rows = [
        ("a whole game: fee, stroops", "game", "fee"),
        ("`init_game`: fee, stroops", "init_game", "fee"),
        ("`init_game`: bytes stored", "init_game", "bytes_written"),
        ("a move, mean: fee, stroops", "move", "fee"),
        ("a move, mean: CPU instructions", "move", "cpu"),
        ("a move, mean: memory, bytes", "move", "memory"),
        ("a move, mean: bytes of events", MOVE_EVENTS, COUNTS[0]),
        ("a quiet move, mean: fee, stroops", "quiet_move", "fee"),
        ("a quiet move, mean: rent in it", "quiet_move", "rent"),
        ("an offer of a draw: fee", "draw_offer", "fee"),
        ("its acceptance: fee", "draw_accept", "fee"),
        ("`claim_draw`: fee", "claim_draw", "fee"),
        ("`claim_win`: fee", "claim_win", "fee"),
        ("`resign`: fee", "resign", "fee"),
        ("`legal_moves`: CPU", "legal_moves", "cpu"),
        ("`get_state`: CPU", "get_state", "cpu"),
        ("`get_board`: CPU", "get_board", "cpu"),
        ("`get_current_player`: CPU", "get_current_player", "cpu"),
        ("wasm, bytes", WASM, COUNTS[0]),
    ];
    for (title, row, column) in rows {
        let cells = VARIANTS.iter().map(|variant| {
            let figure = budgets.find(&variant.row(row), column);
            figure.map_or(String::new(), number)
        });
        text += &line(std::iter::once(title.to_string()).chain(cells));
    }
    text
}

/// This contract beside what was measured of other designs. `others` has a line for each row.
pub fn designs(budgets: &Figures, others: &[(&str, &str, &str, [&str; 4])]) -> String {
    let mut text = head(&[
        "",
        "this contract",
        "transitional example",
        "world stored as it is",
        "world stored as a snapshot",
        "no ECS, one packed entry",
    ]);
    for (title, row, column, others) in others {
        let ours = std::iter::once(number(budgets.get(row, column)));
        let others = others.iter().map(|other| other.to_string());
        text += &line(std::iter::once(title.to_string()).chain(ours).chain(others));
    }
    text
}

/// The points of the curve, and where its fits exceed the limits of the network.
pub fn curve(curve: &Figures) -> String {
    let mut text = String::from("Pieces on the board, and a step of this contract:\n\n");
    text += &head(&["pieces", "CPU", "memory", "fee"]);
    let row = |text: &mut String, name: &str, cells: &[(&str, &str)]| {
        let cells = cells
            .iter()
            .map(|(row, column)| number(curve.get(row, column)));
        *text += &line(std::iter::once(name.to_string()).chain(cells));
    };
    for (pieces, _) in super::chart::CHECKERS.points(curve, "cpu") {
        let name = format!("checkers-{pieces}");
        let columns = ["cpu", "memory", "fee"].map(|column| (name.as_str(), column));
        row(&mut text, &pieces.to_string(), &columns);
    }
    text += "\nEntities in a crowd:\n\n";
    text += &head(&[
        "entities",
        "first call, stored as it is: CPU",
        "tick, stored as it is: CPU",
        "bytes",
        "tick, packed: CPU",
        "bytes",
    ]);
    for (entities, _) in STORED.points(curve, "cpu") {
        let [start, stored, packed] =
            ["stored-start", "stored", "packed"].map(|prefix| format!("{prefix}-{entities}"));
        let cells = [
            (start.as_str(), "cpu"),
            (&stored, "cpu"),
            (&stored, "bytes_written"),
            (&packed, "cpu"),
            (&packed, "bytes_written"),
        ];
        row(&mut text, &entities.to_string(), &cells);
    }
    text += "\nThe first number of entities beyond a limit, by the fit:\n\n";
    text += &head(&[
        "",
        "64 KB an entry",
        "132 KB written",
        "600 M instructions",
        "40 MB of memory",
    ]);
    for series in [&STORED, &STORED_START, &PACKED] {
        text += &line(std::iter::once(series.title.to_string()).chain(limits(curve, series)));
    }
    let [few, all] = ["checkers-2", "checkers-24"].map(|row| curve.get(row, "cpu"));
    let a_piece = number(((all - few) / 22.).round());
    text += &format!("\nA piece more costs a step of this contract {a_piece} instructions.\n");
    text
}

/// Where a series exceeds each limit.
fn limits<'a>(curve: &'a Figures, series: &'a Series) -> impl Iterator<Item = String> + 'a {
    let limits = [
        ("bytes_written", ENTRY),
        ("bytes_written", WRITTEN),
        ("cpu", INSTRUCTIONS),
        ("memory", MEMORY),
    ];
    limits.into_iter().map(|(column, limit)| {
        let fit = Fit::of(&series.points(curve, column));
        fit.exceeds(limit)
            .map_or("over 10,000".into(), |entities| number(entities.into()))
    })
}
