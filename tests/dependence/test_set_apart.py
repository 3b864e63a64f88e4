"""Pointers that a function sets itself: what it makes of them keeps loops apart whoever calls it, and what may have given its memory to
something else does not. Every loop that is not apart was seen to be serial by running it (`replay.py`)."""

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

_GIVEN = "int a[400], b[400], c[400];\n"
_TWO = "int v[40], w[40]; "
_VECTOR = "std::vector<int> p(b, b + 40); int *r[2] = {p.data(), p.data()}; int *s = r[n & 1]; "
_OWN = "for (int i = 1; i < n; i++) { v[i] = p[i - 1] + 1; }"
_MOVED = "for (int i = 1; i < n; i++) { q[i] = s[i - 1] + 1; }"

APART = {
    "an element of a table": f"{_TWO} int *t[2] = {{w, w}}; int *p = t[n & 1]; {_OWN}",
    "a table that is set": f"{_TWO} int *t[2]; t[0] = w; t[1] = w; int *p = t[n & 1]; {_OWN}",
    "a chosen struct": f"{_TWO} struct S {{ int *p; }} s[2] = {{{{w}}, {{w}}}}, o; o = s[1]; int *p = o.p; {_OWN}",
    "rows of a flat array": "int (*p)[4] = (int (*)[4])a; for (int i = 0; i < n; i++) { p[i][0] = b[i] + i; }",
    "a struct over an array": "struct H { int n; int v[]; } *s = (struct H *)a; for (int i = 0; i < n; i++) { s->v[i] = b[i]; }",
}  # fmt: skip
_SWAPPED = "int *now = v, *then = w; for (int t = 0; t < 4; t++) { LOOP int *s = now; now = then; then = s; }"
APART["exchanged buffers"] = _TWO + _SWAPPED.replace(
    "LOOP", "for (int i = 1; i < n - 1; i++) { then[i] = now[i - 1] + now[i + 1]; }"
)

MET = {
    "the other one in a table": f"{_TWO} int *t[2] = {{w, v}}; int *p = t[n & 1]; {_OWN}",
    "copied as bytes": f"{_TWO} int *t[2] = {{w, w}}, *o = v; memmove(t + (n & 1), &o, sizeof o); int *p = t[n & 1]; {_OWN}",
    "stored as a number": f"{_TWO} int *t[2] = {{w, w}}; *(uintptr_t *)&t[n & 1] = (uintptr_t)v; int *p = t[n & 1]; {_OWN}",
    "one of two structs": f"{_TWO} struct S {{ int *p; }} s[2] = {{{{w}}, {{v}}}}, o; o = n > 0 ? s[1] : s[0]; struct S *z = &o; "
    f"int *p = z->p; {_OWN}",
    "through a function pointer": f"{_TWO} int *t[2] = {{w, w}}; void (*go)(int **, int *) = put; go(t + (n & 1), v); int *p = t[n & 1]; {_OWN}",
}  # fmt: skip

GIVEN_AWAY = {
    "to a parameter": "auto q = own(std::move(p));",
    "to a member": "H q_{std::move(p)}; auto &q = q_.v;",
    "to a variable": "std::vector<int> q(std::move(p));",
    "to a variable in braces": "std::vector<int> q{std::move(p)};",
    "to a cast": "auto q = static_cast<std::vector<int> &&>(p);",
    "by forward": "auto q = std::forward<std::vector<int>>(p);",
    "by exchange": "auto q = std::exchange(p, std::vector<int>(3));",
    "by swap": "std::vector<int> q(40); q.swap(p);",
    "by iter_swap": "std::vector<int> q(40); std::iter_swap(&p, &q);",
    "by a function": "auto q = from(p);",
    "to an element": "std::vector<std::vector<int>> o; o.push_back(std::move(p)); auto &q = o[0];",
}
_UNIQUE = "std::unique_ptr<int[]> p(new int[40]()), q; int *s = p.get();"
OWNERS = {
    "released": "q.reset(p.release());",
    "released by a name": "int *z = p.release(); q.reset(z);",
    "released to a cast": "q = std::unique_ptr<int[]>(p.release());",
    "released through a pointer": "auto *z = &p; q.reset(z->release());",
    "by swap": "std::swap(p, q);",
    "by its own swap": "q.swap(p);",
    "by swap without std": "using std::swap; swap(p, q);",
    "by iter_swap": "std::iter_swap(&p, &q);",
    "by move": "q = std::move(p);",
    "by exchange": "q = std::exchange(p, {});",
    "by names of parts": "struct { std::unique_ptr<int[]> *z; } o{&p}; auto &[z] = o; q.reset(z->release());",
    "moved through a pointer": "auto *z = &p; q = std::move(*z);",
    "exchanged through a pointer": "auto *z = &p; std::swap(*z, q);",
    "its address was kept": "q.reset(s); p.release();",
}
ROWS = {
    "rotate": "std::rotate(v.begin(), v.begin() + 2, v.end());",
    "reverse": "std::reverse(v.begin(), v.begin() + 2);",
    "iter_swap": "std::iter_swap(v.begin(), v.begin() + 1);",
    "swap_ranges": "std::swap_ranges(v.begin(), v.begin() + 1, v.begin() + 1);",
    "move": "std::move(v.begin(), v.begin() + 1, v.begin() + 1);",
    "move_backward": "std::move_backward(v.begin(), v.begin() + 1, v.begin() + 2);",
    "from their end": "std::rotate(v.rbegin() + 1, v.rbegin() + 2, v.rend());",
    "a whole container": "std::ranges::swap_ranges(v, w); v[1].swap(w[0]);",
    "swap without std": "swap(v[0], v[1]);",
    "addresses of rows": "std::reverse(&v[0], &v[2]);",
    "insert": "v.insert(v.begin(), std::vector<int>(40));",
    "emplace": "v.emplace(v.begin(), 40);",
    "erase": "v.swap(w); v.erase(v.begin()); v.swap(w); s = v[1].data(); v.erase(v.begin()); v.insert(v.begin(), std::vector<int>(40));",
}
OUT_OF_SIGHT = {
    "a function": "mix(p, q);",
    "a pointer to a function": "auto *go = mix; go(p, q);",
    "std::invoke": "std::invoke(mix, p, q);",
    "std::apply": "std::apply(mix, std::tie(p, q));",
    "std::bind": "auto go = std::bind(mix, std::ref(p), std::ref(q)); go();",
    "names of parts": "auto o = std::tie(p, q); mix(std::get<0>(o), std::get<1>(o));",
    "a lambda on the spot": "[&] { q = std::move(p); }();",
    "a generic lambda": "auto go = [](auto &x, auto &y) { y = std::move(x); }; go(p, q);",
    "for_each": "std::for_each(b, b + 1, [&](int) { mix(p, q); });",
    "any_of": "std::any_of(b, b + 1, [&](int) { q.swap(p); return true; });",
    "of an address": "std::for_each(&p, &p + 1, [&](auto &o) { o.swap(q); });",
    "transform": "std::transform(&p, &p + 1, &q, [&](auto &o) { return std::move(o); });",
}
IN_SIGHT = {
    "elements are given": "fill(p.data(), 40);",
    "one element is given": "fill(&p[0], 40);",
    "its size is given": "tell(p.size());",
    "a range is sorted": "std::sort(p.begin(), p.end());",
}
_KEPT = "std::vector<int> p(40), q(40); int *s = &p[0]; "
LATER = {
    "a function": "mix(p, q);",
    "swap": "std::swap(p, q);",
    "its own swap": "p.swap(q);",
    "move": "q = std::move(p);",
    "a lambda on the spot": "[&] { q = std::move(p); }();",
}
_ROWS = "std::vector<std::vector<int>> v(3, std::vector<int>(40)); int *s = v[0].data(); "
TAKEN = {
    "a vector": f"{_KEPT} std::vector<int> t = take(p); AT(t)",
    "a constant vector": f"{_KEPT} const std::vector<int> t = take(p); AT(t)",
    "in parentheses": f"{_KEPT} std::vector<int> t(take(p)); AT(t)",
    "in braces": f"{_KEPT} std::vector<int> t{{take(p)}}; AT(t)",
    "assigned": f"{_KEPT} std::vector<int> t; t = take(p); AT(t)",
    "in a struct": f"{_KEPT} H t = took(p); AT(t.v)",
    "rows": f"{_ROWS} auto u = take(v); std::vector<std::vector<int>> t = take(v); AT(t[0])",
    "a row": f"{_ROWS} std::vector<int> t = row(v); AT(t)",
    "a row that is assigned": f"{_ROWS} std::vector<int> t; t = row(v); AT(t)",
}
_BOTH = f"{_KEPT} int *r = q.data(); mix(p, q); "
HELD = {
    "two that were apart": f"{_BOTH} for (int i = 0; i < n; i++) {{ r[i] = s[i] + 1; }}",
    "one of them now": f"{_BOTH} for (int i = 0; i < n; i++) {{ q[i] = s[i] + 1; }}",
    "one alone": f"{_BOTH} for (int i = 0; i < n; i++) {{ s[i] = s[i] + 1; }}",
    "an array": f"{_BOTH} for (int i = 1; i < n; i++) {{ a[i] = s[i - 1] + 1; }}",
    "in a loop": f"{_BOTH} for (int t = 0; t < 3; t++) {{ mix(p, q); for (int i = 0; i < n; i++) {{ r[i] = s[i] + q[i]; }} }}",
    "a loop that gives nothing away": f"{_KEPT} while (n--) {{ b[n] = p.size(); for (int i = 1; i < n; i++) {{ q[i] = s[i - 1]; }} }}",
    "of references": "std::vector<int> &p = *new std::vector<int>(40), &q = *new std::vector<int>(40); int *s = p.data(); mix(p, q); "
    "for (int i = 0; i < n; i++) { s[i] = s[i] + 1; }",
}
NOT_HELD = {
    "other elements": f"{_BOTH} for (int i = 1; i < n; i++) {{ q[i] = s[i - 1] + 1; }}",
    "another beginning": f"{_BOTH} s = &p[1]; mix(p, q); for (int i = 0; i < n; i++) {{ q[i] = s[i] + 1; }}",
    "another one each time": f"{_BOTH} for (int t = 0; t < n; t++) {{ s = &p[0]; mix(p, q); s[t] = q[t + 1]; }}",
    "the same memory": f"{_BOTH} for (int i = 1; i < n; i++) {{ s[i] = s[i - 1] + 1; }}",
}
_HELPERS = """struct H { std::vector<int> v; };
static std::vector<int> own(std::vector<int> v) { return v; }
static std::vector<int> from(std::vector<int> &v) { return std::move(v); }
static int *kept; static std::vector<int> made() { std::vector<int> v(b, b + 40); kept = v.data(); return v; }
static std::vector<int> told(int **at) { std::vector<int> v(b, b + 40); *at = v.data(); return v; }
"""
_DECLARED = f"""#include <vector>
#include <utility>
{_GIVEN}struct H {{ std::vector<int> v; }};
template <class T> void mix(T &x, T &y); template <class T> T take(T &x);
H took(std::vector<int> &x); std::vector<int> row(std::vector<std::vector<int>> &x);
"""
RETURNED = {
    "its address is kept": "auto q = made(); int *r[2] = {kept, kept}; int *s = r[n & 1];",
    "its address is told": "int *r[2]; auto q = told(&r[0]); r[1] = r[0]; int *s = r[n & 1];",
}
LABELS = {
    "a label": 'extern int view[40] __asm__("cells");',
    "a label of a macro": '#define NAMED(x) __asm__(x)\nextern int view[40] NAMED("cells");',
    "an alias": 'extern int view[40] __attribute__((alias("cells")));',
}


_VIEW = "template <class T> struct V { T *p; V(T *q) : p(q) {} void set(const V &o) { p = o.p; } T &operator[](int k) const { return p[k]; } };\n"
_OF_VIEWS = "for (int i = 1; i < n; i++) { u[i] = v[i - 1] + b[i]; }"
VIEWS_APART = {
    "of two arrays": "V<int> u(a), v(c);",
    "one is copied": "V<int> u(a); auto o = u; V<int> v(c);",
    "of a name in a namespace": "::V<int> u(a), v(c);",
    "of a local class": "struct W { int *p = 0; void set(int *q) { p = q; } int &operator[](int k) { return p[k]; } } u, v; u.set(a); v.set(c);",
}
VIEWS_MET = {
    "of one array": "V<int> u(a), v(a + 0);",
    "a copy": "V<int> u(a); auto v = u;",
    "a copy in braces": "V<int> u(a); auto v{u};",
    "a copy that is made": "V<int> u(a); auto v = V<int>(u);",
    "it is set later": "V<int> u(a), v(c); v.set(u);",
    "its member is set": "V<int> u(a), v(c); v.p = u.p;",
    "it is set through a pointer": "V<int> u(a), v(c); V<int> *z = &v; z->p = a;",
    "a local class": "struct W { int *p = 0; void set(int *q) { p = q; } int &operator[](int k) { return p[k]; } } u, v; u.set(a); v = u;",
}
VIEWS_OTHERWISE = {
    "a specialised constructor": _VIEW + "template <> V<int>::V(int *q) : p(a) {}\n",
    "a specialised operator": _VIEW + "template <> int &V<int>::operator[](int k) const { return a[k]; }\n",
    "a specialised class": _VIEW
    + "template <> struct V<int> { int *p; V(int *q) : p(a) {} int &operator[](int k) const { return p[k]; } };\n",
    "one pointer for all": "template <class T> struct V { static inline T *p; V(T *q) { p = q; } T &operator[](int k) const { return p[k]; } };\n",
    "what it holds hangs on its type": "template <class T> int *at(T *q) { return sizeof(T) == 4 ? a : (int *)q; }\n"
    "template <class T> struct V { int *p; V(T *q) : p(at(q)) {} int &operator[](int k) const { return p[k]; } };\n",
}


def _verdict(text: str, language: str) -> str:
    outline = Outline(parse(text, name=f"program.{language}"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("body", APART.values(), ids=APART)
def test_what_a_function_keeps_apart_is_apart(body: str) -> None:
    assert _verdict(f"{_GIVEN}int f(int n) {{ {body} return 0; }}", "c") == "proved"


@pytest.mark.parametrize("body", MET.values(), ids=MET)
def test_what_a_function_may_lead_to_one_place_is_not(body: str) -> None:
    put = "static void put(int **at, int *what) { *at = what; }\n"
    assert _verdict(f"#include <string.h>\n#include <stdint.h>\n{_GIVEN}{put}int f(int n) {{ {body} return 0; }}", "c") != "proved"  # fmt: skip


@pytest.mark.parametrize("body", GIVEN_AWAY.values(), ids=GIVEN_AWAY)
def test_elements_may_be_those_of_another_container(body: str) -> None:
    text = f"#include <vector>\n#include <utility>\n{_GIVEN}{_HELPERS}int f(int n) {{ {_VECTOR}{body} {_MOVED} return 0; }}"
    assert _verdict(text, "cpp") != "proved"


@pytest.mark.parametrize("body", OWNERS.values(), ids=OWNERS)
def test_what_a_pointer_owns_may_be_of_another(body: str) -> None:
    text = f"#include <memory>\n#include <algorithm>\n{_GIVEN}int f(int n) {{ {_UNIQUE} {body} {_MOVED} return 0; }}"
    assert _verdict(text, "cpp") != "proved"


@pytest.mark.parametrize("body", ROWS.values(), ids=ROWS)
def test_rows_may_be_at_other_places(body: str) -> None:
    made = "std::vector<std::vector<int>> v(3, std::vector<int>(40)), w(v); int *s = v[0].data();"
    text = f"#include <vector>\n#include <algorithm>\n{_GIVEN}int f(int n) {{ {made} {body} int *q = v[1].data(); {_MOVED} return 0; }}"
    assert _verdict(text, "cpp") != "proved"


@pytest.mark.parametrize("body", OUT_OF_SIGHT.values(), ids=OUT_OF_SIGHT)
@pytest.mark.parametrize("made", ["std::vector<int> p(40), q(40); int *s = &p[0];", _UNIQUE], ids=["vector", "pointer"])
def test_code_out_of_sight_may_move_elements(made: str, body: str) -> None:
    mix = "template <class T> void mix(T &x, T &y);\n"
    text = f"#include <memory>\n#include <vector>\n{_GIVEN}{mix}int f(int n) {{ {made} {body} {_MOVED} return 0; }}"
    assert _verdict(text, "cpp") != "proved"


@pytest.mark.parametrize("body", IN_SIGHT.values(), ids=IN_SIGHT)
def test_a_container_keeps_elements_that_others_only_set(body: str) -> None:
    declared = "void fill(int *at, int n); void tell(int n);\n"
    made = "std::vector<int> p(40), q(40);"
    text = f"#include <vector>\n#include <algorithm>\n{declared}int f(int n) {{ {made} int *s = p.data(); {body} {_MOVED} return 0; }}"
    assert _verdict(text, "cpp") == "proved"


@pytest.mark.parametrize("body", LATER.values(), ids=LATER)
@pytest.mark.parametrize("around", ["for (int t = 0; t < 3; t++)", "while (n--)", "do"])
def test_a_loop_begins_again_with_what_it_gave_away(around: str, body: str) -> None:
    until = " while (n--);" if around == "do" else ""
    whole = f"{_KEPT} {around} {{ {_MOVED} {body} }}{until}"
    assert _verdict(f"{_DECLARED}int f(int n) {{ {whole} return 0; }}", "cpp") != "proved"


@pytest.mark.parametrize("body", TAKEN.values(), ids=TAKEN)
def test_a_container_may_get_what_another_one_had(body: str) -> None:
    start, _, taken = body.rpartition(" AT(")
    loop = f"for (int i = 1; i < n; i++) {{ s[i] = {taken[:-1]}[i - 1] + 1; }}"
    assert _verdict(f"{_DECLARED}int f(int n) {{ {start} {loop} return 0; }}", "cpp") != "proved"


@pytest.mark.parametrize("body", HELD.values(), ids=HELD)
def test_pointers_keep_what_containers_had(body: str) -> None:
    assert _verdict(f"{_DECLARED}int f(int n) {{ {body} return 0; }}", "cpp") == "proved"


@pytest.mark.parametrize("body", NOT_HELD.values(), ids=NOT_HELD)
def test_what_a_container_had_may_be_in_another(body: str) -> None:
    assert _verdict(f"{_DECLARED}int f(int n) {{ {body} return 0; }}", "cpp") != "proved"


def test_two_pointers_that_own_are_apart() -> None:
    owners = "std::unique_ptr<int[]> p(new int[40]()), q(new int[40]()); int *s = p.get();"
    loop = _MOVED.replace("s[", "p[")
    assert _verdict(f"#include <memory>\nint f(int n) {{ {owners} {loop} return 0; }}", "cpp") == "proved"


@pytest.mark.parametrize("body", RETURNED.values(), ids=RETURNED)
def test_a_container_that_is_returned_is_the_callers(body: str) -> None:
    assert (
        _verdict(f"#include <vector>\n{_GIVEN}{_HELPERS}int f(int n) {{ {body} {_MOVED} return 0; }}", "cpp")
        != "proved"
    )


@pytest.mark.parametrize("label", LABELS.values(), ids=LABELS)
def test_two_names_may_be_one_object(label: str) -> None:
    loop = "int *r[2] = {view, view}; int *p = r[n & 1]; for (int i = 0; i < n; i++) { cells[i + 1] = p[i] + 1; }"
    assert _verdict(f"int cells[40];\n{label}\nint f(int n) {{ {loop} return 0; }}", "c") != "proved"


@pytest.mark.parametrize("body", VIEWS_APART.values(), ids=VIEWS_APART)
def test_views_of_two_arrays_are_apart(body: str) -> None:
    assert _verdict(f"{_GIVEN}{_VIEW}int f(int n) {{ {body} {_OF_VIEWS} return 0; }}", "cpp") == "proved"


@pytest.mark.parametrize("body", VIEWS_MET.values(), ids=VIEWS_MET)
def test_views_of_one_array_are_not(body: str) -> None:
    assert _verdict(f"{_GIVEN}{_VIEW}int f(int n) {{ {body} {_OF_VIEWS} return 0; }}", "cpp") != "proved"


@pytest.mark.parametrize("text", VIEWS_OTHERWISE.values(), ids=VIEWS_OTHERWISE)
def test_a_template_may_make_something_else_of_a_type(text: str) -> None:
    assert _verdict(f"{_GIVEN}{text}int f(int n) {{ V<int> u(a), v(c); {_OF_VIEWS} return 0; }}", "cpp") != "proved"
