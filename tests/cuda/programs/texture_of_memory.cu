// Textures of plain and of pitched memory, of several channels, of bytes that are read as parts of one.
// prints: 4945.000 5042.000 4739.000 4836.000 4533.000 4630.000 4327.000 4424.000 4121.000 4218.000 3915.000 4012.000 3709.000 3806.000 3503.000 3600.000
// prints: 0.000 17.000 34.000 51.000 68.000 85.000 102.000 119.000 136.000 153.000 170.000 187.000 204.000 221.000 238.000 255.000
// prints: 0 0 0 1
// prints: 20 15 10 6
// prints: 40 30 20 11
// prints: 3
#include <cstdio>
__global__ void fetch(cudaTextureObject_t words, cudaTextureObject_t pairs, cudaTextureObject_t bytes, float *out) {
    int t = threadIdx.x;
    int2 p = tex1Dfetch<int2>(pairs, t / 2);
    out[t] = tex1Dfetch<int>(words, 15 - t) + (t % 2 ? p.x : p.y) * 100;
    out[16 + t] = tex1Dfetch<float>(bytes, t) * 255.f;
}
__global__ void plane(cudaTextureObject_t t, float4 *out) {
    int x = threadIdx.x, y = threadIdx.y;
    float4 v = tex2D<float4>(t, x + 0.5f, y + 0.5f);
    out[y * blockDim.x + x] = make_float4(v.w, v.z, v.y, v.x + 1);
}
template <typename T> cudaTextureObject_t linear(T *memory, int many, cudaTextureReadMode mode) {
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = memory, from.res.linear.sizeInBytes = many * sizeof(T);
    from.res.linear.desc = cudaCreateChannelDesc<T>();
    cudaTextureDesc how = {};
    how.readMode = mode;
    cudaTextureObject_t made = 0;
    cudaCreateTextureObject(&made, &from, &how, nullptr);
    return made;
}
int main() {
    int *words, *numbers;
    unsigned char *bytes;
    float *out;
    cudaMallocManaged(&words, 64), cudaMallocManaged(&numbers, 64), cudaMallocManaged(&bytes, 16), cudaMallocManaged(&out, 128);
    for (int i = 0; i < 16; ++i) words[i] = i * 3, numbers[i] = 50 - i, bytes[i] = i * 17;
    cudaTextureObject_t a = linear(words, 16, cudaReadModeElementType), b = linear((int2 *)numbers, 8, cudaReadModeElementType);
    cudaTextureObject_t c = linear(bytes, 16, cudaReadModeNormalizedFloat);
    fetch<<<1, 16>>>(a, b, c, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; ++i) printf("%.3f%s", out[i], i % 16 == 15 ? "\n" : " ");
    float4 host[12], *pitched, *result;
    for (int i = 0; i < 12; ++i) host[i] = make_float4(i, i * 2, i * 3, i * 4);
    size_t pitch;
    cudaMallocPitch(&pitched, &pitch, 4 * sizeof(float4), 3);
    cudaMemcpy2D(pitched, pitch, host, 64, 64, 3, cudaMemcpyHostToDevice);
    cudaMallocManaged(&result, 12 * sizeof(float4));
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypePitch2D;
    from.res.pitch2D.devPtr = pitched, from.res.pitch2D.pitchInBytes = pitch;
    from.res.pitch2D.width = 4, from.res.pitch2D.height = 3, from.res.pitch2D.desc = cudaCreateChannelDesc<float4>();
    cudaTextureDesc how = {};
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &from, &how, nullptr);
    plane<<<1, dim3(4, 3)>>>(t, result);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i += 5) printf("%g %g %g %g\n", result[i].x, result[i].y, result[i].z, result[i].w);
    cudaResourceDesc asked;
    cudaGetTextureObjectResourceDesc(&asked, t);
    printf("%d\n", (int)asked.res.pitch2D.height);
}
