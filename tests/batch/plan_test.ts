import fc from "fast-check";
import { deepEqual, equal, ok, throws } from "../assert.ts";
import { parseBody } from "../../src/batch/question/body_template.ts";
import { findColumns } from "../../src/batch/list/input_columns.ts";
import { csvFile } from "../../src/protocol/input_file.ts";
import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { identityText, makePlan, type Question } from "../../src/batch/question/plan.ts";

const HEADER = ["ticker", "company", "weight", "day", "question"];
const CELLS = ["BRK.B", 'Berkshire "Hathaway"\nInc.', "0.5", "2017-03-31", ""];
const COLUMNS = findColumns(HEADER, { name: "list.csv" });

const rowOf = (cells: readonly string[]) => {
  const [ticker = "", company = ""] = cells;
  return { row: 1, line: 2, ticker, company, cells };
};
const plan = (question: Question, cells: readonly string[] = CELLS) => {
  const made = makePlan(question, COLUMNS);
  return { sent: made.sentColumns, wantsFiles: made.wantsFiles, ask: made.ask(rowOf(cells)) };
};
const DEFAULT_PROMPT = 'Analyse the company listed under ticker "BRK.B" (Berkshire "Hathaway"\nInc.)';
const INCLUDE = ["files", "verification"];

const ASKED: readonly { when: string; question: Question; sends: unknown; sent: readonly string[] }[] = [
  {
    when: "there are no options",
    question: {},
    sends: { input: DEFAULT_PROMPT, include: INCLUDE },
    sent: ["ticker", "company"],
  },
  {
    when: "prompt, model and day are given",
    question: { prompt: "Judge {{Ticker}} at {{ weight }}", model: "m", asOf: "2016-02-29", files: "none" },
    sends: {
      input: "Judge BRK.B at 0.5",
      model: "m",
      metadata: { as_of: "2016-02-29" },
      include: ["verification"],
    },
    sent: ["ticker", "weight"],
  },
  {
    when: "each row has its own day",
    question: { prompt: "Judge {{ticker}}", asOf: "Day" },
    sends: { input: "Judge BRK.B", metadata: { as_of: "2017-03-31" }, include: INCLUDE },
    sent: ["ticker", "day"],
  },
  {
    when: "the body is custom",
    question: {
      body: { query: "{{prompt}}", opts: { w: "{{weight}}", tags: ["x {{ticker}}", 1, null, true] } },
      prompt: "On {{company}}",
      model: "m",
    },
    sends: {
      query: 'On Berkshire "Hathaway"\nInc.',
      opts: { w: "0.5", tags: ["x BRK.B", 1, null, true] },
    },
    sent: ["company", "weight", "ticker"],
  },
  {
    when: "the body has places for day and model",
    question: { body: { q: "{{ticker}}", d: "{{as_of}}", m: "{{model}}" }, asOf: "day", model: "m" },
    sends: { q: "BRK.B", d: "2017-03-31", m: "m" },
    sent: ["day", "ticker"],
  },
  {
    when: "the body does not use the prompt, so that the prompt's columns are not sent",
    question: { body: { symbol: "{{ticker}}" } },
    sends: { symbol: "BRK.B" },
    sent: ["ticker"],
  },
  {
    when: "the body has the default form, so that it names the model",
    question: { body: { input: "{{prompt}}", metadata: { horizon: "63d" } }, prompt: "On {{ticker}}", model: "m" },
    sends: { input: "On BRK.B", metadata: { horizon: "63d" }, model: "m" },
    sent: ["ticker"],
  },
  {
    when: "the body has an input and other fields, so that it is custom",
    question: { body: { input: "{{prompt}}", k: 5 }, prompt: "On {{ticker}}", model: "m" },
    sends: { input: "On BRK.B", k: 5 },
    sent: ["ticker"],
  },
];
for (const { when, question, sends, sent } of ASKED) {
  Deno.test(`makePlan() returns the request and the columns it sends when ${when}`, () => {
    const planned = plan(question);
    deepEqual(planned.ask, { request: sends });
    deepEqual(planned.sent, sent);
    equal(planned.wantsFiles, question.files !== "none");
  });
}

const WRONG: readonly { when: string; question: Question; says: RegExp }[] = [
  {
    when: "the prompt names a missing column",
    question: { prompt: "{{sector}}" },
    says: /the prompt: it names \{\{sector\}\}/,
  },
  {
    when: "the body names a missing column",
    question: { body: { a: ["{{sector}}"] } },
    says: /the body: it names \{\{sector\}\}, but the columns are \{\{prompt\}\}, \{\{ticker\}\}/,
  },
  {
    when: "a key of the body contains a placeholder",
    question: { body: { a: { "{{ticker}}": 1 } } },
    says: /only values are/,
  },
  {
    when: "the prompt has no placeholder in the body",
    question: { body: {}, prompt: "x" },
    says: /no placeholder \{\{prompt\}\}/,
  },
  {
    when: "the prompt column has no placeholder in the body",
    question: { body: {}, promptColumn: "question" },
    says: /Cannot send the prompt column: the body has no placeholder \{\{prompt\}\}/,
  },
  {
    when: "the day has no placeholder in the body",
    question: { body: {}, asOf: "day" },
    says: /no placeholder \{\{as_of\}\}/,
  },
  { when: "the day is invalid", question: { asOf: "2017-02-29" }, says: /neither a day like 2025-03-31 nor a column/ },
  {
    when: "an own column is missing",
    question: { own: ["w"] },
    says: /"w" as an own column: there is no such column; the header/,
  },
  {
    when: "an own column holds the tickers",
    question: { own: ["ticker"] },
    says: /an own column: it holds the tickers/,
  },
  {
    when: "an own column is named twice",
    question: { own: ["weight", "Weight"] },
    says: /"weight" .* it is named twice/,
  },
  {
    when: "own columns go with a body of the caller's own",
    question: { own: ["weight"], body: { q: "{{ticker}}" } },
    says: /Cannot send own columns: the body of the requests is the caller's own/,
  },
  { when: "the prompt column is missing", question: { promptColumn: "q" }, says: /prompt column "q": the header is/ },
];
for (const { when, question, says } of WRONG) {
  Deno.test(`makePlan() throws an InputError when ${when}`, () => {
    throws(() => plan(question), (error) => error instanceof InputError && says.test(error.message));
  });
}

const OWN_CELLS: readonly (readonly [cell: string, sends: string | undefined])[] = [
  ["0.5", "ticker,weight\nBRK.B,0.5\n"],
  ["-1,25", "ticker,weight\nBRK.B,-1.25\n"],
  [" (3) ", "ticker,weight\nBRK.B,-3\n"],
  ["n/a", undefined],
  ["", undefined],
];
for (const [cell, sends] of OWN_CELLS) {
  Deno.test(`an own column with the cell "${cell}" sends ${sends === undefined ? "no table" : "a table of its row"}`, () => {
    const { ask, sent } = plan({ own: ["Weight"] }, CELLS.with(2, cell));
    const { input_files = [] } = ("request" in ask ? ask.request : {}) as ReasoningRequest;
    deepEqual(input_files, sends === undefined ? [] : [csvFile("list.csv", sends)]);
    deepEqual(sent, ["ticker", "company", "weight"]);
  });
}

const INVALID: readonly { when: string; question: Question; cells: readonly string[]; is: readonly string[] }[] = [
  {
    when: "the prompt needs an empty cell",
    question: { prompt: "{{weight}}" },
    cells: ["A", "", " ", "", ""],
    is: ["weight", "The prompt needs this cell, but it is empty"],
  },
  {
    when: "the body needs an empty cell",
    question: { body: { w: ["{{weight}}"] } },
    cells: ["A", "", "", "", ""],
    is: ["weight", "The body needs this cell, but it is empty"],
  },
  {
    when: "the body's prompt needs an empty cell",
    question: { body: { q: "{{prompt}}" }, prompt: "{{company}}" },
    cells: ["A", "", "", "", ""],
    is: ["company", "The prompt needs this cell, but it is empty"],
  },
  ...["high", "1,234"].map((cell) => ({
    when: `an own column has the cell ${cell}`,
    question: { own: ["weight"] },
    cells: ["A", "", cell, "", ""],
    is: ["weight", `An own column needs a number, but the cell is "${cell}"`],
  })),
  {
    when: "its day is empty",
    question: { asOf: "day" },
    cells: ["A", "", "", " ", ""],
    is: ["day", "No day to research as of"],
  },
  {
    when: "its day has another format",
    question: { asOf: "day" },
    cells: ["A", "", "", "31/03/2017", ""],
    is: ["day", '"31/03/2017" is not a day like 2025-03-31'],
  },
];
for (const { when, question, cells, is: [column, message] } of INVALID) {
  Deno.test(`makePlan() makes a row invalid, and names its column, when ${when}`, () => {
    deepEqual(plan(question, cells).ask, { problem: { line: 2, column, message } });
  });
}

Deno.test("a body keeps its shape and its other values, whatever the cells contain", () => {
  const body = { q: "a {{ticker}} b {{company}}", n: 1.5, list: ["{{company}}", { deep: "{{ticker}}{{ticker}}" }] };
  const cell = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() !== "");
  fc.assert(fc.property(cell, cell, (ticker, company) => {
    const ask = makePlan({ body }, COLUMNS).ask(rowOf([ticker, company, "", "", ""]));
    ok("request" in ask);
    const [t, c] = [ticker.trim(), company.trim()];
    deepEqual(JSON.parse(identityText(ask.request)), {
      q: `a ${t} b ${c}`,
      n: 1.5,
      list: [c, { deep: t + t }],
    });
  }));
});

Deno.test("a body that is not a JSON object is an InputError with file, line and column", () => {
  const problems = [
    { text: '{\n  "a": 1,\n}', says: /^Cannot read the body b\.json: line 3, column 1: expected a name in "\.\.\."$/ },
    { text: "[1]", says: /^Cannot use the body b\.json: it is not a JSON object$/ },
  ];
  for (const { text, says } of problems) {
    throws(
      () => parseBody(text, { name: "b.json" }),
      (error) => error instanceof InputError && says.test(error.message),
    );
  }
});

Deno.test("rows that ask the same share one request, whatever the order of names in the body", () => {
  const identities = [{ a: "{{ticker}}", b: 1 }, { b: 1, a: "{{ticker}}" }].map((body) => {
    const { ask } = plan({ body });
    return "request" in ask ? identityText(ask.request) : "";
  });
  equal(identities[0], identities[1]);
});
