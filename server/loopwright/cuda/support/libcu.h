// names: cuda
// only: cuda::
// includes: atomic functional type_traits utility
// pruned: yes
// What libcu++ calls by names of its own, by the standard library.
namespace cuda {
namespace std = ::std;
using ::std::memory_order, ::std::memory_order_relaxed, ::std::memory_order_consume, ::std::memory_order_acquire, ::std::memory_order_release, ::std::memory_order_acq_rel, ::std::memory_order_seq_cst;
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
// Copies are done where they are asked for: what they are waited for by holds nothing.
template <thread_scope> struct pipeline {};
template <thread_scope> struct barrier {};
template <size_t Alignment> struct aligned_size_t {
    size_t value;
    explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
    constexpr operator size_t() const { return value; }
};
static inline void atomic_thread_fence(::std::memory_order order, thread_scope = thread_scope_system) { ::std::atomic_thread_fence(order); }
template <typename T, thread_scope = thread_scope_system> struct atomic : ::std::atomic<T> {
    using ::std::atomic<T>::atomic;
    using ::std::atomic<T>::operator=;
    atomic() : ::std::atomic<T>(T()) {}
    // What the standard's has not of every type, or only of a later language: old and new by an exchange that is tried again.
    template <typename F> T fetched(F next, ::std::memory_order order) {
        T old = this->load(::std::memory_order_relaxed);
        while (!this->compare_exchange_weak(old, next(old), order, ::std::memory_order_relaxed)) {}
        return old;
    }
    T fetch_max(T other, ::std::memory_order order = ::std::memory_order_seq_cst) { return fetched([=](T old) { return old < other ? other : old; }, order); }
    T fetch_min(T other, ::std::memory_order order = ::std::memory_order_seq_cst) { return fetched([=](T old) { return other < old ? other : old; }, order); }
    template <typename D> T fetch_add(D by, ::std::memory_order order = ::std::memory_order_seq_cst) {
        if constexpr (::std::is_floating_point_v<T>) return fetched([=](T old) { return old + (T)by; }, order);
        else return ::std::atomic<T>::fetch_add(by, order);
    }
    template <typename D> T fetch_sub(D by, ::std::memory_order order = ::std::memory_order_seq_cst) {
        if constexpr (::std::is_floating_point_v<T>) return fetched([=](T old) { return old - (T)by; }, order);
        else return ::std::atomic<T>::fetch_sub(by, order);
    }
    template <typename D> T operator+=(D by) { return fetch_add(by) + by; }
    template <typename D> T operator-=(D by) { return fetch_sub(by) - by; }
};
template <typename T, thread_scope S = thread_scope_system> struct atomic_ref {
    atomic<T, S> &own;
    explicit atomic_ref(T &place) : own(reinterpret_cast<atomic<T, S> &>(place)) { static_assert(sizeof(atomic<T, S>) == sizeof(T), "an atomic of this size is more than its value"); }
    atomic<T, S> *operator->() const { return &own; }
    operator T() const { return own.load(); }
    T operator=(T value) const { return own = value; }
    T load(::std::memory_order order = ::std::memory_order_seq_cst) const { return own.load(order); }
    void store(T value, ::std::memory_order order = ::std::memory_order_seq_cst) const { own.store(value, order); }
    T exchange(T value, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.exchange(value, order); }
    template <typename D> T fetch_add(D by, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.fetch_add(by, order); }
    template <typename D> T fetch_sub(D by, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.fetch_sub(by, order); }
    template <typename D> T fetch_and(D by, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.fetch_and(by, order); }
    template <typename D> T fetch_or(D by, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.fetch_or(by, order); }
    template <typename D> T fetch_xor(D by, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.fetch_xor(by, order); }
    template <typename D> T fetch_max(D by, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.fetch_max(by, order); }
    template <typename D> T fetch_min(D by, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.fetch_min(by, order); }
    T operator++() const { return own.fetch_add(1) + 1; }
    T operator++(int) const { return own.fetch_add(1); }
    T operator--() const { return own.fetch_sub(1) - 1; }
    T operator--(int) const { return own.fetch_sub(1); }
    template <typename D> T operator+=(D by) const { return own += by; }
    template <typename D> T operator-=(D by) const { return own -= by; }
    template <typename D> T operator&=(D by) const { return own &= by; }
    template <typename D> T operator|=(D by) const { return own |= by; }
    template <typename D> T operator^=(D by) const { return own ^= by; }
    bool is_lock_free() const { return own.is_lock_free(); }
    bool compare_exchange_strong(T &expected, T wanted, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.compare_exchange_strong(expected, wanted, order); }
    bool compare_exchange_strong(T &expected, T wanted, ::std::memory_order order, ::std::memory_order otherwise) const { return own.compare_exchange_strong(expected, wanted, order, otherwise); }
    bool compare_exchange_weak(T &expected, T wanted, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.compare_exchange_weak(expected, wanted, order); }
    bool compare_exchange_weak(T &expected, T wanted, ::std::memory_order order, ::std::memory_order otherwise) const { return own.compare_exchange_weak(expected, wanted, order, otherwise); }
};
template <typename T = void> struct maximum { T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <> struct maximum<void> { template <typename T> T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <typename T = void> struct minimum { T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <> struct minimum<void> { template <typename T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
}
