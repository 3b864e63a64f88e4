"""One card per loop, over the wire: one preferred directive, the others, why; in clients with and without our extension."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from lsp_editor import Editor, with_model, without_model
from lsprotocol import types
from pytest_lsp import LanguageClient

pytestmark = without_model

REWRITE = "refactor.rewrite.openacc"
PRODUCT = """void product(int n, double *restrict c, const double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int k = 0; k < n; k++) t += a[i * n + k] * b[k * n + j];
      c[i * n + j] = t;
    }
  for (int i = 0; i < 4; i++) c[i] = 0;
}
"""


def words(text: str) -> int:
    return len(re.findall(r"\bproved\b", text))


@with_model
async def test_the_quick_fix_is_one_directive_and_what_leads_to_the_rest(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    await editor.all_actions(uri, 1)
    first, *menu = await editor.actions(uri, 1)
    assert re.match(
        r"parallel loop [^·]*collapse\(2\)[^·]* · proved · pays from n ≈ \d+ · compiled by \w+ [\d.]+", first.title
    )
    assert first.is_preferred
    assert [action.title for action in menu] == ["Other directives…", "Why?"]
    # lsprotocol reads an action that has a command and no edit as the command.
    assert all(isinstance(action, types.Command) for action in menu)


@with_model
async def test_the_refactoring_has_every_directive_and_titles_differ_at_their_beginning(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    titles = [action.title for action in await editor.all_actions(uri, 1)]
    assert len(titles) > 1
    assert len({title.partition(" · ")[0] for title in titles}) == len(titles)
    assert all(title.startswith(("parallel", "kernels", "serial")) for title in titles)


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
async def test_hover_says_the_verdict_once_and_the_hint_does_not(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    await editor.all_actions(uri, 1)
    assert words(await editor.hover(uri, 1) or "") == 1
    hint = next(d for d in await editor.diagnostics(uri) if d.code == "LW600")
    assert words(hint.message) == 0
    assert "pays from n ≈" in hint.message


@pytest.mark.parametrize(
    "statement",
    ["a[i] = a[i - 1] + b[i]", "{ a[0] += a[i]; a[i] = a[0]; }", "for (int j = 0; j < n; j++) a[j] = a[j] * b[i] + i"],
)
async def test_hover_gives_the_reason_of_a_refuted_loop_once_whatever_the_project_proposes(
    editor: Editor, statement: str
) -> None:
    annotated = PRODUCT.replace(
        "  for (int i", "#pragma acc parallel loop collapse(2) copyin(a[0:n*n])\n  for (int i", 1
    )
    uri = editor.open(
        "a.c", annotated + f"void f(int n, int *a, int *b) {{\n  for (int i = 1; i < n; i++) {statement};\n}}\n"
    )
    line = annotated.count("\n") + 1
    await editor.all_actions(uri, line)
    reason, *others = (await editor.hover(uri, line) or "").split("\n\n")
    assert "refuted" in reason
    assert not [other for other in others if reason.partition(": ")[2] in other]


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
async def test_hints_stand_where_it_pays_and_not_in_host_code_of_cuda(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    assert [d.range.start.line for d in await editor.diagnostics(uri)] == [1]
    assert (await editor.actions(uri, 7))[0].title.endswith("compiled") or await editor.actions(
        uri, 7
    )  # offered when asked
    uri = editor.open("a.cu", "__global__ void k(float *x) { x[threadIdx.x] = 0; }\n" + PRODUCT, "cuda-cpp")
    assert [d for d in await editor.diagnostics(uri) if d.code == "LW600"] == []


async def test_why_has_the_evidence_for_every_directive(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    shown = asyncio.ensure_future(editor.client.wait_for_notification("window/showMessage"))
    text = await editor.command("loopwright.server.why", uri, 2)
    assert isinstance(text, str)
    assert text.startswith("Loopwright · dependence proved")
    assert "Moves: copyin" in text
    assert text.count("#pragma acc") >= 2
    assert "compiled by" in text
    # A client that has named no command of its own is shown the evidence.
    assert text.startswith((await shown).message)


@with_model
async def test_another_directive_is_chosen_by_a_question_of_the_protocol(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    asked: list[list[str]] = []
    edits: list[types.ApplyWorkspaceEditParams] = []

    @editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def choose(params: types.ShowMessageRequestParams) -> types.MessageActionItem:
        asked.append([action.title for action in params.actions or []])
        return (params.actions or [])[1]

    @editor.client.feature(types.WORKSPACE_APPLY_EDIT)
    def take(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        edits.append(params)
        return types.ApplyWorkspaceEditResult(True)

    told = await editor.command("loopwright.server.others", uri, 2)
    titles = [action.title for action in await editor.all_actions(uri, 1)]
    assert asked == [titles]
    directive = titles[1].partition(" · ")[0]
    assert told == f"Inserted #pragma acc {directive}"
    assert f"#pragma acc {directive}" in str(edits[0].edit)
    assert await editor.command("loopwright.server.apply", uri, 2, directive) == told
    assert str(edits[1].edit) == str(edits[0].edit)
    assert "not offered" in str(await editor.command("loopwright.server.apply", uri, 2, "serial loop copy(everything)"))
    assert len(edits) == 2


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
@pytest.mark.parametrize(
    ("line", "column", "offered"),
    [(1, 0, True), (1, 24, True), (1, 29, True), (2, 33, True), (7, 30, True), (3, 6, False), (5, 10, False)],
)
async def test_the_card_is_there_anywhere_on_the_line_of_a_loop(
    editor: Editor, line: int, column: int, offered: bool
) -> None:
    uri = editor.open("a.c", PRODUCT.replace("i++)\n", "i++)   \n"))
    at = types.Range(types.Position(line, column), types.Position(line, column))
    found = await editor.client.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(uri), at, types.CodeActionContext(diagnostics=[]))
    )
    assert any(action.title.startswith("parallel loop") for action in found or ()) == offered


async def test_why_tells_the_client_what_would_change(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    text = str(await editor.command("loopwright.server.why", uri, 2))
    first = (await editor.all_actions(uri, 1))[0].title.partition(" · ")[0]
    assert f"~~~diff\n@@ -1,3 +1,4 @@\n {PRODUCT.splitlines()[0]}\n+  #pragma acc {first}\n" in text


@pytest.mark.parametrize("command", ["others", "why", "apply"])
async def test_where_there_is_no_loop_it_is_said(editor: Editor, command: str) -> None:
    uri = editor.open("a.c", PRODUCT)
    more = ["parallel loop"] if command == "apply" else []
    assert await editor.command(f"loopwright.server.{command}", uri, 1, *more) == "There is no loop at this line."


async def test_a_client_that_knows_only_commands_gets_commands_that_do_it(bare: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(bare, tmp_path)
    uri = editor.open("a.c", PRODUCT)
    edits: list[types.ApplyWorkspaceEditParams] = []

    @bare.feature(types.WORKSPACE_APPLY_EDIT)
    def take(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        edits.append(params)
        return types.ApplyWorkspaceEditResult(True)

    found = await editor.actions(uri, 1)
    assert all(isinstance(item, types.Command) for item in found), found
    first, *menu = found
    assert isinstance(first, types.Command)
    assert first.title.startswith("parallel loop collapse(2) · proved")
    assert [item.title for item in menu] == ["Other directives…", "Why?"]
    assert await editor.command(first.command, *(first.arguments or [])) is True
    ((change,),) = (edits[0].edit.changes or {}).values()
    assert change.new_text.strip().startswith("#pragma acc parallel loop")
    assert change.range.start.line == 1


async def test_loops_worth_porting_are_those_of_the_folder_with_what_is_on_the_screen(
    vscode: LanguageClient, tmp_path: Path
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "saved.c").write_text(PRODUCT)
    (tmp_path / "left").mkdir()
    (tmp_path / "left" / "out.c").write_text(PRODUCT)
    (tmp_path / "loopwright.toml").write_text('exclude = ["left/*"]\n')
    (tmp_path / "open.c").write_text(PRODUCT)
    editor = Editor(vscode, tmp_path)
    editor.open("open.c", "void f(int n, float *x) {\n  for (int i = 0; i < n; i++) x[i] = 1;\n}\n")
    found = await editor.command("loopwright.server.loops", None)
    assert isinstance(found, dict)
    assert (found["files"], found["complete"]) == (2, True)
    assert [(Path(loop["file"]).name, loop["line"], loop["pattern"], loop["pays"]) for loop in found["loops"]] == [
        ("saved.c", 2, "map", True),
        ("open.c", 2, "map", True),
        ("saved.c", 8, "map", False),
    ]
    assert found["loops"][0]["title"].startswith("parallel loop collapse(2) · proved · pays from n ≈ ")
    only = await editor.command("loopwright.server.loops", (tmp_path / "left").as_uri())
    assert isinstance(only, dict)
    assert only["files"] == 1


async def test_a_client_that_names_its_commands_is_asked_for_them(vscode: LanguageClient, tmp_path: Path) -> None:
    from loopwright.lsp.client import CardCommands

    named = CardCommands.of({"othersCommand": "mine.others", "whyCommand": "", "previewCommand": "x"})
    assert (named.others, named.why) == ("mine.others", "loopwright.server.why")


@pytest.mark.settings(lambda _: {"device": {"memory": "unified"}, "model": {"enable": False}})
async def test_memory_that_is_shared_is_not_moved(editor: Editor) -> None:
    uri = editor.open("a.c", PRODUCT)
    titles = [action.title for action in await editor.all_actions(uri, 1)]
    assert titles
    assert all("copy" not in title for title in titles)
    assert "Moves" not in (await editor.hover(uri, 1) or "")


async def test_a_while_loop_that_counts_comes_with_a_for_loop(editor: Editor) -> None:
    text = "void f(int n, double *y) {\n  int i = 0;\n  while (i < n) {\n    y[i] = i;\n    i++;\n  }\n}\n"
    uri = editor.open("a.c", text)
    first, *_ = await editor.all_actions(uri, 2)
    resolved = await editor.client.code_action_resolve_async(first)
    assert "for (int i = 0; i < n; i++)" in str(resolved.edit)
    assert "#pragma acc parallel loop" in str(resolved.edit)


async def test_a_loop_that_may_race_says_so_first(editor: Editor) -> None:
    text = "void f(int n, int m, double *a) {\n  for (int i = 0; i < n; i++) a[i % m] = i;\n}\n"
    uri = editor.open("a.c", text)
    actions = [each for each in await editor.all_actions(uri, 1) if "parallel loop" in each.title]
    assert actions
    for action in actions:
        assert action.title.startswith("May race: two iterations may write one element (a[i % m]) · ")
        assert not action.is_preferred
