//! The Stellar CLI as a child process. It has the keys, signs, and talks to the network.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// The program.
const PROGRAM: &str = "stellar";

/// Is a call under way that Ctrl-C is to stop, and not this program?
static CALLING: AtomicBool = AtomicBool::new(false);

/// What Ctrl-C does: while the CLI works it stops the CLI, which gets the signal too.
pub fn interrupt() {
    if !CALLING.load(Ordering::SeqCst) {
        // As a shell says it of a program that the signal has ended.
        std::process::exit(130);
    }
}

/// How far a transaction has come.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stage {
    /// The call is tried on the present state.
    Simulating,
    /// It is signed: the hash of the transaction.
    Signed(String),
    /// It is on its way.
    Sending,
}

impl Stage {
    fn read(line: &str) -> Option<Stage> {
        if let Some((_, hash)) = line.split_once("Signing transaction: ") {
            Some(Stage::Signed(hash.trim().into()))
        } else if line.contains("Simulating transaction") {
            Some(Stage::Simulating)
        } else if line.contains("Sending transaction") {
            Some(Stage::Sending)
        } else {
            None
        }
    }
}

/// What a command printed, and the hash of the last transaction that it signed.
#[derive(Debug, Default)]
pub struct Answer {
    /// Standard output.
    pub printed: String,
    /// The transaction.
    pub hash: Option<String>,
}

/// Why a command failed.
#[derive(Debug, Default)]
pub struct Failed {
    /// Standard error, or why there is none.
    pub said: String,
    /// The last transaction that was signed.
    pub hash: Option<String>,
    /// Was that one sent, or about to be?
    pub sent: bool,
    /// Did somebody stop it?
    pub stopped: bool,
}

/// How the CLI is called.
#[derive(Clone, Debug)]
pub struct Cli {
    /// The network, unless it is the CLI's own choice.
    pub network: Option<String>,
}

impl Cli {
    /// Runs a command that concerns the network.
    pub fn run(
        &self,
        command: &[&str],
        arguments: &[&str],
        see: &mut dyn FnMut(Stage),
    ) -> Result<Answer, Failed> {
        let network = self.network.iter().flat_map(|name| ["--network", name]);
        let words = command.iter().copied().chain(network);
        run(words.chain(arguments.iter().copied()), see)
    }

    /// Runs a command that only reads.
    pub fn read(&self, command: &[&str], arguments: &[&str]) -> Result<String, Failed> {
        let answer = self.run(command, arguments, &mut |_| {})?;
        Ok(answer.printed)
    }

    /// Runs a command that needs no network.
    pub fn local(words: &[&str]) -> Result<String, Failed> {
        let answer = run(words.iter().copied(), &mut |_| {})?;
        Ok(answer.printed)
    }
}

/// Runs the program to its end, and tells of each stage as it comes.
fn run<'a>(
    words: impl Iterator<Item = &'a str>,
    see: &mut dyn FnMut(Stage),
) -> Result<Answer, Failed> {
    let not_run = |error: std::io::Error| Failed {
        said: match error.kind() {
            ErrorKind::NotFound => "no such program".into(),
            _ => error.to_string(),
        },
        ..Failed::default()
    };
    CALLING.store(true, Ordering::SeqCst);
    let _over = Over;
    let mut child = Command::new(PROGRAM)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(not_run)?;
    let mut failed = Failed::default();
    let mut output = child.stdout.take().expect("it is piped");
    let printing = std::thread::spawn(move || {
        let mut printed = String::new();
        output.read_to_string(&mut printed).map(|_| printed)
    });
    let errors = BufReader::new(child.stderr.take().expect("it is piped"));
    for line in errors.lines() {
        let line = line.map_err(not_run)?;
        if let Some(stage) = Stage::read(&line) {
            match &stage {
                Stage::Simulating => failed.sent = false,
                Stage::Signed(hash) => failed.hash = Some(hash.clone()),
                Stage::Sending => failed.sent = true,
            }
            see(stage);
        }
        failed.said += &line;
        failed.said.push('\n');
    }
    let status = child.wait().map_err(not_run)?;
    let printed = printing.join().expect("it only reads").map_err(not_run)?;
    if status.success() {
        let hash = failed.hash;
        return Ok(Answer { printed, hash });
    }
    failed.stopped = status.code().is_none();
    Err(failed)
}

/// The end of a call, however it comes.
struct Over;

impl Drop for Over {
    fn drop(&mut self) {
        CALLING.store(false, Ordering::SeqCst);
    }
}
