// names: checkCudaErrors getLastCudaError printLastCudaError findCudaDevice gpuDeviceInit gpuGetMaxGflopsDeviceId findIntegratedGPU checkCudaCapabilities _ConvertSMVer2Cores _ConvertSMVer2ArchName _cudaGetErrorEnum ftoi EXIT_WAIVED
// needs: runtime
// includes: cstdio cstdlib
// yields: yes
// What the samples' header helper_cuda.h defines.
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#define checkCudaErrors(call) lw_check((call), __FILE__, __LINE__)
#define getLastCudaError(message) ((void)(message))
static inline void lw_check(cudaError_t error, const char *file, int line) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}
// What a library answers is 0 where it went well.
template <typename T> static inline void lw_check(T result, const char *file, int line) {
    if (result == T()) return;
    fprintf(stderr, "%s:%d: error %d\n", file, line, (int)result);
    exit(EXIT_FAILURE);
}
static inline int findCudaDevice(int, const char **) { return 0; }
#define printLastCudaError(message) ((void)(message))
static inline int gpuDeviceInit(int) { return 0; }
static inline int gpuGetMaxGflopsDeviceId() { return 0; }
static inline int findIntegratedGPU() { return 0; }
static inline bool checkCudaCapabilities(int major, int minor) { return 10 * major + minor <= 80; }
static inline int _ConvertSMVer2Cores(int, int) { return 64; }
static inline const char *_ConvertSMVer2ArchName(int, int) { return "CPU"; }
static inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
static inline int ftoi(float value) { return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f); }
