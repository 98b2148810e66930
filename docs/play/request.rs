//! What players can ask the contract for without a move: the feature `match-play`.

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
        Some(match words {
            "resign" => (Request::Resign, None),
            "resign black" => (Request::Resign, Some(Side::Black)),
            "resign white" => (Request::Resign, Some(Side::White)),
            "draw" => (Request::AgreeDraw, None),
            "draw black" => (Request::AgreeDraw, Some(Side::Black)),
            "draw white" => (Request::AgreeDraw, Some(Side::White)),
            "claim draw" => (Request::ClaimDraw, None),
            "claim win" => (Request::ClaimWin, None),
            _ => return None,
        })
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
