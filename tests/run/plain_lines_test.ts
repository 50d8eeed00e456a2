import { deepEqual, equal } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import type { Outcome, OutcomeStatus } from "../../src/run/outcome.ts";
import { flat } from "../../src/text/csv_write.ts";
import { thesesLines } from "../../src/run/theses_lines.ts";
import { warningsOf } from "../../src/run/warnings.ts";
import { csvLine } from "../../src/text/csv_write.ts";
import { plainCell, plainLine, plainNames } from "./plain_lines.ts";
import { done, failed } from "./sample_outcomes.ts";

const text = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(..."aZ09(.,-=+@'\" \n\r\t\0\u2028\u2029\ud800\uFEFF\u001aé漢"), maxLength: 8 }),
);
const name = fc.oneof(text, fc.constantFrom("ticker", "7", "07", "1.5", "__proto__", "toJSON", "length"));
const other = fc.record({
  status: fc.constantFrom<Exclude<OutcomeStatus, "done" | "partial">>(
    "failed",
    "in_doubt",
    "invalid",
    "skipped",
    "pending",
  ),
  says: text,
  body: fc.jsonValue(),
});

/** An outcome of that status with some content. */
function withoutThesis({ status, says, body }: {
  readonly status: Exclude<OutcomeStatus, "done" | "partial">;
  readonly says: string;
  readonly body: unknown;
}): Outcome {
  const { input } = failed(1);
  const { asked } = done(1);
  const error = { code: says, message: says, body };
  switch (status) {
    case "invalid":
      return { status, input, problem: { line: 2, column: says, message: says } };
    case "failed":
    case "in_doubt":
      return { status, input, asked, error };
    case "skipped":
    case "pending":
      return { status, input, asked };
  }
}

const thesis = fc.record({
  thesis: fc.record({ signal: text, confidence: fc.double(), reasoning: text }),
  drivers: fc.array(text, { maxLength: 3 }),
  metadata: fc.record({ score: fc.double(), as_of: text }, { requiredKeys: [] }),
  identity: text,
}).map((options) => done(1, options));
const outcomes = fc.oneof(thesis, other.map(withoutThesis));

Deno.test("a line of theses.jsonl equals JSON.stringify() of the row except for lone surrogates, whether its parts are stored as JSON or not", () => {
  const header = fc.array(name, { maxLength: 5 });
  fc.assert(
    fc.property(outcomes, header, fc.array(text, { maxLength: 5 }), fc.array(text), (said, header, cells, warnings) => {
      const outcome = { ...said, input: { ...said.input, cells } };
      const { line } = thesesLines(header);
      equal(line({ outcome, warnings }), `${plainLine({ outcome, warnings }, header)}\n`);
      if (outcome.status !== "done") return;
      const texts = { request: '{"input":1}', result: '{"a":[1]}', files: "[2]", error: '"not shown"' };
      const parts = { asked: { ...outcome.asked, request: { input: 1 } }, result: { a: [1] }, files: [2] };
      const kept = { ...outcome, ...parts } as unknown as Outcome;
      equal(line({ outcome, warnings, texts }), `${plainLine({ outcome: kept, warnings }, header)}\n`);
    }),
    runsOf("run/plain_lines", 2_000),
  );
});

Deno.test("a lone surrogate, which DuckDB cannot read, becomes a replacement character; text that looks like its escape does not change", () => {
  const outcome = done(1, { thesis: { signal: "a\ud83d", confidence: 1, reasoning: "\\ud83d 😀 \udc00\ud83d" } });
  const { result } = JSON.parse(thesesLines([]).line({ outcome, warnings: ["\ud83d"] }));
  deepEqual([result.agent_thesis.signal, result.agent_thesis.reasoning], ["a\ufffd", "\\ud83d 😀 \ufffd\ufffd"]);
});

Deno.test("the error of a row that is not done may be stored as JSON", () => {
  const texts = { request: "{}", error: '{"code":"kept"}' };
  equal(JSON.parse(thesesLines([]).line({ outcome: failed(1), warnings: [], texts })).error.code, "kept");
});

Deno.test("a cell is written as if by one rule after the other", () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      equal(csvLine([first, second]), `${plainCell(first)},${plainCell(second)}\n`);
    }),
    runsOf("run/plain_lines", 5_000),
  );
});

Deno.test("a line break and the white space around it become one space", () => {
  fc.assert(fc.property(text, (said) => equal(flat(said), said.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " "))));
});

Deno.test("a ticker is found as a separate word, in any spelling", () => {
  const unit = fc.constantFrom(..."aAbB.-/ 1İΣςⓐ\u0307\ud801\udc00\n^=_");
  const said = fc.string({ unit, maxLength: 12 });
  const ticker = fc.string({ unit, maxLength: 5 }).filter((ticker) => !/\s/.test(ticker));
  fc.assert(
    fc.property(ticker, fc.array(said, { minLength: 1, maxLength: 3 }), (ticker, [reasoning = "", ...drivers]) => {
      const outcome = done(1, { ticker, thesis: { reasoning }, drivers, risks: [] });
      const isNamed = !warningsOf(outcome, {}).includes("names neither ticker nor company");
      equal(isNamed, plainNames(outcome));
    }),
    runsOf("run/plain_lines", 20_000),
  );
});
