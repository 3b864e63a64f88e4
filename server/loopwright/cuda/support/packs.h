// names: lw_pointer
template <typename T> using lw_pointer = T *;
