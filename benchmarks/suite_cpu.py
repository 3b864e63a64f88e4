"""CPU of the tests by folder and file, with that of all processes that a test starts, while they run or ended.

`python benchmarks/suite_cpu.py tests/lsp --most 2` runs two cases of each test and reckons with as many as there are; without `--most` it runs
all. `--order FILE` writes the files that take longest, which `make unit` begins with (tests/longest.tsv). Seconds of this machine: a busy
one takes up to half as many again. Linux.
"""

from __future__ import annotations

import argparse
import os
import resource
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).parents[1]
SHORT = 3.0  # files below so many seconds need no place in the order


def cpu() -> float:
    """Seconds of the processor that this process and all that it started have had."""
    own = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in own) + _running_below(os.getpid())


def _running_below(process: int) -> float:
    """Of processes that nobody has waited for yet: the product's programs are children of its starter, which goes on."""
    seconds = 0.0
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            try:
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            seconds += sum(map(int, fields[11:15])) / TICKS + _running_below(int(child))
    return seconds


class Recorder:
    """A plugin of pytest: what each part of each test costs, of ``most`` cases of a test."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.parts: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.cases: Counter[str] = Counter()
        self.collecting: Counter[str] = Counter()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Cases from all over a test's list."""
        tests: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            tests[_test(item)].append(item)
        self.cases.update({test: len(cases) for test, cases in tests.items()})
        kept: list[pytest.Item] = []
        for cases in tests.values():
            most = min(self.most or len(cases), len(cases))
            kept += [cases[(2 * number + 1) * len(cases) // (2 * most)] for number in range(most)]
        items[:] = kept

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """Importing a file."""
        before = cpu()
        yield
        if isinstance(collector, pytest.File):
            self.collecting[collector.nodeid] += cpu() - before

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Its fixtures; those of a module are in the first case."""
        yield from self._part(item, "setup")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """The test."""
        yield from self._part(item, "call")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Their ends."""
        yield from self._part(item, "teardown")

    def _part(self, item: pytest.Item, part: str) -> Iterator[None]:
        before = cpu()
        yield
        self.parts[_test(item)][part].append(cpu() - before)

    def files(self) -> dict[str, float]:
        """Seconds of each file. A case that was not run costs what the others cost, and as little before and after as the cheapest."""
        found: Counter[str] = Counter(self.collecting)
        for test, parts in self.parts.items():
            more = self.cases[test] - len(parts["call"])
            found[test.partition("::")[0]] += sum(map(sum, parts.values()))
            if parts["call"] and parts["setup"] and parts["teardown"]:  # one that was interrupted lacks its end
                each = sum(parts["call"]) / len(parts["call"]) + min(parts["setup"]) + min(parts["teardown"])
                found[test.partition("::")[0]] += more * each
        return dict(found)


def _test(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _write_order(path: Path, files: dict[str, float]) -> None:
    """``files`` take the place of what is said of them; the others stay."""
    rows = path.read_text("utf-8").splitlines() if path.exists() else []
    known = {name: float(seconds) for seconds, name in (row.split("\t") for row in rows)}
    known = {name: s for name, s in (known | files).items() if s >= SHORT and (ROOT / name).exists()}
    order = sorted(known.items(), key=lambda each: -each[1])
    path.write_text("".join(f"{seconds:.0f}\t{name}\n" for name, seconds in order), "utf-8")


def main() -> int:
    """Run, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--most", type=int, help="cases of each test that are run")
    parser.add_argument("--order", type=Path, help="a file for those that take longest")
    asked = parser.parse_args()
    recorder = Recorder(asked.most)
    code = pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", *asked.paths], plugins=[recorder])
    files = recorder.files()
    folders: Counter[str] = Counter()
    for name, seconds in files.items():
        folders["/".join(name.split("/")[:2])] += seconds
    for name, seconds in (*folders.most_common(), *sorted(files.items(), key=lambda each: -each[1])[:40]):
        print(f"{seconds:8.1f}  {name}")
    print(f"{sum(files.values()):8.1f}  all, {sum(recorder.cases.values())} tests")
    if asked.order and code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):  # an interrupted run knows a part
        _write_order(asked.order, files)
    return int(code)


if __name__ == "__main__":
    raise SystemExit(main())
