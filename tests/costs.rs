//! What calls cost, held to budgets and to bars. docs/costs.md tells how to read the figures.
//!
//! ```sh
//! stellar contract build               # last: docs/costs.md has the builds with features, which come before
//! cargo test --test costs -- --nocapture                             # the table
//! COSTS_WASM="other.wasm" cargo test --test costs -- --nocapture     # other contracts beside it
//! COSTS_WRITE=1 cargo test --test costs      # new budgets, curve and tables in docs/costs.md
//! ```

// It measures built wasm, that with features too: once is enough.
#![cfg(not(any(feature = "match-play", feature = "official-rules")))]

#[path = "support/chart.rs"]
mod chart;
#[path = "support/curve.rs"]
mod curve;
#[path = "support/features.rs"]
mod features;
#[path = "support/figures.rs"]
mod figures;
#[path = "support/meter.rs"]
mod meter;
mod support;
#[path = "support/tables.rs"]
mod tables;

use features::{Variant, VARIANTS};
use figures::Figures;
use meter::Build;
use std::sync::OnceLock;
use support::{project_file, recorded_games, wasm_at, WASM};

fn games() -> Vec<support::Game> {
    recorded_games("transitional.jsonl")
}

/// A wasm as the CLI has built it, shrunk. `None`, but not under `CI`, where it has not been built so:
/// a plain `cargo build` links more of the interface and less well.
fn shrunk(path: &str, into: &str) -> Option<Vec<u8>> {
    let built = wasm_at(path)?;
    if meter::metadata(&built, "cliver").is_none() {
        let told = format!("{path} is not one of `stellar contract build`");
        assert!(std::env::var_os("CI").is_none(), "{told}");
        eprintln!("skipped: {told}");
        return None;
    }
    meter::shrink(&project_file(path), &project_file(into))
}

/// The contract, shrunk.
fn shrunk_wasm() -> Option<Vec<u8>> {
    static SHRUNK: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let shrink = || shrunk(WASM, "target/checkers-oz.wasm");
    SHRUNK.get_or_init(shrink).clone()
}

/// The figures of the contract.
fn measured() -> Option<&'static Figures> {
    static MEASURED: OnceLock<Option<Figures>> = OnceLock::new();
    let measure = || {
        let wasm = shrunk_wasm()?;
        let (build, origin) = (Build::plain(&wasm), meter::toolchain(&wasm));
        Some(meter::measure(build, &origin, &games()))
    };
    MEASURED.get_or_init(measure).as_ref()
}

/// The figures of the default build beside those with features. Under `CI` too they are measured where
/// they have been built: that they are is for the tests of the features to see.
fn measured_features() -> Option<&'static Figures> {
    static MEASURED: OnceLock<Option<Figures>> = OnceLock::new();
    let shrink = |Variant { folder, .. }: &Variant| {
        let path = |file| format!("target/{folder}/{file}.wasm");
        let built = path("checkers");
        if !project_file(&built).exists() {
            eprintln!("skipped: {built} has not been built");
            return None;
        }
        shrunk(&built, &path("checkers-features-oz"))
    };
    let measure = || {
        let wasms: Vec<_> = VARIANTS.iter().map(shrink).collect::<Option<_>>()?;
        let origin = meter::toolchain(&wasms[0]);
        Some(features::measure(&wasms, &origin, &games()))
    };
    MEASURED.get_or_init(measure).as_ref()
}

/// The figures of the curve.
fn measured_curve() -> Option<&'static Figures> {
    static MEASURED: OnceLock<Option<Figures>> = OnceLock::new();
    let measure = || {
        let checkers = shrunk_wasm()?;
        let crowd = curve::build_crowd()?;
        let crowd = meter::shrink(&crowd, &project_file("target/crowd-oz.wasm"))?;
        Some(curve::measure(
            &checkers,
            &crowd,
            &meter::toolchain(&checkers),
        ))
    };
    MEASURED.get_or_init(measure).as_ref()
}

/// Does this run write the files, rather than hold the figures to them?
fn writing() -> bool {
    std::env::var_os("COSTS_WRITE").is_some()
}

const BUDGETS: &str = "tests/data/budgets.txt";
const FEATURE_BUDGETS: &str = "tests/data/budgets-features.txt";
const CURVE: &str = "tests/data/curve.txt";
const DRAWING: &str = "docs/cost-curve.svg";
const DOCUMENT: &str = "docs/costs.md";

fn text(path: &str) -> String {
    std::fs::read_to_string(project_file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The figures that a file holds, or is about to hold.
fn kept(path: &str, measured: fn() -> Option<&'static Figures>) -> Figures {
    if writing() {
        let measured = measured().expect("a wasm to measure");
        return Figures::parse(&measured.text());
    }
    Figures::parse(&text(path))
}

/// Holds figures to a file of budgets, or writes the file. The counts depend on the compiler: with
/// another one than that of the budgets, what is amiss is only told, but under `CI` it counts.
fn hold(measured: &Figures, path: &str) {
    if writing() {
        std::fs::write(project_file(path), measured.text()).unwrap();
        return;
    }
    let budgets = Figures::parse(&text(path));
    let complaints = measured.against(&budgets);
    if complaints.is_empty() {
        return;
    }
    let told = format!(
        "\n{}\n\nThe budgets are for {}.\nThis wasm is of     {}.\n\
         COSTS_WRITE=1 cargo test --test costs writes {path} anew.\n",
        complaints.join("\n"),
        budgets.origin,
        measured.origin
    );
    let same_tools = budgets.origin == measured.origin;
    assert!(!same_tools && std::env::var_os("CI").is_none(), "{told}");
    eprintln!("{told}");
}

#[test]
fn every_call_keeps_to_its_budget() {
    if let Some(measured) = measured() {
        hold(measured, BUDGETS);
    }
}

#[test]
fn every_call_of_a_build_with_features_keeps_to_its_budget() {
    if let Some(measured) = measured_features() {
        hold(measured, FEATURE_BUDGETS);
    }
}

#[test]
fn the_curve_keeps_to_its_budget() {
    if let Some(measured) = measured_curve() {
        hold(measured, CURVE);
    }
}

/// The table, and beside it that of each wasm of `COSTS_WASM`, as it is.
#[test]
fn the_table_shows_every_kind_of_call() {
    let ours = measured().map(|figures| ("this contract".to_string(), figures.clone()));
    let paths = std::env::var("COSTS_WASM").unwrap_or_default();
    let others = paths.split_whitespace().map(|path| {
        let wasm = std::fs::read(project_file(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
        let figures = meter::measure(Build::plain(&wasm), path, &games());
        (path.into(), figures)
    });
    let all: Vec<(String, Figures)> = ours.into_iter().chain(others).collect();
    for (name, figures) in &all {
        let rows: Vec<&str> = figures.rows.iter().map(|(row, _)| row.as_str()).collect();
        assert_eq!(rows, [&meter::CALLS[..], &[meter::WASM]].concat());
        println!("\n{name}: {}\n{}", figures.origin, figures.table());
    }
    if let Some(wasm) = shrunk_wasm() {
        println!("\n{}", meter::where_the_cpu_goes(&wasm));
    }
    if let [(_, first), rest @ ..] = &all[..] {
        for (name, figures) in rest {
            println!("\n{name}, over the first\n{}", figures.over(first).table());
        }
    }
}

/// A figure with its bar and its aim, and what it is kept to: the bar, or where the bar would ask for a
/// convention of Cougr to be bent, a ceiling above it. docs/costs.md says which, and what each costs.
pub struct Bar {
    title: &'static str,
    row: &'static str,
    column: &'static str,
    /// What the transitional example costs, where bar and aim are in parts of it; else 1. Measured in
    /// June 2026 with soroban-sdk 25.3.2.
    over: f64,
    kept_to: f64,
    bar: f64,
    aim: f64,
}

const fn bar(
    title: &'static str,
    (row, column): (&'static str, &'static str),
    over: f64,
    (kept_to, bar, aim): (f64, f64, f64),
) -> Bar {
    Bar {
        title,
        row,
        column,
        over,
        kept_to,
        bar,
        aim,
    }
}

#[rustfmt::skip]
pub const BARS: [Bar; 8] = [
    bar("a whole game, of the transitional example's fee", ("game", "fee"), 19_640_000., (0.132, 0.132, 0.122)),
    bar("a move, mean fee in stroops", ("move", "fee"), 1., (22_450., 22_000., 21_300.)),
    bar("a move, of its mean CPU", ("move", "cpu"), 913_947., (2.36, 2.0, 1.7)),
    bar("a move, of its mean memory", ("move", "memory"), 1_223_766., (0.48, 0.48, 0.40)),
    bar("`get_state`, of its CPU", ("get_state", "cpu"), 407_286., (1.78, 1.3, 1.0)),
    bar("`get_board`, of its CPU", ("get_board", "cpu"), 335_644., (1.3, 1.3, 1.0)),
    bar("`get_current_player`, of its CPU", ("get_current_player", "cpu"), 343_000., (1.66, 1.3, 1.0)),
    // A row of one number, in the first column.
    bar("wasm, bytes", (meter::WASM, meter::COUNTS[0]), 1., (35_500., 34_000., 30_000.)),
];

#[test]
fn the_contract_costs_no_more_than_it_is_kept_to() {
    let Some(measured) = measured() else { return };
    for bar in BARS {
        let figure = measured.get(bar.row, bar.column) / bar.over;
        assert!(
            figure <= bar.kept_to,
            "{}: {figure} is over {}",
            bar.title,
            bar.kept_to
        );
    }
}

#[test]
fn the_drawing_shows_the_curve() {
    let drawn = chart::draw(&kept(CURVE, measured_curve));
    if writing() {
        std::fs::write(project_file(DRAWING), &drawn).unwrap();
    }
    assert!(text(DRAWING) == drawn, "{DRAWING} shows other figures");
}

/// The contract gets its memory by pages of 64 KB, and a smooth curve does not show them: least of all
/// that of a small world that is unpacked and packed again.
#[test]
fn the_fits_are_near_what_is_measured() {
    let curve = kept(CURVE, measured_curve);
    for (series, near_memory) in [
        (&chart::CHECKERS, 0.15),
        (&chart::STORED, 0.15),
        (&chart::STORED_START, 0.15),
        (&chart::PACKED, 0.45),
    ] {
        for (column, near) in [
            ("cpu", 0.05),
            ("memory", near_memory),
            ("bytes_written", 0.05),
        ] {
            let points = series.points(&curve, column);
            let fit = chart::Fit::of(&points);
            for (entities, count) in points {
                let error = fit.at(entities) / count - 1.;
                assert!(
                    error.abs() < near,
                    "{}, {column}, {entities}: {error}",
                    series.title
                );
            }
        }
    }
}

/// What other designs cost: June 2026, soroban-sdk 25.3.2, counted as here.
#[rustfmt::skip]
const DESIGNS: [(&str, &str, &str, [&str; 4]); 9] = [
    ("a whole game: fee, stroops", "game", "fee", ["19,640,000", "36,200,000", "3,820,000", "2,460,000"]),
    ("`init_game`: fee, stroops", "init_game", "fee", ["13,309,983", "34,985,704", "2,760,553", "1,645,721"]),
    ("a move, mean: fee, stroops", "move", "fee", ["140,201", "27,593", "23,534", "17,933"]),
    ("a move, mean: CPU instructions", "move", "cpu", ["913,947", "1,441,068", "2,448,224", "339,288"]),
    ("a move, mean: memory, bytes", "move", "memory", ["1,223,766", "502,905", "488,847", "1,205,987"]),
    ("entries written by a move, mean", "move", "entries_written", ["2.9", "1", "1", "1"]),
    ("bytes stored", "init_game", "bytes_written", ["1,140", "3,128", "340", "244"]),
    ("`init_game`: CPU", "init_game", "cpu", ["563,662", "2,612,230", "2,405,392", "312,852"]),
    ("`get_state`: CPU", "get_state", "cpu", ["407,286", "900,852", "2,374,528", "361,958"]),
];

/// Each table stands between a line `<!-- measured: name -->` and the next `<!-- end -->`.
#[test]
fn the_document_shows_the_figures() {
    let budgets = kept(BUDGETS, measured);
    let features = kept(FEATURE_BUDGETS, measured_features);
    let tables = [
        ("bars", tables::bars(&budgets)),
        ("designs", tables::designs(&budgets, &DESIGNS)),
        ("calls", tables::calls(&budgets)),
        ("features", tables::features(&features)),
        ("curve", tables::curve(&kept(CURVE, measured_curve))),
    ];
    let document = text(DOCUMENT);
    let mut updated = document.clone();
    for (name, table) in tables {
        let begin = format!("<!-- measured: {name} -->\n\n");
        let (before, rest) = updated.split_once(&begin).expect(name);
        let (_, after) = rest.split_once("<!-- end -->").expect(name);
        updated = format!("{before}{begin}{table}\n<!-- end -->{after}");
    }
    if writing() {
        std::fs::write(project_file(DOCUMENT), updated).unwrap();
    } else {
        assert!(document == updated, "{DOCUMENT} shows other figures");
    }
}
