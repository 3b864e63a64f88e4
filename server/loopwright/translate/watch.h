// Watches a translation: its parallel loops run one part after the other, and parts that meet in memory are counted.
//
// OpenMP's runtime is this file: a team of `team` threads that exist one after the other, so that what they do is the same in every
// run. Two of them that touch the same bytes of a buffer in one loop, one of them writing another value there and not both with an
// atomic operation, are a race of the translation (the kernel itself was seen to have none on the same input).
#pragma once
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>
#include <link.h>
#include <sys/mman.h>
#define LW_OWN __attribute__((no_sanitize("thread"), no_sanitize("bounds")))

namespace lw {
static const int team = 61;
static int member = 0, members = 1;
static uint32_t region = 0;
static uintptr_t outer_frame = 0;
static bool inside = false;
static int races = 0;
struct Touch {
    uint32_t region;
    int16_t member;
    uint8_t bytes;
    bool atomic;
};
struct Cell {
    uintptr_t word;
    Touch write, read;
    Touch plain;  // the last store that was not atomic, where atomic operations came after it
};
static Cell *cells = nullptr;
static const size_t cell_count = (size_t)1 << 24;
static struct { uintptr_t at; size_t bytes; unsigned char before[16]; bool pending; } suspect;

// Whether an address is one of this library's variables of a thread: each part has its own, and here all are carried out by one.
LW_OWN static int find_own(dl_phdr_info *info, size_t, void *range) {
    uintptr_t *const found = (uintptr_t *)range;
    bool own = false;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        own |= info->dlpi_phdr[i].p_type == PT_LOAD && (uintptr_t)&races - start < info->dlpi_phdr[i].p_memsz;
    }
    for (int i = 0; own && i < info->dlpi_phnum; ++i)
        if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data) found[0] = (uintptr_t)info->dlpi_tls_data, found[1] = info->dlpi_phdr[i].p_memsz;
    return own;
}
LW_OWN static bool is_of_thread(uintptr_t at) {
    uintptr_t range[2] = {0, 0};
    dl_iterate_phdr(find_own, range);
    return at - range[0] < range[1];
}
LW_OWN static void settle() {
    if (!suspect.pending) return;
    suspect.pending = false;
    races += memcmp(suspect.before, (const void *)suspect.at, suspect.bytes) != 0 && !is_of_thread(suspect.at);
}
LW_OWN static Cell *cell_of(uintptr_t word) {
    if (!cells) cells = (Cell *)mmap(nullptr, cell_count * sizeof(Cell), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    size_t i = (word * 0x9E3779B97F4A7C15ull >> 20) & (cell_count - 1);
    for (int steps = 0; steps < 64; ++steps, i = (i + 1) & (cell_count - 1)) {
        if (!cells[i].word) cells[i].word = word;
        if (cells[i].word == word) return &cells[i];
    }
    return nullptr;
}
LW_OWN static bool meets(const Touch &before, const Touch &mine) {
    return before.region == mine.region && before.member != mine.member && (before.bytes & mine.bytes) && !(before.atomic && mine.atomic);
}
LW_OWN static void touch(void *address, size_t bytes, bool writes, bool atomic, void *) {
    if (!inside) return;
    settle();
    const uintptr_t at = (uintptr_t)address;
    // What lies below the frame that began the loop is the part's own.
    if (at < outer_frame && at > outer_frame - ((uintptr_t)64 << 20)) return;
    for (uintptr_t word = at >> 2; word <= (at + bytes - 1) >> 2; ++word) {
        Cell *cell = cell_of(word);
        if (!cell) continue;
        uint8_t mask = 0;
        for (int i = 0; i < 4; ++i) mask |= (uint8_t)((word * 4 + i >= at && word * 4 + i < at + bytes) << i);
        const Touch mine{region, (int16_t)member, mask, atomic};
        if (writes && bytes <= 16 && (meets(cell->write, mine) || meets(cell->read, mine) || (cell->write.atomic && meets(cell->plain, mine)))) {
            suspect.at = at, suspect.bytes = bytes, suspect.pending = true;
            memcpy(suspect.before, address, bytes);
        } else if (!writes && meets(cell->write, mine) && !cell->write.atomic)
            ++races;
        if (writes && atomic && !cell->write.atomic) cell->plain = cell->write;
        (writes ? cell->write : cell->read) = mine;
    }
}
LW_OWN static void volatile_touch(void *address, size_t bytes, bool writes, void *place) { touch(address, bytes, writes, true, place); }

// ---- what loops ask of OpenMP's runtime

static long next_first = 0, last = 0, step = 1, share = 1;
template <typename F>
LW_OWN static void run_team(F part, unsigned threads) {
    if (inside) return part();
    outer_frame = (uintptr_t)__builtin_frame_address(0);
    members = threads == 1 ? 1 : team;
    ++region;
    for (member = 0; member < members; ++member) {
        inside = members > 1;
        part();
        settle();
        inside = false;
    }
    member = 0, members = 1;
}
LW_OWN static void share_out(long first, long end, long by) {
    const long rounds = by > 0 ? (end - first + by - 1) / by : (end - first + by + 1) / by;
    step = by, share = rounds > 0 ? (rounds + members - 1) / members : 0;
    next_first = first + member * share * by, last = by > 0 ? (next_first + share * by < end ? next_first + share * by : end) : (next_first + share * by > end ? next_first + share * by : end);
}
LW_OWN static bool take(long *first, long *end) {
    if (step > 0 ? next_first >= last : next_first <= last) return false;
    *first = next_first, *end = last, next_first = last;
    return true;
}
}  // namespace lw

#define LW_RUNTIME extern "C" LW_OWN __attribute__((used, visibility("hidden")))
LW_RUNTIME int omp_get_thread_num() { return lw::member; }
LW_RUNTIME int omp_get_num_threads() { return lw::members; }
LW_RUNTIME int omp_get_max_threads() { return lw::team; }
LW_RUNTIME void GOMP_barrier() {}
LW_RUNTIME void GOMP_parallel(void (*part)(void *), void *data, unsigned threads, unsigned) {
    lw::run_team([=]() LW_OWN { part(data); }, threads);
}
#define LW_SCHEDULED(KIND) \
    LW_RUNTIME void GOMP_parallel_loop_##KIND(void (*part)(void *), void *data, unsigned threads, long first, long end, long by, long, unsigned) { \
        lw::run_team([=]() LW_OWN { lw::share_out(first, end, by); part(data); }, threads); \
    } \
    LW_RUNTIME bool GOMP_loop_##KIND##_start(long first, long end, long by, long, long *a, long *b) { return lw::share_out(first, end, by), lw::take(a, b); } \
    LW_RUNTIME bool GOMP_loop_##KIND##_next(long *a, long *b) { return lw::take(a, b); } \
    LW_RUNTIME bool GOMP_loop_ull_##KIND##_start(bool, unsigned long long first, unsigned long long end, unsigned long long by, unsigned long long, unsigned long long *a, unsigned long long *b) { \
        return lw::share_out((long)first, (long)end, (long)by), lw::take((long *)a, (long *)b); \
    } \
    LW_RUNTIME bool GOMP_loop_ull_##KIND##_next(unsigned long long *a, unsigned long long *b) { return lw::take((long *)a, (long *)b); }
LW_SCHEDULED(dynamic)
LW_SCHEDULED(nonmonotonic_dynamic)
LW_SCHEDULED(guided)
LW_SCHEDULED(nonmonotonic_guided)
LW_RUNTIME void GOMP_loop_end() {}
LW_RUNTIME void GOMP_loop_end_nowait() {}
#include "hooks.h"
// Memory of a part goes to nobody else before the loop has ended.
namespace lw {
static char *arena = nullptr;
static size_t arena_used = 0;
static const size_t arena_bytes = (size_t)1 << 32;
LW_OWN static void *fresh(size_t bytes) {
    if (!inside) return malloc(bytes ? bytes : 1);
    if (!arena) arena = (char *)mmap(nullptr, arena_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *const found = arena + arena_used;
    arena_used += (bytes + 63) & ~(size_t)63;
    if (arena_used > arena_bytes) abort();
    return found;
}
}
LW_OWN void *operator new(size_t bytes) { return lw::fresh(bytes); }
LW_OWN void *operator new[](size_t bytes) { return lw::fresh(bytes); }
LW_OWN void operator delete(void *p) noexcept { if (!((char *)p >= lw::arena && (char *)p < lw::arena + lw::arena_bytes)) free(p); }
LW_OWN void operator delete[](void *p) noexcept { operator delete(p); }
LW_OWN void operator delete(void *p, size_t) noexcept { operator delete(p); }
LW_OWN void operator delete[](void *p, size_t) noexcept { operator delete(p); }
