// Bundles the extension (type checking is `npm run types`); --tests bundles the unit tests instead.
import { readdirSync } from "node:fs";
import { build } from "esbuild";

const production = process.argv.includes("--production");
const tests = process.argv.includes("--tests");
const common = { bundle: true, platform: "node", format: "cjs", target: "node18", logLevel: "warning" };

if (tests) {
  const entryPoints = readdirSync("src/test").map((name) => `src/test/${name}`);
  await build({ ...common, entryPoints, outdir: "out/test" });
} else {
  await build({
    ...common, entryPoints: ["src/extension.ts"], outfile: "out/extension.js", external: ["vscode"],
    minify: production, sourcemap: !production,
  });
}
