// Classes on the device: bases, CRTP, virtual functions of objects made there, static members, iterators, operators.
// prints: 7040 3021 9040 9021 11040 15021 1036000 1042008 1048020 1054036 1060056 1066080
#include <cstdio>
template <class D> struct Shape {
    __device__ int twice() const { return static_cast<const D *>(this)->area() * 2; }
};
struct Square : Shape<Square> { int a; __device__ explicit Square(int a) : a(a) {} __device__ int area() const { return a * a; } };
struct Rect : Shape<Rect> { int a, b; __device__ Rect(int a, int b) : a(a), b(b) {} __device__ int area() const { return a * b; } };
struct Animal {
    int legs;
    __device__ explicit Animal(int legs) : legs(legs) {}
    __device__ virtual int sound(int x) const = 0;
    __device__ virtual int run() const { return legs * 10; }
    __device__ virtual ~Animal() {}
};
struct Dog : Animal { __device__ Dog() : Animal(4) {} __device__ int sound(int x) const override { return x + 7; } };
struct Bird : Animal {
    __device__ Bird() : Animal(2) {}
    __device__ int sound(int x) const override { return x * 3; }
    __device__ int run() const override { return Animal::run() + 1; }
};
class Counter {
    int value = 0;
public:
    static const int step = 3;
    __device__ Counter &operator++() { value += step; return *this; }
    __device__ Counter operator++(int) { Counter old = *this; ++*this; return old; }
    __device__ operator int() const { return value; }
    __device__ Counter &operator+=(const Counter &o) { value += o.value; return *this; }
    __device__ bool operator<(const Counter &o) const { return value < o.value; }
};
template <typename T, int N> struct Array {
    T data[N];
    __device__ T &operator[](int i) { return data[i]; }
    __device__ const T *begin() const { return data; }
    __device__ const T *end() const { return data + N; }
};
__global__ void make(Animal **animals) { animals[threadIdx.x] = threadIdx.x % 2 ? (Animal *)new Bird : new Dog; }
__global__ void ask(Animal **animals, int *out) {
    int t = threadIdx.x;
    out[t] = animals[t]->sound(t) * 1000 + animals[t]->run();
}
__global__ void end(Animal **animals) { delete animals[threadIdx.x]; }
__global__ void rest(int *out) {
    int t = threadIdx.x;
    Counter c, d;
    ++c;
    d = c++, d += c;
    Array<int, 4> a;
    for (int i = 0; i < 4; ++i) a[i] = t * i + d;
    int sum = c < d ? 1000 : 0;
    for (int v : a) sum += v;
    out[t] = sum * 1000 + Square(t).twice() + Rect(t, 3).twice();
}
int main() {
    Animal **animals;
    int *out;
    cudaMallocManaged(&animals, 6 * sizeof(Animal *)), cudaMallocManaged(&out, 48);
    make<<<1, 6>>>(animals), ask<<<1, 6>>>(animals, out), end<<<1, 6>>>(animals), rest<<<1, 6>>>(out + 6);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; ++i) printf("%d ", out[i]);
    printf("\n");
}
