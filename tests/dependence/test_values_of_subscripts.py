"""How far subscripts reach that are read from memory: by the range of their type, by masks and remainders, by conditions."""

from __future__ import annotations

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of

# what is counted in iteration i → what of `h` is moved, and what that rests on; nothing where the values may be anything
COUNTED = {
    "h[d[i]]++;": "",
    "h[byte[i]]++;": "h[0:256]",
    "h[word[i]]++;": "h[0:65536]",
    "h[d[i] & 15]++;": "h[0:16]",
    "h[u[i] & 15]++;": "h[0:16]",
    "h[u[i] % 10]++;": "h[0:10]",
    "int k = byte[i]; h[k + 2]++;": "h[2:256]",
    "int k = (int) x[i]; if (k >= 0 && k < b) h[k]++;": "h[0:b]",
    "int k = (int) x[i]; if (k < b) h[k]++;": "",
    "h[text[i] - 'a']++;": "",
    "h[text[i]]++;": "",
    "h[byte[i] * b]++;": "",
}  # fmt: skip
FUNCTION = """void f(int n, int b, const int *d, const unsigned *u, const unsigned char *byte, const unsigned short *word, const signed char *text,
       const double *x, int *h) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"""


@pytest.mark.parametrize("body", COUNTED)
def test_values_tell_how_far_a_subscript_reaches(body: str) -> None:
    outline = Outline(parse(FUNCTION.format(body=body), language="c"))
    facts = facts_of(outline, outline.loops[0])
    moved = [fact.argument for fact in facts.data if fact.variable == "h"]
    assert moved == ([COUNTED[body]] if COUNTED[body] else [])
    assert ("h" in facts.missing) == (not COUNTED[body])
    if moved:
        assert f"h has all of {COUNTED[body]}" in facts.verdict.assumptions


# a body over i < n with restricted `a` (read) and `b` (written) → what of `a` is brought, and the assumptions
AROUND = {
    "b[i] = a[(i + 1) % n] - a[(i - 1 + n) % n];": ("a[0:n]", ()),
    "b[i] = a[n - 1 - i % n];": ("a[0:n]", ()),
    "for (int j = -1; j < 2; j++) if (j) b[i] += a[(i + j + n) % n];": ("a[0:n]", ()),
    "b[i] = a[(i + k) % n];": ("a[0:n]", ()),
    "b[i] = a[(i - k) % n];": ("", ()),
    "b[i] = a[(i - 1) % n];": ("", ()),
    "b[i] = a[d[i] % k];": ("a[0:k]", ("a has all of a[0:k]", "no d[i] % k is negative")),
    "b[i] = a[i % d[i]];": ("", ()),
}


@pytest.mark.parametrize("body", AROUND)
def test_remainders_go_around(body: str) -> None:
    text = f"void f(int n, int k, const int *restrict d, const double *restrict a, double *restrict b) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    outline = Outline(parse(text, language="c"))
    facts = facts_of(outline, outline.loops[0])
    moved, assumed = AROUND[body]
    assert [fact.argument for fact in facts.data if fact.variable == "a"] == ([moved] if moved else [])
    assert facts.verdict.assumptions == assumed
