// Makes inputs for a kernel, runs it under the oracle or on a GPU and hands over what it leaves. Nothing is compared here.
#pragma once
#include <cmath>
#include <csignal>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/time.h>
#include <unistd.h>
#include "harness.h"

namespace lw {

LW_PART uint64_t seed = 1;
LW_PART int common_size = 64;
LW_PART uint64_t step = 1;
LW_PART const double *literals = nullptr;
LW_PART size_t literal_count = 0;

static float small_to_float(const uint16_t *p, size_t i, int kind) {
    __half h;
    __nv_bfloat16 b;
    memcpy(&h, p + i, 2), memcpy(&b, p + i, 2);
    return kind == 2 ? (float)h : (float)b;
}
static const size_t element_counts[] = {(size_t)1 << 18, (size_t)1 << 22};
static const int counts[] = {100, 64, 500, 257, 1, 48, 130, 33};
static const int digest_counts[] = {100, 64, 33, 257, 1, 48, 130, 1000};  // what a GPU did with these is on record
static const int smalls[] = {1, 2, 3, 4, 5, 8, 16, 17};
static double milliseconds() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
static size_t up(size_t bytes) { return (bytes + 63) & ~(size_t)63; }
// Seconds of work, not of waiting for a busy machine; the parent watches the clock.
static void work_at_most(int seconds) {
    itimerval limit{};
    limit.it_value.tv_sec = seconds;
    setitimer(ITIMER_PROF, &limit, nullptr);
}
static sigjmp_buf out_of_run;
static volatile bool running = false;  // the kernel
static void on_signal(int number) {
    if (!running || number == SIGABRT) _exit(4);
    watching = false;
    siglongjmp(out_of_run, number);
}

// What a buffer holds after a run, in a few numbers: to be compared with a run elsewhere.
static lw_digest digest_of(const unsigned char *before, const unsigned char *after, size_t size, size_t element, int kind, bool any_order) {
    lw_digest digest{};
    if (kind == 1 || kind == 0) {
        uint64_t hash = 14695981039346656037ull, sum = 0;
        for (size_t i = 0; i < size; i += element) {
            uint64_t own = 14695981039346656037ull;
            for (size_t b = i; b < i + element && b < size; ++b) {
                hash = (hash ^ after[b]) * 1099511628211ull;
                own = (own ^ after[b]) * 1099511628211ull;
            }
            sum += own * own;
        }
        digest.hash = any_order ? sum : hash;
        return digest;
    }
    digest.floating = 1;
    const size_t width = kind == 2 || kind == 3 ? 2 : (size_t)kind;
    for (size_t i = 0; i < size / width; ++i) {
        double v = width == 2 ? small_to_float((const uint16_t *)after, i, kind) : width == 4 ? (double)((const float *)after)[i] : ((const double *)after)[i];
        if (memcmp(before + i * width, after + i * width, width)) {
            if (digest.changed < 8) digest.index[digest.changed] = i, digest.value[digest.changed] = v;
            digest.changed += digest.changed < 8;
        }
        if (!std::isfinite(v)) ++digest.odd;
        else digest.sum += v, digest.absolute += fabs(v);
    }
    return digest;
}

struct Item {
    const Value *value;
    unsigned char *data = nullptr;
    size_t bytes = 0;
};
static void tell(lw_finding &to, const Finding &from) {
    snprintf(to.kind, sizeof to.kind, "%s", from.kind.c_str());
    snprintf(to.text, sizeof to.text, "%s", from.text.c_str());
    to.place = relative(from.place), to.other = relative(from.other), to.line = from.line;
}

LW_PART void judge(const std::vector<Value> &values, const std::vector<Global> &globals, Run original, const Setup &setup, lw_shared *shared) {
    static unsigned char alternate[1 << 16];
    stack_t stack{};
    stack.ss_sp = alternate, stack.ss_size = sizeof alternate;
    sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_handler = on_signal, action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (int s : {SIGSEGV, SIGBUS, SIGFPE, SIGPROF, SIGILL, SIGABRT}) sigaction(s, &action, nullptr);
    const int flags = shared->plan.flags, first = shared->plan.first, usual = shared->plan.trials;
    const bool timed = flags & LW_LARGE_SIZES, more = flags & LW_MORE_LAUNCHES;
    lw_header *const header = shared->header;
    shared->reach(1);
    uint32_t count = 0;
    for (auto &v : values) {
        lw_item &item = header->item[count++];
        for (int large = 0; large < 2; ++large) item.bytes[large] = v.pointer ? element_counts[large] * v.size : v.size;
        item.element = v.size, item.kind = v.kind;
        if (v.gaps) v.gaps(item.gaps);
        snprintf(item.name, sizeof item.name, "%s", v.name);
        item.flags = (v.pointer ? LW_POINTER : 0) | (v.constant ? LW_CONSTANT : 0) | (v.integral ? LW_INTEGRAL : 0) | (v.untyped ? LW_UNTYPED : 0);
        if (!v.kind) {
            header->trial[first].outcome = LW_NO_VALUE, header->trial[first].block = (int)count - 1;
            shared->stamp(&header->trial[first], first);
            return;
        }
    }
    for (auto &g : globals) {
        lw_item &item = header->item[count++];
        item.bytes[0] = item.bytes[1] = g.size, item.element = g.element, item.kind = g.kind, item.flags = LW_GLOBAL, g.gaps(item.gaps);
        snprintf(item.name, sizeof item.name, "%s", g.name);
    }
    header->items = count;
    for (auto &g : globals)
        buffers.push_back({g.name, (uintptr_t)g.address, (uintptr_t)g.address + g.size, (uintptr_t)g.address, (uintptr_t)g.address + g.size, nullptr}),
            buffers.back().cells = (Cell *)calloc(g.size / 4 + 2, sizeof(Cell));
    size_t fitting = setup.blocks.size(), large = 0, used = shared->plan.states_at;
    std::vector<Item> items;
    auto make = [&](size_t which) {
        items.clear();
        for (auto &v : values) {
            Item item;
            item.value = &v;
            item.bytes = v.pointer ? element_counts[which] * v.size : v.size;
            item.data = v.pointer ? (unsigned char *)guarded(v.name, item.bytes) : (unsigned char *)calloc(1, item.bytes + 16);
            items.push_back(item);
        }
    };
    // Large sizes, for time alone: nothing is watched, what does not fit meets the zones around the buffers.
    make(timed ? large = 1 : 0);
    auto state_bytes = [&]() {
        size_t sum = 0;
        for (auto &item : items) sum += up(item.bytes);
        for (auto &g : globals) sum += up(g.size);
        return sum;
    };
    // Every byte of the state with its place in the shared memory.
    auto each = [&](unsigned char *state, auto &&visit) {
        for (auto &item : items) visit(item.data, state, item.bytes), state += up(item.bytes);
        for (auto &g : globals) visit((unsigned char *)g.address, state, g.size), state += up(g.size);
    };
    auto keep = [&](unsigned char *to) { each(to, [](unsigned char *own, unsigned char *state, size_t n) { memcpy(state, own, n); }); };
    auto restore = [&](unsigned char *from) { each(from, [](unsigned char *own, unsigned char *state, size_t n) { memcpy(own, state, n); }); };
    int fits = 0, integers = 0;
    Finding certain_race{};
    std::vector<Finding> met_apart;
    // Where the file tells all of a launch but what memory holds, and no two elements are the same, inputs are not to blame for threads that meet.
    bool whole = !setup.told.empty() && setup.told[0].whole;
    for (auto &v : values) whole &= !v.pointer || v.kind == 4 || v.kind == 8 || (v.integral && v.size >= 4);
    for (auto &g : globals) whole &= g.kind == 4 || g.kind == 8;
    const uint64_t steps[] = {1, 1024};  // sizes that are read from memory are small ones, then large ones
    for (auto &v : values) integers += v.is_whole_number();
    const int trials = usual + (more ? 2 : 0);
    for (int trial = first; trial < trials; ++trial) {
        lw_trial *const told = &header->trial[trial];
        std::string unfit;
        Finding unfit_at{};
        bool done = false;
        std::vector<Finding> suspicion;  // of the last inputs on which the kernel's threads got in each other's way
        const int *plan = shared->plan.plan[trial];  // attempt, block, large: these inputs and no others; -2: any, -1: none
        const bool planned = plan[0] >= 0;
        if (plan[0] == -1) continue;
        if (planned) {
            if (plan[2] && !large) make(large = 1);
            fitting = (size_t)plan[1];
        }
        for (int attempt = planned ? plan[0] : 0; attempt < 14 && !done; ++attempt) {
            if (planned && attempt != plan[0]) break;
            const bool other = trial >= usual;  // another block and fewer of them
            // The launch that the file tells is the first: with the usual contents, and if threads meet then with elements that are apart.
            const bool plain = timed || flags & LW_DIGESTS;
            const Told *const own = !plain && !planned && trial == 0 && !setup.told.empty() && attempt < (whole ? 3 : 1) ? &setup.told[0] : nullptr;
            const bool apart = own && attempt > 0;
            if (apart) step = steps[attempt - 1];
            const size_t which = (fitting < setup.blocks.size() ? fitting + (other ? 1 + attempt : 0) : (size_t)attempt) % setup.blocks.size();
            if (attempt == 6 && large == 0 && unfit.find("outside its") != std::string::npos) make(large = 1);
            const size_t bytes = state_bytes();
            if (used + 2 * bytes > shared->plan.bytes) {
                if (trial > first) return;  // the parent goes on in another process
                unfit = "the data are too large", unfit_at = Finding{};
                break;
            }
            unsigned char *const before_run = (unsigned char *)header + used, *const after_run = before_run + bytes;
            const dim3 block = own ? own->block : setup.blocks[which];
            seed = 88172645463325252ull + (uint64_t)trial * 7919 + (uint64_t)attempt * 104729;
            for (int i = 0; i < 8; ++i) next_random();
            // The first attempts take one size for everything, later ones a small number for each.
            const bool one_size = timed || attempt % 4 < 2;
            // Two sizes are those of a matrix, as a rule.
            const int largest = setup.grid_dims < 2 && integers < 2 ? 1 << 20 : setup.grid_dims < 3 && integers < 3 ? 1024 : setup.grid_dims < 3 ? 512 : 96;
            // One beyond a piece of the translation's work: the next piece has one element.
            const bool beyond = setup.pieces && trial == usual - 1 && !attempt && !plain;
            const int counted = beyond ? setup.pieces + 1 : timed ? std::max(1, largest >> (2 * attempt)) : attempt < 6 ? (plain ? digest_counts : counts)[(trial + attempt) % 8] : smalls[next_random() % 8];
            // As many as the threads, once: the last one has its element too.
            const bool full = trial == 3 && !attempt && !plain;
            const int covered = own ? (int)std::max({own->grid.x * block.x, own->grid.y * block.y, own->grid.z * block.z}) : 0;
            // One size beyond what the threads of a block take where each takes a few: the next block has some, too.
            const bool portions = trial == 4 && !attempt && !plain && !beyond && integers > 1 && setup.grid_dims == 1;
            const int portion = 3;
            const int n = own ? covered : portions ? portion * (int)block.x + 1 : full ? (counted + (int)block.x - 1) / (int)block.x * (int)block.x : counted;
            // The last whole number is one of the text, once: what is compared with it is equal then.
            const Value *chosen = nullptr;
            double named = 0;
            for (double l : setup.literals)
                if (l >= 2 && l <= 1024 && l == (int)l && (!named || l < named)) named = l;
            if (portions) named = portion;
            for (auto &item : items)
                if (portions || (named && trial == 5 && !attempt && !plain && !beyond))
                    if (item.value->is_whole_number()) chosen = item.value;
            // What a translation takes for granted of sizes shows where one is 0 or below: the last whole number, then the one before it.
            // The first counts the threads as a rule: it has its turn second, and none where it is the only one, for without threads no race is seen.
            const Value *edge = nullptr;
            long long edge_value = 0;
            if ((trial == 1 || trial == 2) && attempt < 2 && !plain && !beyond) {
                std::vector<const Value *> whole_numbers;
                for (auto &item : items)
                    if (item.value->is_whole_number()) whole_numbers.push_back(item.value);
                const size_t many = whole_numbers.size();
                const bool second = trial == 1 && many > 2;
                if (many > 1) edge = attempt ? whole_numbers[0] : whole_numbers[many - (second ? 2 : 1)];
                edge_value = edge && edge->has_sign && trial == 1 && !second ? -3 : 0;
            }
            common_size = n;
            const Mode mode = apart ? Mode::apart : portions ? Mode::small : (Mode)((trial + attempt) % 3);
            literals = setup.literals.data(), literal_count = trial % 2 && !attempt && !plain ? setup.literals.size() : 0;
            for (auto &item : items) {
                const Value &v = *item.value;
                const double *known = nullptr;
                for (size_t i = 0; own && i < own->arguments.size(); ++i)
                    if (&items[own->arguments[i].first] == &item) known = &own->arguments[i].second;
                if (v.pointer) v.fill(item.data, 0, item.bytes / v.size, mode);
                else if (v.integral) {
                    const long long value = known ? (long long)*known : v.size == 1 ? (long long)(next_random() & 1) : &v == edge ? edge_value : &v == chosen ? (long long)named : one_size ? n : smalls[next_random() % 8];
                    memcpy(item.data, &value, v.size);
                } else if (known && v.kind == 4 && v.size == 4) {
                    const float value = (float)*known;
                    memcpy(item.data, &value, 4);
                } else if (known && v.kind == 8 && v.size == 8)
                    memcpy(item.data, known, 8);
                else
                    v.fill(item.data, 0, 1, mode);
            }
            const int limit = timed ? (setup.grid_dims > 1 ? 128 : 1 << 14) : beyond ? n : setup.grid_dims > 1 ? 5 : 40;
            auto cover = [&](unsigned width) { return (unsigned)std::min<int>(limit, std::max<int>(1, (n + (int)width - 1) / (int)width)); };
            dim3 grid(setup.grid_dims > 0 ? cover(block.x) : 1, setup.grid_dims > 1 ? cover(block.y) : 1, setup.grid_dims > 2 ? cover(block.z) : 1);
            if (trial % 3 == 2 && setup.grid_dims > 0) ++grid.x;
            if (attempt % 2 && !timed) grid = dim3(setup.grid_dims > 0 ? 1 + next_random() % 4 : 1, setup.grid_dims > 1 ? 1 + next_random() % 3 : 1, setup.grid_dims > 2 ? 1 + next_random() % 2 : 1);
            if (more && setup.grid_dims == 1 && integers > 1 && (trial % 2 || (flags & LW_RACE))) grid.x = (unsigned)std::min<long>(timed ? 1 << 14 : 160, ((long)n * n + block.x - 1) / block.x);
            if (own) grid = own->grid;
            if (other) grid = dim3((grid.x + 1) / 2, (grid.y + 1) / 2, (grid.z + 1) / 2);
            for (auto &g : globals)
                if (g.kind) g.fill(g.address, 0, g.size / g.element, mode);
            // Arguments are the values themselves: a pointer to the buffer's address, or to the number.
            std::vector<void *> addresses, given;
            for (auto &item : items) addresses.push_back(item.data);
            for (size_t i = 0; i < items.size(); ++i) given.push_back(items[i].value->pointer ? (void *)&addresses[i] : items[i].data);
            const unsigned shape[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
            findings.clear();
            accesses = stores = 0;
            stopped = false;
            double original_ms = 0;
            keep(before_run);
            int signalled = 0;
            if (!(flags & LW_INPUTS_ONLY)) {
                shared->reach(0);
                signalled = sigsetjmp(out_of_run, 1);
                if (!signalled) {
                    running = true;
                    work_at_most(timed ? 20 : 4);
                    const double before = milliseconds();
                    original(shape, setup.shared_bytes, given.data());
                    original_ms = milliseconds() - before;
                }
                work_at_most(0);
                running = false;
                now = nullptr;
                shared->reach(1);
            }
            if (signalled || stopped) {
                unfit_at = findings.empty() ? Finding{} : findings.back();
                unfit = !findings.empty() ? unfit_at.text : signalled == SIGPROF ? "the kernel does not come to its end" : "the kernel crashes";
                if (signalled) while (!buffers.empty() && buffers.back().name == std::string("dynamic shared memory")) buffers.pop_back();
            }
            bool wrote = stores > 0 || planned || (flags & LW_INPUTS_ONLY);  // a plan's inputs are known to be written to
            const Finding *unset = nullptr;
            bool race = false;
            for (auto &f : findings) {
                if (f.kind == "unset") unset = &f;
                race |= f.kind == "race" || f.kind == "update" || f.kind == "barrier" || f.kind == "warp";
            }
            if (apart) {
                std::vector<Finding> met;
                for (auto &f : findings)
                    if (f.plain) met.push_back(f);
                if (attempt == 1 && !signalled && !stopped) met_apart = met;
                for (auto &f : met_apart)
                    for (auto &again : met)
                        if (attempt == 2 && f.place == again.place) certain_race = f;
            }
            if (race) unset = nullptr;  // it was written, only not in time
            if (!signalled && !stopped && unset) {
                unfit = unset->text, unfit_at = *unset, unfit_at.line = 0;
                stopped = true;
            }
            if (signalled || stopped) {
                restore(before_run);
                continue;
            }
            // Sizes that do not fit the kernel let threads meet that otherwise would not: other inputs are tried first.
            if (race && attempt < 13) {
                suspicion = findings;
                // Where every index is another and all sizes are one, the inputs are not to blame for updates that are lost.
                for (auto &f : findings)
                    if (f.kind == "update" && mode == Mode::rising && attempt % 4 == 0 && n > 32) certain_race = f;
                unfit = "its threads get in each other's way";
                restore(before_run);
                continue;
            }
            keep(after_run);
            wrote |= memcmp(before_run, after_run, bytes) != 0;
            restore(before_run);
            // Threads that met without a barrier: the other orders show whether it matters.
            bool met = false;
            for (auto &f : findings) met |= f.kind == "order" || f.kind == "race" || f.kind == "update";
            const std::vector<Finding> found = findings;
            uint64_t other_at = 0;
            for (Order one : {backward, in_turns}) {
                if (!met || other_at || flags & LW_DIGESTS || used + 3 * bytes > shared->plan.bytes) break;
                accesses = 0, order = one;
                shared->reach(0);
                signalled = sigsetjmp(out_of_run, 1);
                if (!signalled) {
                    running = true;
                    work_at_most(4);
                    original(shape, setup.shared_bytes, given.data());
                }
                work_at_most(0);
                running = false, now = nullptr, order = forward;
                shared->reach(1);
                if (!signalled && !stopped) {
                    keep(before_run + 2 * bytes);
                    if (memcmp(before_run + 2 * bytes, after_run, bytes)) other_at = used + 2 * bytes;
                } else if (signalled)
                    while (!buffers.empty() && buffers.back().name == std::string("dynamic shared memory")) buffers.pop_back();
                stopped = false;
                restore(before_run);
            }
            findings = found;
            told->other_at = other_at;
            told->findings = 0;
            if (!certain_race.text.empty()) findings.push_back(certain_race);
            for (auto &f : findings)
                if (told->findings < LW_FINDINGS) tell(told->finding[told->findings++], f);
            if (!wrote) {
                unfit = "the kernel writes nothing on these inputs";
                continue;
            }
            if (!other && !own) fitting = which;
            if (flags & LW_DIGESTS) {
                size_t at = 0;
                for (size_t i = 0; i < items.size(); ++i) {
                    const Value &v = *items[i].value;
                    if (v.pointer && !v.constant) header->digest[trial][i] = digest_of(before_run + at, after_run + at, items[i].bytes, v.size, v.kind, setup.takes_old_values);
                    at += up(items[i].bytes);
                }
                for (size_t i = 0; i < globals.size(); ++i) {
                    header->digest[trial][items.size() + i] = digest_of(before_run + at, after_run + at, globals[i].size, globals[i].element, globals[i].kind, false);
                    at += up(globals[i].size);
                }
            }
            told->outcome = LW_FITS, told->attempt = attempt, told->block = (int)which, told->large = (int)large;
            memcpy(told->shape, shape, sizeof shape);
            told->shared_bytes = setup.shared_bytes, told->state_at = used, told->state_bytes = bytes, told->original_ms = original_ms;
            used += (other_at ? 3 : 2) * bytes;
            done = true;
            ++fits;
        }
        if (!done) {
            for (auto &f : suspicion)
                if (told->findings < LW_FINDINGS) tell(told->finding[told->findings++], f);
            unfit_at.text = unfit;
            tell(told->unfit, unfit_at);
            told->outcome = LW_UNFIT;
        }
        shared->stamp(told, trial);
        if (!done && !fits && trial >= first + 3) break;
    }
}

}  // namespace lw
