// How values of a kernel's types are made, and what its judge (judging.h) is told of it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>
#include "shared.h"

namespace lw {

// ---- values

enum class Mode { scattered, rising, small, apart };  // apart: no two elements are the same, whatever they are made of
extern LW_PART uint64_t seed;
LW_OWN static uint64_t next_random() {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed;
}
extern LW_PART int common_size;
extern LW_PART uint64_t step;  // between elements that are apart
// Numbers that the kernel's text names: among inputs, comparisons with them go both ways. None where inputs are tried without.
extern LW_PART const double *literals;
extern LW_PART size_t literal_count;
LW_OWN static const double *a_literal() { return literal_count && next_random() % 4 == 0 ? literals + next_random() % literal_count : nullptr; }
LW_OWN static double next_real() { return (double)(next_random() >> 11) / 9007199254740992.0 * 2.0 - 1.0; }

template <typename T, typename = void> struct Filler {  // a struct: bytes of small numbers, unless lw_fill_fields says more
    static constexpr int kind = 1;
    LW_OWN static void fill(T &v, size_t i, Mode mode);
};
template <typename T> struct Filler<T, std::enable_if_t<std::is_floating_point_v<T>>> {
    static constexpr int kind = sizeof(T) == 4 ? 4 : 8;
    LW_OWN static void fill(T &v, size_t i, Mode mode) {
        if (mode == Mode::apart) v = (T)((i + 1) * step);
        else if (const double *own = a_literal()) v = (T)*own;
        else v = (T)(mode == Mode::small ? next_real() * 0.1 + 0.5 : mode == Mode::rising ? next_real() * 20.0 : next_real());
    }
};
template <typename T> struct Filler<T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>>> {
    static constexpr int kind = 1;
    LW_OWN static void fill(T &v, size_t i, Mode mode) {
        const uint64_t n = (uint64_t)common_size;
        if (mode == Mode::apart) v = (T)((i + 1) * step);
        else if (const double *own = a_literal()) v = (T)((int64_t)*own + (int64_t)(next_random() % 3) - 1);
        else v = (T)(mode == Mode::rising ? (uint64_t)i : mode == Mode::small ? next_random() % 3 : next_random() % n);
    }
};
template <typename T> struct Filler<T *, void> {
    static constexpr int kind = 0;
    LW_OWN static void fill(T *&v, size_t, Mode) { v = nullptr; }
};
template <typename T, typename = void> struct HasFields : std::false_type {};
template <typename T> struct HasFields<T, std::void_t<decltype(lw_fields(std::declval<T &>(), 0))>> : std::true_type {};
template <typename T> LW_OWN static void fill_one(T &v, size_t i, Mode mode) { Filler<T>::fill(v, i, mode); }

#if defined(__has_builtin) && !defined(__CUDACC__)
#if __has_builtin(__builtin_clear_padding)
#define LW_CLEARS_GAPS
#endif
#endif
// The bits of an element that lie between and behind its members: nobody is to look there.
template <typename T> LW_OWN static void gaps_of([[maybe_unused]] unsigned char *gaps) {
#ifdef LW_CLEARS_GAPS
    if constexpr ((std::is_class_v<T> || std::is_union_v<T>) && std::is_trivially_copyable_v<T> && sizeof(T) <= LW_GAPS) {
        alignas(T) unsigned char bits[sizeof(T)];
        __builtin_memset(bits, 255, sizeof bits);
        __builtin_clear_padding((T *)bits);
        for (size_t i = 0; i < sizeof bits; ++i) gaps[i] = (unsigned char)~bits[i];
    }
#endif
}

struct Value {
    const char *name;
    bool pointer, constant;
    size_t size;  // of an element
    int kind;     // 4, 8: float, double; 2, 3: half, bfloat16; 1: bytes are compared; 0: cannot be made
    void (*fill)(void *, size_t first, size_t count, Mode);
    bool integral, untyped = false, has_sign = false;  // untyped: through void *
    void (*gaps)(unsigned char *) = nullptr;
    LW_OWN bool is_whole_number() const { return !pointer && integral && size > 1; }
};
template <typename T> LW_OWN static void fill_many(void *p, size_t first, size_t count, Mode mode) {
    for (size_t i = 0; i < count; ++i) fill_one(((T *)p)[i], first + i, mode);
}
template <typename T> LW_OWN static Value value_of(const char *name) {
    using P = std::remove_cv_t<std::remove_reference_t<T>>;
    if constexpr (std::is_pointer_v<P>) {
        using E = std::remove_cv_t<std::remove_pointer_t<P>>;
        constexpr bool constant = std::is_const_v<std::remove_pointer_t<P>>;
        if constexpr (std::is_void_v<E>) return {name, true, constant, 4, 4, fill_many<float>, false, true};
        else if constexpr (std::is_pointer_v<E> || !(std::is_trivially_copyable_v<E> || Filler<E>::kind == 2 || Filler<E>::kind == 3)) return {name, true, constant, sizeof(E), 0, nullptr, false};
        else return {name, true, constant, sizeof(E), Filler<E>::kind, fill_many<E>, std::is_integral_v<E>, false, false, gaps_of<E>};
    } else
        return {name, false, true, sizeof(P), std::is_trivially_copyable_v<P> ? Filler<P>::kind : 0, fill_many<P>, std::is_integral_v<P> || std::is_enum_v<P>, false, std::is_signed_v<P>};
}
struct Global {
    const char *name;
    void *address;
    size_t size, element;
    int kind;
    void (*fill)(void *, size_t, size_t, Mode);
    void (*gaps)(unsigned char *);
};
template <typename T> LW_OWN static Global global_of(const char *name, T &v) {
    using E = std::remove_cv_t<std::remove_all_extents_t<T>>;
    return {name, (void *)&v, sizeof(T), sizeof(E), std::is_pointer_v<E> ? 0 : Filler<E>::kind, fill_many<E>, gaps_of<E>};
}

// ---- what the judge is told

// A launch that the file tells: `arguments` by their places; `whole`: nothing but what memory holds is made up.
struct Told {
    dim3 grid, block;
    std::vector<std::pair<size_t, double>> arguments;
    bool whole;
};
struct Setup {
    std::vector<dim3> blocks;  // to be tried in this order; one if the file tells it
    int grid_dims;  // of blockIdx that the kernel reads
    size_t shared_bytes;
    bool takes_old_values;  // of atomics: the order of what is stored may differ
    int pieces;  // a size that the translation cuts its work into, 0 for none
    std::vector<double> literals;  // numbers in the kernel's text
    std::vector<Told> told;  // one or none
};
using Run = void (*)(const unsigned *, size_t, void **);
// Runs the kernel on inputs of our making and leaves in the shared memory what stood before and after. It decides which inputs
// fit the kernel, nothing else. The shared memory is within reach only between the runs.
LW_PART void judge(const std::vector<Value> &values, const std::vector<Global> &globals, Run original, const Setup &setup, lw_shared *shared);

}  // namespace lw
