"""What a new adapter is worth beside the model it began as: one page with tables and curves, without anything from elsewhere."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PARTS = {"pair": "loops of files that are known otherwise", "repository": "files that were held out whole"}
_SEES = {"fresh": "without the file's directives", "kept": "beside the file's directives"}
_COLUMNS = (("exact", "exactly the team's"), ("any", "among four"), ("directive", "the same directive"))
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .3rem .7rem; border-bottom: 1px solid #d0d7de; text-align: right }
td:first-child, th:first-child, td:nth-child(2), th:nth-child(2) { text-align: left }
.loops td, .loops th { text-align: left; font-family: ui-monospace, monospace; font-size: 12px }
.better { font-weight: 600 } .worse { font-style: italic } svg { max-width: 100% } figcaption { color: #57606a }
"""


@dataclass(frozen=True)
class Judged:
    """What `evaluate` writes: a row for each part and what the model sees of it, and an answer for each loop."""

    rows: list[dict[str, Any]]
    answers: list[dict[str, Any]]


@dataclass(frozen=True)
class Changed:
    """A held-out loop whose directive was met exactly on one side alone."""

    place: str
    directive: str
    before: str
    after: str


@dataclass(frozen=True)
class Comparison:
    """What `evaluate` found before and after; ``file`` is the new adapter, ``trained`` the number of loops it learned from, ``base`` the
    GGUF file that was made of a base of the team's own."""

    name: str
    model: str
    file: Path
    trained: int
    before: Judged
    after: Judged
    history: list[dict[str, Any]]
    base: Path | None = None

    @property
    def gain(self) -> float:
        """How many more held-out directives of the project are met exactly beside the file's others, as a share."""
        kept = [(b, a) for b, a in self.pairs_of_rows if b["mode"] == "kept"]
        count = sum(b["pairs"] for b, _ in kept)
        return sum((a["exact"] - b["exact"]) * b["pairs"] for b, a in kept) / count if count else 0.0

    @property
    def is_better(self) -> bool:
        """Whether more of what was held out is met beside the file's other directives, by the first answer and not at the cost of all
        four."""
        kept = [(b, a) for b, a in self.pairs_of_rows if b["mode"] == "kept"]
        first, any_of_four = (
            sum((a.get(what, 0.0) - b.get(what, 0.0)) * b["pairs"] for b, a in kept) for what in ("exact", "any")
        )
        return first > 0 and any_of_four >= 0

    @property
    def pairs_of_rows(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """The rows that both evaluations have, without the copier."""
        found = {(row["split"], row["mode"]): row for row in self.after.rows}
        return [
            (row, found[row["split"], row["mode"]])
            for row in self.before.rows
            if row["mode"] != "copier" and (row["split"], row["mode"]) in found
        ]

    def changed(self) -> tuple[list[Changed], list[Changed]]:
        """The loops that are met exactly now and were not, and those that were; both beside the file's other directives."""
        better, worse = [], []
        for old, new in zip(self.before.answers, self.after.answers):
            if old["mode"] == "kept" and old["exact"] != new["exact"]:
                first = ((side["proposals"] or [""])[0] for side in (old, new))
                changed = Changed(f"{old['path']}:{old['line']}", old["directive"], *first)
                (better if new["exact"] else worse).append(changed)
        return better, worse

    @property
    def sentence(self) -> str:
        """The outcome in one line."""
        kept = [(b, a) for b, a in self.pairs_of_rows if b["mode"] == "kept"]
        count = sum(b["pairs"] for b, _ in kept)
        if not count:
            return "nothing was held out: there is no measure of what was learned"
        before, after = (round(sum(row[side]["exact"] * row[0]["pairs"] for row in kept)) for side in (0, 1))
        share = after / count
        error = math.sqrt(max(share * (1 - share), 0.25 / count) / count)
        better, worse = self.changed()
        return (
            f"of {count} held-out directives {before} were met exactly before and {after} are now, {len(better)} won and {len(worse)} "
            f"lost (a share of {share:.2f}, one standard error {error:.2f})"
        )


def write_report(comparison: Comparison, path: Path) -> Path:
    """Write the page; returns where it is."""
    copier = [row for row in comparison.after.rows if row["mode"] == "copier"]
    rows = [_row(before, after) for before, after in comparison.pairs_of_rows]
    rows += [_copier(row) for row in copier]
    heads = "".join(f"<th>{text}, before</th><th>after</th>" for _, text in _COLUMNS)
    page = (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{html.escape(comparison.name)}</title>"
        f"<style>{_STYLE}</style><h1>An adapter for {html.escape(comparison.name)}</h1>"
        f"<p>{html.escape(comparison.model)} learned from {comparison.trained} annotated loops: "
        f"{html.escape(comparison.sentence)}.</p>"
        f"<table><thead><tr><th>held out</th><th>the model sees</th><th>loops</th>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>{_changes(comparison)}{_curve(comparison.history)}</html>\n"
    )
    path.write_text(page, "utf-8")
    return path


def _row(before: dict[str, Any], after: dict[str, Any]) -> str:
    cells = []
    for key, _ in _COLUMNS:
        change = "better" if after[key] > before[key] else "worse" if after[key] < before[key] else "same"
        cells.append(f"<td>{before[key]:.2f}</td><td class='{change}'>{after[key]:.2f} ({change})</td>")
    place, sees = _PARTS.get(before["split"], before["split"]), _SEES.get(before["mode"], before["mode"])
    return f"<tr><td>{place}</td><td>{sees}</td><td>{before['pairs']}</td>{''.join(cells)}</tr>"


def _copier(row: dict[str, Any]) -> str:
    place = _PARTS.get(row["split"], row["split"])
    cells = "".join(f"<td></td><td>{row[key]:.2f}</td>" for key, _ in _COLUMNS)
    return f"<tr><td>{place}</td><td>a copier of the nearest loop</td><td>{row['pairs']}</td>{cells}</tr>"


def _changes(comparison: Comparison) -> str:
    """Each loop that was won or lost, so that somebody who knows the code can judge."""
    parts = []
    titles = ("Met now, and not before", "Met before, and not now")
    for title, loops in zip(titles, comparison.changed()):
        cells = "".join(
            "<tr>"
            + "".join(f"<td>{html.escape(text)}</td>" for text in (c.place, c.directive, c.before, c.after))
            + "</tr>"
            for c in loops
        )
        heads = "<tr><th>loop</th><th>the team's</th><th>before</th><th>now</th></tr>"
        table = f"<table class='loops'><thead>{heads}</thead><tbody>{cells}</tbody></table>" if loops else ""
        parts.append(f"<h2>{title}: {len(loops)}</h2>{table}")
    return "".join(parts)


def _curve(history: list[dict[str, Any]]) -> str:
    """Losses over the steps as a drawing: learned from, and held back."""
    lines = {
        "learned from": [(entry["step"], entry["loss"]) for entry in history if "loss" in entry],
        "held back": [(entry["step"], entry["eval_loss"]) for entry in history if "eval_loss" in entry],
    }
    points = [point for line in lines.values() for point in line]
    if not points:
        return ""
    if all(len(line) < 2 for line in lines.values()):
        step = max(step for step, _ in points)
        return f"<p>Trained for {step:g} step{'' if step == 1 else 's'}: too little for a curve.</p>"
    last, top = max(step for step, _ in points), max(loss for _, loss in points) or 1.0
    drawn = []
    for number, (name, line) in enumerate(lines.items()):
        if not line:
            continue
        path = " ".join(f"{40 + 540 * step / last:.1f},{210 - 190 * loss / top:.1f}" for step, loss in line)
        dash = " stroke-dasharray='6 4'" if number else ""
        drawn.append(f"<polyline points='{path}' fill='none' stroke='#0969da' stroke-width='2'{dash}/>")
        x, y = path.split()[-1].split(",")
        drawn.append(f"<text x='{float(x) - 4}' y='{float(y) - 6}' text-anchor='end' font-size='12'>{name}</text>")
    axes = "<path d='M40 20V210H580' fill='none' stroke='#8c959f'/>"
    marks = f"<text x='36' y='26' text-anchor='end' font-size='12'>{top:.2f}</text><text x='580' y='226' text-anchor='end' font-size='12'>{last} steps</text>"
    label = "Loss a token of the answers, solid for the loops that are learned from, dashed for those held back."
    return f"<figure><svg viewBox='0 0 600 232' role='img' aria-label='{label}'>{axes}{marks}{''.join(drawn)}</svg><figcaption>{label}</figcaption></figure>"
