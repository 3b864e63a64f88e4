/* The device's memory: one stretch of addresses that the host's allocator never uses, cut into blocks with redzones.

   A block that was given back is not used again until 64 MiB of others have been, so that a late access meets memory that is
   known to be dead. New memory is filled with a pattern that is not a number as float and as double. */
#define _GNU_SOURCE
#include "device.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define REDZONE 256u
#define QUARANTINE (64u << 20)
#define POISON 0x7ff4a5a57ff4a5a5u

uintptr_t arena, arena_size;
uint8_t *shadow;
uint32_t *writers, *readers, *changed;
static uintptr_t next_free;
static Block **blocks;          /* by address */
static size_t block_count, block_room;
static Block **resting;         /* dead ones, oldest first */
static size_t resting_first, resting_count, resting_room;
static uint64_t resting_bytes;

static void *reserve(size_t size) {
    void *at = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? 0 : at;
}

void memory_start(void) {
    struct rlimit limit;
    arena_size = (uintptr_t)64 << 30;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        while (arena_size > limit.rlim_cur / 6) arena_size /= 2;
    for (; arena_size >= (1u << 20); arena_size /= 2) {
        void *data = reserve(arena_size), *states = reserve(arena_size), *w = reserve(arena_size / 2), *r = reserve(arena_size / 2), *c = reserve(arena_size / 2);
        if (data && states && w && r && c) {
            arena = (uintptr_t)data, shadow = states, writers = w, readers = r, changed = c;
            next_free = arena;
            return;
        }
        if (data) munmap(data, arena_size);
        if (states) munmap(states, arena_size);
        if (w) munmap(w, arena_size / 2);
        if (r) munmap(r, arena_size / 2);
        if (c) munmap(c, arena_size / 2);
    }
    fputs("loopwright: no room for the emulated device's memory\n", stderr);
    abort();
}

static size_t place_of(uintptr_t address) { /* of the first block that starts behind the address */
    size_t low = 0, high = block_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (blocks[middle]->whole <= address) low = middle + 1;
        else high = middle;
    }
    return low;
}

Block *block_at(uintptr_t address) {
    size_t place = place_of(address);
    if (!place) return 0;
    Block *b = blocks[place - 1];
    return address - b->whole < b->reserved ? b : 0;
}

static void insert(Block *b) {
    if (block_count == block_room) blocks = raw_grow(blocks, (block_room = block_room ? block_room * 2 : 256) * sizeof *blocks);
    size_t place = place_of(b->whole);
    for (size_t i = block_count++; i > place; i--) blocks[i] = blocks[i - 1];
    blocks[place] = b;
}

static size_t rounded(size_t size) { /* to one of eight steps in each power of two: blocks of near sizes are shared */
    size_t step = 64;
    while (step * 16 < size) step *= 2;
    return (size + step - 1) / step * step;
}

static Block *rested(size_t reserved) {
    if (resting_bytes < QUARANTINE) return 0;
    for (size_t i = 0; i < resting_count; i++) {
        Block *b = resting[resting_first + i];
        if (!b || b->reserved != reserved) continue;
        resting[resting_first + i] = 0;
        resting_bytes -= reserved;
        return b;
    }
    return 0;
}

Block *block_new(size_t size, size_t alignment, uint32_t site) {
    if (alignment < 64) alignment = 64;
    size_t reserved = rounded(size + alignment + 2 * REDZONE);
    Block *b = rested(reserved);
    if (!b) {
        if (reserved > arena_size - (next_free - arena)) return 0;
        b = raw_allocate(sizeof *b);
        b->whole = next_free, b->reserved = reserved;
        next_free += reserved;
        insert(b);
    }
    b->start = (b->whole + REDZONE + alignment - 1) / alignment * alignment;
    b->size = size, b->users = 1, b->born = site, b->died = NO_SITE, b->live = true, b->host = 0, b->wrote = NO_SITE, b->scalar = false;
    uint64_t *words = (uint64_t *)b->start;
    for (size_t i = 0; i < (size + 7) / 8; i++) words[i] = POISON;
    if (hooked) {
        raw_fill(shadow_of(b->whole), 0, reserved);
        raw_fill(shadow_of(b->start), S_LIVE, size);
        raw_fill(writers + (b->whole - arena) / 8, 0, reserved / 2);
        raw_fill(readers + (b->whole - arena) / 8, 0, reserved / 2);
    }
    uint64_t t = now();
    event(E_ALLOC, site, ASYNC_SYNC, t, t, size, 0);
    return b;
}

void block_use(Block *b) { b->users++; }

static void account(Block *b) {
    if (!hooked) return;
    uint8_t *s = shadow_of(b->start);
    size_t touched = 0, sent = 0;
    for (size_t i = 0; i < b->size; i++) touched += (s[i] & (S_READ | S_WRITTEN)) != 0, sent += (s[i] & S_SENT) != 0;
    site_unused(b->born, b->size - touched, sent);
}

void block_drop(Block *b, uint32_t site) {
    if (--b->users) return;
    account(b);
    b->live = false, b->died = site;
    uint64_t t = now();
    event(E_FREE, site, ASYNC_SYNC, t, t, b->size, b->host);
    if (hooked) {
        uint8_t *s = shadow_of(b->start);
        for (size_t i = 0; i < b->size; i++) s[i] &= (uint8_t)~S_LIVE;
    }
    if (b->size >= 1u << 20) {
        uintptr_t from = (b->start + 4095) & ~(uintptr_t)4095, to = (b->start + b->size) & ~(uintptr_t)4095;
        madvise((void *)from, to - from, MADV_DONTNEED);
    }
    if (resting_first + resting_count == resting_room) {
        size_t kept = 0;
        for (size_t i = 0; i < resting_count; i++)
            if (resting[resting_first + i]) resting[kept++] = resting[resting_first + i];
        resting_first = 0, resting_count = kept;
        if (kept * 2 >= resting_room) resting = raw_grow(resting, (resting_room = resting_room ? resting_room * 2 : 256) * sizeof *resting);
    }
    resting[resting_first + resting_count++] = b;
    resting_bytes += b->reserved;
}
