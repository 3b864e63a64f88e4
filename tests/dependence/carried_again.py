"""What is remembered of a function or a loop beside what comes of it when it is carried out once more, each time that it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from loopwright.dependence.pointsto import walk
from loopwright.dependence.pointsto.machine import Machine, Remembered, Ways
from loopwright.dependence.pointsto.memory import EVERYTHING, Asked, World
from tree_sitter import Node

CarryOut = Callable[[World], Ways]


def said(ways: Ways) -> object:
    """Equal for the same ways out in worlds that say the same."""
    returns = [(world.key, value) for world, value in ways.returns]
    return (
        [[w.key for w in each] for each in (ways.on, ways.breaks, ways.continues)],
        returns,
        [(label, world.key) for label, world in ways.gotos],
    )


def noted(machine: Machine) -> object:
    """What a machine knows beside worlds: for the loops, of the calls, of what was allocated."""
    runs = {loop: [dict(run) for run in each] for loop, each in machine.touched.items()}
    passed = {call: set(each) for call, each in machine.passed.items()}
    calls = [set(each) for each in (machine.visited, machine.refused, machine.walked)]
    many = [object for object in machine.objects if object.many]
    return runs, passed, calls, dict(machine.own_each), machine.loose, many


@dataclass
class Checked:
    """``uses`` counts what was remembered of a part of the world, ``wrong`` is what came of it otherwise."""

    uses: int = 0
    wrong: list[str] = field(default_factory=list)

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on."""
        once, remembered = walk._once, walk._remembered
        found: list[Remembered | None] = []
        monkeypatch.setattr(walk, "_remembered", lambda *given: found.append(remembered(*given)) or found[-1])

        def checked(machine: Machine, node: Node, world: World, carry_out: CarryOut) -> Ways:
            before, frame = world.copy(), machine.frame
            references, objects, at = dict(frame.references), frame.objects, len(found)
            ways = once(machine, node, world, carry_out)
            kept = found[at]
            del found[at:]
            if kept is None or kept.asked.objects == EVERYTHING:
                return ways
            self.uses += 1
            after, known = (said(ways), kept.touched, dict(frame.references), frame.objects), noted(machine)
            frame.references.clear()
            frame.references.update(references)
            frame.objects, steps = objects, machine.steps
            machine.steps, asked = 1 << 60, machine.objects.asked
            machine.objects.asked = Asked()  # the code around asked what was remembered
            with monkeypatch.context() as alone:
                alone.setattr(walk, "_once", _by_whole_worlds())
                with machine.touched_within() as touched:
                    again = carry_out(before)
            machine.steps, machine.objects.asked = steps, asked
            if (said(again), touched, dict(frame.references), frame.objects) != after or noted(machine) != known:
                self.wrong.append((node.text or b"").decode()[:80])
            return ways

        monkeypatch.setattr(walk, "_once", checked)


def _by_whole_worlds() -> Callable[[Machine, Node, World, CarryOut], Ways]:
    """Carried out for each world that is another one in anything at all, so that a nest of loops comes to an end."""
    known: dict[object, Remembered] = {}

    def once(machine: Machine, node: Node, world: World, carry_out: CarryOut) -> Ways:
        frame = machine.frame
        place = (
            machine,
            frame.known.unit,
            node.start_byte,
            node.end_byte,
            frame.call,
            frame.numbers,
            frame.this,
            len(machine.frames),
        )
        names = (frame.at, frame.uses, machine.expanding, *frame.in_macro.items())
        key = (place, names, tuple(frame.references.items()), bool(frame.objects), world.key)
        if key not in known:
            objects = frame.objects
            with machine.touched_within() as touched, machine.objects.asking() as asked:
                ways = carry_out(world)
            same = ways.each(World.copy)
            known[key] = Remembered(asked, None, same, touched, dict(frame.references), frame.objects - objects)
            return ways
        kept = known[key]
        frame.references.update(kept.references)
        frame.objects += kept.objects
        machine.touch_again(kept.touched)
        return kept.ways.each(World.copy)

    return once
