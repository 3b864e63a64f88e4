"""What is known of the kernels of open files, kept with the text it is about."""

from __future__ import annotations

from loopwright.lsp.documents import Snapshot
from loopwright.source.kept import once
from loopwright.translate.kernel_states import KernelStates
from loopwright.translate.pipeline import KernelReport


class KernelReports:
    """Reports by file, label of the kernel and the text they are about; read from any thread, changed on the event loop."""

    def __init__(self) -> None:
        self._reports: dict[tuple[str, str], tuple[int, KernelReport]] = {}
        self.states = KernelStates()
        self.preview_command = ""
        self._count = 0

    @property
    def count(self) -> int:
        """Changes with every report and every race that is found: part of the identity of diagnostics."""
        return self._count + self.states.count

    def of(self, snapshot: Snapshot, kernel: str) -> KernelReport | None:
        """What is known of a kernel, by its label, as it stands now."""
        known = self._reports.get((snapshot.uri, kernel))
        return known[1] if known is not None and known[0] == _device_text(snapshot) else None

    def direct(self, snapshot: Snapshot) -> dict[str, str]:
        """Kernel → the loops that the model wrote for it and that were tested."""
        known = [self.of(snapshot, label) for uri, label in list(self._reports) if uri == snapshot.uri]
        return {report.name: report.direct for report in known if report is not None and report.direct}

    def keep(self, snapshot: Snapshot, report: KernelReport) -> None:
        """Remember a report about ``snapshot``."""
        self._reports[snapshot.uri, report.label] = (_device_text(snapshot), report)
        self._count += 1


def _device_text(snapshot: Snapshot) -> int:
    """A hash of what a report is about."""

    def read() -> int:
        device = tuple(snapshot.source.slice(f.span) for f in snapshot.outline.functions if f.kind != "host")
        others = tuple(piece.head for piece in snapshot.outline.pieces if piece.kind != "function_definition")
        return hash((device, others))

    return once(snapshot.outline, _device_text, read)
