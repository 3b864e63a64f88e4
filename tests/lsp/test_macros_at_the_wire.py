"""Directives behind macros, over the wire: no second one is offered, and others are written in the project's own words."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

HEADER = """\
#ifdef _OPENACC
#define ACC_LOOP _Pragma("acc parallel loop")
#else
#define ACC_LOOP
#endif
"""
CODE = """\
#include "macros.h"
void f(int n, double *restrict a, const double *restrict b) {
  ACC_LOOP
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i];
  for (int i = 0; i < n; i++)
    a[i] = 3 * a[i];
}
"""


async def test_no_second_directive_and_the_edit_is_the_macro(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "macros.h").write_text(HEADER)
    uri = editor.open("a.c", CODE)
    assert await editor.all_actions(uri, 3) == []
    assert "a directive stands here already, as ACC_LOOP" in (await editor.hover(uri, 3) or "")
    titles = {action.title: action for action in await editor.all_actions(uri, 5)}
    (title,) = [title for title in titles if "written ACC_LOOP" in title]
    action = await editor.resolve(titles[title])
    (edit,) = action.edit.changes[uri] if action.edit.changes else action.edit.document_changes[0].edits
    assert edit.new_text.strip() == "ACC_LOOP"
