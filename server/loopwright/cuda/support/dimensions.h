// names: check_dimensions row_length
// needs: dim3
// includes: stdexcept type_traits
// pruned: yes
// A kernel's loops have as many dimensions as it mentions.
static inline void check_dimensions(dim3 grid, int of_grid, dim3 block, int of_block) {
    const bool more_blocks = (of_grid < 2 && grid.y > 1) || (of_grid < 3 && grid.z > 1);
    const bool more_threads = (of_block < 2 && block.y > 1) || (of_block < 3 && block.z > 1);
    if (more_blocks || more_threads) throw std::logic_error("a kernel is launched with more dimensions than it mentions");
}
// How long the rows are into which a division by `width` cuts the numbers below `count`: all are one row where it cuts nothing.
template <class Width, class Index> static inline Index row_length(Width width, Index count) {
    const typename std::common_type<Width, Index>::type said = width;
    const unsigned long long length = said < 0 ? 0ull - said : said;
    return length == 0 || (count > 0 && length > static_cast<unsigned long long>(count)) ? count : static_cast<Index>(length);
}
