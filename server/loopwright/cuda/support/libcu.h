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
    T fetch_max(T other) {
        T old = this->load();
        while (old < other && !this->compare_exchange_weak(old, other)) {}
        return old;
    }
    T fetch_min(T other) {
        T old = this->load();
        while (other < old && !this->compare_exchange_weak(old, other)) {}
        return old;
    }
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
    T fetch_add(T value, ::std::memory_order = ::std::memory_order_seq_cst) const {
        T old = own.load();
        while (!own.compare_exchange_weak(old, old + value)) {}
        return old;
    }
    T fetch_sub(T value, ::std::memory_order = ::std::memory_order_seq_cst) const { return fetch_add(-value); }
    T fetch_max(T value, ::std::memory_order = ::std::memory_order_seq_cst) const { return own.fetch_max(value); }
    T fetch_min(T value, ::std::memory_order = ::std::memory_order_seq_cst) const { return own.fetch_min(value); }
    bool compare_exchange_strong(T &expected, T wanted, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.compare_exchange_strong(expected, wanted, order); }
    bool compare_exchange_weak(T &expected, T wanted, ::std::memory_order order = ::std::memory_order_seq_cst) const { return own.compare_exchange_weak(expected, wanted, order); }
};
template <typename T = void> struct maximum { T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <> struct maximum<void> { template <typename T> T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <typename T = void> struct minimum { T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <> struct minimum<void> { template <typename T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
}
