// names: blocks_together wait_for_grid
// needs: dim3
// includes: functional vector ucontext.h sys/mman.h
// Blocks that wait for each other: each has a stack of its own and goes on when all others have come or have ended.
struct lw_block { ucontext_t own, outside; const std::function<void()> *body; bool done; };
inline thread_local lw_block *lw_running = nullptr;
static inline void lw_start_block() {
    (*lw_running->body)();
    lw_running->done = true;
    swapcontext(&lw_running->own, &lw_running->outside);
}
static inline void wait_for_grid() { swapcontext(&lw_running->own, &lw_running->outside); }
static inline void lw_run_together(const std::vector<std::function<void()>> &bodies) {
    const size_t count = bodies.size(), stack = count > 512 ? 1 << 20 : 4 << 20;
    char *stacks = (char *)mmap(nullptr, count * stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks == MAP_FAILED) abort();
    std::vector<lw_block> blocks(count);
    size_t left = count;
#pragma omp parallel
    for (bool last = false; !last;) {
        size_t ended = 0;
#pragma omp for schedule(static)
        for (size_t i = 0; i < count; ++i) {
            lw_block &block = blocks[i];
            if (block.done) continue;
            if (!block.body) {
                getcontext(&block.own);
                block.own.uc_stack.ss_sp = stacks + i * stack, block.own.uc_stack.ss_size = stack, block.own.uc_link = nullptr;
                makecontext(&block.own, lw_start_block, 0);
                block.body = &bodies[i];
            }
            lw_running = &block;
            swapcontext(&block.outside, &block.own);
            ended += block.done;
        }
#pragma omp atomic
        left -= ended;
#pragma omp barrier
        last = left == 0;
#pragma omp barrier
    }
    munmap(stacks, count * stack);
}
template <typename F> static inline void blocks_together(dim3 grid, F body) {
    std::vector<std::function<void()>> bodies;
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; ++x) bodies.push_back([=] { body(uint3{x, y, z}); });
    lw_run_together(bodies);
}
