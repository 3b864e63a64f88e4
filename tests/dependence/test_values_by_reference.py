"""What a variable holds before a loop is not known any more where somebody got a reference to it: by a call, an operator, a constructor."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <iostream>
#include <functional>
int a[400], b[400];
struct Obj { Obj(); Obj(int &); void read(int &) const; static void sread(int &); void operator()(int &); void operator+=(int &); };
struct Ar {}; Ar &operator>>(Ar &s, int &k);
void set(int &); int set3(int &); void by_value(int); void by_value(int, long); namespace io { void read(int &); template <class T> void rd(T &); }
template <class T> void tset(T &);
"""
TAKEN = (
    "set(k);", "set((k));", "set(b[0] ? k : k);", "set((b[0]++, k));", "elsewhere(k);", "io::read(k);", "io::rd(k);", "tset<int>(k);",
    "int z = set3(k);", "b[set3(k)] = 1;", "if (set3(k)) b[0] = 1;", "switch (b[0]) { case 1: set(k); }", "try { set(k); } catch (...) {}",
    "for (int j = 0; j < 3; j++) set(k);", "do { set(k); } while (b[0]);", "auto g = [&] { set(k); }; g();", "(k += 0, k = 1);",
    "o.read(k);", "po->read(k);", "Obj::sread(k);", "(void)Obj(k);", "Obj{k};", "Obj w(k);", "Obj w = k;", "Obj w = Obj(k);", "Obj()(k);", "o(k);", "o += k;",
    "auto &r = k; set(r);", "int &r = k; r = 1;", "auto g = [&r = k] { r = 1; }; g();", "std::tuple<int &> t(k); std::get<0>(t) = 1;",
    "fp(k);", "(*fp)(k);", "tab[0](k);", "fn(k);", "std::invoke(set, k);",
    "std::cin >> k;", "in >> k;", "in >> b[0] >> k;", "(in >> k);", "if (in >> k) b[0] = 1;", "while (in >> k) b[0] = 1;", "ar >> k;", "un >> k;",
    "un << k;", "un & k;", "un % k;",
)  # fmt: skip
LEFT = ("by_value(k);", "std::cout << k;", "in.good();", 'printf("%d", k);', "b[0] = k;", "std::cerr << k << 1;")
PARAMETERS = "int n, Obj &o, Obj *po, void (*fp)(int &), void (**tab)(int &), std::function<void(int &)> &fn, std::istream &in, Ar &ar, Unseen &un"


def verdict_of(beginning: str, statement: str, language: str = "cpp") -> str:
    loop = "for (int i = 0; i < n; i++) a[k * i] = a[k * i + 1] + b[i];"
    text = f"{HEAD}void f({PARAMETERS}) {{ if (n < 2) return; int k = {beginning}; {statement} {loop} }}"
    outline = Outline(parse(text, name=f"a.{language}"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("statement", TAKEN)
@pytest.mark.parametrize("beginning", ["2", "n"])
def test_what_a_reference_may_change_is_not_known(beginning: str, statement: str) -> None:
    assert verdict_of(beginning, statement) != "proved"


@pytest.mark.parametrize("statement", LEFT)
@pytest.mark.parametrize("beginning", ["2", "n"])
def test_what_nobody_changes_is(beginning: str, statement: str) -> None:
    assert verdict_of(beginning, statement) == "proved"


KEPT = {
    "a variable of the file": ("static int *q;", "q = p;"),
    "one that others see": ("int *q;", "q = p;"),
    "by a function": ("static int *q; static void keep(int *v) { q = v; }", "keep(p);"),
    "by one of elsewhere": ("extern int *q; void keep(int *);", "keep(p);"),
    "by a condition": ("static int *q;", "if (b[0]) q = p;"),
    "by an address": ("static int *q;", "int **z = &q; *z = p;"),
    "without its type": ("static void *z;", "z = p; int *q = z;"),
    "in a static one of the function": ("", "static int *q; q = p;"),
}


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize("made", ["malloc(240)", "calloc(60, 4)", "make()"])
def test_new_memory_may_be_kept_in_a_pointer_of_the_file(name: str, made: str) -> None:
    head, keeping = KEPT[name]
    own = "#include <stdlib.h>\nint b[60]; static int *make(void) { return malloc(240); }\n"
    loop = "for (int i = 0; i < n; i++) p[i + 1] = q[i] + b[i];"
    outline = Outline(parse(f"{own}{head}\nvoid f(int n) {{ int *p = {made}; {keeping} {loop} }}", name="a.c"))
    assert judge(outline, outline.loops[-1]).verdict != "proved"


def test_new_memory_of_which_nobody_knows_is_apart_from_it() -> None:
    text = "#include <stdlib.h>\nstatic int *q; void f(int n) { int *p = malloc(240); LOOP p[i + 1] = q[i]; free(p); }"
    outline = Outline(parse(text.replace("LOOP", "for (int i = 0; i < n; i++)"), name="a.c"))
    assert judge(outline, outline.loops[-1]).verdict == "proved"


def test_a_reference_that_a_loop_sets_sets_what_it_is_bound_to() -> None:
    inner = "for (int i = 0; i < n; i++) a[k * i] = a[k * i + 1];"
    text = f"{HEAD}void f(int n) {{ int k = 2; int &r = k; for (int j = 0; j < n; j++) {{ {inner} r = 1; }} }}"
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[-1]).verdict != "proved"


def test_a_function_may_keep_a_reference_to_a_container() -> None:
    text = "#include <vector>\nint *q; KEEP void f(int n) { std::vector<int> p(60); keep(p); LOOP p[i + 1] = q[i]; }"
    text = text.replace("LOOP", "for (int i = 0; i < n; i++)")
    for declared, verdict in (
        ("void keep(std::vector<int> &);", "assumed"),
        ("void keep(std::vector<int>);", "proved"),
    ):
        outline = Outline(parse(text.replace("KEEP", declared), name="a.cpp"))
        assert judge(outline, outline.loops[-1]).verdict == verdict
