// names: cub
// needs: runtime
// includes: algorithm functional iterator limits type_traits utility vector
// pruned: yes
// CUB's primitives: those of a block on what its threads show, those of a device as loops.
namespace cub {
struct Sum { template <typename A, typename B> auto operator()(const A &a, const B &b) const { return a + b; } };
struct Max { template <typename T> T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <typename T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct Equality { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a == b; } };
struct Inequality { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a != b; } };
template <typename K, typename V> struct KeyValuePair {
    typedef K Key; typedef V Value;
    K key; V value;
    KeyValuePair() = default;
    KeyValuePair(const K &key, const V &value) : key(key), value(value) {}
    bool operator!=(const KeyValuePair &o) const { return key != o.key || value != o.value; }
};
// Of equal values the one with the lower key.
struct ArgMax { template <typename P> P operator()(const P &a, const P &b) const { return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a; } };
struct ArgMin { template <typename P> P operator()(const P &a, const P &b) const { return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a; } };
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
struct lw_storage { struct TempStorage {}; };
template <typename T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> struct BlockReduce : lw_storage { typedef T lw_type; };
template <typename T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> struct BlockScan : lw_storage { typedef T lw_type; };
template <typename T, int W = 32> struct WarpReduce : lw_storage { typedef T lw_type; static constexpr int lw_width = W; };
template <typename T, int W = 32> struct WarpScan : lw_storage { typedef T lw_type; static constexpr int lw_width = W; };
template <typename T, int X, int ITEMS, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1> struct BlockLoad : lw_storage {
    static constexpr int at(int t, int i) { return A == BLOCK_LOAD_STRIPED ? i * X * Y * Z + t : t * ITEMS + i; }
    template <typename I> static void Load(int t, I from, T (&items)[ITEMS]) { for (int i = 0; i < ITEMS; ++i) items[i] = from[at(t, i)]; }
    template <typename I> static void Load(int t, I from, T (&items)[ITEMS], int valid) { for (int i = 0; i < ITEMS; ++i) if (at(t, i) < valid) items[i] = from[at(t, i)]; }
    template <typename I, typename D> static void Load(int t, I from, T (&items)[ITEMS], int valid, D other) { for (int i = 0; i < ITEMS; ++i) items[i] = at(t, i) < valid ? T(from[at(t, i)]) : T(other); }
};
template <typename T, int X, int ITEMS, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1> struct BlockStore : lw_storage {
    static constexpr int at(int t, int i) { return A == BLOCK_STORE_STRIPED ? i * X * Y * Z + t : t * ITEMS + i; }
    template <typename O> static void Store(int t, O to, T (&items)[ITEMS]) { for (int i = 0; i < ITEMS; ++i) to[at(t, i)] = items[i]; }
    template <typename O> static void Store(int t, O to, T (&items)[ITEMS], int valid) { for (int i = 0; i < ITEMS; ++i) if (at(t, i) < valid) to[at(t, i)] = items[i]; }
};
template <typename T, typename F> static inline T lw_thread_reduce(const T &value, F) { return value; }
template <typename T, size_t N, typename F> static inline T lw_thread_reduce(const T (&items)[N], F merge) {
    T result = items[0];
    for (size_t i = 1; i < N; ++i) result = merge(result, items[i]);
    return result;
}
// In the order of a warp's shuffles: neighbours first.
template <typename T, typename F> static inline T lw_tree(T *x, int n, F merge) {
    for (int by = 1; by < n; by *= 2)
        for (int i = 0; i + by < n; ++i) x[i] = merge(x[i], x[i + by]);
    return x[0];
}
template <typename T, typename F> static inline T lw_block_reduce(T *shown, int n, F merge) {
    T result = lw_tree(shown, n < 32 ? n : 32, merge);
    for (int first = 32; first < n; first += 32) result = merge(result, lw_tree(shown + first, n - first < 32 ? n - first : 32, merge));
    return result;
}
template <typename T, typename F> static inline T lw_block_scan(T *shown, int n, F merge) {
    for (int i = 1; i < n; ++i) shown[i] = merge(shown[i - 1], shown[i]);
    return shown[n - 1];
}
template <typename T, typename O, typename F> static inline void lw_inclusive(O &out, const T *shown, int t, F) { out = shown[t]; }
template <typename T, typename O, typename F> static inline void lw_exclusive(O &out, const T *shown, int t, F) { out = t ? shown[t - 1] : T(); }
template <typename T, typename O, typename F, typename S> static inline void lw_exclusive(O &out, const T *shown, int t, F merge, S start) { out = t ? T(merge(T(start), shown[t - 1])) : T(start); }
template <typename T, size_t N, typename F> static inline void lw_inclusive_items(const T (&in)[N], T (&out)[N], const T *shown, int t, F merge) {
    out[0] = t ? T(merge(shown[t - 1], in[0])) : in[0];
    for (size_t i = 1; i < N; ++i) out[i] = merge(out[i - 1], in[i]);
}
template <typename T, size_t N, typename F> static inline void lw_exclusive_from(const T (&in)[N], T (&out)[N], bool some, T before, F merge) {
    for (size_t i = 0; i < N; ++i) {
        const T own = in[i];
        out[i] = before, before = some ? T(merge(before, own)) : own, some = true;
    }
}
template <typename T, size_t N, typename F> static inline void lw_exclusive_items(const T (&in)[N], T (&out)[N], const T *shown, int t, F merge) { lw_exclusive_from(in, out, t > 0, t ? shown[t - 1] : T(), merge); }
template <typename T, size_t N, typename F, typename S> static inline void lw_exclusive_items(const T (&in)[N], T (&out)[N], const T *shown, int t, F merge, S start) { lw_exclusive_from(in, out, true, t ? T(merge(T(start), shown[t - 1])) : T(start), merge); }
template <typename T, typename F> static inline T lw_warp_reduce(const T *shown, int t, int threads, int width, int valid, F merge) {
    if (t % width) return shown[t];  // the first has the result
    T x[32];
    const int n = std::min(std::min(width, valid), threads - t);
    std::copy_n(shown + t, n, x);
    return lw_tree(x, n, merge);
}
struct lw_nothing { template <typename T> void operator=(const T &) {} };
template <typename T, typename F> static inline T lw_over_warp(const T *shown, int first, int last, F merge) {
    T result = shown[first];
    while (++first < last) result = merge(result, shown[first]);
    return result;
}
template <typename T, typename O, typename F, typename A> static inline void lw_warp_inclusive(O &out, const T *shown, int t, int threads, int width, F merge, A &&all) {
    const int first = t - t % width;
    out = lw_over_warp(shown, first, t + 1, merge), all = lw_over_warp(shown, first, std::min(first + width, threads), merge);
}
template <typename T, typename O, typename F, typename A> static inline void lw_warp_exclusive(O &out, const T *shown, int t, int threads, int width, F merge, A &&all) {
    const int first = t - t % width;
    out = t == first ? T() : lw_over_warp(shown, first, t, merge), all = lw_over_warp(shown, first, std::min(first + width, threads), merge);
}
template <typename T, typename O, typename F, typename A, typename S> static inline void lw_warp_exclusive(O &out, const T *shown, int t, int threads, int width, F merge, A &&all, S start) {
    const int first = t - t % width;
    out = t == first ? T(start) : T(merge(T(start), lw_over_warp(shown, first, t, merge))), all = lw_over_warp(shown, first, std::min(first + width, threads), merge);
}
// A device-wide algorithm is called twice: without storage it tells how much it wants, with it it does its work in the stream.
template <typename F> static inline cudaError_t lw_wide(void *storage, size_t &bytes, cudaStream_t stream, F work) {
    if (!storage) return bytes = 1, cudaSuccess;
    return lw_in_stream(stream, [=]() mutable { return work(), cudaSuccess; });
}
template <typename I> using lw_value = std::decay_t<decltype(*std::declval<I>())>;
// What a device-wide reduction of no elements gives.
template <typename T, typename F> static inline T lw_of_nothing(F) { return T(); }
template <typename T> static inline T lw_of_nothing(Max) { return std::numeric_limits<T>::lowest(); }
template <typename T> static inline T lw_of_nothing(Min) { return std::numeric_limits<T>::max(); }
// Pieces of a block's size, so that sums of floating numbers are as good as on a GPU.
template <typename I, typename O, typename N, typename F> static inline void lw_folded(I in, O out, N n, F merge) {
    if (n <= 0) return void(*out = lw_of_nothing<lw_value<I>>(merge));
    std::vector<lw_value<O>> parts;
    for (N first = 0; first < n; first += 256) {
        parts.push_back(in[first]);
        for (N i = first + 1; i < n && i < first + 256; ++i) parts.back() = merge(parts.back(), in[i]);
    }
    for (size_t by = 1; by < parts.size(); by *= 2)
        for (size_t i = 0; i + by < parts.size(); i += 2 * by) parts[i] = merge(parts[i], parts[i + by]);
    *out = parts[0];
}
struct DeviceReduce {
    template <typename I, typename O, typename N, typename F, typename T> static cudaError_t Reduce(void *storage, size_t &bytes, I in, O out, N n, F merge, T start, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            T sum = start;
            for (N i = 0; i < n; ++i) sum = merge(sum, in[i]);
            *out = sum;
        });
    }
    template <typename I, typename O, typename N, typename F> static cudaError_t Reduce(void *storage, size_t &bytes, I in, O out, N n, F merge) { return Reduce(storage, bytes, in, out, n, merge, lw_value<O>()); }
    template <typename I, typename O, typename N> static cudaError_t Sum(void *storage, size_t &bytes, I in, O out, N n, cudaStream_t stream = 0) { return Folded(storage, bytes, in, out, n, cub::Sum(), stream); }
    template <typename I, typename O, typename N> static cudaError_t Max(void *storage, size_t &bytes, I in, O out, N n, cudaStream_t stream = 0) { return Folded(storage, bytes, in, out, n, cub::Max(), stream); }
    template <typename I, typename O, typename N> static cudaError_t Min(void *storage, size_t &bytes, I in, O out, N n, cudaStream_t stream = 0) { return Folded(storage, bytes, in, out, n, cub::Min(), stream); }
    template <typename I, typename O, typename N> static cudaError_t ArgMax(void *storage, size_t &bytes, I in, O out, N n, cudaStream_t stream = 0) { return Place(storage, bytes, in, out, n, cub::ArgMax(), stream); }
    template <typename I, typename O, typename N> static cudaError_t ArgMin(void *storage, size_t &bytes, I in, O out, N n, cudaStream_t stream = 0) { return Place(storage, bytes, in, out, n, cub::ArgMin(), stream); }
    template <typename K, typename U, typename I, typename O, typename C, typename F, typename N> static cudaError_t ReduceByKey(void *storage, size_t &bytes, K keys, U unique, I in, O out, C runs, F merge, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            N found = 0;
            lw_value<I> sum{};
            for (N i = 0; i < n; ++i) {
                const bool goes_on = i && keys[i] == keys[i - 1];
                sum = goes_on ? lw_value<I>(merge(sum, in[i])) : lw_value<I>(in[i]);
                if (!goes_on) unique[found++] = keys[i];
                out[found - 1] = sum;
            }
            *runs = (lw_value<C>)found;
        });
    }
    template <typename I, typename O, typename N, typename F, typename G, typename T> static cudaError_t TransformReduce(void *storage, size_t &bytes, I in, O out, N n, F merge, G change, T start, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            T sum = start;
            for (N i = 0; i < n; ++i) sum = merge(sum, change(in[i]));
            *out = sum;
        });
    }
    template <typename I, typename O, typename N, typename F> static cudaError_t Folded(void *storage, size_t &bytes, I in, O out, N n, F merge, cudaStream_t stream) {
        return lw_wide(storage, bytes, stream, [=]() mutable { lw_folded(in, out, n, merge); });
    }
    template <typename I, typename O, typename N, typename F> static cudaError_t Place(void *storage, size_t &bytes, I in, O out, N n, F merge, cudaStream_t stream) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            KeyValuePair<int, lw_value<I>> best(0, n > 0 ? in[0] : lw_value<I>());
            for (N i = 1; i < n; ++i) best = merge(best, KeyValuePair<int, lw_value<I>>((int)i, in[i]));
            *out = {best.key, best.value};
        });
    }
};
struct DeviceSegmentedReduce {
    template <typename I, typename O, typename B, typename E> static cudaError_t Sum(void *storage, size_t &bytes, I in, O out, int n, B begin, E end, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            for (int i = 0; i < n; ++i) lw_folded(in + begin[i], out + i, end[i] - begin[i], cub::Sum());
        });
    }
    template <typename I, typename O, typename B, typename E, typename F, typename T> static cudaError_t Reduce(void *storage, size_t &bytes, I in, O out, int n, B begin, E end, F merge, T start, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            for (int i = 0; i < n; ++i) {
                T sum = start;
                for (auto at = begin[i]; at < end[i]; ++at) sum = merge(sum, in[at]);
                out[i] = sum;
            }
        });
    }
    template <typename I, typename O, typename B, typename E> static cudaError_t Max(void *storage, size_t &bytes, I in, O out, int n, B begin, E end, cudaStream_t stream = 0) { return Reduce(storage, bytes, in, out, n, begin, end, cub::Max(), std::numeric_limits<lw_value<I>>::lowest(), stream); }
    template <typename I, typename O, typename B, typename E> static cudaError_t Min(void *storage, size_t &bytes, I in, O out, int n, B begin, E end, cudaStream_t stream = 0) { return Reduce(storage, bytes, in, out, n, begin, end, cub::Min(), std::numeric_limits<lw_value<I>>::max(), stream); }
};
struct DeviceScan {
    template <typename I, typename O, typename F, typename T, typename N> static cudaError_t ExclusiveScan(void *storage, size_t &bytes, I in, O out, F merge, T start, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            T sum = start;
            for (N i = 0; i < n; ++i) {
                const T next = merge(sum, in[i]);
                out[i] = sum, sum = next;
            }
        });
    }
    template <typename I, typename O, typename F, typename N> static cudaError_t InclusiveScan(void *storage, size_t &bytes, I in, O out, F merge, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            if (n <= 0) return;
            lw_value<I> sum = in[0];
            for (N i = 0; i < n; ++i) out[i] = sum = i ? lw_value<I>(merge(sum, in[i])) : sum;
        });
    }
    template <typename K, typename I, typename O, typename F, typename T, typename N, typename Q = cub::Equality> static cudaError_t ExclusiveScanByKey(void *storage, size_t &bytes, K keys, I in, O out, F merge, T start, N n, Q same = Q(), cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            T sum = start;
            for (N i = 0; i < n; ++i) {
                if (i && !same(keys[i - 1], keys[i])) sum = start;
                const T next = merge(sum, in[i]);
                out[i] = sum, sum = next;
            }
        });
    }
    template <typename K, typename I, typename O, typename F, typename N, typename Q = cub::Equality> static cudaError_t InclusiveScanByKey(void *storage, size_t &bytes, K keys, I in, O out, F merge, N n, Q same = Q(), cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            lw_value<I> sum{};
            for (N i = 0; i < n; ++i) out[i] = sum = i && same(keys[i - 1], keys[i]) ? lw_value<I>(merge(sum, in[i])) : lw_value<I>(in[i]);
        });
    }
    template <typename K, typename I, typename O, typename N, typename Q = cub::Equality> static cudaError_t ExclusiveSumByKey(void *storage, size_t &bytes, K keys, I in, O out, N n, Q same = Q(), cudaStream_t stream = 0) { return ExclusiveScanByKey(storage, bytes, keys, in, out, cub::Sum(), lw_value<I>(), n, same, stream); }
    template <typename K, typename I, typename O, typename N, typename Q = cub::Equality> static cudaError_t InclusiveSumByKey(void *storage, size_t &bytes, K keys, I in, O out, N n, Q same = Q(), cudaStream_t stream = 0) { return InclusiveScanByKey(storage, bytes, keys, in, out, cub::Sum(), n, same, stream); }
    template <typename I, typename O, typename N> static cudaError_t ExclusiveSum(void *storage, size_t &bytes, I in, O out, N n, cudaStream_t stream = 0) { return ExclusiveScan(storage, bytes, in, out, cub::Sum(), lw_value<I>(), n, stream); }
    template <typename I, typename O, typename N> static cudaError_t InclusiveSum(void *storage, size_t &bytes, I in, O out, N n, cudaStream_t stream = 0) { return InclusiveScan(storage, bytes, in, out, cub::Sum(), n, stream); }
};
template <typename T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector = 0;
    DoubleBuffer() : d_buffers{} {}
    DoubleBuffer(T *a, T *b) : d_buffers{a, b} {}
    T *Current() { return d_buffers[selector]; }
    T *Alternate() { return d_buffers[1 - selector]; }
};
// A key as a number that is in the order of its bits from `low` to `high`.
template <typename K> static inline unsigned long long lw_radix(const K &key, int low, int high) {
    unsigned long long bits = 0;
    memcpy(&bits, &key, sizeof key);
    const unsigned long long sign = 1ull << (8 * sizeof key - 1);
    if constexpr (std::is_floating_point<K>::value || (std::is_class<K>::value && std::is_convertible<K, float>::value)) {
        if (bits == sign) bits = 0;  // -0 and 0 are one key
        bits = bits & sign ? ~bits & (2 * sign - 1) : bits | sign;
    } else if (std::is_signed<K>::value) bits ^= sign;
    return (high < 64 ? bits & ((1ull << high) - 1) : bits) >> low;
}
// What a thread has of a block's keys, with what goes along.
struct NullType {};
template <typename K, typename V, int ITEMS> struct lw_items { K keys[ITEMS]; V values[ITEMS]; int places[ITEMS], low, high; };
// The keys of a block in the order of `before`, equal ones as they were.
template <typename S, typename F> static inline void lw_sort_block(S *shown, int threads, F before) {
    constexpr int ITEMS = sizeof shown->keys / sizeof shown->keys[0];
    const std::vector<S> own(shown, shown + threads);
    std::vector<int> order((size_t)threads * ITEMS);
    for (size_t i = 0; i < order.size(); ++i) order[i] = (int)i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return before(own[a / ITEMS].keys[a % ITEMS], own[b / ITEMS].keys[b % ITEMS]); });
    for (size_t i = 0; i < order.size(); ++i) {
        shown[i / ITEMS].keys[i % ITEMS] = own[order[i] / ITEMS].keys[order[i] % ITEMS];
        shown[i / ITEMS].values[i % ITEMS] = own[order[i] / ITEMS].values[order[i] % ITEMS];
    }
}
template <typename K, int ITEMS, typename V> struct lw_radix_sort : lw_storage {
    typedef lw_items<K, V, ITEMS> lw_type;
    static void lw_show(lw_type &to, const K (&keys)[ITEMS], int low = 0, int high = 8 * sizeof(K)) { std::copy_n(keys, ITEMS, to.keys), to.low = low, to.high = high; }
    static void lw_show(lw_type &to, const K (&keys)[ITEMS], const V (&values)[ITEMS], int low = 0, int high = 8 * sizeof(K)) { lw_show(to, keys, low, high), std::copy_n(values, ITEMS, to.values); }
    static void lw_all(lw_type *shown, int threads, bool down) {
        const int low = shown->low, high = shown->high;
        lw_sort_block(shown, threads, [=](const K &a, const K &b) { return down ? lw_radix(b, low, high) < lw_radix(a, low, high) : lw_radix(a, low, high) < lw_radix(b, low, high); });
    }
    static void lw_Sort(lw_type *shown, int threads) { lw_all(shown, threads, false); }
    static void lw_SortDescending(lw_type *shown, int threads) { lw_all(shown, threads, true); }
    static void lw_SortBlockedToStriped(lw_type *shown, int threads) { lw_all(shown, threads, false); }
    static void lw_SortDescendingBlockedToStriped(lw_type *shown, int threads) { lw_all(shown, threads, true); }
    static void lw_take(const lw_type *shown, int t, int threads, bool striped, K (&keys)[ITEMS], int = 0, int = 0) { for (int i = 0, p; i < ITEMS; ++i) p = striped ? i * threads + t : t * ITEMS + i, keys[i] = shown[p / ITEMS].keys[p % ITEMS]; }
    static void lw_take(const lw_type *shown, int t, int threads, bool striped, K (&keys)[ITEMS], V (&values)[ITEMS], int = 0, int = 0) {
        lw_take(shown, t, threads, striped, keys);
        for (int i = 0, p; i < ITEMS; ++i) p = striped ? i * threads + t : t * ITEMS + i, values[i] = shown[p / ITEMS].values[p % ITEMS];
    }
    template <typename... G> static void Sort(const lw_type *shown, int t, int threads, G &&...given) { lw_take(shown, t, threads, false, given...); }
    template <typename... G> static void SortDescending(const lw_type *shown, int t, int threads, G &&...given) { lw_take(shown, t, threads, false, given...); }
    template <typename... G> static void SortBlockedToStriped(const lw_type *shown, int t, int threads, G &&...given) { lw_take(shown, t, threads, true, given...); }
    template <typename... G> static void SortDescendingBlockedToStriped(const lw_type *shown, int t, int threads, G &&...given) { lw_take(shown, t, threads, true, given...); }
};
template <typename K, int X, int ITEMS, typename V = NullType, int B = 4, bool M = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS, int C = 0, int Y = 1, int Z = 1> struct BlockRadixSort : lw_radix_sort<K, ITEMS, V> {};
template <typename K, int ITEMS, typename V> struct lw_merge_sort : lw_storage {
    typedef lw_items<K, V, ITEMS> lw_type;
    template <typename F> static void lw_show(lw_type &to, const K (&keys)[ITEMS], F) { std::copy_n(keys, ITEMS, to.keys); }
    template <typename F> static void lw_show(lw_type &to, const K (&keys)[ITEMS], const V (&values)[ITEMS], F) { std::copy_n(keys, ITEMS, to.keys), std::copy_n(values, ITEMS, to.values); }
    template <typename F> static void Sort(const lw_type *shown, int t, int, K (&keys)[ITEMS], F) { std::copy_n(shown[t].keys, ITEMS, keys); }
    template <typename F> static void Sort(const lw_type *shown, int t, int, K (&keys)[ITEMS], V (&values)[ITEMS], F) { std::copy_n(shown[t].keys, ITEMS, keys), std::copy_n(shown[t].values, ITEMS, values); }
    template <typename... G> static void StableSort(const lw_type *shown, int t, int threads, G &&...given) { Sort(shown, t, threads, given...); }
};
template <typename K, int X, int ITEMS, typename V = NullType, int Y = 1, int Z = 1> struct BlockMergeSort : lw_merge_sort<K, ITEMS, V> {};
template <typename T, int ITEMS> struct lw_exchange : lw_storage {
    typedef lw_items<T, T, ITEMS> lw_type;
    static void lw_show(lw_type &to, const T (&items)[ITEMS]) { std::copy_n(items, ITEMS, to.keys); }
    template <typename O> static void lw_show(lw_type &to, const T (&items)[ITEMS], O &) { lw_show(to, items); }
    template <typename I> static void lw_scatter(lw_type &to, const T (&items)[ITEMS], const I (&places)[ITEMS]) { lw_show(to, items), std::copy_n(places, ITEMS, to.places); }
    template <typename O, typename I> static void lw_scatter(lw_type &to, const T (&items)[ITEMS], O &, const I (&places)[ITEMS]) { lw_scatter(to, items, places); }
    static void lw_scattered(lw_type *shown, int threads) {
        for (int t = 0; t < threads; ++t)
            for (int i = 0, p; i < ITEMS; ++i) p = shown[t].places[i], shown[p / ITEMS].values[p % ITEMS] = shown[t].keys[i];
    }
    static int in_warps(int t, int i) { return t / 32 * 32 * ITEMS + i * 32 + t % 32; }
    template <typename O> static void BlockedToStriped(const lw_type *shown, int t, int threads, O (&out)[ITEMS]) { for (int i = 0, p; i < ITEMS; ++i) p = i * threads + t, out[i] = shown[p / ITEMS].keys[p % ITEMS]; }
    template <typename O> static void StripedToBlocked(const lw_type *shown, int t, int threads, O (&out)[ITEMS]) { for (int i = 0, p; i < ITEMS; ++i) p = t * ITEMS + i, out[i] = shown[p % threads].keys[p / threads]; }
    template <typename O> static void BlockedToWarpStriped(const lw_type *shown, int t, int, O (&out)[ITEMS]) { for (int i = 0, p; i < ITEMS; ++i) p = in_warps(t, i), out[i] = shown[p / ITEMS].keys[p % ITEMS]; }
    template <typename O> static void WarpStripedToBlocked(const lw_type *shown, int t, int, O (&out)[ITEMS]) { for (int i = 0, p; i < ITEMS; ++i) p = t % 32 * ITEMS + i, out[i] = shown[t / 32 * 32 + p % 32].keys[p / 32]; }
    template <typename I, typename O> static void BlockedToStriped(const lw_type *shown, int t, int threads, I &, O (&out)[ITEMS]) { BlockedToStriped(shown, t, threads, out); }
    template <typename I, typename O> static void StripedToBlocked(const lw_type *shown, int t, int threads, I &, O (&out)[ITEMS]) { StripedToBlocked(shown, t, threads, out); }
    template <typename I, typename O> static void BlockedToWarpStriped(const lw_type *shown, int t, int threads, I &, O (&out)[ITEMS]) { BlockedToWarpStriped(shown, t, threads, out); }
    template <typename I, typename O> static void WarpStripedToBlocked(const lw_type *shown, int t, int threads, I &, O (&out)[ITEMS]) { WarpStripedToBlocked(shown, t, threads, out); }
    template <typename O, typename P> static void ScatterToBlocked(const lw_type *shown, int t, int, O (&out)[ITEMS], P &) { std::copy_n(shown[t].values, ITEMS, out); }
    template <typename O, typename P> static void ScatterToStriped(const lw_type *shown, int t, int threads, O (&out)[ITEMS], P &) { for (int i = 0, p; i < ITEMS; ++i) p = i * threads + t, out[i] = shown[p / ITEMS].values[p % ITEMS]; }
    template <typename I, typename O, typename P> static void ScatterToBlocked(const lw_type *shown, int t, int threads, I &, O (&out)[ITEMS], P &places) { ScatterToBlocked(shown, t, threads, out, places); }
    template <typename I, typename O, typename P> static void ScatterToStriped(const lw_type *shown, int t, int threads, I &, O (&out)[ITEMS], P &places) { ScatterToStriped(shown, t, threads, out, places); }
};
template <typename T, int X, int ITEMS, bool W = false, int Y = 1, int Z = 1> struct BlockExchange : lw_exchange<T, ITEMS> {};
struct DeviceRadixSort {
    template <typename K, typename V> static void Sorted(const K *keys, K *to, const V *values, V *values_to, size_t n, int low, int high, bool down) {
        std::vector<size_t> order(n);
        for (size_t i = 0; i < n; ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return down ? lw_radix(keys[b], low, high) < lw_radix(keys[a], low, high) : lw_radix(keys[a], low, high) < lw_radix(keys[b], low, high); });
        const std::vector<K> own(keys, keys + n);
        for (size_t i = 0; i < n; ++i) to[i] = own[order[i]];
        if (!values) return;
        const std::vector<V> others(values, values + n);
        for (size_t i = 0; i < n; ++i) values_to[i] = others[order[i]];
    }
    template <typename K, typename V, typename N> static cudaError_t InStream(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N n, int low, int high, bool down, cudaStream_t stream) {
        return lw_wide(storage, bytes, stream, [=]() mutable { Sorted(in, out, values, values_out, (size_t)n, low, high, down); });
    }
    template <typename K, typename N> static cudaError_t SortKeys(void *storage, size_t &bytes, const K *in, K *out, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream<K, char>(storage, bytes, in, out, nullptr, nullptr, n, low, high, false, stream); }
    template <typename K, typename N> static cudaError_t SortKeysDescending(void *storage, size_t &bytes, const K *in, K *out, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream<K, char>(storage, bytes, in, out, nullptr, nullptr, n, low, high, true, stream); }
    template <typename K, typename V, typename N> static cudaError_t SortPairs(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream(storage, bytes, in, out, values, values_out, n, low, high, false, stream); }
    template <typename K, typename V, typename N> static cudaError_t SortPairsDescending(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream(storage, bytes, in, out, values, values_out, n, low, high, true, stream); }
    // Which buffer holds the result is known when it is asked for, also where the work comes later.
    template <typename K, typename N> static cudaError_t InBuffers(void *storage, size_t &bytes, DoubleBuffer<K> &keys, N n, int low, int high, bool down, cudaStream_t stream) {
        const cudaError_t error = InStream<K, char>(storage, bytes, keys.Current(), keys.Alternate(), nullptr, nullptr, n, low, high, down, stream);
        return keys.selector ^= storage != nullptr, error;
    }
    template <typename K, typename V, typename N> static cudaError_t InBuffers(void *storage, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n, int low, int high, bool down, cudaStream_t stream) {
        const cudaError_t error = InStream(storage, bytes, keys.Current(), keys.Alternate(), values.Current(), values.Alternate(), n, low, high, down, stream);
        return keys.selector ^= storage != nullptr, values.selector ^= storage != nullptr, error;
    }
    template <typename K, typename N> static cudaError_t SortKeys(void *storage, size_t &bytes, DoubleBuffer<K> &keys, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InBuffers(storage, bytes, keys, n, low, high, false, stream); }
    template <typename K, typename N> static cudaError_t SortKeysDescending(void *storage, size_t &bytes, DoubleBuffer<K> &keys, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InBuffers(storage, bytes, keys, n, low, high, true, stream); }
    template <typename K, typename V, typename N> static cudaError_t SortPairs(void *storage, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InBuffers(storage, bytes, keys, values, n, low, high, false, stream); }
    template <typename K, typename V, typename N> static cudaError_t SortPairsDescending(void *storage, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InBuffers(storage, bytes, keys, values, n, low, high, true, stream); }
};
struct DeviceSelect {
    template <typename I, typename O, typename C, typename N, typename P> static cudaError_t Chosen(void *storage, size_t &bytes, I in, O out, C count, N n, P wanted, cudaStream_t stream) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            N kept = 0;
            for (N i = 0; i < n; ++i) if (wanted(i)) out[kept++] = in[i];
            *count = (lw_value<C>)kept;
        });
    }
    template <typename I, typename O, typename C, typename N, typename F> static cudaError_t If(void *storage, size_t &bytes, I in, O out, C count, N n, F test, cudaStream_t stream = 0) { return Chosen(storage, bytes, in, out, count, n, [=](N i) mutable { return (bool)test(in[i]); }, stream); }
    template <typename I, typename G, typename O, typename C, typename N> static cudaError_t Flagged(void *storage, size_t &bytes, I in, G flags, O out, C count, N n, cudaStream_t stream = 0) { return Chosen(storage, bytes, in, out, count, n, [=](N i) { return (bool)flags[i]; }, stream); }
    template <typename K, typename I, typename U, typename O, typename C, typename N> static cudaError_t UniqueByKey(void *storage, size_t &bytes, K keys, I in, U unique, O out, C count, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            N kept = 0;
            for (N i = 0; i < n; ++i)
                if (!i || !(keys[i] == keys[i - 1])) unique[kept] = keys[i], out[kept++] = in[i];
            *count = (lw_value<C>)kept;
        });
    }
    template <typename I, typename O, typename C, typename N> static cudaError_t Unique(void *storage, size_t &bytes, I in, O out, C count, N n, cudaStream_t stream = 0) { return Chosen(storage, bytes, in, out, count, n, [=](N i) { return !i || !(in[i] == in[i - 1]); }, stream); }
};
// What is not chosen goes to the end of the place, the last one first.
struct DevicePartition {
    template <typename I, typename O, typename C, typename N, typename P> static cudaError_t Parted(void *storage, size_t &bytes, I in, O out, C count, N n, P wanted, cudaStream_t stream) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            N kept = 0, left = n;
            for (N i = 0; i < n; ++i)
                if (wanted(i)) out[kept++] = in[i];
                else out[--left] = in[i];
            *count = (lw_value<C>)kept;
        });
    }
    template <typename I, typename O, typename C, typename N, typename F> static cudaError_t If(void *storage, size_t &bytes, I in, O out, C count, N n, F test, cudaStream_t stream = 0) { return Parted(storage, bytes, in, out, count, n, [=](N i) mutable { return (bool)test(in[i]); }, stream); }
    template <typename I, typename G, typename O, typename C, typename N> static cudaError_t Flagged(void *storage, size_t &bytes, I in, G flags, O out, C count, N n, cudaStream_t stream = 0) { return Parted(storage, bytes, in, out, count, n, [=](N i) { return (bool)flags[i]; }, stream); }
    template <typename I, typename A, typename B, typename O, typename C, typename N, typename F, typename G> static cudaError_t If(void *storage, size_t &bytes, I in, A first, B second, O others, C counts, N n, F is_first, G is_second, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            N firsts = 0, seconds = 0, rest = 0;
            for (N i = 0; i < n; ++i)
                if (is_first(in[i])) first[firsts++] = in[i];
                else if (is_second(in[i])) second[seconds++] = in[i];
                else others[rest++] = in[i];
            counts[0] = (lw_value<C>)firsts, counts[1] = (lw_value<C>)seconds;
        });
    }
};
struct DeviceHistogram {
    template <typename I, typename C, typename L, typename N> static cudaError_t HistogramRange(void *storage, size_t &bytes, I in, C *counts, int levels, L *bounds, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            std::fill_n(counts, levels - 1, C());
            for (N i = 0; i < n; ++i)
                if (in[i] >= bounds[0] && in[i] < bounds[levels - 1]) ++counts[std::upper_bound(bounds, bounds + levels, (std::decay_t<L>)in[i]) - bounds - 1];
        });
    }
    template <typename I, typename C, typename L, typename N> static cudaError_t HistogramEven(void *storage, size_t &bytes, I in, C *counts, int levels, L lower, L upper, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            std::fill_n(counts, levels - 1, C());
            for (N i = 0; i < n; ++i)
                if (in[i] >= lower && in[i] < upper) ++counts[std::is_floating_point<L>::value ? (int)((in[i] - lower) / ((upper - lower) / (levels - 1))) : (int)((unsigned long long)(in[i] - lower) * (unsigned long long)(levels - 1) / (unsigned long long)(upper - lower))];
        });
    }
};
struct DeviceRunLengthEncode {
    template <typename I, typename U, typename L, typename C, typename N> static cudaError_t NonTrivialRuns(void *storage, size_t &bytes, I in, U offsets, L lengths, C runs, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            N found = 0;
            for (N i = 0, to; i < n; i = to) {
                for (to = i + 1; to < n && in[to] == in[i];) ++to;
                if (to - i > 1) offsets[found] = i, lengths[found++] = to - i;
            }
            *runs = (lw_value<C>)found;
        });
    }
    template <typename I, typename U, typename L, typename C, typename N> static cudaError_t Encode(void *storage, size_t &bytes, I in, U values, L lengths, C runs, N n, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            N found = 0;
            for (N i = 0; i < n; ++i)
                if (i && in[i] == in[i - 1]) ++lengths[found - 1];
                else values[found] = in[i], lengths[found++] = 1;
            *runs = (lw_value<C>)found;
        });
    }
};
struct DeviceMergeSort {
    template <typename K, typename O, typename N, typename F> static cudaError_t SortKeysCopy(void *storage, size_t &bytes, K keys, O out, N n, F less, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            std::vector<lw_value<K>> own(keys, keys + n);
            std::stable_sort(own.begin(), own.end(), less), std::copy(own.begin(), own.end(), out);
        });
    }
    template <typename K, typename N, typename F> static cudaError_t SortKeys(void *storage, size_t &bytes, K keys, N n, F less, cudaStream_t stream = 0) { return SortKeysCopy(storage, bytes, keys, keys, n, less, stream); }
    template <typename K, typename N, typename F> static cudaError_t StableSortKeys(void *storage, size_t &bytes, K keys, N n, F less, cudaStream_t stream = 0) { return SortKeysCopy(storage, bytes, keys, keys, n, less, stream); }
    template <typename K, typename I, typename U, typename O, typename N, typename F> static cudaError_t SortPairsCopy(void *storage, size_t &bytes, K keys, I in, U keys_out, O out, N n, F less, cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            std::vector<std::pair<lw_value<K>, lw_value<I>>> own;
            for (N i = 0; i < n; ++i) own.emplace_back(keys[i], in[i]);
            std::stable_sort(own.begin(), own.end(), [&](const auto &a, const auto &b) { return less(a.first, b.first); });
            for (N i = 0; i < n; ++i) keys_out[i] = own[i].first, out[i] = own[i].second;
        });
    }
    template <typename K, typename I, typename N, typename F> static cudaError_t SortPairs(void *storage, size_t &bytes, K keys, I in, N n, F less, cudaStream_t stream = 0) { return SortPairsCopy(storage, bytes, keys, in, keys, in, n, less, stream); }
    template <typename K, typename I, typename N, typename F> static cudaError_t StableSortPairs(void *storage, size_t &bytes, K keys, I in, N n, F less, cudaStream_t stream = 0) { return SortPairsCopy(storage, bytes, keys, in, keys, in, n, less, stream); }
};
// Each segment for itself; what lies in none stays as it is.
struct DeviceSegmentedRadixSort {
    template <typename K, typename V, typename B, typename E> static cudaError_t InStream(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, int n, B begin, E end, int low, int high, bool down, cudaStream_t stream) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            for (int i = 0; i < n; ++i)
                if (begin[i] < end[i]) DeviceRadixSort::Sorted(in + begin[i], out + begin[i], values ? values + begin[i] : values, values ? values_out + begin[i] : values_out, (size_t)(end[i] - begin[i]), low, high, down);
        });
    }
    template <typename K, typename N, typename B, typename E> static cudaError_t SortKeys(void *storage, size_t &bytes, const K *in, K *out, N, int n, B begin, E end, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream<K, char>(storage, bytes, in, out, nullptr, nullptr, n, begin, end, low, high, false, stream); }
    template <typename K, typename N, typename B, typename E> static cudaError_t SortKeysDescending(void *storage, size_t &bytes, const K *in, K *out, N, int n, B begin, E end, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream<K, char>(storage, bytes, in, out, nullptr, nullptr, n, begin, end, low, high, true, stream); }
    template <typename K, typename V, typename N, typename B, typename E> static cudaError_t SortPairs(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N, int n, B begin, E end, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream(storage, bytes, in, out, values, values_out, n, begin, end, low, high, false, stream); }
    template <typename K, typename V, typename N, typename B, typename E> static cudaError_t SortPairsDescending(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N, int n, B begin, E end, int low = 0, int high = 8 * sizeof(K), cudaStream_t stream = 0) { return InStream(storage, bytes, in, out, values, values_out, n, begin, end, low, high, true, stream); }
};
struct DeviceSegmentedSort {
    template <typename K, typename N, typename B, typename E> static cudaError_t SortKeys(void *storage, size_t &bytes, const K *in, K *out, N items, int n, B begin, E end, cudaStream_t stream = 0) { return DeviceSegmentedRadixSort::SortKeys(storage, bytes, in, out, items, n, begin, end, 0, 8 * sizeof(K), stream); }
    template <typename K, typename N, typename B, typename E> static cudaError_t SortKeysDescending(void *storage, size_t &bytes, const K *in, K *out, N items, int n, B begin, E end, cudaStream_t stream = 0) { return DeviceSegmentedRadixSort::SortKeysDescending(storage, bytes, in, out, items, n, begin, end, 0, 8 * sizeof(K), stream); }
    template <typename K, typename V, typename N, typename B, typename E> static cudaError_t SortPairs(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N items, int n, B begin, E end, cudaStream_t stream = 0) { return DeviceSegmentedRadixSort::SortPairs(storage, bytes, in, out, values, values_out, items, n, begin, end, 0, 8 * sizeof(K), stream); }
    template <typename K, typename V, typename N, typename B, typename E> static cudaError_t SortPairsDescending(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N items, int n, B begin, E end, cudaStream_t stream = 0) { return DeviceSegmentedRadixSort::SortPairsDescending(storage, bytes, in, out, values, values_out, items, n, begin, end, 0, 8 * sizeof(K), stream); }
};
// The first item stays, or the last.
struct DeviceAdjacentDifference {
    template <typename I, typename O, typename N, typename F = std::minus<>> static cudaError_t SubtractLeftCopy(void *storage, size_t &bytes, I in, O out, N n, F differ = F(), cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            for (N i = n; i-- > 0;) out[i] = i ? differ(in[i], in[i - 1]) : in[i];
        });
    }
    template <typename I, typename O, typename N, typename F = std::minus<>> static cudaError_t SubtractRightCopy(void *storage, size_t &bytes, I in, O out, N n, F differ = F(), cudaStream_t stream = 0) {
        return lw_wide(storage, bytes, stream, [=]() mutable {
            for (N i = 0; i < n; ++i) out[i] = i + 1 < n ? differ(in[i], in[i + 1]) : in[i];
        });
    }
    template <typename I, typename N, typename F = std::minus<>> static cudaError_t SubtractLeft(void *storage, size_t &bytes, I in, N n, F differ = F(), cudaStream_t stream = 0) { return SubtractLeftCopy(storage, bytes, in, in, n, differ, stream); }
    template <typename I, typename N, typename F = std::minus<>> static cudaError_t SubtractRight(void *storage, size_t &bytes, I in, N n, F differ = F(), cudaStream_t stream = 0) { return SubtractRightCopy(storage, bytes, in, in, n, differ, stream); }
};
template <typename T> struct CountingInputIterator {
    T at;
    CountingInputIterator(T at) : at(at) {}
    T operator*() const { return at; }
    T operator[](ptrdiff_t i) const { return at + (T)i; }
    CountingInputIterator operator+(ptrdiff_t i) const { return at + (T)i; }
};
template <typename T> struct ConstantInputIterator {
    T value;
    ConstantInputIterator(T value) : value(value) {}
    T operator*() const { return value; }
    T operator[](ptrdiff_t) const { return value; }
};
template <typename R, typename F, typename I> struct TransformInputIterator {
    I in; F change;
    TransformInputIterator(I in, F change) : in(in), change(change) {}
    R operator*() const { return change(*in); }
    R operator[](ptrdiff_t i) const { return change(in[i]); }
    TransformInputIterator operator+(ptrdiff_t i) const { return {in + i, change}; }
};
struct CachingDeviceAllocator {
    CachingDeviceAllocator(bool = false) {}
    cudaError_t DeviceAllocate(void **p, size_t bytes, cudaStream_t = 0) { return cudaMalloc(p, bytes); }
    cudaError_t DeviceFree(void *p) { return cudaFree(p); }
};
}
