import assert from "node:assert/strict";
import { test } from "node:test";
import { kernelAt, previewUri, readUri } from "../features/previewUri";

test("a preview's name holds file, kernel and side", () => {
  const uri = previewUri("file:///home/a b/k&1.cu", "add", "translation");
  assert.ok(uri.startsWith("loopwright-kernel:/add.cpp?"));
  assert.deepEqual(readUri(uri), { source: "file:///home/a b/k&1.cu", kernel: "add", side: "translation" });
  assert.deepEqual(readUri(decodeURIComponent(uri)), { source: "file:///home/a b/k&1.cu", kernel: "add", side: "translation" });
});

test("the kernel at the cursor is the last that begins before it", () => {
  const text = "__global__ void one(int *a) {}\n__global__ void __launch_bounds__(64) two(int *a) {}\n";
  assert.equal(kernelAt(text, 5), "one");
  assert.equal(kernelAt(text, 60), "two");
  assert.equal(kernelAt("int main() {}", 3), undefined);
});
