// needs: runtime
// includes: chrono cstring stdexcept sys/mman.h
// pruned: yes
// The driver's interface, as far as it needs no kernels that are loaded while the program runs.
typedef int CUdevice;
typedef struct lw_context *CUcontext;
typedef struct lw_module *CUmodule;
typedef struct lw_function *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef unsigned long long CUdeviceptr;
typedef unsigned long long CUmemGenericAllocationHandle;
enum CUresult {
    CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4, CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201, CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_INVALID_HANDLE = 400, CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600, CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217, CUDA_ERROR_NOT_PERMITTED = 800, CUDA_ERROR_NOT_SUPPORTED = 801, CUDA_ERROR_UNKNOWN = 999
};
typedef CUresult cudaError_enum;
// Numbered as the runtime's are.
enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE, CU_DEVICE_ATTRIBUTE_MAX_PITCH, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, CU_DEVICE_ATTRIBUTE_GPU_OVERLAP,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, CU_DEVICE_ATTRIBUTE_INTEGRATED,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, CU_DEVICE_ATTRIBUTE_TCC_DRIVER,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115
};
enum { CU_CTX_SCHED_AUTO, CU_CTX_SCHED_SPIN, CU_CTX_SCHED_YIELD, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8 };
enum { CU_STREAM_DEFAULT, CU_STREAM_NON_BLOCKING };
enum { CU_EVENT_DEFAULT, CU_EVENT_BLOCKING_SYNC, CU_EVENT_DISABLE_TIMING };
enum { CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST, CU_MEM_ATTACH_SINGLE = 4 };
enum {
    CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP, CU_MEMHOSTALLOC_WRITECOMBINED = 4, CU_MEMHOSTREGISTER_PORTABLE = 1,
    CU_MEMHOSTREGISTER_DEVICEMAP
};
// What a driver's call says of what the runtime's does.
static inline CUresult lw_result(cudaError_t error) { return (CUresult)error; }
static inline CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
static inline CUresult cuDriverGetVersion(int *version) { return lw_result(cudaDriverGetVersion(version)); }
static inline CUresult cuGetErrorString(CUresult error, const char **text) { return *text = error == CUDA_ERROR_INVALID_CONTEXT ? "invalid device context" : cudaGetErrorString((cudaError_t)error), CUDA_SUCCESS; }
static inline CUresult cuGetErrorName(CUresult error, const char **text) {
    switch (error) {
    case CUDA_SUCCESS: return *text = "CUDA_SUCCESS", CUDA_SUCCESS;
    case CUDA_ERROR_INVALID_VALUE: return *text = "CUDA_ERROR_INVALID_VALUE", CUDA_SUCCESS;
    case CUDA_ERROR_OUT_OF_MEMORY: return *text = "CUDA_ERROR_OUT_OF_MEMORY", CUDA_SUCCESS;
    case CUDA_ERROR_INVALID_DEVICE: return *text = "CUDA_ERROR_INVALID_DEVICE", CUDA_SUCCESS;
    case CUDA_ERROR_INVALID_CONTEXT: return *text = "CUDA_ERROR_INVALID_CONTEXT", CUDA_SUCCESS;
    case CUDA_ERROR_NOT_READY: return *text = "CUDA_ERROR_NOT_READY", CUDA_SUCCESS;
    case CUDA_ERROR_NOT_SUPPORTED: return *text = "CUDA_ERROR_NOT_SUPPORTED", CUDA_SUCCESS;
    default: return *text = "CUDA_ERROR_UNKNOWN", CUDA_SUCCESS;
    }
}
static inline CUresult cuDeviceGetCount(int *count) { return *count = 1, CUDA_SUCCESS; }
static inline CUresult cuDeviceGet(CUdevice *device, int number) { return number ? CUDA_ERROR_INVALID_DEVICE : (*device = 0, CUDA_SUCCESS); }
static inline CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, device);
    return strncpy(name, p.name, length), CUDA_SUCCESS;
}
static inline CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    cudaDeviceProp p;
    return cudaGetDeviceProperties(&p, device), *bytes = p.totalGlobalMem, CUDA_SUCCESS;
}
static inline CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    if (attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) return *value = 1, CUDA_SUCCESS;
    return lw_result(cudaDeviceGetAttribute(value, (int)attribute, device));
}
static inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice) { return *major = 8, *minor = 0, CUDA_SUCCESS; }
static inline CUresult cuDeviceCanAccessPeer(int *can, CUdevice, CUdevice) { return *can = 0, CUDA_SUCCESS; }
static inline CUcontext &lw_current_context() { static thread_local CUcontext context = nullptr; return context; }
static inline CUresult cuCtxCreate(CUcontext *context, unsigned, CUdevice) { return lw_current_context() = *context = (CUcontext)new char, CUDA_SUCCESS; }
static inline CUresult cuCtxCreate(CUcontext *context, void *, unsigned flags, CUdevice device) { return cuCtxCreate(context, flags, device); }
static inline CUresult cuCtxDestroy(CUcontext context) {
    if (lw_current_context() == context) lw_current_context() = nullptr;
    return delete (char *)context, CUDA_SUCCESS;
}
static inline CUresult cuCtxSynchronize() { return lw_result(cudaDeviceSynchronize()); }
static inline CUresult cuCtxSetCurrent(CUcontext context) { return lw_current_context() = context, CUDA_SUCCESS; }
static inline CUresult cuCtxGetCurrent(CUcontext *context) { return *context = lw_current_context(), CUDA_SUCCESS; }
static inline CUresult cuCtxPushCurrent(CUcontext context) { return cuCtxSetCurrent(context); }
static inline CUresult cuCtxPopCurrent(CUcontext *context) {
    if (context) *context = lw_current_context();
    return CUDA_SUCCESS;
}
static inline CUresult cuCtxGetDevice(CUdevice *device) { return *device = 0, CUDA_SUCCESS; }
static inline CUresult cuCtxGetApiVersion(CUcontext, unsigned *version) { return *version = 12000, CUDA_SUCCESS; }
static inline CUresult cuCtxEnablePeerAccess(CUcontext, unsigned) { return CUDA_SUCCESS; }
static inline CUresult cuCtxDisablePeerAccess(CUcontext) { return CUDA_SUCCESS; }
static inline CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
    static char primary;
    return *context = (CUcontext)&primary, CUDA_SUCCESS;
}
static inline CUresult cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
static inline CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes) { return lw_result(cudaMalloc((void **)p, bytes)); }
static inline CUresult cuMemAllocManaged(CUdeviceptr *p, size_t bytes, unsigned) { return lw_result(cudaMallocManaged((void **)p, bytes)); }
static inline CUresult cuMemAllocAsync(CUdeviceptr *p, size_t bytes, CUstream stream) { return lw_result(cudaMallocAsync((void **)p, bytes, stream)); }
static inline CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned) { return *pitch = lw_pitch(width), cuMemAlloc(p, *pitch * height); }
static inline CUresult cuMemFree(CUdeviceptr p) { return lw_result(cudaFree((void *)p)); }
static inline CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream) { return lw_result(cudaFreeAsync((void *)p, stream)); }
static inline CUresult cuMemAllocHost(void **p, size_t bytes) { return lw_result(cudaMallocHost(p, bytes)); }
static inline CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned) { return lw_result(cudaMallocHost(p, bytes)); }
static inline CUresult cuMemFreeHost(void *p) { return lw_result(cudaFreeHost(p)); }
static inline CUresult cuMemHostRegister(void *, size_t, unsigned) { return CUDA_SUCCESS; }
static inline CUresult cuMemHostUnregister(void *) { return CUDA_SUCCESS; }
static inline CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned) { return *device = (CUdeviceptr)host, CUDA_SUCCESS; }
static inline CUresult cuMemGetInfo(size_t *available, size_t *total) { return lw_result(cudaMemGetInfo(available, total)); }
static inline CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) { return lw_result(lw_copied((void *)to, (const void *)from, bytes)); }
static inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) { return lw_result(lw_copied((void *)to, from, bytes)); }
static inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) { return lw_result(lw_copied(to, (const void *)from, bytes)); }
static inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) { return cuMemcpy(to, from, bytes); }
static inline CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) { return lw_result(lw_in_stream(stream, [=] { return lw_copied((void *)to, (const void *)from, bytes); })); }
static inline CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) { return lw_result(lw_in_stream(stream, [=] { return lw_copied((void *)to, from, bytes); })); }
static inline CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream) { return lw_result(lw_in_stream(stream, [=] { return lw_copied(to, (const void *)from, bytes); })); }
static inline CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) { return lw_result(lw_in_stream(stream, [=] { return lw_copied((void *)to, (const void *)from, bytes); })); }
template <typename T> static inline CUresult lw_filled(CUdeviceptr p, T value, size_t count) { return std::fill_n((T *)p, count, value), CUDA_SUCCESS; }
static inline CUresult cuMemsetD8(CUdeviceptr p, unsigned char value, size_t count) { return lw_filled(p, value, count); }
static inline CUresult cuMemsetD16(CUdeviceptr p, unsigned short value, size_t count) { return lw_filled(p, value, count); }
static inline CUresult cuMemsetD32(CUdeviceptr p, unsigned value, size_t count) { return lw_filled(p, value, count); }
static inline CUresult cuMemsetD8Async(CUdeviceptr p, unsigned char value, size_t count, CUstream stream) { return lw_result(lw_in_stream(stream, [=] { return lw_filled(p, value, count), cudaSuccess; })); }
static inline CUresult cuMemsetD16Async(CUdeviceptr p, unsigned short value, size_t count, CUstream stream) { return lw_result(lw_in_stream(stream, [=] { return lw_filled(p, value, count), cudaSuccess; })); }
static inline CUresult cuMemsetD32Async(CUdeviceptr p, unsigned value, size_t count, CUstream stream) { return lw_result(lw_in_stream(stream, [=] { return lw_filled(p, value, count), cudaSuccess; })); }
static inline CUresult cuStreamCreate(CUstream *stream, unsigned flags) { return lw_result(cudaStreamCreateWithFlags(stream, flags)); }
static inline CUresult cuStreamDestroy(CUstream stream) { return lw_result(cudaStreamDestroy(stream)); }
static inline CUresult cuStreamSynchronize(CUstream stream) { return lw_result(cudaStreamSynchronize(stream)); }
static inline CUresult cuStreamQuery(CUstream stream) { return lw_result(cudaStreamQuery(stream)); }
static inline CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) { return lw_result(cudaStreamWaitEvent(stream, event, 0)); }
static inline CUresult cuEventCreate(CUevent *event, unsigned) { return lw_result(cudaEventCreate(event)); }
static inline CUresult cuEventDestroy(CUevent event) { return lw_result(cudaEventDestroy(event)); }
static inline CUresult cuEventRecord(CUevent event, CUstream stream) { return lw_result(cudaEventRecord(event, stream)); }
static inline CUresult cuEventSynchronize(CUevent event) { return lw_result(cudaEventSynchronize(event)); }
static inline CUresult cuEventQuery(CUevent event) { return lw_result(cudaEventQuery(event)); }
static inline CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to) { return lw_result(cudaEventElapsedTime(ms, from, to)); }
// Addresses without memory, and memory that comes to stand at them.
enum CUmemAllocationType { CU_MEM_ALLOCATION_TYPE_INVALID, CU_MEM_ALLOCATION_TYPE_PINNED };
enum CUmemLocationType { CU_MEM_LOCATION_TYPE_INVALID, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST };
enum CUmemAllocationHandleType { CU_MEM_HANDLE_TYPE_NONE, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR };
enum CUmemAccess_flags { CU_MEM_ACCESS_FLAGS_PROT_NONE, CU_MEM_ACCESS_FLAGS_PROT_READ, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3 };
enum CUmemAllocationGranularity_flags { CU_MEM_ALLOC_GRANULARITY_MINIMUM, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED };
struct CUmemLocation { CUmemLocationType type; int id; };
struct CUmemAllocationProp { CUmemAllocationType type; CUmemAllocationHandleType requestedHandleTypes; CUmemLocation location; void *win32HandleMetaData; struct { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; } allocFlags; };
struct CUmemAccessDesc { CUmemLocation location; CUmemAccess_flags flags; };
struct lw_memory { char *data; size_t bytes; };
static inline CUresult lw_mapped(bool done) { return done ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }
static inline CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *, CUmemAllocationGranularity_flags) { return *bytes = (size_t)1 << 21, CUDA_SUCCESS; }
static inline CUresult cuMemAddressReserve(CUdeviceptr *p, size_t bytes, size_t, CUdeviceptr wish, unsigned long long) {
    void *const found = mmap((void *)wish, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return *p = found == MAP_FAILED ? 0 : (CUdeviceptr)found, found == MAP_FAILED ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}
static inline CUresult cuMemAddressFree(CUdeviceptr p, size_t bytes) { return lw_mapped(munmap((void *)p, bytes) == 0); }
static inline CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes, const CUmemAllocationProp *, unsigned long long) {
    lw_memory *const own = new lw_memory{(char *)mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), bytes};
    return *handle = (CUmemGenericAllocationHandle)own, own->data == MAP_FAILED ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}
static inline CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    lw_memory *const own = (lw_memory *)handle;
    const int failed = munmap(own->data, own->bytes);
    return delete own, lw_mapped(failed == 0);
}
// Memory that is shared stands at a second address too if nothing of it is moved (Linux).
static inline CUresult cuMemMap(CUdeviceptr p, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long) {
    void *const at = mremap(((lw_memory *)handle)->data + offset, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)p);
    return lw_mapped(at != MAP_FAILED && mprotect(at, bytes, PROT_NONE) == 0);
}
static inline CUresult cuMemUnmap(CUdeviceptr p, size_t bytes) { return lw_mapped(mmap((void *)p, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED); }
static inline CUresult cuMemSetAccess(CUdeviceptr p, size_t bytes, const CUmemAccessDesc *access, size_t) { return lw_mapped(mprotect((void *)p, bytes, access->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? PROT_READ | PROT_WRITE : access->flags == CU_MEM_ACCESS_FLAGS_PROT_READ ? PROT_READ : PROT_NONE) == 0); }
// Kernels that come from a file while the program runs.
enum CUjit_option {
    CU_JIT_MAX_REGISTERS, CU_JIT_THREADS_PER_BLOCK, CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_TARGET = 9, CU_JIT_LOG_VERBOSE = 12
};
template <typename... A> [[noreturn]] static inline CUresult cuModuleLoad(A...) { throw std::logic_error("cuModuleLoad has no CPU translation: its kernels are not part of the program"); }
template <typename... A> [[noreturn]] static inline CUresult cuModuleLoadData(A...) { throw std::logic_error("cuModuleLoadData has no CPU translation: its kernels are not part of the program"); }
template <typename... A> [[noreturn]] static inline CUresult cuModuleLoadDataEx(A...) { throw std::logic_error("cuModuleLoadDataEx has no CPU translation: its kernels are not part of the program"); }
template <typename... A> [[noreturn]] static inline CUresult cuModuleLoadFatBinary(A...) { throw std::logic_error("cuModuleLoadFatBinary has no CPU translation: its kernels are not part of the program"); }
template <typename... A> [[noreturn]] static inline CUresult cuModuleGetFunction(A...) { throw std::logic_error("cuModuleGetFunction has no CPU translation: its kernels are not part of the program"); }
template <typename... A> [[noreturn]] static inline CUresult cuModuleGetGlobal(A...) { throw std::logic_error("cuModuleGetGlobal has no CPU translation: its variables are not part of the program"); }
template <typename... A> [[noreturn]] static inline CUresult cuLaunchKernel(A...) { throw std::logic_error("cuLaunchKernel has no CPU translation: its kernel is not part of the program"); }
static inline CUresult cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }
