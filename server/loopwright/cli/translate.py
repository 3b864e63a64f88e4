"""`loopwright translate`"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

from rich.console import Console
from rich.status import Status

from loopwright.cli.main import DONE, MissingTool, UsageError
from loopwright.cli.reading import read_outline
from loopwright.model.runtime import loops_runtime
from loopwright.source.syntax import parse
from loopwright.translate.documents import translate_document
from loopwright.translate.gpu import find_gpu
from loopwright.translate.pipeline import KernelReport, translate


def run(options: argparse.Namespace) -> int:
    """Write the C++ file; say of every kernel what is known of its translation."""
    outline, path, _ = read_outline(options.file)
    source = outline.source
    if source.language != "cuda":
        source = parse(source.data, source.name, "cuda")
    compiler = options.compiler or ("clang++" if shutil.which("g++") is None and shutil.which("clang++") else "g++")
    found = shutil.which(compiler)
    if found is None and (options.verify or options.compiler):
        raise UsageError(f"{compiler}: no such compiler; a C++ compiler is needed to check a translation")
    gpu = find_gpu() if options.gpu else None
    if options.gpu and gpu is None:
        raise MissingTool("an NVIDIA GPU and nvcc are needed to run kernels themselves, and were not found")
    runtime = None if options.no_model or not (options.verify or gpu) else loops_runtime(options.model)
    try:
        with Console(stderr=True).status("reading", spinner="dots") as status:
            result = translate(
                source,
                path,
                only=options.kernel,
                verified=options.verify or gpu is not None,
                compiler=found,
                runtime=runtime,
                gpu=gpu,
                progress=_progress(status),
            )
    finally:
        if runtime is not None:
            runtime.close()
    if result.note:
        print(f"loopwright translate: no model was asked: {result.note}", file=sys.stderr)
    if options.kernel and not result.kernels:
        names = ", ".join(k.name for k in result.translation.kernels) or "none"
        raise UsageError(f"{path.name} has no kernel {options.kernel} (kernels: {names})")
    if options.output:
        Path(options.output).write_text(result.text, "utf-8")
    if options.json:
        print(json.dumps(translate_document(options.file, options.output, result), indent=1))
        return DONE
    if not options.output:
        kernel = result.translation.kernel(options.kernel) if options.kernel else None
        sys.stdout.write(f"{kernel.text}\n" if kernel is not None and kernel.text is not None else result.text)
    for report in result.kernels:
        print(f"{path.name}:{report.line}: {report.name}: {sentence(report)}", file=sys.stderr)
        for remark in report.remarks:
            print(f"{path.name}:{remark.line or report.line}:   {remark.text}", file=sys.stderr)
    return DONE


def sentence(report: KernelReport) -> str:
    """A kernel's status in words."""
    if report.status == "tested":
        error = f", at most {report.max_relative_error:.1e} apart" if report.max_relative_error else ""
        model = f"; loops by the model, {report.gain:.1f}× the lowering's speed" if report.gain else ""
        gpu = f", where the kernel itself on the {report.gpu} left the same" if report.gpu else ""
        unrun = f" ({report.reason})" if report.reason else ""
        return f"tested on {report.inputs} inputs{error}{gpu}{unrun}{model}"
    return report.status + (f": {report.reason}" if report.reason else "")


def _progress(status: Status):  # type: ignore[no-untyped-def]
    def tell(name: str, number: int, count: int) -> None:
        status.update(f"{name} ({number + 1} of {count})")

    return tell
