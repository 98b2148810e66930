mod support;
use soroban_sdk::testutils::Ledger;
use soroban_sdk::Env;
use support::*;
#[test]
fn proto() {
    let wasm = std::fs::read(std::env::var("W").unwrap()).unwrap();
    let mut env = Env::default();
    env.set_config(soroban_sdk::testutils::EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    let _ = &mut env;
    println!("wasm {}", wasm.len());
    let (mut n, mut cpu, mut mem, mut fee) = (0i64, 0i64, 0i64, 0i64);
    let (mut icpu, mut ifee) = (0, 0);
    let (mut g, mut b, mut c) = (0, 0, 0);
    let mut first = None;
    let games = recorded_games("transitional.jsonl");
    for game in &games {
        let mut env = Env::default();
        env.set_config(soroban_sdk::testutils::EnvTestConfig {
            capture_snapshot_at_drop: false,
        });
        env.ledger().with_mut(|l| {
            l.min_persistent_entry_ttl = 2_073_600;
            l.min_temp_entry_ttl = 17_280;
            l.max_entry_ttl = 3_110_400;
        });
        let table = Table::deploy(env, |env| env.register(&wasm[..], ()));
        table.init();
        icpu = table.env.cost_estimate().resources().instructions;
        ifee = table.env.cost_estimate().fee().total;
        for call in game.calls.iter().skip(1).filter(|c| c.result == 0) {
            table.submit(call.player, call.squares).unwrap();
            let r = table.env.cost_estimate().resources();
            if first.is_none() {
                println!("{r:?} {:?}", table.env.cost_estimate().fee());
                let bu = table.env.cost_estimate().budget();
                println!("{bu:?}");
                first = Some(());
            }
            n += 1;
            cpu += r.instructions;
            mem += r.mem_bytes;
            fee += table.env.cost_estimate().fee().total;
        }
        table.client.get_state();
        g = table.env.cost_estimate().resources().instructions;
        table.client.get_board();
        b = table.env.cost_estimate().resources().instructions;
        table.client.get_current_player();
        c = table.env.cost_estimate().resources().instructions;
    }
    println!("init cpu {icpu} fee {ifee}; move n {n} cpu {} ({:.3}) mem {} ({:.3}) fee {}; game {} ({:.4})", cpu/n, cpu as f64/n as f64/913947., mem/n, mem as f64/n as f64/1223766., fee/n, ifee + fee/16, (ifee+fee/16) as f64/19.64e6);
    println!(
        "getters {g} {b} {c}  ({:.3} {:.3} {:.3})",
        g as f64 / 407286.,
        b as f64 / 335644.,
        c as f64 / 343000.
    );
}
