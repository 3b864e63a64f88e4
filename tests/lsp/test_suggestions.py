"""The path of a quick-fix over the real wire, with the shipped model and a real compiler."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest
from lsp_editor import Editor
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

TEXT = """#include <stddef.h>
/* \f naïve 𝛼 */
float total(size_t n, const float *x) {
  float sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += x[i];
  }
  for (size_t i = 1; i < n; i++) ((float *)x)[i] = 0;
  return sum;
}
"""


def applied(text: str, edit: types.WorkspaceEdit) -> str:
    """The text after an edit of one insertion at the beginning of a line."""
    changes = edit.document_changes or [types.TextDocumentEdit(None, next(iter((edit.changes or {}).values())))]  # type: ignore[arg-type]
    (change,) = changes[0].edits  # type: ignore[union-attr]
    assert change.range.start == change.range.end
    assert change.range.start.character == 0
    lines = text.split("\n")
    lines.insert(change.range.start.line, change.new_text.rstrip("\n"))  # type: ignore[union-attr]
    return "\n".join(lines)


async def test_quick_fix_with_evidence_that_compiles(editor: Editor, tmp_path: Path) -> None:
    uri = editor.open("total.c", TEXT)
    actions = await editor.all_actions(uri, 4)
    titles = [action.title for action in actions]
    assert any("reduction(+:sum)" in title for title in titles), titles
    assert all(" · proved · " in title and "compiled by" in title for title in titles), titles
    assert [action.is_preferred or False for action in actions] == [True] + [False] * (len(actions) - 1)
    first = actions[0] if actions[0].edit else await editor.resolve(actions[0])
    assert first.edit is not None
    text = applied(TEXT, first.edit)
    assert text.split("\n")[4].startswith("  #pragma acc parallel loop")
    path = tmp_path / "out.c"
    path.write_text(text, "utf-8")
    subprocess.run(["gcc", "-fopenacc", "-foffload=disable", "-fsyntax-only", str(path)], check=True)


async def test_the_diagnostics_that_a_client_sends_along_come_back_whole(editor: Editor) -> None:
    uri = editor.open("total.c", TEXT)
    hint = next(d for d in await editor.diagnostics(uri) if d.range.start.line == 4)
    assert hint.severity is not None
    hint.tags = [types.DiagnosticTag.Unnecessary]
    await editor.all_actions(uri, 4)
    actions = await editor.actions(uri, 4, diagnostics=[hint], only=["quickfix"])
    assert actions
    echoed = [d for action in actions if isinstance(action, types.CodeAction) for d in action.diagnostics or []]
    assert echoed
    assert {(d.severity, tuple(d.tags or ())) for d in echoed} == {(hint.severity, tuple(hint.tags))}


async def test_an_automatic_request_does_not_wait(editor: Editor) -> None:
    uri = editor.open("total.c", TEXT)
    await editor.hover(uri, 4)  # the server is up
    first, *_ = await editor.actions(uri, 4, types.CodeActionTriggerKind.Automatic)
    assert "reduction(+:sum)" in first.title


async def test_the_filter_of_kinds_is_a_prefix(editor: Editor) -> None:
    uri = editor.open("total.c", TEXT)
    await editor.all_actions(uri, 4)
    assert {a.kind for a in await editor.actions(uri, 4, only=["refactor"])} == {"refactor.rewrite.openacc"}
    # lsprotocol reads an action with a command and no edit as the command.
    card = await editor.actions(uri, 4, only=["quickfix"])
    assert {a.kind for a in card if isinstance(a, types.CodeAction)} == {"quickfix"}
    assert await editor.actions(uri, 4, only=["source.organizeImports"]) == []


async def test_no_action_off_the_header_or_on_a_refuted_loop(editor: Editor) -> None:
    uri = editor.open("a.c", "void f(int n, int *a) {\n  for (int i = 1; i < n; i++) {\n    a[i] = a[i-1];\n  }\n}\n")
    assert await editor.actions(uri, 0) == []
    assert await editor.actions(uri, 1) == []
    assert await editor.actions(uri, 2) == []
    text = await editor.hover(uri, 1)
    assert text is not None
    assert "refuted" in text
    assert "iteration i=1 writes a[1], iteration i=2 reads it" in text
    assert await editor.hover(uri, 2) is None


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
async def test_resolving_a_stale_action_is_refused(editor: Editor) -> None:
    uri = editor.open("total.c", TEXT)
    actions = await editor.actions(uri, 4)
    editor.insert(uri, 2, 0, 0, "\n")
    with pytest.raises(JsonRpcException) as error:
        await editor.resolve(actions[0])
    assert error.value.code == int(types.LSPErrorCodes.ContentModified)


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
async def test_edits_after_a_form_feed_land_where_they_should(editor: Editor) -> None:
    uri = editor.open(
        "f.c", "int a;\n\fint b;\nvoid f(int n, int *x) { int 𝛼; for (int i = 0; i < n; i++) x[i] = 0; }\n"
    )
    assert len(await editor.diagnostics(uri)) == 1
    editor.insert(uri, 2, 2, 24, "int 𝛽; ")
    (hint,) = await editor.diagnostics(uri)
    assert hint.range.start.line == 2
    assert hint.range.start.character == 24 + len("int xx; ") + len("int xx; ")


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
async def test_hints_stand_at_candidate_loops_only(editor: Editor) -> None:
    uri = editor.open("total.c", TEXT)
    (first, second) = await editor.diagnostics(uri)
    assert first.severity == types.DiagnosticSeverity.Hint
    assert (first.source, first.code) == ("loopwright", "LW600")
    assert (first.range.start.line, first.range.start.character) == (4, 2)
    assert second.range.start.line == 7


async def test_hints_are_pushed_to_a_client_that_does_not_pull(bare: LanguageClient, tmp_path: Path) -> None:
    uri = Editor(bare, tmp_path).open("total.c", TEXT)
    await bare.wait_for_notification("textDocument/publishDiagnostics")
    assert len(bare.diagnostics[uri]) == 2


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
async def test_two_edits_during_a_request_give_no_stale_action(editor: Editor) -> None:
    uri = editor.open("total.c", TEXT)
    async with editor.written_at_once():
        request = asyncio.ensure_future(editor.actions(uri, 4))
        await asyncio.sleep(0)
        editor.insert(uri, 2, 0, 0, "\n")
        editor.insert(uri, 3, 0, 0, "\n")
    with pytest.raises(JsonRpcException) as error:
        await request
    assert error.value.code == int(types.LSPErrorCodes.ContentModified)
    assert [a.data["version"] for a in await editor.all_actions(uri, 6)][:1] == [3]


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
async def test_progress_begins_and_ends(editor: Editor) -> None:
    uri = editor.open("total.c", TEXT)
    await editor.all_actions(uri, 4)
    (reports,) = editor.client.progress_reports.values()
    assert reports[0].kind == "begin"
    assert reports[-1].kind == "end"


async def test_commands_give_the_documents_of_the_command_line(vscode: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(vscode, tmp_path)
    uri = editor.open("total.c", TEXT)
    analysis = await vscode.workspace_execute_command_async(
        types.ExecuteCommandParams("loopwright.server.analyze", [uri])
    )
    assert [loop["line"] for loop in analysis["loops"]] == [5, 8]
    suggestion = await vscode.workspace_execute_command_async(
        types.ExecuteCommandParams("loopwright.server.suggest", [uri, 5])
    )
    assert suggestion["loops"][0]["candidates"]
    doctor = await vscode.workspace_execute_command_async(types.ExecuteCommandParams("loopwright.server.doctor", []))
    assert "loopwright-95m" in doctor


async def test_a_client_with_no_capabilities_gets_edits_at_once(bare: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(bare, tmp_path)
    uri = editor.open("total.c", TEXT)
    actions = await editor.all_actions(uri, 4)
    assert actions
    assert all(action.command == "loopwright.server.edit" and action.arguments[0]["changes"] for action in actions)


async def test_an_untrusted_workspace_starts_no_compiler(vscode: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(vscode, tmp_path)
    uri = editor.open("total.c", TEXT)
    vscode.protocol.notify("loopwright/trust", {"trusted": False})
    assert "not trusted" in str(await editor.command("loopwright.server.test", uri, 5))
    titles = [action.title for action in await editor.all_actions(uri, 4)]
    assert titles
    assert all("not compiled" in title for title in titles)


REPEATED = """static double u[99], v[99];
void relax(int steps) {
  for (int t = 0; t < steps; t++) {
#pragma acc parallel loop copyin(u) copy(v)
    for (int i = 1; i < 98; i++) v[i] = u[i - 1] + u[i + 1];
#pragma acc parallel loop copyin(v) copy(u)
    for (int i = 1; i < 98; i++) u[i] = v[i];
  }
}
"""


async def test_data_can_be_kept_on_the_device_across_a_repeating_loop(editor: Editor, tmp_path: Path) -> None:
    uri = editor.open("relax.c", REPEATED)
    (action,) = await editor.actions(uri, 2)
    assert action.title.startswith("data copy(u,v)")
    documents = [document.edits for document in action.edit.document_changes or ()]
    (edits,) = documents or (action.edit.changes or {}).values()
    texts = sorted(edit.new_text.strip() for edit in edits)
    assert texts == [
        "#pragma acc data copy(u,v)",
        "#pragma acc parallel loop present(u,v)",
        "#pragma acc parallel loop present(v,u)",
    ]


PROGRAM = """#include <stdio.h>
static double u[99], v[99];
static void step(double *a, double *b) {
#pragma acc parallel loop copyin(a[0:99]) copy(b[0:99])
  for (int i = 1; i < 98; i++) b[i] = a[i - 1] + a[i + 1];
}
int main(void) {
  u[5] = 1;
  for (int t = 0; t < 10; t++) {
    step(u, v);
    step(v, u);
  }
  printf("%g", u[3]);
}
"""


async def test_data_of_a_program_can_be_kept_around_the_calls_of_its_time_loop(editor: Editor, tmp_path: Path) -> None:
    uri = editor.open("program.c", PROGRAM)
    (action,) = await editor.actions(uri, 8)
    assert action.title.startswith("data copyin(v) copy(u) · moves 2.4 kB once, not 4.8 kB in each of 10 rounds")
    documents = [document.edits for document in action.edit.document_changes or ()]
    (edits,) = documents or (action.edit.changes or {}).values()
    assert [edit.new_text.strip() for edit in edits] == ["#pragma acc data copyin(v) copy(u)"]


async def test_a_loop_is_run_on_generated_inputs_when_that_is_asked_for(editor: Editor, tmp_path: Path) -> None:
    uri = editor.open("total.c", TEXT)
    outcome = await editor.command("loopwright.server.test", uri, 5)
    assert outcome.startswith("Tested: #pragma acc parallel loop")
    assert "agreed on 24 generated inputs" in outcome
    refuted = editor.open("scan.c", "void f(int n, int *a) {\n  for (int i = 1; i < n; i++) a[i] += a[i - 1];\n}\n")
    assert "refuted: iteration i=1 writes a[1], iteration i=2 reads it" in await editor.command(
        "loopwright.server.test", refuted, 2
    )


async def test_a_run_that_ends_before_the_list_is_in_it(editor: Editor) -> None:
    """The model may need longer than the run: what the run says was lost with the list that came after it."""
    uri = editor.open("total.c", TEXT)
    outcome = await editor.command("loopwright.server.test", uri, 5)
    assert outcome.startswith("Tested: ")
    for _ in range(2):
        titles = [action.title for action in await editor.all_actions(uri, 4)]
        assert any("tested on" in title for title in titles), titles
        await editor.command("loopwright.server.suggest", uri, 5)


async def test_a_run_is_not_forgotten_when_the_project_says_more(editor: Editor) -> None:
    """What ran is the file's own text: lists are made anew for another index, runs are not."""
    uri = editor.open("total.c", TEXT)
    await editor.command("loopwright.server.test", uri, 5)
    for number in range(2):
        more = f"void g{number}(int n, double *b) {{\n#pragma acc parallel loop copy(b[0:n])\n  for (int i = 0; i < n; i++) b[i] = 0;\n}}\n"
        editor.open(f"more{number}.c", more)
        titles = [action.title for action in await editor.all_actions(uri, 4)]
        assert any("tested on" in title for title in titles), titles


async def test_only_what_says_what_was_run_is_tested(editor: Editor) -> None:
    text = """void f(int n, double *a) {
#pragma acc parallel loop copy(a[0:n+1])
  for (int i = 0; i < n; i++) a[i] = 2 * a[i];
}
void g(int n, double *b) {
  for (int i = 0; i < n; i++) b[i] = 2 * b[i];
}
"""
    uri = editor.open("half.c", text)
    before = [action.title for action in await editor.all_actions(uri, 5)]
    assert len(before) > 1
    await editor.command("loopwright.server.test", uri, 6)
    titles = [action.title for action in await editor.all_actions(uri, 5)]
    assert any("copy(b[0:n])" in title and "tested on" in title for title in titles), titles
    other = [title for title in titles if "n+1" in title]
    assert other, titles
    assert not any("tested on" in title for title in other), titles


VECTORS = """#include <cstddef>
#include <vector>
struct Body { double x, mass; double weighed(double by) const { return by * mass * x; } };
double moment(const std::vector<Body> &bodies, std::vector<double> &shares) {
  double sum = 0;
  for (const Body &each : bodies) {
    sum += each.weighed(2);
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] = bodies[i].mass / sum;
  }
  return sum;
}
"""


@pytest.mark.parametrize(("line", "named"), [(5, "bodies_data"), (8, "shares_data")])
async def test_a_loop_over_a_container_comes_with_pointers_to_its_elements(
    editor: Editor, tmp_path: Path, line: int, named: str
) -> None:
    uri = editor.open("moment.cpp", VECTORS, "cpp")
    hints = [d.range.start.line for d in await editor.diagnostics(uri)]
    assert line in hints
    actions = await editor.all_actions(uri, line)
    assert named in actions[0].title
    first = actions[0] if actions[0].edit else await editor.resolve(actions[0])
    assert first.edit is not None
    text = with_edits(VECTORS, first.edit)
    assert f"*{named} = {named.removesuffix('_data')}.data();" in text
    assert "#pragma acc parallel loop" in text
    path = tmp_path / "out.cpp"
    path.write_text(text, "utf-8")
    subprocess.run(
        ["g++", "-fopenacc", "-foffload=disable", "-fsyntax-only", "-Wall", "-Werror", str(path)], check=True
    )
    said = await editor.hover(uri, line)
    assert "Named before the loop" in said
    assert "How much to move is not known" not in said


def with_edits(text: str, edit: types.WorkspaceEdit) -> str:
    """The text after all edits of its one document, last first."""
    changes = edit.document_changes or [types.TextDocumentEdit(None, next(iter((edit.changes or {}).values())))]  # type: ignore[arg-type]
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]
    found = [
        (
            starts[e.range.start.line] + e.range.start.character,
            starts[e.range.end.line] + e.range.end.character,
            e.new_text,
        )  # type: ignore[union-attr]
        for e in changes[0].edits  # type: ignore[union-attr]
    ]
    for start, end, new in sorted(found, reverse=True):
        text = text[:start] + new + text[end:]
    return text
