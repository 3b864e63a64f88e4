// names: cg cooperative_groups thread_group
struct thread_group {
    int threads;
    unsigned size() const { return (unsigned)threads; }
    unsigned num_threads() const { return (unsigned)threads; }
};
namespace cooperative_groups {
using ::thread_group;
using thread_block = ::thread_group;
template <unsigned N> struct thread_block_tile : ::thread_group {
    thread_block_tile(::thread_group g) : ::thread_group(g) {}
};
template <typename T> struct plus { T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { T operator()(T a, T b) const { return a < b ? a : b; } };
template <typename T> struct greater { T operator()(T a, T b) const { return a > b ? a : b; } };
template <typename T> struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };
}
namespace cg = cooperative_groups;
