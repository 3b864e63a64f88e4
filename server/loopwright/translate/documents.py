"""The JSON of `loopwright translate` (shared contract)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from loopwright.translate.pipeline import Translated


def translate_document(file: str, output: str | None, result: Translated) -> dict[str, Any]:
    """``{"file", "output", "kernels": […]}``; without an output file the text comes with it."""
    document: dict[str, Any] = {"file": file, "output": output, "kernels": [asdict(k) for k in result.kernels]}
    if result.errors:
        document["errors"] = [asdict(error) for error in result.errors]
    if output is None:
        document["text"] = result.text
    return document
