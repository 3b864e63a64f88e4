// names: clock64 __clock64 globaltimer clock
// includes: chrono ctime
// pruned: yes
static inline long long clock64() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}
