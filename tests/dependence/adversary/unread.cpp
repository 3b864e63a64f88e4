//: behind.throw
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } try { if (n > 0) throw {{t|s}}; } catch (int e) { total = e; } return 0; }
//: behind.throw.leaving
int go(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } throw {{t|s}}; }
int f(int n) { try { go(n); } catch (int e) { total = e; } return 0; }
//: behind.throw.object
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } try { throw std::runtime_error(std::to_string({{t|s}})); } catch (std::exception &e) { total = atoi(e.what()); } return 0; }
//: behind.lambda.called
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = [&] { return {{t|s}} + 1; }(); return 0; }
//: behind.lambda.called.copy
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = [=] { return {{t|s}} + 1; }(); return 0; }
//: behind.lambda.called.argument
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = [](int z) { return z + 1; }({{t|s}}); return 0; }
//: behind.lambda.called.init
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = [z = {{t|s}}] { return z + 1; }(); return 0; }
//: behind.lambda.stored.init
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [z = {{t|s}}] { return z + 1; }; total = g(); return 0; }
//: behind.lambda.default
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [&](int z = 3) { return z + {{t|s}}; }; total = g(); return 0; }
//: behind.if.declared
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (int z = {{t|s}}) total = z; return 0; }
//: behind.if.declared.brace
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (int z{ {{t|s}} }) total = z; return 0; }
//: behind.if.init
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (int z = {{t|s}}; z > 1) total = z; return 0; }
//: behind.if.init.expression
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (n = {{t|s}}; n > 1) total = n; return 0; }
//: behind.switch.declared
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (int z = {{t|s}}) { case 0: total = 9; break; default: total = z; } return 0; }
//: behind.switch.declared.only
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (int z = {{t|s}}) { case 0: total = 9; break; default: total = 8; } return 0; }
//: behind.switch.init
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (int z = {{t|s}}; z) { case 0: total = 9; break; default: total = z; } return 0; }
//: behind.while.declared
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } while (int z = {{t|s}} - total) { total += z > 0 ? 1 : -1; } return 0; }
//: behind.for.declared
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = 0; int z = {{t|s}} - k - 9; k--) { total += z; if (k < -9) break; } return 0; }
//: behind.range.list
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int z : {1, {{t|s}}}) total += z; return 0; }
//: behind.range.list.one
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int z : { {{t|s}} }) total += z; return 0; }
//: behind.range.init
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int q = {{t|s}}; int z : {1, 2}) total += z * q; return 0; }
//: behind.range.object
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int z : std::vector<int>(2, {{t|s}})) total += z; return 0; }
//: behind.range.object.brace
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int z : std::vector<int>{ {{t|s}} }) total += z; return 0; }
//: behind.range.initializer
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int z : std::initializer_list<int>{ {{t|s}}, 2 }) total += z; return 0; }
//: behind.structured
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto [z, q] = std::pair<int, int>({{t|s}}, 2); total = z + q; return 0; }
//: behind.structured.make
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto [z, q] = std::make_pair({{t|s}}, 2); total = z + q; return 0; }
//: behind.structured.brace
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k, j; }; auto [z, q] = P{ {{t|s}}, 1 }; total = z + q; return 0; }
//: behind.structured.tie
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int q; std::tie(q, std::ignore) = std::tuple<int, int>({{t|s}}, 2); total = q; return 0; }
//: behind.ref
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto r = std::ref({{t|s}}); total = r; return 0; }
//: behind.reference.wrapper
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::reference_wrapper<int> r = {{t|s}}; total = r; return 0; }
//: behind.brace
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int z{ {{t|s}} }; total = z; return 0; }
//: behind.paren
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int z({{t|s}}); total = z; return 0; }
//: behind.paren.conditional
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int z(n > 2 ? {{t|s}} : 0); total = z; return 0; }
//: behind.paren.reference.conditional
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int &r(n > 2 ? {{t|s}} : n); total = r; return 0; }
//: behind.paren.reference
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int &r({{t|s}}); total = r; return 0; }
//: behind.paren.name
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int (z)({{t|s}}); total = z; return 0; }
//: behind.paren.name.reference
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int (&r) = {{t|s}}; total = r; return 0; }
//: behind.paren.auto
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto z({{t|s}} + 1); total = z; return 0; }
//: behind.paren.double
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } double z(double({{t|s}}) + 1); total = z; return 0; }
//: behind.functional.cast
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = int({{t|s}}); return 0; }
//: behind.functional.brace
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = int{ {{t|s}} }; return 0; }
//: behind.static.cast
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = static_cast<int>({{t|s}}); return 0; }
//: behind.new
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int *q = new int({{t|s}}); total = *q; delete q; return 0; }
//: behind.new.brace
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int *q = new int{ {{t|s}} }; total = *q; delete q; return 0; }
//: behind.new.size
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int *q = new int[{{t|s}} + 9]{}; total = q[0] + 1; delete[] q; total += {{t|s}}; return 0; }
//: behind.new.placement
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int w; int *q = new (&w) int({{t|s}}); total = *q; return 0; }
//: behind.placement.list
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k, j; }; P *q = new P{1, {{t|s}}}; total = q->j; delete q; return 0; }
//: behind.move
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int z = std::move({{t|s}}); total = z; return 0; }
//: behind.exchange
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = std::exchange({{t|s}}, 0); return 0; }
//: behind.optional
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::optional<int> z = {{t|s}}; total = *z; return 0; }
//: behind.optional.emplace
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::optional<int> z; z.emplace({{t|s}}); total = *z; return 0; }
//: behind.array
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::array<int, 2> z = { {{t|s}}, 1 }; total = z[0]; return 0; }
//: behind.vector.list
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::vector<int> z = { {{t|s}}, 1 }; total = z[0]; return 0; }
//: behind.vector.push
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::vector<int> z; z.push_back({{t|s}}); total = z[0]; return 0; }
//: behind.vector.insert
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::vector<int> z; z.insert(z.end(), {{t|s}}); total = z[0]; return 0; }
//: behind.stream
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::ostringstream o; o << {{t|s}}; total = atoi(o.str().c_str()); return 0; }
//: behind.function
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::function<int()> g = [&] { return {{t|s}}; }; total = g(); return 0; }
//: behind.bind
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = std::bind(std::plus<int>(), {{t|s}}, 1); total = g(); return 0; }
//: behind.invoke
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = std::invoke(std::plus<int>(), {{t|s}}, 1); return 0; }
//: behind.operator.call
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = std::plus<int>()({{t|s}}, 1); return 0; }
//: behind.max.list
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = std::max({1, {{t|s}}, 2}); return 0; }
//: behind.fold
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = std::accumulate(a, a + 3, {{t|s}}); return 0; }
//: behind.static.local
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } static int z = 0; z = {{t|s}}; total = z; return 0; }
//: behind.static.init
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct G { static int &at() { static int z = 0; return z; } }; G::at() = {{t|s}}; total = G::at(); return 0; }
//: behind.constructor
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k; P(int k) : k(k) {} }; P z({{t|s}}); total = z.k; return 0; }
//: behind.constructor.explicit
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k; explicit P(int k) : k(k) {} }; total = P({{t|s}}).k; return 0; }
//: behind.constructor.default.member
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k = 2; int j; }; P z{ .j = {{t|s}} }; total = z.j; return 0; }
//: behind.conversion
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k; operator int() const { return k; } }; total = P{ {{t|s}} }; return 0; }
//: behind.operator.own
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k; int operator+(int j) const { return k + j; } }; total = P{1} + {{t|s}}; return 0; }
//: behind.local.class
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k; int go() { return k; } }; P p{}; p.k = {{t|s}}; total = p.go(); return 0; }
//: behind.conditional.throw
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = n > 0 ? {{t|s}} : throw 1; return 0; }
//: behind.noexcept
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = noexcept({{t|s}}) + {{t|s}}; return 0; }
//: behind.attribute
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } [[maybe_unused]] int z = {{t|s}}; total = z; return 0; }
//: behind.attribute.statement
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } [[likely]] total = {{t|s}}; return 0; }
//: behind.if.constexpr
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if constexpr (sizeof(int) == 4) total = {{t|s}}; return 0; }
//: behind.template.function
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = []<class T>(T z) { return z + 1; }; total = g({{t|s}}); return 0; }
//: behind.spaceship
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = ({{t|s}} <=> 2) < 0; return 0; }
//: behind.co.alternative
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = {{t|s}} bitor 64; return 0; }
//: behind.bitand.alternative
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = {{t|s}} bitand 6; return 0; }
//: behind.user.literal
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::string z = "q" + std::to_string({{t|s}}); total = (int)z.size() + z[1]; return 0; }
//: behind.span.one
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::span<int> z(&{{t|s}}, 1); total = z[0]; return 0; }
//: behind.initializer.nested
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::vector<std::vector<int>> z{ {1}, { {{t|s}} } }; total = z[1][0]; return 0; }
//: behind.map
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::map<int, int> z{ { 1, {{t|s}} } }; total = z[1]; return 0; }
//: behind.map.subscript
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::map<int, int> z; z[{{t|s}}] = 2; total = z.begin()->first; return 0; }
//: behind.tuple.get
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = std::get<0>(std::make_tuple({{t|s}})); return 0; }
//: behind.fold.pack
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [](auto... z) { return (z + ...); }; total = g({{t|s}}, 1); return 0; }
//: behind.decltype
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } decltype(t) z = {{t|s}}; total = z; return 0; }
//: behind.auto.reference
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto &&r = n > 2 ? {{t|s}} : n; total = r; return 0; }
//: behind.enum.cast
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } enum class E { k }; E z = E({{t|s}}); total = (int)z; return 0; }
//: behind.valarray
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::valarray<int> z({{t|s}}, 3); total = z.sum(); return 0; }
//: behind.bit
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::bitset<9> z({{t|s}} + 9); total = (int)z.count(); return 0; }
//: behind.complex
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::complex<double> z({{t|s}}, 1); total = (int)z.real(); return 0; }
//: behind.any.of
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = std::any_of(a, a + 3, [&](int z) { return z == {{t|s}}; }); return 0; }
//: behind.ranges
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::vector<int> q{ {{t|s}}, 1 }; total = *std::ranges::max_element(q); return 0; }
//: behind.coroutine
struct Task { struct promise_type { int v; Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_never initial_suspend() { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(int k) { v = k; return {}; } void return_value(int k) { v = k; } void unhandled_exception() {} }; std::coroutine_handle<promise_type> h; };
Task go(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } {{co_return t;|co_return s;|co_yield t; co_return 0;|co_yield s; co_return 0;}} }
int f(int n) { auto k = go(n); total = k.h.promise().v; return 0; }
//: behind.asm
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __asm__ volatile("" : "=r"(total) : "0"({{t|s}})); return 0; }
//: behind.asm.plain
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } asm("" : "=r"(total) : "0"({{t|s}})); return 0; }
//: behind.condition.gnu
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = {{t|s}} ?: 3; return 0; }
//: behind.statement.expression
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = ({ int z = {{t|s}}; z + 1; }); return 0; }
//: behind.memory.lambda.called
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = [&] { return {{w|v}}[1]; }(); return 0; }
//: behind.memory.lambda.copy
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = [=] { return {{w|v}}[1]; }(); return 0; }
//: behind.memory.throw
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } try { throw {{w|v}}[1]; } catch (int e) { total = e; } return 0; }
//: behind.memory.throw.pointer
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } try { throw &{{w|v}}[0]; } catch (int *e) { total = e[1]; } return 0; }
//: behind.memory.if.declared
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } if (int z = {{w|v}}[1]) total = z; return 0; }
//: behind.memory.if.pointer
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } if (int *z = {{w|v}}) total = z[1]; return 0; }
//: behind.memory.switch.declared
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } switch (int z = {{w|v}}[1]) { case 0: total = 9; break; default: total = z; } return 0; }
//: behind.memory.range
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } for (int z : {{w|v}}) total += z; return 0; }
//: behind.memory.range.list
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } for (int z : {1, {{w|v}}[1]}) total += z; return 0; }
//: behind.memory.range.pointers
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } for (int *z : { {{w|v}} + 0, a }) total += z[1]; return 0; }
//: behind.memory.structured.array
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } auto &[z0, z1, z2, z3] = {{w|v}}; total = z1; return 0; }
//: behind.memory.structured.copy
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } auto [z0, z1, z2, z3] = {{w|v}}; total = z1; return 0; }
//: behind.memory.span
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } std::span<int> z({{w|v}}); total = z[1]; return 0; }
//: behind.memory.span.own
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } struct Sp { int *p; int n; int &operator[](int k) { return p[k]; } }; Sp z{ {{w|v}}, 4 }; total = z[1]; return 0; }
//: behind.memory.span.own.constructor
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } struct Sp { int *p; Sp(int *q, int) : p(q) {} int &operator[](int k) { return p[k]; } }; Sp z({{w|v}}, 4); total = z[1]; return 0; }
//: behind.memory.span.own.template
struct Sp { int *p; template <int N> Sp(int (&q)[N]) : p(q) {} int &operator[](int k) { return p[k]; } };
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } Sp z({{w|v}}); total = z[1]; return 0; }
//: behind.memory.ref
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } auto r = std::ref({{w|v}}[1]); total = r; return 0; }
//: behind.memory.reference.array
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int (&r)[4] = {{w|v}}; total = r[1]; return 0; }
//: behind.memory.reference.array.paren
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int (&r)[4]({{w|v}}); total = r[1]; return 0; }
//: behind.memory.reference.element
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int &r({{w|v}}[1]); total = r; return 0; }
//: behind.memory.reference.conditional
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int &r(n > 2 ? {{w|v}}[1] : n); total = r; return 0; }
//: behind.memory.vector.range
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } std::vector<int> z({{w|v}}, {{w|v}} + 4); total = z[1]; return 0; }
//: behind.memory.begin
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } std::vector<int> z(std::begin({{w|v}}), std::end({{w|v}})); total = z[1]; return 0; }
//: behind.memory.accumulate
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = std::accumulate({{w|v}}, {{w|v}} + 4, 0); return 0; }
//: behind.memory.algorithm
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = std::count({{w|v}}, {{w|v}} + 4, 3); return 0; }
//: behind.memory.function
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } std::function<int()> g = [&] { return {{w|v}}[1]; }; total = g(); return 0; }
//: behind.memory.to.array
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } auto z = std::to_array({{w|v}}); total = z[1]; return 0; }
//: behind.memory.new
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q = new int({{w|v}}[1]); total = *q; delete q; return 0; }
//: behind.memory.coroutine.no
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = [z = {{w|v}}[1]] { return z; }(); return 0; }
//: before.ref
int f(int n) { int w[40] = {0}, v[40] = {0}; auto r = std::ref({{w|v}}[0]); @for (int i = 1; i < n; i++) { w[0] = b[i]; a[i] = w[0] + 1; } total = r; return 0; }
//: before.ref.inside
int f(int n) { int w[40] = {0}, v[40] = {0}; auto r = std::ref({{w|v}}[0]); @for (int i = 1; i < n; i++) { w[i - 1] = b[i]; a[i] = r; } return 0; }
//: before.cref
int f(int n) { int w[40] = {0}, v[40] = {0}; auto r = std::cref({{w|v}}[0]); @for (int i = 1; i < n; i++) { w[0] = b[i]; a[i] = w[0] + 1; } total = r; return 0; }
//: before.cref.inside
int f(int n) { int w[40] = {0}, v[40] = {0}; auto r = std::cref({{w|v}}[0]); @for (int i = 1; i < n; i++) { w[i - 1] = b[i]; a[i] = r; } return 0; }
//: before.reference.wrapper
int f(int n) { int w[40] = {0}, v[40] = {0}; std::reference_wrapper<int> r({{w|v}}[0]); @for (int i = 1; i < n; i++) { w[0] = b[i]; a[i] = w[0] + 1; } total = r.get(); return 0; }
//: before.reference.wrapper.inside
int f(int n) { int w[40] = {0}, v[40] = {0}; std::reference_wrapper<int> r({{w|v}}[0]); @for (int i = 1; i < n; i++) { w[i - 1] = b[i]; a[i] = r.get(); } return 0; }
//: before.span.own
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { int *p; int &operator[](int k) { return p[k]; } }; Sp z{ {{w|v}} }; @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.span.own.constructor
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { int *p; Sp(int *q, int) : p(q) {} int &operator[](int k) { return p[k]; } }; Sp z({{w|v}}, 4); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.span.own.template
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { int *p; Sp(int (&q)[40]) : p(q) {} int &operator[](int k) { return p[k]; } }; Sp z({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.span.own.reference
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { int (&p)[40]; int &operator[](int k) { return p[k]; } }; Sp z{ {{w|v}} }; @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.span.own.method
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { int *p = 0; void set(int *q) { p = q; } int get(int k) { return p[k]; } }; Sp z; z.set({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + z.get(i - 1); a[i] = w[i]; } return 0; }
//: before.span.own.assign
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { int *p = 0; Sp &operator=(int *q) { p = q; return *this; } int get(int k) { return p[k]; } }; Sp z; z = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + z.get(i - 1); a[i] = w[i]; } return 0; }
//: before.span.own.shift
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { int *p = 0; Sp &operator<<(int *q) { p = q; return *this; } int get(int k) { return p[k]; } }; Sp z; z << {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + z.get(i - 1); a[i] = w[i]; } return 0; }
//: before.span.own.inside
int f(int n) { int w[40] = {0}, v[40] = {0}; struct In { int *p; }; struct Sp { In in; int get(int k) { return in.p[k]; } }; Sp z{ { {{w|v}} } }; @for (int i = 1; i < n; i++) { w[i] = b[i] + z.get(i - 1); a[i] = w[i]; } return 0; }
//: before.span.own.base
int f(int n) { int w[40] = {0}, v[40] = {0}; struct In { int *p; }; struct Sp : In { int get(int k) { return p[k]; } }; Sp z{ { {{w|v}} } }; @for (int i = 1; i < n; i++) { w[i] = b[i] + z.get(i - 1); a[i] = w[i]; } return 0; }
//: before.span.own.static
int f(int n) { int w[40] = {0}, v[40] = {0}; struct Sp { static int *&p() { static int *q; return q; } }; Sp::p() = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + Sp::p()[i - 1]; a[i] = w[i]; } return 0; }
//: before.span.library
int f(int n) { int w[40] = {0}, v[40] = {0}; std::span<int> z({{w|v}}, 40); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.span.library.auto
int f(int n) { int w[40] = {0}, v[40] = {0}; auto z = std::span({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.span.library.first
int f(int n) { int w[40] = {0}, v[40] = {0}; auto z = std::span({{w|v}}).first(40); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.tuple
int f(int n) { int w[40] = {0}, v[40] = {0}; auto z = std::make_tuple(&{{w|v}}[0], 2); @for (int i = 1; i < n; i++) { w[i] = b[i] + std::get<0>(z)[i - 1]; a[i] = w[i]; } return 0; }
//: before.pair
int f(int n) { int w[40] = {0}, v[40] = {0}; std::pair<int *, int> z({{w|v}}, 2); @for (int i = 1; i < n; i++) { w[i] = b[i] + z.first[i - 1]; a[i] = w[i]; } return 0; }
//: before.pair.make
int f(int n) { int w[40] = {0}, v[40] = {0}; auto z = std::make_pair({{w|v}} + 0, 2); @for (int i = 1; i < n; i++) { w[i] = b[i] + z.first[i - 1]; a[i] = w[i]; } return 0; }
//: before.tie
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q; int k; std::tie(q, k) = std::make_pair(&{{w|v}}[0], 2); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.structured
int f(int n) { int w[40] = {0}, v[40] = {0}; auto [q, k] = std::make_pair(&{{w|v}}[0], 2); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.structured.array
int f(int n) { int w[40] = {0}, v[40] = {0}; struct P { int *q; int k; }; auto [q, k] = P{ {{w|v}}, 2}; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.optional
int f(int n) { int w[40] = {0}, v[40] = {0}; std::optional<int *> z({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + (*z)[i - 1]; a[i] = w[i]; } return 0; }
//: before.vector.pointers
int f(int n) { int w[40] = {0}, v[40] = {0}; std::vector<int *> z{ {{w|v}} }; @for (int i = 1; i < n; i++) { w[i] = b[i] + z[0][i - 1]; a[i] = w[i]; } return 0; }
//: before.vector.push
int f(int n) { int w[40] = {0}, v[40] = {0}; std::vector<int *> z; z.push_back({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[0][i - 1]; a[i] = w[i]; } return 0; }
//: before.array.pointers
int f(int n) { int w[40] = {0}, v[40] = {0}; std::array<int *, 1> z{ {{w|v}} }; @for (int i = 1; i < n; i++) { w[i] = b[i] + z[0][i - 1]; a[i] = w[i]; } return 0; }
//: before.map.pointers
int f(int n) { int w[40] = {0}, v[40] = {0}; std::map<int, int *> z; z[0] = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + z[0][i - 1]; a[i] = w[i]; } return 0; }
//: before.iterator
int f(int n) { int w[40] = {0}, v[40] = {0}; auto q = std::begin({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.data
int f(int n) { int w[40] = {0}, v[40] = {0}; auto q = std::data({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.addressof
int f(int n) { int w[40] = {0}, v[40] = {0}; auto q = std::addressof({{w|v}}[0]); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.exchange
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = a; std::exchange(q, {{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.launder
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = std::launder({{w|v}} + 0); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.bit.cast
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = (int *)std::bit_cast<uintptr_t>({{w|v}} + 0); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.memcpy.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q, *o = {{w|v}}; memcpy(&q, &o, sizeof q); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.lambda.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; auto q = [&] { return {{w|v}} + 0; }(); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.lambda.element
int f(int n) { int w[40] = {0}, v[40] = {0}; auto q = [&](int k) -> int & { return {{w|v}}[k]; }; @for (int i = 1; i < n; i++) { w[i] = b[i] + q(i - 1); a[i] = w[i]; } return 0; }
//: before.lambda.init
int f(int n) { int w[40] = {0}, v[40] = {0}; auto q = [z = {{w|v}} + 0](int k) { return z[k]; }; @for (int i = 1; i < n; i++) { w[i] = b[i] + q(i - 1); a[i] = w[i]; } return 0; }
//: before.function
int f(int n) { int w[40] = {0}, v[40] = {0}; std::function<int(int)> q = [&](int k) { return {{w|v}}[k]; }; @for (int i = 1; i < n; i++) { w[i] = b[i] + q(i - 1); a[i] = w[i]; } return 0; }
//: before.if.declared
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = a; if (int *z = {{w|v}}) q = z; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.switch.declared
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = a; switch (int *z = {{w|v}}; n) { default: q = z; } @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.range
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = a; for (int *z : { {{w|v}} + 0 }) q = z; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.catch
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = a; try { throw &{{w|v}}[0]; } catch (int *z) { q = z; } @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.paren.reference
int f(int n) { int w[40] = {0}, v[40] = {0}; int (&r)[40]({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + r[i - 1]; a[i] = w[i]; } return 0; }
//: before.paren.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.paren.conditional
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q(n > 2 ? {{w|v}} : a); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.brace.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q{ {{w|v}} }; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.new.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; int **q = new int *({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + (*q)[i - 1]; a[i] = w[i]; } return 0; }
//: before.static.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; static int *q; q = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.global.pointer
int *kept_;
int f(int n) { int w[40] = {0}, v[40] = {0}; extern int *kept_; kept_ = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + kept_[i - 1]; a[i] = w[i]; } return 0; }
//: before.union
int f(int n) { int w[40] = {0}, v[40] = {0}; union U { int *p; uintptr_t k; } z; z.p = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + ((int *)z.k)[i - 1]; a[i] = w[i]; } return 0; }
//: before.unique
int f(int n) { int w[40] = {0}, v[40] = {0}; std::unique_ptr<int, void (*)(int *)> q({{w|v}}, [](int *) {}); @for (int i = 1; i < n; i++) { w[i] = b[i] + q.get()[i - 1]; a[i] = w[i]; } return 0; }
//: before.shared
int f(int n) { int w[40] = {0}, v[40] = {0}; std::shared_ptr<int> q({{w|v}}, [](int *) {}); @for (int i = 1; i < n; i++) { w[i] = b[i] + q.get()[i - 1]; a[i] = w[i]; } return 0; }
//: before.view
int f(int n) { int w[40] = {0}, v[40] = {0}; auto z = std::views::all({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.subrange
int f(int n) { int w[40] = {0}, v[40] = {0}; std::ranges::subrange z({{w|v}}, {{w|v}} + 40); @for (int i = 1; i < n; i++) { w[i] = b[i] + z[i - 1]; a[i] = w[i]; } return 0; }
//: before.reverse
int f(int n) { int w[40] = {0}, v[40] = {0}; auto q = std::make_reverse_iterator({{w|v}} + 40); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[40 - i]; a[i] = w[i]; } return 0; }
//: before.any.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; void *o = {{w|v}}; int *q = static_cast<int *>(o); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.member.pointer
int f(int n) { int w[40] = {0}, v[40] = {0}; struct P { int *q; }; int *P::*m = &P::q; P z; z.*m = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + z.q[i - 1]; a[i] = w[i]; } return 0; }
//: before.default.argument
int f(int n) { int w[40] = {0}, v[40] = {0}; struct P { static int *keep(int *z) { static int *k; if (z) k = z; return k; } }; P::keep({{w|v}}); @for (int i = 1; i < n; i++) { w[i] = b[i] + P::keep(0)[i - 1]; a[i] = w[i]; } return 0; }
//: killed.try
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } try { if (n < {{90|0}}) throw 1; t = 0; } catch (int) {} last = t; return 0; }
//: killed.try.called
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [&](int k) { if (k < {{90|0}}) throw 1; }; try { g(n); t = 0; } catch (...) {} last = t; return 0; }
//: killed.try.vector
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } try { std::vector<int>(2).at(n < {{90|0}} ? 9 : 1); t = 0; } catch (...) {} last = t; return 0; }
//: killed.lambda
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } [&] { if (n < {{90|0}}) return; t = 0; }(); last = t; return 0; }
//: killed.lambda.stored
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [&] { if (n < {{90|0}}) return; t = 0; }; g(); last = t; return 0; }
//: killed.lambda.copy
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [=]() mutable { t = 0; }; g(); last = t; return 0; }
//: killed.lambda.init
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [t = 0]() mutable { t = 1; }; g(); last = t; return 0; }
//: killed.lambda.parameter
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [](int t) { t = 0; }; g(1); last = t; return 0; }
//: killed.lambda.never
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [&] { t = 0; }; if (n < {{90|0}}) total = 1; else g(); last = t; return 0; }
//: killed.constexpr
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if constexpr (sizeof(int) == {{9|4}}) t = 0; last = t; return 0; }
//: killed.noexcept
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = noexcept(t = 0); last = t; return 0; }
//: killed.decltype
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } decltype(t = 0) q = n; total = q; last = t; return 0; }
//: killed.declval.requires
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = requires { t = 0; }; last = t; return 0; }
//: killed.shadow.if
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (int t = 0) total = t; last = t; return 0; }
//: killed.shadow.if.set
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (int t = n) t = 0; last = t; return 0; }
//: killed.shadow.if.init
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (int t = 3; n) t = 0; last = t; return 0; }
//: killed.shadow.switch
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (int t = 0) { default: t = 5; } last = t; return 0; }
//: killed.shadow.switch.init
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (int t = 0; n) { default: t = 5; } last = t; return 0; }
//: killed.shadow.while
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } while (int t = n > 90) { t = 0; } last = t; return 0; }
//: killed.shadow.for.condition
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = 0; int t = k < 1; k++) { t = 0; } last = t; return 0; }
//: killed.shadow.range
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int t : {1, 2}) t = 0; last = t; return 0; }
//: killed.shadow.range.init
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int t = 3; int k : {1, 2}) t = k; last = t; return 0; }
//: killed.shadow.range.structured
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } std::vector<std::pair<int, int>> v{ {1, 2} }; for (auto [t, q] : v) t = 0; last = t; return 0; }
//: killed.shadow.structured
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { auto [t, q] = std::make_pair(1, 2); t = 0; } last = t; return 0; }
//: killed.shadow.catch
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } try { throw 1; } catch (int t) { t = 0; } last = t; return 0; }
//: killed.shadow.method
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct L { int t; void go() { t = 0; } }; L l; l.go(); last = t; return 0; }
//: killed.shadow.method.parameter
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct L { static void go(int t) { t = 0; } }; L::go(1); last = t; return 0; }
//: killed.shadow.template
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = []<int t>() { return t; }; total = g.operator()<3>(); last = t; return 0; }
//: killed.shadow.using
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { using t = int; t q = 0; total = q; } last = t; return 0; }
//: killed.shadow.namespace
namespace N { int t; }
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { using N::t; t = 0; } last = t; return 0; }
//: killed.shadow.namespace.all
namespace N { int t; }
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { N::t = 0; } last = t; return 0; }
//: killed.shadow.reference
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { int q = 1; int &t = q; t = 0; } last = t; return 0; }
//: killed.shadow.paren
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { int (t); t = 0; } last = t; return 0; }
//: killed.shadow.constructed
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { int t(n); t = 0; } last = t; return 0; }
//: killed.shadow.array
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { int t[2]; t[0] = 0; } last = t; return 0; }
//: killed.static.lambda
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } static int k = [] { return 0; }(); t = k < 0 ? 0 : t; last = t; return 0; }
//: killed.copy.captured
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } auto g = [t]() mutable { t = 0; return t; }; total = g(); last = t; return 0; }
//: killed.operator
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { bool operator||(int) { return true; } }; P p; if (n < {{90|0}}) p || (total = 1); else t = 0; last = t; return 0; }
//: bracket.two
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z({{t|s}}), y(n); total = z + y; return 0; }
//: bracket.second
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int y(n), z({{t|s}}); total = z + y; return 0; }
//: bracket.double.paren
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z(({{t|s}})); total = z; return 0; }
//: bracket.if
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } if (int z({{t|s}}); z) total = z; return 0; }
//: bracket.for
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } for (int z({{t|s}}); z < 9; z++) total++; return 0; }
//: bracket.static
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } static int z(0); z += {{t|s}}; total = z; z = 0; return 0; }
//: bracket.pointer
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int *p = &{{t|s}}; int z(*p); total = z; return 0; }
//: bracket.pointer.sum
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int *p = &{{t|s}}; int z(*p + 1); total = z; return 0; }
//: bracket.address
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int *q(&{{t|s}}); total = *q; return 0; }
//: bracket.reference.pointer
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int *p = &{{t|s}}; int &r(*p); total = r; return 0; }
//: bracket.product
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z(n * {{t|s}}); total = z; return 0; }
//: bracket.product.turned
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z({{t|s}} * n); total = z; return 0; }
//: bracket.and
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z({{t|s}} & n); total = z; return 0; }
//: bracket.and.and
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } bool z({{t|s}} > 5 && n); total = z; return 0; }
//: bracket.member
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } struct S { int v; } q{ {{t|s}} }; int z(q.v); total = z; return 0; }
//: bracket.arrow
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } struct S { int v; } q{ {{t|s}} }, *p = &q; int z(p->v); total = z; return 0; }
//: bracket.call
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z(abs({{t|s}})); total = z; return 0; }
//: bracket.call.two
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z(std::max({{t|s}}, 1)); total = z; return 0; }
//: bracket.vector
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } std::vector<int> z(2, {{t|s}}); total = z[0]; return 0; }
//: bracket.vector.sized
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } std::vector<int> z({{t|s}} + 9); total = z.size(); return 0; }
//: bracket.vector.call
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } std::vector<int> z(abs({{t|s}})); total = z.size(); return 0; }
//: bracket.own
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } struct S { int v; S(int k) : v(k) {} }; S z({{t|s}}); total = z.v; return 0; }
//: bracket.own.call
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } struct S { int v; S(int k) : v(k) {} }; S z(abs({{t|s}})); total = z.v; return 0; }
//: bracket.own.two
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } struct S { int v; S(int k, int j) : v(k + j) {} }; S z({{t|s}}, n); total = z.v; return 0; }
//: bracket.cast
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z((int){{t|s}}); total = z; return 0; }
//: bracket.cast.function
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z(int({{t|s}}) + 1); total = z; return 0; }
//: bracket.const
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } const int z({{t|s}}); total = z; return 0; }
//: bracket.auto
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } auto z({{t|s}}); total = z; return 0; }
//: bracket.auto.pointer
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } auto *z(&{{t|s}}); total = *z; return 0; }
//: bracket.unary
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z(-{{t|s}}); total = z; return 0; }
//: bracket.not
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } int z(!({{t|s}} - 5)); total = z; return 0; }
//: bracket.lambda
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } auto g([&] { return {{t|s}}; }); total = g(); return 0; }
//: bracket.string
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } std::string z(1, (char)({{t|s}} + 70)); total = z[0]; return 0; }
//: bracket.unsigned
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } unsigned z({{t|s}}); total = z; return 0; }
//: bracket.long.long
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } long long z({{t|s}}); total = z; return 0; }
//: bracket.pack
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i] + 4; a[i] = t; } std::pair<int, int> z({{t|s}}, 1); total = z.first; return 0; }
//: own.using
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
using my::vector;
int f(int n) { vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.using.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
using my::vector;
int f(int n) { vector<int> u(a); auto v = u; vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.using.namespace
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
using namespace my;
int f(int n) { vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.using.namespace.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
using namespace my;
int f(int n) { vector<int> u(a); auto v = u; vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.alias.namespace
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
namespace mine = my;
int f(int n) { mine::vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.alias.namespace.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
namespace mine = my;
int f(int n) { mine::vector<int> u(a); auto v = u; mine::vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.qualified
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
int f(int n) { my::vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.qualified.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
int f(int n) { my::vector<int> u(a); auto v = u; my::vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.macro
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
#define Vec my::vector
int f(int n) { Vec<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.macro.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
#define Vec my::vector
int f(int n) { Vec<int> u(a); auto v = u; Vec<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.alias
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
template <class T> using vec = my::vector<T>;
int f(int n) { vec<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.alias.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
template <class T> using vec = my::vector<T>;
int f(int n) { vec<int> u(a); auto v = u; vec<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.typedef
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
typedef my::vector<int> vec;
int f(int n) { vec u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.typedef.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
typedef my::vector<int> vec;
int f(int n) { vec u(a); auto v = u; vec w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.inline
inline namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
int f(int n) { vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.inline.copy
inline namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
int f(int n) { vector<int> u(a); auto v = u; vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.nested
namespace my { namespace in { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; } using in::vector; }
int f(int n) { my::vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.nested.copy
namespace my { namespace in { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; } using in::vector; }
int f(int n) { my::vector<int> u(a); auto v = u; my::vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.local.using
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
int f(int n) { using my::vector; vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.local.using.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
int f(int n) { using my::vector; vector<int> u(a); auto v = u; vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.member
struct M { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; };
int f(int n) { M::vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.member.copy
struct M { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; };
int f(int n) { M::vector<int> u(a); auto v = u; M::vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.derived
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
template <class T> struct vec : my::vector<T> { vec(T *q) : my::vector<T>(q) {} };
int f(int n) { vec<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.derived.copy
namespace my { template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } }; }
template <class T> struct vec : my::vector<T> { vec(T *q) : my::vector<T>(q) {} };
int f(int n) { vec<int> u(a); auto v = u; vec<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.plain
template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.plain.copy
template <class T> struct vector { T *p; vector(T *q, int) : p(q) {} vector(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { vector<int> u(a); auto v = u; vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.span
template <class T> struct span { T *p; span(T *q, int) : p(q) {} span(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { span<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.span.copy
template <class T> struct span { T *p; span(T *q, int) : p(q) {} span(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { span<int> u(a); auto v = u; span<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.array
template <class T> struct array { T *p; array(T *q, int) : p(q) {} array(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { array<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.array.copy
template <class T> struct array { T *p; array(T *q, int) : p(q) {} array(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { array<int> u(a); auto v = u; array<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.valarray
template <class T> struct valarray { T *p; valarray(T *q, int) : p(q) {} valarray(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { valarray<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.valarray.copy
template <class T> struct valarray { T *p; valarray(T *q, int) : p(q) {} valarray(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { valarray<int> u(a); auto v = u; valarray<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.unique
template <class T> struct unique_ptr { T *p; unique_ptr(T *q, int) : p(q) {} unique_ptr(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { unique_ptr<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.unique.copy
template <class T> struct unique_ptr { T *p; unique_ptr(T *q, int) : p(q) {} unique_ptr(T *q) : p(q) {} T &operator[](int k) const { return p[k]; } T *data() { return p; } };
int f(int n) { unique_ptr<int> u(a); auto v = u; unique_ptr<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
//: own.specialised
namespace my { template <class T> struct vector { T v[40]; }; template <> struct vector<int> { int *p; vector(int *q) : p(q) {} int &operator[](int k) const { return p[k]; } }; }
int f(int n) { my::vector<int> u(a), v({{a|c}}); @for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; } return 0; }
//: own.specialised.copy
namespace my { template <class T> struct vector { T v[40]; }; template <> struct vector<int> { int *p; vector(int *q) : p(q) {} int &operator[](int k) const { return p[k]; } }; }
int f(int n) { my::vector<int> u(a); auto v = u; my::vector<int> w(c); @for (int i = 1; i < n; i++) { u[i] = {{v|w}}[i - 1] + b[i]; } return 0; }
