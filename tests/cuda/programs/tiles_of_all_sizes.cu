// Tiles of cooperative groups: shuffles, votes, matches and reductions in tiles of 4, 8, 16 and 32, tiles of tiles.
// prints: 4: 16122874 69138 23 405 | d52857e9 03e24780 c165ddf3 91a2ace0
// prints: 8: 8032587 74296 158181 810 | abaa922e b7eec300 2cc6b173 acb09da0
// prints: 16: 4061482 92706 158181 1620 | 3adb5d22 a93c5e00 594e1773 60e3b880
// prints: 32: 2121412 96480 158181 3241 | d3df99cc 92796c00 be7b1a73 48997f60
// prints: 360 474 394 508 428 445 462 479
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
template <int N> __global__ void tiles(const int *in, int *out) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<N>(block);
    int t = block.thread_rank(), v = in[t];
    int r = tile.shfl(v, tile.thread_rank() + 1) + tile.shfl_up(v, 1) * 3 + tile.shfl_down(v, 2) * 5 + tile.shfl_xor(v, N / 2) * 7;
    r += tile.any(v > 80) * 1000 + tile.all(v < 90) * 2000 + __popc(tile.ballot(v % 3 == 0)) * 10000;
    r += (int)tile.meta_group_rank() * 100000 + (int)tile.meta_group_size() * 1000000;
    out[t] = r;
    out[64 + t] = cg::reduce(tile, v, cg::plus<int>()) + cg::reduce(tile, v, cg::greater<int>()) * 1000;
    out[128 + t] = cg::inclusive_scan(tile, v) + cg::exclusive_scan(tile, v) * 1000;
    out[192 + t] = __popc(tile.match_any(v % 4)) + (int)tile.num_threads() * 100 + (int)tile.size();
}
__global__ void nested(const int *in, int *out) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> part = cg::tiled_partition<8>(warp);
    __shared__ int sums[64 / 8];
    int v = in[block.thread_rank()];
    for (int d = part.num_threads() / 2; d > 0; d /= 2) v += part.shfl_down(v, d);
    if (part.thread_rank() == 0) sums[warp.meta_group_rank() * 4 + part.meta_group_rank()] = v;
    block.sync();
    if (block.thread_rank() < 8) out[block.thread_rank()] = sums[block.thread_rank()] + (int)block.size();
}
template <int N> void told(const int *in, int *out) {
    tiles<N><<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    unsigned h[4] = {};
    for (int i = 0; i < 256; ++i) h[i / 64] = h[i / 64] * 31 + out[i];
    printf("%d: %d %d %d %d | %08x %08x %08x %08x\n", N, out[5], out[69], out[133], out[197], h[0], h[1], h[2], h[3]);
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 256), cudaMallocManaged(&out, 1024);
    for (int i = 0; i < 64; ++i) in[i] = (i * 23 + 5) % 97;
    told<4>(in, out), told<8>(in, out), told<16>(in, out), told<32>(in, out);
    nested<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; ++i) printf("%d ", out[i]);
    printf("\n");
}
