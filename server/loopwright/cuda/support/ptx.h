// names: bits_extracted bits_inserted highest_bit bytes_permuted bits_by_table carries borrows
// pruned: yes
// Parts of numbers as instructions of PTX take them, for any position and length.
template <typename T> static inline T bits_extracted(T from, unsigned position, unsigned length) {
    const int width = 8 * sizeof(T), at = position & 255, count = length & 255;
    if (count == 0) return 0;
    const int last = at + count - 1 < width - 1 ? at + count - 1 : width - 1;
    const bool negative = T(-1) < T(0) && from >> last & 1;
    T found = 0;
    for (int i = 0; i < width; ++i) {
        const bool bit = i < count && at + i < width ? from >> (at + i) & 1 : negative;
        if (bit) found = T(found | T(1ull << i));
    }
    return found;
}
template <typename T> static inline T bits_inserted(T part, T into, unsigned position, unsigned length) {
    const int width = 8 * sizeof(T), at = position & 255, count = length & 255;
    for (int i = 0; i < count && at + i < width; ++i) {
        const T bit = T(1) << (at + i);
        into = part >> i & 1 ? into | bit : into & ~bit;
    }
    return into;
}
template <typename T> static inline unsigned highest_bit(T of) {
    if (of < 0) of = ~of;
    for (int i = 8 * sizeof(T) - 1; i >= 0; --i)
        if (of >> i & 1) return (unsigned)i;
    return ~0u;
}
static inline unsigned bytes_permuted(unsigned low, unsigned high, unsigned selector) {
    const unsigned long long both = (unsigned long long)high << 32 | low;
    unsigned found = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned chosen = selector >> 4 * i & 15, byte = (unsigned)(both >> 8 * (chosen & 7)) & 255;
        found |= (chosen & 8 ? (byte & 128 ? 255u : 0u) : byte) << 8 * i;
    }
    return found;
}
static inline unsigned bits_by_table(unsigned a, unsigned b, unsigned c, unsigned table) {
    unsigned found = 0;
    for (int i = 0; i < 8; ++i)
        if (table >> i & 1) found |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return found;
}
// Whether a sum of unsigned numbers and a carry is too long for their type, a difference of them below 0.
template <typename T> static inline unsigned carries(T a, T b, unsigned carry) {
    const T sum = a + b;
    return sum < a || T(sum + carry) < sum;
}
template <typename T> static inline unsigned borrows(T a, T b, unsigned borrow) { return a < b || (borrow && a == b); }
