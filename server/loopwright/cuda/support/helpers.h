// names: checkCudaErrors getLastCudaError findCudaDevice
// needs: runtime
// includes: cstdio cstdlib
#define checkCudaErrors(call) lw_check((call), __FILE__, __LINE__)
#define getLastCudaError(message) ((void)(message))
static inline void lw_check(cudaError_t error, const char *file, int line) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}
static inline int findCudaDevice(int, const char **) { return 0; }
