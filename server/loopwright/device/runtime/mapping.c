/* Data clauses, as gcc's runtime carries them out: kinds, structured and dynamic reference counts, structs, attached pointers. */
#include "device.h"
#include <stdio.h>

static bool copies_to(int kind) { return !(kind & 0x0c) && (kind & 1); }
static bool copies_from(int kind) { return !(kind & 0x0c) && (kind & 2); }

static Mapping *make(uintptr_t host, size_t size, unsigned kind, uint32_t site) {
    Block *b = block_new(size, (size_t)1 << (kind >> 8 & 15), site);
    if (!b) fatal(site, "device memory allocation fail");
    return table_add(host, size, b, b->start, site);
}

static void drop(Mapping *m, uint32_t site, int queue) {
    table_remove(m, site);
    enqueue_drop(m, site, queue);
}

static void check_inside(Mapping *m, uintptr_t host, size_t size, int kind, uint32_t site) {
    if ((kind & K_FORCE) || m->host > host || m->end < host + size)
        fatal(site, "Trying to map into device [%p..%p) object when [%p..%p) is already mapped", (void *)host, (void *)(host + size),
              (void *)m->host, (void *)m->end);
}

void attach_pointer(uintptr_t host, size_t bias, int queue) {
    if (is_shared(host)) return;
    Mapping *m = table_find(host, sizeof(void *));
    uint32_t site = kernel_site;
    if (!m) fatal(site, "struct not mapped for acc_attach");
    if (!m->attached) m->attached = raw_allocate((m->end - m->host + 7) / 8 * sizeof *m->attached);
    Attached *p = &m->attached[(host - m->host) / 8];
    uintptr_t target = *(uintptr_t *)host;
    if (p->times && target == p->target) { /* it may have gone elsewhere and come back while other memory was mapped */
        p->times++;
        return;
    }
    if (!target) fatal(site, "attempt to attach null pointer");
    Mapping *to = is_shared(target + bias) ? 0 : table_find(target + bias, 1);
    if (!to && !is_shared(target + bias)) fatal(site, "pointer target not mapped for attach");
    uintptr_t value = to ? kernel_address(to, to->host) + (target - to->host) : target;
    if (p->times && value == *(uintptr_t *)device_of(m, host)) p->times++; /* a kernel did to its copy what the host did */
    else {
        if (p->times) finding(F_ATTACHED_ELSEWHERE, site_pc(site), site, m->site, m->host, (int64_t)(host - m->host), m->end - m->host, 0);
        p->moved |= p->times != 0;
        p->times = 1;
        enqueue_pointer(device_of(m, host), value, queue);
    }
    p->target = target, p->value = value;
}

void detach_pointer(uintptr_t host, bool finalize, int queue) {
    if (is_shared(host)) return;
    Mapping *m = table_find(host, sizeof(void *));
    uint32_t site = kernel_site;
    if (!m) fatal(site, "struct not mapped for detach operation");
    if (!m->attached) fatal(site, "no attachment counters for struct");
    Attached *p = &m->attached[(host - m->host) / 8];
    if (!p->times && p->moved) return; /* its count began anew with the second target */
    if (finalize) p->times = 1;
    if (!p->times) fatal(site, "attach count underflow");
    if (--p->times == 0) enqueue_pointer(device_of(m, host), *(uintptr_t *)host, queue);
}

/* A pointer variable that is mapped itself: on the device it points at the copy of what it points at. */
static void translate_pointer(Mapping *at, uintptr_t host, size_t bias, uint32_t site, int queue) {
    uintptr_t target = *(uintptr_t *)host;
    if (target && !is_shared(target + bias)) {
        Mapping *m = table_find(target + bias, 0);
        if (!m) fatal(site, "Pointer target of array section wasn't mapped");
        target = kernel_address(m, m->host) + (target - m->host);
    }
    enqueue_pointer(device_of(at, host), target, queue);
}

static void map_one(Slot *slot, uintptr_t host, size_t size, unsigned kind, bool construct, uint32_t site, int queue) {
    int what = kind & 0xff;
    Pairing new = construct && (what == K_TO || size <= SCALAR) ? CONSTRUCT_PAIR : NEW_PAIR;
    size_t length = what == K_POINTER ? sizeof(void *) : size;
    Mapping *m = length ? table_find(host, length) : 0;
    if (length == 0) { /* an empty section: of what is there already, else nothing to hold */
        m = table_find(host, 0);
        if (!m) return;
    }
    *slot = (Slot){.host = host, .size = length, .copy_back = copies_from(what), .always_back = (what & 0x70) == 0x10 && copies_from(what)};
    if (m) {
        if (length) check_inside(m, host, length, what, site);
        if (!m->forever) m->references++;
        slot->mapping = m;
        if ((what & 0x70) == 0x10 && copies_to(what)) enqueue_copy(true, device_of(m, host), host, length, site, queue, PAIR);
        return;
    }
    if (what == K_FORCE_PRESENT) fatal(site, "present clause: !acc_is_present (%p, %zu (0x%zx))", (void *)host, size, size);
    slot->mapping = m = make(host, length, kind, site);
    if (what == K_POINTER) translate_pointer(m, host, size, site, queue);
    else if (copies_to(what) || what == K_TO_PSET) enqueue_copy(true, m->device, host, length, site, queue, new);
    else if (what != K_ALLOC && what != K_FROM && what != K_FORCE_ALLOC && what != K_FORCE_FROM && what != 0x12)
        fatal(site, "unhandled kind 0x%.2x", what);
}

/* Members of a struct that are mapped together lie on the device as they do on the host. */
static size_t map_struct(Region *r, size_t i, void **host, size_t *sizes, unsigned short *kinds, uintptr_t *device, int queue) {
    size_t last = i + sizes[i];
    uintptr_t from = (uintptr_t)host[i + 1], to = (uintptr_t)host[last] + sizes[last];
    Mapping *around = table_find((uintptr_t)host[i], to - (uintptr_t)host[i]);
    Block *b = 0;
    if (!around && !(b = block_new(to - from, (size_t)1 << (kinds[i] >> 8 & 15), r->site))) fatal(r->site, "device memory allocation fail");
    for (size_t j = i + 1; j <= last; j++) {
        uintptr_t at = (uintptr_t)host[j];
        int what = kinds[j] & 0xff;
        Mapping *m;
        if (around) {
            m = table_find(at, sizes[j]);
            if (!m || m->block != around->block)
                fatal(r->site, "Trying to map into device [%p..%p) structure element when other mapped elements from the same structure "
                      "weren't mapped together with it", host[j], (void *)(at + sizes[j]));
            check_inside(m, at, sizes[j], what, r->site);
            if (!m->forever) m->references++;
        } else {
            if (j > i + 1) block_use(b);
            m = table_add(at, sizes[j], b, b->start + (at - from), r->site);
            if (copies_to(what)) enqueue_copy(true, m->device, at, sizes[j], r->site, queue, NEW_PAIR);
        }
        r->slots[j] = (Slot){.mapping = m, .host = at, .size = sizes[j], .copy_back = copies_from(what)};
        if (device) device[j] = kernel_address(m, at);
    }
    Mapping *first = r->slots[i + 1].mapping;
    if (device) device[i] = kernel_address(first, first->host) + ((uintptr_t)host[i] - first->host);
    return last;
}

Region *map_region(size_t n, void **host, size_t *sizes, unsigned short *kinds, uintptr_t *device, uint32_t site, int queue) {
    Region *r = raw_allocate(sizeof *r + n * sizeof r->slots[0]);
    r->count = n, r->site = site;
    for (size_t i = 0; i < n; i++) {
        int what = kinds[i] & 0xff;
        uintptr_t at = (uintptr_t)host[i];
        if (device) device[i] = at;
        if (!at || what == K_FIRSTPRIVATE_INT || what == K_FIRSTPRIVATE || what == K_DEVICEPTR) continue; /* by value: the launch has it */
        if (is_shared(at)) {
            for (size_t members = what == K_STRUCT ? sizes[i] : 0; members--; i++)
                if (device) device[i + 1] = (uintptr_t)host[i + 1];
            continue;
        }
        Mapping *m;
        switch (what) {
        case K_USE_DEVICE:
        case K_USE_DEVICE_IF_PRESENT:
            m = table_find(at, 0);
            if (m) host[i] = (void *)device_of(m, at);
            else if (what == K_USE_DEVICE) fatal(site, "use_device_ptr pointer wasn't mapped");
            break;
        case K_STRUCT:
            i = map_struct(r, i, host, sizes, kinds, device, queue);
            break;
        case K_ATTACH:
            if (!table_find(at, sizeof(void *))) fatal(site, "outer struct not mapped for attach");
            attach_pointer(at, sizes[i], queue);
            r->slots[i] = (Slot){.host = at, .attach = true};
            break;
        case K_ALWAYS_POINTER:
            m = table_find(at, sizeof(void *));
            if (!m) fatal(site, "always pointer not mapped");
            enqueue_pointer(device_of(m, at), device && i ? device[i - 1] - sizes[i] : 0, queue);
            break;
        case K_ZERO_LENGTH:
            m = table_find(at, 0);
            if (!m) {
                if (device) device[i] = 0;
                break;
            }
            r->slots[i] = (Slot){.mapping = m, .host = at};
            if (!m->forever) m->references++;
            if (device) device[i] = kernel_address(m, at);
            break;
        case K_IF_PRESENT:
            m = table_find(at, sizes[i]);
            if (!m) {
                if (device) device[i] = 0;
                break;
            }
            check_inside(m, at, sizes[i], what, site);
            if (!m->forever) m->references++;
            r->slots[i] = (Slot){.mapping = m, .host = at, .size = sizes[i]};
            if (device) device[i] = kernel_address(m, at);
            break;
        default:
            map_one(&r->slots[i], at, sizes[i], kinds[i], device != 0, site, queue);
            if (device && r->slots[i].mapping) device[i] = kernel_address(r->slots[i].mapping, at);
            if (what == K_TO_PSET)
                for (size_t j = i + 1; j < n && (kinds[j] & 0xff) == K_POINTER && (uintptr_t)host[j] - at < sizes[i]; j++, i++) {
                    translate_pointer(r->slots[i].mapping ? r->slots[i].mapping : table_find(at, 1), (uintptr_t)host[j], sizes[j], site, queue);
                    if (device) device[j] = device_of(table_find(at, 1), (uintptr_t)host[j]);
                }
        }
    }
    return r;
}

void unmap_region(Region *r, uint32_t site, int queue) {
    for (size_t i = 0; i < r->count; i++)
        if (r->slots[i].attach) detach_pointer(r->slots[i].host, false, queue);
    for (size_t i = 0; i < r->count; i++) {
        Slot *s = &r->slots[i];
        Mapping *m = s->mapping;
        if (!m || s->attach) continue;
        bool last = !m->forever && --m->references == 0;
        if (((last && s->copy_back) || s->always_back) && s->size && !m->orphan)
            enqueue_copy(false, device_of(m, s->host), s->host, s->size, site, queue, PAIR);
        if (last) drop(m, site, queue);
    }
    raw_free(r);
}

/* How many entries belong to one thing: a struct with its members, a section with its pointers. */
static size_t group_end(size_t i, size_t n, size_t *sizes, unsigned short *kinds) {
    int what = kinds[i] & 0xff;
    if (what == K_STRUCT) return i + sizes[i];
    if (what == K_ATTACH) return i;
    if (i + 1 < n && ((kinds[i + 1] & 0xff) == K_ALWAYS_POINTER || (kinds[i + 1] & 0xff) == K_ATTACH)) return i + 1;
    while (i + 1 < n && (kinds[i + 1] & 0xff) == K_POINTER) i++;
    return i;
}

static Mapping *existing(Mapping *m, uintptr_t host, size_t size, uint32_t site) {
    if (host < m->host || host + size > m->end) fatal(site, "[%p,+%d] not mapped", (void *)host, (int)size);
    if (!m->forever) m->references++;
    m->dynamic++;
    return m;
}

void enter_data(size_t n, void **host, size_t *sizes, unsigned short *kinds, uint32_t site, int queue) {
    for (size_t i = 0; i < n; i++) {
        size_t end = group_end(i, n, sizes, kinds);
        if (!host[i] || is_shared((uintptr_t)host[i])) { /* what points there may still be a copy */
            for (size_t j = i + 1; host[i] && j <= end; j++)
                if ((kinds[j] & 0xff) == K_ATTACH) attach_pointer((uintptr_t)host[j], sizes[j], queue);
            i = end;
            continue;
        }
        int what = kinds[i] & 0xff;
        Mapping *m = what == K_ATTACH || what == K_STRUCT ? 0 : table_find((uintptr_t)host[i], sizes[i]);
        if (what == K_ATTACH) attach_pointer((uintptr_t)host[i], sizes[i], queue);
        else if (m) {
            existing(m, (uintptr_t)host[i], sizes[i], site);
            for (size_t j = i + 1; j <= end; j++)
                if ((kinds[j] & 0xff) == K_ATTACH) attach_pointer((uintptr_t)host[j], sizes[j], queue);
        } else {
            Region *r = map_region(end - i + 1, host + i, sizes + i, kinds + i, 0, site, queue);
            for (size_t j = 0; j < r->count; j++)
                if (r->slots[j].mapping && !r->slots[j].attach) r->slots[j].mapping->dynamic++;
            raw_free(r); /* what it holds stays until `exit data` */
        }
        i = end;
    }
}

static void leave(Mapping *m, uintptr_t host, size_t size, int kind, uint32_t site, int queue) {
    if (host < m->host || host + size > m->end)
        fatal(site, "[%p,+%d] outside mapped block [%p,+%d]", (void *)host, (int)size, (void *)m->host, (int)(m->end - m->host));
    if (kind == K_FORCE_FROM || kind == K_DELETE) {
        if (!m->forever) m->references -= m->dynamic;
        m->dynamic = 0;
    } else if (m->dynamic) {
        if (!m->forever) m->references--;
        m->dynamic--;
    }
    if (m->references || m->forever) return;
    if ((kind == K_FROM || kind == K_FORCE_FROM) && !m->orphan)
        enqueue_copy(false, device_of(m, host), host, size, site, queue, PAIR);
    drop(m, site, queue);
}

void exit_data(size_t n, void **host, size_t *sizes, unsigned short *kinds, uint32_t site, int queue) {
    for (size_t i = 0; i < n; i++) {
        int what = kinds[i] & 0xff;
        if (what == K_DETACH || what == K_FORCE_DETACH) detach_pointer((uintptr_t)host[i], what == K_FORCE_DETACH, queue);
    }
    for (size_t i = 0; i < n; i++) {
        int what = kinds[i] & 0xff;
        if (what == K_STRUCT || what == K_DETACH || what == K_FORCE_DETACH || !host[i]) continue;
        exit_one((uintptr_t)host[i], what == K_POINTER ? sizeof(void *) : sizes[i], what, site, queue);
    }
}

void *enter_one(uintptr_t host, size_t size, int kind, uint32_t site, int queue) {
    if (!host || !size) fatal(site, "[%p,+%d] is a bad range", (void *)host, (int)size);
    if (is_shared(host)) return (void *)host;
    Mapping *m = table_find(host, size);
    if (m) existing(m, host, size, site);
    else {
        m = make(host, size, 0, site);
        m->dynamic = 1;
        if (kind == K_TO) enqueue_copy(true, m->device, host, size, site, queue, NEW_PAIR);
    }
    return (void *)device_of(m, host);
}

void exit_one(uintptr_t host, size_t size, int kind, uint32_t site, int queue) {
    if (is_shared(host)) return;
    Mapping *m = table_find(host, size);
    if (m) leave(m, host, size, kind, site, queue);
    else if (size && kind != K_POINTER) finding(F_NOT_PRESENT, site_pc(site), site, NO_SITE, host, 0, size, 0);
}

void update_one(bool to_device, uintptr_t host, size_t size, uint32_t site, int queue) {
    if (is_shared(host)) return;
    Mapping *m = table_find(host, size);
    if (!m) fatal(site, "[%p,%d] is not mapped", (void *)host, (int)size);
    if (host < m->host || host + size > m->end) /* gcc's runtime copies what lies outside, too */
        fatal(site, "[%p,%d] is not mapped", (void *)host, (int)size);
    if (m->orphan) return;
    enqueue_copy(to_device, device_of(m, host), host, size, site, queue, PAIR);
}
