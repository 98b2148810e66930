//! What players can ask a contract with match play for without a move.

use checkers::rules::Side;

/// An entry point of match play that a player calls.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Request {
    /// `resign`
    Resign,
    /// `agree_draw`: offers a draw, or accepts the one that is offered.
    AgreeDraw,
    /// `claim_draw`
    ClaimDraw,
    /// `claim_win`
    ClaimWin,
}

impl Request {
    /// Reads a command, and the side for which it is given if that is said.
    pub fn read(words: &str) -> Option<(Request, Option<Side>)> {
        let (request, side) = match words.rsplit_once(' ') {
            Some((request, "black")) => (request, Some(Side::Black)),
            Some((request, "white")) => (request, Some(Side::White)),
            _ => (words, None),
        };
        let request = match request {
            "resign" => Request::Resign,
            "draw" => Request::AgreeDraw,
            "claim draw" => Request::ClaimDraw,
            "claim win" => Request::ClaimWin,
            _ => return None,
        };
        Some((request, side))
    }

    /// What can be typed instead of words that begin like a command and are none.
    pub fn forms(words: &str) -> Option<&'static str> {
        match words.split(' ').next() {
            Some("resign") => Some("resign, resign black or resign white"),
            Some("draw") => Some("draw, draw black or draw white"),
            Some("claim") => {
                Some("claim draw or claim win; black or white behind it names who asks")
            }
            _ => None,
        }
    }

    /// The entry point.
    pub fn name(self) -> &'static str {
        match self {
            Request::Resign => "resign",
            Request::AgreeDraw => "agree_draw",
            Request::ClaimDraw => "claim_draw",
            Request::ClaimWin => "claim_win",
        }
    }
}
