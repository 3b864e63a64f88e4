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
