/* Running a kernel: one gang of one worker of one lane, in the function that gcc made, with the addresses of the copies.

   A variable of `declare` has one address in the code of kernels and of routines, that of the host: while a kernel runs, the two
   sides' contents are exchanged. An access that a GPU would refuse ends the kernel, and the program as there. */
#define _GNU_SOURCE
#include "device.h"
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* gcc's list of what `declare` names: address and size, with the highest bit set for `link`. */
extern uintptr_t __offload_var_table[] __attribute__((weak, visibility("hidden")));
extern uintptr_t __offload_vars_end[] __attribute__((weak, visibility("hidden")));
#define LINK_BIT ((uintptr_t)1 << 63)

__thread bool in_kernel;
__thread uint32_t kernel_site = NO_SITE;
__thread uintptr_t kernel_stack, own_values, own_size;
static __thread sigjmp_buf *escape;
static Mapping **direct;
static size_t direct_count, direct_room;
static struct { uintptr_t from, to; } constant[64], code;
static unsigned constants;

void direct_add(Mapping *m) {
    for (uintptr_t *t = __offload_var_table; t && t < __offload_vars_end; t += 2)
        m->direct |= m->host >= t[0] && m->host < t[0] + (t[1] & ~LINK_BIT);
    if (!m->direct) return;
    if (direct_count == direct_room) direct = raw_grow(direct, (direct_room = direct_room ? direct_room * 2 : 16) * sizeof *direct);
    direct[direct_count++] = m;
}

void direct_remove(Mapping *m) {
    for (size_t i = 0; m->direct && i < direct_count; i++)
        if (direct[i] == m) direct[i--] = direct[--direct_count];
}

/* A constant is the same on both sides, and its page may not be written. */
static bool same(const char *a, const char *b, size_t size) {
    while (size && *a == *b) a++, b++, size--;
    return !size;
}

static void exchange(void) {
    char held[4096];
    for (size_t i = 0; i < direct_count; i++)
        for (uintptr_t at = direct[i]->host; at < direct[i]->end; at += sizeof held) {
            size_t part = direct[i]->end - at < sizeof held ? direct[i]->end - at : sizeof held;
            void *there = (void *)device_of(direct[i], at);
            if (same((char *)at, there, part)) continue;
            raw_copy(held, (void *)at, part);
            raw_copy((void *)at, there, part);
            raw_copy(there, held, part);
        }
}

void illegal_access(void) {
    if (escape) siglongjmp(*escape, 1);
    abort();
}

__attribute__((noinline)) static void call(void (*fn)(void *), size_t n, const uintptr_t *addresses, uintptr_t *frame) {
    uintptr_t given[n + 1];
    for (size_t i = 0; i < n; i++) given[i] = addresses[i];
    *frame = (uintptr_t)__builtin_frame_address(0);
    fn(given);
    __asm__ volatile("" : : "r"(given) : "memory");
}

void launch(void (*fn)(void *), size_t n, uintptr_t *addresses, char *values, size_t size, uint32_t site, int queue) {
    sigjmp_buf here, *outer = escape;
    uint64_t begin = now();
    exchange();
    escape = &here, in_kernel = true, kernel_site = site, own_values = (uintptr_t)values, own_size = size;
    volatile bool refused = sigsetjmp(here, 0) != 0;
    if (!refused) call(fn, n, addresses, &kernel_stack);
    if (hooked) kernel_ended();
    in_kernel = false, escape = outer, own_size = 0;
    exchange();
    uint64_t end = now();
    event(E_KERNEL, site, queue, begin, end, 0, 0);
    if (refused) refuse();
    site_ran(site, (end - begin) * 1e-9);
}

static void on_signal(int number, siginfo_t *info, void *context) {
    (void)context;
    uintptr_t at = (uintptr_t)info->si_addr;
    if (in_kernel) {
        if (!hooked) finding(F_NO_MAPPING, site_pc(kernel_site), kernel_site, NO_SITE, at, 0, 0, 0);
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, number);
        sigprocmask(SIG_UNBLOCK, &set, 0);
        illegal_access();
    }
    signal(number, SIG_DFL); /* the instruction is tried again and ends the program */
}

static int parts_of(struct dl_phdr_info *info, size_t size, void *first) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum && constants < 64; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
        if ((p->p_type == PT_LOAD && !(p->p_flags & PF_W)) || p->p_type == PT_GNU_RELRO) constant[constants].from = from, constant[constants++].to = to;
        if (*(bool *)first && p->p_type == PT_LOAD && (p->p_flags & PF_X)) code.from = from, code.to = to;
    }
    *(bool *)first = false;
    return 0;
}

bool is_constant(uintptr_t address) {
    for (unsigned i = 0; i < constants; i++)
        if (address >= constant[i].from && address < constant[i].to) return true;
    return false;
}

bool in_program(uintptr_t at) { return at >= code.from && at < code.to; }

void launch_start(void) {
    bool first = true;
    dl_iterate_phdr(parts_of, &first);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    static char stack[65536];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, 0);
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
    for (uintptr_t *t = __offload_var_table; t && t < __offload_vars_end && !device_shares(); t += 2) {
        if (t[1] & LINK_BIT) continue;
        Block *b = block_new(t[1], 64, NO_SITE);
        if (!b) abort();
        Mapping *m = table_add(t[0], t[1], b, b->start, NO_SITE);
        m->forever = true;
        /* gcc's device image holds the initial values. */
        raw_copy((void *)b->start, (void *)t[0], t[1]);
        if (hooked) raw_fill(shadow_of(b->start), S_LIVE | S_DEFINED, t[1]);
    }
}
