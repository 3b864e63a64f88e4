// names: lw_children
// needs: dim3 runtime
// includes: functional mutex utility vector
// Kernels that threads of a grid launch: they run in the order of the blocks, and of each block's launches, where the grid ends or a thread
// of the block waits for them; those of the last stream behind all others. What a child leaves for its own end runs before what follows it.
template <typename T> struct lw_as_said { using type = T; };
class lw_children {
    using Work = std::function<void()>;
    struct Child { unsigned long long block; Work work; };
    std::mutex alone;
    std::vector<Child> own, last;
    static unsigned long long number(uint3 block) { return (unsigned long long)block.z << 48 | (unsigned long long)block.y << 32 | block.x; }
    static std::vector<Work> *&behind() { static thread_local std::vector<Work> *works = nullptr; return works; }
    static void run(const Work &work) {
        std::vector<Work> rest, *around = behind();
        behind() = &rest;
        work();
        while (!rest.empty()) {
            const Work next = std::move(rest.back());
            rest.pop_back();
            next();
        }
        behind() = around;
    }
    static bool before(const Child &a, const Child &b) { return a.block < b.block; }
    template <typename... P> void put(std::vector<Child> &where, uint3 block, void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 threads, size_t bytes, typename lw_as_said<P>::type... given) {
        std::lock_guard<std::mutex> locked(alone);
        where.push_back({number(block), [=] { kernel(grid, threads, bytes, given...); }});
    }
    template <typename F, typename... A> void put_any(std::vector<Child> &where, uint3 block, F kernel, dim3 grid, dim3 threads, size_t bytes, A... given) {
        std::lock_guard<std::mutex> locked(alone);
        where.push_back({number(block), [=] { kernel(grid, threads, bytes, given...); }});
    }
public:
    template <typename... P> void add(uint3 block, void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 threads, size_t bytes, typename lw_as_said<P>::type... given) { put(own, block, kernel, grid, threads, bytes, given...); }
    template <typename... P> void add_last(uint3 block, void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 threads, size_t bytes, typename lw_as_said<P>::type... given) { put(last, block, kernel, grid, threads, bytes, given...); }
    template <typename F, typename... A> void add_any(uint3 block, F kernel, dim3 grid, dim3 threads, size_t bytes, A... given) { put_any(own, block, kernel, grid, threads, bytes, given...); }
    template <typename F, typename... A> void add_any_last(uint3 block, F kernel, dim3 grid, dim3 threads, size_t bytes, A... given) { put_any(last, block, kernel, grid, threads, bytes, given...); }
    cudaError_t wait(uint3 block) {
        std::vector<Child> mine, others;
        {
            std::lock_guard<std::mutex> locked(alone);
            for (Child &child : own) (child.block == number(block) ? mine : others).push_back(std::move(child));
            own.swap(others);
        }
        for (const Child &child : mine) run(child.work);
        return cudaSuccess;
    }
    ~lw_children() {
        std::stable_sort(own.begin(), own.end(), before), std::stable_sort(last.begin(), last.end(), before);
        for (const Child &child : own) run(child.work);
        if (behind()) for (size_t i = last.size(); i > 0; --i) behind()->push_back(std::move(last[i - 1].work));
        else for (const Child &child : last) run(child.work);
    }
};
