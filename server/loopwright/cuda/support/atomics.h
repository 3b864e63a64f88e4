// pruned: yes
// includes: cstring type_traits
template <typename T, typename F> static inline T lw_atomic(T *address, F change) {
    using Bits = std::conditional_t<sizeof(T) == 8, unsigned long long, std::conditional_t<sizeof(T) == 4, unsigned, unsigned short>>;
    auto *place = reinterpret_cast<Bits *>(address);
    Bits before = __atomic_load_n(place, __ATOMIC_RELAXED), after;
    T old, now;
    do {
        std::memcpy(&old, &before, sizeof old);
        now = change(old);
        std::memcpy(&after, &now, sizeof after);
    } while (!__atomic_compare_exchange_n(place, &before, after, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}
template <typename T> struct lw_same {
    using type = T;
};
template <typename T> using lw_value = typename lw_same<T>::type;
template <typename T> static inline T atomicAdd(T *p, lw_value<T> v) {
    if constexpr (std::is_integral_v<T>) return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL);
    else return lw_atomic(p, [=](T old) { return T(old + v); });
}
template <typename T> static inline T atomicSub(T *p, lw_value<T> v) { return __atomic_fetch_sub(p, v, __ATOMIC_ACQ_REL); }
template <typename T> static inline T atomicAnd(T *p, lw_value<T> v) { return __atomic_fetch_and(p, v, __ATOMIC_ACQ_REL); }
template <typename T> static inline T atomicOr(T *p, lw_value<T> v) { return __atomic_fetch_or(p, v, __ATOMIC_ACQ_REL); }
template <typename T> static inline T atomicXor(T *p, lw_value<T> v) { return __atomic_fetch_xor(p, v, __ATOMIC_ACQ_REL); }
template <typename T> static inline T atomicMin(T *p, lw_value<T> v) { return lw_atomic(p, [=](T old) { return v < old ? v : old; }); }
template <typename T> static inline T atomicMax(T *p, lw_value<T> v) { return lw_atomic(p, [=](T old) { return v > old ? v : old; }); }
template <typename T> static inline T atomicExch(T *p, lw_value<T> v) { return lw_atomic(p, [=](T) { return v; }); }
template <typename T> static inline T atomicCAS(T *p, lw_value<T> compare, lw_value<T> v) {
    __atomic_compare_exchange_n(p, &compare, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return compare;
}
static inline unsigned atomicInc(unsigned *p, unsigned limit) {
    return lw_atomic(p, [=](unsigned old) { return old >= limit ? 0u : old + 1; });
}
static inline unsigned atomicDec(unsigned *p, unsigned limit) {
    return lw_atomic(p, [=](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}
template <typename... A> static inline auto atomicAdd_block(A... a) { return atomicAdd(a...); }
template <typename... A> static inline auto atomicAdd_system(A... a) { return atomicAdd(a...); }
template <typename... A> static inline auto atomicSub_block(A... a) { return atomicSub(a...); }
template <typename... A> static inline auto atomicSub_system(A... a) { return atomicSub(a...); }
template <typename... A> static inline auto atomicMin_block(A... a) { return atomicMin(a...); }
template <typename... A> static inline auto atomicMin_system(A... a) { return atomicMin(a...); }
template <typename... A> static inline auto atomicMax_block(A... a) { return atomicMax(a...); }
template <typename... A> static inline auto atomicMax_system(A... a) { return atomicMax(a...); }
template <typename... A> static inline auto atomicExch_block(A... a) { return atomicExch(a...); }
template <typename... A> static inline auto atomicExch_system(A... a) { return atomicExch(a...); }
template <typename... A> static inline auto atomicCAS_block(A... a) { return atomicCAS(a...); }
template <typename... A> static inline auto atomicCAS_system(A... a) { return atomicCAS(a...); }
template <typename... A> static inline auto atomicAnd_block(A... a) { return atomicAnd(a...); }
template <typename... A> static inline auto atomicAnd_system(A... a) { return atomicAnd(a...); }
template <typename... A> static inline auto atomicOr_block(A... a) { return atomicOr(a...); }
template <typename... A> static inline auto atomicOr_system(A... a) { return atomicOr(a...); }
template <typename... A> static inline auto atomicXor_block(A... a) { return atomicXor(a...); }
template <typename... A> static inline auto atomicXor_system(A... a) { return atomicXor(a...); }
template <typename... A> static inline auto atomicInc_block(A... a) { return atomicInc(a...); }
template <typename... A> static inline auto atomicInc_system(A... a) { return atomicInc(a...); }
template <typename... A> static inline auto atomicDec_block(A... a) { return atomicDec(a...); }
template <typename... A> static inline auto atomicDec_system(A... a) { return atomicDec(a...); }
