// names: __threadfence __threadfence_block __threadfence_system
// pruned: yes
// Order between accesses where no kernel says it itself: in methods and macros.
static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_block() {}
static inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
