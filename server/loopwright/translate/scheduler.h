// Runs the threads of a kernel's blocks and watches what they touch: compiled once, without a kernel (oracle.h tells the rest).
#pragma once
#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <sys/mman.h>
#include "oracle.h"

namespace lw {

// ---- fibers

static const size_t stack_bytes = 128 * 1024;
// What the kernel's own text reads through threadIdx and the others is not its memory.
#define LW_PLACED __attribute__((section("lw_own"), used)) LW_PART
LW_PLACED Fiber fibers[1024], *now = nullptr;
LW_PLACED int fiber_count = 0;
LW_PLACED uint3 block_index{};
LW_PLACED dim3 block_size, grid_size;
LW_PLACED unsigned char *dynamic_memory = nullptr;
extern "C" __attribute__((visibility("hidden"))) char __start_lw_own, __stop_lw_own, __ehdr_start;
// An address in the code as one in the file.
static uint64_t relative(const void *place) { return place ? (uint64_t)((const char *)place - &__ehdr_start) : 0; }

static char *stacks = nullptr;
static size_t stacks_bytes = 0;
static std::function<void()> *body = nullptr;
static size_t dynamic_bytes = 0;
static int alive = 0;
LW_PART unsigned char slots[1024][16];
LW_PART bool watching = false;
static bool unwatched = false;  // threads are run, and nobody asks what they touch
static bool all_in_step = false;  // the threads of a warp come as far before any of them touches memory, as before Volta
static uint64_t stores = 0;  // in buffers
static uint64_t accesses = 0, access_limit = 400000000ull;
static jmp_buf out_of_launch;
// In which order threads go on: one after the other, the last first, or a step each at every access (as the lanes of a warp do).
// A kernel whose result is not the same in all of them depends on a race.
enum Order { forward, backward, in_turns };
static Order order = forward;
static bool stopped = false;  // a launch was not run to its end

struct Finding {
    std::string kind;  // out of bounds, race, barrier, warp, too long
    void *place;       // an address in the code, or null
    std::string text;
    int line = 0;
    void *other = nullptr;
    bool plain = false;  // two stores in a buffer, neither of them atomic
};
static std::vector<Finding> findings;
static void find(const char *kind, void *place, const std::string &text, int line = 0, void *other = nullptr, bool plain = false) {
    const bool watched = watching;
    watching = false;
    bool known = findings.size() >= 16;
    for (auto &f : findings) known |= f.kind == kind && f.place == place && f.line == line;
    if (!known) findings.push_back({kind, place, text, line, other, plain});
    watching = watched;
}

#if defined(__x86_64__)
asm(R"(
.text
.p2align 4
.type lw_switch, @function
lw_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size lw_switch, .-lw_switch
)");
extern "C" void lw_switch(void **from, void *to);
#elif defined(__aarch64__)
asm(R"(
.text
.p2align 4
.type lw_switch, %function
lw_switch:
    sub sp, sp, #160
    stp x19, x20, [sp]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
.size lw_switch, .-lw_switch
)");
extern "C" void lw_switch(void **from, void *to);
#endif

static void *scheduler_stack = nullptr;
#if !defined(__x86_64__) && !defined(__aarch64__)
static ucontext_t scheduler_context;
#endif

LW_PART void yield() {
    Fiber *self = now;
    watching = false;
#if defined(__x86_64__) || defined(__aarch64__)
    lw_switch(&self->stack_pointer, scheduler_stack);
#else
    swapcontext(&self->context, &scheduler_context);
#endif
    watching = true;
}
static void prepare(Fiber &fiber, int number);
static void resume(Fiber &fiber) {
    now = &fiber;
    if (!fiber.started) prepare(fiber, fiber.number);
    watching = true;
#if defined(__x86_64__) || defined(__aarch64__)
    lw_switch(&scheduler_stack, fiber.stack_pointer);
#else
    swapcontext(&scheduler_context, &fiber.context);
#endif
    watching = false;
}
// The next thread that nobody has begun, in the order of threads.
static Fiber *next_thread() {
    const int step = order == backward ? -1 : 1, next = now->number + step;
    return next >= 0 && next < fiber_count && !fibers[next].started ? &fibers[next] : nullptr;
}
static void run_fiber() {
    for (;;) {
        watching = true;
        (*body)();
        settle();
        watching = false;
        now->state = State::done;
        --alive;
        // Where nobody watches, a thread that waits for none takes no stack of its own.
        Fiber *next = unwatched ? next_thread() : nullptr;
        if (!next) break;
        now = next;
        now->started = true;
    }
    for (;;) yield();
}
static void prepare(Fiber &fiber, int number) {
    char *top = stacks + (size_t)(number + 1) * stack_bytes;
#if defined(__x86_64__)
    void **s = (void **)(((uintptr_t)top & ~(uintptr_t)15) - 8);
    *--s = (void *)run_fiber;
    for (int i = 0; i < 6; ++i) *--s = nullptr;
    fiber.stack_pointer = s;
#elif defined(__aarch64__)
    char *s = (char *)((uintptr_t)top & ~(uintptr_t)15) - 160;
    memset(s, 0, 160);
    ((void **)s)[11] = (void *)run_fiber;
    fiber.stack_pointer = s;
#else
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = top - stack_bytes;
    fiber.context.uc_stack.ss_size = stack_bytes;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, (void (*)())run_fiber, 0);
#endif
    fiber.started = true;
}

// ---- what is watched: buffers with a zone around each, and who touched what when

struct Cell;
struct Buffer {
    const char *name;
    uintptr_t zone, zone_end, start, end;
    Cell *cells = nullptr;
};
static std::vector<Buffer> buffers;
struct Touch {
    uint32_t block = 0, block_epoch = 0;
    uint16_t warp_epoch = 0;
    int16_t thread = 0;  // its number plus one; 0 for nobody
    bool atomic = false;
    uint8_t bytes = 0;  // which of the word's four
    void *place = nullptr;
};
struct Cell {
    uintptr_t word = 0;
    Touch write, read;
    Touch plain;  // the last store that was not atomic, where atomic operations came after it
    uint32_t reader_block = 0;
    int16_t reader = 0;  // who read last, its number plus one
};
// Who touched shared memory: a table by address. Who touched a buffer: one cell for each of its words, made by mmap.
static std::vector<Cell> shared_cells(1 << 16);
static uint32_t first_block = 0, block_number = 0;  // blocks are numbered through all launches
static struct { uintptr_t at; size_t bytes; unsigned char before[16]; Touch other; void *place; bool pending, reads, shared, updates, atomic, past; } suspect;

static bool ordered(const Touch &t, bool shared) {
    if (!t.thread || t.block < first_block) return true;
    if (t.block != block_number) return shared;
    if (t.thread - 1 == now->number || t.block_epoch != now->block_epoch) return true;
    return (t.thread - 1) / 32 == now->number / 32 && t.warp_epoch != (uint16_t)now->warp_epoch;
}
static std::vector<Cell>::iterator place_of(uintptr_t word) {
    const size_t mask = shared_cells.size() - 1;
    size_t i = (word * 0x9E3779B97F4A7C15ull >> 20) & mask;
    while (shared_cells[i].word && shared_cells[i].word != word) i = (i + 1) & mask;
    return shared_cells.begin() + (ptrdiff_t)i;
}
// Forgets what only blocks that have ended touched, and makes room where that is not enough: the cells that are left.
static size_t cells_of_block() {
    std::vector<Cell> left;
    for (const Cell &cell : shared_cells)
        if (cell.word && (cell.write.block == block_number || cell.read.block == block_number)) left.push_back(cell);
    const size_t room = left.size() > shared_cells.size() / 4 ? 2 * shared_cells.size() : shared_cells.size();
    shared_cells.assign(room, Cell());
    for (const Cell &cell : left) *place_of(cell.word) = cell;
    return left.size();
}
static Cell &cell_of(uintptr_t word, const Buffer *buffer) {
    if (buffer && buffer->cells) return buffer->cells[word - (buffer->start >> 2)];
    static size_t used = 0;
    if (used > shared_cells.size() / 2) used = cells_of_block();
    const auto found = place_of(word);
    if (!found->word) found->word = word, ++used;
    return *found;
}
// A write that met another access is a race only if it changed what stood there.
LW_PART void settle() {
    if (!suspect.pending) return;
    suspect.pending = false;
    if (!memcmp(suspect.before, (void *)suspect.at, suspect.bytes)) return;
    const bool watched = watching;
    watching = false;
    char text[200];
    snprintf(text, sizeof text, "threads %d and %d %s the same %s memory%s without a barrier between", suspect.other.thread - 1, now ? now->number : -1,
             suspect.reads ? "read and write" : suspect.updates ? "update" : "write", suspect.shared ? "shared" : "global", suspect.other.block != block_number ? " from different blocks" : "");
    find((suspect.reads || suspect.past) && !suspect.shared ? "order" : suspect.updates && !suspect.shared ? "update" : "race", suspect.place, text, 0, suspect.other.place,
         !suspect.reads && !suspect.shared && !suspect.atomic && !suspect.other.atomic);
    watching = watched;
}
static const Buffer *buffer_of(uintptr_t at) {
    static size_t last = 0;
    if (last < buffers.size() && at >= buffers[last].zone && at < buffers[last].zone_end) return &buffers[last];
    for (size_t i = 0; i < buffers.size(); ++i)
        if (at >= buffers[i].zone && at < buffers[i].zone_end) return &buffers[last = i];
    return nullptr;
}
static void stop_launch() {
    watching = false;
    stopped = true;
    longjmp(out_of_launch, 1);
}
static uint8_t bytes_of(uintptr_t word, uintptr_t at, size_t bytes) {
    uint8_t mask = 0;
    for (int i = 0; i < 4; ++i) mask |= (uint8_t)((word * 4 + i >= at && word * 4 + i < at + bytes) << i);
    return mask;
}
// What is neither a buffer nor a constant of the program: shared memory that is declared in a kernel stands in .bss.
extern "C" __attribute__((visibility("hidden"))) char __bss_start, _end;
static bool is_shared(uintptr_t at) {
    const bool constant = at >= (uintptr_t)&__bss_start && at < (uintptr_t)&_end;
    return constant || (at >= (uintptr_t)dynamic_memory && at < (uintptr_t)dynamic_memory + dynamic_bytes);
}
static void in_step();
LW_PART void touch(void *address, size_t bytes, bool writes, bool atomic, void *place) {
    if (!watching) return;
    if (unwatched && all_in_step && ((uintptr_t)address < (uintptr_t)stacks || (uintptr_t)address >= (uintptr_t)stacks + stacks_bytes)) return in_step();
    if (unwatched) {  // one that waits for another asks for it again and again
        static uint64_t atomics = 0;
        if (!atomic || ++atomics % 64) return;
        now->asks = true;
        yield();
        now->asks = false;
        return;
    }
    const uintptr_t at = (uintptr_t)address;
    if (at >= (uintptr_t)stacks && at < (uintptr_t)stacks + stacks_bytes) return;
    if (at >= (uintptr_t)&__start_lw_own && at < (uintptr_t)&__stop_lw_own) return;
    watching = false;
    if (order == in_turns) yield(), watching = false;
    settle();
    if (++accesses > access_limit) {
        find("too long", place, "the kernel does not come to its end");
        stop_launch();
    }
    const Buffer *buffer = buffer_of(at);
    if (buffer && (at < buffer->start || at + bytes > buffer->end)) {
        char text[160];
        snprintf(text, sizeof text, "%s of %s at byte %lld, outside its %lld bytes", writes ? "a write" : "a read", buffer->name,
                 (long long)(at - buffer->start), (long long)(buffer->end - buffer->start));
        find("out of bounds", place, text);
        stop_launch();
    }
    if (!buffer && at < 65536) {
        find("out of bounds", place, "an access through a null pointer");
        stop_launch();
    }
    const bool shared = !buffer || !buffer->cells;
    if (order != forward) {
        watching = true;
        return;
    }
    stores += writes && !shared;
    for (uintptr_t word = at >> 2; word <= (at + bytes - 1) >> 2; ++word) {
        Cell &cell = cell_of(word, buffer);
        Touch mine{block_number, now->block_epoch, (uint16_t)now->warp_epoch, (int16_t)(now->number + 1), atomic, bytes_of(word, at, bytes), place};
        // What a compiler asks before it makes an array of a class with constructors is an atomic byte of its own.
        const bool guards = atomic && bytes == 1;
        if (!writes && !guards && shared && (!cell.write.thread || cell.write.block != block_number) && is_shared(at)) find("unset", place, "shared memory is read before it is written");
        const bool write_conflict = cell.write.bytes & mine.bytes && !ordered(cell.write, shared) && !(atomic && cell.write.atomic);
        // A store is met also behind the atomic operations of its own block, which are in order with it.
        const bool past_conflict = writes && !write_conflict && cell.write.atomic && cell.plain.bytes & mine.bytes && !ordered(cell.plain, shared);
        const bool read_conflict = writes && cell.read.bytes & mine.bytes && !ordered(cell.read, shared) && !(atomic && cell.read.atomic);
        if (!writes && write_conflict) {
            if (!suspect.pending && !cell.write.atomic) {
                char text[200];
                snprintf(text, sizeof text, "threads %d and %d write and read the same %s memory%s without a barrier between", cell.write.thread - 1, now->number,
                         shared ? "shared" : "global", cell.write.block != block_number ? " from different blocks" : "");
                find(shared ? "race" : "order", place, text, 0, cell.write.place);
            }
        } else if (writes && (write_conflict || past_conflict || (read_conflict && !atomic)) && bytes <= 16) {
            suspect.at = at, suspect.bytes = bytes, suspect.place = place, suspect.pending = true;
            memcpy(suspect.before, address, bytes);
            suspect.other = write_conflict ? cell.write : past_conflict ? cell.plain : cell.read;
            suspect.reads = !write_conflict && !past_conflict, suspect.shared = shared, suspect.atomic = atomic, suspect.past = past_conflict;
            suspect.updates = write_conflict && cell.reader == mine.thread && cell.reader_block == block_number;
        }
        if (!writes) cell.reader = mine.thread, cell.reader_block = block_number;
        if (writes) {
            if (atomic && !cell.write.atomic) cell.plain = cell.write;
            cell.write = mine;
        } else if (!cell.read.thread || ordered(cell.read, shared)) cell.read = mine;
    }
    watching = true;
}

// ---- barriers

static void in_step() {
    // Volatile shared memory was read and written in step by the threads of a warp.
    now->state = State::warp, now->mask = 0, now->place = nullptr;
    yield();
}
LW_PART void wait_block(void *place) {
    if (!watching && !now) return;
    settle();
    now->state = State::block, now->place = place;
    yield();
}
LW_PART void wait_warp(unsigned mask, void *place) {
    settle();
    now->state = State::warp, now->mask = mask, now->place = place;
    yield();
}
LW_PART void wait_grid(void *place) {
    now->state = State::grid, now->place = place;
    yield();
}
static void begin_block() {
    alive = fiber_count;
    for (auto &f : everyone()) {
        f.state = State::ready, f.started = false;
        f.block_epoch = f.warp_epoch = 0;
    }
}
// Until all threads have ended, or all that are left wait for the grid.
static void run_block() {
    const int count = fiber_count;
    while (alive) {
        bool moved = false;
        for (int at = 0; at < count; at += 32) {
            const int warp = order == backward ? (count - 1) / 32 * 32 - at : at;
            for (;;) {
                bool ran = false;
                bool asked = false;
                const int last = std::min(count, warp + 32);
                for (int step = warp; step < last; ++step) {
                    const int i = order == backward ? warp + last - 1 - step : step;
                    if (fibers[i].state == State::ready) resume(fibers[i]), (now->asks ? asked : ran) = true;
                }
                // Lanes that wait for a mask go on when all of the mask that are still there have come.
                bool released = false;
                for (int i = warp; i < last; ++i) {
                    Fiber &f = fibers[i];
                    if (f.state != State::warp) continue;
                    bool all = true;
                    for (int j = warp; j < last; ++j) {
                        const bool wanted = f.mask == 0 ? fibers[j].state != State::block : (f.mask >> (j - warp) & 1u) != 0;
                        if (wanted && fibers[j].state != State::done && !(fibers[j].asks && !f.mask) && !(fibers[j].state == State::warp && fibers[j].mask == f.mask)) all = false;
                    }
                    if (!all) continue;
                    const unsigned mask = f.mask;
                    for (int j = warp; j < last; ++j)
                        if (fibers[j].state == State::warp && fibers[j].mask == mask) {
                            fibers[j].state = State::ready;
                            if (mask) ++fibers[j].warp_epoch;
                        }
                    released = true;
                    break;
                }
                // Nobody of the warp can go on: those that ask who is with them at one place are together.
                for (int i = warp; i < last && !ran && !released; ++i) {
                    if (fibers[i].state != State::converge) continue;
                    unsigned together = 0;
                    for (int j = i; j < last; ++j)
                        if (fibers[j].state == State::converge && fibers[j].place == fibers[i].place) together |= 1u << (j - warp);
                    void *place = fibers[i].place;
                    for (int j = i; j < last; ++j)
                        if (fibers[j].state == State::converge && fibers[j].place == place) fibers[j].state = State::ready, fibers[j].mask = together;
                    released = true;
                }
                moved |= ran || released || asked;
                if (!ran && !released) break;
            }
        }
        if (!alive) break;
        bool all_wait = true, at_grid = true;
        void *place = nullptr;
        for (auto &f : everyone())
            if (f.state == State::block) {
                at_grid = false;
                if (place && f.place != place) find("barrier", f.place, "threads of one block wait at different barriers", 0, place);
                place = place ? place : f.place;
            } else if (f.state != State::done && f.state != State::grid)
                all_wait = false;
        if (all_wait && at_grid) return;
        if (all_wait) {
            for (auto &f : everyone())
                if (f.state == State::block) f.state = State::ready, ++f.block_epoch;
        } else if (!moved) {
            for (auto &f : everyone())
                if (f.state == State::warp) {
                    find("warp", f.place, "a warp operation waits for lanes that do not come");
                    break;
                }
            for (auto &f : everyone())
                if (f.state == State::warp) f.state = State::ready;
        }
    }
}

// Blocks that wait for each other are there at once: each has threads with stacks, and shared memory, of its own.
extern "C" __attribute__((weak, visibility("hidden"))) char __start_lw_block[], __stop_lw_block[]; // of any size: g++ of some systems looks at it
struct Block {
    uint3 index;
    int alive;
    char *stacks;
    std::vector<Fiber> threads;
    std::vector<unsigned char> dynamic, declared;
};
static void run_together(const std::vector<uint3> &order_of_blocks) {
    const size_t declared = __stop_lw_block - __start_lw_block;
    const std::vector<unsigned char> first(__start_lw_block, __start_lw_block + declared);
    std::vector<Block> blocks;
    char *const own_stacks = stacks;
    begin_block();
    for (const uint3 &index : order_of_blocks) {
        void *room = mmap(nullptr, fiber_count * stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        blocks.push_back({index, fiber_count, (char *)room, std::vector<Fiber>(fibers, fibers + fiber_count), std::vector<unsigned char>(dynamic_bytes, 0xA5), first});
    }
    for (bool left = true; left;) {
        left = false;
        for (Block &block : blocks) {
            if (!block.alive) continue;
            std::copy(block.threads.begin(), block.threads.end(), fibers);
            if (dynamic_bytes) memcpy(dynamic_memory, block.dynamic.data(), dynamic_bytes);
            if (declared) memcpy(__start_lw_block, block.declared.data(), declared);
            stacks = block.stacks, alive = block.alive, block_index = block.index, ++block_number;
            for (auto &f : everyone())
                if (f.state == State::grid) f.state = State::ready, ++f.block_epoch;
            run_block();
            std::copy(fibers, fibers + fiber_count, block.threads.begin());
            if (dynamic_bytes) block.dynamic.assign(dynamic_memory, dynamic_memory + dynamic_bytes);
            if (declared) block.declared.assign(__start_lw_block, __stop_lw_block);
            block.alive = alive;
            left |= alive != 0;
        }
    }
    for (Block &block : blocks) munmap(block.stacks, fiber_count * stack_bytes);
    stacks = own_stacks;
}

LW_PART bool launch(dim3 grid, dim3 block, size_t shared_bytes, std::function<void()> call, bool together) {
    const size_t threads = (size_t)block.x * block.y * block.z;
    if (!threads || threads > 1024 || !grid.x || !grid.y || !grid.z) {
        find("configuration", nullptr, "a launch without threads or with more than 1024 in a block");
        return false;
    }
    if (threads * stack_bytes > stacks_bytes) {
        if (stacks) munmap(stacks, stacks_bytes);
        stacks_bytes = threads * stack_bytes;
        stacks = (char *)mmap(nullptr, stacks_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    std::vector<unsigned char> memory(shared_bytes + 4096, 0xA5);
    Buffer zone{"dynamic shared memory", (uintptr_t)memory.data(), (uintptr_t)memory.data() + shared_bytes + 4096, 0, 0};
    zone.start = ((uintptr_t)memory.data() + 1024 + 63) & ~(uintptr_t)63;
    zone.end = zone.start + shared_bytes;
    dynamic_memory = (unsigned char *)zone.start;
    dynamic_bytes = shared_bytes;
    buffers.push_back(zone);
    block_size = block, grid_size = grid;
    body = &call;
    first_block = block_number + 1;
    fiber_count = (int)threads;
    std::fill_n(fibers, threads, Fiber());
    for (size_t i = 0; i < threads; ++i) {
        fibers[i].number = (int)i;
        fibers[i].thread = uint3{(unsigned)(i % block.x), (unsigned)(i / block.x % block.y), (unsigned)(i / block.x / block.y)};
    }
    suspect.pending = false;
    if (setjmp(out_of_launch)) {
        now = nullptr;
        buffers.pop_back();
        return false;
    }
    std::vector<uint3> all;
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; ++x) {
                block_index = order == backward ? uint3{grid.x - 1 - x, grid.y - 1 - y, grid.z - 1 - z} : uint3{x, y, z};
                ++block_number;
                if (together) all.push_back(block_index);
                else begin_block(), run_block();
            }
    if (together) run_together(all);
    now = nullptr;
    buffers.pop_back();
    return true;
}

// A buffer with a zone around it that nothing may touch.
static void *guarded(const char *name, size_t bytes) {
    const size_t page = 4096, margin = (size_t)1 << 24, room = (bytes + page - 1) / page * page;
    char *zone = (char *)mmap(nullptr, room + 2 * margin, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    mprotect(zone + margin, room, PROT_READ | PROT_WRITE);
    Buffer buffer{name, (uintptr_t)zone, (uintptr_t)zone + room + 2 * margin, (uintptr_t)zone + margin, (uintptr_t)zone + margin + bytes};
    buffer.cells = (Cell *)mmap(nullptr, (bytes / 4 + 8) * sizeof(Cell), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    buffers.push_back(buffer);
    return zone + margin;
}

// Volatile memory: the threads of a warp went through such code in step, so each lets the others of its warp come as far.
LW_PART void volatile_touch(void *p, size_t bytes, bool writes, void *place) {
    if (!watching) return;
    touch(p, bytes, writes, true, place);
    const uintptr_t at = (uintptr_t)p;
    if (at >= (uintptr_t)stacks && at < (uintptr_t)stacks + stacks_bytes) return;
    settle();
    in_step();
}
struct SourceLocation { const char *file; uint32_t line, column; };
LW_PART void subscript(void *data, unsigned long index) {
    const SourceLocation *where = (const SourceLocation *)data;
    if (!now) return;
    watching = false;
    char text[120];
    snprintf(text, sizeof text, "subscript %ld is outside its array", (long)index);
    find("out of bounds", nullptr, text, (int)where->line);
    stop_launch();
}

}  // namespace lw
