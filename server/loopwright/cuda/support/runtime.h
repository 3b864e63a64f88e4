// names: cudaError_t cudaError cudaSuccess cudaStream_t cudaEvent_t
// prefix: cuda
// needs: dim3
// includes: chrono cstdlib cstring
typedef int cudaError_t;
typedef int cudaError;
enum { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorNotReady = 600, cudaErrorAssert = 710, cudaErrorNoDevice = 100, cudaErrorUnknown = 999 };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped, cudaHostAllocWriteCombined = 4 };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost, cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming, cudaHostRegisterDefault = 0 };
enum { cudaDeviceMapHost = 8, cudaDeviceScheduleAuto = 0, cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2 };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseSetAccessedBy = 5 };
enum { cudaCpuDeviceId = -1, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrWarpSize = 10, cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrClockRate = 13, cudaDevAttrMaxThreadsPerMultiProcessor = 39 };
typedef void *cudaStream_t;
struct lw_event { std::chrono::steady_clock::time_point when; };
typedef lw_event *cudaEvent_t;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, sharedMemPerMultiprocessor;
    int major, minor, multiProcessorCount, maxThreadsPerBlock, maxThreadsPerMultiProcessor, warpSize, clockRate, memoryClockRate, memoryBusWidth, regsPerBlock, l2CacheSize, concurrentKernels, canMapHostMemory, managedMemory, concurrentManagedAccess, unifiedAddressing, integrated, deviceOverlap, asyncEngineCount, ECCEnabled, computeMode;
    int maxThreadsDim[3], maxGridSize[3];
};
template <typename T> static inline cudaError_t cudaMalloc(T **p, size_t bytes) { return (*p = (T *)malloc(bytes ? bytes : 1)) ? cudaSuccess : cudaErrorMemoryAllocation; }
template <typename T> static inline cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) { return cudaMalloc(p, bytes); }
template <typename T> static inline cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned = 0) { return cudaMalloc(p, bytes); }
template <typename T> static inline cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned = 1) { return cudaMalloc(p, bytes); }
template <typename T> static inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t) { return cudaMalloc(p, bytes); }
template <typename T> static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) { return *pitch = width, cudaMalloc(p, width * height); }
template <typename T> static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned) { return *device = (T *)host, cudaSuccess; }
static inline cudaError_t cudaFree(void *p) { return free(p), cudaSuccess; }
static inline cudaError_t cudaFreeHost(void *p) { return free(p), cudaSuccess; }
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return free(p), cudaSuccess; }
static inline cudaError_t cudaHostRegister(void *, size_t, unsigned) { return cudaSuccess; }
static inline cudaError_t cudaHostUnregister(void *) { return cudaSuccess; }
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault) { return memmove(to, from, bytes), cudaSuccess; }
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = 0) { return memmove(to, from, bytes), cudaSuccess; }
static inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault) {
    for (size_t i = 0; i < height; ++i) memmove((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width);
    return cudaSuccess;
}
static inline cudaError_t cudaMemset(void *p, int value, size_t bytes) { return memset(p, value, bytes), cudaSuccess; }
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t = 0) { return memset(p, value, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) { return memcpy((char *)&symbol + offset, from, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyToSymbol(T *&&within, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) { return memcpy((char *)within + offset, from, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = 0) { return memcpy((char *)&symbol + offset, from, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) { return memcpy(to, (const char *)&symbol + offset, bytes), cudaSuccess; }
template <typename P, typename T> static inline cudaError_t cudaGetSymbolAddress(P **p, T &symbol) { return *p = (P *)(void *)&symbol, cudaSuccess; }
static inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
static inline cudaError_t cudaThreadSynchronize() { return cudaSuccess; }
static inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
static inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
static inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
static inline cudaError_t cudaThreadExit() { return cudaSuccess; }
static inline cudaError_t cudaGetLastError() { return cudaSuccess; }
static inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
static inline const char *cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? "no error" : error == cudaErrorMemoryAllocation ? "out of memory" : "invalid argument"; }
static inline const char *cudaGetErrorName(cudaError_t error) { return error == cudaSuccess ? "cudaSuccess" : "cudaError"; }
static inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
static inline cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
static inline cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
static inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
template <typename F> static inline cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache) { return cudaSuccess; }
template <typename F> static inline cudaError_t cudaFuncSetAttribute(F, cudaFuncAttribute, int) { return cudaSuccess; }
static inline cudaError_t cudaMemGetInfo(size_t *available, size_t *total) { return *available = *total = (size_t)1 << 33, cudaSuccess; }
static inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0) { return cudaSuccess; }
static inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
static inline cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int) { return *value = attribute == cudaDevAttrMaxThreadsPerBlock ? 1024 : attribute == cudaDevAttrMaxSharedMemoryPerBlock ? 49152 : attribute == cudaDevAttrWarpSize ? 32 : 16, cudaSuccess; }
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) {
    memset(p, 0, sizeof *p);
    strcpy(p->name, "CPU");
    p->totalGlobalMem = (size_t)1 << 33, p->sharedMemPerBlock = p->sharedMemPerMultiprocessor = 49152, p->totalConstMem = 65536;
    p->major = 8, p->multiProcessorCount = 16, p->maxThreadsPerBlock = 1024, p->maxThreadsPerMultiProcessor = 2048, p->warpSize = 32;
    p->clockRate = p->memoryClockRate = 1000000, p->memoryBusWidth = 64, p->regsPerBlock = 65536, p->l2CacheSize = 1 << 22;
    p->concurrentKernels = p->canMapHostMemory = p->managedMemory = p->concurrentManagedAccess = p->unifiedAddressing = 1;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024, p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 2147483647, p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    return cudaSuccess;
}
static inline cudaError_t cudaStreamCreate(cudaStream_t *s) { return *s = 0, cudaSuccess; }
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { return *s = 0, cudaSuccess; }
static inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) { return cudaSuccess; }
static inline cudaError_t cudaEventCreate(cudaEvent_t *e) { return *e = new lw_event, cudaSuccess; }
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) { return *e = new lw_event, cudaSuccess; }
static inline cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete e, cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t = 0) { return e->when = std::chrono::steady_clock::now(), cudaSuccess; }
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b) { return *ms = std::chrono::duration<float, std::milli>(b->when - a->when).count(), cudaSuccess; }
template <typename F> static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F, int, size_t) { return *blocks = 2, cudaSuccess; }
template <typename F> static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F, size_t = 0, int = 0) { return *grid = 32, *block = 256, cudaSuccess; }
