"""Who has not said `trusted` gets parsing and analysis: no compiler, no setting that names a file. Settings of a file are
those of its folder."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path

import pytest
import pytest_lsp
from loopwright.lsp.settings import Settings, key_of, package_configuration, path_settings, read_settings
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from wire import SERVER, Wire

pytestmark = pytest.mark.usefixtures("preloaded_commands")

TEXT = "void f(int n, float *a) {\n#pragma acc parallel loop copy(nope)\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    yield
    await asyncio.wait_for(lsp_client.shutdown_session(), 200)


def canary_compiler(folder: Path) -> tuple[Path, Path]:
    """(a program that leaves a mark when it is started, the mark)."""
    path, mark = folder / "gcc", folder / "started"
    path.write_text(f"#!/bin/sh\ntouch {mark}\necho 'gcc (x) 99.1'\necho '#define _OPENACC 202506'\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path, mark


@pytest.mark.parametrize("options", [None, {}, {"trusted": None}, {"trusted": "yes"}, {"trusted": 1}, [True]], ids=repr)
async def test_who_does_not_say_so_is_not_trusted(client: LanguageClient, tmp_path: Path, options: object) -> None:
    compiler, mark = canary_compiler(tmp_path)
    settings = {"compiler": {"path": str(compiler)}, "model": {"name": str(tmp_path / "named-by-a-setting.gguf")}}
    wire = await Wire.begin(client, [tmp_path], options, settings)
    uri = wire.open(tmp_path / "a.c", TEXT)
    assert [d.code for d in await wire.diagnostics(uri)] == ["LW301"]
    told = str(await wire.command("loopwright.server.doctor"))
    assert "not trusted" in told
    assert "named-by-a-setting.gguf" not in told
    assert "compiler  " not in told
    assert "not trusted" in str(await wire.command("loopwright.server.test", uri, 3))
    await wire.settled()
    assert "Not used without trust: loopwright.model.name, loopwright.compiler.path." in wire.notes
    assert not mark.exists()


async def test_trust_can_be_given_later_and_taken_back(client: LanguageClient, tmp_path: Path) -> None:
    compiler, mark = canary_compiler(tmp_path)
    wire = await Wire.begin(client, [tmp_path], None, {"compiler": {"path": str(compiler)}, "model": {"enable": False}})
    client.protocol.notify("loopwright/trust", {"trusted": True})
    while not mark.exists():  # a test that never ends is ended
        await asyncio.sleep(0.1)
    await wire.settled()
    uri = wire.open(tmp_path / "a.c", TEXT)
    client.protocol.notify("loopwright/trust", {"trusted": False})
    assert "not trusted" in str(await wire.command("loopwright.server.test", uri, 3))
    assert "not trusted" in str(await wire.command("loopwright.server.doctor"))


async def test_settings_are_those_of_the_folder(client: LanguageClient, tmp_path: Path) -> None:
    """A multi-root workspace with two versions of OpenACC: `self` is newer than one of them."""
    text = TEXT.replace("copy(nope)", "self(n > 9)")
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    asked: list[str | None] = []

    def own(folder: Path) -> dict[str, object]:
        return {"openacc": {"version": "2.6" if folder == old else "3.4"}}

    wire = await Wire.begin(
        client, [old, new], {"trusted": False}, {}, {folder: own(folder) for folder in (old, new)}, asked
    )
    first, second = wire.open(old / "a.c", text), wire.open(new / "a.c", text)
    before = [[d.code for d in await wire.diagnostics(uri)] for uri in (first, second)]
    assert before[0] != before[1]
    assert before[1] == []
    assert {first, second} <= set(asked)
    count = len(asked)
    await wire.diagnostics(first)
    await wire.diagnostics(second)
    assert len(asked) == count  # kept
    wire.own[old] = {"openacc": {"version": "3.4"}}
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    while await wire.diagnostics(first):  # until the change arrives
        await asyncio.sleep(0.05)


def test_every_setting_that_is_a_path_belongs_to_the_machine() -> None:
    """A setting with `path` or `name` in its key, or that speaks of a path, must be marked; what is marked is the machine's."""
    for item in fields(Settings):
        speaks = "path" in item.metadata["title"].lower() or item.name.endswith(
            ("_path", "_profile", "_file", "_folder")
        )
        assert item.metadata["path"] == speaks, item.name
        if item.metadata["path"]:
            assert item.metadata["scope"] == "machine"
    configuration = package_configuration()
    assert {configuration[key]["scope"] for key in path_settings()} == {"machine"}


def test_without_trust_no_path_is_left() -> None:
    values = {key_of(item.name): "/somewhere/x.gguf" for item in fields(Settings) if item.metadata["path"]}
    chosen, complaints = read_settings({**values, "cuda.gpu": True, "openacc.version": "3.0"})
    assert complaints == ()
    assert all(getattr(chosen, item.name) == "/somewhere/x.gguf" for item in fields(Settings) if item.metadata["path"])
    plain = chosen.without_trust()
    assert "somewhere" not in str(plain)
    assert (plain.cuda_gpu, plain.openacc_version) == (False, "3.0")
    assert len(chosen.machine_settings()) == len(values) + 1


@pytest.mark.parametrize("value", ["./gcc", "tools/gcc", "../model.gguf"])
def test_a_relative_path_is_no_value(value: str) -> None:
    chosen, complaints = read_settings({"compiler.path": value, "model.name": value, "device.profile": value})
    assert chosen == Settings()
    assert len(complaints) == 3


def test_the_recorded_client_asks_for_settings() -> None:
    workspace = client_capabilities("visual-studio-code").workspace
    assert workspace is not None
    assert workspace.configuration
