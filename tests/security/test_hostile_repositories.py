"""Repositories that want to be run are opened, trusted and not, and given to the command line: nothing of them starts, nothing
is written, answers come."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sysconfig
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient
from repositories import REPOSITORIES, Yard
from wire import SERVER, Wire
from yards import bare, nothing_happens, yard_for

pytestmark = pytest.mark.usefixtures("preloaded_commands")

SETTINGS = {"model": {"enable": False}, "compiler": {"path": "gcc", "timeout": 2}}  # gcc loads plugins
COMMAND = Path(sysconfig.get_path("scripts")) / "loopwright"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    yield
    await asyncio.wait_for(lsp_client.shutdown_session(), 200)


def test_there_are_enough_of_them() -> None:
    assert len({repository.name for repository in REPOSITORIES}) == len(REPOSITORIES) >= 40


def test_the_traps_close(tmp_path: Path, plugin: tuple[Path, Path]) -> None:
    """The marks appear where something is run: by a plugin in a response file, and by a program that looks like a compiler."""
    yard = Yard(tmp_path, plugin[1], plugin[0])
    response = yard.write("response", f"X -fplugin={yard.plugin}")
    for command in (["gcc", "-fsyntax-only", "-x", "c", "-I", f"@{response}", "/dev/null"], [str(yard.program("gcc"))]):
        subprocess.run(command, capture_output=True)
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
    for finding in await wire.diagnostics(uri):
        assert finding.code != "LW600", finding.message  # the directive was read: the loop needs no other
    loop = path.read_text()[: path.read_text().index("for (")].count("\n") + 1
    document = await wire.command("loopwright.server.analyze", uri)
    assert [found["line"] for found in document["loops"]] == [loop]
    wire.close(uri)
    uri = wire.open(bare(path), bare(path).read_text())
    suggestion = await wire.command("loopwright.server.suggest", uri, loop - 1)
    (suggested,) = suggestion["loops"]
    assert suggested["candidates"]
    if yard.settings:
        assert await wire.command("loopwright.server.doctor")
    wire.close(uri)
    if yard.settings and not trusted:
        await _configure(wire, SETTINGS)


async def _configure(wire: Wire, settings: dict[str, object]) -> None:
    wire.settings, count = settings, wire.statuses
    wire.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    while wire.statuses <= count:  # until the settings arrive
        await asyncio.sleep(0.05)
