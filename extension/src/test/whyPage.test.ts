import assert from "node:assert/strict";
import { test } from "node:test";
import { followed, linked, page } from "../features/whyPage";

test("what comes from a file stays text, and only our script may run", () => {
  const html = page("<script>a</script>.c:3", "<p>proved</p>", "x < y & \"z\"", "abc");
  assert.ok(html.includes("<h1>&#60;script&#62;a&#60;/script&#62;.c:3</h1>"));
  assert.ok(html.includes("x &#60; y &#38; &#34;z&#34;"));
  assert.match(html, /default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc';/);
  assert.equal(html.split("<script").length - 1, 1);
});

test("a button has a name, and what happens is told to a screen reader", () => {
  const html = page("a.c:1", "", "", "n");
  assert.match(html, /<button id="run">Run on Generated Inputs<\/button>/);
  assert.match(html, /role="status"/);
});

for (const [link, target] of [
  ["file:///p/a.c#L3", "file:///p/a.c#L3"],
  ["https://www.openacc.org", "https://www.openacc.org"],
  ["command:workbench.action.terminal.sendSequence", undefined],
  ["javascript:alert(1)", undefined],
  ["vscode://file/p/a.c#L3", "file:///p/a.c#L3"],
  ["vscode://settings/editor.fontSize", undefined],
  ["a.c", undefined],
] as const) {
  test(`${link} leads to ${target}`, () => assert.equal(followed(link), target));
}

test("a link to a file is there when it was rendered, and leads where it led", () => {
  const markdown = "as in [a.c:3](file:///p/a.c#L3), see `](file://` and [OpenACC](https://www.openacc.org)";
  const target = /\]\((vscode:[^)]+)\)/.exec(linked(markdown))![1];
  assert.equal(followed(target), "file:///p/a.c#L3");
  assert.ok(linked(markdown).includes("(https://www.openacc.org)"));
});
