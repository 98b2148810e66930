//! The built wasm: it plays the same games, says the same about itself as the specification, and
//! answers whatever it is asked. These tests run where it has been built, and must run under `CI`.

mod support;

use checkers::views::GameStatus;
use proptest::prelude::*;
use soroban_sdk::testutils::Deployer;
use soroban_sdk::xdr::{
    Limited, Limits, ReadXdr, ScMetaEntry, ScSpecEntry, ScSpecFunctionV0, ScSpecTypeDef as Type,
    ScSpecUdtUnionCaseV0, ScSpecUdtUnionV0, StringM,
};
use std::collections::BTreeSet;
use std::io::Cursor;
use support::{built_wasm, data, project_file, real_matches, recorded_games, Table};

#[cfg(not(feature = "official-rules"))] // By the rules of the core.
#[test]
fn the_wasm_plays_the_recorded_games() {
    let Some(wasm) = built_wasm() else { return };
    for file in ["transitional.jsonl", "chain-step.jsonl"] {
        for game in recorded_games(file) {
            Table::wasm(&wasm).play(&game);
        }
    }
}

#[test]
fn the_wasm_plays_a_real_match_to_its_end() {
    let Some(wasm) = built_wasm() else { return };
    let matches = real_matches();
    // The longest of those that the contract's rules accept whole.
    let longest = matches
        .iter()
        .filter(|game| game.accepted == game.turns.len())
        .max_by_key(|game| game.accepted)
        .unwrap();
    let table = Table::wasm(&wasm).started();
    assert_eq!(table.play_match(longest), longest.accepted);
    let state = table.client.get_state();
    let finished = state.status.status == GameStatus::Finished;
    let turns = 1 + longest.accepted as u32 - u32::from(finished);
    assert_eq!(state.turn.move_number, turns);
}

#[test]
fn a_move_does_not_pay_for_the_life_of_the_code() {
    let Some(wasm) = built_wasm() else { return };
    let table = Table::wasm(&wasm).started();
    let code = || table.env.deployer().get_contract_code_ttl(&table.contract);
    // The code is left with less than the instance must have.
    let before = code();
    assert!(before < table.lifetime());
    table.submit(1, [2, 1, 3, 0]).unwrap();
    table.submit(2, [5, 0, 4, 1]).unwrap();
    assert_eq!(code(), before);
}

// The interface.

/// The contents of a custom section: a wasm is a header of eight bytes, then sections, each with its
/// kind (0 for a custom one) and length; a custom one begins with its name.
fn custom_section<'a>(wasm: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let mut rest = wasm.get(8..)?;
    while let Some((&kind, tail)) = rest.split_first() {
        let (length, tail) = leb128(tail)?;
        let section = tail.get(..length)?;
        rest = &tail[length..];
        if kind == 0 {
            let (length, section) = leb128(section)?;
            if section.get(..length)? == name.as_bytes() {
                return Some(&section[length..]);
            }
        }
    }
    None
}

/// A number as wasm writes lengths: seven bits a byte, the lowest first.
fn leb128(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0;
    for (i, byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7F) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[i + 1..]));
        }
    }
    None
}

fn entries<T: ReadXdr>(wasm: &[u8], section: &str) -> Vec<T> {
    let section = custom_section(wasm, section).expect("the section of a contract");
    let mut xdr = Limited::new(Cursor::new(section), Limits::none());
    T::read_xdr_iter(&mut xdr)
        .collect::<Result<_, _>>()
        .unwrap()
}

fn text<const N: u32>(name: &StringM<N>) -> String {
    name.to_utf8_string_lossy()
}

fn type_name(of: &Type) -> String {
    match of {
        Type::U32 => "u32".into(),
        Type::I32 => "i32".into(),
        Type::Void => "()".into(),
        Type::Address => "Address".into(),
        Type::Vec(vector) => format!("Vec<{}>", type_name(&vector.element_type)),
        Type::Result(result) => format!(
            "Result<{}, {}>",
            type_name(&result.ok_type),
            type_name(&result.error_type)
        ),
        Type::Udt(udt) => text(&udt.name),
        other => format!("{other:?}"),
    }
}

fn function(function: &ScSpecFunctionV0) -> String {
    let inputs: Vec<String> = function
        .inputs
        .iter()
        .map(|input| format!("{}: {}", text(&input.name), type_name(&input.type_)))
        .collect();
    let outputs: Vec<String> = function.outputs.iter().map(type_name).collect();
    let name = function.name.0.to_utf8_string_lossy();
    format!("fn {name}({}) -> {}", inputs.join(", "), outputs.join(", "))
}

fn union(union: &ScSpecUdtUnionV0) -> String {
    let cases = union.cases.iter().map(|case| match case {
        ScSpecUdtUnionCaseV0::VoidV0(case) => text(&case.name),
        ScSpecUdtUnionCaseV0::TupleV0(case) => {
            let types: Vec<String> = case.type_.iter().map(type_name).collect();
            format!("{}({})", text(&case.name), types.join(", "))
        }
    });
    block("enum", &text(&union.name), cases)
}

fn block(kind: &str, name: &str, members: impl Iterator<Item = String>) -> String {
    let members: String = members.map(|member| format!("    {member},\n")).collect();
    format!("{kind} {name} {{\n{members}}}")
}

/// An entry of the interface as text, without its comments.
fn rendered(entry: &ScSpecEntry) -> String {
    match entry {
        ScSpecEntry::FunctionV0(entry) => function(entry),
        ScSpecEntry::UdtStructV0(entry) => {
            let field = |field: &soroban_sdk::xdr::ScSpecUdtStructFieldV0| {
                format!("{}: {}", text(&field.name), type_name(&field.type_))
            };
            block("struct", &text(&entry.name), entry.fields.iter().map(field))
        }
        ScSpecEntry::UdtUnionV0(entry) => union(entry),
        ScSpecEntry::UdtEnumV0(entry) => {
            let cases = entry.cases.iter();
            let cases = cases.map(|case| format!("{} = {}", text(&case.name), case.value));
            block("enum", &text(&entry.name), cases)
        }
        ScSpecEntry::UdtErrorEnumV0(entry) => {
            let cases = entry.cases.iter();
            let cases = cases.map(|case| format!("{} = {}", text(&case.name), case.value));
            block("error", &text(&entry.name), cases)
        }
        ScSpecEntry::EventV0(entry) => format!("event {}", entry.name.0.to_utf8_string_lossy()),
    }
}

/// Was the wasm made by the Stellar CLI? It says so in the contract's metadata. A plain `cargo` build
/// leaves Cougr's types in the interface.
fn is_made_by_the_cli(wasm: &[u8]) -> bool {
    let is_cli = |entry: ScMetaEntry| {
        let ScMetaEntry::ScMetaV0(entry) = entry;
        text(&entry.key) == "cliver"
    };
    entries(wasm, "contractmetav0").into_iter().any(is_cli)
}

/// `REWRITE_INTERFACE=1 cargo test --test wasm` writes the file anew, from a wasm of the Stellar CLI.
#[test]
fn the_interface_is_that_of_the_specification() {
    // The specification is that of the default build.
    if cfg!(feature = "match-play") {
        return;
    }
    let Some(wasm) = built_wasm() else { return };
    let interface: BTreeSet<String> = entries(&wasm, "contractspecv0")
        .iter()
        .map(rendered)
        .collect();
    if std::env::var_os("REWRITE_INTERFACE").is_some() {
        let entries: Vec<String> = interface.iter().cloned().collect();
        let path = project_file("tests/data/interface.txt");
        std::fs::write(path, entries.join("\n\n") + "\n").unwrap();
    }
    let golden = data("interface.txt");
    let golden: BTreeSet<String> = golden.trim().split("\n\n").map(String::from).collect();
    let missing: Vec<_> = golden.difference(&interface).collect();
    assert!(missing.is_empty(), "missing or different: {missing:#?}");
    let strange = interface.difference(&golden);
    let is_ours = |entry: &&String| is_made_by_the_cli(&wasm) || entry.starts_with("fn ");
    let strange: Vec<_> = strange.filter(is_ours).collect();
    assert!(strange.is_empty(), "not of the specification: {strange:#?}");
}

#[test]
fn every_error_tells_the_player_what_it_means() {
    // Match play has errors of its own.
    if cfg!(feature = "match-play") {
        return;
    }
    let Some(wasm) = built_wasm() else { return };
    let mut codes = 0;
    for entry in entries(&wasm, "contractspecv0") {
        if let ScSpecEntry::UdtErrorEnumV0(errors) = entry {
            if text(&errors.name) != "CheckersError" {
                continue;
            }
            for case in errors.cases.iter() {
                assert!(!case.doc.is_empty(), "{}", text(&case.name));
                codes += 1;
            }
        }
    }
    assert_eq!(codes, 12);
}

// Arguments.

/// Any index, mostly one of the board or near it.
fn index() -> impl Strategy<Value = u32> {
    prop_oneof![
        6 => 0..8u32,
        1 => 0..=16u32,
        1 => any::<u32>(),
        1 => (0..8u32).prop_map(|below| u32::MAX - below),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// `Table::submit` panics on an answer that is none of the contract's.
    #[test]
    fn no_arguments_make_the_wasm_panic(
        game in 0..16usize,
        length in 0..100usize,
        calls in prop::collection::vec((1..=3usize, prop::array::uniform4(index())), 1..12),
        set_up in prop::bool::weighted(0.9),
    ) {
        let Some(wasm) = built_wasm() else { return Ok(()) };
        let table = Table::quiet_wasm(&wasm);
        if set_up {
            table.init();
            let game = &recorded_games("transitional.jsonl")[game];
            let accepted = game.calls.iter().filter(|call| call.result == 0);
            for call in accepted.take(length) {
                // By the official rules a game can be over, or go on, where this one did not.
                let accepted = table.submit(call.player, call.squares).is_ok();
                prop_assert!(accepted || cfg!(feature = "official-rules"));
            }
        }
        for (player, squares) in calls {
            let before = table.stored();
            let answer = table.submit(player, squares);
            prop_assert_eq!(answer.is_err(), table.stored() == before);
        }
    }
}
