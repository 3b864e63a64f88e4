// Partitions by what another array says, as Thrust names it: a stencil.
// prints: 400 compared, wrong: 0
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/partition.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
struct IsThird { __host__ __device__ bool operator()(int v) const { return v % 3 == 0; } };
int main() {
  thrust::device_vector<int> ids(100), kinds(100);
  for (int i = 0; i < 100; ++i) kinds[i] = i * 7 % 10;
  int thirds = 0;
  for (int i = 0; i < 100; ++i) thirds += i * 7 % 10 % 3 == 0;
  for (int round = 0; round < 4; ++round) {
    thrust::sequence(ids.begin(), ids.end());
    int *p = thrust::raw_pointer_cast(ids.data());
    const int *k = thrust::raw_pointer_cast(kinds.data());
    long middle = round == 0   ? thrust::partition(ids.begin(), ids.end(), kinds.begin(), IsThird()) - ids.begin()
                  : round == 1 ? thrust::partition(thrust::device, p, p + 100, k, IsThird()) - p
                  : round == 2 ? thrust::stable_partition(ids.begin(), ids.end(), kinds.begin(), IsThird()) - ids.begin()
                               : thrust::stable_partition(thrust::device, p, p + 100, k, IsThird()) - p;
    if (round < 2) thrust::sort(ids.begin(), ids.begin() + middle), thrust::sort(ids.begin() + middle, ids.end());
    thrust::host_vector<int> h = ids;
    int yes = 0, no = thirds;
    for (int i = 0; i < 100; ++i) same("place", h[i * 7 % 10 % 3 == 0 ? yes++ : no++], i);
    if (middle != thirds) same("middle", middle, thirds);
  }
  printf("%d compared, wrong: %d\n", compared, wrong);
  return wrong != 0;
}
