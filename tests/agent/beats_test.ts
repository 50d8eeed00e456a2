/** A beat is told as an event of the day of its report, once. */
import { deepEqual, match, ok } from "../assert.ts";
import { alertLines } from "../../src/compare/alerts.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { run, thesis } from "../compare/thesis_rows.ts";
import { firstReport } from "../../src/agent/domains/events.ts";
import { reportsOn } from "../../src/verify/domains/events.ts";
import { ask, thesisOf } from "./ask.ts";

async function nightOf(day: string) {
  const { metadata } = thesisOf(await ask({ input: "Analyse AAPL", asOf: day }));
  return run([thesis("AAPL", { events: metadata?.events, claims: metadata?.verification?.claims ?? [] })]);
}

Deno.test("a surprise above 1 is an event of the day of its report, with the session from which it is known", async () => {
  const { metadata } = thesisOf(await ask({ input: "Analyse AAPL", asOf: "2017-11-06" }));
  const beats = metadata?.events?.filter(({ kind }) => kind === "EARNINGS_BEAT") ?? [];
  deepEqual(beats.map(({ ticker, day, known }) => [ticker, day, known]), [["AAPL", "2017-11-03", "2017-11-06"]]);
  deepEqual(beats[0]?.figures.map(({ metric, shown }) => [metric, shown]), [
    ["sue", "1.53"],
    ["sue_quarter", "30 Sep 2017"],
    ["eps_quarter", "$2.41"],
  ]);
});

Deno.test("with the columns of a consensus the alert of our own service says by how much it was beaten", async () => {
  const { rows: [row] } = await nightOf("2017-11-06");
  ok(row);
  const cells = ["AAPL", "2.21", "2017-09-30"];
  const later = run([{ ...row, cells }], { header: ["ticker", "consensus_eps", "consensus_period"] });
  match(
    JSON.parse(alertLines(undefined, later)).message,
    /^AAPL: beat consensus by 0\.20: EPS 2\.41 against 2\.21; EPS beat its own past/,
  );
});

Deno.test("the night before its report is known there is none, and each later night it is the same event", async () => {
  const nights = await Promise.all(["2017-11-03", "2017-11-06", "2017-11-07", "2017-12-29"].map(nightOf));
  const [before, first, second, last] = nights;
  if (!before || !first || !second || !last) throw new TypeError("a night is missing");
  const beatsIn = (...[earlier, later]: readonly [typeof first, typeof first]) =>
    alertLines(compareRuns(earlier, later), later).split("\n").filter((line) => line.includes("EARNINGS_BEAT"));
  deepEqual(beatsIn(before, first).length, 1);
  match(
    JSON.parse(beatsIn(before, first)[0] ?? "").message,
    /^AAPL: EPS beat its own past \(SUE 1\.53, quarter to 30 Sep 2017\) on 3 Nov 2017, public since 6 Nov 2017\.$/,
  );
  deepEqual(beatsIn(first, second), []);
  deepEqual(beatsIn(second, last), []);
});

Deno.test("of a report that two files hold, both programs name the one that is read first", () => {
  const fact = { tag: "us-gaap/Revenues", unit: "USD", start: "2017-07-01", end: "2017-09-30", value: 1 };
  const report = { form: "10-Q", accession: "0000000001-17-000001", filed: "2017-11-03", known: "2017-11-06" };
  const facts = ["b.json", "a.json"].map((source) => ({ ...fact, ...report, source }));
  const records = { facts, filings: [], trades: [], splits: [] };
  const [again] = reportsOn("2017-09-30", records, "2017-12-29");
  deepEqual([firstReport(records, "2017-09-30", "2017-12-29")?.source, again?.filing.source], ["b.json", "b.json"]);
});
