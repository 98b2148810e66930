//! An address in 33 bytes.
//!
//! Stored as a host value an address takes 44 bytes (a contract's 40), and every stored byte costs
//! rent for as long as the game lives. The XDR forms are those of Stellar's `ScAddress`.

use soroban_sdk::xdr::{FromXdr, ToXdr};
use soroban_sdk::{Address, Bytes, Env};

/// Bytes of an [`Account`].
pub const ACCOUNT_BYTES: usize = 33;

/// An address: one byte for its kind (0 an account, 1 a contract), then its 32-byte key or hash.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Account([u8; ACCOUNT_BYTES]);

/// `ScVal::Address`, `ScAddress::Account`, `PublicKey::Ed25519`; the key follows.
const ACCOUNT_HEADER: [u8; 12] = [0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 0];
/// `ScVal::Address`, `ScAddress::Contract`; the hash follows.
const CONTRACT_HEADER: [u8; 8] = [0, 0, 0, 18, 0, 0, 0, 1];

impl Account {
    /// The account of an address. The host knows no address but those of accounts and contracts.
    pub fn of(address: &Address) -> Account {
        let xdr = address.to_xdr(address.env()).to_buffer::<44>();
        let xdr = xdr.as_slice();
        let mut bytes = [0; ACCOUNT_BYTES];
        bytes[0] = u8::from(xdr.starts_with(&CONTRACT_HEADER));
        bytes[1..].copy_from_slice(&xdr[xdr.len() - 32..]);
        Account(bytes)
    }

    /// The account of these bytes, if the first is a kind of address.
    pub fn from_bytes(bytes: [u8; ACCOUNT_BYTES]) -> Option<Account> {
        (bytes[0] <= 1).then_some(Account(bytes))
    }

    /// The bytes: the kind, then the key or hash.
    pub fn to_bytes(&self) -> [u8; ACCOUNT_BYTES] {
        self.0
    }

    /// The address as a host value.
    pub fn to_address(&self, env: &Env) -> Option<Address> {
        let header: &[u8] = match self.0[0] {
            0 => &ACCOUNT_HEADER,
            _ => &CONTRACT_HEADER,
        };
        let mut xdr = [0; 44];
        let length = header.len() + 32;
        xdr[..header.len()].copy_from_slice(header);
        xdr[header.len()..length].copy_from_slice(&self.0[1..]);
        Address::from_xdr(env, &Bytes::from_slice(env, &xdr[..length])).ok()
    }
}
