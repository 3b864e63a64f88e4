// names: launch_grid launch_block launch_shared
// needs: runtime
// includes: utility
// pruned: yes
// A launch whose arguments stand behind pointers.
template <typename... P, size_t... I> static inline cudaError_t launch_grid(void (*kernel)(dim3, P...), dim3 grid, dim3, void **given, size_t, std::index_sequence<I...>) { return kernel(grid, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_grid(void (*kernel)(dim3, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) { return launch_grid(kernel, grid, block, given, bytes, std::index_sequence_for<P...>()); }
template <typename... P, size_t... I> static inline cudaError_t launch_block(void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, size_t, std::index_sequence<I...>) { return kernel(grid, block, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_block(void (*kernel)(dim3, dim3, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) { return launch_block(kernel, grid, block, given, bytes, std::index_sequence_for<P...>()); }
template <typename... P, size_t... I> static inline cudaError_t launch_shared(void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, void **given, size_t bytes, std::index_sequence<I...>) { return kernel(grid, block, bytes, *(std::decay_t<P> *)given[I]...), cudaSuccess; }
template <typename... P> static inline cudaError_t launch_shared(void (*kernel)(dim3, dim3, size_t, P...), dim3 grid, dim3 block, void **given, size_t bytes = 0, cudaStream_t = 0) { return launch_shared(kernel, grid, block, given, bytes, std::index_sequence_for<P...>()); }
