import { pointerText } from "../../protocol/json_pointer.ts";
import { jsonOr } from "../../protocol/parse_json.ts";

const MAX_LOOKED_AT = 5_000;
const MAX_DEPTH = 8;

/** A value inside a body, and its path. */
interface Step {
  readonly value: unknown;
  readonly path: readonly string[];
}

/**
 * Finds a thesis deeper in a body than the specification puts it; the outermost one counts.
 * @param body The text of the body.
 * @returns Its place as a JSON pointer; undefined when it is the body itself, or is not found.
 */
export function thesisPlace(body: string): string | undefined {
  const queue: Step[] = [{ value: jsonOr(body, undefined), path: [] }];
  for (let at = 0; at < Math.min(queue.length, MAX_LOOKED_AT); at++) {
    const { value, path } = queue[at] ?? { value: undefined, path: [] };
    const inner = typeof value === "string" ? jsonOr(value, undefined) : value;
    if (isThesis(inner)) return path.length === 0 ? undefined : pointerText(path);
    if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) continue;
    for (const [name, next] of Object.entries(value)) queue.push({ value: next, path: [...path, name] });
  }
  return undefined;
}

function isThesis(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "agent_thesis" in value || ["signal", "confidence", "reasoning"].every((name) => name in value);
}
