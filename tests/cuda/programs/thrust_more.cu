// Algorithms and iterators of Thrust on device and host vectors.
// prints: 30 compared, wrong: 0
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct Odd { __host__ __device__ bool operator()(int v) const { return v % 2 != 0; } };
struct Square { __host__ __device__ int operator()(int v) const { return v * v; } };
struct Axpy { int a; __host__ __device__ int operator()(int x, int y) const { return a * x + y; } };
struct Joined { template <typename T> __host__ __device__ int operator()(const T &t) const { return thrust::get<0>(t) * 10 + thrust::get<1>(t); } };
struct Bump { __host__ __device__ void operator()(int &v) const { v += 1; } };
int main() {
  const int n = 50;
  thrust::host_vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = i * 29 % 17;
  thrust::device_vector<int> d = h, e(n), f(n);
  int s = 0, q = 0, odd = 0;
  for (int v : h) s += v, q += v * v, odd += v % 2;
  same("reduce", thrust::reduce(d.begin(), d.end()), s);
  same("reduce from", thrust::reduce(d.begin(), d.end(), 100, thrust::plus<int>()), s + 100);
  same("maximum", thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()), 16);
  same("squares", thrust::transform_reduce(d.begin(), d.end(), Square(), 0, thrust::plus<int>()), q);
  same("count", thrust::count_if(d.begin(), d.end(), Odd()), odd), same("one", thrust::count(d.begin(), d.end(), 3), 3);
  same("product", thrust::inner_product(d.begin(), d.end(), d.begin(), 0), q);
  same("least", *thrust::min_element(d.begin(), d.end()), 0), same("at", thrust::max_element(d.begin(), d.end()) - d.begin(), 7);
  thrust::inclusive_scan(d.begin(), d.end(), e.begin());
  same("scan", e[n - 1], s);
  thrust::exclusive_scan(d.begin(), d.end(), f.begin(), 5);
  same("exclusive", f[n - 1], s + 5 - h[n - 1]);
  thrust::sequence(e.begin(), e.end(), 3, 2);
  same("sequence", e[10], 23);
  thrust::transform(d.begin(), d.end(), e.begin(), f.begin(), Axpy{4});
  same("axpy", f[7], 4 * h[7] + 17);
  auto end = thrust::copy_if(d.begin(), d.end(), e.begin(), Odd());
  same("copied", end - e.begin(), odd), same("first", e[0], 7);
  thrust::device_vector<int> k = d, v(n);
  thrust::sequence(v.begin(), v.end());
  thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
  same("sorted", k[3] == 1 && v[3] == 10, 1);
  thrust::device_vector<int> keys(n), sums(n);
  auto ends = thrust::reduce_by_key(k.begin(), k.end(), thrust::make_constant_iterator(1), keys.begin(), sums.begin());
  same("keys", ends.first - keys.begin(), 17), same("sums", sums[0], 3);
  same("lower", thrust::lower_bound(k.begin(), k.end(), 5) - k.begin(), 15);
  same("search", thrust::binary_search(k.begin(), k.end(), 99), 0);
  k.erase(thrust::unique(k.begin(), k.end()), k.end());
  same("unique", k.size(), 17);
  auto zipped = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), v.begin()));
  same("zip", thrust::transform_reduce(zipped, zipped + 4, Joined(), 0, thrust::plus<int>()), 10 * (h[0] + h[1] + h[2] + h[3]) + v[0] + v[1] + v[2] + v[3]);
  auto squares = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Square());
  same("iterators", thrust::reduce(squares, squares + 10), 285);
  thrust::device_vector<int> map(5);
  for (int i = 0; i < 5; ++i) map[i] = 9 - 2 * i;
  thrust::gather(map.begin(), map.end(), d.begin(), e.begin());
  same("gather", e[1], h[7]);
  thrust::scatter(map.begin(), map.end(), map.begin(), e.begin());
  same("scatter", e[9] == 9 && e[1] == 1, 1);
  auto permuted = thrust::make_permutation_iterator(d.begin(), map.begin());
  same("permutation", permuted[2], h[5]);
  same("removed", thrust::remove_if(f.begin(), f.end(), Odd()) - f.begin(), 0);
  same("partition", thrust::partition(d.begin(), d.end(), Odd()) - d.begin(), odd);
  thrust::for_each(d.begin(), d.end(), Bump());
  same("each", thrust::reduce(d.begin(), d.end()), s + n);
  same("all", thrust::all_of(d.begin(), d.begin() + odd, Odd()) + 2 * thrust::any_of(d.begin(), d.begin() + odd, Odd()), 0);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
