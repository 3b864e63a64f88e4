"""Two variables of one name in two blocks, of which one has its address taken."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, parse

BEFORE = "void g(unsigned *); void f(unsigned *restrict a, unsigned *restrict b, int n) {"
OTHER = "{ unsigned s; g(&s); b[0] = s; }"
APART = (
    "@for (int i = 0; i < n; i++) { unsigned *s = a + i; s[0] = i; }",
    "@for (int i = 0; i < n; i++) { unsigned *s = a + i * 4; for (int j = 0; j < 4; j++) s[j] = b[j]; }",
    "{ int s; @for (s = 0; s < n; s++) { a[s] = 1; } }",
    "@for (int i = 0; i < n; i++) { for (int s = 0; s < 4; s++) { a[i * 4 + s] = 1; } }",
)
ITS_OWN = (
    "@for (int i = 0; i < n; i++) { unsigned *s = a + i; g((unsigned *)&s); s[0] = i; }",
    "{ int s; @for (s = 0; s < n; s++) { a[s] = 1; g((unsigned *)&s); } }",
    "@for (int i = 0; i < n; i++) { for (int s = 0; s < 4; s++) { g((unsigned *)&s); a[i * 4 + s] = 1; } }",
    "@for (int i = 0; i < n; i++) { unsigned s = 0; { unsigned *r = &s; *r = b[i]; } a[s] = 1; }",
    "unsigned s = 0; { unsigned *r = &s; @for (int i = 0; i < n; i++) { *r = b[i]; a[s + i] = 1; } }",
    "unsigned s = 0; @for (int i = 0; i < n; i++) { a[s + i] = 1; { { g(&s); } } }",
    "unsigned *s = a; @for (int i = 0; i < n; i++) { s[0] = i; if (n > 3) g((unsigned *)&s); }",
    "@for (int i = 0; i < n; i++) { int s = 1; switch (s) { case 1: g((unsigned *)&s); } a[s] = i; }",
)


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("body", APART)
def test_the_address_of_another_one_says_nothing(body: str, language: Language) -> None:
    assert _verdict(OTHER + body, language) == _verdict(body, language) == "proved"


@pytest.mark.parametrize("other", ["", OTHER])
@pytest.mark.parametrize("body", ITS_OWN)
def test_its_own_address_may_be_written_through(body: str, other: str) -> None:
    assert _verdict(other + body, "c") not in ("proved", "assumed")


def _verdict(body: str, language: Language) -> str:
    before, _, behind = f"{BEFORE} {body} }}".partition("@")
    text = before + behind if language == "c" else (before + behind).replace("restrict", "__restrict__")
    outline = Outline(parse(text, name=f"a.{language}"))
    return judge(
        outline, outline.loop_starting_at(text.index("for (int i" if "for (int i" in text else "for (s"))
    ).verdict
