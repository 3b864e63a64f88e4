// Calls of cuBLAS and cuFFT in a captured stream: nothing is done before the graph is launched, with the factors of the capture.
// prints: before: 0 0
// prints: three launches: 18 72
// prints: half: 181
// prints: after: 20
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cufft.h>
#include <cstdio>

__global__ void set(float *x, cufftComplex *z, float value) {
    x[threadIdx.x] = value;
    z[threadIdx.x] = make_cuComplex(z[threadIdx.x].x + value, 0);
}

int main() {
    float *x, *y, *sums;
    half *a;
    cufftComplex *z;
    cudaMallocManaged(&x, 16), cudaMallocManaged(&y, 16), cudaMallocManaged(&z, 32), cudaMallocManaged(&a, 32), cudaMallocManaged(&sums, 64);
    for (int i = 0; i < 16; ++i) a[i] = __float2half(1 + i % 4), sums[i] = 1;
    for (int i = 0; i < 4; ++i) x[i] = y[i] = 0, z[i] = make_cuComplex(0, 0);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cublasHandle_t blas;
    cublasCreate(&blas);
    cublasSetStream(blas, stream);
    cufftHandle plan;
    cufftPlan1d(&plan, 4, CUFFT_C2C, 1);
    cufftSetStream(plan, stream);

    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    set<<<1, 4, 0, stream>>>(x, z, 3);
    float factor = 2, one = 1;
    cublasSaxpy(blas, 4, &factor, x, 1, y, 1);
    cufftExecC2C(plan, z, z, CUFFT_FORWARD);
    cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &factor, a, CUDA_R_16F, 4, a, CUDA_R_16F, 4, &one, sums, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    factor = 100, one = 7;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&made, graph, 0);
    printf("before: %g %g\n", y[2], z[0].x);
    for (int i = 0; i < 3; ++i) cudaGraphLaunch(made, stream);
    cudaStreamSynchronize(stream);
    printf("three launches: %g %g\n", y[2], z[0].x);
    printf("half: %g\n", sums[0]);
    factor = 1.0f / 3, cublasSaxpy(blas, 4, &factor, y, 1, y, 1);
    factor = -4, cublasSaxpy(blas, 4, &one, x, 1, y, 1), cublasSetStream(blas, 0);
    cudaStreamSynchronize(stream);
    printf("after: %g\n", y[2] - 25);
}
