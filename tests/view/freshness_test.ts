import { equal, match, ok } from "../assert.ts";
import { freshnessOf } from "../../src/view/freshness.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { summaryMarkdown } from "../../src/view/page/summary_md.ts";
import { SAMPLE_WORDS } from "../../src/run/manifest.ts";
import { textOf } from "./report_tags.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { made, valuesIn } from "./workbook_made.ts";

interface Case {
  readonly asOf?: string;
  readonly ticker?: string;
  readonly startedAt: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly isSample?: boolean;
  readonly isStale: boolean;
  readonly because: string;
}

function inputOf({ asOf = "2018-01-05", ticker = "T1", startedAt, options = {}, isSample }: Case) {
  const service = { name: "embedded", dataEnds: asOf, ...(isSample === undefined ? {} : { isSample }) };
  return {
    manifest: manifestOf({ startedAt, options, service }),
    rows: [thesisRow(1, { ticker, asOf })],
    folder: "runs/list",
  };
}

/** 2018-01-05 is a Friday. */
const CASES: readonly Case[] = [
  { startedAt: "2018-01-05T22:00:00Z", isStale: false, because: "it is of the same day" },
  { startedAt: "2018-01-08T05:00:00Z", isStale: false, because: "a weekend holds no session" },
  { startedAt: "2018-01-12T20:59:00Z", isStale: false, because: "four sessions are few, and the fifth goes on" },
  { startedAt: "2018-01-12T21:00:00Z", isStale: true, because: "five sessions are a week" },
  { startedAt: "2018-01-12T16:30:00Z", ticker: "VOD.L", isStale: true, because: "London closes earlier" },
  { asOf: "2018-01-07", startedAt: "2018-01-13T05:00:00Z", isStale: true, because: "Monday to Friday are five" },
  { asOf: "2018-01-12", startedAt: "2018-01-20T05:00:00Z", isStale: false, because: "a week with a holiday has four" },
  { startedAt: "2026-11-22T05:00:00Z", isStale: true, because: "it is years old" },
  { startedAt: "2017-01-05T05:00:00Z", isStale: false, because: "it is newer than the run" },
  { asOf: "yesterday", startedAt: "2026-11-22T05:00:00Z", isStale: false, because: "it is no day" },
  {
    startedAt: "2026-11-22T05:00:00Z",
    options: { asOf: "2018-01-05" },
    isStale: false,
    because: "that day was asked for",
  },
  {
    startedAt: "2026-11-22T05:00:00Z",
    options: { asOf: "2018-01-12" },
    isStale: true,
    because: "a day five sessions later was asked for",
  },
  { startedAt: "2026-11-22T05:00:00Z", options: { asOf: "day" }, isStale: false, because: "each row asks for its day" },
  { startedAt: "2026-11-22T05:00:00Z", isSample: true, isStale: false, because: "history is meant to be old" },
];

for (const one of CASES) {
  Deno.test(`data is ${one.isStale ? "stale" : "not stale"} when ${one.because}`, () => {
    const input = inputOf(one);
    equal(freshnessOf({ ...input, theses: input.rows }).isStale, one.isStale);
    equal(reportPage(input).includes('<div class="amber">'), one.isStale);
    equal(summaryMarkdown(input).includes("out of date"), one.isStale);
  });
}

Deno.test("a stale run says how old its data is", () => {
  match(
    textOf(reportPage(inputOf({ startedAt: "2026-11-22T05:00:00Z", isStale: true, because: "" }))),
    /out of date: 2,231 trading days old at the time of the run/,
  );
});

Deno.test("page, summary and workbook of the sample say first that it is history, those of other data do not", async () => {
  for (const isSample of [true, undefined]) {
    const input = inputOf({
      startedAt: "2026-11-22T05:00:00Z",
      isStale: false,
      because: "",
      ...isSample && { isSample },
    });
    const page = textOf(reportPage(input));
    equal(page.includes(SAMPLE_WORDS), isSample === true);
    if (isSample) ok(page.indexOf(SAMPLE_WORDS) < page.indexOf("Complete: 1 name covered"));
    equal(
      summaryMarkdown(input).split("\n")[2],
      isSample
        ? `- ${SAMPLE_WORDS}`
        : "- Data as of 5 Jan 2018, out of date: 2,231 trading days old at the time of the run.",
    );
    const { sheets } = await made({ manifest: input.manifest, rows: input.rows });
    equal([...sheets.keys()][1], isSample ? "SAMPLE DATA" : "Reasoning");
    equal(valuesIn(sheets.get("SAMPLE DATA")?.[0])?.[0], isSample && SAMPLE_WORDS);
  }
});

Deno.test("page, summary and workbook count the names that end earlier, and name the first three", async () => {
  const manifest = manifestOf({ startedAt: "2018-01-08T22:00:00Z", service: { name: "embedded" } });
  const days = ["2018-01-05", "2018-01-05", "2018-01-05", "2018-01-05", "2018-01-05", "2018-01-04", "2017-12-29"];
  const more = ["2018-01-03", "2018-01-02"];
  const rows = [...days, ...more].map((asOf, at) => thesisRow(at + 1, { asOf }));
  const words =
    "1 trading day old at the time of the run; 4 names have older prices: T7 (29 Dec 2017), T9 (2 Jan 2018), " +
    "T8 (3 Jan 2018) and 1 more";
  match(summaryMarkdown({ manifest, rows, folder: "runs/list" }), new RegExp(RegExp.escape(words)));
  match(textOf(reportPage({ manifest, rows, folder: "runs/list" })), /4 names have older prices: T7 \(29 Dec 2017\)/);
  const { sheets } = await made({ manifest, rows });
  const lines = (sheets.get("Method") ?? []).map((line) => valuesIn(line) ?? []);
  equal(lines.find(([name]) => name === "Age of the data")?.[1], words);
});
