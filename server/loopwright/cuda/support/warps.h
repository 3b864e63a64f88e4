// names: shuffle shuffle_up shuffle_down shuffle_xor warp_ballot warp_any warp_all warp_match warp_match_all warp_add warp_min warp_max warp_and warp_or warp_xor block_count block_and block_or tile_ballot tile_any tile_all tile_reduce tile_match tile_match_all tile_inclusive tile_exclusive lanes_rank tile_lanes lanes_part lanes_shuffle lanes_shuffle_up lanes_shuffle_down lanes_ballot lanes_any lanes_all lanes_reduce lanes_match lanes_match_all lanes_inclusive lanes_exclusive
// What threads show each other stands in an array with one element for each thread of the block; t is the reader.
template <typename T>
static inline T shuffle(const T *shown, int t, int lane, int width = 32) {
    return shown[t - t % width + (lane & (width - 1))];
}
template <typename T>
static inline T shuffle_up(const T *shown, int t, unsigned delta, int width = 32) {
    const int by = delta & 31u;  // a distance has five bits
    return t % width >= by ? shown[t - by] : shown[t];
}
template <typename T>
static inline T shuffle_down(const T *shown, int t, unsigned delta, int width = 32) {
    // Both are read, so that this is a vector instruction; the array is a warp longer than the block.
    const int by = delta & 31u;
    const T own = shown[t], other = shown[t + by];
    return by < width - t % width ? other : own;
}
template <typename T>
static inline T shuffle_xor(const T *shown, int t, int mask, int width = 32) {
    // A lane of a segment before is within reach, one of a segment behind is not.
    const int lane = t % 32 ^ (mask & 31), last = t % 32 - t % width + width;
    return lane < last ? shown[t - t % 32 + lane] : shown[t];
}
template <typename T, typename F>
static inline T lw_over_tile(const T *shown, int t, int threads, int width, unsigned mask, F merge) {
    const int first = t - t % width, last = first + width < threads ? first + width : threads;
    T result{};
    bool started = false;
    for (int i = first; i < last; ++i) {
        if (width <= 32 && !(mask >> i % 32 & 1u)) continue;
        result = started ? merge(result, shown[i]) : shown[i];
        started = true;
    }
    return result;
}
static inline unsigned tile_ballot(const bool *shown, int t, int threads, int width = 32) {
    unsigned bits = 0;
    for (int i = t - t % width; i < threads && i < t - t % width + width; ++i) bits |= (unsigned)shown[i] << i % width;
    return bits;
}
static inline unsigned warp_ballot(const bool *shown, int t, int threads, unsigned mask = ~0u) {
    return tile_ballot(shown, t, threads) & mask;
}
static inline int tile_any(const bool *shown, int t, int threads, int width = 32) {
    for (int i = t - t % width; i < threads && i < t - t % width + width; ++i)
        if (shown[i]) return 1;
    return 0;
}
static inline int warp_any(const bool *shown, int t, int threads, unsigned mask = ~0u) {
    return warp_ballot(shown, t, threads, mask) != 0;
}
static inline int tile_all(const bool *shown, int t, int threads, int width = 32) {
    for (int i = t - t % width; i < threads && i < t - t % width + width; ++i)
        if (!shown[i]) return 0;
    return 1;
}
static inline int warp_all(const bool *shown, int t, int threads, unsigned mask = ~0u) {
    for (int i = t - t % 32; i < threads && i < t - t % 32 + 32; ++i)
        if (mask >> i % 32 & 1u && !shown[i]) return 0;
    return 1;
}
template <typename T>
static inline unsigned warp_match(const T *shown, int t, int threads, unsigned mask = ~0u) {
    unsigned bits = 0;
    for (int i = t - t % 32; i < threads && i < t - t % 32 + 32; ++i) bits |= (unsigned)(shown[i] == shown[t]) << i % 32;
    return bits & mask;
}
template <typename T>
static inline unsigned warp_match_all(const T *shown, int t, int threads, unsigned mask, int *every) {
    const unsigned asked = threads - (t - t % 32) < 32 ? mask & ((1u << (threads - (t - t % 32))) - 1) : mask;
    *every = warp_match(shown, t, threads, asked) == asked;
    return *every ? mask : 0;
}
template <typename T>
static inline unsigned tile_match(const T *shown, int t, int threads, int width = 32) {
    unsigned bits = 0;
    for (int i = t - t % width; i < threads && i < t - t % width + width; ++i) bits |= (unsigned)(shown[i] == shown[t]) << i % width;
    return bits;
}
template <typename T>
static inline unsigned tile_match_all(const T *shown, int t, int threads, int &every, int width = 32) {
    const unsigned same = tile_match(shown, t, threads, width);
    every = __builtin_popcount(same) == (threads - (t - t % width) < width ? threads - (t - t % width) : width);
    return every ? same : 0;
}
// A scan of a tile ends at the reader's own value, or before it.
template <typename T, typename F>
static inline T tile_inclusive(const T *shown, int t, int, F merge, int width) {
    T result = shown[t - t % width];
    for (int i = t - t % width + 1; i <= t; ++i) result = merge(result, shown[i]);
    return result;
}
template <typename T>
static inline T tile_inclusive(const T *shown, int t, int threads, int width) {
    return tile_inclusive(shown, t, threads, [](T a, T b) { return T(a + b); }, width);
}
template <typename T, typename... More>
static inline T tile_exclusive(const T *shown, int t, int threads, More... more) {
    const int width = (more, ...);
    return t % width ? tile_inclusive(shown, t - 1, threads, more...) : T{};
}
template <typename T, typename F>
static inline T tile_reduce(const T *shown, int t, int threads, F merge, int width = 32) {
    return lw_over_tile(shown, t, threads, width, ~0u, merge);
}
#define LW_WARP(NAME, MERGE) \
    template <typename T> \
    static inline T NAME(const T *shown, int t, int threads, unsigned mask = ~0u) { \
        return lw_over_tile(shown, t, threads, 32, mask, [](T a, T b) { return T(MERGE); }); \
    }
LW_WARP(warp_add, a + b)
LW_WARP(warp_min, a < b ? a : b)
LW_WARP(warp_max, a > b ? a : b)
LW_WARP(warp_and, a & b)
LW_WARP(warp_or, a | b)
LW_WARP(warp_xor, a ^ b)
#undef LW_WARP
static inline int block_count(const bool *shown, int, int threads) {
    int count = 0;
    for (int i = 0; i < threads; ++i) count += shown[i];
    return count;
}
static inline int block_and(const bool *shown, int, int threads) {
    for (int i = 0; i < threads; ++i)
        if (!shown[i]) return 0;
    return 1;
}
static inline int block_or(const bool *shown, int, int threads) { return block_count(shown, 0, threads) != 0; }
// Groups of some lanes of a warp: `lanes` are the bits of those in the group, a rank counts them.
static inline unsigned tile_lanes(int t, int size) { return size < 32 ? ((1u << size) - 1) << (t % 32 - t % size) : ~0u; }
static inline unsigned lanes_rank(unsigned lanes, int t) { return __builtin_popcount(lanes & ((1u << t % 32) - 1)); }
// Those of the lanes whose ranks are in the same part of so many as the thread's.
static inline unsigned lanes_part(unsigned lanes, int t, int size) {
    unsigned bits = 0, rank = 0;
    for (int i = 0; i < 32; ++i)
        if (lanes >> i & 1u && rank++ / size == lanes_rank(lanes, t) / size) bits |= 1u << i;
    return bits;
}
template <typename T>
static inline T lanes_shuffle(const T *shown, int t, unsigned lanes, unsigned rank) {
    for (int i = t - t % 32; i < t - t % 32 + 32; ++i)
        if (lanes >> i % 32 & 1u && rank-- == 0) return shown[i];
    return shown[t];
}
template <typename T>
static inline T lanes_shuffle_up(const T *shown, int t, unsigned lanes, unsigned delta) {
    const unsigned rank = lanes_rank(lanes, t);
    return rank < delta ? shown[t] : lanes_shuffle(shown, t, lanes, rank - delta);
}
template <typename T>
static inline T lanes_shuffle_down(const T *shown, int t, unsigned lanes, unsigned delta) {
    return lanes_shuffle(shown, t, lanes, lanes_rank(lanes, t) + delta);
}
static inline unsigned lanes_ballot(const bool *shown, int t, unsigned lanes) {
    unsigned bits = 0;
    for (int i = t - t % 32; i < t - t % 32 + 32; ++i)
        if (lanes >> i % 32 & 1u && shown[i]) bits |= 1u << lanes_rank(lanes, i);
    return bits;
}
static inline int lanes_any(const bool *shown, int t, unsigned lanes) { return lanes_ballot(shown, t, lanes) != 0; }
static inline int lanes_all(const bool *shown, int t, unsigned lanes) {
    return __builtin_popcount(lanes_ballot(shown, t, lanes)) == __builtin_popcount(lanes);
}
template <typename T, typename F>
static inline T lanes_reduce(const T *shown, int t, unsigned lanes, F merge) {
    return lw_over_tile(shown, t, t - t % 32 + 32, 32, lanes, merge);
}
template <typename T>
static inline unsigned lanes_match(const T *shown, int t, unsigned lanes) {
    unsigned bits = 0;
    for (int i = t - t % 32; i < t - t % 32 + 32; ++i)
        if (lanes >> i % 32 & 1u && shown[i] == shown[t]) bits |= 1u << lanes_rank(lanes, i);
    return bits;
}
template <typename T>
static inline unsigned lanes_match_all(const T *shown, int t, unsigned lanes, int &every) {
    const unsigned same = lanes_match(shown, t, lanes);
    every = __builtin_popcount(same) == __builtin_popcount(lanes);
    return every ? same : 0;
}
template <typename T, typename F>
static inline T lanes_inclusive(const T *shown, int t, unsigned lanes, F merge) {
    return lw_over_tile(shown, t, t + 1, 32, lanes, merge);
}
template <typename T>
static inline T lanes_inclusive(const T *shown, int t, unsigned lanes) {
    return lanes_inclusive(shown, t, lanes, [](T a, T b) { return T(a + b); });
}
template <typename T, typename... More>
static inline T lanes_exclusive(const T *shown, int t, unsigned lanes, More... more) {
    const unsigned before = lanes & ((1u << t % 32) - 1);
    return before ? lanes_inclusive(shown, t, before, more...) : T{};
}
