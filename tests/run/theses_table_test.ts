import { deepEqual, equal } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import type { Outcome } from "../../src/run/outcome.ts";
import { THESIS_COLUMNS } from "../../src/run/columns.ts";
import { failuresTable, type LineTable, thesesTable } from "../../src/run/theses_table.ts";
import { thesesLines } from "../../src/run/theses_lines.ts";
import { parse } from "../../src/text/csv_read.ts";
import { unguardCell } from "../text/unguard_cell.ts";
import { asked, done, failed, placeAll } from "./sample_outcomes.ts";

/** Adds the rows, then renders them. */
function render(
  make: typeof thesesTable,
  outcomes: readonly Outcome[],
  header: readonly string[] = ["ticker"],
): string {
  const { head, line }: LineTable = make(header);
  return head + placeAll(outcomes).map(line).join("");
}

function table(outcomes: readonly Outcome[], header?: readonly string[]): Record<string, string>[] {
  const [names, ...rows] = parse(render(thesesTable, outcomes, header));
  return rows.map(({ cells }) => Object.fromEntries((names?.cells ?? []).map((name, at) => [name, cells[at] ?? "?"])));
}

function only(outcome: Outcome): Record<string, string> {
  return table([outcome])[0] ?? {};
}

Deno.test("theses.csv has its documented columns in order, then the input's own", () => {
  const header = "row,ticker,status,signal,confidence,score,rank,drawdown_probability,verification_confidence," +
    "coverage,top_driver,top_risk,warnings,as_of,horizon,benchmark,currency,subject,files,key_drivers,risks,reasoning," +
    "summary,why,watch,figures,error_code,error,in_ticker,in_weight\n";
  equal(render(thesesTable, [], ["ticker", "weight"]), header);
  equal(THESIS_COLUMNS.length, 28);
});

Deno.test("theses.csv has every cell of a full answer", () => {
  const outcome = {
    ...done(1, {
      thesis: { signal: "bullish", confidence: 0.53, reasoning: "AAPL rose\nand rose" },
      drivers: ["AAPL rose", "Calm"],
      risks: ["May fall", "May stall"],
      metadata: {
        ...{ subject: "AAPL", as_of: "2017-12-29", horizon: "63d", benchmark: "^GSPC", currency: "USD" },
        ...{ score: -0.25, drawdown_probability: 0.125, verification: { confidence: 0.75 } },
        evidence: { for: 3, against: 1, abstained: 3, coverage: 0.5714 },
      },
    }),
    files: [
      { path: "files/1_AAPL/a.png", bytes: 1, sha256: "", mediaType: "" },
      { path: "files/1_AAPL/b.csv", bytes: 1, sha256: "", mediaType: "" },
    ],
  };
  deepEqual(Object.values(only(outcome)), [
    ...["1", "AAPL", "done", "bullish", "0.53", "-0.25", "1", "0.125", "0.75", "0.5714", "AAPL rose", "May fall", ""],
    ...["2017-12-29", "63d", "^GSPC", "USD", "AAPL", "files/1_AAPL/a.png | files/1_AAPL/b.csv"],
    ...["AAPL rose | Calm", "May fall | May stall", "AAPL rose and rose", "", "", "", "", "", "", "AAPL"],
  ]);
});

Deno.test("an answer in blocks is one line of sentences, with its lead, its reasons and what to watch apart, and ASCII minus signs", () => {
  const said = (text: string) => [{ text, claims: [] }];
  const reasoning =
    "**A*: bullish.** [1]\n\n|  | Revenue | Growth | EPS | Growth |\n|--|--:|--:|--:|--:|\n| 2024 | 5 | −7% | 2 | 9% |\n" +
    "| 2025 | 6 |  |  | 8% |\n\n**Direction.** A is bullish. [1]\n\n*None.* [2]\n\n[1] Prices [2] Report";
  const row = only(done(1, {
    thesis: { signal: "bullish", confidence: 0.53, reasoning },
    metadata: {
      sections: {
        version: 1,
        kind: "thesis",
        blocks: [
          { kind: "lead", said: said("A*: bullish.") },
          { kind: "points", title: "Why", said: [...said("It grew."), ...said("It is cheap.")] },
          { kind: "points", title: "Risks", said: said("It may fall.") },
          { kind: "turn", said: said("Below -5% it would not be.") },
        ],
      },
    },
  }));
  deepEqual([row["reasoning"], row["summary"], row["why"], row["watch"]], [
    "A*: bullish. 2024: Revenue 5, growth -7%; EPS 2, growth 9%. 2025: Revenue 6; Growth 8%. Direction: A is bullish. None.",
    "A*: bullish.",
    "It grew. | It is cheap.",
    "Below -5% it would not be.",
  ]);
});

Deno.test("theses.csv has the newest figures of a business whose answer is about filings alone", () => {
  const rows = ["2023", "2024"].map((year, at) => ({
    name: `Year to 31 Dec ${year}`,
    cells: [`$${at}bn`, ""],
    claims: [],
  }));
  const table = { kind: "table" as const, columns: ["", "Revenue", "Growth"], rows };
  const figures = (kind: string) =>
    only(done(1, { metadata: { sections: { version: 1, kind, blocks: [table] } } }))["figures"];
  deepEqual([figures("filings"), figures("fact")], ["Accounts: Year to 31 Dec 2024 | Revenue: $1bn", ""]);
});

Deno.test("theses.csv leaves the cells of missing values empty", () => {
  const row = only(done(1));
  for (const name of ["score", "rank", "drawdown_probability", "verification_confidence", "as_of", "files"]) {
    equal(row[name], "", name);
  }
});

Deno.test("theses.csv contains no id, time or cost", () => {
  const text = render(thesesTable, [done(1), failed(2)]);
  for (const varying of ["key 1", "request 1", "22:00", "1.5"]) equal(text.includes(varying), false, varying);
});

Deno.test("rank 1 is the highest score, equal scores share a rank, and a row without a score has no rank", () => {
  const scores = [0.1, 0.3, undefined, 0.3, -1];
  const rows = table(scores.map((score, at) => done(at + 1, { metadata: { score } })));
  deepEqual(rows.map(({ rank }) => rank), ["3", "1", "", "1", "4"]);
});

const WARNINGS = [
  { says: "", outcome: done(1) },
  { says: "", outcome: done(1, { ticker: "IBM", thesis: { reasoning: "IBM" }, drivers: ["x"] }) },
  {
    says: "",
    outcome: done(1, { ticker: "T", company: "Apple Inc.", thesis: { reasoning: "Apple rose" }, drivers: ["x"] }),
  },
  {
    says: "",
    outcome: done(1, { ticker: "BRK.B", thesis: { reasoning: "brk-b rose" }, drivers: ["x"] }),
  },
  {
    says: "",
    outcome: done(1, {
      ...{ ticker: "BF.B", company: "Brown-Forman Corporation" },
      ...{ thesis: { reasoning: "BROWN FORMAN rose" }, drivers: ["x"] },
    }),
  },
  ...["NASDAQ:AAPL", "AAPL US Equity", "AAPL UW"].map((ticker) => ({
    says: "",
    outcome: done(1, { ticker, thesis: { reasoning: "AAPL rose" }, drivers: ["x"] }),
  })),
  {
    says: "names neither ticker nor company",
    outcome: done(1, { ticker: "NASDAQ:AAPL", thesis: { reasoning: "NASDAQ rose" }, drivers: ["x"] }),
  },
  {
    says: "names neither ticker nor company",
    outcome: done(1, { ticker: "IT", company: "Gartner, Inc.", thesis: { reasoning: "it rose" }, drivers: ["x"] }),
  },
  { says: "confidence outside 0 to 1", outcome: done(1, { thesis: { confidence: 85 } }) },
  { says: "no drivers", outcome: done(1, { drivers: [] }) },
  {
    says: "no signal | no reasoning",
    outcome: done(1, { thesis: { signal: "", reasoning: " " }, metadata: { subject: "AAPL" }, ticker: "AAPL" }),
  },
  { says: "data out of date", outcome: done(1, { asOf: "2018-01-10", metadata: { as_of: "2017-12-29" } }) },
  { says: "", outcome: done(1, { asOf: "2018-01-03", metadata: { as_of: "2017-12-29" } }) },
  {
    says: "data out of date",
    outcome: done(1, { metadata: { verification: { stale: ["Prices end in 2016"] } } }),
  },
  {
    says: "doubtful prices",
    outcome: done(1, {
      metadata: { verification: { doubts: ["AAPL 2017-12-20: close moves further than explained"] } },
    }),
  },
  {
    says: "confidence outside 0 to 1 | no drivers",
    outcome: done(1, { drivers: [], thesis: { confidence: -0.1 } }),
  },
];
for (const { says, outcome } of WARNINGS) {
  Deno.test(`the warnings of "${outcome.result.agent_thesis.reasoning}" by ${outcome.result.key_drivers.length} drivers are "${says}"`, () => {
    equal(only(outcome)["warnings"], says);
  });
}

Deno.test("a reasoning identical to that of another request is a warning, that of an equal request is not", () => {
  const thesis = { reasoning: "AAPL rose" };
  const rows = table([
    done(1, { thesis, identity: "a" }),
    done(2, { thesis, identity: "a" }),
    done(3, { thesis, identity: "b" }),
  ]);
  deepEqual(rows.map(({ warnings }) => warnings), ["", "", "same reasoning as row 1"]);
});

Deno.test("data that ends more than a week before that of another row is a warning", () => {
  const rows = table(["2017-12-29", "2017-12-20"].map((as_of, at) => done(at + 1, { metadata: { as_of } })));
  deepEqual(rows.map(({ warnings }) => warnings), ["", "data out of date"]);
});

const CELLS = ["-1500", "-4.2%", "0005", "+12", "1,234.50", "3.78E+07", "plain", "a,b", 'say "x"', "two\nlines", ""];
for (const cell of CELLS) {
  Deno.test(`the user's cell ${JSON.stringify(cell)} does not change`, () => {
    const outcome = done(1, { cells: ["AAPL", cell] });
    equal(table([outcome], ["ticker", "note"])[0]?.["in_note"], cell);
  });
}

for (const cell of ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "＝1"]) {
  Deno.test(`a cell ${JSON.stringify(cell)} cannot run as a formula, whether it is the user's or the service's`, () => {
    const outcome = done(1, { cells: ["AAPL", cell], thesis: { signal: cell }, drivers: [cell] });
    const row = table([outcome], ["ticker", "note"])[0] ?? {};
    deepEqual([row["in_note"], row["signal"], row["top_driver"]], [`'${cell}`, `'${cell}`, `'${cell}`]);
  });
}

Deno.test("theses.csv has one record for each row, whatever the cells contain", () => {
  const cell = anyText();
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), (cells) => {
      const outcomes = cells.map(([note, reasoning, driver], at) =>
        done(at + 1, { cells: ["AAPL", note], thesis: { reasoning }, drivers: [driver] })
      );
      const rows = table(outcomes, ["ticker", "note"]);
      deepEqual(rows.map(({ row }) => row), cells.map((_, at) => String(at + 1)));
      for (const [at, [note]] of cells.entries()) {
        const seen = rows[at]?.["in_note"] ?? "?";
        if (!note.includes("\0")) equal(seen === note ? note : unguardCell(seen), note);
      }
    }),
    runsOf("run/theses_table", 500),
  );
});

Deno.test("a cell is cut at 32,000 characters", () => {
  equal(only(done(1, { thesis: { reasoning: "AAPL ".repeat(10_000) } }))["reasoning"]?.length, 32_000);
});

Deno.test("failures.csv contains the rows that are not done, with the input's own columns", () => {
  const outcomes = [done(1), failed(2, "Cannot ask:\n500")];
  equal(
    render(failuresTable, outcomes),
    "ticker,failure_row,failure_status,failure_error_code,failure_error\nXRX,2,failed,http_500,Cannot ask: 500\n",
  );
});

Deno.test("failures.csv as input does not get a second set of our columns", () => {
  const header = ["ticker", "failure_row", "failure_status", "failure_error_code", "failure_error"];
  equal(failuresTable(header).head, "ticker,failure_row,failure_status,failure_error_code,failure_error\n");
});

Deno.test("theses.jsonl contains request, whole answer, attempts, times and ids, one line per row", () => {
  const lines = render(thesesLines, [done(1), failed(2)]).trimEnd().split("\n").map((line) => JSON.parse(line));
  equal(lines.length, 2);
  const { request, idempotency_key, attempts, seconds, started_at, result, input } = lines[0];
  const { request: body, idempotencyKey, seconds: took, startedAt } = asked(1);
  deepEqual({ request, idempotency_key, attempts, seconds, started_at }, {
    ...{ request: JSON.parse(JSON.stringify(body)), idempotency_key: idempotencyKey, attempts: 1 },
    ...{ seconds: took, started_at: startedAt },
  });
  deepEqual([input, result.agent_thesis.signal], [{ ticker: "AAPL" }, "neutral"]);
  deepEqual(lines[1].error, { code: "http_500", message: "Cannot ask: service answered 500" });
});
