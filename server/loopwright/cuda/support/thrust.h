// names: thrust
// needs: runtime
// includes: algorithm complex cstddef cstdint functional iterator memory new numeric random system_error tuple type_traits utility vector
// pruned: yes
// Thrust's vectors and algorithms by those of the standard library.
namespace thrust {
// A pointer that says where it leads to: here nowhere else.
template <typename T> struct device_ptr {
    typedef std::remove_cv_t<T> value_type;
    typedef std::ptrdiff_t difference_type;
    typedef T *pointer;
    typedef std::add_lvalue_reference_t<T> reference;
    typedef std::random_access_iterator_tag iterator_category;
    T *own = nullptr;
    device_ptr() = default;
    device_ptr(T *p) : own(p) {}
    T *get() const { return own; }
    operator T *&() { return own; }
    operator T *() const { return own; }
    T *operator->() const { return own; }
    friend device_ptr operator+(device_ptr p, std::ptrdiff_t n) { return p.own + n; }
    friend device_ptr operator+(std::ptrdiff_t n, device_ptr p) { return p.own + n; }
    friend device_ptr operator-(device_ptr p, std::ptrdiff_t n) { return p.own - n; }
    friend std::ptrdiff_t operator-(device_ptr p, device_ptr q) { return p.own - q.own; }
};
using system_error = std::system_error;
using error_code = std::error_code;
using error_category = std::error_category;
struct errors_of_cuda : std::error_category {
    const char *name() const noexcept override { return "cuda"; }
    std::string message(int code) const override {
        return std::string(cudaGetErrorName((cudaError_t)code)) + ": " + cudaGetErrorString((cudaError_t)code);
    }
};
inline const std::error_category &cuda_category() {
    static const errors_of_cuda own;
    return own;
}
namespace system {
using thrust::system_error, thrust::error_code, thrust::error_category, thrust::cuda_category;
}
template <typename T> using device_reference = T &;
template <typename T> using complex = std::complex<T>;
template <typename... T> using tuple = std::tuple<T...>;
template <typename A, typename B> using pair = std::pair<A, B>;
using std::get, std::make_tuple, std::make_pair, std::tie, std::swap, std::distance, std::advance, std::next, std::prev, std::abs, std::exp, std::log, std::sqrt, std::pow, std::sin, std::cos, std::norm, std::conj, std::arg, std::polar, std::plus, std::minus, std::multiplies, std::divides, std::modulus, std::negate, std::less, std::less_equal, std::greater, std::greater_equal, std::equal_to, std::not_equal_to, std::logical_and, std::logical_or, std::logical_not, std::bit_and, std::bit_or, std::bit_xor, std::true_type, std::false_type, std::iterator_traits;
template <typename A, typename B = A, typename R = A> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };
template <typename A, typename R = A> struct unary_function { typedef A argument_type; typedef R result_type; };
template <typename T = void> struct maximum { T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <> struct maximum<void> { template <typename T> T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <typename T = void> struct minimum { T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <> struct minimum<void> { template <typename T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <typename T = void> struct identity { const T &operator()(const T &a) const { return a; } };
template <> struct identity<void> { template <typename T> const T &operator()(const T &a) const { return a; } };
template <typename T = void> struct square { T operator()(const T &a) const { return a * a; } };
template <typename T> static inline T *raw_pointer_cast(T *p) { return p; }
template <typename T> static inline T *raw_pointer_cast(device_ptr<T> p) { return p.own; }
template <typename T> static inline device_ptr<T> device_pointer_cast(T *p) { return p; }
template <typename T> static inline T &raw_reference_cast(T &x) { return x; }
static inline device_ptr<void> device_malloc(size_t bytes) { return device_ptr<void>(lw_allocated(bytes)); }
template <typename T> static inline device_ptr<T> device_malloc(size_t n) { return device_ptr<T>((T *)lw_allocated(n * sizeof(T))); }
template <typename T> static inline void device_free(T *p) { lw_release(p); }
template <typename T> static inline void device_free(device_ptr<T> p) { lw_release(p.own); }
template <typename T> static inline T max(T a, T b) { return a < b ? b : a; }
template <typename T> static inline T min(T a, T b) { return b < a ? b : a; }
// Host and device share what a vector holds.
template <typename T> struct device_allocator : std::allocator<T> {
    template <typename U> struct rebind { typedef device_allocator<U> other; };
    device_allocator() = default;
    template <typename U> device_allocator(const device_allocator<U> &) {}
    T *allocate(size_t n) {
        T *p = nullptr;
        if (n > SIZE_MAX / sizeof(T) || cudaMallocManaged(&p, n * sizeof(T))) throw std::bad_alloc();
        return p;
    }
    void deallocate(T *p, size_t) { lw_release(p); }
};
template <typename T, typename A = device_allocator<T>> struct host_vector : std::vector<T, A> {
    typedef std::vector<T, A> own;
    using own::own;
    host_vector() {}
    template <typename V, typename = typename V::value_type> host_vector(const V &other) : own(other.begin(), other.end()) {}
    template <typename V, typename = typename V::value_type> host_vector &operator=(const V &other) { return this->assign(other.begin(), other.end()), *this; }
};
template <typename T, typename A = device_allocator<T>> struct device_vector : host_vector<T, A> {
    using host_vector<T, A>::host_vector;
    device_vector() {}
    template <typename V, typename = typename V::value_type> device_vector(const V &other) : host_vector<T, A>(other) {}
    template <typename V, typename = typename V::value_type> device_vector &operator=(const V &other) { return this->assign(other.begin(), other.end()), *this; }
    device_ptr<T> data() { return host_vector<T, A>::own::data(); }
    device_ptr<const T> data() const { return host_vector<T, A>::own::data(); }
};
template <typename T> using universal_host_pinned_vector = host_vector<T>;
template <typename T> using universal_vector = device_vector<T>;
struct policy {
    cudaStream_t stream = 0;
    template <size_t I, typename... A> static auto argument(const A &...a) { return std::get<I>(std::tuple<const A &...>(a...)); }
    policy on(cudaStream_t in) const { return {in}; }
    template <typename A> policy operator()(A &&) const { return *this; }
};
static const policy device, host, seq;
namespace cuda { static const policy par, par_nosync; namespace experimental { template <typename T> using pinned_allocator = device_allocator<T>; } }
namespace omp { static const policy par; }
namespace system { namespace omp = ::thrust::omp; namespace cuda = ::thrust::cuda; }
template <typename T> struct counting_iterator {
    typedef T value_type; typedef T reference; typedef const T *pointer; typedef ptrdiff_t difference_type; typedef std::random_access_iterator_tag iterator_category;
    T at;
    counting_iterator(T at = T()) : at(at) {}
    T operator*() const { return at; }
    T operator[](ptrdiff_t i) const { return at + (T)i; }
    counting_iterator &operator++() { return ++at, *this; }
    counting_iterator operator++(int) { return counting_iterator(at++); }
    counting_iterator &operator--() { return --at, *this; }
    counting_iterator &operator+=(ptrdiff_t i) { return at += (T)i, *this; }
    counting_iterator operator+(ptrdiff_t i) const { return counting_iterator(at + (T)i); }
    counting_iterator operator-(ptrdiff_t i) const { return counting_iterator(at - (T)i); }
    ptrdiff_t operator-(const counting_iterator &o) const { return (ptrdiff_t)at - (ptrdiff_t)o.at; }
    bool operator==(const counting_iterator &o) const { return at == o.at; }
    bool operator!=(const counting_iterator &o) const { return at != o.at; }
    bool operator<(const counting_iterator &o) const { return at < o.at; }
};
template <typename T> static inline counting_iterator<T> make_counting_iterator(T at) { return counting_iterator<T>(at); }
template <typename T> struct value_in { typedef std::decay_t<T> type; };
template <typename... T> struct value_in<std::tuple<T...>> { typedef std::tuple<std::decay_t<T>...> type; };
// An iterator over what F makes of a place.
template <typename F> struct place_iterator {
    typedef decltype(std::declval<F>()((ptrdiff_t)0)) reference; typedef typename value_in<reference>::type value_type; typedef value_type *pointer; typedef ptrdiff_t difference_type; typedef std::random_access_iterator_tag iterator_category;
    F of;
    ptrdiff_t at;
    reference operator*() const { return of(at); }
    reference operator[](ptrdiff_t i) const { return of(at + i); }
    place_iterator &operator++() { return ++at, *this; }
    place_iterator operator++(int) { return {of, at++}; }
    place_iterator &operator--() { return --at, *this; }
    place_iterator &operator+=(ptrdiff_t i) { return at += i, *this; }
    place_iterator operator+(ptrdiff_t i) const { return {of, at + i}; }
    place_iterator operator-(ptrdiff_t i) const { return {of, at - i}; }
    ptrdiff_t operator-(const place_iterator &o) const { return at - o.at; }
    bool operator==(const place_iterator &o) const { return at == o.at; }
    bool operator!=(const place_iterator &o) const { return at != o.at; }
    bool operator<(const place_iterator &o) const { return at < o.at; }
};
template <typename F> static inline place_iterator<F> place_iterator_over(F of) { return {of, 0}; }
template <typename T> struct constant_of { T value; T operator()(ptrdiff_t) const { return value; } };
template <typename T> using constant_iterator = place_iterator<constant_of<T>>;
template <typename T> static inline constant_iterator<T> make_constant_iterator(T value) { return {{value}, 0}; }
template <typename F, typename I> struct transform_of { F f; I i; auto operator()(ptrdiff_t at) const { return f(i[at]); } };
template <typename F, typename I> using transform_iterator = place_iterator<transform_of<F, I>>;
template <typename I, typename F> static inline transform_iterator<F, I> make_transform_iterator(I i, F f) { return {{f, i}, 0}; }
template <typename E, typename I> struct permutation_of { E e; I i; decltype(auto) operator()(ptrdiff_t at) const { return e[i[at]]; } };
template <typename E, typename I> using permutation_iterator = place_iterator<permutation_of<E, I>>;
template <typename E, typename I> static inline permutation_iterator<E, I> make_permutation_iterator(E e, I i) { return {{e, i}, 0}; }
template <typename... I> struct zip_of { std::tuple<I...> of; auto operator()(ptrdiff_t at) const { return std::apply([at](auto &...i) { return std::tuple<decltype(i[at])...>(i[at]...); }, of); } };
template <typename V> struct is_zip : std::false_type {};
template <typename... I> struct is_zip<place_iterator<zip_of<I...>>> : std::true_type {};
template <typename T> struct zip_types;
template <typename... I> struct zip_types<std::tuple<I...>> { typedef place_iterator<zip_of<I...>> type; };
template <typename T> using zip_iterator = typename zip_types<T>::type;
template <typename... I> static inline place_iterator<zip_of<I...>> make_zip_iterator(std::tuple<I...> of) { return {{of}, 0}; }
template <typename A, typename B, typename... I> static inline place_iterator<zip_of<A, B, I...>> make_zip_iterator(A a, B b, I... i) { return {{std::tuple<A, B, I...>(a, b, i...)}, 0}; }
template <typename F> struct zipped { F f; template <typename T> auto operator()(T &&t) const { return std::apply(f, std::forward<T>(t)); } };
template <typename F> static inline zipped<F> make_zip_function(F f) { return {f}; }
struct nothing { template <typename T> nothing &operator=(const T &) { return *this; } };
struct nothing_of { nothing operator()(ptrdiff_t) const { return {}; } };
template <typename = void> struct discard_iterator : place_iterator<nothing_of> { discard_iterator() : place_iterator<nothing_of>{{}, 0} {} };
static inline place_iterator<nothing_of> make_discard_iterator() { return {{}, 0}; }
template <typename I> using reverse_iterator = std::reverse_iterator<I>;
template <typename I> static inline reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }
template <typename T> using tuple_size = std::tuple_size<T>;
template <size_t N, typename T> using tuple_element = std::tuple_element<N, T>;
template <typename F> static inline auto not_fn(F f) { return std::not_fn(f); }
using default_random_engine = std::minstd_rand;
using minstd_rand = std::minstd_rand;
template <typename T> using uniform_real_distribution = std::uniform_real_distribution<T>;
template <typename T> using uniform_int_distribution = std::uniform_int_distribution<T>;
template <typename T> using normal_distribution = std::normal_distribution<T>;
namespace random { using thrust::default_random_engine, thrust::minstd_rand, thrust::uniform_real_distribution, thrust::uniform_int_distribution, thrust::normal_distribution; }
template <typename I> using value_of = typename std::iterator_traits<I>::value_type;
template <typename I, typename T> static inline void fill(I first, I last, const T &value) {
    const ptrdiff_t n = last - first;
#pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; ++i) first[i] = value;
}
template <typename I, typename N, typename T> static inline I fill_n(I first, N n, const T &value) { return thrust::fill(first, first + n, value), first + n; }
template <typename I, typename T = value_of<I>> static inline void sequence(I first, I last, T start = T(0), T step = T(1)) {
    const ptrdiff_t n = last - first;
#pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; ++i) first[i] = start + T(i) * step;
}
template <typename I, typename F> static inline void tabulate(I first, I last, F f) {
    const ptrdiff_t n = last - first;
#pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; ++i) first[i] = f(i);
}
template <typename I, typename F> static inline void generate(I first, I last, F f) { for (; first != last; ++first) *first = f(); }
template <typename I, typename F> static inline I for_each(I first, I last, F f) {
    const ptrdiff_t n = last - first;
#pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; ++i) f(first[i]);
    return last;
}
template <typename I, typename N, typename F> static inline I for_each_n(I first, N n, F f) { return thrust::for_each(first, first + n, f); }
template <typename I, typename O> static inline O copy(I first, I last, O out) {
    for (; first != last; ++first, ++out) *out = *first;
    return out;
}
template <typename I, typename N, typename O> static inline O copy_n(I first, N n, O out) { return thrust::copy(first, first + n, out); }
template <typename I, typename O, typename F> static inline O copy_if(I first, I last, O out, F f) {
    for (; first != last; ++first) if (f(*first)) *out = *first, ++out;
    return out;
}
template <typename I, typename S, typename O, typename F> static inline O copy_if(I first, I last, S stencil, O out, F f) {
    for (; first != last; ++first, ++stencil) if (f(*stencil)) *out = *first, ++out;
    return out;
}
template <typename I, typename O, typename F> static inline O transform(I first, I last, O out, F f) {
    const ptrdiff_t n = last - first;
#pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; ++i) out[i] = f(first[i]);
    return out + n;
}
template <typename I, typename J, typename O, typename F> static inline O transform(I first, I last, J second, O out, F f) {
    const ptrdiff_t n = last - first;
#pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; ++i) out[i] = f(first[i], second[i]);
    return out + n;
}
template <typename I, typename O, typename F, typename P> static inline O transform_if(I first, I last, O out, F f, P wanted) {
    for (; first != last; ++first, ++out) if (wanted(*first)) *out = f(*first);
    return out;
}
template <typename I, typename T, typename F> static inline T reduce(I first, I last, T start, F f) {
    for (; first != last; ++first) start = f(start, *first);
    return start;
}
template <typename I, typename T> static inline T reduce(I first, I last, T start) { return thrust::reduce(first, last, start, std::plus<>()); }
template <typename I> static inline value_of<I> reduce(I first, I last) { return thrust::reduce(first, last, value_of<I>(0)); }
template <typename I, typename F, typename T, typename G> static inline T transform_reduce(I first, I last, F f, T start, G g) {
    for (; first != last; ++first) start = g(start, f(*first));
    return start;
}
template <typename I, typename J, typename T> static inline T inner_product(I first, I last, J second, T start) { return std::inner_product(first, last, second, start); }
template <typename I, typename J, typename T, typename F, typename G> static inline T inner_product(I first, I last, J second, T start, F f, G g) { return std::inner_product(first, last, second, start, f, g); }
template <typename I, typename O, typename F = std::plus<>> static inline O inclusive_scan(I first, I last, O out, F f = F()) {
    if (first == last) return out;
    value_of<I> sum = *first;
    for (*out = sum, ++out; ++first != last; ++out) *out = sum = f(sum, *first);
    return out;
}
template <typename I, typename O, typename T, typename F> static inline O exclusive_scan(I first, I last, O out, T start, F f) {
    for (; first != last; ++first, ++out) { T next = f(start, *first); *out = start, start = next; }
    return out;
}
template <typename I, typename O, typename T> static inline O exclusive_scan(I first, I last, O out, T start) { return thrust::exclusive_scan(first, last, out, start, std::plus<>()); }
template <typename I, typename O> static inline O exclusive_scan(I first, I last, O out) { return thrust::exclusive_scan(first, last, out, value_of<I>(0)); }
template <typename I, typename O, typename F, typename G> static inline O transform_inclusive_scan(I first, I last, O out, F f, G g) { return thrust::inclusive_scan(make_transform_iterator(first, f), make_transform_iterator(last, f), out, g) ; }
template <typename I, typename O, typename F, typename T, typename G> static inline O transform_exclusive_scan(I first, I last, O out, F f, T start, G g) {
    for (; first != last; ++first, ++out) { T next = g(start, f(*first)); *out = start, start = next; }
    return out;
}
template <typename K, typename I, typename O, typename E = std::equal_to<>, typename F = std::plus<>> static inline O inclusive_scan_by_key(K first, K last, I values, O out, E same = E(), F f = F()) {
    if (first == last) return out;
    value_of<I> sum = *values;
    auto key = *first;
    for (*out = sum, ++out; ++first != last; ++out, key = *first) ++values, *out = sum = same(key, *first) ? f(sum, *values) : value_of<I>(*values);
    return out;
}
template <typename K, typename I, typename O, typename T, typename E = std::equal_to<>, typename F = std::plus<>> static inline O exclusive_scan_by_key(K first, K last, I values, O out, T start, E same = E(), F f = F()) {
    T sum = start;
    for (K before = first; first != last; before = first, ++first, ++values, ++out) {
        if (!same(*before, *first)) sum = start;
        value_of<I> value = *values;
        *out = sum, sum = f(sum, value);
    }
    return out;
}
template <typename K, typename I, typename O> static inline O exclusive_scan_by_key(K first, K last, I values, O out) { return thrust::exclusive_scan_by_key(first, last, values, out, value_of<I>(0)); }
template <typename K, typename I, typename A, typename B, typename E = std::equal_to<>, typename F = std::plus<>> static inline std::pair<A, B> reduce_by_key(K first, K last, I values, A keys, B sums, E same = E(), F f = F()) {
    while (first != last) {
        value_of<K> key = *first;
        value_of<I> sum = *values;
        for (++first, ++values; first != last && same(key, *first); ++first, ++values) sum = f(sum, *values);
        *keys = key, *sums = sum, ++keys, ++sums;
    }
    return {keys, sums};
}
template <typename I, typename F = std::less<>> static inline void stable_sort(I first, I last, F f = F()) {
    if constexpr (is_zip<I>::value) {
        std::vector<value_of<I>> values(first, last);
        std::stable_sort(values.begin(), values.end(), f);
        thrust::copy(values.begin(), values.end(), first);
    } else {
        std::stable_sort(first, last, f);
    }
}
template <typename I, typename F = std::less<>> static inline void sort(I first, I last, F f = F()) { thrust::stable_sort(first, last, f); }
template <typename K, typename V, typename F = std::less<>> static inline void stable_sort_by_key(K first, K last, V values, F f = F()) {
    const size_t n = last - first;
    std::vector<size_t> order(n);
    for (size_t i = 0; i < n; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return f(first[a], first[b]); });
    std::vector<value_of<K>> keys(first, last);
    for (size_t i = 0; i < n; ++i) first[i] = keys[order[i]];
    auto moved = [&](auto out) {
        std::vector<value_of<decltype(out)>> old(out, out + n);
        for (size_t i = 0; i < n; ++i) out[i] = old[order[i]];
    };
    if constexpr (is_zip<V>::value) std::apply([&](auto... out) { (moved(out), ...); }, values.of.of); else moved(values);
}
template <typename K, typename V, typename F = std::less<>> static inline void sort_by_key(K first, K last, V values, F f = F()) { thrust::stable_sort_by_key(first, last, values, f); }
template <typename I, typename F = std::less<>> static inline bool is_sorted(I first, I last, F f = F()) { return std::is_sorted(first, last, f); }
template <typename I, typename F = std::equal_to<>> static inline I unique(I first, I last, F f = F()) { return std::unique(first, last, f); }
template <typename I, typename O, typename F = std::equal_to<>> static inline O unique_copy(I first, I last, O out, F f = F()) { return std::unique_copy(first, last, out, f); }
template <typename K, typename V, typename F = std::equal_to<>> static inline std::pair<K, V> unique_by_key(K first, K last, V values, F same = F()) {
    K keys = first;
    V kept = values;
    for (K group = first; group != last;) {
        value_of<K> key = *group;
        *keys = key, *kept = *values, ++keys, ++kept;
        for (++group, ++values; group != last && same(key, *group); ++group) ++values;
    }
    return {keys, kept};
}
template <typename I, typename T> static inline ptrdiff_t count(I first, I last, const T &value) { return std::count(first, last, value); }
template <typename I, typename F> static inline ptrdiff_t count_if(I first, I last, F f) { return std::count_if(first, last, f); }
template <typename I, typename F = std::less<>> static inline I min_element(I first, I last, F f = F()) { return std::min_element(first, last, f); }
template <typename I, typename F = std::less<>> static inline I max_element(I first, I last, F f = F()) { return std::max_element(first, last, f); }
template <typename I, typename F = std::less<>> static inline std::pair<I, I> minmax_element(I first, I last, F f = F()) { return {std::min_element(first, last, f), std::max_element(first, last, f)}; }
template <typename I, typename T> static inline I find(I first, I last, const T &value) { return std::find(first, last, value); }
template <typename I, typename F> static inline I find_if(I first, I last, F f) { return std::find_if(first, last, f); }
template <typename I, typename F> static inline I find_if_not(I first, I last, F f) { return std::find_if_not(first, last, f); }
template <typename I, typename F> static inline bool any_of(I first, I last, F f) { return std::any_of(first, last, f); }
template <typename I, typename F> static inline bool all_of(I first, I last, F f) { return std::all_of(first, last, f); }
template <typename I, typename F> static inline bool none_of(I first, I last, F f) { return std::none_of(first, last, f); }
template <typename I, typename J> static inline bool equal(I first, I last, J second) { return std::equal(first, last, second); }
template <typename I, typename T> static inline I remove(I first, I last, const T &value) { return std::remove(first, last, value); }
template <typename I, typename F> static inline I remove_if(I first, I last, F f) { return std::remove_if(first, last, f); }
template <typename I, typename S, typename F> static inline I remove_if(I first, I last, S stencil, F f) {
    I out = first;
    for (; first != last; ++first, ++stencil) if (!f(*stencil)) *out = *first, ++out;
    return out;
}
template <typename I, typename O, typename F> static inline O remove_copy_if(I first, I last, O out, F f) { return std::remove_copy_if(first, last, out, f); }
template <typename I, typename F> static inline I partition(I first, I last, F f) { return std::stable_partition(first, last, f); }
template <typename I, typename F> static inline I stable_partition(I first, I last, F f) { return std::stable_partition(first, last, f); }
template <typename I, typename S, typename F> static inline I stable_partition(I first, I last, S stencil, F f) {
    std::vector<value_of<I>> rest;
    I out = first;
    for (; first != last; ++first, ++stencil) if (f(*stencil)) *out = *first, ++out; else rest.push_back(*first);
    return std::copy(rest.begin(), rest.end(), out), out;
}
template <typename I, typename S, typename F> static inline I partition(I first, I last, S stencil, F f) { return stable_partition(first, last, stencil, f); }
template <typename I, typename A, typename B, typename F> static inline std::pair<A, B> partition_copy(I first, I last, A yes, B no, F f) { return std::partition_copy(first, last, yes, no, f); }
template <typename M, typename I, typename O> static inline O gather(M first, M last, I from, O out) {
    for (; first != last; ++first, ++out) *out = from[*first];
    return out;
}
template <typename I, typename M, typename O> static inline void scatter(I first, I last, M map, O out) { for (; first != last; ++first, ++map) out[*map] = *first; }
template <typename I, typename M, typename S, typename O> static inline void scatter_if(I first, I last, M map, S stencil, O out) { for (; first != last; ++first, ++map, ++stencil) if (*stencil) out[*map] = *first; }
template <typename I> static inline void reverse(I first, I last) { std::reverse(first, last); }
template <typename I, typename O> static inline O reverse_copy(I first, I last, O out) { return std::reverse_copy(first, last, out); }
template <typename I, typename T> static inline void replace(I first, I last, const T &old, const T &value) { std::replace(first, last, old, value); }
template <typename I, typename F, typename T> static inline void replace_if(I first, I last, F f, const T &value) { std::replace_if(first, last, f, value); }
template <typename I, typename O, typename F = std::minus<>> static inline O adjacent_difference(I first, I last, O out, F f = F()) { return std::adjacent_difference(first, last, out, f); }
template <typename I, typename J, typename O, typename F = std::less<>> static inline O merge(I first, I last, J second, J end, O out, F f = F()) { return std::merge(first, last, second, end, out, f); }
template <typename K, typename V, typename A, typename B> static inline pair<A, B> unique_by_key_copy(K first, K last, V values, A keys, B out) {
    for (K at = first; at != last; ++at, ++values)
        if (at == first || !(*at == *std::prev(at))) *keys = *at, ++keys, *out = *values, ++out;
    return {keys, out};
}
template <typename I, typename J, typename O, typename F = std::less<>> static inline O set_union(I first, I last, J second, J end, O out, F f = F()) { return std::set_union(first, last, second, end, out, f); }
template <typename I, typename J, typename O, typename F = std::less<>> static inline O set_intersection(I first, I last, J second, J end, O out, F f = F()) { return std::set_intersection(first, last, second, end, out, f); }
template <typename I, typename J, typename O, typename F = std::less<>> static inline O set_difference(I first, I last, J second, J end, O out, F f = F()) { return std::set_difference(first, last, second, end, out, f); }
template <typename I, typename J, typename O, typename F = std::less<>> static inline O set_symmetric_difference(I first, I last, J second, J end, O out, F f = F()) { return std::set_symmetric_difference(first, last, second, end, out, f); }
template <typename I, typename J> static inline J swap_ranges(I first, I last, J second) { return std::swap_ranges(first, last, second); }
template <typename I, typename J> static inline pair<I, J> mismatch(I first, I last, J second) { return std::mismatch(first, last, second); }
template <typename I, typename J, typename F> static inline pair<I, J> mismatch(I first, I last, J second, F f) { return std::mismatch(first, last, second, f); }
template <typename I, typename O, typename T> static inline O remove_copy(I first, I last, O out, const T &value) { return std::remove_copy(first, last, out, value); }
template <typename I, typename F> static inline bool is_partitioned(I first, I last, F f) { return std::is_partitioned(first, last, f); }
template <typename I, typename F> static inline I partition_point(I first, I last, F f) { return std::partition_point(first, last, f); }
template <typename I, typename T> static inline pair<I, I> equal_range(I first, I last, const T &value) { return std::equal_range(first, last, value); }
template <typename I, typename N, typename F> static inline I generate_n(I first, N n, F f) { return std::generate_n(first, n, f); }
template <typename I, typename O> static inline O uninitialized_copy(I first, I last, O out) { return thrust::copy(first, last, out); }
template <typename I, typename T> static inline void uninitialized_fill(I first, I last, const T &value) { thrust::fill(first, last, value); }
template <typename M, typename S, typename I, typename O> static inline O gather_if(M first, M last, S stencil, I from, O out) {
    for (; first != last; ++first, ++stencil, ++out) if (*stencil) *out = from[*first];
    return out;
}
template <typename I, typename T> static inline I lower_bound(I first, I last, const T &value) { return std::lower_bound(first, last, value); }
template <typename I, typename T> static inline I upper_bound(I first, I last, const T &value) { return std::upper_bound(first, last, value); }
template <typename I, typename J, typename O> static inline O lower_bound(I first, I last, J values, J end, O out) {
    for (; values != end; ++values, ++out) *out = std::lower_bound(first, last, *values) - first;
    return out;
}
template <typename I, typename J, typename O> static inline O upper_bound(I first, I last, J values, J end, O out) {
    for (; values != end; ++values, ++out) *out = std::upper_bound(first, last, *values) - first;
    return out;
}
template <typename I, typename T> static inline bool binary_search(I first, I last, const T &value) { return std::binary_search(first, last, value); }
// Where to run it is the CPU in any case. In a stream that is captured an algorithm is kept for later if what it returns is known before;
// the others need their result at once, which a GPU refuses, too.
#define LW_WHERE(NAME) template <typename... A> static inline auto NAME(const policy &where, A &&...a) -> decltype(thrust::NAME(std::forward<A>(a)...)) { return lw_only_now(where.stream, "thrust::" #NAME), thrust::NAME(std::forward<A>(a)...); }
#define LW_LATER(NAME, RESULT) template <typename... A> static inline auto NAME(const policy &where, A &&...a) -> decltype(thrust::NAME(std::forward<A>(a)...)) { \
    if (lw_kept_for_later(where.stream, [&] { return [kept = std::tuple<std::decay_t<A>...>(a...)]() mutable { std::apply([](auto &...own) { thrust::NAME(own...); }, kept); }; })) return RESULT; \
    return thrust::NAME(std::forward<A>(a)...); \
}
#define LW_FILLS(NAME, OUT) LW_LATER(NAME, policy::argument<OUT>(a...) + (policy::argument<1>(a...) - policy::argument<0>(a...)))
LW_LATER(fill, void())
LW_LATER(fill_n, policy::argument<0>(a...) + policy::argument<1>(a...))
LW_LATER(sequence, void())
LW_LATER(tabulate, void())
LW_LATER(generate, void())
LW_LATER(for_each, policy::argument<1>(a...))
LW_LATER(for_each_n, policy::argument<0>(a...) + policy::argument<1>(a...))
LW_FILLS(copy, 2)
LW_LATER(copy_n, policy::argument<2>(a...) + policy::argument<1>(a...))
LW_WHERE(copy_if)
LW_FILLS(transform, sizeof...(A) - 2)
LW_FILLS(transform_if, 2)
LW_WHERE(reduce)
LW_WHERE(transform_reduce)
LW_WHERE(inner_product)
LW_FILLS(inclusive_scan, 2)
LW_FILLS(exclusive_scan, 2)
LW_FILLS(transform_inclusive_scan, 2)
LW_FILLS(transform_exclusive_scan, 2)
LW_FILLS(inclusive_scan_by_key, 3)
LW_FILLS(exclusive_scan_by_key, 3)
LW_WHERE(reduce_by_key)
LW_LATER(stable_sort, void())
LW_LATER(sort, void())
LW_LATER(stable_sort_by_key, void())
LW_LATER(sort_by_key, void())
LW_WHERE(is_sorted)
LW_WHERE(unique)
LW_WHERE(unique_copy)
LW_WHERE(unique_by_key)
LW_WHERE(unique_by_key_copy)
LW_WHERE(count)
LW_WHERE(count_if)
LW_WHERE(min_element)
LW_WHERE(max_element)
LW_WHERE(minmax_element)
LW_WHERE(find)
LW_WHERE(find_if)
LW_WHERE(find_if_not)
LW_WHERE(any_of)
LW_WHERE(all_of)
LW_WHERE(none_of)
LW_WHERE(equal)
LW_WHERE(remove)
LW_WHERE(remove_if)
LW_WHERE(remove_copy_if)
LW_WHERE(partition)
LW_WHERE(stable_partition)
LW_WHERE(partition_copy)
LW_FILLS(gather, 3)
LW_LATER(scatter, void())
LW_LATER(scatter_if, void())
LW_LATER(reverse, void())
LW_FILLS(reverse_copy, 2)
LW_LATER(replace, void())
LW_LATER(replace_if, void())
LW_FILLS(adjacent_difference, 2)
LW_LATER(merge, policy::argument<4>(a...) + (policy::argument<1>(a...) - policy::argument<0>(a...)) + (policy::argument<3>(a...) - policy::argument<2>(a...)))
LW_WHERE(set_union)
LW_WHERE(set_intersection)
LW_WHERE(set_difference)
LW_WHERE(set_symmetric_difference)
LW_WHERE(swap_ranges)
LW_WHERE(mismatch)
LW_WHERE(remove_copy)
LW_WHERE(is_partitioned)
LW_WHERE(partition_point)
LW_WHERE(equal_range)
LW_WHERE(generate_n)
LW_WHERE(uninitialized_copy)
LW_WHERE(uninitialized_fill)
LW_WHERE(gather_if)
LW_WHERE(lower_bound)
LW_WHERE(upper_bound)
LW_WHERE(binary_search)
}
