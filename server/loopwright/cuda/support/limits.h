// names: launch_fails lw_launch_error
// needs: dim3 runtime
// pruned: yes
// What a GPU makes of a launch before it begins (CUDA C++ Programming Guide, technical specifications).
// `fixed`: the shared memory of a kernel beside that of the launch. Both have to be asked for where they are more than 48 KiB together.
static inline cudaError_t lw_launch_error(dim3 grid, dim3 block, size_t bytes = 0, size_t fixed = 0) {
    if (!block.x || !block.y || !block.z || block.x > 1024 || block.y > 1024 || block.z > 64 || block.x * block.y * block.z > 1024) return cudaErrorInvalidConfiguration;
    if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535) return cudaErrorInvalidConfiguration;
    return bytes > lw_most_shared() || (lw_most_shared() == 48 << 10 && bytes && bytes + fixed > lw_most_shared()) ? cudaErrorInvalidValue : cudaSuccess;
}
// A launch of a size that no GPU carries out does nothing, and its error waits to be asked for; `most`: the threads of its `__launch_bounds__`.
static inline bool launch_fails(dim3 grid, dim3 block, size_t bytes = 0, unsigned most = 1024, size_t fixed = 0) {
    const cudaError_t error = lw_launch_error(grid, block, bytes, fixed);
    return lw_told(error == cudaSuccess && block.x * block.y * block.z > most ? cudaErrorInvalidValue : error) != cudaSuccess;
}
