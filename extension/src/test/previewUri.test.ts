import assert from "node:assert/strict";
import { test } from "node:test";
import { partners, previewUri, readUri } from "../features/previewUri";

test("a preview's name holds file and kernel", () => {
  const uri = previewUri("file:///home/a b/k&1.cu", "add");
  assert.ok(uri.startsWith("loopwright-kernel:/add%20on%20the%20CPU.cpp?"));
  assert.deepEqual(readUri(previewUri("file:///a.cu", "add#2")), { source: "file:///a.cu", kernel: "add#2" });
  assert.deepEqual(readUri(uri), { source: "file:///home/a b/k&1.cu", kernel: "add" });
  assert.deepEqual(readUri(decodeURIComponent(uri)), { source: "file:///home/a b/k&1.cu", kernel: "add" });
});

test("a line has its partners, or those of the line above it", () => {
  const lines = [[4, 2], [6, 7], [6, 9], [8, 12]] as const;
  assert.deepEqual(partners(lines, 1, 6), { at: [7, 9], exact: true });
  assert.deepEqual(partners(lines, 0, 9), { at: [6], exact: true });
  assert.deepEqual(partners(lines, 1, 7), { at: [9], exact: false });
  assert.deepEqual(partners(lines, 0, 1), { at: [], exact: false });
});
