// names: launch_fails lw_launch_error lw_outcome
// needs: dim3 kernel_limits runtime
// pruned: yes
// What a GPU makes of a launch before it begins (CUDA C++ Programming Guide, technical specifications).
static inline cudaError_t lw_launch_error(dim3 grid, dim3 block, size_t bytes = 0, const kernel_limits &own = lw_widest_limits()) {
    if (!block.x || !block.y || !block.z || block.x > 1024 || block.y > 1024 || block.z > 64 || block.x * block.y * block.z > 1024) return cudaErrorInvalidConfiguration;
    if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535) return cudaErrorInvalidConfiguration;
    const size_t of_any = lw_any_limits().dynamic;
    const bool is_too_much = bytes > own.dynamic && (of_any <= 48 << 10 || bytes > of_any);
    return is_too_much || block.x * block.y * block.z > own.threads ? cudaErrorInvalidValue : cudaSuccess;
}
// A launch of a size that no GPU carries out does nothing, and its error waits to be asked for. `own`: the kernel's limits, of which somebody
// may ask as well; `most`: the threads of its `__launch_bounds__`, `fixed`: its shared memory beside that of the launch.
static inline bool launch_fails(kernel_limits &own, dim3 grid, dim3 block, size_t bytes) { return lw_told(lw_launch_error(grid, block, bytes, own)) != cudaSuccess; }
static inline bool launch_fails(dim3 grid, dim3 block, size_t bytes = 0, unsigned most = 1024, size_t fixed = 0) { return lw_told(lw_launch_error(grid, block, bytes, kernel_limits(most, fixed))) != cudaSuccess; }
// What a launch says of itself whose kernel leaves its error.
template <typename F> static inline cudaError_t lw_outcome(F launch) {
    const cudaError_t before = lw_last_error();
    lw_last_error() = cudaSuccess;
    launch();
    const cudaError_t error = lw_last_error();
    if (error == cudaSuccess) lw_last_error() = before;
    return error;
}
