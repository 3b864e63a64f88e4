"""Many threads that ask at once get what one gets alone."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from replay import programs


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads that take turns all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
def test_verdicts_do_not_depend_on_who_asks_beside() -> None:
    chosen = random.Random(3).sample([p for p in programs() if "\n#" not in p.raw and p.language == "cpp"], 24)
    bodies = [f"namespace part_{number} {{\n{p.raw.replace('@for', 'for')}\n}}\n" for number, p in enumerate(chosen)]
    text = chosen[0].prefix + "".join(bodies)
    alone = Outline(parse(text, name="all.cpp"))
    expected = [judge(alone, loop) for loop in alone.loops]
    for attempt in range(3):
        # Another text each time, so that nothing is kept from before.
        shared = Outline(parse(f"{text}\nint attempt_{attempt};\n", name="all.cpp"))
        order = list(range(len(shared.loops))) * 2
        random.Random(attempt).shuffle(order)
        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(judge, [shared] * len(order), [shared.loops[number] for number in order]))
        assert answers == [expected[number] for number in order]
