// Thrust as people use it: vectors of both sides, sorts with keys, scans, transforms with functors and tuples, unique, counts.
// prints: 1 17 100 38 | 6 339 100 | 351 17 21 | 21048 -50627 | 17 1 17 | -23 15 29
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
struct Affine { int a, b; __host__ __device__ int operator()(int x) const { return a * x + b; } };
struct IsOdd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct Dot { template <class T> __host__ __device__ int operator()(const T &t) const { return thrust::get<0>(t) * thrust::get<1>(t); } };
__global__ void plus_one(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1;
}
int main() {
    const int n = 40;
    thrust::host_vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = i * 23 % 17;
    thrust::device_vector<int> d = h, keys(n), out(n);
    plus_one<<<2, 32>>>(thrust::raw_pointer_cast(d.data()), n);
    thrust::sequence(keys.begin(), keys.end(), 100, -2);
    thrust::stable_sort_by_key(d.begin(), d.end(), keys.begin());
    printf("%d %d %d %d | ", (int)d[0], (int)d[n - 1], (int)keys[0], (int)keys[n - 1]);
    thrust::exclusive_scan(d.begin(), d.end(), out.begin(), 5);
    printf("%d %d ", (int)out[1], (int)out[n - 1]);
    thrust::inclusive_scan(keys.begin(), keys.end(), out.begin(), thrust::maximum<int>());
    printf("%d | ", (int)out[n - 1]);
    printf("%d %d %d | ", thrust::reduce(d.begin(), d.end()), thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()), (int)thrust::count_if(d.begin(), d.end(), IsOdd()));
    thrust::transform(d.begin(), d.end(), keys.begin(), out.begin(), thrust::minus<int>());
    thrust::transform(out.begin(), out.end(), out.begin(), Affine{3, 1});
    auto both = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), keys.begin()));
    printf("%d %d | ", thrust::transform_reduce(both, both + n, Dot(), 0, thrust::plus<int>()), thrust::inner_product(d.begin(), d.end(), out.begin(), 7));
    auto end = thrust::unique(d.begin(), d.end());
    thrust::host_vector<int> back(d.begin(), end);
    printf("%d %d %d | ", (int)back.size(), back[0], back.back());
    thrust::sort(out.begin(), out.end(), thrust::greater<int>());
    auto last = thrust::copy_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(30), keys.begin(), IsOdd());
    printf("%d %d %d\n", (int)out[0], (int)(last - keys.begin()), (int)keys[14]);
}
