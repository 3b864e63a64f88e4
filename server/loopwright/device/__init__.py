"""An emulated device: an OpenACC program is built with gcc, runs without a GPU, and says what went wrong between its directives."""

from loopwright.device.report import Directive, Finding, Kernel, Place, Report, Transfers
from loopwright.device.run import BuildFailed, Limits, NoCompiler, NotConfined, run_program

__all__ = [
    "BuildFailed",
    "Directive",
    "Finding",
    "Kernel",
    "Limits",
    "NoCompiler",
    "NotConfined",
    "Place",
    "Report",
    "Transfers",
    "run_program",
]
