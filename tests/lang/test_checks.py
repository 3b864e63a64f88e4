"""What is told an error of a library, and does something where there is none."""

from __future__ import annotations

import pytest
from loopwright.lang.checks import quiet_about_success
from loopwright.source.syntax import parse

QUIET = [
    '#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("bad"); exit(1); } } while (0)',
    "#define CK(x) \\\n { \\\n cudaError_t e = x; \\\n if (cudaSuccess != e) { std::cerr << 1 << std::endl; exit(1); } \\\n }",
    "#define CK(x) assert((x) == cudaSuccess)",
    "#define CK(x) if ((x) != cudaSuccess) exit(1)",
    "#define CK(x) if (auto e = (x)) exit(e)",
    'void ck(cudaError_t e, int l) { if (e != cudaSuccess) { printf("%d", l); } }\n#define CK(x) ck((x), __LINE__)',
    "void ck(cudaError_t e) { if (e == cudaSuccess) return; say(e); exit(1); }\n#define CK(x) ck(x)",
    "void ck(cudaError_t e) { if (cudaSuccess == e) { return; } say(e); }\n#define CK(x) ck(x)",
    "void ck(cudaError_t e) { if (!(e == cudaSuccess)) say(e); }\n#define CK(x) ck(x)",
    "template <typename T> void ck(T r, char const *const w) { if (r) { say(w); } }\n#define CK(x) ck(x, #x)",
    "void ck(cudaError_t e) { if (e != cudaSuccess) { say(e); } else { cudaGetLastError(); } }\n#define CK(x) ck(x)",
    "void CK(cudaError_t e) { cudaError_t r; r = e; if (r != cudaSuccess) say(r); }",
    "#define CK(x) do { cudaError_t r; if ((r = (x)) != cudaSuccess) say(r); } while (0)",
    "#define CK(x) ((x) == cudaSuccess ? (void)0 : die())",
    "#define CK(x) ((x) == cudaSuccess || die())",
    "#define FINE cudaSuccess\n#define CK(x) if (__builtin_expect((x) != cudaSuccess, 0)) exit(1)",
    "#define CK(x) if (const auto e = (x); e != cudaSuccess) exit(1)",
    "cudaError_t CK(cudaError_t e) {\n#ifdef DEBUG\n  if (e) say(e);\n#endif\n  return e; }",
    "bool CK(cudaError_t e) { int n = 0; n += 1; return e == cudaSuccess && n; }",
    "void CK(cudaError_t e, const char *w, int l = 0);\nvoid CK(cudaError_t e, const char *w, int l) { if (e) say(w); }",
]
TALKING = [
    '#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) exit(1); else printf("%s", #x); } while (0)',
    "#define CK(x) say(x)",
    "void ck(cudaError_t e) { printf(\"%d\", (int)e); }\n#define CK(x) ck(x)",
    "static int times; void ck(cudaError_t e) { ++times; if (e != cudaSuccess) exit(1); }\n#define CK(x) ck(x)",
    "void ck(cudaError_t e, const char *w) { if (e) exit(1); else if (w) std::cout << w << 1; }\n#define CK(x) ck(x, #x)",
    "void ck(cudaError_t e, bool loud) { if (loud) say(e); }\n#define CK(x) ck(x, true)",
    "void ck(cudaError_t e) { if (e == cudaSuccess) say(e); }\n#define CK(x) ck(x)",
    "void ck(cudaError_t e) { if (e == cudaSuccess) return say(e); exit(1); }\n#define CK(x) ck(x)",
    "void out(int n) { std::cout << n; }\nvoid ck(cudaError_t e) { out(e); }\n#define CK(x) ck(x)",
    "struct H { static void ck(cudaError_t e) { log->write(e); } };\n#define CK(x) H::ck(x)",
    "static int n; void count(cudaError_t e) { ++n; }\n#define CK count",
    "void count(cudaError_t e);\nvoid (*CK)(cudaError_t) = count;",
    "static int n; auto CK = [](cudaError_t e) { ++n; };",
    "struct K { int n = 0; void operator()(cudaError_t e) { ++n; } } CK;",
    "struct CK { CK(cudaError_t e) { if (e) exit(1); } ~CK() { say(); } };",
    "void CK(cudaError_t e, const char *w);\nvoid CK(int) {}",
    "void CK(float) {}\nvoid CK(cudaError_t e) { say(e); }",
    "void CK(cudaError_t e) { say(e); }\nvoid CK(float) {}",
    "struct A { virtual void CK(cudaError_t e) { if (e) exit(1); } };",
    "static int n; void CK(cudaError_t e) { n += 1; if (e) exit(1); }",
    "static int n; void CK(cudaError_t e) { n = n + 1; if (e) exit(1); }",
    "static int n[9]; void CK(cudaError_t e) { n[e] = 1; if (e) exit(1); }",
    "struct S { int n; } s; void CK(cudaError_t e) { s.n = s.n + 1; }",
    "static cudaError_t last; void CK(cudaError_t e) { last = e; if (e) exit(1); }",
    "static cudaError_t last;\n#define CK(x) if ((last = (x)) != cudaSuccess) exit(1)",
    "static int line;\n#define CK(x) do { line = __LINE__; if ((x) != cudaSuccess) exit(1); } while (0)",
    "static int n;\n#define CK(x) do { if ((x) != cudaSuccess) exit(1); n += 3; } while (0)",
    "static int loud = 1; void CK(cudaError_t e) { if (loud != 0) say(e); }",
    "static int done = 7; void CK(cudaError_t e) { if (done == 0) return; say(e); }",
    "static int n; void CK(cudaError_t e) { bool loud = n > 1; if (loud) say(e); }",
    "void tell(int level, cudaError_t e) { if (level) say(e); }\nvoid CK(cudaError_t e) { tell(1, e); }",
    "void CK(cudaError_t e) { e = probe(); if (e) say(e); }",
    "void CK(cudaError_t e) { Timer t(1); if (e) exit(1); }",
    "void CK(cudaError_t e) { Timer t; if (e) exit(1); }",
    "static std::ostream &out = std::cout; void CK(cudaError_t e) { out << 1; }",
    "void CK(cudaError_t e) { delete new Noise; if (e) exit(1); }",
    "int CK(cudaError_t e) { static int n; n = n + 1; return n; }",
    "#define COUNT n += 1\nvoid CK(cudaError_t e) { COUNT; if (e) exit(1); }",
    "void cudaTell(cudaError_t e) { say(e); }\nvoid CK(cudaError_t e) { cudaTell(e); }",
    "#define CK(x) do { (x); cudaError_t e = cudaGetLastError(); if (e) say(e); } while (0)",
    "#define CK(x) (x)\n#undef CK\n#define CK(x) do { (x); n += 1; } while (0)",
    "template <class P> void ck(cudaError_t e) { P::say(); if (e) exit(1); }\n#define CK(x) ck<Loud>(x)",
    "void CK(cudaError_t e) { switch (e) { case cudaSuccess: n += 1; break; default: exit(1); } }",
    "void CK(cudaError_t e) { assert(++n > 0); if (e) exit(1); }",
    "void CK(cudaError_t e) { if (int k = 1; e == cudaSuccess) n += k; }",
    "void CK(cudaError_t e) { if (int k = tell(); e != cudaSuccess) exit(k); }",
    "struct R { cudaError_t e; R(cudaError_t e) : e(count(e)) {} };\n#define CK(x) R(x)",
]  # fmt: skip


@pytest.mark.parametrize("text", QUIET)
def test_who_only_looks_for_an_error_is_quiet(text: str) -> None:
    assert "CK" in quiet_about_success(parse(text, "a.cu").kinds, ["CK"])


@pytest.mark.parametrize("text", TALKING)
def test_who_does_something_without_an_error_is_told_of_success(text: str) -> None:
    assert "CK" not in quiet_about_success(parse(text, "a.cu").kinds, ["CK"])
