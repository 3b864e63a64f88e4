// In place of the oracle: the kernel runs on a GPU. Buffers are the host's and are copied there and back.
#pragma once
#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>
#include "shared.h"
#define LW_OWN
#define LW_PART
namespace lw {
struct Finding {
    std::string kind;
    void *place;
    std::string text;
    int line = 0;
    void *other = nullptr;
    bool plain = false;
};
static std::vector<Finding> findings;
static uint64_t relative(const void *) { return 0; }
// A GPU has its own order of threads, and tells of no race: the harness never asks for another.
enum Order { forward, backward, in_turns };
static Order order = forward;
static bool stopped = false, watching = false;
static uint64_t stores = 0;  // in buffers
static uint64_t accesses = 0;
static void *now = nullptr;
struct Cell {
    int unused;
};
struct Buffer {
    const char *name;
    uintptr_t zone, zone_end, start, end;
    Cell *cells = nullptr;
};
static std::vector<Buffer> buffers;
struct Mapped {
    void *host, *device;
    size_t bytes;
};
static std::vector<Mapped> mapped;
static void *guarded(const char *, size_t bytes) {
    Mapped m{malloc(bytes), nullptr, bytes};
    if (cudaMalloc(&m.device, bytes) != cudaSuccess) return nullptr;
    mapped.push_back(m);
    return m.host;
}
static void *device_of(void *host) {
    for (auto &m : mapped)
        if (m.host == host) return m.device;
    return nullptr;
}
static void copy_there() {
    for (auto &m : mapped) cudaMemcpy(m.device, m.host, m.bytes, cudaMemcpyHostToDevice);
}
static void copy_back() {
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) findings.push_back({"gpu", nullptr, cudaGetErrorString(error)}), stopped = true;
    for (auto &m : mapped) cudaMemcpy(m.host, m.device, m.bytes, cudaMemcpyDeviceToHost);
}
template <typename T> static void *symbol(const char *, T &v) {
    void *device = nullptr;
    cudaGetSymbolAddress(&device, v);
    mapped.push_back({calloc(1, sizeof(T)), device, sizeof(T)});
    return mapped.back().host;
}
template <typename T> static T argument(void *slot) {
    using P = std::remove_cv_t<std::remove_reference_t<T>>;
    if constexpr (std::is_pointer_v<P>) return (P)device_of(*(void **)slot);
    else return *(P *)slot;
}
}  // namespace lw
