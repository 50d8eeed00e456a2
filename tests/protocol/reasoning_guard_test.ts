/** The guard lets most replies skip the schema: the schema would return what it accepts unchanged. */
import fc from "fast-check";
import { deepEqual, equal } from "../assert.ts";
import { reasoningResultSchema } from "../../src/protocol/reasoning.ts";
import { isWholeReasoningResult } from "../../src/protocol/reasoning_guard.ts";

const FILE = { file_id: "file_1", filename: "AAPL.png", media_type: "image/png", bytes: 12 };

/** Every field of the interfaces. */
const WHOLE = {
  agent_thesis: { signal: "neutral", confidence: 0.53, reasoning: "About even." },
  key_drivers: ["Revenue up"],
  risks: ["Priced high"],
  metadata: {
    ...{ subject: "AAPL", as_of: "2026-03-31", horizon: "63d", benchmark: "SPY", currency: "USD" },
    ...{ score: 0.12, drawdown_probability: 0.27, engine: "e 1", calibration: "uncalibrated", response_id: "r" },
    evidence: { for: 1, against: 2, abstained: 3 },
    files: [FILE],
    ...{ warnings: ["no chart"], incomplete: true },
    verification: {
      ...{ confidence: 1, claims_total: 4, claims_verified: 4, claims_removed: 0, as_of: "2026-03-31" },
      checks: [{ name: "recompute", passed: 4, total: 4, detail: "all" }],
      sources: [{ id: "s", title: "t", sha256: "00" }],
      contradictions: ["a"],
      stale: ["b"],
    },
  },
};

type Path = readonly (string | number)[];

/** Every path in a value, the root first. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))];
}

/** The value with another one at a path; `undefined` removes the path. */
function changed(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value)) return value.with(Number(name), changed(value[Number(name)], rest, other));
  const entries = Object.entries(value as Record<string, unknown>);
  // JSON.parse creates a field of any name, also __proto__; a literal would not
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, key === name ? changed(inner, rest, other) : inner]),
  );
}

function holds(value: unknown): void {
  if (!isWholeReasoningResult(value)) return;
  deepEqual(reasoningResultSchema.parse(value), value);
}

const PLACES = placesIn(WHOLE);

Deno.test("a thesis passes with every known field, with the specification's alone, and with fields of a newer service", () => {
  const { metadata: _beside, ...specified } = WHOLE;
  const newer = { ...WHOLE, wire: 1, x: [{}], metadata: { y: null, files: [{ ...FILE, z: 1 }] } };
  for (const value of [WHOLE, specified, newer]) {
    equal(isWholeReasoningResult(value), true);
    deepEqual(reasoningResultSchema.parse(value), value);
  }
});

const OTHERS = [
  undefined,
  null,
  true,
  1,
  "",
  "x",
  [],
  [1],
  ["x"],
  {},
  JSON.parse("1e999"),
  JSON.parse('{"__proto__":{}}'),
];

Deno.test("the guard accepts no thesis that the schema would change, whatever value is anywhere in it", () => {
  let passed = 0;
  for (const place of PLACES) {
    for (const other of OTHERS) {
      const value = changed(WHOLE, place, other);
      holds(value);
      if (isWholeReasoningResult(value)) passed++;
    }
  }
  equal(passed > PLACES.length, true); // most optional fields may be absent or another text
});

Deno.test("the guard leaves a field named __proto__ to the schema wherever the schema drops it", () => {
  for (const place of PLACES) {
    const at = place.reduce<unknown>((value, name) => Reflect.get(value as object, name), WHOLE);
    if (typeof at !== "object" || Array.isArray(at)) continue;
    const text = JSON.stringify(at);
    const value = changed(WHOLE, place, JSON.parse(`{"__proto__":{"a":1},${text.slice(1)}`));
    equal(isWholeReasoningResult(value), false);
  }
});

Deno.test("the guard and the schema agree on random theses, intact and damaged", () => {
  const damage = fc.tuple(fc.constantFrom(...PLACES), fc.oneof(fc.constantFrom(...OTHERS), fc.jsonValue()));
  fc.assert(fc.property(fc.array(damage, { maxLength: 3 }), (damages) => {
    let value: unknown = WHOLE;
    for (const [place, other] of damages) {
      try {
        value = changed(value, place, other);
      } catch (error) {
        if (!(error instanceof RangeError || error instanceof TypeError)) throw error; // that path no longer exists
      }
    }
    holds(value);
  }));
});
