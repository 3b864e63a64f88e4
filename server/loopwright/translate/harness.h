// Runs a kernel under the oracle and its translation on the same inputs, and compares what they leave.
#pragma once
#include <cmath>
#include <csignal>
#include <ctime>
#include <dlfcn.h>
#include <unistd.h>

namespace lw {

// ---- values

enum class Mode { scattered, rising, small, count };
static uint64_t seed = 1;
LW_OWN static uint64_t next_random() {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed;
}
static int common_size = 64;
LW_OWN static double next_real() { return (double)(next_random() >> 11) / 9007199254740992.0 * 2.0 - 1.0; }

template <typename T, typename = void> struct Filler {  // a struct: bytes of small numbers, unless lw_fill_fields says more
    static constexpr int kind = 1;
    LW_OWN static void fill(T &v, size_t i, Mode mode);
};
template <typename T> struct Filler<T, std::enable_if_t<std::is_floating_point_v<T>>> {
    static constexpr int kind = sizeof(T) == 4 ? 4 : 8;
    LW_OWN static void fill(T &v, size_t, Mode mode) { v = (T)(mode == Mode::small ? next_real() * 0.1 + 0.5 : mode == Mode::rising ? next_real() * 20.0 : next_real()); }
};
template <typename T> struct Filler<T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>>> {
    static constexpr int kind = 1;
    LW_OWN static void fill(T &v, size_t i, Mode mode) {
        const uint64_t n = (uint64_t)common_size;
        v = (T)(mode == Mode::rising ? (uint64_t)i : mode == Mode::small ? next_random() % 3 : next_random() % n);
    }
};
template <typename T> struct Filler<T *, void> {
    static constexpr int kind = 0;
    LW_OWN static void fill(T *&v, size_t, Mode) { v = nullptr; }
};
template <typename T, typename = void> struct HasFields : std::false_type {};
template <typename T> struct HasFields<T, std::void_t<decltype(lw_fields(std::declval<T &>(), 0))>> : std::true_type {};
template <typename T> LW_OWN static void fill_one(T &v, size_t i, Mode mode) { Filler<T>::fill(v, i, mode); }

struct Value {
    const char *name;
    bool pointer, constant;
    size_t size;  // of an element
    int kind;     // 4, 8: float, double; 2, 3: half, bfloat16; 1: bytes are compared; 0: cannot be made
    void (*fill)(void *, size_t first, size_t count, Mode);
    bool integral;
};
template <typename T> LW_OWN static void fill_many(void *p, size_t first, size_t count, Mode mode) {
    for (size_t i = 0; i < count; ++i) fill_one(((T *)p)[i], first + i, mode);
}
template <typename T> LW_OWN static Value value_of(const char *name) {
    using P = std::remove_cv_t<std::remove_reference_t<T>>;
    if constexpr (std::is_pointer_v<P>) {
        using E = std::remove_cv_t<std::remove_pointer_t<P>>;
        constexpr bool constant = std::is_const_v<std::remove_pointer_t<P>>;
        if constexpr (std::is_void_v<E>) return {name, true, constant, 4, 4, fill_many<float>, false};
        else if constexpr (std::is_pointer_v<E> || !(std::is_trivially_copyable_v<E> || Filler<E>::kind == 2 || Filler<E>::kind == 3)) return {name, true, constant, sizeof(E), 0, nullptr, false};
        else return {name, true, constant, sizeof(E), Filler<E>::kind, fill_many<E>, std::is_integral_v<E>};
    } else
        return {name, false, true, sizeof(P), std::is_trivially_copyable_v<P> ? Filler<P>::kind : 0, fill_many<P>, std::is_integral_v<P> || std::is_enum_v<P>};
}
struct Global {
    const char *name;
    void *address;
    size_t size, element;
    int kind;
    void (*fill)(void *, size_t, size_t, Mode);
};
template <typename T> LW_OWN static Global global_of(const char *name, T &v) {
    using E = std::remove_cv_t<std::remove_all_extents_t<T>>;
    return {name, (void *)&v, sizeof(T), sizeof(E), std::is_pointer_v<E> ? 0 : Filler<E>::kind, fill_many<E>};
}

// ---- the plan of a trial

struct Plan {
    dim3 grid, block;
    size_t shared_bytes;
};
using Run = void (*)(const unsigned *, size_t, void **);

LW_OWN static float small_to_float(const uint16_t *p, size_t i, int kind);
static double worst = 0;
static bool only_doubles = false;  // nothing in the file is worked out as float
LW_OWN static std::string compare(const char *name, const void *expected, const void *found, size_t size, size_t element, int kind) {
    char text[300];
    const size_t count = size / element;
    if (kind == 4 || kind == 8) {
        const size_t width = (size_t)kind, n = size / width;
        double scale = 0;
        auto at = [&](const void *p, size_t i) LW_OWN { return kind == 4 ? (double)((const float *)p)[i] : ((const double *)p)[i]; };
        for (size_t i = 0; i < n; ++i) {
            const double e = fabs(at(expected, i));
            if (std::isfinite(e) && e < 1e30) scale = std::max(scale, e);
        }
        const bool coarse = kind == 4 || !only_doubles;
        const double relative = coarse ? 1e-4 : 1e-10, absolute = scale * (coarse ? 2e-6 : 1e-13) + 1e-30;
        for (size_t i = 0; i < n; ++i) {
            const double e = at(expected, i), f = at(found, i);
            if (e == f || (std::isnan(e) && std::isnan(f))) continue;
            const double error = fabs(e - f);
            if (error <= absolute + relative * fabs(e)) {
                if (fabs(e) > scale * 1e-3) worst = std::max(worst, error / fabs(e));
                continue;
            }
            snprintf(text, sizeof text, "%s[%zu] is %.9g and should be %.9g", name, i, f, e);
            return text;
        }
        return "";
    }
    if (kind == 2 || kind == 3) {
        for (size_t i = 0; i < size / 2; ++i) {
            const float e = small_to_float((const uint16_t *)expected, i, kind), f = small_to_float((const uint16_t *)found, i, kind);
            if (e == f || (std::isnan(e) && std::isnan(f)) || fabsf(e - f) <= 0.01f * fabsf(e) + 1e-3f) continue;
            snprintf(text, sizeof text, "%s[%zu] is %g and should be %g", name, i, f, e);
            return text;
        }
        return "";
    }
    if (!memcmp(expected, found, size)) return "";
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *e = (const unsigned char *)expected + i * element, *f = (const unsigned char *)found + i * element;
        if (!memcmp(e, f, element)) continue;
        long long a = 0, b = 0;
        memcpy(&a, e, std::min<size_t>(element, 8)), memcpy(&b, f, std::min<size_t>(element, 8));
        if (element == 4) a = (int)a, b = (int)b;
        if (element <= 8) snprintf(text, sizeof text, "%s[%zu] is %lld and should be %lld", name, i, b, a);
        else snprintf(text, sizeof text, "%s[%zu] differs", name, i);
        return text;
    }
    return "";
}
LW_OWN static bool same_up_to_order(const void *expected, const void *found, size_t size, size_t element) {
    std::vector<std::string> a, b;
    for (size_t i = 0; i < size / element; ++i) {
        a.emplace_back((const char *)expected + i * element, element);
        b.emplace_back((const char *)found + i * element, element);
    }
    std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
    return a == b;
}
LW_OWN static double milliseconds() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
LW_OWN static std::string one_line(std::string text) {
    for (char &c : text)
        if (c == '\n' || c == '\t') c = ' ';
    return text;
}

}  // namespace lw

namespace lw {

// ---- the judge

struct Setup {
    std::vector<dim3> blocks;  // to be tried in this order; one if the file tells it
    int grid_dims;  // of blockIdx that the kernel reads
    size_t shared_bytes;
    bool takes_old_values;  // of atomics: the order of what is stored may differ
    int first, trials;
};
static const size_t element_counts[] = {(size_t)1 << 18, (size_t)1 << 22};
static void *rival = nullptr;  // another translation that stands in for the kernel, and is timed beside it
static Run rival_run = nullptr;
static sigjmp_buf out_of_run;
static FILE *report = nullptr;  // standard output; what the kernel prints goes nowhere
static volatile int phase = 0;  // 1: the kernel, 2: its translation
LW_OWN static void on_signal(int number) {
    if (phase == 2) {
        const char crash[] = "differs\tthe translation crashes\n", hang[] = "differs\tthe translation does not come to its end\n";
        (void)!(number == SIGALRM ? write(fileno(report), hang, sizeof hang - 1) : write(fileno(report), crash, sizeof crash - 1));
        _exit(3);
    }
    if (phase == 0 || number == SIGABRT) _exit(4);
    watching = false;
    siglongjmp(out_of_run, number);
}
static const int counts[] = {100, 64, 33, 257, 1, 48, 130, 1000};
static const int smalls[] = {1, 2, 3, 4, 5, 8, 16, 17};

// What a buffer holds after a run, in a few numbers: to be compared with a run elsewhere.
LW_OWN static void digest(int trial, const char *name, const unsigned char *before, const unsigned char *after, size_t size, size_t element, int kind, bool any_order) {
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
        fprintf(report, "digest\t%d\t%s\t%016llx\n", trial, name, (unsigned long long)(any_order ? sum : hash));
        return;
    }
    const size_t width = kind == 2 || kind == 3 ? 2 : (size_t)kind;
    double sum = 0, absolute = 0;
    size_t changed = 0, odd = 0;
    char first[400] = "";
    for (size_t i = 0; i < size / width; ++i) {
        double v = width == 2 ? small_to_float((const uint16_t *)after, i, kind) : width == 4 ? (double)((const float *)after)[i] : ((const double *)after)[i];
        if (memcmp(before + i * width, after + i * width, width)) {
            if (changed < 8) snprintf(first + strlen(first), 40, " %zu:%.7g", i, v);
            ++changed;
        }
        if (!std::isfinite(v)) ++odd;
        else sum += v, absolute += fabs(v);
    }
    fprintf(report, "digest\t%d\t%s\t%.9g\t%.9g\t%zu\t%s\n", trial, name, sum, absolute, odd, first[0] ? first + 1 : "");
}

struct Item {
    const Value *value;
    unsigned char *data = nullptr;
    std::vector<unsigned char> start, expected;
    size_t bytes = 0;
};

// The best of nine runs each, taken in turns, of two ways to do the same: other work on the machine only ever adds.
template <typename F, typename G> LW_OWN static void race_of(F first, G second, double &first_ms, double &second_ms) {
    first_ms = second_ms = 1e30;
    const double begin = milliseconds();
    for (int round = 0; round < 9 && (round < 3 || milliseconds() - begin < 10'000); ++round) {
        const double start = milliseconds();
        first();
        const double middle = milliseconds();
        second();
        first_ms = std::min(first_ms, middle - start), second_ms = std::min(second_ms, milliseconds() - middle);
    }
}

LW_OWN static int judge(const std::vector<Value> &values, const std::vector<Global> &globals, void *(*other_global)(const char *), Run original, Run translated,
                        const Setup &setup) {
    static unsigned char alternate[1 << 16];
    stack_t stack{};
    stack.ss_sp = alternate, stack.ss_size = sizeof alternate;
    sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_handler = on_signal, action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (int s : {SIGSEGV, SIGBUS, SIGFPE, SIGALRM, SIGILL, SIGABRT}) sigaction(s, &action, nullptr);
    for (auto &v : values)
        if (!v.kind) return fprintf(report, "untestable\tno value can be made for %s\n", v.name), 0;
    for (auto &g : globals)
        buffers.push_back({g.name, (uintptr_t)g.address, (uintptr_t)g.address + g.size, (uintptr_t)g.address, (uintptr_t)g.address + g.size, nullptr}),
            buffers.back().cells = (Cell *)calloc(g.size / 4 + 2, sizeof(Cell));
    // Large sizes, for time alone: nothing is watched, what does not fit meets the zones around the buffers.
    const bool timed = getenv("LW_TIMED") != nullptr;
    size_t fitting = setup.blocks.size(), large = 0;
    std::vector<Item> items;
    auto make = [&](size_t which) LW_OWN {
        items.clear();
        for (auto &v : values) {
            Item item;
            item.value = &v;
            item.bytes = v.pointer ? element_counts[which] * v.size : v.size;
            item.data = v.pointer ? (unsigned char *)guarded(v.name, item.bytes) : (unsigned char *)calloc(1, item.bytes + 16);
            items.push_back(item);
        }
    };
    make(timed ? large = 1 : 0);
    int agreed = 0;
    const Run reference = rival_run ? rival_run : original;
    auto rival_global = rival ? (void *(*)(const char *))dlsym(rival, "lw_global") : nullptr;
    // Plain loops tried before the translation say how often they took a launch; they are also shown launches that do not cover the sizes.
    int *taken = other_global ? (int *)other_global("lw_taken") : nullptr;
    const int trials = setup.trials + (taken ? 2 : 0);
    int integers = 0;
    for (auto &v : values) integers += !v.pointer && v.integral && v.size > 1;
    for (int trial = setup.first; trial < trials; ++trial) {
        std::string unfit;
        void *unfit_place = nullptr;
        int unfit_line = 0;
        bool done = false;
        std::vector<Finding> suspicion;  // of the last inputs on which the kernel's threads got in each other's way
        const char *plan = getenv("LW_PLAN");  // "attempt block large" for each trial: these inputs and no others
        int planned[3] = {-1, 0, 0};
        if (plan) {
            for (int skip = 0; skip < trial && plan; ++skip) plan = strchr(plan, ',') ? strchr(plan, ',') + 1 : nullptr;
            if (!plan || sscanf(plan, "%d %d %d", planned, planned + 1, planned + 2) != 3 || planned[0] < 0) continue;
            if (planned[2] && !large) make(large = 1);
            fitting = (size_t)planned[1];
        }
        for (int attempt = planned[0] < 0 ? 0 : planned[0]; attempt < 14 && !done; ++attempt) {
            if (planned[0] >= 0 && attempt != planned[0]) break;
            const bool other = trial >= setup.trials;  // another block and fewer of them
            const size_t which = (fitting < setup.blocks.size() ? fitting + (other ? 1 + attempt : 0) : (size_t)attempt) % setup.blocks.size();
            if (attempt == 6 && large == 0 && unfit.find("outside its") != std::string::npos) make(large = 1);
            const dim3 block = setup.blocks[which];
            seed = 88172645463325252ull + (uint64_t)trial * 7919 + (uint64_t)attempt * 104729;
            for (int i = 0; i < 8; ++i) next_random();
            // The first attempts take one size for everything, later ones a small number for each.
            const bool one_size = timed || attempt % 4 < 2;
            // Two sizes are those of a matrix, as a rule.
            const int largest = setup.grid_dims < 2 && integers < 2 ? 1 << 20 : setup.grid_dims < 3 && integers < 3 ? 1024 : setup.grid_dims < 3 ? 512 : 96;
            const int n = timed ? std::max(1, largest >> (2 * attempt)) : attempt < 6 ? counts[(trial + attempt) % 8] : smalls[next_random() % 8];
            common_size = n;
            const Mode mode = (Mode)((trial + attempt) % 3);
            std::vector<void *> arguments;
            std::string said;
            for (auto &item : items) {
                const Value &v = *item.value;
                if (v.pointer) {
                    v.fill(item.data, 0, item.bytes / v.size, mode);
                    item.start.assign(item.data, item.data + item.bytes);
                } else if (v.integral) {
                    const long long value = v.size == 1 ? (long long)(next_random() & 1) : one_size ? n : smalls[next_random() % 8];
                    memcpy(item.data, &value, v.size);
                    said += std::string(said.empty() ? "" : ", ") + v.name + "=" + std::to_string(value);
                } else
                    v.fill(item.data, 0, 1, mode);
            }
            const int limit = timed ? (setup.grid_dims > 1 ? 128 : 1 << 14) : setup.grid_dims > 1 ? 5 : 40;
            auto cover = [&](unsigned width) LW_OWN { return (unsigned)std::min<int>(limit, std::max<int>(1, (n + (int)width - 1) / (int)width)); };
            dim3 grid(setup.grid_dims > 0 ? cover(block.x) : 1, setup.grid_dims > 1 ? cover(block.y) : 1, setup.grid_dims > 2 ? cover(block.z) : 1);
            if (trial % 3 == 2 && setup.grid_dims > 0) ++grid.x;
            if (attempt % 2 && !timed) grid = dim3(setup.grid_dims > 0 ? 1 + next_random() % 4 : 1, setup.grid_dims > 1 ? 1 + next_random() % 3 : 1, setup.grid_dims > 2 ? 1 + next_random() % 2 : 1);
            if (taken && setup.grid_dims == 1 && integers > 1 && (trial % 2 || rival_run)) grid.x = (unsigned)std::min<long>(timed ? 1 << 14 : 160, ((long)n * n + block.x - 1) / block.x);
            if (other) grid = dim3((grid.x + 1) / 2, (grid.y + 1) / 2, (grid.z + 1) / 2);
            std::vector<std::vector<unsigned char>> global_start, global_expected;
            for (auto &g : globals) {
                if (g.kind) g.fill(g.address, 0, g.size / g.element, mode);
                global_start.emplace_back((unsigned char *)g.address, (unsigned char *)g.address + g.size);
            }
            // Arguments are the values themselves: a pointer to the buffer's address, or to the number.
            std::vector<void *> addresses;
            for (auto &item : items) addresses.push_back(item.data);
            std::vector<void *> given;
            for (size_t i = 0; i < items.size(); ++i) given.push_back(items[i].value->pointer ? (void *)&addresses[i] : items[i].data);
            const unsigned shape[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
            findings.clear();
            accesses = stores = 0;
            stopped = false;
            double original_ms = 0, translated_ms = 0;
            phase = 1;
            const int signalled = sigsetjmp(out_of_run, 1);
            if (!signalled) {
                for (size_t i = 0; i < globals.size(); ++i)
                    if (void *there = rival_global ? rival_global(globals[i].name) : nullptr) memcpy(there, global_start[i].data(), globals[i].size);
                alarm(timed ? 20 : 4);
                const double before = milliseconds();
                reference(shape, setup.shared_bytes, given.data());
                original_ms = milliseconds() - before;
            }
            alarm(0);
            phase = 0;
            now = nullptr;
            if (signalled || stopped) {
                const Finding *f = findings.empty() ? nullptr : &findings.back();
                unfit = f ? f->text : signalled == SIGALRM ? "the kernel does not come to its end" : "the kernel crashes";
                unfit_place = f ? f->place : nullptr, unfit_line = f ? f->line : 0;
                if (signalled) while (!buffers.empty() && buffers.back().name == std::string("dynamic shared memory")) buffers.pop_back();
            }
            bool wrote = stores > 0 || planned[0] >= 0;  // a plan's inputs are known to be written to
            const Finding *unset = nullptr;
            bool race = false;
            for (auto &f : findings) {
                if (f.kind == "unset") unset = &f;
                race |= f.kind == "race" || f.kind == "barrier" || f.kind == "warp";
            }
            if (race) unset = nullptr;  // it was written, only not in time
            if (!signalled && !stopped && unset) {
                unfit = unset->text, unfit_place = unset->place;
                stopped = true;
            }
            if (!signalled && !stopped) {
                for (auto &item : items)
                    if (item.value->pointer) {
                        item.expected.assign(item.data, item.data + item.bytes);
                        wrote |= item.expected != item.start;
                        memcpy(item.data, item.start.data(), item.bytes);
                    }
                for (size_t i = 0; i < globals.size(); ++i) {
                    if (void *there = rival_global ? rival_global(globals[i].name) : nullptr) memcpy(globals[i].address, there, globals[i].size);
                    global_expected.emplace_back((unsigned char *)globals[i].address, (unsigned char *)globals[i].address + globals[i].size);
                    wrote |= global_expected[i] != global_start[i];
                }
            } else
                for (auto &item : items)
                    if (item.value->pointer) memcpy(item.data, item.start.data(), item.bytes);
            if (signalled || stopped) continue;
            // Sizes that do not fit the kernel let threads meet that otherwise would not: other inputs are tried first.
            if (race && attempt < 13) {
                suspicion = findings;
                unfit = "its threads get in each other's way";
                for (auto &item : items)
                    if (item.value->pointer) memcpy(item.data, item.start.data(), item.bytes);
                continue;
            }
            for (auto &f : findings)
                fprintf(report, "finding\t%s\t%s\t%p\t%p\t%d\n", f.kind.c_str(), one_line(f.text).c_str(), f.place, f.other, f.line);
            if (!wrote) {
                unfit = "the kernel writes nothing on these inputs";
                continue;
            }
            if (!other) fitting = which;
            for (size_t i = 0; i < globals.size(); ++i)
                if (void *there = other_global ? other_global(globals[i].name) : nullptr) memcpy(there, global_start[i].data(), globals[i].size);
            if (getenv("LW_DIGEST")) {
                fprintf(report, "plan\t%d\t%d\t%zu\t%zu\n", trial, attempt, which, large);
                for (auto &item : items)
                    if (item.value->pointer && !item.value->constant)
                        digest(trial, item.value->name, item.start.data(), item.expected.data(), item.bytes, item.value->size, item.value->kind, setup.takes_old_values);
                for (size_t i = 0; i < globals.size(); ++i)
                    digest(trial, globals[i].name, global_start[i].data(), global_expected[i].data(), globals[i].size, globals[i].element, globals[i].kind, false);
            }
            if (!translated) {
                done = true;
                for (auto &item : items)
                    if (item.value->pointer) memcpy(item.data, item.start.data(), item.bytes);
                continue;
            }
            phase = 2;
            alarm(10);
            const int taken_before = taken ? *taken : 0;
            const double before = milliseconds();
            translated(shape, setup.shared_bytes, given.data());
            translated_ms = milliseconds() - before;
            const int taken_now = taken ? *taken - taken_before : 0;
            alarm(0);
            phase = 0;
            std::string difference;
            for (auto &item : items) {
                if (!item.value->pointer || !difference.empty()) continue;
                difference = compare(item.value->name, item.expected.data(), item.data, item.bytes, item.value->size, item.value->kind);
                if (!difference.empty() && setup.takes_old_values && same_up_to_order(item.expected.data(), item.data, item.bytes, item.value->size)) difference.clear();
            }
            for (size_t i = 0; i < globals.size() && difference.empty(); ++i)
                if (void *there = other_global ? other_global(globals[i].name) : nullptr) difference = compare(globals[i].name, global_expected[i].data(), there, globals[i].size, globals[i].element, globals[i].kind ? globals[i].kind : 1);
            char where[200];
            snprintf(where, sizeof where, "grid (%u, %u, %u), block (%u, %u, %u)%s%s", grid.x, grid.y, grid.z, block.x, block.y, block.z, said.empty() ? "" : ", ", said.substr(0, 80).c_str());
            if (!difference.empty()) return fprintf(report, "differs\t%s with %s\n", one_line(difference).c_str(), where), 0;
            if (rival_run) {
                phase = 2;
                alarm(30);
                race_of([&] LW_OWN { reference(shape, setup.shared_bytes, given.data()); }, [&] LW_OWN { translated(shape, setup.shared_bytes, given.data()); }, original_ms, translated_ms);
                alarm(0);
                phase = 0;
            }
            fprintf(report, "agreed\t%s\t%.6f\t%.6f\t%.3g\t%d\n", where, original_ms, translated_ms, worst, taken_now);
            fflush(report);
            ++agreed;
            done = true;
            for (auto &item : items)
                if (item.value->pointer) memcpy(item.data, item.start.data(), item.bytes);
        }
        if (!done) {
            for (auto &f : suspicion)
                fprintf(report, "doubt\t%s\t%s\t%p\t%p\t%d\n", f.kind.c_str(), one_line(f.text).c_str(), f.place, f.other, f.line);
            fprintf(report, "unfit\t%s\t%p\t%d\n", one_line(unfit).c_str(), unfit_place, unfit_line);
            fflush(report);
            if (!agreed && trial >= setup.first + 3) break;
        }
    }
    return 0;
}

}  // namespace lw
