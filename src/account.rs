//! An address in 33 bytes.
//!
//! Stored as a host value an address takes 44 bytes (a contract's 40), and every stored byte costs
//! rent for as long as the game lives. To read one, the XDR form (`ScAddress` in Stellar's XDR) is
//! taken apart. To make one, the text form is put together (strkey, SEP-23): the host charges a
//! tenth for it of what it charges for XDR.

#![deny(missing_docs)]

use soroban_sdk::xdr::ToXdr;
use soroban_sdk::Address;

/// Bytes of an [`Account`].
pub const ACCOUNT_BYTES: usize = 33;

const KEY_BYTES: usize = 32;
const STRKEY_BYTES: usize = 1 + KEY_BYTES + 2;
const STRKEY_CHARACTERS: usize = STRKEY_BYTES * 8 / 5;

/// An address: one byte for its kind (0 an account, 1 a contract), then its 32-byte key or hash.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Account([u8; ACCOUNT_BYTES]);

impl Account {
    /// The account of an address. The host knows no address but those of accounts and contracts.
    pub fn of(address: &Address) -> Account {
        let xdr = address.to_xdr(address.env()).to_buffer::<44>();
        let xdr = xdr.as_slice();
        let mut bytes = [0; ACCOUNT_BYTES];
        // The type of the value, then the type of the address, both in four bytes.
        bytes[0] = xdr[7];
        bytes[1..].copy_from_slice(&xdr[xdr.len() - KEY_BYTES..]);
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
    pub fn to_address(&self, env: &soroban_sdk::Env) -> Address {
        Address::from_string_bytes(&soroban_sdk::Bytes::from_array(env, &self.to_strkey()))
    }

    /// The text form: `G...` of an account, `C...` of a contract.
    fn to_strkey(self) -> [u8; STRKEY_CHARACTERS] {
        let mut payload = [0; STRKEY_BYTES];
        payload[..ACCOUNT_BYTES].copy_from_slice(&self.0);
        // The first five bits of the version byte are the first letter: 6 is G, 2 is C.
        payload[0] = if self.0[0] == 0 { 6 << 3 } else { 2 << 3 };
        let checksum = crc16(&payload[..ACCOUNT_BYTES]);
        payload[ACCOUNT_BYTES..].copy_from_slice(&checksum.to_le_bytes());
        base32(&payload)
    }
}

/// CRC-16/XMODEM, the checksum of strkey.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc: u16, &byte| {
        // The eight steps of one byte at once, for the polynomial 0x1021.
        let mut x = crc >> 8 ^ u16::from(byte);
        x ^= x >> 4;
        crc << 8 ^ x << 12 ^ x << 5 ^ x
    })
}

/// Base 32 (RFC 4648), of whole groups of five bytes: no padding.
fn base32(payload: &[u8; STRKEY_BYTES]) -> [u8; STRKEY_CHARACTERS] {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = [0; STRKEY_CHARACTERS];
    for (bytes, characters) in payload.chunks_exact(5).zip(text.chunks_exact_mut(8)) {
        let bits = bytes
            .iter()
            .fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
        for (i, character) in characters.iter_mut().enumerate() {
            *character = ALPHABET[(bits >> (35 - 5 * i)) as usize % 32];
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::hand_made::with_cases;
    use proptest::prelude::*;
    use soroban_sdk::xdr::{AccountId, ContractId, Hash, PublicKey, ScAddress, Uint256};
    use soroban_sdk::{Env, String, TryFromVal};

    /// The same key as an account and as a contract: examples of SEP-23.
    const KEY: [u8; 32] = [
        0x3f, 0x0c, 0x34, 0xbf, 0x93, 0xad, 0x0d, 0x99, 0x71, 0xd0, 0x4c, 0xcc, 0x90, 0xf7, 0x05,
        0x51, 0x1c, 0x83, 0x8a, 0xad, 0x97, 0x34, 0xa4, 0xa2, 0xfb, 0x0d, 0x7a, 0x03, 0xfc, 0x7f,
        0xe8, 0x9a,
    ];
    const ACCOUNT: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    const CONTRACT: &str = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";

    #[test]
    fn the_examples_of_the_standard_are_read_and_written() {
        let env = Env::default();
        for (kind, text) in [(0, ACCOUNT), (1, CONTRACT)] {
            let mut bytes = [kind; ACCOUNT_BYTES];
            bytes[1..].copy_from_slice(&KEY);
            let account = Account::from_bytes(bytes).unwrap();
            assert_eq!(&account.to_strkey()[..], text.as_bytes());
            let address = Address::from_string(&String::from_str(&env, text));
            assert_eq!(Account::of(&address), account);
            assert_eq!(account.to_address(&env), address);
        }
    }

    /// The address of a key, by way of XDR and the SDK alone.
    fn address(env: &Env, is_contract: bool, key: [u8; KEY_BYTES]) -> Address {
        let address = if is_contract {
            ScAddress::Contract(ContractId(Hash(key)))
        } else {
            ScAddress::Account(AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(key))))
        };
        Address::try_from_val(env, &address).unwrap()
    }

    fn assert_same(is_contract: bool, key: [u8; KEY_BYTES]) -> Result<(), TestCaseError> {
        let env = Env::default();
        let address = address(&env, is_contract, key);
        let account = Account::of(&address);
        let mut bytes = [u8::from(is_contract); ACCOUNT_BYTES];
        bytes[1..].copy_from_slice(&key);
        prop_assert_eq!(account.to_bytes(), bytes);
        prop_assert_eq!(Account::from_bytes(bytes), Some(account));
        let strkey = address
            .to_string()
            .to_bytes()
            .to_buffer::<STRKEY_CHARACTERS>();
        prop_assert_eq!(&account.to_strkey()[..], strkey.as_slice());
        prop_assert_eq!(account.to_address(&env), address);
        Ok(())
    }

    proptest! {
        #![proptest_config(with_cases(500))]

        #[test]
        fn addresses_come_back_as_they_were(is_contract: bool, key: [u8; KEY_BYTES]) {
            assert_same(is_contract, key)?;
        }
    }

    #[test]
    fn keys_of_all_zeros_and_ones_come_back() {
        for is_contract in [false, true] {
            for byte in [0, 255] {
                assert_same(is_contract, [byte; KEY_BYTES]).unwrap();
            }
        }
    }

    #[test]
    fn bytes_of_another_kind_are_no_account() {
        for kind in 2..=255 {
            let mut bytes = [7; ACCOUNT_BYTES];
            bytes[0] = kind;
            assert_eq!(Account::from_bytes(bytes), None);
        }
    }

    /// The check value that catalogues of checksums give for CRC-16/XMODEM.
    #[test]
    fn the_checksum_is_that_of_xmodem() {
        assert_eq!(crc16(b"123456789"), 0x31C3);
    }

    /// The test vector "fooba" of RFC 4648, seven times.
    #[test]
    fn base_32_is_that_of_the_rfc() {
        let payload = b"foobafoobafoobafoobafoobafoobafooba";
        let text = b"MZXW6YTBMZXW6YTBMZXW6YTBMZXW6YTBMZXW6YTBMZXW6YTBMZXW6YTB";
        assert_eq!(&base32(payload), text);
    }
}
