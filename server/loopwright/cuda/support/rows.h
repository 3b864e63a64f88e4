// names: threads_below
// How many of the threads of a row stand before `end`.
static inline int threads_below(long long end, int threads) { return end < 0 ? 0 : end < threads ? static_cast<int>(end) : threads; }
