// names: CUDAStream CUDAGuard OptionalCUDAGuard CUDAStreamGuard getCurrentCUDAStream getStreamFromPool getDefaultCUDAStream C10_CUDA_KERNEL_LAUNCH_CHECK AT_CUDA_CHECK C10_CUDA_CHECK
// needs: runtime
// What a PyTorch extension asks of its stream and device; on the CPU there is one of each.
namespace c10 {
namespace cuda {
struct CUDAStream {
    operator cudaStream_t() const { return nullptr; }
    cudaStream_t stream() const { return nullptr; }
    void synchronize() const {}
};
static inline CUDAStream getCurrentCUDAStream(int = 0) { return {}; }
static inline CUDAStream getDefaultCUDAStream(int = 0) { return {}; }
static inline CUDAStream getStreamFromPool(bool = false, int = 0) { return {}; }
struct CUDAGuard {
    template <typename... T> CUDAGuard(const T &...) {}
};
using OptionalCUDAGuard = CUDAGuard;
using CUDAStreamGuard = CUDAGuard;
}  // namespace cuda
}  // namespace c10
namespace at {
namespace cuda {
using namespace c10::cuda;
}
}  // namespace at
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define AT_CUDA_CHECK(call) ((void)(call))
#define C10_CUDA_CHECK(call) ((void)(call))
