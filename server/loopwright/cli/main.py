"""Arguments and exit codes; a subcommand is imported when it is used."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from loopwright import __version__
from loopwright.openacc.spec import VERSIONS

DONE, FINDINGS, USAGE, MISSING = 0, 1, 2, 3


DEVICE_HELP = "which device the estimate is for: desktop, server, or a .toml file like suggest/spec/devices.toml"


class UsageError(Exception):
    """Bad input; the message is one line for the user."""


class MissingTool(Exception):
    """A tool that the call cannot do without is not there."""


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        "loopwright",
        description="OpenACC suggestions with evidence for C, C++ and CUDA.",
        epilog="Exit codes: 0 done, 1 findings (check, run), 2 bad usage or input, 3 a required tool is missing.",
    )
    parser.add_argument("--version", action="version", version=f"loopwright {__version__}")
    calls = parser.add_subparsers(dest="call", required=True, metavar="COMMAND")

    lsp = calls.add_parser("lsp", help="the language server, on standard input and output")
    lsp.add_argument("--tcp", type=int, metavar="PORT", help="listen on 127.0.0.1:PORT instead")

    analyze = calls.add_parser("analyze", help="loops and kernels with verdicts and evidence")
    analyze.add_argument("file", help="a C, C++ or CUDA file, - for standard input")
    analyze.add_argument("--json", action="store_true", help="machine output")

    check = calls.add_parser(
        "check",
        help="OpenACC directives that are wrong, and why",
        description="Checks every OpenACC directive of files and folders. Exits 1 if there are errors or warnings.",
        epilog="`// loopwright: ignore[LW301]` on a line takes findings back; [tool.loopwright] in pyproject.toml or a "
        "loopwright.toml sets version, portability, ignore, exclude and include-path. docs/rules.md has every code.",
    )
    check.add_argument("paths", nargs="+", metavar="PATH", help="files and folders, or - for standard input")
    check.add_argument(
        "--format", choices=("text", "json", "sarif"), default="text", help="what to print (default text)"
    )
    check.add_argument("--json", action="store_true", help="the same as --format json")
    check.add_argument("--openacc", metavar="VERSION", choices=VERSIONS, help="the version to keep to: 2.6 … 3.4")
    check.add_argument(
        "--portable-to", action="append", metavar="NAME", help="tell what this compiler refuses (gcc-12)"
    )
    check.add_argument("--ignore", action="append", metavar="CODES", help="codes to leave out, separated by commas")
    check.add_argument(
        "--severity", choices=("error", "warning", "information", "hint"), default="hint", help="the least to print"
    )
    check.add_argument(
        "--compiler", nargs="?", const="auto", metavar="PATH", help="also ask a compiler (the best found)"
    )
    check.add_argument("--fix", action="store_true", help="make the safe fixes in the files")
    check.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (default: one a core)")

    suggest = calls.add_parser("suggest", help="ranked OpenACC directives with evidence")
    suggest.add_argument("file", help="a C or C++ file, - for standard input")
    suggest.add_argument("--line", type=int, metavar="N", help="only the loop at line N (its header or inside it)")
    suggest.add_argument("--json", action="store_true", help="machine output")
    suggest.add_argument("--no-model", action="store_true", help="from the analysis alone")
    suggest.add_argument("--no-compiler", action="store_true", help="do not check with a compiler")
    suggest.add_argument(
        "--no-project", action="store_true", help="without the directives of the project around the file"
    )
    suggest.add_argument("--model", metavar="NAME", help="an installed model or the path of a GGUF file")
    suggest.add_argument("--compiler", metavar="PATH", help="the compiler to check with")
    suggest.add_argument(
        "--test", action="store_true", help="run the function on generated inputs, in a child process with limits"
    )
    suggest.add_argument("--device", default="desktop", metavar="PROFILE", help=DEVICE_HELP)
    suggest.add_argument("--candidates", type=int, default=4, metavar="N", help="directives per loop (default 4)")

    annotate = calls.add_parser(
        "annotate",
        help="the file with a directive at every loop that deserves one",
        description="Writes the file with the best accepted directive above every outermost loop that is proved independent "
        "and whose data clauses are known. Without -o the text goes to standard output; what was done, to standard error.",
    )
    annotate.add_argument("file", help="a C or C++ file, - for standard input")
    annotate.add_argument("-o", "--output", metavar="OUT", help="write there")
    annotate.add_argument(
        "--assumed", action="store_true", help="also loops that are independent on an assumption, which is told"
    )
    annotate.add_argument(
        "--min-iterations", type=int, default=64, metavar="N", help="leave shorter loops (default 64)"
    )
    annotate.add_argument("--device", default="server", metavar="PROFILE", help=DEVICE_HELP)
    annotate.add_argument(
        "--test", action="store_true", help="take what also agreed on generated inputs, assumed loops among it"
    )
    annotate.add_argument("--no-data-region", action="store_true", help="let every loop move its data itself")
    annotate.add_argument("--model", nargs="?", const="", metavar="NAME", help="let a model choose among schedules too")
    annotate.add_argument("--no-compiler", action="store_true", help="do not check with a compiler")
    annotate.add_argument("--compiler", metavar="PATH", help="the compiler to check with")
    annotate.add_argument("--json", action="store_true", help="what was done, as machine output on standard output")

    ran = calls.add_parser(
        "run",
        usage="loopwright run [options] FILE... [-- ARGUMENTS...]",
        help="an OpenACC program on an emulated device, with no GPU: what is stale, missing, left behind",
        description="Builds the program with gcc and runs it with a device that has memory of its own. Its output and status "
        "are passed on; what went wrong between directives and what moved goes to standard error, or into a document.",
        epilog="Exits with the program's status; with 1 where it ended with 0 and there are errors or warnings. "
        "docs/device.md says what is found and how.",
    )
    ran.add_argument(
        "files", nargs="*", metavar="FILE", help="C, C++ or Fortran files and objects, or a program built with --flags"
    )
    ran.add_argument("--flags", action="store_true", help="print what a Makefile or CMake adds, and stop")
    ran.add_argument("--no-hooks", action="store_true", help="fast: do not watch accesses, judge the directives alone")
    ran.add_argument("--format", choices=("text", "json", "sarif"), default="text", help="what to print (default text)")
    ran.add_argument("--json", action="store_true", help="the same as --format json")
    ran.add_argument("--html", metavar="OUT", help="also write a page with the timeline of kernels and transfers")
    ran.add_argument(
        "--cflags", action="append", default=[], metavar="WORDS", help="more for the compiler (-O2 -DN=100)"
    )
    ran.add_argument("--ldflags", action="append", default=[], metavar="WORDS", help="more for the linker (-lfftw3)")
    ran.add_argument("--compiler", metavar="PATH", help="the gcc to build with")
    ran.add_argument(
        "--timeout", type=float, default=600.0, metavar="S", help="seconds until it is ended (default 600)"
    )

    translate = calls.add_parser(
        "translate",
        help="a CUDA file as C++ for the CPU",
        description="Writes the same computation as C++ with OpenMP: kernels as loops, launches as calls, no CUDA header. "
        "With --verify every kernel is run beside its translation on generated inputs, in a child process with limits; loops "
        "that the model writes are taken where they agree with the kernel and are faster. Headers with CUDA code become part of "
        "the file. The files of a program are given together: kernels of one can then be launched by another.",
        epilog="The result compiles with g++ -std=c++17 -O3 -march=native -fopenmp. What cannot be translated is left out and "
        "told with its line.",
    )
    translate.add_argument("file", nargs="+", help="a CUDA file, - for standard input; several for one program")
    translate.add_argument(
        "-I", dest="include", action="append", default=[], metavar="DIR", help="where headers are looked for"
    )
    translate.add_argument(
        "-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]", help="a macro of the build"
    )
    translate.add_argument("--kernel", metavar="NAME", help="only this kernel")
    translate.add_argument(
        "-o", "--output", metavar="OUT", help="write there instead of standard output; a folder for several files"
    )
    translate.add_argument("--verify", action="store_true", help="run kernels and translations on generated inputs")
    translate.add_argument("--compiler", metavar="PATH", help="the C++ compiler (default g++)")
    translate.add_argument(
        "--gpu", action="store_true", help="with --verify: run the kernels themselves on a GPU of this machine too"
    )
    translate.add_argument("--model", metavar="NAME", help="the model that is asked for plain loops, with --verify")
    translate.add_argument("--no-model", action="store_true", help="ask no model")
    translate.add_argument("--json", action="store_true", help="machine output")

    model = calls.add_parser("model", help="which GGUF files and adapters are used")
    verbs = model.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, text in (("list", "the installed models"), ("path", "the file of the model in use")):
        verbs.add_parser(name, help=text).add_argument("--json", action="store_true", help="machine output")
    verbs.add_parser("use", help="choose a model or an adapter by name").add_argument("name")
    verbs.add_parser("remove", help="take away a model or an adapter that was imported").add_argument("name")
    imported = verbs.add_parser("import", help="add a GGUF file: a model made for filling in, or an adapter for one")
    imported.add_argument("file")
    imported.add_argument("--name", help="a name for it (default: that of the file)")
    imported.add_argument("--licence", default="unknown", help="its licence")
    built = verbs.add_parser("runtime", help="install llama.cpp for this machine, where it is missing or crashes")
    built.add_argument("--anew", action="store_true", help="compile it also where it works")

    doctor = calls.add_parser("doctor", help="compilers, model and cores found; what is missing and what that costs")
    doctor.add_argument("--json", action="store_true", help="machine output")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one call; returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # What stands behind `--` belongs to the program that is run.
    own = words.index("--") if words[:1] == ["run"] and "--" in words else len(words)
    try:
        options = build_parser().parse_args(words[:own])
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    options.arguments = words[own + 1 :]
    from loopwright.model.manifest import ModelError

    try:
        return int(import_module(f"loopwright.cli.{options.call}").run(options))
    except BrokenPipeError:  # `loopwright check … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (UsageError, OSError) as error:
        print(f"loopwright {options.call}: {_one_line(error)}", file=sys.stderr)
        return USAGE
    except (MissingTool, ModelError) as error:
        print(f"loopwright {options.call}: {_one_line(error)}", file=sys.stderr)
        return MISSING
    except KeyboardInterrupt:
        return 130


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
