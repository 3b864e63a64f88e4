import assert from "node:assert/strict";
import { test } from "node:test";
import { asCsv, filtered, namesakes, PortableLoop, row } from "../features/portingRows";

const loop: PortableLoop = {
  uri: "file:///w/a.c", file: "/w/a.c", line: 6, function: "product", pattern: "map", verdict: "proved",
  title: "parallel loop collapse(2) · proved · pays from n ≈ 48", worth: "pays from n ≈ 48", pays: true, gain: 75, moving: 74,
};
const small: PortableLoop = { ...loop, line: 9, pattern: null, function: null, pays: false, gain: null, moving: null, title: 'a "b"' };

test("a row names the place, what is inserted and the pattern, also to a screen reader", () => {
  const { label, description, spoken, tooltip } = row(loop, "a.c");
  assert.equal(label, "a.c:6");
  assert.equal(row(loop, "src/deep/a.c").label, "a.c:6");
  assert.match(row(loop, "src/deep/a.c").tooltip, /src\/deep\/a\.c:6/);
  assert.equal(description, `${loop.title} · map in product`);
  assert.equal(spoken, "map in product, a.c:6: parallel loop collapse(2) · proved · pays from n ≈ 48. About 74 times as fast on the device, 75 times with its data there.");
  assert.match(tooltip, /74 times as fast on the device, 75 times/);
  assert.equal(row(small, "a.c").description, `a "b" · loop in no function`);
  assert.match(row(small, "a.c").tooltip, /does not pay/);
});

test("files of one name are told with their folder", () => {
  const ambiguous = namesakes(["/w/mpi/a.c", "/w/serial/a.c", "/w/serial/a.c", "/w/b.c"]);
  assert.deepEqual([...ambiguous], ["a.c"]);
  assert.equal(row(loop, "deep/serial/a.c", ambiguous).label, "serial/a.c:6");
  assert.equal(row(loop, "deep/serial/b.c", ambiguous).label, "b.c:6");
});

test("the filter is by pattern, and by what pays", () => {
  assert.deepEqual(filtered([loop, small], undefined, false), [loop, small]);
  assert.deepEqual(filtered([loop, small], "map", false), [loop]);
  assert.deepEqual(filtered([loop, small], "scan", false), []);
  assert.deepEqual(filtered([loop, small], undefined, true), [loop]);
});

test("the export is CSV that keeps quotes", () => {
  const lines = asCsv([loop, small]).trimEnd().split("\n");
  assert.equal(lines[0], "file,line,function,pattern,verdict,title,moving,gain");
  assert.equal(lines[2], '"/w/a.c","9","","","proved","a ""b""","",""');
});
