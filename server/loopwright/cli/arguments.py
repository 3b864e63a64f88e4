"""The whole command line: every call and its arguments, with a help that teaches by examples."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from loopwright import __version__
from loopwright.openacc.sharing import MEMORY_MODELS
from loopwright.openacc.spec import VERSIONS

_WIDTH = 100
_DEVICE = "which device the estimate is for: desktop, server, or a .toml file like suggest/spec/devices.toml"
_MEMORY = "what the device shares with the host: nothing (discrete), what is allocated (managed), everything (unified)"
_SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
_PATTERNS = ("map", "stencil", "reduction", "sparse update", "scan", "recurrence")
_START = """\
Start here:
  loopwright check src/             which OpenACC directives are wrong, and why
  loopwright suggest solver.c       directives for its loops, with the evidence for each
  loopwright translate kernel.cu    a CUDA kernel as C++ for the CPU
  loopwright doctor                 what was found on this machine, and what is missing
  loopwright init                   set up a project: configuration, CI, pre-commit

`loopwright COMMAND --help` explains each with examples."""
_EXITS = "Exit codes: 0 done, 1 findings (check, run, translate), 2 bad usage or input, 3 a required tool is missing."


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        "loopwright",
        description="OpenACC suggestions with evidence for C, C++ and CUDA.",
        epilog=f"{_START}\n\n{_EXITS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"loopwright {__version__}")
    calls = parser.add_subparsers(dest="call", required=True, metavar="COMMAND")
    for add in (_check, _suggest, _analyze, _annotate, _run, _translate, _model, _doctor, _init, _completion, _lsp):
        add(calls)
    return parser


def _call(
    calls: Any, name: str, help: str, description: str = "", examples: str = "", **more: Any
) -> argparse.ArgumentParser:
    """A subcommand. Its help ends with examples, one command a line, each with what it is for."""
    note = textwrap.fill(more.pop("epilog", ""), _WIDTH)
    shown = f"examples:\n{textwrap.indent(textwrap.dedent(examples).strip(), '  ')}" if examples else ""
    made: argparse.ArgumentParser = calls.add_parser(
        name,
        help=help,
        description=textwrap.fill(description or f"{help[0].upper()}{help[1:]}.", _WIDTH),
        epilog="\n\n".join(part for part in (shown, note) if part) or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        **more,
    )
    return made


def _at_least_one(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"it is a number from 1 on, not {text!r}")
    return number


def _add_format(made: argparse.ArgumentParser) -> None:
    """How a command that has two forms of output is asked for one: `--format` is that of the commands that have more."""
    made.add_argument("--json", action="store_true", help="machine output")
    made.add_argument(
        "--format",
        dest="json",
        choices=("text", "json"),
        action=_Format,
        default=False,
        help="json is the same as --json",
    )


class _Format(argparse.Action):
    """`--format json` as `--json`."""

    def __call__(self, parser: Any, options: argparse.Namespace, value: Any, option: str | None = None) -> None:
        options.json = value == "json"


def _lsp(calls: Any) -> None:
    lsp = _call(
        calls,
        "lsp",
        "the language server, on standard input and output",
        "The language server. Editors start it; editors/ of the repository has a file for each.",
    )
    lsp.add_argument("--tcp", type=int, metavar="PORT", help="listen on 127.0.0.1:PORT instead")


def _analyze(calls: Any) -> None:
    analyze = _call(
        calls,
        "analyze",
        "loops and kernels with verdicts and evidence",
        "Prints every loop with what its iterations do to each other: proved independent, assumed so on an assumption that is "
        "told, refuted by two iterations that conflict, or unknown; which pattern that makes it (map, stencil, reduction, sparse "
        "update, scan, recurrence); and every CUDA kernel with its launches.",
        """
        loopwright analyze solver.c              all loops of a file
        loopwright analyze --json solver.c       the same for a program
        loopwright analyze --rank src/           the loops worth porting, the most rewarding first
        loopwright analyze --rank --pattern stencil src/
        """,
        epilog="docs/evidence.md says what each word means.",
    )
    analyze.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a C, C++ or CUDA file, - for standard input; with --rank many, and folders",
    )
    analyze.add_argument("--rank", action="store_true", help="loops worth a directive, by what they gain on a device")
    analyze.add_argument("--pattern", choices=_PATTERNS, help="with --rank: only these")
    analyze.add_argument("--device", default="desktop", metavar="PROFILE", help=_DEVICE)
    _add_format(analyze)


def _check(calls: Any) -> None:
    check = _call(
        calls,
        "check",
        "OpenACC directives that are wrong, and why",
        "Checks every OpenACC directive of files and folders: clauses, names, data, nesting, races. Needs no compiler and no "
        "model. Exits with 1 if there are errors or warnings.",
        """
        loopwright check src/                        every file below src
        loopwright check --watch src/                again whenever a file is saved
        loopwright check --fix src/                  make the safe fixes
        loopwright check solver.c --compiler         ask the best compiler found, too
        loopwright check --openacc 2.7 src/          only what this version has
        loopwright check --baseline acc.json --update-baseline src/
        loopwright check --baseline acc.json src/    fail on what is new since then
        loopwright check --format sarif src/         for code scanning
        """,
        epilog="`// loopwright: ignore[LW301]` on a line takes findings back; [tool.loopwright] in pyproject.toml or a "
        "loopwright.toml sets version, portability, ignore, exclude and include-path. docs/rules.md has every code.",
    )
    check.add_argument("paths", nargs="+", metavar="PATH", help="files and folders, or - for standard input")
    check.add_argument(
        "--format",
        choices=("text", "concise", "json", "sarif"),
        default="text",
        help="what to print: text with the source (default), one line for each finding, or a document",
    )
    check.add_argument("--json", action="store_true", help="the same as --format json")
    _color(check)
    check.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl+C")
    check.add_argument(
        "--baseline", metavar="FILE", help="tell only what is not in it, and loops that lost their proof"
    )
    check.add_argument("--update-baseline", action="store_true", help="write what is found into the baseline instead")
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


def _suggest(calls: Any) -> None:
    suggest = _call(
        calls,
        "suggest",
        "ranked OpenACC directives with evidence",
        "Offers directives for the loops of a file, best first, and for statements that call for one: data that can stay on the "
        "device, an update, a wait or an exit data that is missing, routine, atomic, host_data. Each says whether the loop was proved parallel, which compiler "
        "accepted it, and from what size it pays.",
        """
        loopwright suggest solver.c                   all loops
        loopwright suggest --line 42 solver.c         the loop at line 42
        loopwright suggest --kind update solver.c     the updates that it lacks
        loopwright suggest --no-model solver.c        at once, from the analysis alone
        loopwright suggest --test --line 42 solver.c  run it on generated inputs, too
        """,
    )
    suggest.add_argument("file", metavar="FILE", help="a C or C++ file, - for standard input")
    suggest.add_argument("--line", type=int, metavar="N", help="only the statement at line N, and the loop around it")
    suggest.add_argument(
        "--kind",
        action="append",
        default=[],
        metavar="NAME",
        help="only directives of that name (data, update, 'parallel loop'); may be given several times",
    )
    _add_format(suggest)
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
    suggest.add_argument("--device", default="desktop", metavar="PROFILE", help=_DEVICE)
    suggest.add_argument("--memory", choices=MEMORY_MODELS, default="discrete", help=_MEMORY)
    suggest.add_argument(
        "--candidates", type=_at_least_one, default=4, metavar="N", help="directives per loop (default 4)"
    )


def _annotate(calls: Any) -> None:
    annotate = _call(
        calls,
        "annotate",
        "a program with its loops on the device and its data where they are used",
        "Writes the files with the best accepted directive above every outermost loop that is proved independent "
        "and whose data clauses are known. Where main is among the files, data stay on the device from allocation to "
        "release and move where the host works on them. Without -o one file goes to standard output, of several files "
        "what would change; what was done, to standard error.",
        """
        loopwright annotate --plan src                     what would run where, what would move, what is left and why
        loopwright annotate --check src -o src_acc -- 100  run it on the emulated device first, with an argument
        loopwright annotate --plan --estimate src -- 100   how long it would take on the device, with an argument
        loopwright annotate src -o src_acc                 all files of a folder, or of its compile_commands.json
        loopwright annotate solver.c | diff solver.c -     what it would change
        loopwright annotate solver.c -o solver_acc.c       write it
        loopwright annotate --test solver.c -o out.c       what agreed when it was run, too
        """,
    )
    annotate.add_argument(
        "files", metavar="FILE|FOLDER", nargs="+", help="the C or C++ files of a program, - for standard input"
    )
    annotate.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="write there; a folder for several files, with the headers of the project that they include",
    )
    annotate.add_argument("--plan", action="store_true", help="only say what would be done; nothing is written")
    annotate.add_argument(
        "--check",
        action="store_true",
        help="write only what prints the same on the emulated device; arguments of the program stand behind --",
    )
    annotate.add_argument(
        "--estimate",
        action="store_true",
        help="run it on one core and say how long it would take on the device; arguments of the program stand behind --",
    )
    annotate.add_argument("--cflags", action="append", default=[], metavar="WORDS", help="more for --check's compiler")
    annotate.add_argument("--ldflags", action="append", default=[], metavar="WORDS", help="more for --check's linker")
    annotate.add_argument(
        "--assumed", action="store_true", help="also loops that are independent on an assumption, which is told"
    )
    annotate.add_argument(
        "--min-iterations", type=int, default=64, metavar="N", help="leave shorter loops (default 64)"
    )
    annotate.add_argument("--device", default="server", metavar="PROFILE", help=_DEVICE)
    annotate.add_argument("--memory", choices=MEMORY_MODELS, default="discrete", help=_MEMORY)
    annotate.add_argument(
        "--test", action="store_true", help="take what also agreed on generated inputs, assumed loops among it"
    )
    annotate.add_argument("--no-data-region", action="store_true", help="let every loop move its data itself")
    annotate.add_argument("--model", nargs="?", const="", metavar="NAME", help="let a model choose among schedules too")
    annotate.add_argument("--no-compiler", action="store_true", help="do not check with a compiler")
    annotate.add_argument("--compiler", metavar="PATH", help="the compiler to check with")
    annotate.add_argument("--json", action="store_true", help="what was done, as machine output on standard output")


def _run(calls: Any) -> None:
    ran = _call(
        calls,
        "run",
        "an OpenACC program on an emulated device, with no GPU: what is stale, missing, left behind",
        "Builds the program with gcc and runs it with a device that has memory of its own. Its output and status "
        "are passed on; what went wrong between directives and what moved goes to standard error, or into a document.",
        """
        loopwright run solver.c -- 100 input.txt       build and run with arguments
        loopwright run --cflags=-DN=64 main.c io.c     several files, a macro
        loopwright run --html report.html solver.c     a page with the timeline
        loopwright run --flags                         what to add to a Makefile
        """,
        usage="loopwright run [options] FILE... [-- ARGUMENTS...]",
        epilog="Exits with the program's status; with 1 where it ended with 0 and there are errors or warnings. "
        "docs/device.md says what is found and how.",
    )
    ran.add_argument(
        "files", nargs="*", metavar="FILE", help="C, C++ or Fortran files and objects, or a program built with --flags"
    )
    ran.add_argument("--flags", action="store_true", help="print what a Makefile or CMake adds, and stop")
    ran.add_argument("--memory", choices=MEMORY_MODELS, default="discrete", help=_MEMORY)
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


def _translate(calls: Any) -> None:
    translate = _call(
        calls,
        "translate",
        "a CUDA file as C++ for the CPU",
        "Writes the same computation as C++ with OpenMP: kernels as loops, launches as calls, no CUDA header. "
        "With --verify every kernel is run beside its translation on generated inputs, in a child process with limits; loops "
        "that the model writes are taken where they agree with the kernel and are faster. Where the files have a main, the program "
        "itself is run too, beside one that carries out every copy on a device with memory of its own. Headers with CUDA code become "
        "part of the file. The files of a program are given together, or their folder: kernels of one can then be launched by another. "
        "They keep their places below the folder that they go to, and share one header with what CUDA brings with itself.",
        """
        loopwright translate reduce.cu                     to standard output
        loopwright translate reduce.cu -o reduce.cpp       into a file
        loopwright translate --verify reduce.cu            run each kernel beside it, and the program
        loopwright translate --verify sum.cu -- 1000       the program with arguments
        loopwright translate main.cu lib.cu -o cpu/        a program of several files
        loopwright translate src/ -I include -o cpu/       all CUDA files of a folder
        """,
        usage="loopwright translate [options] FILE... [-- ARGUMENTS...]",
        epilog="The result compiles with g++ -std=c++17 -O3 -march=native -fopenmp, files of a later standard with that. What cannot "
        "be translated is left out and told with its line.",
    )
    translate.add_argument(
        "file", metavar="FILE", nargs="+", help="a CUDA file, - for standard input; several or a folder for one program"
    )
    translate.add_argument(
        "-I", dest="include", action="append", default=[], metavar="DIR", help="where headers are looked for"
    )
    translate.add_argument(
        "-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]", help="a macro of the build"
    )
    translate.add_argument(
        "-std",
        "--std",
        metavar="STANDARD",
        help="the standard of C++ that the files are written in, as nvcc takes it (default: their build's, else c++17)",
    )
    translate.add_argument("--kernel", metavar="NAME", help="only this kernel")
    translate.add_argument(
        "-o", "--output", metavar="OUT", help="write there instead of standard output; a folder for several files"
    )
    translate.add_argument("--force", action="store_true", help="replace files in the folder that are no translations")
    translate.add_argument(
        "--verify",
        action="store_true",
        help="run kernels and translations on generated inputs, and the program, with the arguments behind --",
    )
    translate.add_argument(
        "--candidates",
        action="store_true",
        help="as --verify, and show other ways to write a kernel: a product of matrices as a call of an installed BLAS",
    )
    translate.add_argument("--compiler", metavar="PATH", help="the C++ compiler (default g++)")
    translate.add_argument(
        "--seconds",
        type=float,
        default=40.0,
        metavar="S",
        help="with --verify: the longest run of the program (default 40)",
    )
    translate.add_argument(
        "--gpu", action="store_true", help="with --verify: run the kernels themselves on a GPU of this machine too"
    )
    translate.add_argument("--model", metavar="NAME", help="the model that is asked for plain loops, with --verify")
    translate.add_argument("--no-model", action="store_true", help="ask no model")
    translate.add_argument(
        "--format",
        choices=("text", "json", "sarif"),
        default="text",
        help="what to print of the kernels (default text)",
    )
    translate.add_argument("--json", action="store_true", help="the same as --format json")


def _model(calls: Any) -> None:
    model = _call(
        calls,
        "model",
        "which GGUF files and adapters are used",
        examples="""
        loopwright model list                  what is installed, and which is used
        loopwright model import mine.gguf      add one
        loopwright model import a.gguf b.gguf  several adapters; the last is in use
        loopwright model use mine              choose a model, or an adapter
        loopwright model runtime               compile llama.cpp for this machine
        """,
    )
    verbs = model.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, text in (("list", "the installed models"), ("path", "the file of the model in use")):
        verbs.add_parser(name, help=text).add_argument("--json", action="store_true", help="machine output")
    verbs.add_parser("use", help="choose a model or an adapter by name").add_argument("name")
    verbs.add_parser("remove", help="take away a model or an adapter that was imported").add_argument("name")
    imported = verbs.add_parser("import", help="add a GGUF file: a model made for filling in, or an adapter for one")
    imported.add_argument("files", nargs="+", metavar="FILE", help="of several adapters the last is in use")
    imported.add_argument("--name", help="a name for it (default: that of the file)")
    imported.add_argument(
        "--task",
        choices=("openacc", "translate"),
        help="what an adapter writes (default: directives), as its file does not say",
    )
    imported.add_argument("--licence", default="unknown", help="its licence")
    built = verbs.add_parser("runtime", help="install llama.cpp for this machine, where it is missing or crashes")
    built.add_argument("--anew", action="store_true", help="compile it also where it works")


def _doctor(calls: Any) -> None:
    doctor = _call(
        calls,
        "doctor",
        "compilers, model and cores found; what is missing and what that costs",
        examples="""
        loopwright doctor              what was found, and what is missing
        loopwright doctor --measure    what translations of CUDA choose by, measured here once
        """,
    )
    doctor.add_argument("--json", action="store_true", help="machine output")
    doctor.add_argument(
        "--measure",
        action="store_true",
        help="measure in some seconds what threads, divisions and calls take on this machine, and keep it for `translate`",
    )


def _init(calls: Any) -> None:
    init = _call(
        calls,
        "init",
        "set up a project: its configuration, and what CI needs",
        "Writes [tool.loopwright] into pyproject.toml, or a loopwright.toml where there is none, and prints what goes into CI. "
        "Nothing that is there is changed.",
        """
        loopwright init                             this folder, GitHub Actions
        loopwright init --ci gitlab solver/         another folder, GitLab
        loopwright init --ci github > .github/workflows/openacc.yml
        """,
    )
    init.add_argument("folder", nargs="?", default=".", metavar="DIR", help="the project's folder (default: this one)")
    init.add_argument(
        "--ci", choices=("github", "gitlab", "pre-commit"), default="github", help="whose example (default github)"
    )
    init.add_argument("--json", action="store_true", help="machine output")


def _completion(calls: Any) -> None:
    completion = _call(
        calls,
        "completion",
        "a script that completes commands and options in a shell",
        examples="""
        loopwright completion bash > ~/.local/share/bash-completion/completions/loopwright
        loopwright completion zsh > ~/.zfunc/_loopwright        (with ~/.zfunc in fpath)
        loopwright completion fish > ~/.config/fish/completions/loopwright.fish
        """,
    )
    completion.add_argument("shell", choices=_SHELLS, help="the shell")


def _color(call: argparse.ArgumentParser) -> None:
    call.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours: on a terminal where NO_COLOR is not set (default), always, never",
    )
