// What stands in a reference in the place of the definitions of graphs (cuda/support/graphs.h) of the same names: a node waits for what its
// stream or its event had before it and for nothing else, so that nodes which do not wait for each other can be run in another order.
inline std::map<const void *, std::vector<lw_node *>> &lw_latest() { static std::map<const void *, std::vector<lw_node *>> latest; return latest; }
static inline cudaError_t lw_stream_does(cudaStream_t stream, cudaGraphNodeType type, lw_work run) {
    lw_graph *const graph = lw_captured(stream);
    if (!graph) {
        lw::In in(stream);
        return (type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeHost ? void() : lw::waited_for(stream)), run(), cudaSuccess;
    }
    std::vector<lw_node *> &before = lw_latest()[stream];
    return before = {lw_add(graph, type, run, before.data(), before.size())}, cudaSuccess;
}
// Now, with what there is to be said of it, or as a node.
template <typename F> static inline cudaError_t lw_in_order(cudaStream_t stream, cudaGraphNodeType type, F work) { return lw::In(stream), lw_captured(stream) ? lw_stream_does(stream, type, [=] { work(); }) : work(); }
static inline void lw_join(const void *to, const cudaGraphNode_t *nodes, size_t count) { lw_latest()[to].insert(lw_latest()[to].end(), nodes, nodes + count); }
// Launches: arguments are kept as they are when the launch is made.
template <typename F, typename... A> static inline cudaError_t lw_start_in(cudaStream_t stream, const char *name, dim3 grid, dim3 block, size_t bytes, F call, A &&...given) {
    lw::In in(stream);
    if (!lw_captured(stream)) return lw_start(name, grid, block, bytes, call, given...);
    std::tuple<std::decay_t<A>...> kept(given...);
    return lw_stream_does(stream, cudaGraphNodeTypeKernel, [=]() mutable { std::apply([&](auto &...own) { lw_start(name, grid, block, bytes, call, own...); }, kept); });
}
template <typename... P, typename... A> static inline cudaError_t lw_start_with(const char *name, const cudaLaunchConfig_t *how, void (*kernel)(P...), A &&...given) {
    std::tuple<std::decay_t<P>...> kept(given...);
    return lw_stream_does(how->stream, cudaGraphNodeTypeKernel, [=, grid = how->gridDim, block = how->blockDim, bytes = how->dynamicSmemBytes] { lw_start_kept(name, kernel, grid, block, bytes, kept); });
}
template <typename... P> static inline cudaError_t lw_start_behind(const char *name, void (*kernel)(P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeKernel, lw_launch_of(name, kernel, grid, block, bytes, given, std::index_sequence_for<P...>())); }
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
            for (const auto &step : steps) step.second();
        });
    });
}
// Copies and fills: each says what a device's runtime says of it, and the host sees it when it waits.
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_in_order(stream, cudaGraphNodeTypeMemcpy, [=] { return lw_told((cudaError_t)lw::copied(to, from, bytes, kind, false)); }); }
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream = 0) { return lw_in_order(stream, cudaGraphNodeTypeMemset, [=] { return lw_told((cudaError_t)lw::filled(p, value, bytes, false)); }); }
// What the host does between: it sees all that came before.
template <typename F> static inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, F function, void *data) { return lw_stream_does(stream, cudaGraphNodeTypeHost, [=] { lw::by_device([=] { function(data); }); }); }
static inline cudaError_t cudaStreamCreate(cudaStream_t *s) { return *s = lw::new_stream(false), cudaSuccess; }
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags) { return *s = lw::new_stream(flags & cudaStreamNonBlocking), cudaSuccess; }
static inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int) { return *s = lw::new_stream(flags & cudaStreamNonBlocking), cudaSuccess; }
static inline cudaError_t cudaStreamDestroy(cudaStream_t s) { return lw::waited_for(s), cudaSuccess; }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) {
    lw_graph *const graph = lw_captured(event);
    if (!graph) return lw::joined(stream, event), cudaSuccess;
    if (!lw_captured(stream)) lw_captures()[stream] = graph, lw_latest().erase(stream);
    const std::vector<lw_node *> nodes = lw_latest()[event];
    return lw_join(stream, nodes.data(), nodes.size()), cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t stream = 0) {
    if (lw_graph *graph = lw_captured(stream)) return lw_captures()[e] = graph, lw_latest()[e] = std::vector<lw_node *>(lw_latest()[stream]), cudaSuccess;
    return lw_captures().erase(e), lw::recorded(e, stream), e->when = std::chrono::steady_clock::now(), cudaSuccess;
}
static inline cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after, const cudaGraphEdgeData *, size_t count, cudaStreamCaptureMode) {
    lw_captures()[stream] = graph, lw_latest().erase(stream);
    return lw_join(stream, after, count), cudaSuccess;
}
static inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode = cudaStreamCaptureModeGlobal) {
    if (lw_captured(stream)) return lw_told(cudaErrorInvalidValue);
    return lw_latest().erase(stream), lw_captures()[stream] = new lw_graph{}, cudaSuccess;
}
static inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    lw_graph *const found = lw_captured(stream);
    if (graph) *graph = found;
    for (auto at = lw_captures().begin(); at != lw_captures().end();) {
        if (at->second == found) lw_latest().erase(at->first);
        at = at->second == found ? lw_captures().erase(at) : std::next(at);
    }
    return lw_told(found ? cudaSuccess : cudaErrorInvalidValue);
}
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id = nullptr, cudaGraph_t *graph = nullptr, const cudaGraphNode_t **after = nullptr, size_t *count = nullptr) {
    if (id) *id = (unsigned long long)(size_t)lw_captured(stream);
    if (graph) *graph = lw_captured(stream);
    if (after) *after = lw_latest()[stream].data();
    if (count) *count = lw_latest()[stream].size();
    return cudaStreamIsCapturing(stream, status);
}
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **after, const cudaGraphEdgeData **edges, size_t *count) {
    if (edges) *edges = nullptr;
    return cudaStreamGetCaptureInfo(stream, status, id, graph, after, count);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, size_t count, unsigned flags = 0) {
    if (!lw_captured(stream)) return lw_told(cudaErrorInvalidValue);
    if (flags == cudaStreamSetCaptureDependencies) lw_latest().erase(stream);
    return lw_join(stream, nodes, count), cudaSuccess;
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *, size_t count, unsigned flags = 0) { return cudaStreamUpdateCaptureDependencies(stream, nodes, count, flags); }
static inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to, const void *from, size_t bytes, cudaMemcpyKind kind) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, [=] { lw_told((cudaError_t)lw::copied(to, from, bytes, kind, false)); }, after, count), cudaSuccess; }
static inline void lw_fill(const cudaMemsetParams &p) {
    lw::by_device([=] {
        for (size_t y = 0; y < (p.height ? p.height : 1); ++y)
            for (size_t x = 0; x < p.width; ++x) memcpy((char *)p.dst + y * p.pitch + x * p.elementSize, &p.value, p.elementSize);
    });
}
static inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaHostNodeParams *p) { return *node = lw_add(graph, cudaGraphNodeTypeHost, [kept = *p] { lw::by_device([=] { kept.fn(kept.userData); }); }, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from, size_t bytes, cudaMemcpyKind kind) { return lw_set_step(exec, node, [=] { lw_told((cudaError_t)lw::copied(to, from, bytes, kind, false)); }); }
static inline cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *p) { return lw_set_step(exec, node, [kept = *p] { lw::by_device([=] { kept.fn(kept.userData); }); }); }
