// The calls that -fsanitize=thread puts at memory accesses, for who watches them: `lw::touch` is told of each, and `lw::volatile_touch`.
#pragma once
#ifndef LW_PLACE
#define LW_PLACE __builtin_return_address(0)
#endif
#define LW_HOOK extern "C" LW_OWN __attribute__((used, visibility("hidden")))
LW_HOOK void __tsan_init() {}
LW_HOOK void __tsan_func_entry(void *) {}
LW_HOOK void __tsan_func_exit() {}
LW_HOOK void __tsan_vptr_update(void **, void *) {}
LW_HOOK void __tsan_vptr_read(void **) {}
#define LW_ACCESS(N) \
    LW_HOOK void __tsan_read##N(void *p) { lw::touch(p, N, false, false, LW_PLACE); } \
    LW_HOOK void __tsan_write##N(void *p) { lw::touch(p, N, true, false, LW_PLACE); } \
    LW_HOOK void __tsan_unaligned_read##N(void *p) { lw::touch(p, N, false, false, LW_PLACE); } \
    LW_HOOK void __tsan_unaligned_write##N(void *p) { lw::touch(p, N, true, false, LW_PLACE); } \
    LW_HOOK void __tsan_volatile_read##N(void *p) { lw::volatile_touch(p, N, false, LW_PLACE); } \
    LW_HOOK void __tsan_volatile_write##N(void *p) { lw::volatile_touch(p, N, true, LW_PLACE); } \
    LW_HOOK void __tsan_unaligned_volatile_read##N(void *p) { lw::volatile_touch(p, N, false, LW_PLACE); } \
    LW_HOOK void __tsan_unaligned_volatile_write##N(void *p) { lw::volatile_touch(p, N, true, LW_PLACE); }
LW_ACCESS(1)
LW_ACCESS(2)
LW_ACCESS(4)
LW_ACCESS(8)
LW_ACCESS(16)
LW_HOOK void __tsan_read_range(void *p, unsigned long n) { lw::touch(p, n, false, false, LW_PLACE); }
LW_HOOK void __tsan_write_range(void *p, unsigned long n) { lw::touch(p, n, true, false, LW_PLACE); }
#define LW_ATOMIC(N, T) \
    LW_HOOK T __tsan_atomic##N##_load(const volatile T *p, int) { lw::touch((void *)p, sizeof(T), false, true, LW_PLACE); return *p; } \
    LW_HOOK void __tsan_atomic##N##_store(volatile T *p, T v, int) { lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); *p = v; } \
    LW_HOOK T __tsan_atomic##N##_exchange(volatile T *p, T v, int) { lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); T o = *p; *p = v; return o; } \
    LW_HOOK T __tsan_atomic##N##_fetch_add(volatile T *p, T v, int) { lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); T o = *p; *p = o + v; return o; } \
    LW_HOOK T __tsan_atomic##N##_fetch_sub(volatile T *p, T v, int) { lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); T o = *p; *p = o - v; return o; } \
    LW_HOOK T __tsan_atomic##N##_fetch_and(volatile T *p, T v, int) { lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); T o = *p; *p = o & v; return o; } \
    LW_HOOK T __tsan_atomic##N##_fetch_or(volatile T *p, T v, int) { lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); T o = *p; *p = o | v; return o; } \
    LW_HOOK T __tsan_atomic##N##_fetch_xor(volatile T *p, T v, int) { lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); T o = *p; *p = o ^ v; return o; } \
    LW_HOOK int __tsan_atomic##N##_compare_exchange_strong(volatile T *p, T *e, T v, int, int) { \
        lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); \
        if (*p == *e) return *p = v, 1; \
        return *e = *p, 0; \
    } \
    LW_HOOK int __tsan_atomic##N##_compare_exchange_weak(volatile T *p, T *e, T v, int a, int b) { return __tsan_atomic##N##_compare_exchange_strong(p, e, v, a, b); } \
    LW_HOOK T __tsan_atomic##N##_compare_exchange_val(volatile T *p, T e, T v, int, int) { \
        lw::touch((void *)p, sizeof(T), true, true, LW_PLACE); \
        T o = *p; \
        if (o == e) *p = v; \
        return o; \
    }
LW_ATOMIC(8, unsigned char)
LW_ATOMIC(16, unsigned short)
LW_ATOMIC(32, unsigned)
LW_ATOMIC(64, unsigned long)
LW_HOOK void __tsan_atomic_thread_fence(int) {}
LW_HOOK void __tsan_atomic_signal_fence(int) {}
