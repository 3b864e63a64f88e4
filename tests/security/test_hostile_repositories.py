"""Repositories that want to be run are opened, trusted and not, and given to the command line: nothing of them starts, nothing
is written, answers come."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import sysconfig
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
import pytest_lsp
from loopwright.cli.main import main
from loopwright.toolchain import flags
from loopwright.toolchain.options import Option, Place
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient
from repositories import DIRECTIVE, PLUGIN, REPOSITORIES, Repository, Yard
from wire import SERVER, Wire

SETTINGS = {"model": {"enable": False}, "compiler": {"path": "gcc", "timeout": 2}}  # gcc loads plugins
COMMAND = Path(sysconfig.get_path("scripts")) / "loopwright"


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """(a plugin, the mark that it leaves)."""
    folder = tmp_path_factory.mktemp("plugin")
    (folder / "plugin.c").write_text(PLUGIN.format(mark=folder / "mark"))
    command = ["gcc", "-shared", "-fPIC", "-o", str(folder / "plugin.so"), str(folder / "plugin.c")]
    subprocess.run(command, check=True, timeout=60)
    return folder / "plugin.so", folder / "mark"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    yield
    await asyncio.wait_for(lsp_client.shutdown_session(), 30)


def yard_for(repository: Repository, folder: Path, plugin: tuple[Path, Path]) -> tuple[Yard, Path]:
    """The repository made in a folder of its own, and the file that is opened; beside it lies one without the directive."""
    home = folder / str(REPOSITORIES.index(repository))
    (home / ".git").mkdir(parents=True)
    yard = Yard(home, plugin[1], plugin[0])
    path = yard.write(repository.source, repository.text)
    yard.write(bare(path).name, repository.text.replace(DIRECTIVE, ""))
    repository.make(yard)
    return yard, path


def bare(path: Path) -> Path:
    """The file without the directive: a compiler is asked about one for it, with what the database says of its neighbour."""
    return path.with_name(path.name.replace(".c", "b.c"))


@contextmanager
def nothing_happens(name: str, yard: Yard, trouble: list[str]) -> Iterator[None]:
    """What is done inside leaves neither the mark nor a file; what is wrong is added to ``trouble``."""
    before = tree(yard.folder)
    try:
        yield
    except Exception as error:
        trouble.append(f"{name}: {type(error).__name__} {error}")
    if yard.mark.exists():
        yard.mark.unlink()
        trouble.append(f"{name}: something of it was run")
    if tree(yard.folder) != before:
        trouble.append(f"{name}: {sorted(set(tree(yard.folder)) ^ set(before)) or 'a file'} was changed")


def tree(folder: Path) -> dict[str, tuple[int, int]]:
    """What lies there, without following links."""
    found = {}
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            status = os.lstat(os.path.join(place, name))
            found[os.path.join(place, name)] = (status.st_size, status.st_mtime_ns if name in names else 0)
    return found


def test_there_are_enough_of_them() -> None:
    assert len({repository.name for repository in REPOSITORIES}) == len(REPOSITORIES) >= 40


def test_the_traps_close(tmp_path: Path, plugin: tuple[Path, Path]) -> None:
    """The marks appear where something is run: by a plugin in a response file, and by a program that looks like a compiler."""
    yard = Yard(tmp_path, plugin[1], plugin[0])
    response = yard.write("response", f"X -fplugin={yard.plugin}")
    for command in (["gcc", "-fsyntax-only", "-x", "c", "-I", f"@{response}", "/dev/null"], [str(yard.program("gcc"))]):
        subprocess.run(command, capture_output=True, timeout=60)
        assert yard.mark.exists()
        yard.mark.unlink()


@pytest.mark.parametrize("trusted", [False, True], ids=["untrusted", "trusted"])
async def test_opened_in_an_editor(
    client: LanguageClient, tmp_path: Path, plugin: tuple[Path, Path], trusted: bool
) -> None:
    yards = [(repository, *yard_for(repository, tmp_path, plugin)) for repository in REPOSITORIES]
    wire = await Wire.begin(client, [yard.folder for _, yard, _ in yards], {"trusted": trusted}, SETTINGS)
    await wire.settled()
    trouble: list[str] = []
    for repository, yard, path in yards:
        with nothing_happens(repository.name, yard, trouble):
            await _open_and_ask(wire, yard, path, trusted)
    assert trouble == []


async def _open_and_ask(wire: Wire, yard: Yard, path: Path, trusted: bool) -> None:
    if yard.settings and trusted:
        # What a folder says never reaches the settings of the machine: the client tells it for the folder alone.
        wire.own[yard.folder] = {**SETTINGS, **yard.settings}
    elif yard.settings:
        await _configure(wire, {**SETTINGS, **yard.settings})
    uri = wire.open(path, path.read_text())
    for finding in await wire.diagnostics(uri, 30):
        assert finding.code != "LW600", finding.message  # the directive was read: the loop needs no other
    loop = path.read_text()[: path.read_text().index("for (")].count("\n") + 1
    document = await wire.command("loopwright.server.analyze", uri, seconds=30)
    assert [found["line"] for found in document["loops"]] == [loop]
    wire.close(uri)
    uri = wire.open(bare(path), bare(path).read_text())
    suggestion = await wire.command("loopwright.server.suggest", uri, loop - 1, seconds=60)
    (suggested,) = suggestion["loops"]
    assert suggested["candidates"]
    if yard.settings:
        assert await wire.command("loopwright.server.doctor", seconds=60)
    wire.close(uri)
    if yard.settings and not trusted:
        await _configure(wire, SETTINGS)


async def _configure(wire: Wire, settings: dict[str, object]) -> None:
    wire.settings, count = settings, wire.statuses
    wire.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    for _ in range(400):
        if wire.statuses > count:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the settings did not arrive")


NO_MODEL = {"check": [], "suggest": ["--no-model"]}


@pytest.mark.parametrize(
    "arguments",
    [["check", "--compiler", "gcc"], ["suggest", "--no-model", "--compiler", "gcc"], ["analyze"]],
    ids=lambda a: a[0],
)
def test_given_to_the_command_line(
    arguments: list[str], tmp_path: Path, plugin: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble: list[str] = []
    for repository in REPOSITORIES:
        yard, path = yard_for(repository, tmp_path, plugin)
        monkeypatch.chdir(yard.folder)
        with nothing_happens(f"{arguments[0]} {repository.name}", yard, trouble):
            assert main([arguments[0], str(_asked_of(arguments[0], path)), *arguments[1:]]) in (0, 1)
    assert trouble == []


def _asked_of(command: str, path: Path) -> Path:
    return bare(path) if command == "suggest" else path


@pytest.mark.parametrize("command", ["check", "suggest"])
def test_a_list_that_lets_all_words_through_is_noticed(
    command: str, tmp_path: Path, plugin: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ask the compiler with the words of the folder: without the allowlist the marks appear."""

    def all_words(words: Sequence[object], place: Place) -> tuple[Option, ...]:
        return tuple(Option("macro", str(word), "") for word in words[1:-2])

    monkeypatch.setattr(flags, "read_options", all_words)
    for name in ("response after -I", "-fplugin=", "-B", "-specs=", "-wrapper", "-MF"):
        repository = next(repository for repository in REPOSITORIES if repository.name == name)
        yard, path = yard_for(repository, tmp_path, plugin)
        trouble: list[str] = []
        with nothing_happens(name, yard, trouble):
            main([command, str(_asked_of(command, path)), "--compiler", "gcc", *NO_MODEL[command]])
        assert trouble, name


@pytest.mark.parametrize(
    "name",
    ["sitecustomize", "the standard library", "our own names", ".env", "compilers in the folder", "pyproject.toml"],
)
def test_started_in_it(name: str, tmp_path: Path, plugin: tuple[Path, Path]) -> None:
    """The command itself, with the repository as the current folder."""
    repository = next(repository for repository in REPOSITORIES if repository.name == name)
    yard, path = yard_for(repository, tmp_path, plugin)
    trouble: list[str] = []
    for command in (
        [str(COMMAND), "suggest", "--no-model", str(path)],
        [sys.executable, "-I", "-m", "loopwright", "doctor"],
    ):
        with nothing_happens(f"{name}: {command[-1]}", yard, trouble):
            done = subprocess.run(command, cwd=yard.folder, capture_output=True, text=True, timeout=120)
            assert done.returncode == 0, done.stderr[-500:]
    assert trouble == []
