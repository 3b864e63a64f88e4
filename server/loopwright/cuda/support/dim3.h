// names: dim3 uint3 index_in
// includes: cstddef
// pruned: yes
struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};
static inline uint3 index_in(unsigned t, dim3 block) { return uint3{t % block.x, t / block.x % block.y, t / (block.x * block.y)}; }
