"""Repositories that want to be run by being opened. Each leaves a mark if anything of it was started, and so does every file
that a compiler writes into it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SOURCE = """#include <stddef.h>
void scale(size_t n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (size_t i = 0; i < n; i++) a[i] = 2 * a[i];
}
"""
DIRECTIVE = "#pragma acc parallel loop copy(a[0:n])\n"
# A shared object whose constructor leaves the mark: who loads it, as a plugin or otherwise, runs it.
PLUGIN = """#include <fcntl.h>
#include <stdlib.h>
__attribute__((constructor)) static void run(void) {{ open("{mark}", O_CREAT | O_WRONLY, 0600); }}
int plugin_is_GPL_compatible;
"""


@dataclass
class Yard:
    """Where a repository is made: its ``folder``, the ``mark`` that must not appear, a ``plugin`` that leaves it."""

    folder: Path
    mark: Path
    plugin: Path
    settings: dict[str, Any] = field(default_factory=dict)

    def write(self, name: str, text: str | bytes = "") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def program(self, name: str) -> Path:
        """A program that leaves the mark and then looks like a compiler."""
        path = self.write(
            name, f"#!/bin/sh\ntouch '{self.mark}'\necho 'gcc (x) 99.1'\necho '#define _OPENACC 202506'\n"
        )
        path.chmod(0o755)
        return path

    def python(self, name: str) -> Path:
        return self.write(name, f"open({str(self.mark)!r}, 'w').close()\n")

    def database(self, *words: object, name: str = "compile_commands.json", file: str = "a.c", **entry: object) -> None:
        row = {"directory": str(self.folder), "file": file, "arguments": ["cc", *words, "-c", file], **entry}
        self.write(name, json.dumps([row]))

    def command(self, text: str) -> None:
        self.write(
            "compile_commands.json", json.dumps([{"directory": str(self.folder), "file": "a.c", "command": text}])
        )


@dataclass(frozen=True)
class Repository:
    """``make`` fills a folder; ``source`` is the file in it that is opened."""

    name: str
    make: Callable[[Yard], None]
    source: str = "a.c"
    text: str = SOURCE


def _flags(*words: str) -> Callable[[Yard], None]:
    """A database with these words; `{plugin}`, `{mark}` and `{folder}` are filled in."""

    def make(yard: Yard) -> None:
        _lay_traps(yard)
        yard.database(*(word.format(plugin=yard.plugin, mark=yard.mark, folder=yard.folder) for word in words))

    return make


def _lay_traps(yard: Yard) -> None:
    """What flags point to: a response file, specs, a wrapper, programs named as a compiler's own, a configuration of clang."""
    yard.write("response", f"X -fplugin={yard.plugin}")  # X is what the flag before takes
    yard.write("specs", f"*cc1:\n+ -fplugin={yard.plugin}\n\n")
    yard.write("clang.cfg", f"-fplugin={yard.plugin}\n")
    for name in ("bin/cc1", "bin/cc1plus", "bin/as", "bin/ld", "bin/collect2", "bin/clang", "wrapper"):
        yard.program(name)


def _raw(text: str | bytes, name: str = "compile_commands.json") -> Callable[[Yard], None]:
    return lambda yard: void(yard.write(name, text))


def void(*_: object) -> None:
    """Nothing: for expressions that give something."""


def _link(target: str) -> Callable[[Yard], None]:
    return lambda yard: os.symlink(target, yard.folder / "compile_commands.json")


def _settings(make: Callable[[Yard], dict[str, Any]]) -> Callable[[Yard], None]:
    """Settings that the folder brings: VS Code's file, and what a client would answer that mixes it into its own."""

    def write(yard: Yard) -> None:
        yard.settings = make(yard)
        flat = {f"loopwright.{a}.{b}": value for a, inner in yard.settings.items() for b, value in inner.items()}
        yard.write(".vscode/settings.json", json.dumps(flat))

    return write


def _modules(*names: str) -> Callable[[Yard], None]:
    return lambda yard: void([yard.python(name) for name in names])


def _git(yard: Yard) -> None:
    for hook in ("post-checkout", "pre-commit", "post-index-change", "fsmonitor-watchman"):
        yard.program(f".git/hooks/{hook}")
    yard.program("helper")
    yard.write(".git/HEAD", "ref: refs/heads/main\n")
    text = "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = {0}\n\tpager = {0}\n\tsshCommand = {0}\n[diff]\n\texternal = {0}\n"
    yard.write(".git/config", text.format(yard.folder / "helper"))


def _pipe_header(yard: Yard) -> None:
    os.mkfifo(yard.folder / "pipe.h")


def _loops(yard: Yard) -> None:
    os.symlink("loop.h", yard.folder / "loop.h")
    os.symlink(".", yard.folder / "include")
    yard.write("self.h", '#include "self.h"\n#include "other.h"\n')
    yard.write("other.h", '#include "self.h"\n')


def _sparse(yard: Yard) -> None:
    with (yard.folder / "big.h").open("wb") as file:
        file.truncate(3 << 30)


DEEP = "[" * 100_000 + "]" * 100_000
REPOSITORIES = [
    # response files, wherever a word may stand
    Repository("response after -I", _flags("-I", "@{folder}/response")),
    Repository("response after -D", _flags("-D", "@{folder}/response")),
    Repository("response after -include", _flags("-include", "@{folder}/response")),
    Repository("response after -isystem", _flags("-isystem", "@response")),
    Repository("response alone", _flags("@response")),
    Repository("response in a command", lambda y: (_lay_traps(y), y.command(f"cc -I @{y.folder}/response -c a.c"))[1]),
    # plugins
    Repository("-fplugin=", _flags("-fplugin={plugin}")),
    Repository("-fplugin= after -I", _flags("-I", "-fplugin={plugin}")),
    Repository("-fplugin= after -isystem", _flags("-isystem", "-fplugin={plugin}")),
    Repository("-fplugin= after -D", _flags("-D", "-fplugin={plugin}")),
    Repository("-fplugin= after --sysroot", _flags("--sysroot", "-fplugin={plugin}")),
    Repository("-load of clang", _flags("-Xclang", "-load", "-Xclang", "{plugin}")),
    Repository("-fpass-plugin=", _flags("-fpass-plugin={plugin}")),
    Repository("a line break in a folder", _flags("-I", "x\n-fplugin={plugin}")),
    Repository("a line break in a standard", _flags("-std=c11\n-fplugin={plugin}")),
    # other programs in the compiler's place
    Repository("-B", _flags("-B{folder}/bin/")),
    Repository("-B after -I", _flags("-I", "-B{folder}/bin/")),
    Repository("-specs=", _flags("-specs={folder}/specs")),
    Repository("-wrapper", _flags("-wrapper", "{folder}/wrapper")),
    Repository("-wrapper after -I", _flags("-I", "-wrapper", "{folder}/wrapper")),
    Repository("--config of clang", _flags("--config={folder}/clang.cfg")),
    Repository("-gcc-toolchain", _flags("--gcc-toolchain={folder}", "-ccc-install-dir", "{folder}/bin")),
    Repository("a compiler in the database", lambda y: y.database(arguments=[str(y.program("gcc")), "-c", "a.c"])),
    # flags that write
    Repository("-o after -I", _flags("-I", "-o{mark}")),
    Repository("-MF", _flags("-MD", "-MF", "{mark}")),
    Repository("-MF after -D", _flags("-D", "-MD", "-D", "-MF{mark}")),
    Repository("-fdump", _flags("-I", "-fdump-tree-all={mark}", "-save-temps")),
    Repository("-aux-info", _flags("-aux-info", "{mark}", "-Wp,-MD,{mark}")),
    # what breaks our own words
    Repository("macros of the language", _flags("-Dint=long", "-D_OPENACC=1", "-Dmain=other", "-Dfor=while")),
    Repository("macros that end nothing", _flags("-DX=/*", "-DY=\\", "-DZ=\n#include </dev/zero>", "-D")),
    Repository("a header that blocks", lambda y: (_pipe_header(y), y.database("-include", "pipe.h"))[1]),
    Repository("a device as a header", _flags("-include", "/dev/zero", "-I", "/dev/zero")),
    Repository("a header of somebody else", _flags("-include", "/etc/passwd")),
    # databases that are none
    Repository("an open quote", lambda y: y.command("cc -DX=\"' -c a.c")),
    Repository("a backslash at the end", lambda y: y.command("cc -c a.c \\")),
    Repository("wrong types", _raw(json.dumps([1, None, {"file": 3}, {"file": "a.c", "arguments": [1, {}, None]}]))),
    Repository("NUL", lambda y: y.database("-I", "a\0b", "-D\0", directory="a\0b")),
    Repository("deep nesting", _raw(DEEP)),
    Repository("deep nesting in an entry", _raw('[{"file": "a.c", "arguments": ' + DEEP + "}]")),
    Repository(
        "half a surrogate", _raw('[{"file": "a.c", "directory": "\\ud800", "arguments": ["cc", "-I", "\\udfff"]}]')
    ),
    Repository("a link to a device", _link("/dev/zero")),
    Repository("a link to itself", _link("compile_commands.json")),
    Repository("a pipe", lambda y: os.mkfifo(y.folder / "compile_commands.json")),
    Repository("thousands of folders", _flags(*(f"-I{n}" for n in range(30_000)))),
    Repository("a folder that is gone", lambda y: y.database("-I", "x", directory="/nowhere/at/all")),
    # other tools' files
    Repository(
        "compile_flags.txt", lambda y: void(_lay_traps(y), y.write("compile_flags.txt", f"-fplugin={y.plugin}\n"))
    ),
    Repository(
        ".clangd",
        lambda y: void(
            _lay_traps(y),
            y.write(".clangd", f"CompileFlags:\n  Add: [-fplugin={y.plugin}]\n  Compiler: {y.program('bin/gcc')}\n"),
        ),
    ),
    Repository("clang.cfg", lambda y: void(_lay_traps(y), y.write(".clang", f"-fplugin={y.plugin}\n"))),
    Repository(
        "compilers in the folder",
        lambda y: void([y.program(n) for n in ("gcc", "g++", "clang", "cc", "clangd", "nvc")]),
    ),
    Repository("git", _git),
    # Python
    Repository("sitecustomize", _modules("sitecustomize.py", "usercustomize.py")),
    Repository(
        "the standard library", _modules("queue.py", "json.py", "logging.py", "asyncio.py", "argparse.py", "random.py")
    ),
    Repository(
        "our own names",
        _modules("loopwright/__init__.py", "loopwright/__main__.py", "llama_cpp.py", "pygls/__init__.py", "numpy.py"),
    ),
    Repository(
        ".env",
        lambda y: void(
            y.program("gcc"), y.write(".env", f"PATH={y.folder}\nLD_PRELOAD={y.plugin}\nPYTHONPATH={y.folder}\n")
        ),
    ),
    Repository(
        "pyproject.toml",
        lambda y: void(
            y.python("backend.py"),
            y.write(
                "pyproject.toml",
                '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[tool.loopwright]\ninclude-path = ["/dev"]\n',
            ),
        ),
    ),
    # settings of the folder
    Repository("a compiler by settings", _settings(lambda y: {"compiler": {"path": str(y.program("gcc"))}})),
    Repository("a relative compiler", _settings(lambda y: {"compiler": {"path": f"./{y.program('gcc').name}"}})),
    Repository(
        "a model by settings", _settings(lambda y: {"model": {"name": str(y.write("m.gguf", b"GGUF" + b"\xff" * 100))}})
    ),
    Repository(
        "a profile by settings",
        _settings(
            lambda y: {
                "device": {"profile": str(y.folder / "pipe.toml")},
                "server": {"python": str(y.program("python"))},
            }
        ),
    ),
    # names and headers
    Repository("a file named as a response file", _flags("-I", "inc"), source="@a.c"),
    Repository("a file named as an option", _flags("-I", "inc"), source="-fplugin=a.c"),
    Repository("a file with a line break", _flags("-I", "inc"), source="a\n-fplugin=x.c"),
    Repository("a pipe is included", _pipe_header, text='#include "pipe.h"\n' + SOURCE),
    Repository("a device is included", lambda y: None, text='#include "/dev/zero"\n' + SOURCE),
    Repository(
        "links that go round",
        _loops,
        text='#include "loop.h"\n#include "self.h"\n#include "include/include/self.h"\n' + SOURCE,
    ),
    Repository("a header of three gigabytes", _sparse, text='#include "big.h"\n' + SOURCE),
]
