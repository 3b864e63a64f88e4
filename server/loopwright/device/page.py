"""A report as one page: findings, the timeline of kernels and transfers, what moved. No script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources

from loopwright.device.documents import Name
from loopwright.device.report import Finding, Moment, Place, Report
from loopwright.device.table import bytes_text, seconds_text, summary

_WIDTH, _LANE, _LEFT = 1000, 26, 130
_DRAWN = ("kernel", "to device", "to host")


def page_text(report: Report, name: Name) -> str:
    """HTML of the whole page."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>Run on the emulated device</title><style>{_style()}</style>",
        f"<h1>Run on the emulated device</h1><p class=sum>{escape(_sentence(summary(report)))}</p>",
        _findings(report.findings, name),
        _timeline(report, name),
        _directives(report, name),
        _kernels(report, name),
        "</html>",
    ]
    return "\n".join(parts)


def _style() -> str:
    return resources.files("loopwright.device").joinpath("page.css").read_text("utf-8")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _where(place: Place | None, name: Name) -> str:
    return escape(f"{name(place.file)}:{place.line}") if place is not None else "?"


def _findings(findings: Sequence[Finding], name: Name) -> str:
    if not findings:
        return "<h2>Findings</h2><p>Nothing was found.</p>"
    rows = []
    for finding in findings:
        notes = "".join(f"<small>{_where(n.place, name)}: {escape(n.message)}</small>" for n in finding.notes)
        often = f" <span class=share>{finding.count} times</span>" if finding.count > 1 else ""
        rows.append(
            f"<div class='finding {finding.severity}'><code>{_where(finding.place, name)}</code> {escape(finding.message)}{often}"
            f"<small>{finding.code} {escape(finding.title)}, OpenACC {finding.section}</small>{notes}</div>"
        )
    return f"<h2>Findings</h2>{''.join(rows)}"


def _timeline(report: Report, name: Name) -> str:
    drawn = [m for m in report.timeline if m.kind in _DRAWN]
    if not drawn:
        return ""
    begin, end = min(m.begin for m in drawn), max(m.end for m in drawn)
    scale = (_WIDTH - _LEFT) / max(end - begin, 1e-9)
    lanes = sorted({(m.queue, m.kind) for m in drawn}, key=lambda lane: (lane[0] != -2, lane[0], _DRAWN.index(lane[1])))
    height = len(lanes) * _LANE + 30
    shapes = []
    for step in range(6):
        x = _LEFT + (_WIDTH - _LEFT) * step / 5
        anchor = "end" if step == 5 else "middle" if step else "start"
        shapes.append(f"<line class=grid x1={x:.1f} y1=0 x2={x:.1f} y2={height - 24} />")
        shapes.append(
            f"<text x={x:.1f} y={height - 8} text-anchor={anchor}>{seconds_text((end - begin) * step / 5)}</text>"
        )
    for row, (queue, kind) in enumerate(lanes):
        y = row * _LANE + 4
        label = kind if queue == -2 else f"queue {queue if queue >= 0 else 'default'}: {kind}"
        shapes.append(f"<text x=0 y={y + 13}>{label}</text>")
        own = [m for m in drawn if (m.queue, m.kind) == (queue, kind)]
        shapes += [_bar(group, y, begin, scale, name) for group in _merged(own, scale)]
    lost = f"<p class=share>The last {report.moments_lost} events are not drawn.</p>" if report.moments_lost else ""
    key = "".join(
        f"<span style='background:var(--{c})'></span>{t}"
        for c, t in (("kernel", "kernel"), ("to", "to the device"), ("from", "to the host"))
    )
    return (
        f"<h2>Timeline</h2><p class=key>{key}</p><svg viewBox='0 0 {_WIDTH} {height}' role=img aria-label='kernels and transfers over time'>"
        f"{''.join(shapes)}</svg>{lost}"
    )


def _merged(moments: Sequence[Moment], scale: float) -> list[list[Moment]]:
    """Neighbours that would share a pixel are drawn as one."""
    groups: list[list[Moment]] = []
    for moment in moments:
        if groups and (moment.end - groups[-1][0].begin) * scale < 1.5:
            groups[-1].append(moment)
        else:
            groups.append([moment])
    return groups


def _bar(group: Sequence[Moment], y: float, begin: float, scale: float, name: Name) -> str:
    first, last = group[0], group[-1]
    x, width = _LEFT + (first.begin - begin) * scale, max((last.end - first.begin) * scale, 1.0)
    moved = sum(m.bytes for m in group)
    said = f"{len(group)} × {first.kind}" if len(group) > 1 else first.kind
    said += f", {_where(first.place, name)}, {seconds_text(sum(m.end - m.begin for m in group))}" + (
        f", {bytes_text(moved)}" if moved else ""
    )
    return f"<rect class={first.kind.replace(' ', '-')} x={x:.2f} y={y} width={width:.2f} height={_LANE - 8} rx=2><title>{said}</title></rect>"


def _directives(report: Report, name: Name) -> str:
    head = "<tr><th>directive<th><th class=n>times<th class=n>to device<th class=n>to host<th class=n>redundant<th class=n>unused<th class=n>stale</tr>"
    rows = []
    for d in report.directives:
        numbers = (d.to_device.bytes, d.to_host.bytes, d.redundant_bytes, d.unused_bytes, d.stale_bytes)
        cells = "".join(f"<td class=n>{bytes_text(number) if number else ''}" for number in numbers)
        rows.append(
            f"<tr><td class=where>{_where(d.place, name)}<td><code>{escape(d.pragma)}</code><td class=n>{d.times or ''}{cells}</tr>"
        )
    peak = f"<p class=share>At most {bytes_text(report.device_peak)} were on the device.</p>"
    return f"<h2>What moved</h2><div class=scroll><table>{head}{''.join(rows)}</table></div>{peak}" if rows else ""


def _kernels(report: Report, name: Name) -> str:
    head = "<tr><th>kernel<th><th class=n>times<th class=n>on one core</tr>"
    rows = [
        f"<tr><td class=where>{_where(k.place, name)}<td><code>{escape(k.pragma)}</code><td class=n>{k.times}<td class=n>{seconds_text(k.seconds)}</tr>"
        for k in report.kernels
    ]
    return f"<h2>Kernels</h2><div class=scroll><table>{head}{''.join(rows)}</table></div>" if rows else ""
