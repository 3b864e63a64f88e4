// names: cudaGraph_t cudaGraphExec_t cudaGraphNode_t cudaStreamBeginCapture cudaStreamBeginCaptureToGraph cudaStreamIsCapturing cudaGraphConditionalHandle lw_submit lw_submit_any
// needs: dim3 runtime launches
// replaces: runtime launches
// includes: functional map set stdexcept string tuple utility vector
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
    cudaGraphExecUpdateErrorNodeTypeChanged
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
// The value that decides whether a conditional node goes on, and what it is at each launch.
struct lw_condition { unsigned value, first; bool reset; };
typedef lw_condition *cudaGraphConditionalHandle;
struct lw_graph;
struct lw_node { cudaGraphNodeType type; lw_work run; std::vector<lw_node *> after; cudaKernelNodeParams kernel; };
typedef lw_node *cudaGraphNode_t;
struct lw_graph { std::vector<lw_node *> nodes; std::vector<lw_condition *> conditions; };
typedef lw_graph *cudaGraph_t;
struct cudaConditionalNodeParams {
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalNodeType type;
    unsigned size;
    cudaGraph_t *phGraph_out;
};
struct cudaMemcpyNodeParams { int flags; cudaMemcpy3DParms copyParams; };
struct cudaGraphNodeParams {
    cudaGraphNodeType type;
    cudaKernelNodeParams kernel;
    cudaMemcpyNodeParams memcpy;
    cudaMemsetParams memset;
    cudaHostNodeParams host;
    cudaMemAllocNodeParams alloc;
    cudaMemFreeNodeParams free;
    cudaConditionalNodeParams conditional;
};
struct cudaGraphEdgeData { unsigned char from_port, to_port, type; };
struct cudaGraphExecUpdateResultInfo { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; };
struct lw_exec { std::vector<std::pair<lw_node *, lw_work>> steps; std::vector<lw_condition *> conditions; };
typedef lw_exec *cudaGraphExec_t;
// Which graph a stream or an event belongs to while it is captured.
inline std::map<const void *, lw_graph *> &lw_captures() { static std::map<const void *, lw_graph *> captures; return captures; }
inline lw_graph *lw_captured(const void *handle) {
    const auto found = lw_captures().find(handle);
    return found == lw_captures().end() ? nullptr : found->second;
}
static inline lw_node *lw_add(lw_graph *graph, cudaGraphNodeType type, lw_work run, const cudaGraphNode_t *after = nullptr, size_t count = 0) {
    graph->nodes.push_back(new lw_node{type, run, std::vector<lw_node *>(after, after + count), {}});
    return graph->nodes.back();
}
// A stream's work in program order: each node of a capture waits for the one before.
static inline cudaError_t lw_stream_does(cudaStream_t stream, cudaGraphNodeType type, lw_work run) {
    lw_graph *const graph = lw_captured(stream);
    if (!graph) return run(), cudaSuccess;
    lw_node *const last = graph->nodes.empty() ? nullptr : graph->nodes.back();
    return lw_add(graph, type, run, &last, last ? 1 : 0), cudaSuccess;
}
template <typename F> static inline cudaError_t lw_in_stream(cudaStream_t stream, F work) { return lw_captured(stream) ? lw_stream_does(stream, cudaGraphNodeTypeKernel, work) : work(); }
template <typename F> static inline bool lw_kept_for_later(cudaStream_t stream, F make) { return lw_captured(stream) && lw_stream_does(stream, cudaGraphNodeTypeKernel, make()) == cudaSuccess; }
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
// A launch into a stream: its arguments are kept as they are now.
template <typename... P> static inline void lw_submit(cudaStream_t stream, void (*kernel)(P...), typename lw_argument<P>::type... given) {
    if (!lw_captured(stream)) return kernel(given...);
    std::tuple<P...> kept(given...);
    lw_stream_does(stream, cudaGraphNodeTypeKernel, [kernel, kept] { std::apply(kernel, kept); });
}
template <typename F, typename... P> static inline void lw_submit_any(cudaStream_t stream, F kernel, P... given) {
    if (!lw_captured(stream)) return kernel(given...);
    std::tuple<P...> kept(given...);
    lw_stream_does(stream, cudaGraphNodeTypeKernel, [kernel, kept] { std::apply(kernel, kept); });
}
template <typename... P, size_t... I> static inline cudaError_t lw_submit_given(cudaStream_t stream, void (*kernel)(dim3, P...), dim3 grid, void **given, std::index_sequence<I...>) { return lw_submit(stream, kernel, grid, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_grid(void (*kernel)(dim3, P...), dim3 grid, dim3, void **given, size_t = 0, cudaStream_t stream = 0) { return lw_submit_given(stream, kernel, grid, given, std::index_sequence_for<P...>()); }
template <typename... P, size_t... I> static inline cudaError_t lw_submit_given(cudaStream_t stream, void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, std::index_sequence<I...>) { return lw_submit(stream, kernel, grid, block, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_block(void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, size_t = 0, cudaStream_t stream = 0) { return lw_submit_given(stream, kernel, grid, block, given, std::index_sequence_for<P...>()); }
template <typename... P, size_t... I> static inline cudaError_t lw_submit_given(cudaStream_t stream, void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, size_t bytes, void **given, std::index_sequence<I...>) { return lw_submit(stream, kernel, grid, block, bytes, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_shared(void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return lw_submit_given(stream, kernel, grid, block, bytes, given, std::index_sequence_for<P...>()); }
static inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) {
    const auto found = lw_kernels().find(kernel);
    return found == lw_kernels().end() ? lw_told(cudaErrorInvalidDeviceFunction) : lw_stream_does(stream, cudaGraphNodeTypeKernel, found->second(grid, block, bytes, given));
}
static inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t stream = 0) { return cudaLaunchKernel(kernel, grid, block, given, bytes, stream); }
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *how, const void *kernel, void **given) { return cudaLaunchKernel(kernel, how->gridDim, how->blockDim, given, how->dynamicSmemBytes, how->stream); }
template <typename... P, typename... A> static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *how, void (*kernel)(dim3, dim3, size_t, P...), A &&...given) { return lw_submit(how->stream, kernel, how->gridDim, how->blockDim, how->dynamicSmemBytes, given...), cudaSuccess; }
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { lw_copied(to, from, bytes); }); }
static inline cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t bytes, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { lw_copied(to, from, bytes); }); }
static inline cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height); }); }
static inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [kept = *p] { cudaMemcpy3D(&kept); }); }
static inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemset, [=] { memset(p, value, bytes); }); }
static inline cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset2D(p, pitch, value, width, height); }); }
static inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset3D(p, value, e); }); }
template <typename T> static inline cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=, to = (char *)&symbol + offset] { memcpy(to, from, bytes); }); }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=, from = (const char *)&symbol + offset] { memcpy(to, from, bytes); }); }
static inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy2DToArray(to, x, y, from, pitch, width, height); }); }
static inline cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, const cudaArray *from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height); }); }
static inline cudaError_t cudaMemcpyToArrayAsync(cudaArray *to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpyToArray(to, x, y, from, bytes); }); }
static inline cudaError_t cudaMemcpyFromArrayAsync(void *to, const cudaArray *from, size_t x, size_t y, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t stream = 0) { return lw_stream_does(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpyFromArray(to, from, x, y, bytes); }); }
template <typename F> static inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, F function, void *data) { return lw_stream_does(stream, cudaGraphNodeTypeHost, [=] { function(data); }); }
// What a node allocates has one address for all launches: it stays as long as the program.
inline std::set<void *> &lw_graph_memory() { static std::set<void *> memory; return memory; }
static inline cudaError_t cudaFree(void *p) { return lw_graph_memory().count(p) ? cudaSuccess : lw_release(p); }
template <typename T> static inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream) {
    const cudaError_t error = cudaMalloc(p, bytes);
    if (lw_captured(stream)) lw_graph_memory().insert(*p);
    return error;
}
template <typename T> static inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t, cudaStream_t stream) { return cudaMallocAsync(p, bytes, stream); }
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { return lw_captured(stream) ? cudaSuccess : cudaFree(p); }
static inline cudaError_t cudaStreamCreate(cudaStream_t *s) { return *s = new char, cudaSuccess; }
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { return cudaStreamCreate(s); }
static inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned, int) { return cudaStreamCreate(s); }
static inline cudaError_t cudaStreamDestroy(cudaStream_t s) { return delete (char *)s, cudaSuccess; }
// A stream that waits for an event of a capture joins the capture.
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) {
    if (lw_graph *graph = lw_captured(event)) lw_captures()[stream] = graph;
    return cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t stream = 0) {
    if (lw_graph *graph = lw_captured(stream)) return lw_captures()[e] = graph, cudaSuccess;
    return lw_captures().erase(e), e->when = std::chrono::steady_clock::now(), cudaSuccess;
}
static inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t stream = 0, unsigned = 0) { return cudaEventRecord(e, stream); }
static inline cudaError_t cudaEventDestroy(cudaEvent_t e) { return lw_captures().erase(e), delete e, cudaSuccess; }
static inline cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, cudaStreamCaptureMode) { return lw_captures()[stream] = graph, cudaSuccess; }
static inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode = cudaStreamCaptureModeGlobal) {
    if (lw_captured(stream)) return lw_told(cudaErrorInvalidValue);
    return lw_captures()[stream] = new lw_graph{}, cudaSuccess;
}
static inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    lw_graph *const found = lw_captured(stream);
    if (graph) *graph = found;
    for (auto at = lw_captures().begin(); at != lw_captures().end();) at = at->second == found ? lw_captures().erase(at) : std::next(at);
    return lw_told(found ? cudaSuccess : cudaErrorInvalidValue);
}
static inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) { return *status = lw_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone, cudaSuccess; }
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id = nullptr, cudaGraph_t *graph = nullptr, const cudaGraphNode_t **after = nullptr, size_t *count = nullptr) {
    if (id) *id = (unsigned long long)(size_t)lw_captured(stream);
    if (graph) *graph = lw_captured(stream);
    if (after) *after = lw_captured(stream) && !lw_captured(stream)->nodes.empty() ? &lw_captured(stream)->nodes.back() : nullptr;
    if (count) *count = lw_captured(stream) && !lw_captured(stream)->nodes.empty();
    return cudaStreamIsCapturing(stream, status);
}
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **after, const cudaGraphEdgeData **edges, size_t *count) {
    if (edges) *edges = nullptr;
    return cudaStreamGetCaptureInfo(stream, status, id, graph, after, count);
}
// Nodes run in the order in which they were added: what was there before is waited for.
enum cudaStreamUpdateCaptureDependenciesFlags { cudaStreamAddCaptureDependencies = 0, cudaStreamSetCaptureDependencies = 1 };
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *, size_t, unsigned = 0) { return lw_told(lw_captured(stream) ? cudaSuccess : cudaErrorInvalidValue); }
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, unsigned = 0) { return lw_told(lw_captured(stream) ? cudaSuccess : cudaErrorInvalidValue); }
static inline cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned = 0) { return *graph = new lw_graph{}, cudaSuccess; }
static inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    for (lw_node *node : graph->nodes) delete node;
    return delete graph, cudaSuccess;
}
static inline cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t from) {
    std::map<lw_node *, lw_node *> twin;
    *to = new lw_graph{{}, from->conditions};
    for (lw_node *node : from->nodes) (*to)->nodes.push_back(twin[node] = new lw_node(*node));
    for (lw_node *node : (*to)->nodes)
        for (lw_node *&before : node->after) before = twin[before];
    return cudaSuccess;
}
static inline cudaError_t cudaGraphDestroyNode(cudaGraphNode_t) { return lw_told(cudaErrorNotSupported); }
static inline bool lw_is_launch(const cudaKernelNodeParams &p) { return lw_kernels().count(p.func) && p.kernelParams; }
static inline lw_work lw_kernel_run(const cudaKernelNodeParams &p) {
    return lw_is_launch(p) ? lw_kernels().find(p.func)->second(p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams) : lw_work([] { lw_told(cudaErrorInvalidDeviceFunction); });
}
static inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaKernelNodeParams *p) {
    *node = lw_add(graph, cudaGraphNodeTypeKernel, lw_kernel_run(*p), after, count), (*node)->kernel = *p;
    return lw_told(lw_kernels().count(p->func) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}
static inline cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *p) {
    // Which kernel a captured launch is of is known to the launch alone.
    if (!node->kernel.func) throw std::logic_error("the parameters of a captured launch have no CPU translation");
    return *p = node->kernel, cudaSuccess;
}
static inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *p) {
    if (!lw_is_launch(*p)) return lw_told(cudaErrorInvalidDeviceFunction);
    return node->kernel = *p, node->run = lw_kernel_run(*p), cudaSuccess;
}
static inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaMemcpy3DParms *p) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, [kept = *p] { cudaMemcpy3D(&kept); }, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to, const void *from, size_t bytes, cudaMemcpyKind) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, [=] { lw_copied(to, from, bytes); }, after, count), cudaSuccess; }
template <typename T> static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, T &symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, [=, to = (char *)&symbol + offset] { memcpy(to, from, bytes); }, after, count), cudaSuccess; }
template <typename T> static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to, const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind) { return *node = lw_add(graph, cudaGraphNodeTypeMemcpy, [=, from = (const char *)&symbol + offset] { memcpy(to, from, bytes); }, after, count), cudaSuccess; }
static inline void lw_fill(const cudaMemsetParams &p) {
    for (size_t y = 0; y < (p.height ? p.height : 1); ++y)
        for (size_t x = 0; x < p.width; ++x) memcpy((char *)p.dst + y * p.pitch + x * p.elementSize, &p.value, p.elementSize);
}
static inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaMemsetParams *p) { return *node = lw_add(graph, cudaGraphNodeTypeMemset, [kept = *p] { lw_fill(kept); }, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const cudaHostNodeParams *p) { return *node = lw_add(graph, cudaGraphNodeTypeHost, [kept = *p] { kept.fn(kept.userData); }, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count) { return *node = lw_add(graph, cudaGraphNodeTypeEmpty, [] {}, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaEvent_t e) { return *node = lw_add(graph, cudaGraphNodeTypeEventRecord, [e] { e->when = std::chrono::steady_clock::now(); }, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaEvent_t) { return *node = lw_add(graph, cudaGraphNodeTypeWaitEvent, [] {}, after, count), cudaSuccess; }
static inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaGraph_t child) {
    cudaGraph_t kept;
    cudaGraphClone(&kept, child);
    return *node = lw_add(graph, cudaGraphNodeTypeGraph, [kept] { lw_run(kept); }, after, count), cudaSuccess;
}
static inline cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaMemAllocNodeParams *p) {
    *node = lw_add(graph, cudaGraphNodeTypeMemAlloc, [] {}, after, count);
    const cudaError_t error = cudaMalloc(&p->dptr, p->bytesize);
    return lw_graph_memory().insert(p->dptr), error;
}
static inline cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *) { return *node = lw_add(graph, cudaGraphNodeTypeMemFree, [] {}, after, count), cudaSuccess; }
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
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeMemAlloc: return cudaGraphAddMemAllocNode(node, graph, after, count, &p->alloc);
    case cudaGraphNodeTypeMemFree: return cudaGraphAddMemFreeNode(node, graph, after, count, p->free.dptr);
    case cudaGraphNodeTypeConditional: return lw_add_conditional(node, graph, after, count, &p->conditional);
    default: return lw_told(cudaErrorNotSupported);
    }
}
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, const cudaGraphEdgeData *, size_t count, cudaGraphNodeParams *p) { return cudaGraphAddNode(node, graph, after, count, p); }
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i]->after.push_back(from[i]);
    return cudaSuccess;
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *, size_t count) { return cudaGraphAddDependencies(graph, from, to, count); }
static inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    if (nodes) std::copy_n(graph->nodes.begin(), std::min(*count, graph->nodes.size()), nodes);
    return *count = graph->nodes.size(), cudaSuccess;
}
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
static inline cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type) { return *type = node->type, cudaSuccess; }
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long = 0) {
    const std::vector<lw_node *> order = lw_ordered(graph);
    if (order.size() != graph->nodes.size()) return lw_told(cudaErrorInvalidValue);
    *exec = new lw_exec{{}, graph->conditions};
    for (lw_node *node : order) (*exec)->steps.push_back({node, node->run});
    return cudaSuccess;
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t) { return cudaGraphInstantiate(exec, graph); }
static inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long = 0) { return cudaGraphInstantiate(exec, graph); }
static inline lw_work *lw_step(cudaGraphExec_t exec, cudaGraphNode_t node) {
    for (auto &step : exec->steps) if (step.first == node) return &step.second;
    return nullptr;
}
static inline cudaError_t lw_set_step(cudaGraphExec_t exec, cudaGraphNode_t node, lw_work run) {
    lw_work *const step = lw_step(exec, node);
    return step ? (*step = run, cudaSuccess) : lw_told(cudaErrorInvalidValue);
}
static inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams *p) { return lw_is_launch(*p) ? lw_set_step(exec, node, lw_kernel_run(*p)) : lw_told(cudaErrorInvalidDeviceFunction); }
static inline cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms *p) { return lw_set_step(exec, node, [kept = *p] { cudaMemcpy3D(&kept); }); }
static inline cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from, size_t bytes, cudaMemcpyKind) { return lw_set_step(exec, node, [=] { lw_copied(to, from, bytes); }); }
static inline cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams *p) { return lw_set_step(exec, node, [kept = *p] { lw_fill(kept); }); }
static inline cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *p) { return lw_set_step(exec, node, [kept = *p] { kept.fn(kept.userData); }); }
// The nodes of another graph of the same shape take the places of the old ones; those keep their names.
static inline bool lw_updated(cudaGraphExec_t exec, cudaGraph_t graph) {
    const std::vector<lw_node *> order = lw_ordered(graph);
    if (order.size() != exec->steps.size()) return false;
    for (size_t i = 0; i < order.size(); ++i) exec->steps[i].second = order[i]->run;
    return true;
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *told) {
    const bool same = lw_updated(exec, graph);
    *told = {same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    return lw_told(same ? cudaSuccess : cudaErrorGraphExecUpdateFailure);
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *, cudaGraphExecUpdateResult *told) {
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    return *told = info.result, error;
}
static inline cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return lw_stream_does(stream, cudaGraphNodeTypeGraph, [exec] {
        for (lw_condition *condition : exec->conditions) if (condition->reset) condition->value = condition->first;
        for (auto &step : exec->steps) step.second();
    });
}
static inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { return delete exec, cudaSuccess; }
static inline cudaError_t cudaDeviceGetGraphMemAttribute(int, cudaGraphMemAttributeType, void *value) { return *(unsigned long long *)value = 0, cudaSuccess; }
static inline cudaError_t cudaDeviceSetGraphMemAttribute(int, cudaGraphMemAttributeType, void *) { return cudaSuccess; }
static inline cudaError_t cudaDeviceGraphMemTrim(int) { return cudaSuccess; }
