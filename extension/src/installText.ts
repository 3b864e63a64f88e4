// What setting up says while it goes on, apart from VS Code so that it can be tested.

/** `line`: what the step itself said last. */
export function sentence(number: number, title: string, line: string, seconds: number): string {
  return `step ${number} of 3, ${title}${line && ` (${line})`} · ${seconds} s`;
}

/** Of "129 of 387 files compiled, …" or "25 % compiled, …": how much is done. */
export function percentOf(line: string): number | undefined {
  const [, done, total] = /^(\d+) (?:of (\d+) files|%) compiled/.exec(line) ?? [];
  return done === undefined ? undefined : (100 * Number(done)) / Number(total ?? 100);
}

/** What Python and pip say where the last line that they write does not name the reason. */
const REASONS: [RegExp, string][] = [
  [/after connection broken by|Could not fetch URL/, "the package registry cannot be reached. Loopwright's package for one platform needs none"],
  [/ensurepip is not available/, "this Python lacks its module venv (Debian, Ubuntu: apt install python3-venv)"],
];

/** Why a step failed, from what it wrote. */
export function reasonOf(output: string, errors: string, otherwise: string): string {
  const known = REASONS.find(([words]) => words.test(`${output}\n${errors}`));
  return known?.[1] ?? (errors.trim().split("\n").pop() || otherwise).replace(/\.$/, "");
}
