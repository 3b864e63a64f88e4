"""A class that is called as the library's is takes the name only from those who can mean it."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

OWN = "template<class T> struct vector { T* p; T& operator[](int i) { return p[i / 2]; } };"
INSIDE = f"namespace my {{ {OWN} }} "
LOOP = "(vector<int>& a, int n) { for (int i = 0; i < n; i++) a[i] = i; }"
OF_THE_LIBRARY = (
    f"using namespace std; {INSIDE} void f{LOOP}",
    f"{INSIDE} using namespace std; void f{LOOP}",
    f"{INSIDE} using std::vector; void f{LOOP}",
    f"namespace my {{ namespace deep {{ {OWN} }} }} using namespace std; void f{LOOP}",
    f"namespace my::deep {{ {OWN} }} using namespace std; void f{LOOP}",
    f"{INSIDE} using namespace std; my::vector<int> kept; void f{LOOP}",
    f"{INSIDE} using namespace std; namespace other {{ void f{LOOP} }}",
    f"{INSIDE} using namespace std; my::vector<int> g(my::vector<int>& v); void f{LOOP}",
    f"{INSIDE} namespace my {{ void g(std::vector<int>& v); }} using namespace std; void f{LOOP}",
    f"using namespace std; namespace other {{ namespace my {{ {OWN} }} void f{LOOP} }}",
    f"{INSIDE} void f{LOOP.replace('vector', 'std::vector')}",
)
OF_THE_FILE = (
    f"{OWN} void f{LOOP}",
    f"{OWN} using namespace std; void f{LOOP}",
    f"{INSIDE} using namespace my; void f{LOOP}",
    f"{INSIDE} using my::vector; void f{LOOP}",
    f"{INSIDE} using namespace std; using my::vector; void f{LOOP}",
    f"using namespace std; namespace my {{ {OWN} void f{LOOP} }}",
    f"using namespace std; {INSIDE} namespace my {{ void f{LOOP} }}",
    f"using namespace std; {INSIDE} namespace my {{ namespace deep {{ void f{LOOP} }} }}",
    f"using namespace std; {INSIDE} namespace other {{ using namespace my; void f{LOOP} }}",
    f"using namespace std; {INSIDE} namespace other = my; namespace more {{ using namespace other; void f{LOOP} }}",
    f"using namespace std; namespace {{ {OWN} }} void f{LOOP}",
    f"using namespace std; inline namespace my {{ {OWN} }} void f{LOOP}",
    f"namespace my::inline v1 {{ {OWN} }} using namespace std; namespace my {{ void f{LOOP} }}",
    f"using namespace std; namespace other {{ namespace my {{ {OWN} void f{LOOP} }} }}",
    f"using namespace std; namespace my {{ inline namespace v1 {{ {OWN} }} }} namespace my {{ void f{LOOP} }}",
    f"using namespace std; {INSIDE} struct D : my::vector<int> {{ void f{LOOP} }};",
    f"using namespace std; {INSIDE} using B = my::vector<int>; struct D : B {{ void f{LOOP} }};",
    f"using namespace std; {INSIDE} typedef my::vector<int> B; struct D : B {{ void f{LOOP} }};",
    f"using namespace std; namespace my {{ {OWN} struct K {{ void f(vector<int>& a, int n); }}; }} void my::K::f{LOOP}",
    f"using namespace std; {INSIDE} namespace my {{ struct K; void f(int); }} void my::f{LOOP}",
    f"using namespace std; struct C {{ {OWN} void f{LOOP} }};",
    f"using namespace std; {INSIDE}\n#define OPEN using namespace my;\nnamespace other {{ OPEN\n void f{LOOP} }}",
    f"{INSIDE} void f{LOOP}",
)


def verdict(text: str) -> str:
    """Of the last loop in a file."""
    outline = Outline(parse(f"#include <vector>\n{text}\n", name="a.cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("text", OF_THE_LIBRARY)
def test_a_namespace_that_nobody_opens_leaves_the_library_its_name(text: str) -> None:
    assert verdict(text) == "proved"


@pytest.mark.parametrize("text", OF_THE_FILE)
def test_who_can_mean_the_file_s_own_does(text: str) -> None:
    assert verdict(text) != "proved"
