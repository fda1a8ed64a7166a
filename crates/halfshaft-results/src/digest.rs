//! SHA-256 (FIPS 180-4), with which a page names the only script that it may run.

/// The first 32 bits of the fractional part of a root of a prime: ⌊p^(1/n)·2³²⌋ mod 2³².
fn root_bits(prime: u128, power: u32) -> u32 {
    let whole = prime << (32 * power);
    let (mut low, mut high) = (0_u128, 1_u128 << 40);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.pow(power) <= whole { low = middle } else { high = middle }
    }
    low as u32
}

fn primes() -> impl Iterator<Item = u128> {
    (2_u128..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

/// The digest of some bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut state = [0_u32; 8];
    state.iter_mut().zip(primes()).for_each(|(h, p)| *h = root_bits(p, 2));
    let mut constants = [0_u32; 64];
    constants.iter_mut().zip(primes()).for_each(|(k, p)| *k = root_bits(p, 3));
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((8 * bytes.len() as u64).to_be_bytes());
    padded.chunks_exact(64).for_each(|block| compress(&mut state, &constants, block));
    let mut digest = [0; 32];
    digest.chunks_exact_mut(4).zip(state).for_each(|(out, word)| out.copy_from_slice(&word.to_be_bytes()));
    digest
}

fn compress(state: &mut [u32; 8], constants: &[u32; 64], block: &[u8]) {
    let mut w = [0_u32; 64];
    for (i, word) in block.chunks_exact(4).enumerate() {
        w[i] = word.iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
    }
    let rotated = |x: u32, by: [u32; 2]| x.rotate_right(by[0]) ^ x.rotate_right(by[1]);
    for i in 16..64 {
        let s0 = rotated(w[i - 15], [7, 18]) ^ (w[i - 15] >> 3);
        let s1 = rotated(w[i - 2], [17, 19]) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for i in 0..64 {
        let s1 = rotated(e, [6, 11]) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(constants[i]).wrapping_add(w[i]);
        let s0 = rotated(a, [2, 13]) ^ a.rotate_right(22);
        let second = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    state.iter_mut().zip([a, b, c, d, e, f, g, h]).for_each(|(s, x)| *s = s.wrapping_add(x));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        sha256(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_digest_is_the_published_one() {
        // FIPS 180-4, examples of NIST: empty, one block, two blocks, many blocks.
        assert_eq!(hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let two = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(two), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        assert_eq!(hex(&[b'a'; 1_000_000]), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}
