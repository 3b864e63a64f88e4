// Cooperative groups, as the CUDA C++ Programming Guide describes them.
#pragma once
#include "cuda_declared.h"
#define D __device__
namespace cooperative_groups {
struct thread_group {
    D void sync() const; D unsigned size() const; D unsigned num_threads() const; D unsigned thread_rank() const;
};
struct thread_block : thread_group { D dim3 group_index() const; D dim3 thread_index() const; D dim3 group_dim() const; };
template <int SIZE> struct thread_block_tile : thread_group {
    D unsigned meta_group_rank() const; D unsigned meta_group_size() const;
    template <typename T> D T shfl(T, int) const; template <typename T> D T shfl_down(T, unsigned) const;
    template <typename T> D T shfl_up(T, unsigned) const; template <typename T> D T shfl_xor(T, unsigned) const;
    D unsigned ballot(int) const; D int any(int) const; D int all(int) const;
    template <typename T> D unsigned match_any(T) const;
};
D thread_block this_thread_block();
template <typename Group> D void sync(const Group &);
template <int SIZE, typename Group> D thread_block_tile<SIZE> tiled_partition(const Group &);
template <typename T> struct plus { D T operator()(T, T) const; };
template <typename T> struct greater { D T operator()(T, T) const; };
template <typename T> struct less { D T operator()(T, T) const; };
template <typename Group, typename T, typename Operation> D T reduce(const Group &, T, Operation);
}
#undef D
