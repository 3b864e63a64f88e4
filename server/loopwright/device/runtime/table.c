/* The present table: host bytes that have a copy on the device, by host address; and the host's pages with something to watch. */
#define _GNU_SOURCE
#include "device.h"
#include <sys/mman.h>

Page **pages[1 << 17];
static Mapping **mappings; /* by host address; they do not overlap */
static size_t count, room;

size_t table_count(void) { return count; }
Mapping *table_at(size_t i) { return mappings[i]; }

static size_t place_after(uintptr_t host) { /* of the first mapping that ends behind `host` */
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (mappings[middle]->end <= host) low = middle + 1;
        else high = middle;
    }
    return low;
}

Mapping *table_first_after(uintptr_t host) {
    size_t place = place_after(host);
    return place < count ? mappings[place] : 0;
}

Mapping *table_find(uintptr_t host, size_t size) {
    Mapping *m = table_first_after(host);
    if (m && m->host < host + (size ? size : 1)) return m;
    /* Nothing long: also what ends here. */
    if (size == 0 && host && (m = table_first_after(host - 1)) && m->host < host) return m;
    return 0;
}

Mapping *table_of_device(uintptr_t device) {
    Block *b = on_device(device) ? block_at(device) : 0;
    for (size_t i = 0; b && i < count; i++)
        if (mappings[i]->block == b && device - mappings[i]->device < mappings[i]->end - mappings[i]->host) return mappings[i];
    return 0;
}

Page *page_make(uintptr_t address) {
    Page ***first = &pages[(address >> 30) & 0x1ffff];
    if (!*first) {
        void *at = mmap(0, sizeof(Page *) << 18, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED) fatal(NO_SITE, "out of memory");
        *first = at;
    }
    Page **page = &(*first)[(address >> 12) & 0x3ffff];
    if (!*page) *page = raw_allocate(sizeof **page);
    return *page;
}

#define EACH_PAGE(at, from, to) for (uintptr_t at = (from) & ~(uintptr_t)4095; at < (to); at += 4096)

/* Bytes that stay stale on the host when their mapping goes are remembered; a new mapping takes them over. */
static void ghosts_take(Mapping *m) {
    EACH_PAGE(at, m->host, m->end) {
        Page *p = page_of(at);
        if (!p || !p->ghost) continue;
        for (uintptr_t a = at < m->host ? m->host : at; a < at + 4096 && a < m->end; a++) {
            *shadow_of(device_of(m, a)) |= p->ghost[a & 4095];
            p->ghost[a & 4095] = 0;
        }
    }
}

static void ghost_set(uintptr_t host, uint8_t left, uint32_t site) {
    Page *p = page_make(host);
    if (!p->ghost) p->ghost = raw_allocate(4096);
    p->ghost[host & 4095] = left;
    p->ghost_site = site;
}

void ghosts_set(uintptr_t host, size_t size, const uint8_t *states, uint32_t site) {
    uint8_t seen = 0;
    for (size_t i = 0; i < size; i++) seen |= states[i];
    ghosts_forget(host, host + size);
    if (!(seen & (S_HOST_STALE | S_HOST_UNDEFINED))) return;
    for (size_t i = 0; i < size; i++)
        if (states[i] & (S_HOST_STALE | S_HOST_UNDEFINED)) ghost_set(host + i, states[i] & (S_HOST_STALE | S_HOST_UNDEFINED), site);
}

void ghosts_undefined(uintptr_t host, size_t size, const uint8_t *states, uint32_t site) {
    for (size_t i = 0; i < size; i++)
        if (!(states[i] & S_DEFINED)) ghost_set(host + i, S_HOST_UNDEFINED, site);
}

void ghosts_forget(uintptr_t from, uintptr_t to) {
    EACH_PAGE(at, from, to) {
        Page *p = page_of(at);
        if (!p || !p->ghost) continue;
        uintptr_t low = at < from ? from : at, high = at + 4096 < to ? at + 4096 : to;
        raw_fill(p->ghost + (low & 4095), 0, high - low);
    }
}

Mapping *table_add(uintptr_t host, size_t size, Block *block, uintptr_t device, uint32_t site) {
    if (count == room) mappings = raw_grow(mappings, (room = room ? room * 2 : 256) * sizeof *mappings);
    Mapping *m = raw_allocate(sizeof *m);
    *m = (Mapping){.host = host, .end = host + size, .block = block, .device = device, .references = 1, .site = site};
    if (!block->host) block->host = host;
    size_t place = place_after(host);
    for (size_t i = count++; i > place; i--) mappings[i] = mappings[i - 1];
    mappings[place] = m;
    stack_watch(host);
    direct_add(m);
    if (!hooked) return m;
    EACH_PAGE(at, host, host + size) {
        Page *p = page_make(at);
        p->only = p->count++ ? 0 : m;
    }
    ghosts_take(m);
    return m;
}

static void unwatch(Mapping *m) {
    EACH_PAGE(at, m->host, m->end) {
        Page *p = page_of(at);
        p->count--;
        p->only = 0;
        if (p->count != 1) continue;
        for (size_t i = place_after(at); i < count && mappings[i]->host < at + 4096; i++)
            if (mappings[i] != m && !mappings[i]->orphan) p->only = mappings[i];
    }
}

void table_orphan(Mapping *m) {
    if (m->orphan) return;
    m->orphan = true;
    if (hooked) unwatch(m);
}

void table_remove(Mapping *m, uint32_t site) {
    direct_remove(m);
    if (hooked && !m->orphan) {
        unwatch(m);
        ghosts_set(m->host, m->end - m->host, shadow_of(m->device), site);
    }
    size_t place = place_after(m->host);
    for (size_t i = place; i + 1 < count; i++) mappings[i] = mappings[i + 1];
    count--;
    /* The mapping itself is kept: a hook in another thread may look at it, and it is small. */
}
