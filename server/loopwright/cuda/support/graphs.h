// names: cudaGraph_t cudaGraphExec_t cudaGraphNode_t cudaStreamBeginCapture cudaStreamBeginCaptureToGraph cudaStreamIsCapturing cudaGraphConditionalHandle lw_submit lw_submit_any lw_submit_kernel
// needs: dim3 runtime limits launches
// replaces: runtime launches limits
// includes: algorithm any functional map memory set stdexcept string tuple utility vector
// pruned: yes
// Graphs of work: nodes are kept and carried out in an order that their dependences allow. What a stream is given while it is captured becomes nodes.
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated };
enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph,
    cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeMemAlloc = 10,
    cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional = 13
};
enum {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2, cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8
};
enum cudaGraphExecUpdateResult {
    cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged,
    cudaGraphExecUpdateErrorNodeTypeChanged, cudaGraphExecUpdateErrorFunctionChanged, cudaGraphExecUpdateErrorParametersChanged,
    cudaGraphExecUpdateErrorNotSupported
};
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf, cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch };
enum { cudaGraphCondAssignDefault = 1 };
enum cudaGraphMemAttributeType {
    cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh, cudaGraphMemAttrReservedMemCurrent, cudaGraphMemAttrReservedMemHigh
};
struct cudaKernelNodeParams { void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes; void **kernelParams, **extra; };
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
typedef void (*cudaHostFn_t)(void *);
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaMemAllocNodeParams {
    cudaMemPoolProps poolProps;
    const cudaMemAccessDesc *accessDescs;
    size_t accessDescCount, bytesize;
    void *dptr;
};
struct cudaMemFreeNodeParams { void *dptr; };
struct cudaEventRecordNodeParams { cudaEvent_t event; };
struct cudaEventWaitNodeParams { cudaEvent_t event; };
// The value that decides whether a conditional node goes on, and what it is at each launch.
struct lw_condition { unsigned value, first; bool reset; };
typedef lw_condition *cudaGraphConditionalHandle;
struct lw_graph;
// `said` is what it was given, by the type of its kind; of a launch, the arguments stand where the node keeps them.
struct lw_node {
    cudaGraphNodeType type;
    lw_work run;
    std::any said;
    std::vector<lw_node *> after;
    lw_graph *graph;
    lw_node *original;
};
typedef lw_node *cudaGraphNode_t;
struct lw_graph { std::vector<lw_node *> nodes; std::vector<lw_condition *> conditions; bool is_broken; };
typedef lw_graph *cudaGraph_t;
struct cudaConditionalNodeParams {
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalNodeType type;
    unsigned size;
    cudaGraph_t *phGraph_out;
};
struct cudaChildGraphNodeParams { cudaGraph_t graph; };
struct cudaMemcpyNodeParams { int flags; cudaMemcpy3DParms copyParams; };
struct cudaGraphNodeParams {
    cudaGraphNodeType type;
    cudaKernelNodeParams kernel;
    cudaMemcpyNodeParams memcpy;
    cudaMemsetParams memset;
    cudaHostNodeParams host;
    cudaChildGraphNodeParams graph;
    cudaEventWaitNodeParams eventWait;
    cudaEventRecordNodeParams eventRecord;
    cudaMemAllocNodeParams alloc;
    cudaMemFreeNodeParams free;
    cudaConditionalNodeParams conditional;
};
struct cudaGraphEdgeData { unsigned char from_port, to_port, type; };
struct cudaGraphExecUpdateResultInfo { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; };
// What a graph that is made ready does: the nodes as they were then.
struct lw_step { lw_node *node; cudaGraphNodeType type; lw_work run; std::vector<size_t> after; bool enabled; };
struct lw_exec { std::vector<lw_step> steps; std::vector<lw_condition *> conditions; };
typedef lw_exec *cudaGraphExec_t;
// Which graph a stream or an event belongs to while it is captured.
inline std::map<const void *, lw_graph *> &lw_captures() { static std::map<const void *, lw_graph *> captures; return captures; }
inline lw_graph *lw_captured(const void *handle) {
    const auto found = lw_captures().find(handle);
    return found == lw_captures().end() ? nullptr : found->second;
}
// The nodes that the next one of a stream or of an event waits for.
inline std::map<const void *, std::vector<lw_node *>> &lw_latest() { static std::map<const void *, std::vector<lw_node *>> latest; return latest; }
static inline void lw_join(const void *to, const cudaGraphNode_t *nodes, size_t count) {
    std::vector<lw_node *> &own = lw_latest()[to];
    for (size_t i = 0; i < count; ++i) if (std::find(own.begin(), own.end(), nodes[i]) == own.end()) own.push_back(nodes[i]);
}
static inline lw_node *lw_add(lw_graph *graph, cudaGraphNodeType type, lw_work run, const cudaGraphNode_t *after = nullptr, size_t count = 0, std::any said = {}) {
    graph->nodes.push_back(new lw_node{type, run, said, std::vector<lw_node *>(after, after + count), graph, nullptr});
    return graph->nodes.back();
}
// A stream's work in program order: each node of a capture waits for the one before, and for what its stream was told to wait for.
static inline cudaError_t lw_stream_does(cudaStream_t stream, cudaGraphNodeType type, lw_work run, std::any said = {}) {
    lw_graph *const graph = lw_captured(stream);
    if (!graph) return run(), cudaSuccess;
    if (graph->is_broken) return lw_told(cudaErrorStreamCaptureInvalidated);
    std::vector<lw_node *> &before = lw_latest()[stream];
    return before = {lw_add(graph, type, run, before.data(), before.size(), said)}, cudaSuccess;
}
template <typename F> static inline cudaError_t lw_in_stream(cudaStream_t stream, F work) { return lw_captured(stream) ? lw_stream_does(stream, cudaGraphNodeTypeKernel, work) : work(); }
template <typename F> static inline bool lw_kept_for_later(cudaStream_t stream, F make) { return lw_captured(stream) && (lw_stream_does(stream, cudaGraphNodeTypeKernel, make()), true); }
// Now, with what there is to be said of it, or as a node.
template <typename F> static inline cudaError_t lw_in_order(cudaStream_t stream, cudaGraphNodeType type, F work, std::any said) { return lw_captured(stream) ? lw_stream_does(stream, type, [=] { work(); }, said) : work(); }
static inline void lw_only_now(cudaStream_t stream, const char *what) {
    if (lw_captured(stream)) throw std::logic_error(std::string(what) + " in a captured stream has no CPU translation");
}
template <typename F> static inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, F function, void *data, unsigned) {
    if (lw_captured(stream)) return lw_told(cudaErrorStreamCaptureUnsupported);
    return function(stream, cudaSuccess, data), cudaSuccess;
}
// Nodes in an order in which each comes behind what it waits for, as far as there is one.
static inline std::vector<lw_node *> lw_ordered(const lw_graph *graph) {
    std::vector<lw_node *> order, left = graph->nodes;
    std::set<lw_node *> done;
    for (bool grown = true; grown && !left.empty();) {
        grown = false;
        std::vector<lw_node *> later;
        for (lw_node *node : left) {
            bool ready = true;
            for (lw_node *before : node->after) ready = ready && done.count(before);
            if (ready) order.push_back(node), done.insert(node), grown = true;
            else later.push_back(node);
        }
        left = later;
    }
    return order;
}
static inline void lw_run(const lw_graph *graph) { for (lw_node *node : lw_ordered(graph)) node->run(); }
template <typename P> struct lw_argument { typedef P type; };
// A launch that fails breaks the capture of its stream: nothing more comes into the graph, and nobody gets it.
static inline cudaError_t lw_failed(cudaStream_t stream, cudaError_t error) {
    if (lw_graph *const graph = lw_captured(stream)) graph->is_broken = true;
    return lw_told(error);
}
// Whether it fails is asked of its function when it is captured: that says so and does nothing.
inline bool &lw_only_asked() { static thread_local bool asked = false; return asked; }
static inline bool launch_fails(kernel_limits &own, dim3 grid, dim3 block, size_t bytes) { return lw_told(lw_launch_error(grid, block, bytes, own)) != cudaSuccess || lw_only_asked(); }
static inline bool launch_fails(dim3 grid, dim3 block, size_t bytes = 0, unsigned most = 1024, size_t fixed = 0) { return lw_told(lw_launch_error(grid, block, bytes, kernel_limits(most, fixed))) != cudaSuccess || lw_only_asked(); }
template <typename F> static inline cudaError_t lw_asked(cudaStream_t stream, F launch) {
    lw_only_asked() = true;
    const cudaError_t error = lw_outcome(launch);
    return lw_only_asked() = false, error == cudaSuccess ? error : lw_failed(stream, error);
}
// A launch into a stream: its arguments are kept as they are now.
template <typename... P> static inline void lw_submit(cudaStream_t stream, void (*kernel)(P...), typename lw_argument<P>::type... given) {
    if (!lw_captured(stream)) return kernel(given...);
    if (lw_asked(stream, [&] { kernel(given...); })) return;
    std::tuple<P...> kept(given...);
    lw_stream_does(stream, cudaGraphNodeTypeKernel, [kernel, kept] { std::apply(kernel, kept); });
}
template <typename F, typename... P> static inline void lw_submit_any(cudaStream_t stream, F kernel, P... given) {
    if (!lw_captured(stream)) return kernel(given...);
    if (lw_asked(stream, [&] { kernel(given...); })) return;
    std::tuple<P...> kept(given...);
    lw_stream_does(stream, cudaGraphNodeTypeKernel, [kernel, kept] { std::apply(kernel, kept); });
}
template <typename... P, size_t... I> static inline cudaError_t lw_submit_given(cudaStream_t stream, void (*kernel)(dim3, P...), dim3 grid, void **given, std::index_sequence<I...>) { return lw_outcome([&] { lw_submit(stream, kernel, grid, *(std::decay_t<P> *)given[I]...); }); }
template <typename... P> static inline cudaError_t launch_grid(void (*kernel)(dim3, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_launch_error(grid, block, bytes) ? lw_failed(stream, lw_launch_error(grid, block, bytes)) : lw_submit_given(stream, kernel, grid, given, std::index_sequence_for<P...>()); }
template <typename... P, size_t... I> static inline cudaError_t lw_submit_given(cudaStream_t stream, void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, std::index_sequence<I...>) { return lw_outcome([&] { lw_submit(stream, kernel, grid, block, *(std::decay_t<P> *)given[I]...); }); }
template <typename... P> static inline cudaError_t launch_block(void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_launch_error(grid, block, bytes) ? lw_failed(stream, lw_launch_error(grid, block, bytes)) : lw_submit_given(stream, kernel, grid, block, given, std::index_sequence_for<P...>()); }
// A launch that a node can be given other arguments of, and that can be asked for them.
static inline bool lw_is_launch(const cudaKernelNodeParams &p) { return lw_kernels().count(p.func) && p.kernelParams; }
static inline lw_launch lw_kept(cudaKernelNodeParams &p) {
    lw_launch launch = lw_kernels().find(p.func)->second(p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams);
    return p.kernelParams = launch.given, launch;
}
static inline cudaError_t lw_submit_launch(cudaStream_t stream, cudaKernelNodeParams p) {
    if (const cudaError_t error = lw_launch_error(p.gridDim, p.blockDim, p.sharedMemBytes)) return lw_failed(stream, error);
    if (!lw_is_launch(p)) return lw_failed(stream, cudaErrorInvalidDeviceFunction);
    const lw_launch launch = lw_kept(p);
    if (lw_captured(stream)) if (const cudaError_t error = lw_asked(stream, launch.run)) return error;
    return lw_outcome([&] { lw_stream_does(stream, cudaGraphNodeTypeKernel, launch.run, p); });
}
template <typename... P> static inline void lw_submit_kernel(cudaStream_t stream, void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, size_t bytes, typename lw_argument<P>::type... given) {
    if (!lw_captured(stream)) return kernel(grid, block, bytes, given...);
    void *behind[] = {(void *)&given..., nullptr};
    lw_submit_launch(stream, {lw_kernel_of(kernel), grid, block, (unsigned)bytes, behind, nullptr});
}
template <typename... P> static inline cudaError_t launch_shared(void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_submit_launch(stream, {lw_kernel_of(kernel), grid, block, (unsigned)bytes, given, nullptr}); }
static inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_submit_launch(stream, {(void *)kernel, grid, block, (unsigned)bytes, given, nullptr}); }
static inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_error_together(grid, block, bytes) ? lw_failed(stream, lw_error_together(grid, block, bytes)) : cudaLaunchKernel(kernel, grid, block, given, bytes, stream); }
template <typename F> static inline cudaError_t launch_together(F launch, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) {
    if (const cudaError_t error = lw_error_together(grid, block, bytes)) return lw_failed(stream, error);
    return launch(grid, block, given, bytes, stream);
}
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *how, const void *kernel, void **given) { return lw_error_together(how) ? lw_failed(how->stream, lw_error_together(how)) : cudaLaunchKernel(kernel, how->gridDim, how->blockDim, given, how->dynamicSmemBytes, how->stream); }
template <typename... P, typename... A> static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *how, void (*kernel)(dim3, dim3, size_t, P...), A &&...given) {
    if (const cudaError_t error = lw_error_together(how)) return lw_failed(how->stream, error);
    return lw_outcome([&] { lw_submit_kernel(how->stream, kernel, how->gridDim, how->blockDim, how->dynamicSmemBytes, given...); });
}
// A copy of one row, as its node tells it.
static inline cudaMemcpy3DParms lw_row(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    cudaMemcpy3DParms row{};
    row.srcPtr = {(void *)from, bytes, bytes, 1}, row.dstPtr = {to, bytes, bytes, 1};
    return row.extent = {bytes, 1, 1}, row.kind = kind, row;
}
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_in_order(stream, cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpy(to, from, bytes, kind); }, lw_row(to, from, bytes, kind)); }
static inline cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t bytes, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { lw_copied(to, from, bytes); }); }
static inline cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height); }); }
static inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [kept = *p] { cudaMemcpy3D(&kept); }, *p); }
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream = 0) { return lw_in_order(stream, cudaGraphNodeTypeMemset, [=] { return cudaMemset(p, value, bytes); }, cudaMemsetParams{p, bytes, (unsigned char)value, 1, bytes, 1}); }
static inline cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset2D(p, pitch, value, width, height); }, cudaMemsetParams{p, pitch, (unsigned char)value, 1, width, height}); }
static inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset3D(p, value, e); }); }
template <typename T> static inline cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) { if (lw_is_outside(symbol, bytes, offset)) return lw_told(cudaErrorInvalidValue); return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=, to = (char *)&symbol + offset] { memcpy(to, from, bytes); }); }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) { if (lw_is_outside(symbol, bytes, offset)) return lw_told(cudaErrorInvalidValue); return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=, from = (const char *)&symbol + offset] { memcpy(to, from, bytes); }); }
static inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy2DToArray(to, x, y, from, pitch, width, height); }); }
static inline cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, const cudaArray *from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height); }); }
static inline cudaError_t cudaMemcpyToArrayAsync(cudaArray *to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpyToArray(to, x, y, from, bytes); }); }
static inline cudaError_t cudaMemcpyFromArrayAsync(void *to, const cudaArray *from, size_t x, size_t y, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpyFromArray(to, from, x, y, bytes); }); }
template <typename F> static inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, F function, void *data) { return lw_stream_does(stream, cudaGraphNodeTypeHost, [=] { function(data); }, cudaHostNodeParams{function, data}); }
// What a node allocates has one address for all launches: it stays as long as the program.
inline std::set<void *> &lw_graph_memory() { static std::set<void *> memory; return memory; }
static inline cudaError_t cudaFree(void *p) { return lw_graph_memory().count(p) ? cudaSuccess : lw_freed(p); }
template <typename T> static inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream) {
    const cudaError_t error = cudaMalloc(p, bytes);
    if (lw_captured(stream)) lw_graph_memory().insert(*p);
    return error;
}
template <typename T> static inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t, cudaStream_t stream) { return cudaMallocAsync(p, bytes, stream); }
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { return lw_captured(stream) ? cudaSuccess : cudaFree(p); }
// A stream that waits for an event of a capture joins the capture.
static inline bool lw_joins(cudaStream_t stream, cudaEvent_t event) {
    lw_graph *const graph = lw_captured(event);
    if (!graph) return false;
    if (!lw_captured(stream)) lw_captures()[stream] = graph, lw_latest().erase(stream);
    const std::vector<lw_node *> nodes = lw_latest()[event];
    return lw_join(stream, nodes.data(), nodes.size()), true;
}
static inline bool lw_marks(cudaEvent_t e, cudaStream_t stream) {
    lw_graph *const graph = lw_captured(stream);
    if (!graph) return lw_captures().erase(e), false;
    return lw_captures()[e] = graph, lw_latest()[e] = std::vector<lw_node *>(lw_latest()[stream]), true;
}
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) { return lw_joins(stream, event), cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t stream = 0) { return lw_marks(e, stream) ? void() : void(e->when = std::chrono::steady_clock::now()), cudaSuccess; }
static inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t stream = 0, unsigned = 0) { return cudaEventRecord(e, stream); }
static inline cudaError_t cudaEventDestroy(cudaEvent_t e) { return lw_captures().erase(e), delete e, cudaSuccess; }
static inline cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after, const cudaGraphEdgeData *, size_t count, cudaStreamCaptureMode) {
    if (lw_captured(stream)) return lw_told(cudaErrorIllegalState);
    lw_captures()[stream] = graph, lw_latest().erase(stream);
    return lw_join(stream, after, count), cudaSuccess;
}
static inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode = cudaStreamCaptureModeGlobal) {
    if (lw_captured(stream)) return lw_told(cudaErrorIllegalState);
    return lw_latest().erase(stream), lw_captures()[stream] = new lw_graph{}, cudaSuccess;
}
static inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    lw_graph *const found = lw_captured(stream);
    const bool is_broken = found && found->is_broken;
    if (graph) *graph = is_broken ? nullptr : found;
    for (auto at = lw_captures().begin(); at != lw_captures().end();) {
        if (at->second == found) lw_latest().erase(at->first);
        at = at->second == found ? lw_captures().erase(at) : std::next(at);
    }
    return lw_told(is_broken ? cudaErrorStreamCaptureInvalidated : found ? cudaSuccess : cudaErrorIllegalState);
}
static inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
    const lw_graph *const graph = lw_captured(stream);
    return *status = !graph ? cudaStreamCaptureStatusNone : graph->is_broken ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive, cudaSuccess;
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
enum cudaStreamUpdateCaptureDependenciesFlags { cudaStreamAddCaptureDependencies = 0, cudaStreamSetCaptureDependencies = 1 };
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, size_t count, unsigned flags = 0) {
    if (!lw_captured(stream)) return lw_told(cudaErrorIllegalState);
    if (flags == cudaStreamSetCaptureDependencies) lw_latest().erase(stream);
    return lw_join(stream, nodes, count), cudaSuccess;
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *, size_t count, unsigned flags = 0) { return cudaStreamUpdateCaptureDependencies(stream, nodes, count, flags); }
static inline cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned = 0) { return *graph = new lw_graph{}, cudaSuccess; }
static inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    for (lw_node *node : graph->nodes) delete node;
    return delete graph, cudaSuccess;
}
static inline cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t from) {
    std::map<lw_node *, lw_node *> twin;
    *to = new lw_graph{{}, from->conditions};
    for (lw_node *node : from->nodes) (*to)->nodes.push_back(twin[node] = new lw_node(*node)), twin[node]->graph = *to, twin[node]->original = node;
    for (lw_node *node : (*to)->nodes)
        for (lw_node *&before : node->after) before = twin[before];
    return cudaSuccess;
}
static inline cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone) {
    for (lw_node *each : clone->nodes) if (each->original == original) return *node = each, cudaSuccess;
    return lw_told(cudaErrorInvalidValue);
}
static inline cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    std::vector<lw_node *> &all = node->graph->nodes;
    all.erase(std::find(all.begin(), all.end(), node));
    for (lw_node *each : all) each->after.erase(std::remove(each->after.begin(), each->after.end(), node), each->after.end());
    return delete node, cudaSuccess;
}
// What a node does that is given this. A launch then stands with its arguments where the node keeps them.
static inline void lw_fill(const cudaMemsetParams &p) {
    for (size_t y = 0; y < (p.height ? p.height : 1); ++y)
        for (size_t x = 0; x < p.width; ++x) memcpy((char *)p.dst + y * p.pitch + x * p.elementSize, &p.value, p.elementSize);
}
static inline lw_work lw_work_of(cudaKernelNodeParams &p) { return lw_kept(p).run; }
static inline lw_work lw_work_of(const cudaMemcpy3DParms &p) { return [p] { cudaMemcpy3D(&p); }; }
static inline lw_work lw_work_of(const cudaMemsetParams &p) { return [p] { lw_fill(p); }; }
static inline void lw_call(const cudaHostNodeParams &p) { p.fn(p.userData); }
static inline lw_work lw_work_of(const cudaHostNodeParams &p) { return [p] { lw_call(p); }; }
static inline lw_work lw_work_of(cudaGraph_t &child) {
    cudaGraph_t kept;
    cudaGraphClone(&kept, child);
    return child = kept, [kept] { lw_run(kept); };
}
template <typename T> static inline cudaError_t lw_add_given(cudaGraphNodeType type, cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, T given) {
    const lw_work run = lw_work_of(given);
    return *node = lw_add(graph, type, run, after, count, given), cudaSuccess;
}
template <typename T> static inline cudaError_t lw_give(cudaGraphNode_t node, T given) { return node->run = lw_work_of(given), node->said = given, cudaSuccess; }
template <typename T> static inline cudaError_t lw_tell(cudaGraphNode_t node, T *given) {
    const T *const said = std::any_cast<T>(&node->said);
    if (!said) throw std::logic_error("what a captured node was given has no CPU translation");
    return *given = *said, cudaSuccess;
}
// What a graph says of a launch that it is given: one of a size that no GPU carries out is no node, whatever is wrong with it.
static inline cudaError_t lw_node_error(const cudaKernelNodeParams &p) {
    if (!lw_is_launch(p)) return cudaErrorInvalidDeviceFunction;
    return lw_launch_error(p.gridDim, p.blockDim, p.sharedMemBytes, lw_limits_of(p.func)) ? cudaErrorInvalidValue : cudaSuccess;
}
static inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaKernelNodeParams *p) {
    const cudaError_t error = lw_node_error(*p);
    return error ? lw_told(error) : lw_add_given(cudaGraphNodeTypeKernel, node, graph, after, count, *p);
}
static inline cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *p) { return lw_tell(node, p); }
static inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *p) { return lw_node_error(*p) ? lw_told(lw_node_error(*p)) : lw_give(node, *p); }
static inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaMemcpy3DParms *p) { return lw_add_given(cudaGraphNodeTypeMemcpy, node, graph, after, count, *p); }
static inline cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms *p) { return lw_tell(node, p); }
static inline cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *p) { return lw_give(node, *p); }
static inline lw_work lw_copy_of(void *to, const void *from, size_t bytes, cudaMemcpyKind) { return [=] { lw_copied(to, from, bytes); }; }
static inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to, const void *from, size_t bytes, cudaMemcpyKind kind) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, lw_copy_of(to, from, bytes, kind), after, count, lw_row(to, from, bytes, kind)), cudaSuccess; }
static inline cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t bytes, cudaMemcpyKind kind) { return node->run = lw_copy_of(to, from, bytes, kind), node->said = lw_row(to, from, bytes, kind), cudaSuccess; }
template <typename T> static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, T &symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, [=, to = (char *)&symbol + offset] { memcpy(to, from, bytes); }, after, count), cudaSuccess; }
template <typename T> static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to, const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, [=, from = (const char *)&symbol + offset] { memcpy(to, from, bytes); }, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaMemsetParams *p) { return lw_add_given(cudaGraphNodeTypeMemset, node, graph, after, count, *p); }
static inline cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams *p) { return lw_tell(node, p); }
static inline cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *p) { return lw_give(node, *p); }
static inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaHostNodeParams *p) { return lw_add_given(cudaGraphNodeTypeHost, node, graph, after, count, *p); }
static inline cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams *p) { return lw_tell(node, p); }
static inline cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *p) { return lw_give(node, *p); }
static inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count) { return *node = lw_add(graph, cudaGraphNodeTypeEmpty, [] {}, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaEvent_t e) { return *node = lw_add(graph, cudaGraphNodeTypeEventRecord, [e] { e->when = std::chrono::steady_clock::now(); }, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaEvent_t) { return *node = lw_add(graph, cudaGraphNodeTypeWaitEvent, [] {}, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaGraph_t child) { return lw_add_given(cudaGraphNodeTypeGraph, node, graph, after, count, child); }
static inline cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *child) { return lw_tell(node, child); }
static inline cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaMemAllocNodeParams *p) {
    const cudaError_t error = cudaMalloc(&p->dptr, p->bytesize);
    *node = lw_add(graph, cudaGraphNodeTypeMemAlloc, [] {}, after, count, *p);
    return lw_graph_memory().insert(p->dptr), error;
}
static inline cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *p) { return lw_tell(node, p); }
static inline cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *p) { return *node = lw_add(graph, cudaGraphNodeTypeMemFree, [] {}, after, count, p), cudaSuccess; }
static inline cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *p) { return lw_tell(node, (void **)p); }
static inline cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned first = 0, unsigned flags = 0) { return graph->conditions.push_back(*handle = new lw_condition{first, first, (flags & cudaGraphCondAssignDefault) != 0}), cudaSuccess; }
static inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) { handle->value = value; }
static inline cudaError_t lw_add_conditional(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaConditionalNodeParams *p) {
    std::vector<lw_graph *> *const bodies = new std::vector<lw_graph *>;
    for (unsigned i = 0; i < p->size; ++i) bodies->push_back(new lw_graph{});
    p->phGraph_out = bodies->data();
    *node = lw_add(graph, cudaGraphNodeTypeConditional, [=, handle = p->handle, type = p->type] {
        if (type == cudaGraphCondTypeWhile) while (handle->value) lw_run((*bodies)[0]);
        else if (type == cudaGraphCondTypeSwitch) { if (handle->value < bodies->size()) lw_run((*bodies)[handle->value]); }
        else if (handle->value) lw_run((*bodies)[0]);
        else if (bodies->size() > 1) lw_run((*bodies)[1]);
    }, after, count);
    return cudaSuccess;
}
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaGraphNodeParams *p) {
    switch (p->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphAddKernelNode(node, graph, after, count, &p->kernel);
    case cudaGraphNodeTypeMemcpy: return cudaGraphAddMemcpyNode(node, graph, after, count, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphAddMemsetNode(node, graph, after, count, &p->memset);
    case cudaGraphNodeTypeHost: return cudaGraphAddHostNode(node, graph, after, count, &p->host);
    case cudaGraphNodeTypeGraph: return cudaGraphAddChildGraphNode(node, graph, after, count, p->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeWaitEvent: return cudaGraphAddEventWaitNode(node, graph, after, count, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord: return cudaGraphAddEventRecordNode(node, graph, after, count, p->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: return cudaGraphAddMemAllocNode(node, graph, after, count, &p->alloc);
    case cudaGraphNodeTypeMemFree: return cudaGraphAddMemFreeNode(node, graph, after, count, p->free.dptr);
    case cudaGraphNodeTypeConditional: return lw_add_conditional(node, graph, after, count, &p->conditional);
    default: return lw_told(cudaErrorNotSupported);
    }
}
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, const cudaGraphEdgeData *, size_t count, cudaGraphNodeParams *p) { return cudaGraphAddNode(node, graph, after, count, p); }
static inline cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *p) {
    switch (p->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphKernelNodeSetParams(node, &p->kernel);
    case cudaGraphNodeTypeMemcpy: return cudaGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphMemsetNodeSetParams(node, &p->memset);
    case cudaGraphNodeTypeHost: return cudaGraphHostNodeSetParams(node, &p->host);
    default: return lw_told(cudaErrorNotSupported);
    }
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i]->after.push_back(from[i]);
    return cudaSuccess;
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *, size_t count) { return cudaGraphAddDependencies(graph, from, to, count); }
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i]->after.erase(std::remove(to[i]->after.begin(), to[i]->after.end(), from[i]), to[i]->after.end());
    return cudaSuccess;
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *, size_t count) { return cudaGraphRemoveDependencies(graph, from, to, count); }
// Nodes that are asked for: as many as there is room for, without a place for them how many there are.
static inline cudaError_t lw_list(const std::vector<lw_node *> &found, cudaGraphNode_t *nodes, size_t *count) {
    for (size_t i = 0; nodes && i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
    return *count = nodes ? std::min(*count, found.size()) : found.size(), cudaSuccess;
}
static inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) { return lw_list(graph->nodes, nodes, count); }
static inline cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    lw_graph roots{};
    for (lw_node *node : graph->nodes) if (node->after.empty()) roots.nodes.push_back(node);
    return cudaGraphGetNodes(&roots, nodes, count);
}
// From which node to which: without a place for them how many there are, else as many as there is room for, and nothing behind the last.
// CUDA 13 asks for what is said of each edge, too.
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
    const size_t room = from && to ? *count : 0;
    size_t found = 0;
    for (lw_node *node : graph->nodes)
        for (lw_node *before : node->after) {
            if (found < room) from[found] = before, to[found] = node;
            ++found;
        }
    for (size_t rest = found; rest < room; ++rest) from[rest] = to[rest] = nullptr;
    return *count = from && to ? std::min(found, room) : found, cudaSuccess;
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *said, size_t *count) {
    const cudaError_t done = cudaGraphGetEdges(graph, from, to, count);
    return said && from && to ? (void)std::fill_n(said, *count, cudaGraphEdgeData{}) : void(), done;
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) { return lw_list(node->after, nodes, count); }
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *, size_t *count) { return lw_list(node->after, nodes, count); }
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    std::vector<lw_node *> found;
    for (lw_node *each : node->graph->nodes) if (std::find(each->after.begin(), each->after.end(), node) != each->after.end()) found.push_back(each);
    return lw_list(found, nodes, count);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *, size_t *count) { return cudaGraphNodeGetDependentNodes(node, nodes, count); }
static inline cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type) { return *type = node->type, cudaSuccess; }
// What a node of a graph in a graph does is what it held when the whole was made ready.
static inline lw_work lw_work_now(lw_node *node) {
    const cudaGraph_t *const child = std::any_cast<cudaGraph_t>(&node->said);
    cudaGraph_t now = child ? *child : nullptr;
    return child ? lw_work_of(now) : node->run;
}
static inline std::vector<lw_step> lw_steps(cudaGraph_t graph) {
    const std::vector<lw_node *> order = lw_ordered(graph);
    std::map<lw_node *, size_t> place;
    std::vector<lw_step> steps;
    for (lw_node *node : order) {
        place[node] = steps.size(), steps.push_back({node, node->type, lw_work_now(node), {}, true});
        for (lw_node *before : node->after) steps.back().after.push_back(place[before]);
    }
    return steps;
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long = 0) {
    const std::vector<lw_step> steps = lw_steps(graph);
    if (steps.size() != graph->nodes.size()) return lw_told(cudaErrorInvalidValue);
    return *exec = new lw_exec{steps, graph->conditions}, cudaSuccess;
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t) { return cudaGraphInstantiate(exec, graph); }
static inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long = 0) { return cudaGraphInstantiate(exec, graph); }
static inline lw_step *lw_step_of(cudaGraphExec_t exec, cudaGraphNode_t node) {
    for (lw_step &step : exec->steps) if (step.node == node) return &step;
    return nullptr;
}
static inline cudaError_t lw_set_step(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type, lw_work run) {
    lw_step *const step = lw_step_of(exec, node);
    return step && step->type == type ? (step->run = run, cudaSuccess) : lw_told(cudaErrorInvalidValue);
}
template <typename T> static inline cudaError_t lw_give_step(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type, T given) { return lw_set_step(exec, node, type, lw_work_of(given)); }
static inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams *p) { return lw_node_error(*p) ? lw_told(lw_node_error(*p)) : lw_give_step(exec, node, cudaGraphNodeTypeKernel, *p); }
static inline cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms *p) { return lw_give_step(exec, node, cudaGraphNodeTypeMemcpy, *p); }
static inline cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from, size_t bytes, cudaMemcpyKind kind) { return lw_set_step(exec, node, cudaGraphNodeTypeMemcpy, lw_copy_of(to, from, bytes, kind)); }
static inline cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams *p) { return lw_give_step(exec, node, cudaGraphNodeTypeMemset, *p); }
static inline cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *p) { return lw_give_step(exec, node, cudaGraphNodeTypeHost, *p); }
static inline cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child) { return lw_give_step(exec, node, cudaGraphNodeTypeGraph, child); }
static inline cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeParams *p) {
    switch (p->type) {
    case cudaGraphNodeTypeKernel: return cudaGraphExecKernelNodeSetParams(exec, node, &p->kernel);
    case cudaGraphNodeTypeMemcpy: return cudaGraphExecMemcpyNodeSetParams(exec, node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return cudaGraphExecMemsetNodeSetParams(exec, node, &p->memset);
    case cudaGraphNodeTypeHost: return cudaGraphExecHostNodeSetParams(exec, node, &p->host);
    case cudaGraphNodeTypeGraph: return cudaGraphExecChildGraphNodeSetParams(exec, node, p->graph.graph);
    default: return lw_told(cudaErrorNotSupported);
    }
}
// Kernels, copies and fills alone can be left out.
static inline cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    lw_step *const step = lw_step_of(exec, node);
    return step && step->type <= cudaGraphNodeTypeMemset ? (step->enabled = enabled, cudaSuccess) : lw_told(cudaErrorInvalidValue);
}
static inline cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled) {
    lw_step *const step = lw_step_of(exec, node);
    return step ? (*enabled = step->enabled, cudaSuccess) : lw_told(cudaErrorInvalidValue);
}
// The nodes of another graph of the same shape take the places of the old ones; those keep their names.
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *told) {
    const std::vector<lw_step> steps = lw_steps(graph);
    bool same = steps.size() == exec->steps.size();
    *told = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    for (size_t i = 0; same && i < steps.size(); ++i) {
        if (steps[i].type != exec->steps[i].type) return *told = {cudaGraphExecUpdateErrorNodeTypeChanged, steps[i].node, nullptr}, lw_told(cudaErrorGraphExecUpdateFailure);
        same = steps[i].after == exec->steps[i].after;
    }
    if (!same) return *told = {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr}, lw_told(cudaErrorGraphExecUpdateFailure);
    for (size_t i = 0; i < steps.size(); ++i) exec->steps[i].run = steps[i].run;
    return cudaSuccess;
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphExecUpdateResult *told) {
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    return (node ? void(*node = info.errorNode) : void()), *told = info.result, error;
}
static inline cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return lw_stream_does(stream, cudaGraphNodeTypeGraph, [exec] {
        for (lw_condition *condition : exec->conditions) if (condition->reset) condition->value = condition->first;
        for (const lw_step &step : exec->steps) if (step.enabled) step.run();
    });
}
static inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { return delete exec, cudaSuccess; }
static inline cudaError_t cudaDeviceGetGraphMemAttribute(int, cudaGraphMemAttributeType, void *value) { return *(unsigned long long *)value = 0, cudaSuccess; }
static inline cudaError_t cudaDeviceSetGraphMemAttribute(int, cudaGraphMemAttributeType, void *) { return cudaSuccess; }
static inline cudaError_t cudaDeviceGraphMemTrim(int) { return cudaSuccess; }
