//! What the Stellar CLI says when a command fails, in words for a player, with what to do.

use crate::cli::Cli;

/// The number of the contract's error, if that is what stopped the call.
pub fn contract_error(said: &str) -> Option<u32> {
    // As a simulation writes it, and as the events of a failed transaction do.
    let after = ["Error(Contract, #", "{\"contract\":"]
        .iter()
        .find_map(|before| Some(said.split_once(before)?.1))?;
    let digits = after.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// Has the network refused to take the transaction? Then it is not on its way.
pub fn is_turned_down(said: &str) -> bool {
    said.contains("transaction submission failed: Tx") || said.contains("TxInsufficientBalance")
}

/// The network that the CLI takes if none is named.
pub fn default_network() -> Option<String> {
    let printed = Cli::local(&["env", "STELLAR_NETWORK"]).ok()?;
    let name = printed.trim();
    (!name.is_empty()).then(|| name.to_string())
}

/// Why a command failed, and what to do. `subject` is the identity or the contract that it was about.
pub fn words(said: &str, subject: &str) -> String {
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let after = |before: &str| -> Option<&str> {
        let rest = said.split_once(before)?.1;
        rest.split_whitespace().next()
    };
    if said == "no such program" {
        return "The Stellar CLI is not there: no program stellar is on the PATH. Install it with \
                cargo install --locked stellar-cli."
            .into();
    }
    if has(&["Failed to find config identity"]) {
        return format!(
            "The CLI has no identity {subject}. These are there: stellar keys ls. To make one: \
             stellar keys generate {subject} --fund, which also gets test money where there is any."
        );
    }
    if has(&["Failed to find config network"]) {
        let name = after("Failed to find config network for ").unwrap_or("of this name");
        return format!(
            "The CLI knows no network {name}. These it knows: stellar network ls. To add one: \
             stellar network add."
        );
    }
    if has(&["Access to the network is required"]) {
        return "Which network? Name it with --network, or choose one for good with stellar network \
                use."
            .into();
    }
    if has(&["contract not found:", "no contract found with alias"]) {
        return format!(
            "The CLI knows no contract {subject} on this network. An id has 56 characters and begins \
             with C; the aliases are listed by stellar contract alias ls."
        );
    }
    if let Some(address) = after("Contract not found: ") {
        return format!(
            "There is no contract {address} on this network. If it was left alone for more than a \
             month, it is archived, and anybody can bring it back: stellar contract restore --id \
             {address} --source NAME."
        );
    }
    if let Some(hash) = after("Contract Code not found: ") {
        return format!(
            "The code of the contract is archived. Anybody can bring it back: stellar contract \
             restore --wasm-hash {hash} --source NAME."
        );
    }
    if has(&["EntryArchived", "entry_archived", "archived contract"]) {
        return format!(
            "The game is archived, since nobody has played it for long. Anybody can bring it back: \
             stellar contract restore --id {subject} --source NAME."
        );
    }
    if let Some(address) = after("Account not found: ") {
        return format!(
            "The account of {subject} does not exist on this network, {address}. It does once there \
             is money on it; on a test network: stellar keys fund {subject}."
        );
    }
    if has(&[
        "TxInsufficientBalance",
        "TxInsufficientFee",
        "tx_insufficient_balance",
    ]) {
        return format!(
            "There is not enough money on the account of {subject} to pay for the transaction. Send \
             some there, or on a test network: stellar keys fund {subject}. Nothing was sent."
        );
    }
    if has(&[
        "Missing signing key",
        "cannot be used to sign",
        "invalid signing key",
    ]) {
        return format!(
            "The CLI has the address of {subject}, but not the key: it cannot sign. Play where the \
             key is, or add it: stellar keys add."
        );
    }
    if has(&["TxBadSeq", "tx_bad_seq", "txBAD_SEQ"]) {
        return format!(
            "Another transaction of {subject} came in between. Nothing was sent. Try again."
        );
    }
    if has(&["does not match the server"]) {
        return "The network is not the one that the CLI takes it for: its passphrase is another. See \
                stellar network ls --long."
            .into();
    }
    if has(&["imed out", "timeout", "Timeout"]) {
        return "The network has not answered in time. Try again.".into();
    }
    if has(&[
        "onnection refused",
        "(Connect)",
        "tcp connect",
        "dns error",
        "Networking or low-level",
    ]) {
        return "The network cannot be reached. Is this machine online, and the address right? See \
                stellar network ls --long."
            .into();
    }
    format!("The CLI says: {}", gist(said))
}

/// The CLI's error itself, without the log around it.
fn gist(said: &str) -> String {
    let error = said.split_once("error: ").map_or(said, |(_, error)| error);
    let line = error.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or("nothing").trim().to_string()
}
