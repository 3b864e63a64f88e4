// What stands in a reference in the place of CUB's primitives of blocks and warps (cuda/support/cub.h): each thread comes to them by itself.
// The threads of a block (W = 0) or of a warp of W show each other what they hold, where the kernel says.
template <typename T, int N, int W> struct lw_shown {
    struct TempStorage { alignas(T) unsigned char bytes[N * sizeof(T)]; };
    typedef T lw_type;
    TempStorage &own;
    lw_shown(TempStorage &own) : own(own) {}
    static int lw_self() { return W ? lw::thread_number() % W : lw::thread_number(); }
    static int lw_count() { return W ? std::min(W, lw::thread_count() - (lw::thread_number() - lw_self())) : lw::thread_count(); }
    static void lw_wait(void *place) {
        if (!W) return lw::wait_block(place);
        lw::wait_warp(W >= 32 ? ~0u : ((1u << W % 32) - 1) << (lw::thread_number() % 32 - lw_self()), place);
    }
    template <typename F> void lw_meet(const T &value, void *place, F read) {
        memcpy(own.bytes + lw_self() * sizeof(T), &value, sizeof(T));
        lw_wait(place);
        read((const T *)own.bytes);
        lw_wait(place);
    }
};
template <typename T, int N, int W> struct lw_reduces : lw_shown<T, N, W> {
    using lw_shown<T, N, W>::lw_shown;
    template <typename F> __attribute__((noinline)) T Reduce(T value, F merge, int many = N) {
        T all{};
        this->lw_meet(value, __builtin_return_address(0), [&](const T *shown) {
            all = shown[0];
            for (int i = 1; i < std::min(many, this->lw_count()); ++i) all = merge(all, shown[i]);
        });
        return all;
    }
    template <size_t I, typename F> __attribute__((noinline)) T Reduce(T (&items)[I], F merge) {
        T value = items[0];
        for (size_t i = 1; i < I; ++i) value = merge(value, items[i]);
        return Reduce(value, merge);
    }
    __attribute__((noinline)) T Sum(T value, int many = N) { return Reduce(value, cub::Sum(), many); }
    template <size_t I> __attribute__((noinline)) T Sum(T (&items)[I]) { return Reduce(items, cub::Sum()); }
};
template <typename T, int N, int W> struct lw_scans : lw_shown<T, N, W> {
    using lw_shown<T, N, W>::lw_shown;
    template <typename F> __attribute__((noinline)) void lw_scan(const T *in, T *out, int items, F merge, const T *first, bool inclusive, T *all) {
        T own = in[0], before{}, whole{};
        for (int i = 1; i < items; ++i) own = merge(own, in[i]);
        bool has = first != nullptr;
        if (has) before = *first;
        this->lw_meet(own, __builtin_return_address(0), [&](const T *shown) {
            whole = shown[0];
            for (int i = 1; i < this->lw_count(); ++i) whole = merge(whole, shown[i]);
            for (int i = 0; i < this->lw_self(); ++i) before = has ? merge(before, shown[i]) : shown[i], has = true;
        });
        for (int i = 0; i < items; ++i) {
            const T value = in[i], with = has ? T(merge(before, value)) : value;
            if (inclusive || has) out[i] = inclusive ? with : before;
            before = with, has = true;
        }
        if (all) *all = whole;
    }
    void InclusiveSum(T value, T &out) { lw_scan(&value, &out, 1, cub::Sum(), nullptr, true, nullptr); }
    void InclusiveSum(T value, T &out, T &all) { lw_scan(&value, &out, 1, cub::Sum(), nullptr, true, &all); }
    template <size_t I> void InclusiveSum(T (&in)[I], T (&out)[I]) { lw_scan(in, out, I, cub::Sum(), nullptr, true, nullptr); }
    template <size_t I> void InclusiveSum(T (&in)[I], T (&out)[I], T &all) { lw_scan(in, out, I, cub::Sum(), nullptr, true, &all); }
    void ExclusiveSum(T value, T &out) { const T first{}; lw_scan(&value, &out, 1, cub::Sum(), &first, false, nullptr); }
    void ExclusiveSum(T value, T &out, T &all) { const T first{}; lw_scan(&value, &out, 1, cub::Sum(), &first, false, &all); }
    template <size_t I> void ExclusiveSum(T (&in)[I], T (&out)[I]) { const T first{}; lw_scan(in, out, I, cub::Sum(), &first, false, nullptr); }
    template <size_t I> void ExclusiveSum(T (&in)[I], T (&out)[I], T &all) { const T first{}; lw_scan(in, out, I, cub::Sum(), &first, false, &all); }
    template <typename F> void InclusiveScan(T value, T &out, F merge) { lw_scan(&value, &out, 1, merge, nullptr, true, nullptr); }
    template <typename F> void InclusiveScan(T value, T &out, F merge, T &all) { lw_scan(&value, &out, 1, merge, nullptr, true, &all); }
    template <size_t I, typename F> void InclusiveScan(T (&in)[I], T (&out)[I], F merge) { lw_scan(in, out, I, merge, nullptr, true, nullptr); }
    template <size_t I, typename F> void InclusiveScan(T (&in)[I], T (&out)[I], F merge, T &all) { lw_scan(in, out, I, merge, nullptr, true, &all); }
    template <typename F> void ExclusiveScan(T value, T &out, F merge) { lw_scan(&value, &out, 1, merge, nullptr, false, nullptr); }
    template <typename F> void ExclusiveScan(T value, T &out, F merge, T &all) { lw_scan(&value, &out, 1, merge, nullptr, false, &all); }
    template <typename F> void ExclusiveScan(T value, T &out, T first, F merge) { lw_scan(&value, &out, 1, merge, &first, false, nullptr); }
    template <typename F> void ExclusiveScan(T value, T &out, T first, F merge, T &all) { lw_scan(&value, &out, 1, merge, &first, false, &all); }
    template <size_t I, typename F> void ExclusiveScan(T (&in)[I], T (&out)[I], T first, F merge) { lw_scan(in, out, I, merge, &first, false, nullptr); }
    template <size_t I, typename F> void ExclusiveScan(T (&in)[I], T (&out)[I], T first, F merge, T &all) { lw_scan(in, out, I, merge, &first, false, &all); }
};
template <typename T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> struct BlockReduce : lw_reduces<T, X * Y * Z, 0> { using lw_reduces<T, X * Y * Z, 0>::lw_reduces; };
template <typename T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> struct BlockScan : lw_scans<T, X * Y * Z, 0> { using lw_scans<T, X * Y * Z, 0>::lw_scans; };
template <typename T, int W = 32> struct WarpReduce : lw_reduces<T, W, W> { using lw_reduces<T, W, W>::lw_reduces; };
template <typename T, int W = 32> struct WarpScan : lw_scans<T, W, W> { using lw_scans<T, W, W>::lw_scans; };
template <typename T, int X, int ITEMS, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1> struct BlockLoad : lw_storage {
    BlockLoad() = default;
    BlockLoad(typename lw_storage::TempStorage &) {}
    static int at(int i) { return A == BLOCK_LOAD_STRIPED ? i * X * Y * Z + lw::thread_number() : lw::thread_number() * ITEMS + i; }
    template <typename I> void Load(I from, T (&items)[ITEMS]) { for (int i = 0; i < ITEMS; ++i) items[i] = from[at(i)]; }
    template <typename I> void Load(I from, T (&items)[ITEMS], int valid) { for (int i = 0; i < ITEMS; ++i) if (at(i) < valid) items[i] = from[at(i)]; }
    template <typename I, typename D> void Load(I from, T (&items)[ITEMS], int valid, D other) { for (int i = 0; i < ITEMS; ++i) items[i] = at(i) < valid ? T(from[at(i)]) : T(other); }
};
template <typename T, int X, int ITEMS, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1> struct BlockStore : lw_storage {
    BlockStore() = default;
    BlockStore(typename lw_storage::TempStorage &) {}
    static int at(int i) { return A == BLOCK_STORE_STRIPED ? i * X * Y * Z + lw::thread_number() : lw::thread_number() * ITEMS + i; }
    template <typename O> void Store(O to, T (&items)[ITEMS]) { for (int i = 0; i < ITEMS; ++i) to[at(i)] = items[i]; }
    template <typename O> void Store(O to, T (&items)[ITEMS], int valid) { for (int i = 0; i < ITEMS; ++i) if (at(i) < valid) to[at(i)] = items[i]; }
};
// Orders of the items of a block: each thread works all of it out, and takes what is its own.
template <typename F> static inline F lw_last(F f) { return f; }
template <typename K, typename... F> static inline auto lw_last(K &, F... others) { return lw_last(others...); }
template <typename B, int N> struct lw_orders : lw_shown<typename B::lw_type, N, 0> {
    typedef typename B::lw_type S;
    using lw_shown<S, N, 0>::lw_shown;
    template <typename Show, typename All, typename Take> void lw_order(void *place, Show show, All all, Take take) {
        S own{};
        show(own);
        this->lw_meet(own, place, [&](const S *shown) {
            std::vector<S> copy(shown, shown + this->lw_count());
            all(copy.data(), this->lw_count());
            take(copy.data(), this->lw_self(), this->lw_count());
        });
    }
};
#define LW_ORDER(METHOD, SHOW, ALL) template <typename... G> __attribute__((noinline)) void METHOD(G &&...given) { this->lw_order(__builtin_return_address(0), [&](auto &own) { B::SHOW(own, given...); }, [&](auto *shown, int n) { ALL; }, [&](auto *shown, int t, int n) { B::METHOD(shown, t, n, given...); }); }
template <typename K, int X, int ITEMS, typename V = NullType, int R = 4, bool M = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS, int C = 0, int Y = 1, int Z = 1> struct BlockRadixSort : lw_orders<lw_radix_sort<K, ITEMS, V>, X * Y * Z> {
    typedef lw_radix_sort<K, ITEMS, V> B;
    using lw_orders<B, X * Y * Z>::lw_orders;
    LW_ORDER(Sort, lw_show, B::lw_Sort(shown, n))
    LW_ORDER(SortDescending, lw_show, B::lw_SortDescending(shown, n))
    LW_ORDER(SortBlockedToStriped, lw_show, B::lw_Sort(shown, n))
    LW_ORDER(SortDescendingBlockedToStriped, lw_show, B::lw_SortDescending(shown, n))
};
template <typename K, int X, int ITEMS, typename V = NullType, int Y = 1, int Z = 1> struct BlockMergeSort : lw_orders<lw_merge_sort<K, ITEMS, V>, X * Y * Z> {
    typedef lw_merge_sort<K, ITEMS, V> B;
    using lw_orders<B, X * Y * Z>::lw_orders;
    LW_ORDER(Sort, lw_show, lw_sort_block(shown, n, lw_last(given...)))
    LW_ORDER(StableSort, lw_show, lw_sort_block(shown, n, lw_last(given...)))
};
template <typename T, int X, int ITEMS, bool W = false, int Y = 1, int Z = 1> struct BlockExchange : lw_orders<lw_exchange<T, ITEMS>, X * Y * Z> {
    typedef lw_exchange<T, ITEMS> B;
    using lw_orders<B, X * Y * Z>::lw_orders;
    LW_ORDER(BlockedToStriped, lw_show, )
    LW_ORDER(StripedToBlocked, lw_show, )
    LW_ORDER(BlockedToWarpStriped, lw_show, )
    LW_ORDER(WarpStripedToBlocked, lw_show, )
    LW_ORDER(ScatterToBlocked, lw_scatter, B::lw_scattered(shown, n))
    LW_ORDER(ScatterToStriped, lw_scatter, B::lw_scattered(shown, n))
};
