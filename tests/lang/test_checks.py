"""What is told an error of a library, and does something where there is none."""

from __future__ import annotations

import pytest
from loopwright.lang.checks import told_of_success
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
]  # fmt: skip


@pytest.mark.parametrize("text", QUIET)
def test_who_only_looks_for_an_error_is_quiet(text: str) -> None:
    assert not {"CK", "ck"} & told_of_success(parse(text, "a.cu").tree.root_node)


@pytest.mark.parametrize("text", TALKING)
def test_who_does_something_without_an_error_is_told_of_success(text: str) -> None:
    assert "CK" in told_of_success(parse(text, "a.cu").tree.root_node)
