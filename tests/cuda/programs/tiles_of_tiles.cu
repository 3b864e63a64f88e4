// Which tile of its parent a tile is: of a block, of a tile, made where it is asked, with and without a barrier.
// prints: 0 300 10600 21100 31400 31700 100200 110500 121000 121300 131600 1000100 1010400 1010700 1021200 1031500
// prints: 1100000 1100300 1110600 1121100 1131400 1131700 2242 2242 2242 2242 2242 2242 2242 2242 2242 2242
// prints: 2242 2242 2242 2242 2242 2242 2242 2242 2242 2242 2242 74 74 74 64 64
// prints: 54 54 54 44 44 44 34 34 24 24 24 14 14 14 4 4
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int places(cg::thread_block_tile<8> part) { return part.thread_rank(); }
__global__ void k(int *out) {
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto half = cg::tiled_partition<16>(warp);
    auto four = cg::tiled_partition<4>(half);
    auto alone = cg::tiled_partition<8>(cg::tiled_partition<16>(block));
    int t = block.thread_rank();
    out[t] = warp.meta_group_rank() * 1000000 + half.meta_group_rank() * 100000 + four.meta_group_rank() * 10000 + alone.meta_group_rank() * 1000;
    out[t] += places(cg::tiled_partition<8>(block)) * 100;
    out[64 + t] = warp.meta_group_size() * 1000 + half.meta_group_size() * 100 + four.meta_group_size() * 10 + alone.meta_group_size();
}
__global__ void waits(int *out) {
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto part = cg::tiled_partition<8>(warp);
    int mine = warp.meta_group_rank() * 4 + part.meta_group_rank(), v = part.shfl_xor(mine, 1);
    s[63 - block.thread_rank()] = v;
    block.sync();
    out[block.thread_rank()] = s[block.thread_rank()] * 10 + part.meta_group_size();
}
int main() {
    int *out;
    cudaMallocManaged(&out, 192 * 4);
    k<<<1, 64>>>(out), waits<<<1, 64>>>(out + 128);
    cudaDeviceSynchronize();
    for (int i = 0; i < 192; i += 3) printf("%d%s", out[i], i % 48 == 45 ? "\n" : " ");
}
