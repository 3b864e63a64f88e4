// The oracle: runs a CUDA kernel on the CPU, every thread of a block by itself, and watches it.
//
// Each thread is a fiber with a stack of its own. Barriers and warp operations switch to the next fiber until all that
// take part have arrived (CUDA C++ Programming Guide, "Synchronization Functions", "Warp Shuffle Functions"). The kernel
// is compiled as it stands; memory accesses come in through the calls that -fsanitize=thread puts at each of them
// and -fsanitize=bounds puts at array subscripts, which end here and not in a sanitizer's library. One block runs after the other.
//
// This file is what the kernel's text is compiled with; what runs the threads and watches them is compiled once (scheduler.h).
#pragma once
#include <cstdint>
#include <cstring>
#include <functional>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ucontext.h>
#endif

#define LW_OWN __attribute__((no_sanitize("thread"), no_sanitize("bounds")))
#define LW_PART __attribute__((visibility("hidden")))  // of the library, in whichever of its objects
#define __CUDA_ARCH__ 800
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#ifdef LW_TOGETHER
#define __shared__ static __attribute__((section("lw_block"), used))
#else
#define __shared__ static __attribute__((used))  // else what no thread writes is a constant to the compiler, and nobody reads it
#endif
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
static constexpr int warpSize = 32;
#define threadIdx (lw::now->thread)

namespace lw {

// ---- fibers

enum class State { ready, block, grid, warp, converge, done };

struct Fiber {
    void *stack_pointer = nullptr;
#if !defined(__x86_64__) && !defined(__aarch64__)
    ucontext_t context;
#endif
    uint3 thread;
    int number = 0;
    State state = State::ready;
    unsigned mask = 0;        // lanes that it waits for
    void *place = nullptr;    // where it waits
    int predicate = 0;
    uint32_t block_epoch = 0, warp_epoch = 0;
    bool started = false;
    bool asks = false;        // again and again for what another one may store
};

extern LW_PART Fiber fibers[1024], *now;
extern LW_PART int fiber_count;
extern LW_PART uint3 block_index;
extern LW_PART dim3 block_size, grid_size;
extern LW_PART unsigned char *dynamic_memory;
extern LW_PART unsigned char slots[1024][16];  // what each thread shows
extern LW_PART bool watching;

}  // namespace lw
// The host may give variables of its own these names.
static const uint3 &blockIdx = lw::block_index;
static const dim3 &blockDim = lw::block_size, &gridDim = lw::grid_size;
namespace lw {

LW_PART void yield();
LW_PART void settle();
LW_PART void touch(void *address, size_t bytes, bool writes, bool atomic, void *place);
LW_PART void volatile_touch(void *p, size_t bytes, bool writes, void *place);
LW_PART void subscript(void *data, unsigned long index);
LW_PART void wait_block(void *place);
LW_PART void wait_warp(unsigned mask, void *place);
LW_PART void wait_grid(void *place);
// Runs `call` for every thread of every block, of blocks that wait for each other `together`. False if it was stopped.
LW_PART bool launch(dim3 grid, dim3 block, size_t shared_bytes, std::function<void()> call, bool together = false);

struct Everyone {
    LW_OWN Fiber *begin() const { return fibers; }
    LW_OWN Fiber *end() const { return fibers + fiber_count; }
};
LW_OWN static Everyone everyone() { return {}; }

// ---- warp operations

LW_OWN static int lane() { return now->number & 31; }
template <typename T>
LW_OWN static T shown_by(int source, T own) {
    T value = own;
    const int at = now->number - lane() + source;
    if (source >= 0 && source < 32 && at < fiber_count) memcpy(&value, slots[at], sizeof(T));
    return value;
}
template <typename T, typename F>
LW_OWN static auto exchange(unsigned mask, T value, void *place, F read) {
    static_assert(sizeof(T) <= 16, "a value of at most 16 bytes");
    memcpy(slots[now->number], &value, sizeof(T));
    now->predicate = 1;
    wait_warp(mask, place);
    watching = false;
    auto result = read();
    watching = true;
    wait_warp(mask, place);
    return result;
}
template <typename F>
LW_OWN static void each_lane(unsigned mask, F visit) {
    const int first = now->number - lane();
    for (int i = 0; i < 32 && first + i < fiber_count; ++i)
        if (mask >> i & 1u && fibers[first + i].state != State::done) visit(i, first + i);
}
LW_OWN static unsigned everybody() {
    watching = false;
    unsigned mask = 0;
    each_lane(~0u, [&](int i, int) LW_OWN { mask |= 1u << i; });
    watching = true;
    return mask;
}

// What the library does with memory, which no compiler puts calls at.
LW_OWN __attribute__((noinline)) static void *watched_memmove(void *to, const void *from, size_t bytes) {
    touch((void *)from, bytes, false, false, __builtin_return_address(0));
    touch(to, bytes, true, false, __builtin_return_address(0));
    return memmove(to, from, bytes);
}
LW_OWN __attribute__((noinline)) static void *watched_memcpy(void *to, const void *from, size_t bytes) {
    touch((void *)from, bytes, false, false, __builtin_return_address(0));
    touch(to, bytes, true, false, __builtin_return_address(0));
    return memcpy(to, from, bytes);
}
LW_OWN __attribute__((noinline)) static void *watched_memset(void *to, int value, size_t bytes) {
    touch(to, bytes, true, false, __builtin_return_address(0));
    return memset(to, value, bytes);
}

}  // namespace lw

#define LW_PLACE __builtin_return_address(0)
#define LW_WAIT __attribute__((noinline)) LW_OWN static
#define LW_SHUFFLE(NAME, B, SOURCE) \
    template <typename T> LW_WAIT T NAME##_sync(unsigned mask, T value, B b, int width = 32) { \
        const int lane = lw::lane(), first = lane - lane % width; \
        (void)first; \
        return lw::exchange(mask, value, LW_PLACE, [&]() LW_OWN { SOURCE; }); \
    } \
    template <typename T> LW_WAIT T NAME(T value, B b, int width = 32) { \
        const int lane = lw::lane(), first = lane - lane % width; \
        (void)first; \
        return lw::exchange(lw::everybody(), value, LW_PLACE, [&]() LW_OWN { SOURCE; }); \
    }
LW_SHUFFLE(__shfl, int, return lw::shown_by(first + (b & (width - 1)), value))
// A distance has five bits; a lane of a segment before is within reach of xor, one of a segment behind is not (PTX ISA, "shfl").
LW_SHUFFLE(__shfl_up, unsigned, return lane % width >= (int)(b & 31u) ? lw::shown_by(lane - (int)(b & 31u), value) : value)
LW_SHUFFLE(__shfl_down, unsigned, return lane % width + (int)(b & 31u) < width ? lw::shown_by(lane + (int)(b & 31u), value) : value)
LW_SHUFFLE(__shfl_xor, int, const int source = lane ^ (b & 31); return source < first + width ? lw::shown_by(source, value) : value)

LW_WAIT void __syncthreads() { lw::wait_block(LW_PLACE); }
LW_WAIT void __barrier_of_all() { lw::wait_block(LW_PLACE); }
LW_WAIT void __syncwarp(unsigned mask = ~0u) { lw::wait_warp(mask, LW_PLACE); }
LW_WAIT unsigned __ballot_sync(unsigned mask, int predicate) {
    return lw::exchange(mask, predicate, LW_PLACE, [&]() LW_OWN {
        unsigned bits = 0;
        lw::each_lane(mask, [&](int i, int at) LW_OWN { int p; memcpy(&p, lw::slots[at], sizeof p); bits |= (unsigned)(p != 0) << i; });
        return bits;
    });
}
LW_WAIT unsigned __ballot(int predicate) { return __ballot_sync(lw::everybody(), predicate); }
LW_WAIT int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
LW_WAIT int __any(int predicate) { return __ballot_sync(lw::everybody(), predicate) != 0; }
LW_WAIT int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }
LW_WAIT int __all(int predicate) { return __ballot_sync(lw::everybody(), !predicate) == 0; }
LW_OWN static unsigned lw_together_at(void *place) {
    lw::settle();
    lw::now->state = lw::State::converge, lw::now->place = place;
    lw::yield();
    return lw::now->mask;
}
LW_WAIT unsigned __activemask() { return lw_together_at(LW_PLACE); }
template <typename T> LW_WAIT unsigned __match_any_sync(unsigned mask, T value) {
    return lw::exchange(mask, value, LW_PLACE, [&]() LW_OWN {
        unsigned bits = 0;
        lw::each_lane(mask, [&](int i, int at) LW_OWN { bits |= (unsigned)!memcmp(&value, lw::slots[at], sizeof(T)) << i; });
        return bits;
    });
}
template <typename T> LW_WAIT unsigned __match_all_sync(unsigned mask, T value, int *all) {
    return lw::exchange(mask, value, LW_PLACE, [&]() LW_OWN {
        bool same = true;
        lw::each_lane(mask, [&](int, int at) LW_OWN { same &= !memcmp(&value, lw::slots[at], sizeof(T)); });
        return *all = same, same ? mask : 0u;
    });
}
#define LW_REDUCE(NAME, MERGE) \
    template <typename T> LW_WAIT T NAME(unsigned mask, T value) { \
        return lw::exchange(mask, value, LW_PLACE, [&]() LW_OWN { \
            T a{}; \
            bool started = false; \
            lw::each_lane(mask, [&](int, int at) LW_OWN { T b; memcpy(&b, lw::slots[at], sizeof(T)); a = started ? T(MERGE) : b; started = true; }); \
            return a; \
        }); \
    }
LW_REDUCE(__reduce_add_sync, a + b)
LW_REDUCE(__reduce_min_sync, a < b ? a : b)
LW_REDUCE(__reduce_max_sync, a > b ? a : b)
LW_REDUCE(__reduce_and_sync, a & b)
LW_REDUCE(__reduce_or_sync, a | b)
LW_REDUCE(__reduce_xor_sync, a ^ b)
LW_OWN static int lw_count_block(int predicate, void *place) {
    lw::now->predicate = predicate != 0;
    lw::wait_block(place);
    int count = 0;
    lw::watching = false;
    for (auto &f : lw::everyone()) count += f.state != lw::State::done && f.predicate;
    lw::watching = true;
    lw::wait_block(place);
    return count;
}
LW_WAIT int __syncthreads_count(int predicate) { return lw_count_block(predicate, LW_PLACE); }
LW_WAIT int __syncthreads_or(int predicate) { return lw_count_block(predicate, LW_PLACE) != 0; }
LW_WAIT int __syncthreads_and(int predicate) { return lw_count_block(!predicate, LW_PLACE) == 0; }
static inline void __threadfence() {}
static inline void __threadfence_block() {}
static inline void __threadfence_system() {}


namespace cooperative_groups {
struct thread_group {
    unsigned count;  // 0: the block
    thread_group(unsigned count = 0) : count(count) {}
    LW_OWN unsigned size() const { return count ? count : (unsigned)lw::fiber_count; }
    LW_OWN unsigned num_threads() const { return size(); }
    LW_OWN unsigned thread_rank() const { return count ? lw::now->number % count : lw::now->number; }
    LW_OWN unsigned first_lane() const { return count ? lw::lane() - lw::lane() % count : 0; }
    LW_OWN unsigned lanes() const { return count >= 32 || !count ? ~0u : ((1u << count) - 1) << first_lane(); }
    LW_OWN __attribute__((noinline)) void sync() const { count ? lw::wait_warp(lanes(), LW_PLACE) : lw::wait_block(LW_PLACE); }
};
struct thread_block : thread_group {
    LW_OWN uint3 group_index() const { return lw::block_index; }
    LW_OWN uint3 thread_index() const { return lw::now->thread; }
    LW_OWN dim3 dim_threads() const { return lw::block_size; }
    LW_OWN dim3 group_dim() const { return lw::block_size; }
};
LW_OWN static thread_block this_thread_block() { return thread_block(); }
template <unsigned N, typename P = void> struct thread_block_tile : thread_group {
    thread_block_tile() : thread_group(N) {}
    template <typename Q> thread_block_tile(const thread_block_tile<N, Q> &) : thread_group(N) {}
    LW_OWN unsigned meta_group_rank() const { return lw::now->number / N; }
    LW_OWN unsigned meta_group_size() const { return (unsigned)(lw::fiber_count + N - 1) / N; }
    template <typename T> LW_OWN __attribute__((noinline)) T shfl(T v, int b) const { return __shfl_sync(lanes(), v, b, (int)N); }
    template <typename T> LW_OWN __attribute__((noinline)) T shfl_up(T v, unsigned b) const { return __shfl_up_sync(lanes(), v, b, (int)N); }
    template <typename T> LW_OWN __attribute__((noinline)) T shfl_down(T v, unsigned b) const { return __shfl_down_sync(lanes(), v, b, (int)N); }
    template <typename T> LW_OWN __attribute__((noinline)) T shfl_xor(T v, int b) const { return __shfl_xor_sync(lanes(), v, b, (int)N); }
    LW_OWN __attribute__((noinline)) unsigned ballot(int p) const { return __ballot_sync(lanes(), p) >> first_lane(); }
    LW_OWN __attribute__((noinline)) int any(int p) const { return __any_sync(lanes(), p); }
    LW_OWN __attribute__((noinline)) int all(int p) const { return __all_sync(lanes(), p); }
};
template <unsigned N, typename G> LW_OWN thread_block_tile<N, G> tiled_partition(const G &) { return thread_block_tile<N, G>(); }
// The lanes that came to one place together.
struct coalesced_group {
    unsigned mask;
    LW_OWN unsigned lanes() const { return mask; }
    LW_OWN unsigned size() const { return (unsigned)__builtin_popcount(mask); }
    LW_OWN unsigned num_threads() const { return size(); }
    LW_OWN unsigned thread_rank() const { return (unsigned)__builtin_popcount(mask & ((1u << lw::lane()) - 1)); }
    LW_OWN int lane_of(unsigned rank) const {
        for (int lane = 0; lane < 32; ++lane)
            if (mask >> lane & 1u && rank-- == 0) return lane;
        return -1;
    }
    LW_OWN __attribute__((noinline)) void sync() const { lw::wait_warp(mask, LW_PLACE); }
    template <typename T> LW_OWN __attribute__((noinline)) T shfl(T v, unsigned b) const {
        return lw::exchange(mask, v, LW_PLACE, [&]() LW_OWN { return lw::shown_by(lane_of(b % size()), v); });
    }
    template <typename T> LW_OWN __attribute__((noinline)) T shfl_up(T v, unsigned b) const {
        return lw::exchange(mask, v, LW_PLACE, [&]() LW_OWN { return thread_rank() < b ? v : lw::shown_by(lane_of(thread_rank() - b), v); });
    }
    template <typename T> LW_OWN __attribute__((noinline)) T shfl_down(T v, unsigned b) const {
        return lw::exchange(mask, v, LW_PLACE, [&]() LW_OWN { return thread_rank() + b >= size() ? v : lw::shown_by(lane_of(thread_rank() + b), v); });
    }
    LW_OWN __attribute__((noinline)) unsigned ballot(int p) const {
        const unsigned said = __ballot_sync(mask, p);
        unsigned bits = 0;
        for (unsigned rank = 0; rank < size(); ++rank) bits |= (said >> lane_of(rank) & 1u) << rank;
        return bits;
    }
    LW_OWN __attribute__((noinline)) int any(int p) const { return __any_sync(mask, p); }
    LW_OWN __attribute__((noinline)) int all(int p) const { return __all_sync(mask, p); }
};
LW_OWN __attribute__((noinline)) static coalesced_group coalesced_threads() { return {lw_together_at(LW_PLACE)}; }
LW_OWN static thread_group tiled_partition(const thread_group &, unsigned n) { return thread_group(n); }
LW_OWN __attribute__((noinline)) static void sync(const thread_group &g) { g.sync(); }
#ifdef LW_TOGETHER
struct grid_group {
    LW_OWN __attribute__((noinline)) void sync() const { lw::wait_grid(LW_PLACE); }
    LW_OWN bool is_valid() const { return true; }
    LW_OWN unsigned long long num_blocks() const { return (unsigned long long)lw::grid_size.x * lw::grid_size.y * lw::grid_size.z; }
    LW_OWN unsigned long long block_rank() const { return ((unsigned long long)lw::block_index.z * lw::grid_size.y + lw::block_index.y) * lw::grid_size.x + lw::block_index.x; }
    LW_OWN unsigned long long num_threads() const { return num_blocks() * lw::fiber_count; }
    LW_OWN unsigned long long size() const { return num_threads(); }
    LW_OWN unsigned long long thread_rank() const { return block_rank() * lw::fiber_count + lw::now->number; }
    LW_OWN dim3 group_dim() const { return lw::grid_size; }
    LW_OWN dim3 dim_blocks() const { return lw::grid_size; }
    LW_OWN uint3 block_index() const { return lw::block_index; }
};
LW_OWN static grid_group this_grid() { return grid_group(); }
LW_OWN __attribute__((noinline)) static void sync(const grid_group &g) { g.sync(); }
#endif
template <typename T> struct plus { LW_OWN T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { LW_OWN T operator()(T a, T b) const { return a < b ? a : b; } };
template <typename T> struct greater { LW_OWN T operator()(T a, T b) const { return a > b ? a : b; } };
template <typename T> struct bit_and { LW_OWN T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { LW_OWN T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { LW_OWN T operator()(T a, T b) const { return a ^ b; } };
template <typename G, typename T, typename F> LW_OWN __attribute__((noinline)) T reduce(const G &g, T value, F merge) {
    return lw::exchange(g.lanes(), value, LW_PLACE, [&]() LW_OWN {
        T a{};
        bool started = false;
        lw::each_lane(g.lanes(), [&](int, int at) LW_OWN { T b; memcpy(&b, lw::slots[at], sizeof(T)); a = started ? merge(a, b) : b; started = true; });
        return a;
    });
}
template <typename G, typename T, typename F = plus<T>> LW_OWN __attribute__((noinline)) T inclusive_scan(const G &g, T value, F merge = F()) {
    return lw::exchange(g.lanes(), value, LW_PLACE, [&]() LW_OWN {
        T a{};
        bool started = false;
        lw::each_lane(g.lanes(), [&](int i, int at) LW_OWN { T b; memcpy(&b, lw::slots[at], sizeof(T)); if (i <= lw::lane()) a = started ? merge(a, b) : b, started = true; });
        return a;
    });
}
template <typename G, typename T, typename F = plus<T>> LW_OWN __attribute__((noinline)) T exclusive_scan(const G &g, T value, F merge = F()) {
    return lw::exchange(g.lanes(), value, LW_PLACE, [&]() LW_OWN {
        T a{};
        bool started = false;
        lw::each_lane(g.lanes(), [&](int i, int at) LW_OWN { T b; memcpy(&b, lw::slots[at], sizeof(T)); if (i < lw::lane()) a = started ? merge(a, b) : b, started = true; });
        return a;
    });
}
}  // namespace cooperative_groups
namespace cg = cooperative_groups;
