// Texture objects: nearest and linear, each way to go on behind an edge, in parts of the size and in elements.
// prints: 0 0 1: 1 1 1 1 1 5 5 -3 8 2 2 0 16 4 4 4 4 4 4 4 | 0 0 5 10 3 3 8 8 1 6 11 11 4 4 9 2 7 7
// prints: 0 0 3: 0 0 0 0 1 5 5 -3 8 2 2 0 16 4 4 0 0 0 0 0 | 0 0 0 0 0 0 0 8 1 6 0 0 0 0 0 0 0 0
// prints: 0 1 0: 0 16 16 4 1 5 5 -3 8 2 2 0 16 4 4 1 5 -3 -3 8 | 6 11 1 6 8 1 10 3 5 10 0 5 10 3 5 10 0 5
// prints: 0 1 1: 1 1 1 1 1 5 5 -3 8 2 2 0 16 4 4 4 4 4 4 4 | 0 0 5 10 3 3 0 0 5 10 3 3 4 4 9 2 7 7
// prints: 0 1 2: -3 5 5 1 1 5 5 -3 8 2 2 0 16 4 4 4 16 0 0 2 | 1 8 1 6 11 6 5 0 5 10 3 10 9 4 9 2 7 2
// prints: 0 1 3: 0 0 0 0 1 5 5 -3 8 2 2 0 16 4 4 0 0 0 0 0 | 0 0 0 0 0 0 0 0 5 10 0 0 0 0 0 0 0 0
// prints: 1 0 1: 1 1 1 1 1 3 3 -3 5.25 5 1.5 0 12 10 4 4 4 4 4 4 | 0 0 5 8.25 3 3 8 8 1 7.25 11 11 4 4 9 3.25 7 7
// prints: 1 0 3: 0 0 0 0 0.375 1.5 1.5 -1.5 2.625 2.5 0.75 0 6 5 1.5 0 0 0 0 0 | 0 0 0 0 0 0 0 6 1 7.25 5.5 0 0 0 0 0 0 0
// prints: 1 1 0: 0.5 8 13 4 1.75 3 3 -3 5.25 5 1.5 0 12 10 3.25 1 4 1 -0.25 8 | 3.5 11 4.5 6 9.5 1 6.5 5 3 9 3.5 4 6.5 5 4.5 6 3.5 7
// prints: 1 1 1: 1 1 1 1 1 3 3 -3 5.25 5 1.5 0 12 10 4 4 4 4 4 4 | 0 0 2.5 10 3 3 2 2 3 9 5 5 4 4 6.5 2 7 7
// prints: 1 1 2: -0.25 1 4 1 1 3 3 -3 5.25 5 1.5 0 12 10 4 4 13 8 0.5 2 | 3.5 8 4.5 6 11 6 6.5 2 3 9 5 9 5.5 4 6.5 2 7 2
// prints: 1 1 3: 0 0 0 0 0.375 1.5 1.5 -1.5 2.625 2.5 0.75 0 6 5 1.5 0 0 0 0 0 | 0 0 0 0 0 0 0 0 3 9 2.5 0 0 0 3.25 1 1.75 0
#include <cstdio>
__global__ void read(cudaTextureObject_t t, float *out, float first, float step) {
    int i = threadIdx.x;
    out[i] = tex1D<float>(t, first + i * step);
}
__global__ void read2(cudaTextureObject_t t, float *out, float first, float step) {
    int x = threadIdx.x, y = threadIdx.y;
    out[y * 6 + x] = tex2D<float>(t, first + x * step, first + y * step * 2);
}
int main() {
    float host[8] = {1, 5, -3, 8, 2, 0, 16, 4}, plane[12], *out;
    for (int i = 0; i < 12; ++i) plane[i] = (float)((i * 5) % 12);
    cudaMallocManaged(&out, 40 * 4);
    cudaArray_t line, square;
    cudaChannelFormatDesc form = cudaCreateChannelDesc<float>();
    cudaMallocArray(&line, &form, 8), cudaMallocArray(&square, &form, 4, 3);
    cudaMemcpy2DToArray(line, 0, 0, host, 32, 32, 1, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(square, 0, 0, plane, 16, 16, 3, cudaMemcpyHostToDevice);
    for (int filter = 0; filter < 2; ++filter)
        for (int parts = 0; parts < 2; ++parts)
            for (int mode = 0; mode < 4; ++mode) {
                if (!parts && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) continue;
                cudaResourceDesc from = {};
                from.resType = cudaResourceTypeArray, from.res.array.array = line;
                cudaTextureDesc how = {};
                how.addressMode[0] = how.addressMode[1] = (cudaTextureAddressMode)mode;
                how.filterMode = filter ? cudaFilterModeLinear : cudaFilterModePoint;
                how.readMode = cudaReadModeElementType, how.normalizedCoords = parts;
                cudaTextureObject_t texture, texture2;
                cudaCreateTextureObject(&texture, &from, &how, nullptr);
                from.res.array.array = square;
                cudaCreateTextureObject(&texture2, &from, &how, nullptr);
                float by = parts ? 0.125f : 1.f;
                read<<<1, 20>>>(texture, out, -2.75f * by, 0.75f * by);
                cudaDeviceSynchronize();
                printf("%d %d %d:", filter, parts, mode);
                for (int i = 0; i < 20; ++i) printf(" %g", out[i]);
                read2<<<1, dim3(6, 3)>>>(texture2, out, parts ? -0.5f : -1.f, parts ? 0.375f : 1.25f);
                cudaDeviceSynchronize();
                printf(" |");
                for (int i = 0; i < 18; ++i) printf(" %g", out[i]);
                printf("\n");
                cudaDestroyTextureObject(texture), cudaDestroyTextureObject(texture2);
            }
}
