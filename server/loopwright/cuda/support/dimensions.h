// names: check_dimensions
// needs: dim3
// includes: stdexcept
// A kernel's loops have as many dimensions as it mentions.
static inline void check_dimensions(dim3 grid, int of_grid, dim3 block, int of_block) {
    const bool more_blocks = (of_grid < 2 && grid.y > 1) || (of_grid < 3 && grid.z > 1);
    const bool more_threads = (of_block < 2 && block.y > 1) || (of_block < 3 && block.z > 1);
    if (more_blocks || more_threads) throw std::logic_error("a kernel is launched with more dimensions than it mentions");
}
