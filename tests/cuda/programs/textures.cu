// Textures: nearest and linear, address modes, arrays, pitched and linear memory, layers, planes, normalised bytes; surfaces.
// prints: point 0 5 5 11 | 3 0 11
// prints: linear 2.5 0.0 3.0 11.0 | 0.5 6.0
// prints: wrap 1 3 0 1 | mirror 1 0 3 2 | border 0 3
// prints: layers 1003 2011 2000
// prints: volume 13.0 6.5 23.0
// prints: bytes 1.00 0.20 0.60 | 51 -1.00
// prints: fetch 30 0 0 | 1.5 2.5 3.5 4.5
// prints: surface 12 10 0 | 77
// prints: pitch 4 9 | kept 107 111
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sample2(cudaTextureObject_t t, const float2 *at, float *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}
__global__ void sample1(cudaTextureObject_t t, const float2 *at, float *out, int n) {
    if (threadIdx.x < n) out[threadIdx.x] = tex1D<float>(t, at[threadIdx.x].x);
}
__global__ void layered(cudaTextureObject_t t, float *out) {
    out[0] = tex2DLayered<float>(t, 3.5f, 0.5f, 1);
    out[1] = tex2DLayered<float>(t, 3.5f, 2.5f, 2);
    out[2] = tex2DLayered<float>(t, 0.5f, 0.5f, 9);
}
__global__ void volume(cudaTextureObject_t t, float *out) {
    out[0] = tex3D<float>(t, 1.5f, 0.5f, 1.5f);
    out[1] = tex3D<float>(t, 1.0f, 0.5f, 1.0f);
    out[2] = tex3D<float>(t, 9.5f, 9.5f, 9.5f);
}
__global__ void bytes(cudaTextureObject_t scaled, cudaTextureObject_t plain, cudaTextureObject_t sign, float *out) {
    float4 c = tex2D<float4>(scaled, 0.5f, 0.5f);
    out[0] = c.x, out[1] = c.y, out[2] = tex2D<float4>(scaled, 1.0f, 0.5f).y;
    out[3] = tex2D<uchar4>(plain, 0.5f, 0.5f).y;
    out[4] = tex1D<float>(sign, 0.5f);
}
__global__ void fetch(cudaTextureObject_t ints, cudaTextureObject_t fours, int *out, float4 *four) {
    out[0] = tex1Dfetch<int>(ints, 3), out[1] = tex1Dfetch<int>(ints, -1), out[2] = tex1Dfetch<int>(ints, 8);
    *four = tex1Dfetch<float4>(fours, 1);
}
__global__ void write(cudaSurfaceObject_t s, int width, int height) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height) surf2Dwrite(y * 10 + x, s, x * 4, y);
}
__global__ void read(cudaSurfaceObject_t s, int *out) {
    out[0] = surf2Dread<int>(s, 2 * 4, 1);
    surf2Dread(&out[1], s, -4, 1, cudaBoundaryModeClamp);
    out[2] = surf2Dread<int>(s, 400, 1, cudaBoundaryModeZero);
}

cudaTextureDesc how(cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized) {
    cudaTextureDesc d = {};
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
    d.filterMode = filter, d.readMode = cudaReadModeElementType, d.normalizedCoords = normalized;
    return d;
}
cudaTextureObject_t of(cudaArray_t a, cudaTextureDesc d) {
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray, from.res.array.array = a;
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &from, &d, nullptr);
    return t;
}
float *ask(cudaTextureObject_t t, int n, const float (*where)[2], bool one = false) {
    static float *out;
    float2 *at;
    cudaMallocManaged(&out, 64), cudaMallocManaged(&at, 16 * sizeof(float2));
    for (int i = 0; i < n; ++i) at[i] = make_float2(where[i][0], where[i][1]);
    if (one) sample1<<<1, 16>>>(t, at, out, n);
    else sample2<<<1, 16>>>(t, at, out, n);
    cudaDeviceSynchronize();
    return out;
}

int main() {
    float host[3][4];
    for (int i = 0; i < 12; ++i) host[i / 4][i % 4] = i;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaArray_t plane;
    cudaMallocArray(&plane, &floats, 4, 3);
    cudaMemcpy2DToArray(plane, 0, 0, host, 16, 16, 3, cudaMemcpyHostToDevice);

    const float inside[][2] = {{0.5f, 0.5f}, {1.5f, 1.5f}, {1.99f, 1.01f}, {3.9f, 2.9f}, {9, -7}, {-2, -2}, {50, 50}};
    float *o = ask(of(plane, how(cudaFilterModePoint, cudaAddressModeClamp, false)), 7, inside);
    printf("point %.0f %.0f %.0f %.0f | %.0f %.0f %.0f\n", o[0], o[1], o[2], o[3], o[4], o[5], o[6]);
    const float between[][2] = {{1, 1}, {0, 0}, {1.5f, 1.0f}, {9, 9}, {1, 0.5f}, {2.5f, 1.5f}};
    o = ask(of(plane, how(cudaFilterModeLinear, cudaAddressModeClamp, false)), 6, between);
    printf("linear %.1f %.1f %.1f %.1f | %.1f %.1f\n", o[0], o[1], o[2], o[3], o[4], o[5]);

    cudaArray_t line;
    cudaMallocArray(&line, &floats, 4);
    cudaMemcpyToArray(line, 0, 0, host, 16, cudaMemcpyHostToDevice);
    const float around[][2] = {{1.375f, 0}, {-0.125f, 0}, {2.125f, 0}, {0.375f, 0}}, past[][2] = {{-0.375f, 0}, {2.125f, 0}, {1.125f, 0}, {1.375f, 0}};
    o = ask(of(line, how(cudaFilterModePoint, cudaAddressModeWrap, true)), 4, around, true);
    printf("wrap %.0f %.0f %.0f %.0f", o[0], o[1], o[2], o[3]);
    o = ask(of(line, how(cudaFilterModePoint, cudaAddressModeMirror, true)), 4, past, true);
    printf(" | mirror %.0f %.0f %.0f %.0f", o[0], o[1], o[2], o[3]);
    const float over[][2] = {{4.5f, 0}, {3.5f, 0}};
    o = ask(of(line, how(cudaFilterModePoint, cudaAddressModeBorder, false)), 2, over, true);
    printf(" | border %.0f %.0f\n", o[0], o[1]);

    float layers[3][3][4];
    for (int i = 0; i < 36; ++i) layers[i / 12][i / 4 % 3][i % 4] = i / 12 * 1000 + i % 12;
    cudaArray_t stack;
    cudaMalloc3DArray(&stack, &floats, make_cudaExtent(4, 3, 3), cudaArrayLayered);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(layers, 16, 4, 3);
    copy.dstArray = stack, copy.extent = make_cudaExtent(4, 3, 3), copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    layered<<<1, 1>>>(of(stack, how(cudaFilterModePoint, cudaAddressModeClamp, false)), o);
    cudaDeviceSynchronize();
    printf("layers %.0f %.0f %.0f\n", o[0], o[1], o[2]);

    float cube[2][3][4];
    for (int i = 0; i < 24; ++i) cube[i / 12][i / 4 % 3][i % 4] = i;
    cudaArray_t block;
    cudaMalloc3DArray(&block, &floats, make_cudaExtent(4, 3, 2));
    cudaMemcpy3DParms other = {};
    other.srcPtr = make_cudaPitchedPtr(cube, 16, 4, 3);
    other.dstArray = block, other.extent = make_cudaExtent(4, 3, 2), other.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&other);
    volume<<<1, 1>>>(of(block, how(cudaFilterModeLinear, cudaAddressModeClamp, false)), o);
    cudaDeviceSynchronize();
    printf("volume %.1f %.1f %.1f\n", o[0], o[1], o[2]);

    uchar4 colors[2] = {make_uchar4(255, 51, 0, 0), make_uchar4(0, 255, 0, 0)};
    signed char below = -128;
    cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>(), small = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned);
    cudaArray_t image, dot;
    cudaMallocArray(&image, &four, 2, 1), cudaMallocArray(&dot, &small, 1);
    cudaMemcpy2DToArray(image, 0, 0, colors, 8, 8, 1, cudaMemcpyHostToDevice), cudaMemcpyToArray(dot, 0, 0, &below, 1, cudaMemcpyHostToDevice);
    cudaTextureDesc scaled = how(cudaFilterModeLinear, cudaAddressModeClamp, false);
    scaled.readMode = cudaReadModeNormalizedFloat;
    bytes<<<1, 1>>>(of(image, scaled), of(image, how(cudaFilterModePoint, cudaAddressModeClamp, false)), of(dot, scaled), o);
    cudaDeviceSynchronize();
    printf("bytes %.2f %.2f %.2f | %.0f %.2f\n", o[0], o[1], o[2], o[3], o[4]);

    int *ints;
    float4 *fours;
    cudaMallocManaged(&ints, 64), cudaMallocManaged(&fours, 64);
    for (int i = 0; i < 8; ++i) ints[i] = 10 * i;
    fours[1] = make_float4(1.5f, 2.5f, 3.5f, 4.5f);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear, linear.res.linear.devPtr = ints, linear.res.linear.desc = cudaCreateChannelDesc<int>(), linear.res.linear.sizeInBytes = 32;
    cudaTextureDesc plain = how(cudaFilterModePoint, cudaAddressModeClamp, false);
    cudaTextureObject_t a, b;
    cudaCreateTextureObject(&a, &linear, &plain, nullptr);
    linear.res.linear.devPtr = fours, linear.res.linear.desc = cudaCreateChannelDesc<float4>();
    cudaCreateTextureObject(&b, &linear, &plain, nullptr);
    fetch<<<1, 1>>>(a, b, ints + 8, fours + 2);
    cudaDeviceSynchronize();
    printf("fetch %d %d %d | %.1f %.1f %.1f %.1f\n", ints[8], ints[9], ints[10], fours[2].x, fours[2].y, fours[2].z, fours[2].w);

    cudaChannelFormatDesc whole = cudaCreateChannelDesc<int>();
    cudaArray_t board;
    cudaMallocArray(&board, &whole, 8, 4, cudaArraySurfaceLoadStore);
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray, from.res.array.array = board;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &from);
    write<<<1, dim3(8, 4)>>>(surface, 8, 4);
    read<<<1, 1>>>(surface, ints);
    cudaDeviceSynchronize();
    printf("surface %d %d %d | ", ints[0], ints[1], ints[2]);
    int back = 77;
    cudaMemcpyToArray(board, 0, 0, &back, 4, cudaMemcpyHostToDevice);
    back = 0;
    cudaMemcpyFromArray(&back, board, 0, 0, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", back);

    float *pitched;
    size_t pitch;
    cudaMallocPitch(&pitched, &pitch, 16, 3);
    cudaMemcpy2D(pitched, pitch, host, 16, 16, 3, cudaMemcpyHostToDevice);
    cudaResourceDesc rows = {};
    rows.resType = cudaResourceTypePitch2D, rows.res.pitch2D.devPtr = pitched, rows.res.pitch2D.desc = floats;
    rows.res.pitch2D.width = 4, rows.res.pitch2D.height = 3, rows.res.pitch2D.pitchInBytes = pitch;
    cudaCreateTextureObject(&a, &rows, &plain, nullptr);
    const float two[][2] = {{0.5f, 1.5f}, {1.5f, 2.5f}};
    o = ask(a, 2, two);
    printf("pitch %.0f %.0f", o[0], o[1]);
    // What the host changes afterwards is not seen by the device.
    for (int i = 0; i < 12; ++i) host[i / 4][i % 4] += 100;
    o = ask(a, 2, two);
    printf(" | kept %.0f %.0f\n", o[0] + 103, o[1] + 102);
    cudaDestroyTextureObject(a), cudaDestroySurfaceObject(surface), cudaFreeArray(plane);
}
