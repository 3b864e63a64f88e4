// What stands in a reference in the place of the definitions of graphs (cuda/support/graphs.h) of the same names: what a device does late is told
// of, and nodes that do not wait for each other can be run in another order.
static inline cudaError_t lw_stream_does(cudaStream_t stream, cudaGraphNodeType type, lw_work run, std::any said = {}) {
    lw_graph *const graph = lw_captured(stream);
    if (!graph) {
        lw::In in(stream);
        return (type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeHost ? void() : lw::waited_for(stream)), run(), cudaSuccess;
    }
    if (graph->is_broken) return lw_told(cudaErrorStreamCaptureInvalidated);
    std::vector<lw_node *> &before = lw_latest()[stream];
    return before = {lw_add(graph, type, run, before.data(), before.size(), said)}, cudaSuccess;
}
template <typename F> static inline cudaError_t lw_in_order(cudaStream_t stream, cudaGraphNodeType type, F work, std::any said) { return lw::In(stream), lw_captured(stream) ? lw_stream_does(stream, type, [=] { work(); }, said) : work(); }
// What a launch fails with is asked when it is captured.
template <typename F> static inline cudaError_t lw_asked(cudaStream_t stream, F launch) {
    const bool before = lw::only_asked(true);
    const cudaError_t error = lw_outcome(launch);
    return lw::only_asked(before), error == cudaSuccess ? error : lw_failed(stream, error);
}
// Launches: arguments are kept as they are when the launch is made.
template <typename F, typename... A> static inline cudaError_t lw_start_in(cudaStream_t stream, const char *name, dim3 grid, dim3 block, lw::Brought bytes, F call, A &&...given) {
    lw::In in(stream);
    if (!lw_captured(stream)) return lw_start(name, grid, block, bytes, call, given...);
    if (const cudaError_t error = lw_asked(stream, [&] { lw_start(name, grid, block, bytes, call, given...); })) return error;
    std::tuple<std::decay_t<A>...> kept(given...);
    return lw_stream_does(stream, cudaGraphNodeTypeKernel, [=]() mutable { std::apply([&](auto &...own) { lw_start(name, grid, block, bytes, call, own...); }, kept); });
}
template <typename F> static inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, F function, void *data, unsigned) {
    if (lw_captured(stream)) return lw_told(cudaErrorStreamCaptureUnsupported);
    lw::In in(stream);
    return lw::by_device([=] { function(stream, cudaSuccess, data); }), cudaSuccess;
}
static inline std::vector<lw_node *> lw_ordered(const lw_graph *graph) {
    std::vector<lw_node *> order, left = graph->nodes;
    if (lw::nodes_backward()) std::reverse(left.begin(), left.end());
    std::set<lw_node *> done;
    const auto is_ready = [&](lw_node *node) { return std::all_of(node->after.begin(), node->after.end(), [&](lw_node *before) { return done.count(before); }); };
    for (auto ready = left.begin(); (ready = std::find_if(left.begin(), left.end(), is_ready)) != left.end(); left.erase(ready)) order.push_back(*ready), done.insert(*ready);
    return order;
}
// A launch of a graph is one thing that the device does: what a node decides by is what the nodes before it have left.
static inline cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return lw_stream_does(stream, cudaGraphNodeTypeKernel, [steps = exec->steps, conditions = exec->conditions] {
        lw::by_device([=] {
            for (lw_condition *condition : conditions) if (condition->reset) condition->value = condition->first;
            for (const lw_step &step : steps) if (step.enabled) step.run();
        });
    });
}
template <typename... P> static inline cudaError_t lw_start_kernel(cudaStream_t stream, const char *name, dim3 grid, dim3 block, size_t bytes, void (*kernel)(P...), typename lw_argument<P>::type... given) {
    void *behind[] = {(void *)&given..., nullptr};
    return lw_submit_launch(stream, {lw_kernel_of(name, kernel), grid, block, (unsigned)bytes, behind, nullptr});
}
template <typename... P, typename... A> static inline cudaError_t lw_start_with(const char *name, const cudaLaunchConfig_t *how, void (*kernel)(P...), A &&...given) { return lw_error_together(how) ? lw_failed(how->stream, lw_error_together(how)) : lw_start_kernel(how->stream, name, how->gridDim, how->blockDim, how->dynamicSmemBytes, kernel, given...); }
template <typename... P> static inline cudaError_t lw_start_behind(const char *name, void (*kernel)(P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_submit_launch(stream, {lw_kernel_of(name, kernel), grid, block, (unsigned)bytes, given, nullptr}); }
// Copies and fills: each says what a device's runtime says of it, and the host sees it when it waits.
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_in_order(stream, cudaGraphNodeTypeMemcpy, [=] { return lw_told((cudaError_t)lw::copied(to, from, bytes, kind, false)); }, lw_row(to, from, bytes, kind)); }
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream = 0) { return lw_in_order(stream, cudaGraphNodeTypeMemset, [=] { return lw_told((cudaError_t)lw::filled(p, value, bytes, false)); }, cudaMemsetParams{p, bytes, (unsigned char)value, 1, bytes, 1}); }
// What the host does between: it sees all that came before.
template <typename F> static inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, F function, void *data) { return lw_stream_does(stream, cudaGraphNodeTypeHost, [=] { lw::by_device([=] { function(data); }); }, cudaHostNodeParams{function, data}); }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) { return lw_joins(stream, event) ? void() : lw::joined(stream, event), cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t stream = 0) { return lw_marks(e, stream) ? void() : (lw::recorded(e, stream), void(e->when = std::chrono::steady_clock::now())), cudaSuccess; }
static inline lw_work lw_copy_of(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) { return [=] { lw_told((cudaError_t)lw::copied(to, from, bytes, kind, false)); }; }
static inline void lw_fill(const cudaMemsetParams &p) {
    lw::by_device([=] {
        for (size_t y = 0; y < (p.height ? p.height : 1); ++y)
            for (size_t x = 0; x < p.width; ++x) memcpy((char *)p.dst + y * p.pitch + x * p.elementSize, &p.value, p.elementSize);
    });
}
static inline void lw_call(const cudaHostNodeParams &p) { lw::by_device([=] { p.fn(p.userData); }); }
