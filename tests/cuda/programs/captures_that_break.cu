// A launch that fails while its stream is captured says so at once and breaks the capture, as on an H200: no graph comes of it, and a new
// capture is none the worse for it. Launches by structures whose blocks wait for one another have a largest grid, too.
// prints: refused: cudaErrorInvalidValue, status 2, end: cudaErrorStreamCaptureInvalidated, graph 0, status 0
// prints: by pointer: cudaErrorInvalidValue, status 2, end: cudaErrorStreamCaptureInvalidated, graph 0, status 0
// prints: taken: cudaSuccess, status 1, end: cudaSuccess, graph 1, status 0
// prints: cooperative: cudaSuccess 8, cudaErrorCooperativeLaunchTooLarge 8, cudaErrorCooperativeLaunchTooLarge 8
// prints: 2024
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __launch_bounds__(64) bounded(int *a) { atomicAdd(a, (int)threadIdx.x); }
__global__ void together(int *a) {
    cg::this_grid().sync();
    if (threadIdx.x == 0) atomicAdd(a, 1);
}

template <typename F> static void captured(const char *name, F launch, cudaGraph_t *graph) {
    cudaStream_t stream;
    cudaStreamCaptureStatus status;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    launch(stream);
    printf("%s: %s", name, cudaGetErrorName(cudaGetLastError()));
    cudaStreamIsCapturing(stream, &status);
    printf(", status %d", (int)status);
    const cudaError_t end = cudaStreamEndCapture(stream, graph);
    printf(", end: %s, graph %d", cudaGetErrorName(end), *graph != nullptr);
    cudaStreamIsCapturing(stream, &status);
    printf(", status %d\n", (int)status);
    cudaGetLastError();
}

int main() {
    int *a, seen;
    cudaMalloc(&a, 4), cudaMemset(a, 0, 4);
    cudaGraph_t graph;
    void *given[] = {&a};
    captured("refused", [=](cudaStream_t s) { bounded<<<1, 65, 0, s>>>(a); }, &graph);
    captured("by pointer", [&](cudaStream_t s) { cudaLaunchKernel((void *)bounded, dim3(1), dim3(96), given, 0, s); }, &graph);
    captured("taken", [=](cudaStream_t s) { bounded<<<1, 64, 0, s>>>(a); }, &graph);
    cudaLaunchAttribute at = {};
    at.id = cudaLaunchAttributeCooperative, at.val.cooperative = 1;
    cudaLaunchConfig_t how = {};
    how.gridDim = dim3(8), how.blockDim = dim3(32), how.attrs = &at, how.numAttrs = 1;
    printf("cooperative:");
    for (int blocks : {8, 1 << 20, -(1 << 20)}) {
        how.gridDim = dim3(blocks < 0 ? -blocks : blocks);
        const cudaError_t error = blocks < 0 ? cudaLaunchKernelEx(&how, together, a) : cudaLaunchKernelExC(&how, (const void *)together, given);
        cudaMemcpy(&seen, a, 4, cudaMemcpyDeviceToHost);
        printf("%s %s %d", blocks == 8 ? "" : ",", cudaGetErrorName(error), seen);
    }
    printf("\n");
    cudaGraphExec_t made;
    cudaGraphInstantiate(&made, graph, 0), cudaGraphLaunch(made, 0), cudaDeviceSynchronize();
    cudaMemcpy(&seen, a, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", seen);
}
