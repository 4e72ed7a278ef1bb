//! The sum by which changed bytes are noticed.

/// The 64-bit FNV-1a sum.
///
/// # Source
/// Fowler, Noll, Vo and Eastlake, *The FNV Non-Cryptographic Hash Algorithm*, RFC 9923.
///
/// # Examples
///
/// ```
/// use unobench_core::digest::fnv1a;
///
/// assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
/// assert_ne!(fnv1a(b"foobar"), fnv1a(b"foobaz"));
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_after(0xcbf2_9ce4_8422_2325, bytes)
}

/// The 64-bit FNV-1a sum of bytes that follow others, whose sum is given.
///
/// # Examples
///
/// ```
/// use unobench_core::digest::{fnv1a, fnv1a_after};
///
/// assert_eq!(fnv1a_after(fnv1a(b"foo"), b"bar"), fnv1a(b"foobar"));
/// ```
pub fn fnv1a_after(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
