use unobench_core::digest::fnv1a;

/// The values of the RFC's appendix for no byte and for `a` and `foobar`.
#[test]
fn known_values() {
    assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
}
