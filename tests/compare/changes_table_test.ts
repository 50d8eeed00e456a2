import { deepEqual, equal } from "../assert.ts";
import { changesTable } from "../../src/compare/changes_table.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { parse } from "../../src/text/csv_read.ts";
import { claim, ladder, noThesis, run, thesis } from "./thesis_rows.ts";

/** The rows of the table by column name. */
function tableOf(...[earlier, later]: Parameters<typeof compareRuns>): Record<string, string>[] {
  const [header = [], ...lines] = parse(changesTable(compareRuns(earlier, later))).map(({ cells }) => cells);
  return lines.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])));
}

Deno.test("changes.csv has both sides of a change, with lists joined", () => {
  const earlier = thesis("AAPL", {
    ...{ row: 2, score: 0.1, rank: 1, drawdownProbability: 0.2, risks: ["Debt"], drivers: ["Cash"] },
    claims: [claim("score", "+0.10"), claim("drawdown_probability", "20%")],
  });
  const later = thesis("AAPL", {
    ...{ row: 1, signal: "bearish", score: -0.3, rank: 2, drawdownProbability: 0.3, risks: ["Fraud\nprobe", "Rivals"] },
    claims: [claim("score", "-0.30")],
  });
  const other = (score: number) => thesis("IBM", { score });
  deepEqual(tableOf(run([other(0), earlier]), run([later, other(0)])), [{
    ...{
      ticker: "AAPL",
      row: "1",
      earlier_row: "2",
      change: "flipped | drawdown_crossed | rank_moved | risks | drivers",
    },
    what:
      "neutral to bearish, score +0.10 to -0.30; drawdown risk 20% to 30%; down 1 place, rank 1 to 2; 2 new risks; " +
      "risk gone: Debt; driver gone: Cash",
    ...{ signal_before: "neutral", signal: "bearish", score_before: "0.1", score: "-0.3", rank_before: "1", rank: "2" },
    ...{ percentile_before: "100", percentile: "0", drawdown_probability_before: "0.2", drawdown_probability: "0.3" },
    ...{ status_before: "done", status: "done", new_drivers: "", vanished_drivers: "Cash" },
    ...{ new_risks: "Fraud probe | Rivals", vanished_risks: "Debt" },
    claims: "score: +0.10 to -0.30 | drawdown_probability: 20% to none",
  }, {
    ...{ ticker: "IBM", row: "1", earlier_row: "1", change: "rank_moved", what: "up in the ranking" },
    ...{ signal_before: "neutral", signal: "neutral", score_before: "0", score: "0", rank_before: "", rank: "" },
    ...{ percentile_before: "0", percentile: "100", drawdown_probability_before: "", drawdown_probability: "" },
    ...{ status_before: "done", status: "done", new_drivers: "", vanished_drivers: "", new_risks: "" },
    ...{ vanished_risks: "", claims: "" },
  }]);
});

Deno.test("changes.csv leaves missing values of a side empty", () => {
  const [change] = tableOf(run([noThesis("A", { row: 3 })]), run([]));
  equal(change, undefined);
  const [gone] = tableOf(run([thesis("A", { row: 3 })]), run([]));
  deepEqual([gone?.["row"], gone?.["earlier_row"], gone?.["signal"], gone?.["change"]], ["", "3", "", "gone"]);
  const [failed] = tableOf(run([thesis("A")]), run([noThesis("A", { row: 4 })]));
  deepEqual([failed?.["row"], failed?.["status"], failed?.["signal"]], ["4", "failed", ""]);
});

Deno.test("changes.csv has percentiles in tenths of a point", () => {
  const scores = [0, 1, 2, 3].map((score) => thesis(`T${score}`, { score }));
  const turned = scores.map((row) => ({ ...row, score: 3 - (row.score ?? 0) }));
  deepEqual(tableOf(run(scores), run(turned)).map((change) => change["percentile"]), ["100", "0", "66.7", "33.3"]);
});

Deno.test("changes.csv has identical bytes for identical runs, whatever their names and times", () => {
  const [earlier, later] = [ladder(), ladder((at) => 10 - at)];
  const [one, other] = ["first", "second"].map((run_id, at) =>
    changesTable(compareRuns(run(earlier, { run_id }), run(later, { run_id, started_at: `2017-06-1${at}T00:00:00Z` })))
  );
  equal(one, other);
});

Deno.test("changes.csv contains nothing that a spreadsheet would run", () => {
  const hostile = '=HYPERLINK("http://evil.example")';
  const text = changesTable(compareRuns(run([]), run([thesis(hostile, { signal: "@SUM(1)", drivers: ["+cmd|1"] })])));
  equal(text.includes("\"'=HYPERLINK"), true);
  equal(text.includes(",'@SUM(1),"), true);
});
