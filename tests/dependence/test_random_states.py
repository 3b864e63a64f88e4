"""Random numbers whose state the program keeps: a call reads what the call before it left (labels by running the loops in other orders)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SERIAL = {
    "a[i] = rand_r(&seed);": "seed",
    "a[i] = own(&seed);": "seed",
    "if (i > 3) b[i] = 1; a[i] = rand_r(&seed) % 7;": "seed",
    "a[i] = rand_r(&states[i / 2].seed);": "states",
    "a[i] = rand_r(&seeds[i % 4]);": "seeds",
    "a[i] = rand_r(&seeds[i + 1]) + (int)(seeds[i] & 3);": "seeds",
    "x[i] = erand48(three);": "three",
    "x[i] = erand48(words + i);": "words",
    "x[i] = erand48(&words[2 * i]);": "words",
    "three[0] = i; three[2] = 0; x[i] = erand48(three);": "three",
    "a[i] = (int)jrand48(rows[i & 3]);": "rows",
    "drand48_r(&buffer, &x[i]);": "buffer",
    "a[i] = drawn();": "kept",
}
PARALLEL = (
    "unsigned s = i; a[i] = rand_r(&s);",
    "unsigned s = i; a[i] = own(&s);",
    "seed = i; a[i] = rand_r(&seed) + rand_r(&seed) % 3;",
    "a[i] = rand_r(&seeds[i]);",
    "a[i] = rand_r(seeds + i);",
    "a[i] = rand_r(&states[i].seed);",
    "a[i] = b[rand_r(&seeds[i]) % n];",
    "unsigned short s[3] = {1, 2, (unsigned short)i}; x[i] = erand48(s);",
    "three[0] = 1; three[1] = 2; three[2] = i; x[i] = erand48(three);",
    "x[i] = erand48(rows[i]);",
    "x[i] = erand48(words + 3 * i);",
    "a[i] = (int)nrand48(&words[4 * i]);",
    "struct drand48_data s; srand48_r(i, &s); drand48_r(&s, &x[i]);",
    "srand48_r(i, &buffer); drand48_r(&buffer, &x[i]);",
)
UNKNOWN = (
    "if (b[i] > 4) a[i] = rand_r(&seed);",
    "unsigned s = i; a[rand_r(&s) % n] = i;",
    "x[i] = erand48((unsigned short *)(seeds + i));",
    "seed = 4; rand_r(&seed); a[seed == 4 ? i : 0] = i;",
)


def judged(body: str):
    text = f"""
    #include <stdlib.h>
    int a[400], b[400]; double x[400]; unsigned kept;
    static int own(unsigned *s) {{ *s = *s * 1103515245u + 12345u; return (int)(*s >> 16); }}
    static int drawn(void) {{ return rand_r(&kept); }}
    void f(int n) {{
        unsigned seed = 1, seeds[400]; struct {{ unsigned seed; int other; }} states[400]; struct drand48_data buffer;
        unsigned short three[3], words[1600], rows[400][3];
        for (int i = 0; i < n; i++) {{ {body} }}
    }}"""
    outline = Outline(parse(text.encode(), name="a.c"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("body", SERIAL)
def test_a_state_of_all_iterations_is_named(body: str) -> None:
    verdict = judged(body)
    assert verdict.verdict == "refuted"
    assert SERIAL[body] in verdict.reason


@pytest.mark.parametrize("body", PARALLEL)
def test_a_state_of_each_iteration_is_its_own(body: str) -> None:
    assert judged(body).verdict == "proved"


@pytest.mark.parametrize("body", UNKNOWN)
def test_what_cannot_be_told_is_not_safe(body: str) -> None:
    assert judged(body).verdict == "unknown"


def test_what_a_loop_leaves_in_a_seed_is_read() -> None:
    text = "unsigned f(int n, int *a) { unsigned s = 1; for (int i = 0; i < n; i++) { s = i; a[i] = rand_r(&s); } return s; }"
    outline = Outline(parse(text.encode(), name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "refuted"


ENGINES = {
    "o[i] = g();": "g",
    "o[i] = (int)(other() % 7);": "other",
    "o[i] = uniform(g);": "g",
    "o[i] = uniform(several[i / 2]);": "several",
    "o[i] = pair.next();": "pair.engine",
}


@pytest.mark.parametrize("body", ENGINES)
def test_an_engine_of_all_iterations_is_named(body: str) -> None:
    verdict = of_engines(body)
    assert verdict.verdict == "refuted"
    assert ENGINES[body] in verdict.reason


@pytest.mark.parametrize(
    "body", ["o[i] = normal(g);", "if (i > n / 2) o[i] = uniform(g);", "o[i] = uniform(several[i]);"]
)
def test_a_distribution_that_may_keep_numbers_is_not_followed(body: str) -> None:
    assert of_engines(body).verdict == "unknown"


def of_engines(body: str):
    text = f"""
    #include <random>
    using Engine = std::mt19937;
    struct Pair {{ Engine engine; std::uniform_int_distribution<int> uniform; int next() {{ return uniform(engine); }} }};
    void f(int *o, int n) {{
        std::mt19937 g(4), several[400]; Engine other; Pair pair; std::uniform_int_distribution<int> uniform(0, 9);
        std::normal_distribution<double> normal;
        for (int i = 0; i < n; i++) {{ {body} }}
    }}"""
    outline = Outline(parse(text.encode(), name="a.cpp"))
    return judge(outline, outline.loops[0])
