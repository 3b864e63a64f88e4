// names: cg cooperative_groups thread_group grid_rank rank_in
// needs: dim3
struct thread_group {
    int threads;
    unsigned size() const { return (unsigned)threads; }
    unsigned num_threads() const { return (unsigned)threads; }
};
namespace cooperative_groups {
using ::thread_group;
using thread_block = ::thread_group;
struct grid_group {
    unsigned long long rank, threads;
    unsigned long long thread_rank() const { return rank; }
    unsigned long long size() const { return threads; }
    unsigned long long num_threads() const { return threads; }
    bool is_valid() const { return true; }
};
// What a tile was cut from is part of its type in CUDA; a thread asks nothing of it.
template <unsigned N, typename Parent = void> struct thread_block_tile : ::thread_group {
    thread_block_tile(::thread_group g) : ::thread_group(g) {}
    template <typename Other> thread_block_tile(thread_block_tile<N, Other> other) : ::thread_group(other) {}
};
// Some lanes of a warp, and which of them the thread is.
struct coalesced_group {
    unsigned lanes, rank;
    unsigned size() const { return (unsigned)__builtin_popcount(lanes); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return rank; }
    unsigned meta_group_rank() const { return 0; }
    unsigned meta_group_size() const { return 1; }
};
template <typename T> struct plus { T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { T operator()(T a, T b) const { return a < b ? a : b; } };
template <typename T> struct greater { T operator()(T a, T b) const { return a > b ? a : b; } };
template <typename T> struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };
}
namespace cg = cooperative_groups;
// The number of a thread in the grid.
// The rank of the thread with number t of its block in a group.
static inline unsigned rank_in(const thread_group &group, unsigned t) { return t % (unsigned)group.threads; }
static inline unsigned rank_in(const cooperative_groups::coalesced_group &group, unsigned) { return group.rank; }
static inline unsigned long long rank_in(const cooperative_groups::grid_group &grid, unsigned) { return grid.rank; }
static inline unsigned long long grid_rank(uint3 block, dim3 grid, unsigned threads, unsigned t) {
    return (((unsigned long long)block.z * grid.y + block.y) * grid.x + block.x) * threads + t;
}
