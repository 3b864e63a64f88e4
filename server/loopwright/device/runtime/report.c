/* The shared file that the run is read from.

   It is mapped and unlinked before the program's first line runs, so nothing the program prints, opens or closes gets into it,
   and what was recorded is there however the program ends. All numbers are little-endian and 8 bytes wide but for pairs of 4. */
#define _GNU_SOURCE
#include "device.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SITES 8192u
#define FINDINGS 4096u
#define EVENTS 200000u

typedef struct {
    uint64_t magic, sites, findings, events, events_lost, base, began, ended, device_peak, device_now, finished, watched;
} Header;
typedef struct {
    uint64_t pc; uint32_t kind, pad; uint64_t times, to_count, to_bytes, from_count, from_bytes, redundant_to, redundant_from,
        unused_allocated, unused_sent, stale_bytes, nanoseconds, first;
} SiteRecord;
typedef struct {
    uint32_t kind, count; uint64_t pc, site_pc, other_pc, host; int64_t offset; uint64_t size; uint32_t site_kind, other_kind;
    char text[192];
} FindingRecord;
typedef struct { uint32_t kind, site; int32_t queue; uint32_t pad; uint64_t begin, end, bytes, host; } EventRecord;
typedef struct { Header header; SiteRecord sites[SITES]; FindingRecord findings[FINDINGS]; EventRecord events[EVENTS]; } Report;

static Report *report;
static pid_t owner;
static uint64_t began;
extern char __executable_start[];
static uint32_t site_hash[SITES * 4], finding_hash[FINDINGS * 4];

uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + t.tv_nsec - began;
}

void report_start(void) {
    /* A path, or the number of a descriptor that is open already. */
    const char *path = getenv("LOOPWRIGHT_DEVICE_REPORT"), *folder = getenv("LOOPWRIGHT_DEVICE_FOLDER");
    bool number = path && *path >= '0' && *path <= '9';
    int file = number ? atoi(path) : path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *at = MAP_FAILED;
    if (file >= 0) {
        struct stat its;
        if (!number) unlink(path);
        if (fstat(file, &its) == 0 && ((size_t)its.st_size >= sizeof(Report) || ftruncate(file, sizeof(Report)) == 0))
            at = mmap(0, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    if (folder && chdir(folder) != 0) { /* it stays where it is */
    }
    unsetenv("LOOPWRIGHT_DEVICE_REPORT");
    unsetenv("LOOPWRIGHT_DEVICE_FOLDER");
    if (at == MAP_FAILED)
        at = mmap(0, sizeof(Report), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) abort();
    report = at;
    owner = getpid();
    began = 0;
    began = now();
    report->header.magic = 0x3130305645445756; /* "VWDEV001" */
    report->header.base = (uintptr_t)__executable_start;
    report->header.watched = hooked;
}

static bool ours(void) { return report && getpid() == owner; }

void report_ended(void) {
    if (!ours()) return;
    report->header.ended = now();
    report->header.finished = 1;
}

uint32_t site_of(uintptr_t pc, int kind) {
    uint32_t at = (uint32_t)((pc ^ ((uintptr_t)kind << 20)) * 0x9e3779b97f4a7c15u >> 40) % (SITES * 4);
    for (; site_hash[at]; at = (at + 1) % (SITES * 4)) {
        SiteRecord *s = &report->sites[site_hash[at] - 1];
        if (s->pc == pc && s->kind == (uint32_t)kind) return site_hash[at] - 1;
    }
    if (report->header.sites >= SITES) return SITES - 1;
    uint32_t number = report->header.sites++;
    report->sites[number] = (SiteRecord){.pc = pc, .kind = kind, .first = now()};
    site_hash[at] = number + 1;
    return number;
}

uintptr_t site_pc(uint32_t site) { return site == NO_SITE ? 0 : report->sites[site].pc; }

void site_ran(uint32_t site, double seconds) {
    if (site == NO_SITE || !ours()) return;
    report->sites[site].times++;
    report->sites[site].nanoseconds += (uint64_t)(seconds * 1e9);
}

void site_moved(uint32_t site, bool to_device, uint64_t bytes, uint64_t redundant) {
    if (site == NO_SITE || !ours()) return;
    SiteRecord *s = &report->sites[site];
    if (to_device) s->to_count++, s->to_bytes += bytes, s->redundant_to += redundant;
    else s->from_count++, s->from_bytes += bytes, s->redundant_from += redundant;
}

void site_unused(uint32_t site, uint64_t allocated, uint64_t sent) {
    if (site == NO_SITE || !ours()) return;
    report->sites[site].unused_allocated += allocated;
    report->sites[site].unused_sent += sent;
}

void site_stale(uint32_t site, uint64_t bytes) {
    if (site != NO_SITE && ours()) report->sites[site].stale_bytes += bytes;
}

void event(int kind, uint32_t site, int queue, uint64_t begin, uint64_t end, uint64_t bytes, uintptr_t host) {
    if (!ours()) return;
    Header *h = &report->header;
    if (kind == E_ALLOC) {
        h->device_now += bytes;
        if (h->device_now > h->device_peak) h->device_peak = h->device_now;
    }
    if (kind == E_FREE) h->device_now -= bytes;
    h->ended = end;
    if (h->events >= EVENTS) h->events_lost++;
    else report->events[h->events++] = (EventRecord){kind, site, queue, 0, begin, end, bytes, host};
}

void finding(int kind, uintptr_t pc, uint32_t site, uint32_t other, uintptr_t host, int64_t offset, uint64_t size, const char *text) {
    if (!ours()) return;
    uintptr_t here = site_pc(site), there = site_pc(other);
    Header *h = &report->header;
    uint32_t at = (uint32_t)((pc * 31 + here * 7 + there + (uintptr_t)kind) * 0x9e3779b97f4a7c15u >> 40) % (FINDINGS * 4);
    for (; finding_hash[at]; at = (at + 1) % (FINDINGS * 4)) {
        FindingRecord *f = &report->findings[finding_hash[at] - 1];
        if (f->kind == (uint32_t)kind && f->pc == pc && f->site_pc == here && f->other_pc == there) {
            f->count++;
            return;
        }
    }
    if (h->findings >= FINDINGS) return;
    finding_hash[at] = (uint32_t)h->findings + 1;
    FindingRecord *f = &report->findings[h->findings];
    *f = (FindingRecord){.kind = kind, .count = 1, .pc = pc, .site_pc = here, .other_pc = there, .host = host, .offset = offset, .size = size,
                         .site_kind = site == NO_SITE ? NO_SITE : report->sites[site].kind,
                         .other_kind = other == NO_SITE ? NO_SITE : report->sites[other].kind};
    if (text) for (size_t i = 0; i + 1 < sizeof f->text && text[i]; i++) f->text[i] = text[i];
    h->findings++;
}
