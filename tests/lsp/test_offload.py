"""A program goes to the device: the plan and the edits over the wire, over several files, open and closed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from loopwright.device.run import Limits, run_program
from lsp_editor import Editor, without_model
from lsprotocol import types
from pygls.uris import to_fs_path
from pytest_lsp import LanguageClient

from tests.heat import MAIN, SOLVER
from tests.refusing import refusing

pytestmark = without_model

OTHER = "int main(void) {\n  return 0;\n}\n"


def written(text: str, edits: list[types.TextEdit]) -> str:
    """The text after edits of whole lines."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda e: e.range.start.line, reverse=True):
        assert edit.range.start.character == edit.range.end.character == 0
        lines[edit.range.start.line : edit.range.end.line] = [edit.new_text]
    return "".join(lines)


def documents(edit: types.WorkspaceEdit) -> list[tuple[str, int | None, list[types.TextEdit]]]:
    """(URI, version, edits) of each document, with or without versions."""
    changes = [change for change in edit.document_changes or [] if isinstance(change, types.TextDocumentEdit)]
    found = [(c.text_document.uri, c.text_document.version, list(c.edits)) for c in changes]
    return found or [(uri, None, list(own)) for uri, own in (edit.changes or {}).items()]  # type: ignore[return-value]


def accepting(client: LanguageClient) -> list[types.ApplyWorkspaceEditParams]:
    edits: list[types.ApplyWorkspaceEditParams] = []

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def take(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        edits.append(params)
        return types.ApplyWorkspaceEditResult(True)

    return edits


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "solver.c").write_text(SOLVER, "utf-8")
    (tmp_path / "other.c").write_text(OTHER, "utf-8")
    (tmp_path / "main.c").write_text(MAIN, "utf-8")
    return tmp_path


async def test_the_plan_comes_first_and_changes_nothing(folder: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    uri = editor.open("main.c", MAIN)
    plan = await editor.command("loopwright.server.plan", uri)
    assert isinstance(plan, dict)
    assert {Path(each["file"]).name for each in plan["files"]} == {"main.c", "solver.c"}
    assert "v: from its allocation to its release" in plan["markdown"]
    assert "## On the device" in plan["markdown"]
    assert "update self(w[n / 2:1])" in plan["markdown"]
    assert "+  #pragma acc exit data delete(v[0:1])" in plan["markdown"].splitlines()
    assert edits == []


async def test_a_program_is_edited_at_once_and_prints_the_same(folder: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    uri = editor.open("main.c", MAIN)
    told = await editor.command("loopwright.server.offload", uri)
    assert "for kernels" in str(told)
    (edit,) = edits
    texts = {"main.c": MAIN, "solver.c": SOLVER, "other.c": OTHER}
    for uri, version, own in documents(edit.edit):
        name = Path(to_fs_path(uri) or "").name
        assert version in ((1, None) if name == "main.c" else (None,))
        texts[name] = written(texts[name], own)
    assert texts["other.c"] == OTHER
    assert texts["main.c"].count("#pragma acc enter data") == 2
    outputs = []
    for name, flags in (("serial", []), ("acc", ["-fopenacc", "-foffload=disable"])):
        place = folder / name
        place.mkdir()
        for file in ("main.c", "solver.c"):
            (place / file).write_text(texts[file] if name == "acc" else {"main.c": MAIN, "solver.c": SOLVER}[file])
        command = ["gcc", *flags, str(place / "main.c"), str(place / "solver.c"), "-o", str(place / "program"), "-lm"]
        subprocess.run(command, check=True, capture_output=True)
        outputs.append(subprocess.run([str(place / "program")], check=True, capture_output=True).stdout)
    assert outputs[0] == outputs[1]


async def test_what_an_edit_is_for_is_said_to_clients_that_show_it(folder: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    await editor.command("loopwright.server.offload", editor.open("main.c", MAIN))
    (edit,) = edits
    labels = edit.edit.change_annotations
    if labels is None:
        pytest.skip("this client does not")
    assert not any(label.needs_confirmation for label in labels.values())  # VS Code would leave them all unchecked
    used = {e.annotation_id for c in edit.edit.document_changes or [] for e in c.edits}  # type: ignore[union-attr]
    assert {"kernel", "data"} <= used <= set(labels)


async def test_a_function_alone(folder: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    own = SOLVER.replace("double *", "double *restrict ")
    text = own + own.replace("relax", "again")
    uri = editor.open("solver.c", text)
    await editor.command("loopwright.server.offload", uri, 5)
    (edit,) = edits
    ((_, _, changes),) = documents(edit.edit)
    after = written(text, changes)
    assert after.startswith(own)
    assert after.count("#pragma acc parallel loop") == 1


SHUFFLED = """#include <stdio.h>
#include <stdlib.h>
static void shuffle(double *x, int n) {
  unsigned s = 7;
  for (int i = 0; i < n; i++) { s = s * 1103515245u + 12345u; x[i] = s % 100; }
}
int main(void) {
  int n = 100000;
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  double total = 0;
  for (int t = 0; t < 3; t++) {
    shuffle(x, n);
    for (int i = 0; i < n; i++) y[i] = 2 * x[i];
    for (int i = 0; i < n; i++) total += y[i];
  }
  printf("%g\\n", total);
  free(x);
  free(y);
  return 0;
}
"""


@pytest.mark.settings(lambda _: {"device": {"profile": "server"}})
async def test_a_function_alone_is_right_where_the_others_stay_as_they_are(tmp_path: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    uri = editor.open("a.c", SHUFFLED)
    await editor.command("loopwright.server.offload", uri, 8)
    ((_, _, changes),) = documents(edits[0].edit)
    place = tmp_path / "run"
    place.mkdir()
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    place.chmod(0o755)
    (place / "before.c").write_text(SHUFFLED)
    (place / "after.c").write_text(written(SHUFFLED, changes))
    before, after = (run_program([place / f"{n}.c"], folder=place, limits=Limits()) for n in ("before", "after"))
    assert after.stdout == before.stdout
    assert after.findings == ()
    assert len(after.kernels) == 2


async def test_nothing_to_do_is_said(folder: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    assert (
        await editor.command("loopwright.server.offload", editor.open("other.c", OTHER))
        == "Nothing here runs on a device."
    )
    assert edits == []


@pytest.mark.settings(lambda folder: {"compiler": {"path": str(refusing(folder, "acc update self"))}})
async def test_what_does_not_compile_is_not_written(folder: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    uri = editor.open("main.c", MAIN)
    plan = await editor.command("loopwright.server.plan", uri)
    assert "no data are placed in main: gcc" in str(plan)
    await editor.command("loopwright.server.offload", uri)
    assert {Path(to_fs_path(uri) or "").name for uri, _, _ in documents(edits[0].edit)} == {"solver.c"}


@pytest.mark.settings(lambda folder: {"compiler": {"path": str(refusing(folder, "acc parallel loop"))}})
async def test_a_function_that_does_not_compile_is_left(folder: Path, editor: Editor) -> None:
    edits = accepting(editor.client)
    uri = editor.open("solver.c", SOLVER.replace("double *", "double *restrict "))
    assert await editor.command("loopwright.server.offload", uri, 2) == "Nothing here runs on a device."
    assert edits == []
