// Small types and vectors of them: wrapped and promoted as C++ says, stored and loaded in vectors, bool, char, short.
// prints: -2787264 -1085556 616153 2317861 4019570 5721278 7422987 9124695 10800804 12502512 -11395779 -9694071 -7992362 -6290654 -4588945 -2887237
// prints: 36 36590 81438 69044 130480 134674 212698 233480 262556 299926 345654 334076 396328 401338 480178 501776
// prints: 5265535 10301535 -10196929 -5095393 6143 5107679 10209215 -10289249 -5187713 -86177 5015359 10116895 -10381569 -5280033 -178497 4923039
// prints: 52/53/204/255 257/-1 11, 103/104/153/255 -1279/1535 11, 154/155/102/255 -3071/3071 11, 205/206/51/255 -4607/4607 11
// prints: 0/1/0/255 -6143/6143 00, 51/52/205/255 -7423/7679 11, 102/103/154/255 -8959/9215 11, 153/154/103/255 -10751/10751 00
// prints: 204/205/52/255 -12287/12287 11, 255/0/1/255 -13823/13823 11, 50/51/206/255 -15103/15359 11, 101/102/155/255 -16639/16895 11
// prints: 152/153/104/255 -18431/18431 00, 203/204/53/255 -19967/19967 11, 254/255/2/255 -21503/21503 11, 49/50/207/255 -22783/23039 00
// prints: 3 -38 -32 -13 47 50 144 19 91 138 320 52 135 226 496 85
#include <cstdio>
__global__ void k(const signed char *c, const unsigned short *s, int *out, uchar4 *v, short2 *w, bool *b) {
    int t = threadIdx.x;
    signed char x = c[t];
    unsigned short y = s[t];
    signed char wrapped = x + 100;
    unsigned char up = x;
    short product = (short)(y * x);
    out[t] = wrapped * 100000 + up * 100 + (x >> 1);
    out[16 + t] = product + (y << 3) + (unsigned short)(y - 40000) % 100;
    x += 60, x *= 3, y <<= 9, --y;
    out[32 + t] = x * 100000 + y;
    v[t] = make_uchar4(x, x + 1, -x, (unsigned char)y);
    w[t] = make_short2(x - y, y);
    w[t].x += v[t].z, w[t].y |= 1;
    b[t] = x & 6;
    b[16 + t] = b[t] + b[t] == 2 || !y;
}
__global__ void loads(const int *in, int *out) {
    int t = threadIdx.x;
    int4 a = reinterpret_cast<const int4 *>(in)[t];
    int2 b = *(const int2 *)(in + t * 4 + 2);
    float3 f = {(float)a.x, (float)b.y, 1.f};
    longlong2 l = make_longlong2((long long)a.z << 30, b.x);
    double2 d = make_double2(f.x / 2, f.y / 4);
    *(int4 *)(out + t * 4) = make_int4(a.w, a.x + b.x, (int)(l.x >> 28), (int)(d.x + d.y + f.z));
}
int main() {
    signed char *c;
    unsigned short *s;
    int *out;
    uchar4 *v;
    short2 *w;
    bool *b;
    cudaMallocManaged(&c, 16), cudaMallocManaged(&s, 32), cudaMallocManaged(&out, 192), cudaMallocManaged(&v, 64), cudaMallocManaged(&w, 64), cudaMallocManaged(&b, 32);
    for (int i = 0; i < 16; ++i) c[i] = i * 17 - 128, s[i] = i * 4099;
    k<<<1, 16>>>(c, s, out, v, w, b);
    cudaDeviceSynchronize();
    for (int i = 0; i < 48; ++i) printf("%d%s", out[i], i % 16 == 15 ? "\n" : " ");
    for (int i = 0; i < 16; ++i) printf("%d/%d/%d/%d %d/%d %d%d%s", v[i].x, v[i].y, v[i].z, v[i].w, w[i].x, w[i].y, b[i], b[16 + i], i % 4 == 3 ? "\n" : ", ");
    int *in;
    cudaMallocManaged(&in, 64);
    for (int i = 0; i < 16; ++i) in[i] = i * 11 - 30;
    loads<<<1, 4>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; ++i) printf("%d ", out[i]);
    printf("\n");
}
