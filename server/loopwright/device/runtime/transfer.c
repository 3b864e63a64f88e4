/* Copies between host and device: what they do to the states of the bytes, and what of them moved nothing new.

   Bytes of a copy are redundant where the receiver holds them already: the states say so; without hooks, and where the device's memory
   is new, the whole content is compared, in the second case with what was last moved for the same host bytes in either direction. */
#define _GNU_SOURCE
#include "device.h"

void raw_copy(void *to, const void *from, size_t size) {
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

void raw_fill(void *to, int value, size_t size) {
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(value) : "memory");
}

bool raw_equal(const void *one, const void *two, size_t size) {
    const char *a = one, *b = two;
    for (; size >= 8; size -= 8, a += 8, b += 8)
        if (*(const uint64_t *)a != *(const uint64_t *)b) return false;
    while (size--)
        if (*a++ != *b++) return false;
    return true;
}

#define KNOWN 16384u
static struct { uintptr_t host; size_t size; uint64_t hash; } known[KNOWN]; /* what was last moved for some host bytes */

static uint64_t hash_of(const void *at, size_t size) {
    const uint64_t *w = at;
    uint64_t a = size * 0x9e3779b97f4a7c15u, b = ~a;
    size_t i = 0;
    for (; i + 16 <= size; i += 16, w += 2) {
        a = (a ^ w[0]) * 0xff51afd7ed558ccdu, b = (b ^ w[1]) * 0xc4ceb9fe1a85ec53u;
        a ^= a >> 32, b ^= b >> 29;
    }
    for (const unsigned char *c = (const void *)w; i < size; i++) a = (a ^ *c++) * 0x100000001b3u;
    return a ^ (b * 31) ^ (b >> 32);
}

/* Whether the same content was last moved for these bytes; remembers it. */
static bool moved_before(uintptr_t host, size_t size, const void *content) {
    uint64_t hash = hash_of(content, size);
    size_t at = (host * 31 + size) * 0x9e3779b97f4a7c15u >> 50;
    bool same = known[at].host == host && known[at].size == size && known[at].hash == hash;
    known[at].host = host, known[at].size = size, known[at].hash = hash;
    return same;
}

void copy_to(uintptr_t device, uintptr_t host, size_t size, uint32_t site, int queue, Pairing pairing) {
    bool fresh = pairing == NEW_PAIR || pairing == CONSTRUCT_PAIR;
    if (operation) order_check(device, size, true, site_pc(site));
    uint64_t begin = now();
    bool before = moved_before(host, size, (void *)host);
    bool redundant = fresh ? before : raw_equal((void *)device, (void *)host, size);
    size_t same = redundant ? size : 0;
    if (hooked && pairing == NO_PAIR) {
        touch_range(host, size, false, site_pc(site));
        uint8_t *s = shadow_of(device);
        for (size_t i = 0; i < size; i++) s[i] = (s[i] & (uint8_t)~S_DEVICE_STALE) | S_DEFINED | S_HOST_STALE | S_SENT;
    } else if (hooked) {
        uint8_t *s = shadow_of(device);
        size_t lost = 0, first = 0, stale = 0, unread = 0, kept = 0;
        for (size_t i = 0; i < size; i++) {
            uint8_t old = s[i];
            kept += (old & (S_HOST_STALE | S_DEVICE_STALE | S_DEFINED | S_HOST_UNDEFINED)) == S_DEFINED;
            if ((old & (S_HOST_STALE | S_DEVICE_STALE | S_DEFINED)) == (S_HOST_STALE | S_DEFINED) && !lost++) first = i;
            stale += (old & S_HOST_STALE) != 0;
            unread += (old & S_SENT) != 0;
            uint8_t new = (old & (S_LIVE | S_HOST_STALE | S_HOST_UNDEFINED | S_READ | S_WRITTEN)) | S_SENT;
            if (!(old & S_HOST_UNDEFINED)) new |= S_DEFINED;
            if (old & S_HOST_STALE) new |= S_DEVICE_STALE;
            s[i] = new;
        }
        Block *b = block_at(device);
        /* A single lost byte in an equal copy changes nothing that can be seen. */
        if (lost && !redundant) finding(F_RESULT_OVERWRITTEN, site_pc(site), site, b ? b->born : NO_SITE, host, (int64_t)first, size, 0);
        if (stale) site_stale(site, stale);
        if (!fresh) same = kept;
        if (unread && !fresh) site_unused(site, 0, unread);
    }
    raw_copy((void *)device, (void *)host, size);
    site_moved(site, true, size, same);
    event(E_TO, site, queue, begin, now(), size, host);
}

void copy_from(uintptr_t host, uintptr_t device, size_t size, uint32_t site, int queue, Pairing pairing) {
    if (operation) order_check(device, size, false, site_pc(site));
    uint64_t begin = now();
    bool redundant = raw_equal((void *)device, (void *)host, size);
    size_t same = redundant ? size : 0;
    moved_before(host, size, (void *)device);
    if (hooked && pairing == NO_PAIR) {
        touch_range(host, size, true, site_pc(site));
        ghosts_undefined(host, size, shadow_of(device), site);
    } else if (hooked) {
        uint8_t *s = shadow_of(device);
        size_t lost = 0, first = 0, stale = 0, kept = 0;
        for (size_t i = 0; i < size; i++) {
            uint8_t old = s[i];
            kept += (old & (S_HOST_STALE | S_DEVICE_STALE | S_DEFINED | S_HOST_UNDEFINED)) == S_DEFINED;
            if ((old & (S_HOST_STALE | S_DEVICE_STALE)) == S_DEVICE_STALE && !lost++) first = i;
            stale += (old & S_DEVICE_STALE) != 0;
            uint8_t new = old & (uint8_t)~(S_HOST_STALE | S_HOST_UNDEFINED);
            if (!(old & S_DEFINED)) new |= S_HOST_UNDEFINED;
            else if (old & S_DEVICE_STALE) new |= S_HOST_STALE;
            s[i] = new;
        }
        Block *b = block_at(device);
        if (lost && !redundant) finding(F_HOST_VALUE_OVERWRITTEN, site_pc(site), site, b ? b->born : NO_SITE, host, (int64_t)first, size, 0);
        if (stale) site_stale(site, stale);
        same = kept;
        Mapping *m = table_find(host, 1);
        if (!m || device_of(m, host) != device) ghosts_set(host, size, s, site); /* its mapping went before it was carried out */
    }
    raw_copy((void *)host, (void *)device, size);
    site_moved(site, false, size, same);
    event(E_FROM, site, queue, begin, now(), size, host);
}

void put_pointer(uintptr_t device, uintptr_t value) {
    *(uintptr_t *)device = value;
    if (!hooked) return;
    uint8_t *s = shadow_of(device);
    for (int i = 0; i < 8; i++) s[i] = (s[i] | S_DEFINED) & (uint8_t)~(S_DEVICE_STALE | S_HOST_STALE | S_SENT);
}
