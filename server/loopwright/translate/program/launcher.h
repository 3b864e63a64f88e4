// The memory and the launches of a reference (device.h): compiled once, without a program.
#pragma once
#include <atomic>
#include <cstdarg>
#include <ctime>
#include <map>
#include <mutex>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include "scheduler.h"
#include "hooks.h"
#include "device.h"
#include "record.h"

namespace lw {

static bool asked(unsigned mode) { return lw_record && lw_record->mode & mode; }

LW_PROGRAM bool nodes_backward() { return asked(LW_NODES); }

// ---- memory

struct Piece {
    size_t bytes;
    Kept kept;
    bool own;  // given out here
};
// Programs use it before and after main: it is never taken down.
static std::map<uintptr_t, Piece> &pieces() { static auto *all = new std::map<uintptr_t, Piece>; return *all; }
static std::recursive_mutex &lock() { static auto *one = new std::recursive_mutex; return *one; }
using Alone = std::lock_guard<std::recursive_mutex>;
static const size_t room_behind = 512;  // a GPU gives whole pages

static std::pair<const uintptr_t, Piece> *piece_of(const void *p) {
    auto after = pieces().upper_bound((uintptr_t)p);
    if (after == pieces().begin()) return nullptr;
    auto &found = *--after;
    return (uintptr_t)p < found.first + std::max<size_t>(found.second.bytes, 1) + (found.second.own ? room_behind : 0) ? &found : nullptr;
}
LW_PROGRAM void *allocated(size_t bytes, Kept kept) {
    Alone alone(lock());
    const size_t all = (bytes + 2 * room_behind + 65535) / 4096 * 4096;
    void *p = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return nullptr;
    if (asked(LW_FILLED)) memset(p, 0x7b, bytes);  // large, as float and as integer
    pieces()[(uintptr_t)p] = {bytes, kept, true};
    return p;
}
LW_PROGRAM bool released(void *p) {
    waited();
    Alone alone(lock());
    if (!p) return true;
    const auto found = pieces().find((uintptr_t)p);
    if (found == pieces().end() || !found->second.own) return false;
    munmap(p, (found->second.bytes + 2 * room_behind + 65535) / 4096 * 4096);
    pieces().erase(found);
    return true;
}
LW_PROGRAM void known(const void *p, size_t bytes, Kept kept) { Alone alone(lock()); pieces()[(uintptr_t)p] = {bytes, kept, false}; }
LW_PROGRAM void forgotten(const void *p) { Alone alone(lock()); pieces().erase((uintptr_t)p); }
LW_PROGRAM Kept kept(const void *p) {
    Alone alone(lock());
    const auto *found = piece_of(p);
    return found ? found->second.kept : nowhere;
}

// ---- what the host does not wait for: in a late run it is done when the host waits, in the order in which it was asked for

static std::vector<std::function<void()>> owed;
static bool working = false;

LW_PROGRAM void waited() {
    Alone alone(lock());
    if (working) return;
    working = true;
    for (size_t i = 0; i < owed.size(); ++i) owed[i]();
    owed.clear();
    working = false;
}
LW_PROGRAM void by_device(const std::function<void()> &work) {
    Alone alone(lock());
    asked(LW_LATE) && !working ? owed.push_back(work) : work();
}

// ---- copies

extern "C" __attribute__((visibility("hidden"))) char __data_start, _end;
static bool is_variable(const void *p) { return (const char *)p >= &__data_start && (const char *)p < &_end; }
static int refuse(const char *why, size_t bytes) {
    if (lw_record && !lw_record->refused++) snprintf(lw_record->said, sizeof lw_record->said, "a copy of %zu bytes %s", bytes, why);
    return 1;
}
static bool is_beyond(const void *p, size_t bytes) {
    const auto *found = piece_of(p);
    return found && found->second.own && (uintptr_t)p + bytes > found->first + (found->second.bytes + room_behind - 1) / room_behind * room_behind;
}
LW_PROGRAM int copied(void *to, const void *from, size_t bytes, int kind, bool waits) {
    Alone alone(lock());
    if (waits) waited();
    if (!bytes) return 0;
    if (!to || !from) return refuse("to or from nowhere", bytes);
    const Kept there = kept(to), here = kept(from);
    const bool to_device = kind == 1 || kind == 3, from_device = kind == 2 || kind == 3;
    if (kind != 4) {
        if ((!to_device && there == on_device) || (!from_device && here == on_device)) return refuse("in another direction than it says", bytes);
        if ((to_device && there == nowhere && !is_variable(to)) || (from_device && here == nowhere && !is_variable(from)))
            return refuse("of memory of the host as if it were the device's", bytes);
    }
    if (is_beyond(to, bytes) || is_beyond(from, bytes)) return refuse("beyond what was allocated", bytes);
    if (waits || there == nowhere) waited(), memmove(to, from, bytes);  // to memory that can be paged out it waits in any case
    else if (here != nowhere || !asked(LW_LATE)) by_device([=] { memmove(to, from, bytes); });
    else by_device([to, taken = std::vector<char>((const char *)from, (const char *)from + bytes)] { memcpy(to, taken.data(), taken.size()); });
    return 0;
}
LW_PROGRAM int filled(void *p, int value, size_t bytes, bool waits) {
    Alone alone(lock());
    if (waits) waited();
    if (bytes && (!p || kept(p) == nowhere) && !is_variable(p)) return refuse("(a memset) to memory of the host", bytes);
    if (bytes && is_beyond(p, bytes)) return refuse("(a memset) beyond what was allocated", bytes);
    by_device([=] { memset(p, value, bytes); });
    return 0;
}

// ---- what threads print: in an order that does not hang on theirs

static std::vector<std::string> pieces_of_threads;
static void print_pieces() {
    std::sort(pieces_of_threads.begin(), pieces_of_threads.end());
    for (const auto &piece : pieces_of_threads) {
        fwrite(piece.data(), 1, piece.size(), stdout);
        if (lw_record && (piece.empty() || piece.back() != '\n')) lw_record->in_pieces = 1;
    }
    pieces_of_threads.clear();
}

// ---- launches

LW_PROGRAM int thread_number() { return now->number; }
LW_PROGRAM int thread_count() { return fiber_count; }

LW_PROGRAM int started(const char *kernel, const unsigned *grid, const unsigned *block, size_t bytes, const std::function<void()> &thread, bool together, bool now) {
    Alone alone(lock());
    if (lw_record) {
        uint32_t i = 0;
        while (i < lw_record->kernels && strncmp(lw_record->kernel[i].name, kernel, LW_NAME - 1)) ++i;
        if (i == lw_record->kernels && i < LW_KERNELS) snprintf(lw_record->kernel[lw_record->kernels++].name, LW_NAME, "%s", kernel);
        if (i < LW_KERNELS) ++lw_record->kernel[i].times;
    }
    const size_t in_block = (size_t)block[0] * block[1] * block[2];
    if (!in_block || in_block > 1024 || block[2] > 64 || !grid[0] || !grid[1] || !grid[2] || grid[1] > 65535 || grid[2] > 65535) return 9;
    if (together && in_block * grid[0] * grid[1] * grid[2] > 1 << 17) return 720;  // more than a device holds at once
    if (asked(LW_NO_KERNEL) || (lw_record && !strncmp(lw_record->without, kernel, LW_NAME - 1))) return 0;
    order = asked(LW_BACKWARD) ? backward : forward, unwatched = true, all_in_step = asked(LW_IN_STEP);
    if (now) waited();
    const std::function<void()> all = [=, blocks = dim3(grid[0], grid[1], grid[2]), threads = dim3(block[0], block[1], block[2])] { launch(blocks, threads, bytes, thread, together), print_pieces(); };
    now ? all() : by_device(all);
    return 0;
}

}  // namespace lw

static int lw_print(const char *format, va_list given) {
    if (!lw::now) return vprintf(format, given);
    char *text = nullptr;
    const int count = vasprintf(&text, format, given);
    if (count >= 0) lw::pieces_of_threads.emplace_back(text, count);
    return free(text), count;
}
extern "C" int printf(const char *format, ...) {
    va_list given;
    va_start(given, format);
    const int count = lw_print(format, given);
    return va_end(given), count;
}
// The same where the compiler guards formats.
extern "C" int __printf_chk(int, const char *format, ...) {
    va_list given;
    va_start(given, format);
    const int count = lw_print(format, given);
    return va_end(given), count;
}

// ---- clocks: what a program tells of time is not the same where they go by seconds and where they hardly move

static const time_t lw_begin = 1700000000;
static void lw_now(timespec *to) {
    static std::atomic<int> readings{0};
    const double n = ++readings, at = lw::asked(LW_SLOWER) ? 1e-7 * n * n : 1.234567 * n * (1 + n / 1000);
    to->tv_sec = lw_begin + (time_t)at, to->tv_nsec = (long)((at - (double)(time_t)at) * 1e9);
}
extern "C" int clock_gettime(clockid_t, timespec *to) noexcept { return lw_now(to), 0; }
extern "C" int gettimeofday(timeval *to, void *) noexcept {
    timespec now;
    lw_now(&now);
    to->tv_sec = now.tv_sec, to->tv_usec = now.tv_nsec / 1000;
    return 0;
}
extern "C" clock_t clock() noexcept {
    timespec now;
    lw_now(&now);
    return (now.tv_sec - lw_begin) * CLOCKS_PER_SEC + now.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}
