import { excerpt } from "../../text/control.ts";

/** Names that other services give to our fields, likeliest first. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "agent_thesis.signal": [
    "signal",
    "direction",
    "recommendation",
    "rating",
    "stance",
    "verdict",
    "sentiment",
    "action",
  ],
  "agent_thesis.confidence": ["confidence", "conviction", "probability", "certainty", "score"],
  "agent_thesis.reasoning": [
    "reasoning",
    "rationale",
    "explanation",
    "thesis",
    "summary",
    "analysis",
    "text",
    "answer",
  ],
};
const MAX_DEPTH = 5;
const MAX_LOOKED_AT = 5_000;

/**
 * Guesses where missing fields are, by the names that other services use.
 * @param body The parsed body.
 * @param missing Paths of the fields that could not be read.
 * @returns One line per field found.
 */
export function nearFields(body: unknown, missing: readonly string[]): string[] {
  const places = [...placesOf(body)].slice(0, MAX_LOOKED_AT);
  return missing.flatMap((path) => {
    const found = (OTHER_NAMES[path] ?? []).flatMap((name) =>
      places.filter((place) =>
        place.name.toLowerCase() === name && place.path !== path
      )
    )[0];
    if (found === undefined) return [];
    return [`${path} may be ${excerpt(found.path, 80)} (${excerpt(JSON.stringify(found.value), 40)}).`];
  });
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly value: string | number;
}

/** Every text and number in the body, outer ones first within each branch. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<Place> {
  const name = path.at(-1);
  if (name !== undefined && (typeof value === "string" || typeof value === "number")) {
    yield { path: path.join("."), name, value };
  }
  if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value)) yield* placesOf(inner, [...path, key]);
}
