// names: cudaError_t cudaError cudaSuccess cudaStream_t cudaEvent_t
// prefix: cuda
// needs: dim3 kernel_limits
// pruned: yes
// includes: cstdlib cstring
#define CUDART_CB
enum cudaError {
    cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3,
    cudaErrorInvalidConfiguration = 9, cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol = 13, cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidMemcpyDirection = 21, cudaErrorInsufficientDriver = 35, cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100, cudaErrorInvalidDevice = 101, cudaErrorInvalidKernelImage = 200, cudaErrorECCUncorrectable = 214, cudaErrorUnsupportedLimit = 215,
    cudaErrorInvalidResourceHandle = 400, cudaErrorIllegalState = 401, cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702, cudaErrorPeerAccessAlreadyEnabled = 704, cudaErrorAssert = 710, cudaErrorLaunchFailure = 719,
    cudaErrorNotSupported = 801, cudaErrorStreamCaptureUnsupported = 900, cudaErrorStreamCaptureInvalidated = 901,
    cudaErrorGraphExecUpdateFailure = 910, cudaErrorUnknown = 999,
    cudaErrorInvalidHostPointer = 16, cudaErrorInvalidTexture = 18, cudaErrorMissingConfiguration = 52,
    cudaErrorNoKernelImageForDevice = 209, cudaErrorPeerAccessUnsupported = 217, cudaErrorUnsupportedPtxVersion = 222,
    cudaErrorFileNotFound = 301, cudaErrorOperatingSystem = 304, cudaErrorSymbolNotFound = 500, cudaErrorPeerAccessNotEnabled = 705,
    cudaErrorSetOnActiveProcess = 708, cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorIllegalInstruction = 715, cudaErrorMisalignedAddress = 716, cudaErrorInvalidAddressSpace = 717, cudaErrorInvalidPc = 718,
    cudaErrorCooperativeLaunchTooLarge = 720, cudaErrorNotPermitted = 800
};
typedef cudaError cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped, cudaHostAllocWriteCombined = 4 };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost, cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum {
    cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming, cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1,
    cudaHostRegisterMapped = 2, cudaHostRegisterReadOnly = 8, cudaMemAttachSingle = 4,
    cudaHostRegisterIoMemory = 4, cudaEventInterprocess = 4, cudaEventRecordDefault = 0, cudaEventRecordExternal = 1,
    cudaEventWaitDefault = 0, cudaEventWaitExternal = 1
};
enum { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess };
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum {
    cudaDeviceMapHost = 8, cudaDeviceScheduleAuto = 0, cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4,
    cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14
};
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100 };
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum { cudaCpuDeviceId = -1 };
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
    cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrMaxSharedMemoryPerBlock,
    cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate,
    cudaDevAttrMultiProcessorCount = 16, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory, cudaDevAttrComputeMode,
    cudaDevAttrConcurrentKernels = 31, cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth, cudaDevAttrL2CacheSize,
    cudaDevAttrMaxThreadsPerMultiProcessor, cudaDevAttrAsyncEngineCount, cudaDevAttrUnifiedAddressing,
    cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor, cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrManagedMemory = 83, cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess,
    cudaDevAttrCooperativeLaunch = 95, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100, cudaDevAttrMemoryPoolsSupported = 115, cudaDevAttrMaxPitch = 11,
    cudaDevAttrTextureAlignment = 14, cudaDevAttrGpuOverlap = 15, cudaDevAttrKernelExecTimeout = 17, cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33, cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35, cudaDevAttrPciDomainId = 50,
    cudaDevAttrStreamPrioritiesSupported = 78, cudaDevAttrGlobalL1CacheSupported = 79, cudaDevAttrLocalL1CacheSupported = 80,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82, cudaDevAttrIsMultiGpuBoard = 84, cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrSingleToDoublePrecisionPerfRatio = 87, cudaDevAttrComputePreemptionSupported = 90,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrDirectManagedMemAccessFromHost = 101, cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrMaxTexture1DWidth = 21, cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight, cudaDevAttrMaxTexture3DWidth,
    cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth, cudaDevAttrSurfaceAlignment = 30,
    cudaDevAttrTexturePitchAlignment = 51, cudaDevAttrMultiGpuBoardGroupID = 85, cudaDevAttrCooperativeMultiDeviceLaunch = 96,
    cudaDevAttrCanFlushRemoteWrites = 98, cudaDevAttrHostRegisterSupported, cudaDevAttrMaxPersistingL2CacheSize = 108,
    cudaDevAttrMaxAccessPolicyWindowSize, cudaDevAttrGPUDirectRDMASupported = 116, cudaDevAttrClusterLaunch = 120,
    cudaDevAttrIpcEventSupport = 125
};
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
typedef struct CUstream_st *cudaStream_t;  // headers of a program that do not include CUDA declare the structure themselves
// `when` is nothing where it was never recorded, `flags` what it was made with.
struct CUevent_st { std::chrono::steady_clock::time_point when; unsigned flags; };
typedef CUevent_st *cudaEvent_t;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, sharedMemPerMultiprocessor;
    size_t sharedMemPerBlockOptin, memPitch, textureAlignment, surfaceAlignment, reservedSharedMemPerBlock;
    int major, minor, multiProcessorCount, maxThreadsPerBlock, maxThreadsPerMultiProcessor, warpSize, clockRate, memoryClockRate,
        memoryBusWidth, regsPerBlock, l2CacheSize, concurrentKernels, canMapHostMemory, managedMemory, concurrentManagedAccess,
        unifiedAddressing, integrated, deviceOverlap, asyncEngineCount, ECCEnabled, computeMode, kernelExecTimeoutEnabled, pciBusID,
        pciDeviceID, pciDomainID, tccDriver, regsPerMultiprocessor, pageableMemoryAccess, cooperativeLaunch, maxBlocksPerMultiProcessor,
        globalL1CacheSupported, localL1CacheSupported, isMultiGpuBoard, streamPrioritiesSupported, hostNativeAtomicSupported,
        singleToDoublePrecisionPerfRatio, maxTexture1D, computePreemptionSupported, canUseHostPointerForRegisteredMem,
        persistingL2CacheMaxSize, pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
    int cooperativeMultiDeviceLaunch, multiGpuBoardGroupID, accessPolicyMaxWindowSize, clusterLaunch, memoryPoolsSupported,
        hostRegisterSupported, ipcEventSupported, unifiedFunctionPointers;
    int maxThreadsDim[3], maxGridSize[3];
    int maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DLinear[3], maxTexture3D[3], maxTextureCubemap,
        maxTexture1DLayered[2], maxTexture2DLayered[3], maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface2DLayered[3], maxSurfaceCubemap;
    size_t texturePitchAlignment;
    struct { char bytes[16]; } uuid;
};
struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
// The error of the last call of a thread that failed, until it asks for it.
inline cudaError_t &lw_last_error() { static thread_local cudaError_t error = cudaSuccess; return error; }
static inline cudaError_t lw_told(cudaError_t error) { return error == cudaSuccess ? error : lw_last_error() = error; }
// The pages of new memory come one by one as a copy touches them; asked for together they take half the time.
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif
static inline void lw_populate(void *to, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    const uintptr_t unit = 65536, begin = ((uintptr_t)to + unit - 1) / unit * unit, end = ((uintptr_t)to + bytes) / unit * unit;
    unsigned char there = 1;
    if (bytes < 1 << 20 || mincore((void *)((begin + end) / 2 / unit * unit), 1, &there) || there & 1) return;
    (void)madvise((void *)begin, end - begin, MADV_POPULATE_WRITE);
#endif
}
// What a library does in a stream: now, or at each launch of the graph that captures the stream. What it cannot keep for later is an error.
template <typename F> static inline cudaError_t lw_in_stream(cudaStream_t, F work) { return work(); }
template <typename F> static inline bool lw_kept_for_later(cudaStream_t, F) { return false; }
static inline void lw_only_now(cudaStream_t, const char *) {}
// What is given out and not given back: nothing else can be freed. Large memory that is freed is kept for the next call that wants as much: its
// pages are there already. As on a GPU, what stood in it stays. Objects of the program that end after `main` free theirs, so this stays until then.
// They stand in the order of their addresses, and one thread at a time looks at them; neither needs a large header of the library.
struct lw_piece { uintptr_t at; size_t bytes; cudaMemoryType kind; bool own; };
struct lw_pieces { lw_piece *given; size_t count, room, kept, bytes[16]; void *memory[16]; bool taken; };
inline lw_pieces &lw_all_pieces() { static lw_pieces all{}; return all; }
struct lw_alone {
    lw_pieces &all = lw_all_pieces();
    lw_alone() { while (__atomic_test_and_set(&all.taken, __ATOMIC_ACQUIRE)) continue; }
    ~lw_alone() { __atomic_clear(&all.taken, __ATOMIC_RELEASE); }
};
// How many pieces begin at an address or before it.
static inline size_t lw_pieces_to(const lw_pieces &all, const void *p) {
    return std::upper_bound(all.given, all.given + all.count, (uintptr_t)p, [](uintptr_t at, const lw_piece &piece) { return at < piece.at; }) - all.given;
}
static inline lw_piece *lw_piece_at(const lw_pieces &all, const void *p) {
    const size_t to = lw_pieces_to(all, p);
    return to && all.given[to - 1].at == (uintptr_t)p ? all.given + to - 1 : nullptr;
}
static inline void lw_note(lw_pieces &all, const lw_piece &piece) {
    if (lw_piece *const same = lw_piece_at(all, (void *)piece.at)) return void(*same = piece);
    if (all.count == all.room) all.given = (lw_piece *)realloc(all.given, (all.room += all.room + 64) * sizeof(lw_piece));
    lw_piece *const place = all.given + lw_pieces_to(all, (void *)piece.at), *const end = all.given + all.count++;
    std::copy_backward(place, end, end + 1);
    *place = piece;
}
static inline void lw_forget(lw_pieces &all, lw_piece *piece) { std::copy(piece + 1, all.given + all.count--, piece); }
// The piece that an address is of, nobody's where there is none.
static inline lw_piece lw_piece_of(const void *p, size_t *behind = nullptr) {
    const lw_alone alone;
    const size_t to = lw_pieces_to(alone.all, p);
    const lw_piece found = to ? alone.all.given[to - 1] : lw_piece{};
    const size_t at = (uintptr_t)p - found.at;
    if (at >= found.bytes) return {};
    if (behind) *behind = found.bytes - at;
    return found;
}
static inline cudaMemoryType lw_kind_of(const void *p) { return lw_piece_of(p).kind; }
static inline void lw_known(void *p, size_t bytes, cudaMemoryType kind, bool own = false) {
    const lw_alone alone;
    lw_note(alone.all, {(uintptr_t)p, bytes, kind, own});
}
static inline bool lw_is_beyond(const void *p, size_t bytes) {
    size_t behind = 0;
    return lw_piece_of(p, &behind).own && bytes > behind;
}
static inline cudaError_t lw_copied(void *to, const void *from, size_t bytes) {
    if (!bytes) return cudaSuccess;
    if (!to || !from || lw_is_beyond(to, bytes) || lw_is_beyond(from, bytes)) return lw_told(cudaErrorInvalidValue);
    lw_populate(to, bytes);
    return memmove(to, from, bytes), cudaSuccess;
}
// Whether two parts of memory have a byte in common.
static inline bool lw_overlap(const void *a, size_t bytes, const void *b, size_t others) { return (uintptr_t)a < (uintptr_t)b + others && (uintptr_t)b < (uintptr_t)a + bytes; }
static inline bool lw_is_direction(cudaMemcpyKind kind) { return (unsigned)kind <= cudaMemcpyDefault; }
// Large memory that was given back, as much as is asked for or up to twice that; nothing where none is kept.
static inline void *lw_kept_memory(size_t bytes, cudaMemoryType kind) {
    const lw_alone alone;
    lw_pieces &all = alone.all;
    for (int i = 0; i < 16 && bytes >= 1 << 20; ++i) {
        if (all.bytes[i] < bytes || all.bytes[i] / 2 > bytes) continue;
        lw_note(all, {(uintptr_t)all.memory[i], all.bytes[i], kind, true});
        all.kept -= all.bytes[i], all.bytes[i] = 0;
        return all.memory[i];
    }
    return nullptr;
}
static inline void *lw_allocated(size_t bytes, cudaMemoryType kind = cudaMemoryTypeDevice) {
    bytes = bytes / 512 * 512 + (64 << 10); // a GPU gives parts of larger pages: a last block that is not full harms nobody there
    if (void *const kept = lw_kept_memory(bytes, kind)) return kept;
    void *const p = calloc(bytes, 1);
    if (p) lw_known(p, bytes, kind, true);
    return p;
}
// Whether large memory is kept for the next call.
static inline bool lw_is_kept(lw_pieces &all, void *p, size_t bytes) {
    for (int i = 0; i < 16 && bytes >= 1 << 20 && all.kept + bytes <= 1 << 30; ++i)
        if (!all.bytes[i]) return all.kept += all.bytes[i] = bytes, all.memory[i] = p, true;
    return false;
}
static inline cudaError_t lw_release(void *p) {
    {
        const lw_alone alone;
        lw_piece *const found = lw_piece_at(alone.all, p);
        if (!found || !found->own) return p ? lw_told(cudaErrorInvalidValue) : cudaSuccess;
        const size_t bytes = found->bytes;
        lw_forget(alone.all, found);
        if (lw_is_kept(alone.all, p, bytes)) return cudaSuccess;
    }
    return free(p), cudaSuccess;
}
template <typename T> static inline cudaError_t lw_given(T **p, size_t bytes, cudaMemoryType kind) {
    if (!p) return lw_told(cudaErrorInvalidValue);
    if (!bytes) return *p = nullptr, cudaSuccess;
    return lw_told((*p = (T *)lw_allocated(bytes, kind)) ? cudaSuccess : cudaErrorMemoryAllocation);
}
template <typename T> static inline cudaError_t cudaMalloc(T **p, size_t bytes) { return lw_given(p, bytes, cudaMemoryTypeDevice); }
template <typename T> static inline cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) { return lw_given(p, bytes, cudaMemoryTypeHost); }
template <typename T> static inline cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned = 0) { return lw_given(p, bytes, cudaMemoryTypeHost); }
template <typename T> static inline cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned = 1) { return lw_given(p, bytes, cudaMemoryTypeManaged); }
template <typename T> static inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t) { return cudaMalloc(p, bytes); }
static inline size_t lw_pitch(size_t width) { return (width + 511) / 512 * 512; } // where rows begin on a GPU
template <typename T> static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) { return *pitch = lw_pitch(width), cudaMalloc(p, *pitch * height); }
template <typename T> static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned) { return *device = (T *)host, cudaSuccess; }
static inline bool lw_is_of_host(const void *p) { return !p || lw_kind_of(p) == cudaMemoryTypeHost; }
static inline cudaError_t lw_freed(void *p) { return !p || !lw_is_of_host(p) ? lw_release(p) : lw_told(cudaErrorInvalidValue); }
static inline cudaError_t cudaFree(void *p) { return lw_freed(p); }
static inline cudaError_t cudaFreeHost(void *p) { return lw_is_of_host(p) ? lw_release(p) : lw_told(cudaErrorInvalidValue); }
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return lw_release(p); }
static inline cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned) {
    if (!p || !bytes) return lw_told(cudaErrorInvalidValue);
    return lw_kind_of(p) ? lw_told(cudaErrorHostMemoryAlreadyRegistered) : (lw_known(p, bytes, cudaMemoryTypeHost), cudaSuccess);
}
static inline cudaError_t cudaHostUnregister(void *p) {
    const lw_alone alone;
    lw_piece *const found = lw_piece_at(alone.all, p);
    return found && !found->own ? (lw_forget(alone.all, found), cudaSuccess) : lw_told(cudaErrorHostMemoryNotRegistered);
}
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault) { return lw_is_direction(kind) ? lw_copied(to, from, bytes) : lw_told(cudaErrorInvalidMemcpyDirection); }
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t = 0) { return cudaMemcpy(to, from, bytes, kind); }
static inline cudaError_t cudaMemcpyPeer(void *to, int, const void *from, int, size_t bytes) { return lw_copied(to, from, bytes); }
static inline cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t bytes, cudaStream_t = 0) { return lw_copied(to, from, bytes); }
static inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind = cudaMemcpyDefault) {
    if (!width || !height) return cudaSuccess;
    if (!lw_is_direction(kind)) return lw_told(cudaErrorInvalidMemcpyDirection);
    if (width > to_pitch || width > from_pitch) return lw_told(cudaErrorInvalidPitchValue);
    if (!to || !from || lw_is_beyond(to, (height - 1) * to_pitch + width) || lw_is_beyond(from, (height - 1) * from_pitch + width)) return lw_told(cudaErrorInvalidValue);
    for (size_t i = 0; i < height; ++i) memmove((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width);
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t = 0) { return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind); }
static inline cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
    if (!width || !height) return cudaSuccess;
    if (!p || lw_is_beyond(p, (height - 1) * pitch + width)) return lw_told(cudaErrorInvalidValue);
    for (size_t i = 0; i < height; ++i) memset((char *)p + i * pitch, value, width);
    return cudaSuccess;
}
static inline cudaError_t cudaMemset(void *p, int value, size_t bytes) { return bytes && (!p || lw_is_beyond(p, bytes)) ? lw_told(cudaErrorInvalidValue) : (memset(p, value, bytes), cudaSuccess); }
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t = 0) { return cudaMemset(p, value, bytes); }
template <typename T> static inline bool lw_is_outside(const T &, size_t bytes, size_t offset) { return offset > sizeof(T) || bytes > sizeof(T) - offset; }  // of a variable of the device
template <typename T> static inline cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) { return lw_is_outside(symbol, bytes, offset) ? lw_told(cudaErrorInvalidValue) : (memcpy((char *)&symbol + offset, from, bytes), cudaSuccess); }
template <typename T> static inline cudaError_t cudaMemcpyToSymbol(T *&&within, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) { return memcpy((char *)within + offset, from, bytes), cudaSuccess; }
template <typename T> static inline cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = 0) { return cudaMemcpyToSymbol(symbol, from, bytes, offset); }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) { return lw_is_outside(symbol, bytes, offset) ? lw_told(cudaErrorInvalidValue) : (memcpy(to, (const char *)&symbol + offset, bytes), cudaSuccess); }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = 0) { return cudaMemcpyFromSymbol(to, symbol, bytes, offset); }
template <typename T> static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &) { return *bytes = sizeof(T), cudaSuccess; }
template <typename P, typename T> static inline cudaError_t cudaGetSymbolAddress(P **p, T &symbol) { return lw_known((void *)&symbol, sizeof(T), cudaMemoryTypeDevice), *p = (P *)(void *)&symbol, cudaSuccess; }
static inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
static inline cudaError_t cudaThreadSynchronize() { return cudaSuccess; }
static inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
static inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
static inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *config) { return *config = cudaFuncCachePreferNone, cudaSuccess; }
static inline cudaError_t cudaSetValidDevices(int *, int) { return cudaSuccess; }
static inline cudaError_t cudaHostGetFlags(unsigned *flags, void *) { return *flags = cudaHostAllocMapped, cudaSuccess; }
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported,
    cudaDevP2PAttrCudaArrayAccessSupported
};
static inline cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr, int, int) { return *value = 0, cudaSuccess; }
enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation, cudaMemRangeAttributeAccessedBy,
    cudaMemRangeAttributeLastPrefetchLocation
};
static inline cudaError_t cudaMemRangeGetAttribute(void *data, size_t bytes, cudaMemRangeAttribute, const void *, size_t) { return memset(data, 0, bytes), cudaSuccess; }
// What another process would share: each has memory of its own here.
struct cudaIpcMemHandle_t { char reserved[64]; };
struct cudaIpcEventHandle_t { char reserved[64]; };
enum { cudaIpcMemLazyEnablePeerAccess = 1 };
static inline cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *) { return lw_told(cudaErrorNotSupported); }
static inline cudaError_t cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned) { return lw_told(cudaErrorNotSupported); }
static inline cudaError_t cudaIpcCloseMemHandle(void *) { return lw_told(cudaErrorNotSupported); }
static inline cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t) { return lw_told(cudaErrorNotSupported); }
static inline cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t) { return lw_told(cudaErrorNotSupported); }
static inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
static inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
static inline cudaError_t cudaThreadExit() { return cudaSuccess; }
static inline cudaError_t cudaGetLastError() { cudaError_t error = lw_last_error(); return lw_last_error() = cudaSuccess, error; }
static inline cudaError_t cudaPeekAtLastError() { return lw_last_error(); }
static inline const char *cudaGetErrorString(cudaError_t error) {
    switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInitializationError: return "initialization error";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInvalidPitchValue: return "invalid pitch argument";
    case cudaErrorInvalidSymbol: return "invalid device symbol";
    case cudaErrorInvalidDevicePointer: return "invalid device pointer";
    case cudaErrorInvalidMemcpyDirection: return "invalid copy direction for memcpy";
    case cudaErrorInsufficientDriver: return "CUDA driver version is insufficient for CUDA runtime version";
    case cudaErrorInvalidDeviceFunction: return "invalid device function";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorNoKernelImageForDevice: return "no kernel image is available for execution on the device";
    case cudaErrorInvalidResourceHandle: return "invalid resource handle";
    case cudaErrorIllegalState: return "the operation cannot be performed in the present state";
    case cudaErrorNotReady: return "device not ready";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorLaunchOutOfResources: return "too many resources requested for launch";
    case cudaErrorLaunchTimeout: return "the launch timed out and was terminated";
    case cudaErrorPeerAccessAlreadyEnabled: return "peer access is already enabled";
    case cudaErrorAssert: return "device-side assert triggered";
    case cudaErrorMisalignedAddress: return "misaligned address";
    case cudaErrorLaunchFailure: return "unspecified launch failure";
    case cudaErrorNotSupported: return "operation not supported";
    case cudaErrorInvalidHostPointer: return "invalid host pointer";
    case cudaErrorInvalidTexture: return "invalid texture reference";
    case cudaErrorMissingConfiguration: return "__global__ function call is not configured";
    case cudaErrorInvalidKernelImage: return "device kernel image is invalid";
    case cudaErrorECCUncorrectable: return "uncorrectable ECC error encountered";
    case cudaErrorUnsupportedLimit: return "limit is not supported on this architecture";
    case cudaErrorPeerAccessUnsupported: return "peer access is not supported between these two devices";
    case cudaErrorUnsupportedPtxVersion: return "the provided PTX was compiled with an unsupported toolchain.";
    case cudaErrorFileNotFound: return "file not found";
    case cudaErrorOperatingSystem: return "OS call failed or operation not supported on this OS";
    case cudaErrorSymbolNotFound: return "named symbol not found";
    case cudaErrorPeerAccessNotEnabled: return "peer access has not been enabled";
    case cudaErrorSetOnActiveProcess: return "cannot set while device is active in this process";
    case cudaErrorHostMemoryAlreadyRegistered: return "part or all of the requested memory range is already mapped";
    case cudaErrorHostMemoryNotRegistered: return "pointer does not correspond to a registered memory region";
    case cudaErrorIllegalInstruction: return "an illegal instruction was encountered";
    case cudaErrorInvalidAddressSpace: return "operation not supported on global/shared address space";
    case cudaErrorInvalidPc: return "invalid program counter";
    case cudaErrorCooperativeLaunchTooLarge: return "too many blocks in cooperative launch";
    case cudaErrorNotPermitted: return "operation not permitted";
    case cudaErrorStreamCaptureUnsupported: return "operation not permitted when stream is capturing";
    case cudaErrorStreamCaptureInvalidated: return "operation failed due to a previous error during capture";
    case cudaErrorGraphExecUpdateFailure: return "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update";
    case cudaErrorUnknown: return "unknown error";
    default: return "unrecognized error code";
    }
}
static inline const char *cudaGetErrorName(cudaError_t error) {
    switch (error) {
    case cudaSuccess: return "cudaSuccess";
    case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
    case cudaErrorInitializationError: return "cudaErrorInitializationError";
    case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
    case cudaErrorInvalidPitchValue: return "cudaErrorInvalidPitchValue";
    case cudaErrorInvalidSymbol: return "cudaErrorInvalidSymbol";
    case cudaErrorInvalidDevicePointer: return "cudaErrorInvalidDevicePointer";
    case cudaErrorInvalidMemcpyDirection: return "cudaErrorInvalidMemcpyDirection";
    case cudaErrorInsufficientDriver: return "cudaErrorInsufficientDriver";
    case cudaErrorInvalidDeviceFunction: return "cudaErrorInvalidDeviceFunction";
    case cudaErrorNoDevice: return "cudaErrorNoDevice";
    case cudaErrorInvalidDevice: return "cudaErrorInvalidDevice";
    case cudaErrorNoKernelImageForDevice: return "cudaErrorNoKernelImageForDevice";
    case cudaErrorInvalidResourceHandle: return "cudaErrorInvalidResourceHandle";
    case cudaErrorIllegalState: return "cudaErrorIllegalState";
    case cudaErrorNotReady: return "cudaErrorNotReady";
    case cudaErrorIllegalAddress: return "cudaErrorIllegalAddress";
    case cudaErrorLaunchOutOfResources: return "cudaErrorLaunchOutOfResources";
    case cudaErrorLaunchTimeout: return "cudaErrorLaunchTimeout";
    case cudaErrorPeerAccessAlreadyEnabled: return "cudaErrorPeerAccessAlreadyEnabled";
    case cudaErrorAssert: return "cudaErrorAssert";
    case cudaErrorMisalignedAddress: return "cudaErrorMisalignedAddress";
    case cudaErrorLaunchFailure: return "cudaErrorLaunchFailure";
    case cudaErrorNotSupported: return "cudaErrorNotSupported";
    case cudaErrorInvalidHostPointer: return "cudaErrorInvalidHostPointer";
    case cudaErrorInvalidTexture: return "cudaErrorInvalidTexture";
    case cudaErrorMissingConfiguration: return "cudaErrorMissingConfiguration";
    case cudaErrorInvalidKernelImage: return "cudaErrorInvalidKernelImage";
    case cudaErrorECCUncorrectable: return "cudaErrorECCUncorrectable";
    case cudaErrorUnsupportedLimit: return "cudaErrorUnsupportedLimit";
    case cudaErrorPeerAccessUnsupported: return "cudaErrorPeerAccessUnsupported";
    case cudaErrorUnsupportedPtxVersion: return "cudaErrorUnsupportedPtxVersion";
    case cudaErrorFileNotFound: return "cudaErrorFileNotFound";
    case cudaErrorOperatingSystem: return "cudaErrorOperatingSystem";
    case cudaErrorSymbolNotFound: return "cudaErrorSymbolNotFound";
    case cudaErrorPeerAccessNotEnabled: return "cudaErrorPeerAccessNotEnabled";
    case cudaErrorSetOnActiveProcess: return "cudaErrorSetOnActiveProcess";
    case cudaErrorHostMemoryAlreadyRegistered: return "cudaErrorHostMemoryAlreadyRegistered";
    case cudaErrorHostMemoryNotRegistered: return "cudaErrorHostMemoryNotRegistered";
    case cudaErrorIllegalInstruction: return "cudaErrorIllegalInstruction";
    case cudaErrorInvalidAddressSpace: return "cudaErrorInvalidAddressSpace";
    case cudaErrorInvalidPc: return "cudaErrorInvalidPc";
    case cudaErrorCooperativeLaunchTooLarge: return "cudaErrorCooperativeLaunchTooLarge";
    case cudaErrorNotPermitted: return "cudaErrorNotPermitted";
    case cudaErrorStreamCaptureUnsupported: return "cudaErrorStreamCaptureUnsupported";
    case cudaErrorStreamCaptureInvalidated: return "cudaErrorStreamCaptureInvalidated";
    case cudaErrorGraphExecUpdateFailure: return "cudaErrorGraphExecUpdateFailure";
    case cudaErrorUnknown: return "cudaErrorUnknown";
    default: return "unrecognized error code";
    }
}
static inline cudaError_t cudaSetDevice(int device) { return lw_told(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }
static inline cudaError_t cudaDriverGetVersion(int *version) { return *version = 12000, cudaSuccess; }
static inline cudaError_t cudaRuntimeGetVersion(int *version) { return *version = 12000, cudaSuccess; }
static inline cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) { return *can = 0, cudaSuccess; }
static inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return cudaSuccess; }
static inline cudaError_t cudaDeviceDisablePeerAccess(int) { return cudaSuccess; }
// Limits of a device, which a program that is translated has no use for: what it sets is what it gets, as far as a GPU takes it.
struct lw_device_limit { size_t value, least, most, step; bool is_cut; };
inline lw_device_limit *lw_device_limits() {
    static lw_device_limit limits[] = {{1024, 0, 512 << 10, 16, false}, {8 << 20, 512 << 10, (size_t)1 << 31, 64, true}, {8 << 20, 4 << 20, (size_t)1 << 33, 1, true}, {}, {2048, 32, 599186, 1, true}, {64, 0, 128, 1, false}, {0, 0, 1 << 22, 1, false}};
    return limits;
}
static inline cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
    if ((unsigned)limit > cudaLimitPersistingL2CacheSize) return lw_told(cudaErrorInvalidValue);
    if (limit == cudaLimitDevRuntimeSyncDepth) return lw_told(cudaErrorUnsupportedLimit);
    return *value = lw_device_limits()[limit].value, cudaSuccess;
}
static inline cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    if ((unsigned)limit > cudaLimitPersistingL2CacheSize) return lw_told(cudaErrorInvalidValue);
    if (limit == cudaLimitDevRuntimeSyncDepth) return lw_told(cudaErrorUnsupportedLimit);
    lw_device_limit &own = lw_device_limits()[limit];
    if (value > own.most && !own.is_cut) return lw_told(cudaErrorInvalidValue);
    return own.value = (std::min(std::max(value, own.least), own.most) + own.step - 1) / own.step * own.step, cudaSuccess;
}
static inline cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
static inline cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
static inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
static inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) { return *config = cudaSharedMemBankSizeFourByte, cudaSuccess; }
static inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { return *least = *greatest = 0, cudaSuccess; }
static inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) {
    const cudaMemoryType kind = lw_kind_of(p);
    const bool is_shared = kind == cudaMemoryTypeHost || kind == cudaMemoryTypeManaged;
    return *a = {kind, 0, kind ? (void *)p : nullptr, is_shared ? (void *)p : nullptr}, cudaSuccess;
}
template <typename F> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F kernel) {
    const kernel_limits &own = lw_limits_of(kernel);
    return *a = {own.fixed, 0, 0, (int)own.threads, 32, 80, 80, 0, (int)own.dynamic, own.carveout}, cudaSuccess; // how many registers is a compiler's choice
}
template <typename F> static inline cudaError_t cudaFuncSetSharedMemConfig(F, cudaSharedMemConfig) { return cudaSuccess; }
static inline cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
static inline cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
static inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
static inline cudaError_t cudaGetDeviceFlags(unsigned *flags) { return *flags = 0, cudaSuccess; }
static inline cudaError_t cudaInitDevice(int, unsigned, unsigned) { return cudaSuccess; }
static inline cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int) { return snprintf(id, length, "0000:00:00.0"), cudaSuccess; }
static inline cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *) { return *device = 0, cudaSuccess; }
static inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
static inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
static inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) { return *config = cudaFuncCachePreferNone, cudaSuccess; }
template <typename F> static inline cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache) { return cudaSuccess; }
template <typename F> static inline cudaError_t cudaFuncSetAttribute(F kernel, cudaFuncAttribute attribute, int value) {
    kernel_limits &own = lw_limits_of(kernel);
    const bool is_size = attribute == cudaFuncAttributeMaxDynamicSharedMemorySize, is_share = attribute == cudaFuncAttributePreferredSharedMemoryCarveout;
    if (attribute < cudaFuncAttributeMaxDynamicSharedMemorySize || attribute > 15) return lw_told(cudaErrorInvalidValue);
    if ((is_size && (value < 0 || value + own.fixed > 227 << 10)) || (is_share && (value < -1 || value > 100))) return lw_told(cudaErrorInvalidValue);
    if (is_size) lw_allow(own, value);
    if (is_share) own.carveout = value;
    return lw_last_error() = cudaSuccess; // which an H200 forgets then, too
}
static inline cudaError_t cudaMemGetInfo(size_t *available, size_t *total) { return (available ? *available = (size_t)1 << 33 : 0), (total ? *total = (size_t)1 << 33 : 0), cudaSuccess; }
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma,
    cudaMemLocationTypeHostNumaCurrent
};
struct cudaMemLocation { cudaMemLocationType type; int id; };
static inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t = 0) { return cudaSuccess; }
static inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0) { return cudaSuccess; }
static inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
static inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
    if (device) return lw_told(cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    strcpy(p->name, "CPU");
    p->totalGlobalMem = (size_t)1 << 33, p->sharedMemPerBlock = p->sharedMemPerMultiprocessor = 49152, p->totalConstMem = 65536;
    p->major = 8, p->multiProcessorCount = 16, p->maxThreadsPerBlock = 1024, p->maxThreadsPerMultiProcessor = 2048, p->warpSize = 32;
    p->clockRate = p->memoryClockRate = 1000000, p->memoryBusWidth = 64, p->regsPerBlock = 65536, p->l2CacheSize = 1 << 22;
    p->concurrentKernels = p->canMapHostMemory = p->managedMemory = p->concurrentManagedAccess = p->unifiedAddressing = p->cooperativeLaunch = 1;
    p->sharedMemPerBlockOptin = 49152, p->regsPerMultiprocessor = 65536, p->memPitch = 2147483647, p->textureAlignment = 512, p->asyncEngineCount = 1, p->maxBlocksPerMultiProcessor = 32;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024, p->maxThreadsDim[2] = 64;
    p->texturePitchAlignment = 32, p->surfaceAlignment = 512, p->memoryPoolsSupported = p->hostRegisterSupported = 1;
    p->maxTexture1D = p->maxTexture2D[0] = p->maxSurface1D = p->maxSurface2D[0] = 131072, p->maxTexture1DLinear = 268435456;
    p->maxTexture2D[1] = p->maxSurface2D[1] = 65536, p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = 16384;
    p->maxTexture1DLayered[0] = p->maxTexture2DLayered[0] = p->maxTexture2DLayered[1] = 32768, p->maxTexture1DLayered[1] = p->maxTexture2DLayered[2] = 2048;
    p->maxGridSize[0] = 2147483647, p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    return cudaSuccess;
}
static inline cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) { return *device = 0, cudaSuccess; }
static inline cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, device);
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: return *value = p.maxThreadsPerBlock, cudaSuccess;
    case cudaDevAttrMaxBlockDimX: case cudaDevAttrMaxBlockDimY: case cudaDevAttrMaxBlockDimZ: return *value = p.maxThreadsDim[attribute - cudaDevAttrMaxBlockDimX], cudaSuccess;
    case cudaDevAttrMaxGridDimX: case cudaDevAttrMaxGridDimY: case cudaDevAttrMaxGridDimZ: return *value = p.maxGridSize[attribute - cudaDevAttrMaxGridDimX], cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlock: case cudaDevAttrMaxSharedMemoryPerBlockOptin: case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return *value = (int)p.sharedMemPerBlock, cudaSuccess;
    case cudaDevAttrTotalConstantMemory: return *value = (int)p.totalConstMem, cudaSuccess;
    case cudaDevAttrWarpSize: return *value = p.warpSize, cudaSuccess;
    case cudaDevAttrMaxRegistersPerBlock: return *value = p.regsPerBlock, cudaSuccess;
    case cudaDevAttrClockRate: case cudaDevAttrMemoryClockRate: return *value = p.clockRate, cudaSuccess;
    case cudaDevAttrMultiProcessorCount: return *value = p.multiProcessorCount, cudaSuccess;
    case cudaDevAttrGlobalMemoryBusWidth: return *value = p.memoryBusWidth, cudaSuccess;
    case cudaDevAttrL2CacheSize: return *value = p.l2CacheSize, cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return *value = p.maxThreadsPerMultiProcessor, cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor: return *value = p.major, cudaSuccess;
    case cudaDevAttrCanMapHostMemory: case cudaDevAttrConcurrentKernels: case cudaDevAttrAsyncEngineCount: case cudaDevAttrUnifiedAddressing: case cudaDevAttrManagedMemory: case cudaDevAttrPageableMemoryAccess: case cudaDevAttrConcurrentManagedAccess: case cudaDevAttrCooperativeLaunch: case cudaDevAttrMemoryPoolsSupported: return *value = 1, cudaSuccess;
    default: return attribute <= 0 || attribute >= 160 ? lw_told(cudaErrorInvalidValue) : (*value = 0, cudaSuccess);  // numbers that no runtime has
    }
}
// Every stream is one of its own, and says how it was made.
struct lw_stream { unsigned flags; };
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags) { return flags & ~(unsigned)cudaStreamNonBlocking ? lw_told(cudaErrorInvalidValue) : (*s = (cudaStream_t)new lw_stream{flags}, cudaSuccess); }
static inline cudaError_t cudaStreamCreate(cudaStream_t *s) { return cudaStreamCreateWithFlags(s, cudaStreamDefault); }
static inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int) { return cudaStreamCreateWithFlags(s, flags); }
template <typename F> static inline cudaError_t cudaLaunchHostFunc(cudaStream_t, F function, void *data) { return function(data), cudaSuccess; }
template <typename F> static inline cudaError_t cudaStreamAddCallback(cudaStream_t s, F function, void *data, unsigned) { return function(s, cudaSuccess, data), cudaSuccess; }
static inline cudaError_t cudaStreamDestroy(cudaStream_t s) { return (s > cudaStreamPerThread ? delete (lw_stream *)s : void()), cudaSuccess; }
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
// What of a cache a stream wants to keep: nothing that a program computes hangs on it.
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; cudaAccessProperty hitProp, missProp; };
enum cudaStreamAttrID {
    cudaStreamAttributeAccessPolicyWindow = 1, cudaStreamAttributeSynchronizationPolicy = 3, cudaStreamAttributePriority = 8
};
union cudaStreamAttrValue { cudaAccessPolicyWindow accessPolicyWindow; int syncPolicy, priority; };
static inline cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *) { return cudaSuccess; }
static inline cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue *value) { return *value = {}, cudaSuccess; }
static inline cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) { return cudaSuccess; }
static inline cudaError_t cudaEventCreate(cudaEvent_t *e) { return *e = new CUevent_st{}, cudaSuccess; }
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags) { return *e = new CUevent_st{{}, flags}, cudaSuccess; }
static inline cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned flags) { return *e = new CUevent_st{{}, flags}, cudaSuccess; }
static inline cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete e, cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t = 0) { return e->when = std::chrono::steady_clock::now(), cudaSuccess; }
static inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s = 0, unsigned = 0) { return cudaEventRecord(e, s); }
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
static inline bool lw_has_time(cudaEvent_t e) { return e && !(e->flags & cudaEventDisableTiming) && e->when != std::chrono::steady_clock::time_point(); }
static inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b) {
    if (!lw_has_time(a) || !lw_has_time(b)) return lw_told(cudaErrorInvalidResourceHandle);
    return *ms = std::chrono::duration<float, std::milli>(b->when - a->when).count(), cudaSuccess;
}
enum { cudaOccupancyDefault, cudaOccupancyDisableCachingOverride };
// How many blocks of a kernel are on a multiprocessor together, as far as their threads and their shared memory decide.
static inline int lw_blocks_together(const kernel_limits &own, int threads, size_t bytes) {
    if (threads > 1024 || bytes > own.dynamic) return 0;
    const size_t by_threads = 2048 / ((threads + 31) / 32 * 32), shared = own.fixed + bytes;
    return (int)std::min<size_t>({32, by_threads, shared ? (228 << 10) / (shared + 1024) : 32});
}
template <typename F> static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F kernel, int threads, size_t bytes) { return threads < 1 ? lw_told(cudaErrorInvalidValue) : (*blocks = lw_blocks_together(lw_limits_of(kernel), threads, bytes), cudaSuccess); }
template <typename F> static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F kernel, int threads, size_t bytes, unsigned) { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, bytes); }
// The largest block with which most threads of a kernel are on a multiprocessor together.
template <typename F, typename S> static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F kernel, S bytes, int most = 0) {
    const kernel_limits &own = lw_limits_of(kernel);
    const int limit = most > 0 ? std::min<int>(most, (int)own.threads) : (int)own.threads;
    *grid = *block = 0;
    for (int round = (limit + 31) / 32 * 32, best = 0; round > 0; round -= 32) {
        const int threads = std::min(round, limit), together = lw_blocks_together(own, threads, bytes(threads));
        if (together * threads > best) best = together * threads, *block = threads, *grid = together * 16;
    }
    return cudaSuccess;
}
template <typename F, typename S> static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, F kernel, S bytes, int most = 0, unsigned = 0) { return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, bytes, most); }
template <typename F> static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F kernel, size_t bytes = 0, int most = 0) { return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, [=](int) { return bytes; }, most); }
template <typename F> static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, F kernel, size_t bytes = 0, int most = 0, unsigned = 0) { return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, bytes, most); }
template <typename F> static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, F kernel, int, int) { return *bytes = lw_limits_of(kernel).dynamic, cudaSuccess; }
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
static inline size_t lw_texel_bytes(const cudaChannelFormatDesc &d) { return (size_t)(d.x + d.y + d.z + d.w) / 8; }
struct cudaArray { cudaChannelFormatDesc desc; cudaExtent extent; unsigned flags; char *data; };
typedef cudaArray *cudaArray_t;
typedef const cudaArray *cudaArray_const_t;
struct cudaMemcpy3DParms {
    cudaArray *srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray *dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};
static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
static inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t width, size_t height) { return {p, pitch, width, height}; }
static inline cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent e) {
    p->pitch = lw_pitch(e.width), p->xsize = e.width, p->ysize = e.height;
    return cudaMalloc(&p->ptr, p->pitch * e.height * e.depth);
}
static inline cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e) {
    for (size_t z = 0; z < e.depth; ++z)
        for (size_t y = 0; y < e.height; ++y) cudaMemset((char *)p.ptr + (z * p.ysize + y) * p.pitch, value, e.width);
    return cudaSuccess;
}
enum { cudaArrayDefault, cudaArrayLayered, cudaArraySurfaceLoadStore, cudaArrayCubemap = 4, cudaArrayTextureGather = 8 };
template <typename T> static inline auto lw_channels_of(T *v, int) -> decltype(v->w, cudaChannelFormatDesc{}) { return {8 * (int)sizeof(v->x), 8 * (int)sizeof(v->x), 8 * (int)sizeof(v->x), 8 * (int)sizeof(v->x), {}}; }
template <typename T> static inline auto lw_channels_of(T *v, long) -> decltype(v->y, cudaChannelFormatDesc{}) { return {8 * (int)sizeof(v->x), 8 * (int)sizeof(v->x), 0, 0, {}}; }
template <typename T> static inline cudaChannelFormatDesc lw_channels_of(T *, ...) { return {8 * (int)sizeof(T), 0, 0, 0, {}}; }
template <typename T> static inline auto lw_channel_of(T *v, int) -> decltype(v->x) { return v->x; }
template <typename T> static inline T lw_channel_of(T *v, long) { return *v; }
template <typename T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef decltype(lw_channel_of((T *)nullptr, 0)) E;
    cudaChannelFormatDesc desc = lw_channels_of((T *)nullptr, 0);
    return desc.f = E(0.5) != E(0) ? cudaChannelFormatKindFloat : E(-1) < E(0) ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned, desc;
}
static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) { return {x, y, z, w, f}; }
static inline cudaError_t cudaMalloc3DArray(cudaArray **a, const cudaChannelFormatDesc *desc, cudaExtent e, unsigned flags = 0) {
    const size_t bytes = e.width * (e.height ? e.height : 1) * (e.depth ? e.depth : 1) * lw_texel_bytes(*desc);
    *a = new cudaArray{*desc, e, flags, (char *)calloc(bytes ? bytes : 1, 1)};
    return lw_told((*a)->data ? cudaSuccess : cudaErrorMemoryAllocation);
}
static inline cudaError_t cudaMallocArray(cudaArray **a, const cudaChannelFormatDesc *desc, size_t width, size_t height = 0, unsigned flags = 0) { return cudaMalloc3DArray(a, desc, {width, height, 0}, flags); }
static inline cudaError_t cudaFreeArray(cudaArray *a) { return a ? (free(a->data), delete a, cudaSuccess) : cudaSuccess; }
static inline cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *desc, const cudaArray *a) { return *desc = a->desc, cudaSuccess; }
static inline cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent, unsigned *flags, cudaArray *a) {
    if (desc) *desc = a->desc;
    if (extent) *extent = a->extent;
    if (flags) *flags = a->flags;
    return cudaSuccess;
}
static inline size_t lw_array_pitch(const cudaArray *a) { return a->extent.width * lw_texel_bytes(a->desc); }
static inline cudaError_t cudaMemcpy2DToArray(cudaArray *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault) { return cudaMemcpy2D(to->data + y * lw_array_pitch(to) + x, lw_array_pitch(to), from, pitch, width, height); }
static inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = 0) { return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height); }
static inline cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, const cudaArray *from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault) { return cudaMemcpy2D(to, pitch, from->data + y * lw_array_pitch(from) + x, lw_array_pitch(from), width, height); }
static inline cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, const cudaArray *from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = 0) { return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height); }
static inline cudaError_t cudaMemcpyToArray(cudaArray *to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault) { return lw_copied(to->data + y * lw_array_pitch(to) + x, from, bytes); }
static inline cudaError_t cudaMemcpyToArrayAsync(cudaArray *to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = 0) { return cudaMemcpyToArray(to, x, y, from, bytes); }
static inline cudaError_t cudaMemcpyFromArray(void *to, const cudaArray *from, size_t x, size_t y, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault) { return lw_copied(to, from->data + y * lw_array_pitch(from) + x, bytes); }
static inline cudaError_t cudaMemcpyFromArrayAsync(void *to, const cudaArray *from, size_t x, size_t y, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = 0) { return cudaMemcpyFromArray(to, from, x, y, bytes); }
static inline cudaError_t cudaMemcpy2DArrayToArray(cudaArray *to, size_t to_x, size_t to_y, const cudaArray *from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDeviceToDevice) { return cudaMemcpy2D(to->data + to_y * lw_array_pitch(to) + to_x, lw_array_pitch(to), from->data + y * lw_array_pitch(from) + x, lw_array_pitch(from), width, height); }
static inline cudaError_t cudaMemcpyArrayToArray(cudaArray *to, size_t to_x, size_t to_y, const cudaArray *from, size_t x, size_t y, size_t bytes, cudaMemcpyKind = cudaMemcpyDeviceToDevice) { return lw_copied(to->data + to_y * lw_array_pitch(to) + to_x, from->data + y * lw_array_pitch(from) + x, bytes); }
// An array counts in elements, memory in bytes; where one is an array, so does the extent.
static inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
    const cudaArray *counts = p->srcArray ? p->srcArray : p->dstArray;
    const size_t unit = counts ? lw_texel_bytes(counts->desc) : 1, rows = p->extent.height ? p->extent.height : 1, planes = p->extent.depth ? p->extent.depth : 1;
    struct { char *data; size_t pitch, rows; cudaPos at; } side[2];
    for (int i = 0; i < 2; ++i) {
        const cudaArray *a = i ? p->dstArray : p->srcArray;
        const cudaPitchedPtr &memory = i ? p->dstPtr : p->srcPtr;
        side[i].at = i ? p->dstPos : p->srcPos;
        side[i].data = a ? a->data : (char *)memory.ptr;
        side[i].pitch = a ? lw_array_pitch(a) : memory.pitch, side[i].rows = a ? (a->extent.height ? a->extent.height : 1) : memory.ysize;
        if (a) side[i].at.x *= unit;
        if (!side[i].data) return lw_told(cudaErrorInvalidValue);
    }
    for (size_t z = 0; z < planes; ++z)
        for (size_t y = 0; y < rows; ++y) {
            char *row[2];
            for (int i = 0; i < 2; ++i) row[i] = side[i].data + ((z + side[i].at.z) * side[i].rows + y + side[i].at.y) * side[i].pitch + side[i].at.x;
            lw_copied(row[1], row[0], p->extent.width * unit);
        }
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t = 0) { return cudaMemcpy3D(p); }
static inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t = 0) { return cudaMemset3D(p, value, e); }
typedef struct lw_pool *cudaMemPool_t;
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead, cudaMemAccessFlagsProtReadWrite = 3 };
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic, cudaMemPoolReuseAllowInternalDependencies,
    cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
    cudaMemPoolAttrUsedMemHigh
};
struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
};
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
static inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int) { return *pool = nullptr, cudaSuccess; }
static inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int) { return *pool = nullptr, cudaSuccess; }
static inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
static inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *) { return *pool = nullptr, cudaSuccess; }
static inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
static inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
static inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *) { return cudaSuccess; }
static inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *value) { return *(unsigned long long *)value = 0, cudaSuccess; }
static inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *, size_t) { return cudaSuccess; }
template <typename T> static inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t, cudaStream_t) { return cudaMalloc(p, bytes); }
template <typename T> static inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaMemPool_t, cudaStream_t) { return cudaMalloc(p, bytes); }
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = cudaMemAttachSingle) { return cudaSuccess; }
static inline cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t = 0) { return cudaMemset2D(p, pitch, value, width, height); }
static inline cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) { return *priority = 0, cudaSuccess; }
static inline cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags) { return *flags = s > cudaStreamPerThread ? ((lw_stream *)s)->flags : 0, cudaSuccess; }
