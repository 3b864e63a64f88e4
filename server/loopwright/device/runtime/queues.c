/* Async queues. The rules let an operation run at any time between its directive and the wait for its queue; it runs as late as
   that, so that a program that forgot to wait sees what it may see.

   Which operations are ordered is told by vector clocks: component 0 is the host, the others are queues. An operation knows what
   its queue knew and what the host had waited for. Two that touch the same 8 bytes, one of them writing, must be ordered.

   A construct takes its firstprivate variables when it is reached, whatever becomes of them before it runs. gcc maps them `to`, as if they stood
   in `copyin`, and some scalars `tofrom`. So a scalar is sent as it is when its directive is reached; it comes back, and counts as used before the
   wait or as gone, only if the kernel changed it. Other variables (an array or a struct, never what is on the heap) are sent as they were,
   too; what the host does to them meanwhile is told, and whoever reads the program's text drops it where the clause is `firstprivate`. */
#include "device.h"

#define CLOCKS 16
#define STACK (8u << 20)
#define TAKEN 65536u

typedef struct Queue Queue;
typedef struct { uint32_t at[CLOCKS]; } Clock;
typedef enum { OP_COPY, OP_KERNEL, OP_POINTER, OP_DROP, OP_WAIT } Kind;
typedef struct Op {
    struct Op *next;
    Kind kind;
    uint32_t id, sequence, site, wanted;
    bool to_device, cancelled;
    Pairing pairing;
    uintptr_t device, host;
    size_t size;
    void (*fn)(void *);
    uintptr_t *addresses;
    char *values;
    Block *block;
    Queue *other;
    bool scalar;
    uintptr_t touched, gone; /* where the host used the scalar before the wait, where its function ended */
    void *taken; /* the content when the directive was reached */
} Op;
struct Queue { int async; unsigned index; Op *first, *last; uint32_t sequence; Clock clock; unsigned asked; bool waited; };
typedef struct { unsigned queue; uint32_t sequence, site; Clock clock; } Info; /* of an operation */

bool queues_used;
__thread uint32_t operation;
static Queue *queues[CLOCKS];
static unsigned queue_count = 1;
static Clock host_clock;
static Info *infos; /* of operations base + 1 … */
static uint32_t base, last_id, info_room;

static Queue *queue_of(int async) {
    for (unsigned i = 1; i < queue_count; i++)
        if (queues[i]->async == async) return queues[i];
    if (queue_count == CLOCKS) return queues[CLOCKS - 1]; /* more share the last one */
    Queue *q = raw_allocate(sizeof *q);
    q->async = async, q->index = queue_count;
    return queues[queue_count++] = q;
}

static void learn(Clock *clock, const Clock *from) {
    for (unsigned i = 0; i < CLOCKS; i++)
        if (clock->at[i] < from->at[i]) clock->at[i] = from->at[i];
}

static uint32_t new_info(unsigned queue, uint32_t sequence, uint32_t site, const Clock *clock) {
    if (last_id - base >= info_room) infos = raw_grow(infos, (info_room = info_room ? info_room * 2 : 256) * sizeof *infos);
    infos[last_id - base] = (Info){queue, sequence, site, *clock};
    return ++last_id;
}

/* Once the host has waited for everything, all that was is ordered with all that comes. */
static void settle(void) {
    for (unsigned i = 1; i < queue_count; i++)
        if (queues[i]->first || host_clock.at[i] < queues[i]->sequence) return;
    base = last_id;
}

uint32_t latest_operation(void) { return last_id; }

static bool settled(void) { return base == last_id; }

void order_check(uintptr_t device, size_t size, bool write, uintptr_t pc) {
    uint32_t now_id = operation;
    if (!hooked || now_id <= base) return;
    const Info *me = &infos[now_id - base - 1];
    for (uintptr_t g = (device - arena) / 8; g <= (device + size - 1 - arena) / 8; g++) {
        uint32_t seen[2] = {writers[g], readers[g]};
        bool read_first = false; /* by one that is not ordered with this one: it is kept, a write will be judged by it */
        for (int i = 0; i < 2; i++) {
            if (seen[i] <= base || seen[i] == now_id) continue;
            const Info *it = &infos[seen[i] - base - 1];
            if (me->clock.at[it->queue] >= it->sequence || it->clock.at[me->queue] >= me->sequence) continue;
            if (i == 1 && !write) {
                read_first = true;
                continue;
            }
            Block *b = block_at(device);
            finding(F_QUEUES_RACE, pc, me->site, it->site, b ? b->host : 0, b ? (int64_t)(device - b->start) : 0, b ? b->size : 0, 0);
        }
        if (write) writers[g] = now_id;
        else if (!read_first) readers[g] = now_id;
    }
}

/* Pages of host memory that a pending copy reads or writes are watched. */
static void watch(const Op *op, int by) {
    if (!hooked) return;
    for (uintptr_t at = op->host & ~(uintptr_t)4095; at < op->host + op->size; at += 4096) page_make(at)->pending += (unsigned)by;
    stack_watch(op->host);
}

bool pending_touches(uintptr_t host, size_t size, bool write, uintptr_t pc) {
    for (unsigned i = 1; i < queue_count; i++)
        for (Op *op = queues[i]->first; op; op = op->next) {
            if (op->kind != OP_COPY || op->cancelled || (op->to_device && !write)) continue;
            if (op->host >= host + size || host >= op->host + op->size) continue;
            if (op->scalar) {
                if (!op->to_device && !op->touched) op->touched = pc;
                continue;
            }
            finding(F_USED_BEFORE_WAIT, pc, op->site, NO_SITE, host, 0, size, op->taken ? "taken" : 0);
            return true;
        }
    return false;
}

void pending_cancel(uintptr_t from, uintptr_t to, uintptr_t pc) {
    for (unsigned i = 1; i < queue_count; i++)
        for (Op *op = queues[i]->first; op; op = op->next) {
            bool inside = op->host < to && from < op->host + op->size;
            if (op->kind == OP_DROP && inside) op->host = 0; /* nobody reads it there any more */
            if (op->kind == OP_COPY && !op->cancelled && inside) {
                if (op->scalar) {
                    op->gone = pc;
                    continue;
                }
                op->cancelled = !op->taken;
                finding(F_HOST_OBJECT_GONE, pc, op->site, op->site, op->host, 0, op->size, op->taken ? "taken" : "pending");
            }
        }
}

static void drop(const Op *op);

static bool scalar_moves(Op *op) {
    if (op->to_device) {
        op->host = (uintptr_t)op->block->sent;
        return true;
    }
    if (raw_equal((void *)op->device, op->block->sent, op->size)) return false;
    if (op->touched) finding(F_USED_BEFORE_WAIT, op->touched, op->site, NO_SITE, op->host, 0, op->size, 0);
    if (op->gone) finding(F_HOST_OBJECT_GONE, op->gone, op->site, op->site, op->host, 0, op->size, "pending");
    return !op->gone;
}

static void run(Op *op, int async) {
    uint32_t outer = operation;
    operation = op->id;
    switch (op->kind) {
    case OP_COPY:
        if (op->cancelled || (op->scalar && !scalar_moves(op))) break;
        if (op->to_device) copy_to(op->device, op->taken ? (uintptr_t)op->taken : op->host, op->size, op->site, async, op->pairing);
        else copy_from(op->host, op->device, op->size, op->site, async, op->pairing);
        break;
    case OP_KERNEL: launch(op->fn, op->size, op->addresses, op->values, op->wanted, op->site, async); break;
    case OP_POINTER: put_pointer(op->device, op->host); break;
    case OP_DROP: drop(op); break;
    case OP_WAIT: break;
    }
    operation = outer;
}

static void run_until(Queue *q, uint32_t sequence) {
    while (q->first && q->first->sequence <= sequence) {
        Op *op = q->first;
        if (op->kind == OP_WAIT) run_until(op->other, op->wanted);
        if (q->first != op) continue;
        q->first = op->next;
        if (op->kind == OP_COPY) watch(op, -1);
        run(op, q->async);
        raw_free(op->addresses);
        raw_free(op->values);
        raw_free(op->taken);
        raw_free(op);
    }
    if (!q->first) q->last = 0;
}

static void enqueue(Op op, int async) {
    if (async == ASYNC_SYNC) {
        op.id = settled() ? 0 : new_info(0, ++host_clock.at[0], op.site, &host_clock);
        if (op.id) infos[op.id - base - 1].clock = host_clock;
        run(&op, async);
        return;
    }
    queues_used = true;
    Queue *q = queue_of(async);
    learn(&q->clock, &host_clock);
    op.sequence = q->clock.at[q->index] = ++q->sequence;
    op.id = new_info(q->index, op.sequence, op.site, &q->clock);
    Op *kept = raw_allocate(sizeof *kept);
    *kept = op;
    if (q->last) q->last->next = kept;
    else q->first = kept;
    q->last = kept;
    q->asked = 0, q->waited = false;
    if (op.kind == OP_COPY) watch(kept, 1);
}

/* On a stack or among the program's own data: on the heap there is no variable of C that could be firstprivate. */
static bool is_variable(uintptr_t host) {
    extern char __executable_start[], _end[];
    return host - (uintptr_t)__builtin_frame_address(0) < STACK || (host >= (uintptr_t)__executable_start && host < (uintptr_t)_end);
}

void enqueue_copy(bool to_device, uintptr_t device, uintptr_t host, size_t size, uint32_t site, int queue, Pairing pairing) {
    Op op = {.kind = OP_COPY, .to_device = to_device, .device = device, .host = host, .size = size, .site = site, .pairing = pairing};
    Block *b = queue != ASYNC_SYNC && size <= SCALAR ? block_at(device) : 0;
    if (b && pairing == CONSTRUCT_PAIR) {
        raw_copy(b->sent, (void *)host, size);
        b->scalar = true;
    } else if (b && to_device) b->scalar = false;
    if (b && b->scalar && b->size == size) op.scalar = true, op.block = b;
    else if (queue != ASYNC_SYNC && pairing == CONSTRUCT_PAIR && size <= TAKEN && is_variable(host))
        raw_copy(op.taken = raw_allocate(size), (void *)host, size);
    enqueue(op, queue);
}

void enqueue_pointer(uintptr_t device, uintptr_t value, int queue) {
    enqueue((Op){.kind = OP_POINTER, .device = device, .host = value, .site = NO_SITE}, queue);
}

void enqueue_drop(const Mapping *m, uint32_t site, int queue) {
    if (queue == ASYNC_SYNC) block_drop(m->block, site);
    else enqueue((Op){.kind = OP_DROP, .block = m->block, .site = site, .device = m->device, .host = m->orphan ? 0 : m->host, .size = m->end - m->host}, queue);
}

/* What a kernel of the queue wrote after the mapping had gone from the table is lost now. */
static void drop(const Op *op) {
    if (hooked && op->host && !table_find(op->host, op->size)) ghosts_set(op->host, op->size, shadow_of(op->device), op->site);
    block_drop(op->block, op->site);
}

void enqueue_kernel(void (*fn)(void *), size_t n, uintptr_t *addresses, char *values, size_t size, uint32_t site, int queue) {
    Op op = {.kind = OP_KERNEL, .fn = fn, .size = n, .addresses = addresses, .values = values, .wanted = (uint32_t)size, .site = site};
    if (queue != ASYNC_SYNC) { /* what was given lies on the caller's stack */
        op.addresses = raw_allocate(n * sizeof *addresses + 8);
        op.values = raw_allocate(size + 64);
        raw_copy(op.values, values, size);
        for (size_t i = 0; i < n; i++) {
            uintptr_t inside = addresses[i] - (uintptr_t)values;
            op.addresses[i] = inside < size ? (uintptr_t)op.values + inside : addresses[i];
        }
    }
    enqueue(op, queue);
}

static void waited(int queue, uint32_t site) {
    uint64_t t = now();
    event(E_WAIT, site, queue, t, t, 0, 0);
}

void queue_wait(int async, uint32_t site) {
    if (async == ASYNC_SYNC) return;
    Queue *q = queue_of(async);
    run_until(q, q->sequence);
    q->waited = true;
    learn(&host_clock, &q->clock);
    settle();
    waited(async, site);
}

void queue_wait_all(uint32_t site) {
    /* The last queue first: what should have been ordered by a wait between queues shows. */
    for (unsigned i = queue_count; i-- > 1;) {
        run_until(queues[i], queues[i]->sequence);
        queues[i]->waited = true;
        learn(&host_clock, &queues[i]->clock);
    }
    settle();
    waited(ASYNC_NOVAL, site);
}

void queue_wait_in(int waits, int async, uint32_t site) {
    if (async == ASYNC_SYNC) {
        queue_wait(waits, site);
        return;
    }
    Queue *q = queue_of(async), *other = queue_of(waits);
    if (q == other) return;
    learn(&q->clock, &other->clock);
    other->waited = true;
    enqueue((Op){.kind = OP_WAIT, .other = other, .wanted = other->sequence, .site = site}, async);
}

void queue_wait_all_in(int async, uint32_t site) {
    unsigned known = queue_count;
    for (unsigned i = 1; i < known; i++)
        if (queues[i]->async != async) queue_wait_in(queues[i]->async, async, site);
}

/* The first question finds the work unfinished, the second one finished: both must be able to happen. */
int queue_test(int async) {
    Queue *q = queue_of(async);
    if (q->first && !q->asked++) return 0;
    queue_wait(async, NO_SITE);
    return 1;
}

int queue_test_all(void) {
    int done = 1;
    for (unsigned i = 1; i < queue_count; i++) done &= queue_test(queues[i]->async);
    return done;
}

void queues_end(void) {
    for (unsigned i = 1; i < queue_count; i++)
        for (Op *op = queues[i]->first; op; op = op->next)
            if (op->kind == OP_KERNEL || op->kind == OP_COPY) {
                finding(F_NEVER_WAITED, site_pc(op->site), op->site, NO_SITE, op->kind == OP_COPY ? op->host : 0, queues[i]->async, 0, 0);
                if (op->kind == OP_KERNEL) break;
            }
    queue_wait_all(NO_SITE);
}
