/* The emulated device: what the parts of the runtime share.

   gcc lowers each compute construct to a function that takes one pointer to an array of addresses, also where no offloading
   compiler is installed, and calls GOACC_* and acc_* with host addresses, sizes and kinds. The parts here answer those calls
   with a device that has memory of its own:

     memory.c    the device's memory: blocks with redzones, one byte of state for each byte
     shared.c    memory that both sides use in place
     table.c     which host bytes are present, and the host's pages that the hooks look at
     transfer.c  copies between the two sides, what they do to the states, what of them was redundant
     mapping.c   data clauses: map kinds, reference counts, structs, attached pointers
     queues.c    async queues, carried out as late as the rules allow; which operations are ordered
     launch.c    a kernel: its addresses, its variables of `declare`, illegal accesses
     entries.c   GOACC_*, what directives call
     routines.c  acc_*
     hooks.c     __tsan_*, what the compiler puts before every access; libc.c what library functions access for it
     report.c    the shared file that the run is read from */
#ifndef LW_DEVICE_H
#define LW_DEVICE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Map kinds (low byte of a kind), as in gcc's gomp-constants.h. */
enum {
    K_ALLOC = 0, K_TO = 1, K_FROM = 2, K_TOFROM = 3,
    K_POINTER = 4, K_TO_PSET = 5, K_FORCE_PRESENT = 6, K_DELETE = 7,
    K_DEVICEPTR = 8, K_DEVICE_RESIDENT = 9, K_LINK = 10, K_IF_PRESENT = 11,
    K_FIRSTPRIVATE = 12, K_FIRSTPRIVATE_INT = 13, K_USE_DEVICE = 14, K_ZERO_LENGTH = 15,
    K_USE_DEVICE_IF_PRESENT = 0x10, K_RELEASE = 0x17,
    K_STRUCT = 0x1c, K_ALWAYS_POINTER = 0x1d, K_DELETE_ZERO_LENGTH = 0x1f,
    K_ATTACH = 0x50, K_DETACH = 0x51, K_FORCE = 0x80, K_FORCE_DETACH = 0xd1,
    K_FORCE_ALLOC = 0x80, K_FORCE_TO = 0x81, K_FORCE_FROM = 0x82, K_FORCE_TOFROM = 0x83,
};
enum { ASYNC_NOVAL = -1, ASYNC_SYNC = -2 };

/* State of one byte of device memory. A copy is stale where the other side holds a newer value. */
enum {
    S_LIVE = 1,        /* belongs to a live block */
    S_DEFINED = 2,     /* was given a value */
    S_DEVICE_STALE = 4,
    S_HOST_STALE = 8,
    S_HOST_UNDEFINED = 16, /* the host's copy came from device memory that had no value */
    S_READ = 32,       /* by a kernel */
    S_WRITTEN = 64,    /* by a kernel */
    S_SENT = 128,      /* copied to the device and not read there since */
};

/* What is reported; the order is that of findings.toml. */
enum Finding {
    F_HOST_READS_STALE, F_HOST_READS_LOST, F_HOST_READS_UNDEFINED, F_DEVICE_READS_STALE, F_DEVICE_READS_UNDEFINED,
    F_NO_MAPPING, F_OUTSIDE, F_AFTER_EXIT, F_LEFT_BEHIND, F_RESULT_OVERWRITTEN, F_HOST_VALUE_OVERWRITTEN,
    F_HOST_OBJECT_GONE, F_USED_BEFORE_WAIT, F_QUEUES_RACE, F_NEVER_WAITED, F_FAILURE, F_NOT_PRESENT, F_HOST_TOUCHES_DEVICE,
    F_HOST_POINTER_ON_DEVICE, F_UPDATE_DROPPED, F_POINTER_CHANGED, F_ATTACHED_ELSEWHERE, F_NEGATIVE_LENGTH,
};
/* Sites: places in the program that call the runtime. */
enum Site {
    SITE_KERNEL, SITE_DATA, SITE_ENTER, SITE_EXIT, SITE_UPDATE, SITE_WAIT, SITE_DECLARE, SITE_ROUTINE, SITE_DATA_END,
};
enum Event { E_KERNEL, E_TO, E_FROM, E_ALLOC, E_FREE, E_WAIT };

#define SCALAR 16 /* bytes of the largest */

typedef struct Block {
    uintptr_t start, size;      /* what the program asked for */
    uintptr_t whole, reserved;  /* with redzones */
    unsigned users;             /* mappings and pending operations that need it */
    uint32_t born, died;        /* sites */
    bool live;
    uintptr_t host;             /* of its first mapping, for messages; 0 for acc_malloc */
    uint32_t wrote;             /* the kernel that wrote it last */
    unsigned char sent[SCALAR]; /* what an async construct sent, where that is a scalar */
    bool scalar;
} Block;

/* A pointer in device memory: how often it is attached, to which address of the host and where that is on the device. `moved`: to another
   address than before. */
typedef struct Attached { unsigned short times; bool moved; uintptr_t target, value; } Attached;

typedef struct Mapping {
    uintptr_t host, end;
    Block *block;
    uintptr_t device;           /* where `host` is on the device */
    unsigned references, dynamic;
    bool forever;               /* of acc_map_data or declare: no count takes it away */
    bool direct;                /* of declare: kernels reach it at the host's address */
    bool declared;              /* of a declare inside a function */
    bool orphan;                /* the host object is gone */
    Attached *attached;         /* the pointers in it, one for 8 bytes */
    uint32_t site;
} Mapping;

/* memory.c */
extern uintptr_t arena, arena_size;
extern uint8_t *shadow;         /* of byte `arena + i` at `shadow[i]` */
extern uint32_t *writers, *readers; /* operation that last wrote or read 8 bytes */
extern uint32_t *changed;       /* the latest operation when the host's copy of 8 bytes became newer */
static inline bool on_device(uintptr_t address) { return address - arena < arena_size; }
static inline uint8_t *shadow_of(uintptr_t address) { return shadow + (address - arena); }
void memory_start(void);
Block *block_new(size_t size, size_t alignment, uint32_t site);
void block_use(Block *);
void block_drop(Block *, uint32_t site);
Block *block_at(uintptr_t address);          /* that holds the address, dead ones too, redzones too; or null */

/* table.c */
typedef struct Page { Mapping *only; unsigned count; unsigned pending; uint8_t *ghost; uint32_t ghost_site; } Page;
extern Page **pages[1 << 17];
static inline Page *page_of(uintptr_t address) {
    Page **second = pages[(address >> 30) & 0x1ffff];
    return second ? second[(address >> 12) & 0x3ffff] : 0;
}
Page *page_make(uintptr_t address);
Mapping *table_find(uintptr_t host, size_t size);        /* any that overlaps; size 0 as gcc's runtime looks it up */
Mapping *table_first_after(uintptr_t host);              /* the first that ends behind `host` */
Mapping *table_of_device(uintptr_t device);
Mapping *table_add(uintptr_t host, size_t size, Block *, uintptr_t device, uint32_t site);
void table_remove(Mapping *, uint32_t site);
void table_orphan(Mapping *);
size_t table_count(void);
Mapping *table_at(size_t);
void ghosts_forget(uintptr_t from, uintptr_t to);
/* Bytes that were copied to the host from device memory that had no value. */
void ghosts_undefined(uintptr_t host, size_t size, const uint8_t *states, uint32_t site);
void ghosts_set(uintptr_t host, size_t size, const uint8_t *states, uint32_t site);
static inline uintptr_t device_of(const Mapping *m, uintptr_t host) { return m->device + (host - m->host); }
/* The address that a kernel uses. */
static inline uintptr_t kernel_address(const Mapping *m, uintptr_t host) { return m->direct ? host : device_of(m, host); }

/* shared.c */
bool is_shared(uintptr_t host);              /* whether a kernel uses these host bytes where they are */
bool device_shares(void);                    /* whether it does so with all of them */
void shared_start(void);

/* transfer.c */
/* Whether the two are copies of one another, whether they became that just now, and then by what may be `firstprivate`. */
typedef enum { PAIR, NEW_PAIR, CONSTRUCT_PAIR, NO_PAIR } Pairing;
void copy_to(uintptr_t device, uintptr_t host, size_t size, uint32_t site, int queue, Pairing);
void copy_from(uintptr_t host, uintptr_t device, size_t size, uint32_t site, int queue, Pairing);
void put_pointer(uintptr_t device, uintptr_t value);     /* an attached pointer: no transfer of the program's */
void raw_copy(void *to, const void *from, size_t size);
void raw_fill(void *to, int value, size_t size);
bool raw_equal(const void *, const void *, size_t);

/* mapping.c */
typedef struct Slot { Mapping *mapping; uintptr_t host; size_t size; bool copy_back, always_back, attach; } Slot;
typedef struct Region { struct Region *outer; size_t count; uint32_t site; Slot slots[]; } Region;
Region *map_region(size_t n, void **host, size_t *sizes, unsigned short *kinds, uintptr_t *device, uint32_t site, int queue);
void unmap_region(Region *, uint32_t site, int queue);
void enter_data(size_t n, void **host, size_t *sizes, unsigned short *kinds, uint32_t site, int queue);
void exit_data(size_t n, void **host, size_t *sizes, unsigned short *kinds, uint32_t site, int queue);
void *enter_one(uintptr_t host, size_t size, int kind, uint32_t site, int queue);
void exit_one(uintptr_t host, size_t size, int kind, uint32_t site, int queue);
void update_one(bool to_device, uintptr_t host, size_t size, uint32_t site, int queue);
void attach_pointer(uintptr_t host, size_t bias, int queue);
void detach_pointer(uintptr_t host, bool finalize, int queue);

/* queues.c */
typedef void Work(void *argument);
extern bool queues_used;
extern __thread uint32_t operation;                      /* the one that runs now; 0: ordered with all */
void enqueue_copy(bool to_device, uintptr_t device, uintptr_t host, size_t size, uint32_t site, int queue, Pairing);
/* `values` is what a kernel takes by value; the addresses of it lie inside. It is copied. */
void enqueue_kernel(void (*fn)(void *), size_t n, uintptr_t *addresses, char *values, size_t size, uint32_t site, int queue);
void enqueue_pointer(uintptr_t device, uintptr_t value, int queue);
void enqueue_drop(const Mapping *, uint32_t site, int queue);    /* of a mapping that is no longer in the table */
void queue_wait(int queue, uint32_t site);
void queue_wait_all(uint32_t site);
void queue_wait_in(int waits, int queue, uint32_t site); /* `wait(waits) async(queue)` */
void queue_wait_all_in(int queue, uint32_t site);
int queue_test(int queue);
int queue_test_all(void);
void queues_end(void);
/* Whether the host must not touch these bytes now; then it is told. */
bool pending_touches(uintptr_t host, size_t size, bool write, uintptr_t pc);
void pending_cancel(uintptr_t from, uintptr_t to, uintptr_t pc);
/* The latest operation that was asked for. */
uint32_t latest_operation(void);
/* Whether the operation that runs was asked for before the host changed its own copy. */
static inline bool asked_before_change(uintptr_t device) { return operation && operation <= changed[(device - arena) / 8]; }
/* Checks an access to device memory against those of operations that it is not ordered with. */
void order_check(uintptr_t device, size_t size, bool write, uintptr_t pc);
extern unsigned stack_watched;                           /* mappings and pending copies of host stack memory, ever */
void stack_watch(uintptr_t host);

/* launch.c */
extern __thread bool in_kernel;
extern __thread uint32_t kernel_site;
extern __thread uintptr_t kernel_stack;                  /* what lies below is the kernel's own */
void launch(void (*fn)(void *), size_t n, uintptr_t *addresses, char *values, size_t size, uint32_t site, int queue);
void direct_add(Mapping *);
void direct_remove(Mapping *);
extern __thread uintptr_t own_values, own_size;          /* what the kernel has by value */
void illegal_access(void) __attribute__((noreturn));
void launch_start(void);
bool is_constant(uintptr_t address);
bool in_program(uintptr_t code);

/* entries.c */
#define hooked LW_HOOKED                                 /* the program was compiled with hooks */
bool host_is_device(void);
void device_start(void);
void lock(void);
void unlock(void);
void refuse(void) __attribute__((noreturn));     /* an illegal access, which is reported already */
void fatal(uint32_t site, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* report.c */
void report_start(void);
void report_ended(void);
uint32_t site_of(uintptr_t pc, int kind);
void site_ran(uint32_t site, double seconds);
void site_moved(uint32_t site, bool to_device, uint64_t bytes, uint64_t redundant);
void site_unused(uint32_t site, uint64_t allocated, uint64_t sent);
void site_stale(uint32_t site, uint64_t bytes);
uintptr_t site_pc(uint32_t site);
void event(int kind, uint32_t site, int queue, uint64_t begin, uint64_t end, uint64_t bytes, uintptr_t host);
void finding(int kind, uintptr_t pc, uint32_t site, uint32_t other, uintptr_t host, int64_t offset, uint64_t size, const char *text);
uint64_t now(void);                                      /* nanoseconds */

/* hooks.c: an access of the program, or of a library function for it */
void touch_range(uintptr_t address, size_t size, bool write, uintptr_t pc);
void kernel_ended(void);

/* libc.c */
void object_gone(uintptr_t from, uintptr_t to, uintptr_t pc, bool scope);
void *raw_allocate(size_t size);                         /* zeroed; not seen by the hooks */
void raw_free(void *);
void *raw_grow(void *, size_t);

#define HERE ((uintptr_t)__builtin_return_address(0))
#define NO_SITE 0xffffffffu
#define API __attribute__((visibility("default")))
#endif
