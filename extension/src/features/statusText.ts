// What the status item says, apart from VS Code so that it can be tested.
import type { StatusFields } from "./status";

export function describeStatus(fields: StatusFields): { text: string; detail: string } {
  const time = typeof fields.milliseconds === "number" ? ` · ${Math.round(fields.milliseconds)} ms` : "";
  const text = fields.busy ? "Loopwright: working" : `Loopwright${time}`;
  const parts = [
    fields.model ? `model ${fields.model}` : "no model",
    fields.compiler ?? "no compiler",
    ...(fields.notes ?? []),
  ];
  return { text, detail: parts.join(" · ") };
}
