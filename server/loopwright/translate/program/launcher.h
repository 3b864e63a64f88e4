// The memory and the launches of a reference (device.h): compiled once, without a program.
#pragma once
#include <atomic>
#include <cstdarg>
#include <ctime>
#include <numeric>
#include <set>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>
#include "scheduler.h"
#include "hooks.h"
#include "device.h"
#include "record.h"
#include "memory.h"

namespace lw {

LW_PROGRAM bool nodes_backward() { return asked(LW_NODES); }

// ---- memory

static size_t span_of(size_t bytes) { return (bytes + 2 * room_behind + 65535) / 4096 * 4096; }
static void shut_piece(uintptr_t p, const Piece &piece, bool is_shut) {
    if (piece.own && (piece.kept == on_device || (piece.kept == managed && asked(LW_SHARED_SHUT))))
        mprotect((void *)p, span_of(piece.bytes), is_shut ? PROT_NONE : PROT_READ | PROT_WRITE);
}
static bool is_shut = false;  // memory of the device, while work is owed
LW_PROGRAM void *allocated(size_t bytes, Kept kept, Element element) {
    Alone alone(lock());
    void *p = mmap(nullptr, span_of(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return nullptr;
    if (asked(LW_FILLED)) memset(p, 0x7b, bytes);  // large, as float and as integer
    known(p, bytes, kept, element, true);
    if (is_shut) shut_piece((uintptr_t)p, pieces()[(uintptr_t)p], true);
    return p;
}
LW_PROGRAM bool released(void *p) {
    waited();
    Alone alone(lock());
    if (!p) return true;
    const auto found = pieces().find((uintptr_t)p);
    if (found == pieces().end() || !found->second.own) return false;
    seen(*found);
    munmap(p, span_of(found->second.bytes));
    pieces().erase(found);
    return true;
}

// ---- what the host does not wait for: in a late run it is done when the host waits, in the order in which it was asked for. In one of
// streams it is done when the host waits for its stream, or for one that waits for it; of what may be done in any order the last comes first.

struct Task {
    std::function<void()> work;
    std::vector<size_t> after;
    bool done;
};
// Objects of the program that end after `main` use it: it is never taken down.
struct Late {
    std::vector<Task> owed;
    size_t from = 0;  // the number of the first of them: all before are done
    std::map<const void *, std::vector<size_t>> ends, marks;  // of streams, of events: what a wait for them is for
    std::set<const void *> apart;
};
static Late &late() { static auto *one = new Late; return *one; }
static thread_local const void *in_stream = nullptr;
static bool working = false;

static const void *stream_of(const void *stream) { return stream == (void *)1 ? nullptr : stream; }  // cudaStreamLegacy
LW_PROGRAM const void *entered(const void *stream) { return std::exchange(in_stream, stream_of(stream)); }
LW_PROGRAM void *new_stream(unsigned flags) {
    Alone alone(lock());
    void *stream = new unsigned(flags);  // an `lw_stream` of a program (cuda/support/runtime.h)
    if (flags & 1) late().apart.insert(stream);
    return stream;
}
// What comes next in a stream comes after these.
static std::vector<size_t> before(const void *stream) {
    std::vector<size_t> found = late().ends[stream];
    const auto add = [&](const std::vector<size_t> &more) { found.insert(found.end(), more.begin(), more.end()); };
    if (stream && !late().apart.count(stream)) add(late().ends[nullptr]);
    if (!stream)
        for (const auto &other : late().ends) if (other.first && !late().apart.count(other.first)) add(other.second);
    return found;
}
// Memory of the device is shut while work is owed: a library that looks into it has waited.
static void shut(bool now) {
    if (std::exchange(is_shut, now) == now) return;
    for (const auto &piece : pieces()) shut_piece(piece.first, piece.second, now);
}
// What the host asks a device for and waits for.
template <typename F> static void at_once(F work) {
    const bool was_shut = is_shut, was_working = std::exchange(working, true);
    shut(false), work(), shut(was_shut), working = was_working;
}
static void look(int, siginfo_t *at, void *) {
    {
        Alone alone(lock());
        if (piece_of(at->si_addr) && !working && !late().owed.empty()) return waited();
    }
    signal(SIGSEGV, SIG_DFL);
}
// Do `wanted` from the last to the first, each behind what it comes after.
static void done(std::vector<size_t> wanted) {
    if (working || late().owed.empty()) return;
    working = true, shut(false);
    while (!wanted.empty()) {
        const size_t number = wanted.back();
        if (number < late().from || late().owed[number - late().from].done) { wanted.pop_back(); continue; }
        Task &task = late().owed[number - late().from];
        if (task.after.empty()) wanted.pop_back(), task.done = true, task.work();
        else wanted.insert(wanted.end(), task.after.begin(), task.after.end()), task.after.clear();
    }
    working = false;
    if (std::all_of(late().owed.begin(), late().owed.end(), [](const Task &task) { return task.done; })) late().from += late().owed.size(), late().owed.clear(), late().ends.clear(), late().marks.clear();
    else shut(true);
}
static std::vector<size_t> all_owed() {
    std::vector<size_t> all(late().owed.size());
    std::iota(all.begin(), all.end(), late().from);
    if (!asked(LW_STREAMS)) std::reverse(all.begin(), all.end());
    return all;
}
LW_PROGRAM void waited() { Alone alone(lock()); done(all_owed()); }
LW_PROGRAM void waited_for(const void *stream) { Alone alone(lock()); done(asked(LW_STREAMS) ? before(stream_of(stream)) : all_owed()); }
LW_PROGRAM void waited_for_event(const void *event) { Alone alone(lock()); done(asked(LW_STREAMS) ? late().marks[event] : all_owed()); }
LW_PROGRAM void recorded(const void *event, const void *stream) { Alone alone(lock()); late().marks[event] = before(stream_of(stream)); }
LW_PROGRAM void joined(const void *stream, const void *event) {
    Alone alone(lock());
    std::vector<size_t> &own = late().ends[stream_of(stream)];
    const std::vector<size_t> &more = late().marks[event];
    own.insert(own.end(), more.begin(), more.end());
}
LW_PROGRAM void by_device(const std::function<void()> &work) {
    Alone alone(lock());
    if (working || !asked(LW_LATE | LW_STREAMS)) return work();
    if (late().owed.empty()) {
        struct sigaction action {};
        action.sa_sigaction = look, action.sa_flags = SA_SIGINFO | SA_NODEFER;
        sigaction(SIGSEGV, &action, nullptr);
    }
    std::vector<size_t> after;
    if (asked(LW_STREAMS)) after = before(in_stream), late().ends[in_stream] = {late().from + late().owed.size()};
    late().owed.push_back({work, after, false});
    shut(true);
}

// ---- copies

extern "C" __attribute__((visibility("hidden"))) char __data_start, _end;
static bool is_variable(const void *p) { return (const char *)p >= &__data_start && (const char *)p < &_end; }
static void refused(const char *format, ...) {
    if (!lw_record || lw_record->refused++) return;
    va_list given;
    va_start(given, format);
    vsnprintf(lw_record->said, sizeof lw_record->said, format, given);
    va_end(given);
}
static int refuse(const char *why, size_t bytes) { return refused("a copy of %zu bytes %s", bytes, why), 1; }
static bool is_beyond(const void *p, size_t bytes) {
    const auto *found = piece_of(p);
    return found && found->second.own && (uintptr_t)p + bytes > found->first + (found->second.bytes + room_behind - 1) / room_behind * room_behind;
}
LW_PROGRAM int copied(void *to, const void *from, size_t bytes, int kind, bool waits, Element element) {
    Alone alone(lock());
    if (waits) waited_for(nullptr);
    if (!bytes) return 0;
    if (kind < 0 || kind > 4) return refuse("in no direction", bytes), 21;
    if (!to || !from) return refuse("to or from nowhere", bytes);
    const Kept there = kept(to), here = kept(from);
    const bool to_device = kind == 1 || kind == 3, from_device = kind == 2 || kind == 3;
    if (kind != 4) {
        if ((!to_device && there == on_device) || (!from_device && here == on_device)) return refuse("in another direction than it says", bytes);
        if ((to_device && there == nowhere && !is_variable(to)) || (from_device && here == nowhere && !is_variable(from)))
            return refuse("of memory of the host as if it were the device's", bytes);
    }
    if (is_beyond(to, bytes) || is_beyond(from, bytes)) return refuse("beyond what was allocated", bytes);
    const bool is_seen = is_brought(to, from);
    const uint32_t number = is_seen ? copy_number() : 0;
    const auto all = [=] {
        memmove(to, from, bytes);
        if (is_seen) brought(number, to, bytes, element);
    };
    if (waits || there == nowhere) waited_for(in_stream), at_once(all);  // to memory that can be paged out it waits in any case
    else if (here != nowhere || !asked(LW_LATE)) by_device(all);
    else by_device([to, taken = std::vector<char>((const char *)from, (const char *)from + bytes)] { memcpy(to, taken.data(), taken.size()); });
    return 0;
}
LW_PROGRAM int filled(void *p, int value, size_t bytes, bool waits) {
    Alone alone(lock());
    if (waits) waited_for(nullptr);
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
        if (is_over) break;
        fwrite(piece.data(), 1, piece.size(), stdout);
        if (lw_record && (piece.empty() || piece.back() != '\n')) lw_record->in_pieces = 1;
    }
    pieces_of_threads.clear();
}

// ---- launches

LW_PROGRAM int thread_number() { return now->number; }
LW_PROGRAM int thread_count() { return fiber_count; }

static int refuse_launch(const char *kernel, const unsigned *size, const char *things) {
    return refused("a launch of %s with %u * %u * %u %s", kernel, size[0], size[1], size[2], things), 9;
}
static std::atomic<size_t> most_shared{48 << 10};
// The bytes of a launch of a kernel that has `fixed` ones beside them: too many where all of them have to be asked for.
LW_PROGRAM size_t shared_beside(size_t bytes, size_t fixed) { return most_shared == 48 << 10 && bytes && bytes + fixed > most_shared ? most_shared + 1 : bytes; }
LW_PROGRAM void shared_asked_for(size_t bytes) { most_shared = std::max<size_t>(most_shared, bytes); }
static thread_local bool only_ask = false;
LW_PROGRAM bool only_asked(bool now) { return std::exchange(only_ask, now); }
LW_PROGRAM int started(const char *kernel, const unsigned *grid, const unsigned *block, Brought brought, const std::function<void()> &thread, bool together, bool now) {
    const size_t bytes = brought.bytes;
    Alone alone(lock());
    if (lw_record && !only_ask) {
        uint32_t i = 0;
        while (i < lw_record->kernels && strncmp(lw_record->kernel[i].name, kernel, LW_NAME - 1)) ++i;
        if (i == lw_record->kernels && i < LW_KERNELS) snprintf(lw_record->kernel[lw_record->kernels++].name, LW_NAME, "%s", kernel);
        if (i < LW_KERNELS) ++lw_record->kernel[i].times;
    }
    const size_t in_block = (size_t)block[0] * block[1] * block[2];
    if (!in_block || in_block > 1024 || block[2] > 64) return refuse_launch(kernel, block, "threads in a block");
    if (!grid[0] || !grid[1] || !grid[2] || grid[0] > 0x7fffffff || grid[1] > 65535 || grid[2] > 65535) return refuse_launch(kernel, grid, "blocks");
    if (in_block > brought.threads) return refused("a launch of %s with %zu threads in a block, where its __launch_bounds__ are %u", kernel, in_block, brought.threads), 1;
    if (bytes == (size_t)-1) return refused("a launch of %s with shared memory that it did not ask for", kernel), 1;
    if (bytes > most_shared) return refused("a launch of %s with %zu bytes of shared memory that it did not ask for", kernel, bytes), 1;
    if (together && in_block * grid[0] * grid[1] * grid[2] > 1 << 17) return 720;  // more than a device holds at once
    if (only_ask) return 0;
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
