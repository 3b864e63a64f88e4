// Names: namespaces inside of one another, using, enums with a scope, constants that are worked out, default arguments, aliases.
// prints: 59009 59036 59028 59037 59049 59076 59068 59077 924 2700 4476 6252 142
#include <cstdio>
namespace numbers {
namespace detail {
__host__ __device__ constexpr int square(int x) { return x * x; }
template <int N> struct Sum { enum { value = N + Sum<N - 1>::value }; };
template <> struct Sum<0> { enum { value = 0 }; };
__device__ int offset = 5;
}
inline namespace current { __host__ __device__ constexpr int version() { return 3; } }
enum class Kind : short { none = -1, first = detail::square(3), second };
static const int size = detail::Sum<6>::value;
__device__ int of(Kind k, int by = version() * 2) { return static_cast<int>(k) * by + detail::offset; }
__global__ void kernel(int *out, Kind k) {
    using detail::square;
    constexpr int fixed_[] = {square(2), size, version(), sizeof(Kind)};
    int t = threadIdx.x;
    out[t] = of(k) * 1000 + of(Kind::second, t) + fixed_[t % 4];
}
}
namespace other {
using numbers::Kind;
namespace n = numbers;
template <typename T> using Pointer = T *;
__global__ void kernel(Pointer<int> out, const int (*rows)[4], int shift) {
    const int (&mine)[4] = rows[threadIdx.x];
    int at = 0;
    out[threadIdx.x] = (mine[at++] + mine[at++] * 10 + mine[at] * 100 + n::size) << shift;
}
}
namespace { __device__ __constant__ const int hidden[2] = {40, 2}; __global__ void kernel(int *out) { *out += hidden[0] + hidden[1]; } }
int main() {
    int *out;
    int (*rows)[4];
    cudaMallocManaged(&out, 64), cudaMallocManaged(&rows, 4 * sizeof *rows);
    for (int i = 0; i < 16; ++i) rows[i / 4][i % 4] = i;
    numbers::kernel<<<1, 8>>>(out, numbers::Kind::first);
    { using namespace other; other::kernel<<<1, 4>>>(out + 8, rows, 2); }
    cudaDeviceSynchronize();
    out[12] = 100;
    ::kernel<<<1, 1>>>(out + 12);
    cudaDeviceSynchronize();
    for (int i = 0; i < 13; ++i) printf("%d ", out[i]);
    printf("\n");
}
