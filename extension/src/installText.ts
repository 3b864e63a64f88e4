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
