import { deepEqual, equal, match, ok } from "../assert.ts";
import { countRun } from "./count_run.ts";
import { describeRun, type Manifest } from "../../src/run/manifest.ts";
import type { Outcome } from "../../src/run/outcome.ts";
import { duration, progressLine, type RateUnit, rateUnit, timeWords } from "../../src/view/progress_line.ts";
import { surveyRun } from "../../src/view/run_table.ts";
import { done, failed } from "../run/sample_outcomes.ts";
import { runSummary, runTable } from "./terminal_lines.ts";

const invalid: Outcome = {
  status: "invalid",
  input: { row: 4, line: 9, ticker: "", cells: [] },
  problem: { line: 9, column: 3, message: "Text after a closing quote" },
};

const EVIDENCE = { for: 3, against: 12, abstained: 5 };
const MIXED = [
  done(1, {
    ticker: "IBM",
    metadata: { score: -0.2, drawdown_probability: 0.184, evidence: EVIDENCE },
    drivers: ["IBM's momentum is 45%; strong momentum has tended to go on"],
    risks: ["IBM: may fall"],
    thesis: { confidence: 0.5 },
  }),
  failed(2, 'Cannot get thesis: service answered 422: The data does not know "XRX".'),
  done(3, {
    ticker: "GOOGL",
    metadata: { score: 0.4 },
    drivers: ["For: GOOGL outran the index over twelve months, and three more"],
  }),
  invalid,
];
const NOT_DONE = [
  "",
  "Not done",
  'row 2 XRX, failed: The data does not know "XRX".',
  "row 4 (no ticker), invalid: line 9, column 3: Text after a closing quote",
];

Deno.test("runTable() leads with drawdown risk: the riskiest first, what drives it, and what is held", () => {
  deepEqual(runTable(surveyRun(MIXED), { width: 80, weights: [{ ticker: "IBM", weight: -0.015 }] }), [
    "Drawdown risk: none of 1 name reaches a 25% chance of a 15% drawdown within the",
    "service's horizon.",
    "",
    "name   drawdown risk  weight  main driver of the risk",
    "IBM              18%   −1.5%  may fall",
    "GOOGL                         It may fall",
    ...NOT_DONE,
  ]);
});

const claim = (metric: string, value: number) => ({ id: `A.${metric}`, metric, value, unit: "fraction" });
const DRIVERS = [
  { claims: [claim("volatility", 0.255)], is: "volatility 25.5% annualised" },
  {
    claims: [claim("volatility", 0.308), claim("volatility_recent", 0.3696)],
    is: "volatility is rising: 37.0% over 60 days, from 30.8%",
  },
  { claims: [claim("volatility", 0.308), claim("volatility_recent", 0.36)], is: "volatility 30.8% annualised" },
  { claims: [{ ...claim("volatility", 30.8), unit: "percent" }], is: "may fall" },
];
for (const { claims, is } of DRIVERS) {
  Deno.test(`the driver of a risk is "${is}" with ${claims.map(({ metric, value }) => `${metric} ${value}`)}`, () => {
    const metadata = { engine: "conviction-analyst/1", drawdown_probability: 0.3, verification: { claims } };
    const [head, , , line] = runTable(surveyRun([done(1, { ticker: "A", metadata, risks: ["A: may fall"] })]), {
      width: 100,
    });
    equal(head, "Drawdown risk: 1 of 1 name reaches a 25% chance of a 15% drawdown within three months.");
    equal(line, `A               30%  ${is}`);
  });
}

Deno.test("direction is one sentence: of our engine its record, as docs/measured.md has it; of another what it states", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/measured.md", import.meta.url));
  const ours = surveyRun([done(1, { metadata: { engine: "conviction-analyst/1" } })]).tally.direction;
  const [, auc = "", theses = ""] = /AUC (0\.\d\d) over ([\d,]+) theses/.exec(ours) ?? [];
  match(page, new RegExp(`^${theses} theses on `, "m"));
  match(page, new RegExp(`Direction is a coin toss\\.\\*\\* AUC ${auc}`));
  const signals = ["bullish", "no_view", "bullish"].map((signal, at) => done(at + 1, { thesis: { signal } }));
  equal(surveyRun(signals).tally.direction, "2 bullish, 1 no view");
});

Deno.test("runTable() orders by score where it is asked to, and where no drawdown risk is stated", () => {
  const lines = [
    "name   rank  drawdown risk  score  confidence  signal   reason",
    "GOOGL     1                 +0.40        0.50  neutral  outran the index over twelve…",
    "IBM       2            18%  −0.20        0.50  neutral  momentum is 45%",
    ...NOT_DONE,
  ];
  deepEqual(runTable(surveyRun(MIXED), { width: 90, by: "score" }), lines);
  deepEqual(runTable(surveyRun(MIXED.slice(1)), { width: 120 }).slice(0, 2), [
    "name   rank  score  confidence  signal   reason",
    "GOOGL     1  +0.40        0.50  neutral  outran the index over twelve months, and three more",
  ]);
});

Deno.test("runTable() says of a row without a view why, by its first risk; of one with a view its reason", () => {
  const risks = ["IBM's prices stop on 2016-07-28, well before the date asked about."];
  const drivers = ["IBM's middling 1-month return (-8.5%), rank 6 of 13"];
  const reasons = ["no_view", "neutral"].map((signal) =>
    runTable(surveyRun([done(1, { ticker: "IBM", thesis: { signal }, drivers, risks })]), { width: 110 })[1]
  );
  deepEqual(reasons.map((line = "") => line.trim()), [
    "IBM         0.50  no view  prices stop on 2016-07-28, well before the date asked about",
    "IBM         0.50  neutral  middling 1-month return (−8.5%), rank 6 of 13",
  ]);
});

Deno.test("runTable() shows the newest figures of businesses where no answer has a score and all are about filings alone", () => {
  const filed = (row: number, ticker: string, cells: readonly string[]) =>
    done(row, {
      ticker,
      thesis: { signal: "no_view" },
      metadata: {
        sections: {
          version: 1,
          kind: "filings",
          blocks: [{
            kind: "table" as const,
            columns: ["", "Revenue", "Growth", "Capex"],
            rows: ["2023", "2024"].map((name, at) => ({
              name,
              cells: at === 0 ? ["$1", "1%", "$1"] : cells,
              claims: [],
            })),
          }],
        },
      },
    });
  const rows = [filed(1, "AAA", ["$5bn", "-2.0%", "$1m"]), filed(2, "BBB", ["$7bn", "", ""])];
  deepEqual(runTable(surveyRun(rows), {}).slice(0, 3).map((line) => line.trimEnd()), [
    "name  accounts  revenue  growth",
    "AAA   2024         $5bn   −2.0%",
    "BBB   2024         $7bn",
  ]);
  equal(runTable(surveyRun([...rows, done(3, { ticker: "CCC" })]), {})[0]?.includes("revenue"), false);
});

Deno.test("runTable() never prints a control character or a line that is too wide", () => {
  const nasty = "\x1b[31mred\x07\u202eevil\r\nsecond line ".repeat(9);
  const rows = [done(1, { ticker: nasty, thesis: { signal: nasty }, drivers: [nasty] }), failed(2, nasty)];
  for (const width of [60, 80, 200]) {
    for (const line of runTable(surveyRun(rows), { width })) {
      // deno-lint-ignore no-control-regex -- control characters are what is looked for
      equal(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/.test(line), false);
      ok(line.length <= width, `${line.length} > ${width}`);
    }
  }
});

/** 30 theses; each has what is asked for: a score that falls, a chance that rises to the middle and falls again. */
function many(what: { readonly score?: boolean; readonly chance?: boolean }) {
  return Array.from({ length: 30 }, (_, at) =>
    done(at + 1, {
      ticker: `T${at + 1}`,
      risks: [
        `T${at + 1}: the chance of a 15% drawdown within three months is 9%, at annualised volatility of ${at}%.`,
      ],
      metadata: {
        ...what.score === true && { score: (15 - at) / 100 },
        ...what.chance === true && { drawdown_probability: (20 - Math.abs(at - 15)) / 100 },
      },
    }));
}

const ENDS = ["T1", "T2", "T3", "T4", "T5", "T26", "T27", "T28", "T29", "T30"];
const LONG = [
  {
    ...{ what: { score: true, chance: true }, by: undefined, shows: "the riskiest, ten at least" },
    is: ["T16", "T15", "T17", "T14", "T18", "T13", "T19", "T12", "T20", "T11"],
    ends: "All 30 theses are in theses.csv.",
  },
  {
    ...{ what: { score: true, chance: true }, by: "score" as const, shows: "the best and the worst by score" },
    is: ENDS,
    ends: "The 5 highest and 5 lowest of 30; all are in theses.csv.",
  },
  {
    ...{ what: { score: true }, by: undefined, shows: "the best and the worst where no chance of a fall is known" },
    is: ENDS,
    ends: "The 5 highest and 5 lowest of 30; all are in theses.csv.",
  },
  {
    ...{ what: {}, by: undefined, shows: "the first where neither is known" },
    is: Array.from({ length: 10 }, (_, at) => `T${at + 1}`),
    ends: "The first 10 of 30; all are in theses.csv.",
  },
] as const;
for (const { what, by, shows, is, ends } of LONG) {
  Deno.test(`of a long list runTable() shows ${shows}`, () => {
    const lines = runTable(surveyRun(many(what), { maxRows: 10 }), { width: 90, by });
    deepEqual(lines.flatMap((line) => /^T\d+\b/.exec(line)?.[0] ?? []), is);
    equal(lines.at(-1), ends);
  });
}

Deno.test("of a long list runTable() shows every name that reaches 25%, if there is room", () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => done(at + 1, { ticker: `T${at + 1}`, metadata: { drawdown_probability: at < 14 ? 0.3 : 0.1 } }),
  );
  const lines = runTable(surveyRun(rows), { width: 90 });
  equal(lines.filter((line) => / 30%/.test(line)).length, 14);
  equal(lines.filter((line) => / 10%/.test(line)).length, 0);
});

Deno.test("runTable() states the rank among all theses, also of those at the end", () => {
  const lines = runTable(surveyRun(many({ score: true }), { maxRows: 10 }), { width: 160 });
  const lineOf = (ticker: string) => lines.findLast((line) => line.startsWith(`${ticker} `)) ?? "";
  ok(lineOf("T29").startsWith("T29     29  −0.13        0.50  neutral"), lineOf("T29"));
});

Deno.test("runTable() cuts no word in two, in a table or a message", () => {
  const words = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa";
  const rows = [done(1, { drivers: [words] }), failed(2, words)];
  for (let width = 60; width < 100; width++) {
    for (const line of runTable(surveyRun(rows), { width })) {
      const [last = ""] = /\S+(?=…$)/.exec(line) ?? [];
      ok(last === "" || words.split(" ").includes(last), line);
    }
  }
});

const NO_ROWS = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };
const PROGRESS = [
  {
    progress: { rows: 8, statuses: { ...NO_ROWS, pending: 8 }, inFlight: 3, rowsPerSecond: 0 },
    is: "0 of 8 rows · 3 in flight",
  },
  {
    progress: {
      ...{ rows: 8, statuses: { ...NO_ROWS, done: 4, in_doubt: 1, pending: 3 }, inFlight: 3 },
      ...{ rowsPerSecond: 2.5, secondsLeft: 1.2 },
    },
    is: "5 of 8 rows: 4 done, 1 in doubt · 3 in flight · 2.5 rows/s · 1 s left",
  },
  {
    progress: {
      ...{ rows: 9, statuses: { ...NO_ROWS, done: 4, pending: 5 }, inFlight: 0 },
      ...{ rowsPerSecond: 0.05, secondsLeft: 100 },
    },
    is: "4 of 9 rows: 4 done · 3.0 rows/min · 1 min 40 s left",
  },
  {
    progress: {
      ...{ rows: 8, statuses: { ...NO_ROWS, done: 4, pending: 4 }, inFlight: 3 },
      ...{ rowsPerSecond: 2.5, refusedShare: 0.484 },
    },
    is: "4 of 8 rows: 4 done · 3 in flight · 48% refused · 2.5 rows/s",
  },
  {
    progress: { rows: 9, statuses: { ...NO_ROWS, skipped: 6, pending: 3 }, inFlight: 1, rowsPerSecond: 0 },
    is: "0 of 9 rows: 6 skipped · 1 in flight",
  },
];
for (const { progress, is } of PROGRESS) {
  Deno.test(`progressLine() says "${is}"`, () => equal(progressLine(progress), is));
}

Deno.test("the rate of a line that is written again keeps its unit around one row per second", () => {
  const statuses = { ...NO_ROWS, pending: 8 };
  const words = (rates: readonly number[]) => {
    let unit: RateUnit | undefined;
    return rates.map((rowsPerSecond) => {
      unit = rateUnit(rowsPerSecond, unit);
      return progressLine({ rows: 8, statuses, inFlight: 1, rowsPerSecond }, unit).split(" · ")[2];
    });
  };
  deepEqual(words([0, 1, 0.98, 1.1, 0.6, 0, 0.9]), [
    ...[undefined, "1.0 rows/s", "1.0 rows/s", "1.1 rows/s", "0.6 rows/s", undefined, "0.9 rows/s"],
  ]);
  deepEqual(words([0.98, 1, 1.9, 2, 1, 0.4, 1]), [
    ...["58.8 rows/min", "60.0 rows/min", "114.0 rows/min", "2.0 rows/s", "1.0 rows/s", "24.0 rows/min"],
    "60.0 rows/min",
  ]);
});

const TIMES = [
  ["2026-11-22T07:06:22.052Z", "2026-11-22 07:06 UTC"],
  ["2026-11-22T07:06:22Z", "2026-11-22 07:06 UTC"],
  ["2026-11-22T07:06:22+01:00", "2026-11-22T07:06:22+01:00"],
  ["some\u202e\nday", "some day"],
] as const;
for (const [time, is] of TIMES) {
  Deno.test(`the time ${JSON.stringify(time)} reads "${is}"`, () => equal(timeWords(time), is));
}

for (
  const [seconds, is] of [
    [0, "under 1 s"],
    [0.4, "under 1 s"],
    [0.6, "1 s"],
    [59.6, "1 min 0 s"],
    [200, "3 min 20 s"],
    [7500, "2 h 5 min"],
  ] as const
) {
  Deno.test(`duration() of ${seconds} s is ${is}`, () => equal(duration(seconds), is));
}

Deno.test("runSummary() shows counts, claims verified, seconds, and what to open", () => {
  const verification = { claims_total: 12, claims_verified: 11 };
  const file = { path: "files/1_AAPL/a.png", bytes: 1, sha256: "", mediaType: "" };
  const rows: Outcome[] = [{ ...done(1, { metadata: { verification } }), files: [file] }, failed(2)];
  const manifest = describeRun({
    ...{ runId: "", input: { name: "t.csv", sha256: "" }, fingerprint: "", service: { name: "" }, options: {} },
    ...{ header: [], startedAt: "2024-03-01T00:00:00Z", finishedAt: "2024-03-01T00:00:05Z" },
  }, { counts: countRun(rows), files: [], versions: {} });
  equal(manifest.seconds, 5);
  const long = { ...manifest, counts: { ...manifest.counts, rows: 20_001 } };
  equal(
    runSummary(long, { folder: "out", seconds: 1 })[2],
    "Lists of more than 20,000 rows get no page or workbook.",
  );
  const empty = { ...manifest, counts: { ...manifest.counts, ...countRun([]), claims_total: 0 } };
  equal(runSummary(empty, { folder: "out", seconds: 1 })[0], "The list is empty.");
  deepEqual(runSummary(manifest, { folder: "out", seconds: 6.2 }), [
    "1 of 2 names done in 6 s: 1 failed. 11 of 12 figures checked.",
    "Claims of row 1, AAPL: 1 failed: the service does not say which.",
    "Open out/theses.csv; also failures.csv, 1 file in files/.",
    "Fix what failures.csv names and screen that file; or --retry-failed sends the same rows again.",
  ]);
});

Deno.test("runSummary() says that there are no alerts only where the run was compared", () => {
  const manifest = describeRun({
    ...{ runId: "", input: { name: "t.csv", sha256: "" }, fingerprint: "", service: { name: "" }, options: {} },
    ...{ header: [], startedAt: "2024-03-01T00:00:00Z", finishedAt: "2024-03-01T00:00:05Z" },
  }, { counts: countRun([done(1)]), files: [], versions: {} });
  const changes = { path: "changes.csv", bytes: 1, sha256: "", mediaType: "text/csv" };
  const says = (files: Manifest["files"], alerts: string) =>
    runSummary({ ...manifest, files }, { folder: "out", seconds: 1, alerts })[0];
  equal(says([changes], ""), "No alerts.");
  const lines = runSummary(manifest, {
    folder: "out",
    seconds: 1,
    alerts: `{"message":"${"A: beat; ".repeat(30)}"}\n`,
  });
  const longest = Math.max(...lines.map(({ length }) => length));
  ok(longest > 80 && longest <= 100, `the longest line has ${longest} characters`);
  equal(says([], "")?.startsWith("1 of 1 name done"), true);
  equal(says([], '{"message":"A: beat"}\n'), "1 alert:");
});

const NEXT = [
  { when: "every row is done", statuses: { done: 3 }, says: [] },
  { when: "a row is invalid, which no command changes", statuses: { done: 2, invalid: 1 }, says: [] },
  {
    when: "it was interrupted",
    statuses: { done: 2, pending: 1 },
    says: ["1 name still to do. Run the same command to resume."],
  },
  {
    when: "a limit stopped it",
    statuses: { done: 1, skipped: 2 },
    says: ["2 names still to do. Run the same command to resume, once the cause of the stop is removed."],
  },
  {
    when: "rows are in doubt",
    statuses: { done: 1, in_doubt: 2 },
    says: [
      "Unclear: the service may have processed and billed these, but no answer arrived. --retry-failed sends them " +
      "again with the same key.",
    ],
  },
  {
    when: "rows failed, and others are in doubt",
    statuses: { failed: 1, in_doubt: 2 },
    says: [
      "Unclear: the service may have processed and billed these, but no answer arrived. --retry-failed sends them " +
      "again with the same key, and failed rows.",
    ],
  },
];
for (const { when, statuses, says } of NEXT) {
  Deno.test(`runSummary() says what to do next when ${when}`, () => {
    const record = {
      ...{ runId: "", input: { name: "", sha256: "" }, fingerprint: "", service: { name: "" }, options: {} },
      ...{ header: [], startedAt: "2024-03-01T00:00:00Z" },
    };
    const counts = {
      rows: 3,
      requests: 3,
      attempts: 3,
      files: 0,
      claimsTotal: 0,
      claimsVerified: 0,
      warned: 0,
      doubtful: 0,
    };
    const manifest = describeRun(record, {
      counts: { ...counts, statuses: { ...NO_ROWS, ...statuses } },
      ...{ files: [], versions: {} },
    });
    deepEqual(runSummary(manifest, { folder: "out", seconds: 1, width: 400 }).slice(2), says);
  });
}
