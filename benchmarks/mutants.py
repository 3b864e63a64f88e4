"""How many small mistakes in a core module its own tests notice: `python benchmarks/mutants.py [MODULE…] --sample 40 --seed 1`.

The mistakes are those of Cosmic Ray (`pip install cosmic-ray`; it is asked for here only): a comparison, an operator, a number or a truth
value exchanged, a condition turned round, a loop that is left or not entered. A place of the text is drawn once, whatever could be done to
it, so that a `+` with eleven replacements weighs as much as a `not`. What only a type says is left out: nothing runs it. No file is changed: the
tests import the mutant's text in the place of the module's.

Score: mutants that fail a test or run for too long, by all of the sample. A mutant that computes the same counts as one that survived.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "server"

# The tests that are about the module, the nearest first. What merely uses it is not asked, though it would notice more.
JUDGEMENTS = (
    "test_conflicts test_suite test_judge test_may_writes test_extremes test_flat_arrays test_work_arrays test_exclusive_members "
    "test_contrary test_same_operands test_second_names test_rows_apart test_pitched_rows test_steps_of_inner_loops test_preconditions"
)
FINDINGS = "test_findings test_judge test_suite test_liveness test_contrary test_second_names test_flags test_same_values test_unread_names test_library_names"
CALLERS = (
    "test_judge test_sizes_of_callers test_rows_of_callers test_instances test_callers test_met_in_callers test_bodies_elsewhere "
    "test_builds test_open_names test_headers test_files_in_others test_missing_headers test_unseen_declarations test_included_fragments"
)
LIVE = "test_liveness test_suite test_judge test_filled_on_every_way test_work_arrays test_exclusive_members"
SECTIONS = "test_sections test_boxes test_rows_left test_reached_ends test_choices_random"
ROWS = "test_rows_left test_rows_of_callers test_sizes_of_callers test_extremes"
SECTIONS_ABOVE = "test_open_structs test_named_pointers test_known_lengths test_members_of_members test_device_memory"
WORDS = "test_words_of_conditions test_pitched_rows test_divided_subscripts test_conditions_before_loops"
WORLDS = "test_worlds_asked test_carried_again"
OPENACC = "test_parser test_directive test_battery test_rules test_any_text test_completion test_equivalent"
OWN_TESTS = {
    "lang/declarators": ["tests/lang/test_declarators.py", "tests/lang"],
    "lang/types": ["tests/lang/test_types.py", "tests/lang"],
    "lang/scopes": ["tests/lang/test_scopes.py", "tests/lang"],
    "lang/constants": ["tests/lang/test_constants.py", "tests/lang"],
    "lang/macros": ["tests/lang/test_macros.py", "tests/lang"],
    "lang/numbers": ["tests/lang/test_numbers.py", "tests/lang"],
    "lang/callees": ["tests/lang/test_callees.py"],
    "lang/unseen_macros": ["tests/dependence/test_unseen_declarations.py", "tests/dependence/test_missing_headers.py"],
    "lang/builds": ["tests/dependence/test_builds.py"],
    "dependence/decide/conflicts": [f"tests/dependence/{name}.py" for name in JUDGEMENTS.split()],
    "dependence/decide/witnesses": [f"tests/dependence/{name}.py" for name in JUDGEMENTS.split()],
    "dependence/decide/findings": [f"tests/dependence/{name}.py" for name in FINDINGS.split()],
    "dependence/decide/judge": [f"tests/dependence/{name}.py" for name in CALLERS.split()],
    "dependence/decide/liveness": [f"tests/dependence/{name}.py" for name in LIVE.split()],
    "dependence/decide/rows": [f"tests/dependence/{name}.py" for name in ROWS.split()],
    "dependence/decide/words": [f"tests/dependence/{name}.py" for name in WORDS.split()],
    "cuda/lower/kernel_limits": ["tests/cuda/test_kernel_limits.py"],
    "cuda/lower/tiles": ["tests/cuda/test_tiles.py", "tests/cuda/test_lowering.py"],
    "dependence/pointsto/memory": [f"tests/dependence/{name}.py" for name in WORLDS.split()],
    "dependence/model/moved": ["tests/dependence/test_included_fragments.py"],
    "lang/forward_jumps": ["tests/dependence/test_forward_jumps.py", "tests/dependence/test_jumps_behind.py"],
    "lang/settled": ["tests/cuda/test_settled.py", "tests/cuda/test_launch_limits.py"],
    "dependence/decide/sections": [
        *(f"tests/dependence/{name}.py" for name in SECTIONS.split()),
        *(f"tests/suggest/{name}.py" for name in SECTIONS_ABOVE.split()),
    ],
    "openacc/parser": [f"tests/openacc/{name}.py" for name in OPENACC.split()],
}
# Decorators only make things faster or frozen here; what exchanges one name for another needs to be told which. Most of what is compared
# are kinds of nodes and words: `is` for `==` is the same for them, and nobody writes `<` by mistake.
LEFT_OUT = re.compile(
    r"core/(?:RemoveDecorator|Variable|ExceptionReplacer"
    r"|ReplaceComparisonOperator_(?:NotEq_(?!Eq)|Eq_(?!NotEq)|Is_(?!IsNot)|IsNot_(?!Is$)))"
)
PLUGIN = '''
"""Gives the mutant's text to whoever imports the module."""
import importlib.machinery, os, sys

class Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        with open(os.environ["MUTANT_TEXT"], "rb") as file:
            return compile(file.read(), self.path, "exec", dont_inherit=True)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != os.environ["MUTANT_MODULE"]:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        spec.loader = Loader(name, spec.origin)
        return spec

sys.meta_path.insert(0, Finder())
'''


@dataclass(frozen=True)
class Mutant:
    """One change of a module: what was done, in which line (1-based), and the whole text with it."""

    operator: str
    line: int
    text: str


def annotations(text: str) -> set[tuple[int, int]]:
    """Lines and columns of everything that stands in a type."""
    types: list[ast.AST] = []
    for node in ast.walk(ast.parse(text)):
        for field in ("annotation", "returns"):
            types += [found] if (found := getattr(node, field, None)) is not None else []
    return {
        (line, column)
        for found in types
        for line in range(found.lineno, found.end_lineno + 1)  # type: ignore[attr-defined]
        for column in range(
            found.col_offset if line == found.lineno else 0,  # type: ignore[attr-defined]
            found.end_col_offset if line == found.end_lineno else 1000,  # type: ignore[attr-defined]
        )
    }


def places(path: Path) -> list[list[tuple[str, int]]]:
    """For each place of a module that can be changed, in order, what can be done to it: an operator and which of its changes."""
    from cosmic_ray.ast import Visitor, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    text = path.read_text()
    tree, typed = get_ast(text), annotations(text)
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}

    class Positions(Visitor):  # type: ignore[misc]
        def visit(self, node: object) -> object:
            for start, _ in operator.mutation_positions(node):
                found.setdefault(tuple(start), []).append((name, next(counter)))
            return node

    for name in sorted(operator_names()):
        if LEFT_OUT.match(name):
            continue
        operator, counter = get_operator(name)(), iter(range(10**6))
        Positions().walk(tree)
    return [changes for place, changes in sorted(found.items()) if place not in typed]


def sample(path: Path, size: int, seed: int) -> list[Mutant]:
    """Mutants at places that are drawn, each once."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    draw, text = random.Random(f"{path.stem} {seed}"), path.read_text()
    before, all_places, drawn = text.splitlines(), places(path), []
    for changes in draw.sample(all_places, len(all_places)):
        name, occurrence = draw.choice(changes)
        mutated = mutate_code(text, get_operator(name)(), occurrence)
        if mutated is not None and mutated != text and len(drawn) < size:
            line = next(n for n, (a, b) in enumerate(zip(before, mutated.splitlines()), 1) if a != b)
            drawn.append(Mutant(name, line, mutated))
        if len(drawn) == size:
            break
    return drawn


def noticed(module: str, tests: list[str], text: str, limit: float) -> bool:
    """Do the tests fail, or take too long, with this text in place of the module's?"""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "mutant_plugin.py").write_text(PLUGIN)
        (Path(folder) / "text.py").write_text(text)
        environment = os.environ | {
            "PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
            "MUTANT_MODULE": "loopwright." + module.replace("/", "."),
            "MUTANT_TEXT": str(Path(folder) / "text.py"),
        }
        command = [sys.executable, "-m", "pytest", "-p", "mutant_plugin", "-x", "-q", "-p", "no:cacheprovider"]
        try:
            return any(
                subprocess.run(
                    [*command, *part], cwd=ROOT, env=environment, capture_output=True, timeout=limit
                ).returncode
                for part in (tests[:1], tests[1:])
                if part
            )
        except subprocess.TimeoutExpired:
            return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", choices=[*OWN_TESTS, []], metavar="MODULE", help=", ".join(OWN_TESTS))
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    for module in arguments.modules or OWN_TESTS:
        path = SERVER / "loopwright" / f"{module}.py"
        began = time.monotonic()
        if noticed(module, OWN_TESTS[module], path.read_text(), 600):
            raise SystemExit(f"{module}: its tests fail without a mutant")
        limit = 4 * (time.monotonic() - began) + 10
        drawn = sample(path, arguments.sample, arguments.seed)
        with ThreadPoolExecutor(arguments.jobs) as pool:
            results = list(pool.map(lambda one: noticed(module, OWN_TESTS[module], one.text, limit), drawn))  # noqa: B023
        print(f"{module}: {sum(results)} of {len(drawn)} noticed, {sum(results) / len(drawn):.2f}", flush=True)
        before = path.read_text().splitlines()
        for mutant in (one for one, seen in zip(drawn, results, strict=True) if not seen):
            after = mutant.text.splitlines()[mutant.line - 1]
            print(f"  {mutant.line} {mutant.operator}: {before[mutant.line - 1].strip()}  →  {after.strip()}")


if __name__ == "__main__":
    main()
