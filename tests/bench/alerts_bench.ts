// deno-lint-ignore-file no-console -- it prints tables
/**
 * Counts the names with an alert from one night to the next, by cause, over the developers' prices of the S&P 500 and
 * annual statements: every 41st session from March 2014 on, nights on which the market moved or reports came, and 25
 * sessions in a row. Beside it what the same nights' changes would be if each were an alert, as they were until November
 * 2026; and, with `--moves`, how far measures move on quiet nights.
 *
 *   deno run -A --no-check tests/bench/alerts_bench.ts [--moves] [DAY...]
 *
 * DAY is the later session of a night of your own. A session of 500 names takes about seven seconds; all take 15 minutes.
 */
import { compareRuns, type RunToCompare } from "../../src/compare/compare_runs.ts";
import type { Comparison, RowChange } from "../../src/compare/comparison.ts";
import { dayText } from "../../src/calendar/day.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { run } from "../compare/thesis_rows.ts";
import { nightAgent, nightRows } from "../night_rows.ts";
import { nyseDataset } from "../nyse_reports.ts";

const FIRST = "2014-03-03";
const EVERY = 41;
/** Sessions of a night: the later one, the earlier one, and that before it. */
const SESSIONS = 3;
/** Falls of the market by 1.4 to 4.1%, and the nights after those of November 2016 and February 2018. */
const TURBULENT = [
  ...["2015-08-24", "2015-12-03", "2016-01-13", "2016-06-24", "2016-11-09", "2018-02-05", "2018-02-06"],
];
/** Annual statements of most companies count from this day on, by the lag of the developers' table. */
const RESULTS = ["2017-04-03"];
const ROW = { last: "2017-06-20", sessions: 26 };
/** A market that moves more makes no quiet night. */
const QUIET = 0.01;
/** Kinds and texts of which each was an alert. */
const EACH = new Set(["flipped", "falsified", "drawdown_crossed", "rank_moved"]);

const dataset = await nyseDataset();
const [market] = dataset.at(dataset.span.last).prices("^GSPC");
if (market === undefined) throw new TypeError("no index");
const days = Array.from(market.days, dayText);
const agent = nightAgent(dataset);
const named = Deno.args.filter((arg) => !arg.startsWith("--"));
const isMoves = Deno.args.includes("--moves");
const sums = new Map<string, { nights: number; names: number; before: number; now: number; over: number }>();
const moves = new Map<string, number[]>();

console.log("| night | market | names | each change | alerts | causes |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const sessions of named.length > 0 ? named.map((day) => nightsTo(day, SESSIONS)) : allNights()) {
  let earlier: RunToCompare | undefined;
  for (const [nth, day] of sessions.entries()) {
    const view = dataset.at(day);
    const tickers = view.companies.map(({ ticker }) => ticker).filter((ticker) => view.prices(ticker).length > 0);
    const rows = await nightRows(agent, tickers, day);
    const later = run(rows);
    const comparison = earlier && compareRuns(earlier, later);
    if (comparison && nth >= SESSIONS - 1) tell(day, comparison);
    if (comparison && earlier && Math.abs(marketOn(day)) <= QUIET) noteMoves([...earlier.rows], rows);
    earlier = { ...later, manifest: { ...later.manifest, crossings: comparison?.crossings } };
  }
}
for (const [kind, { nights, names, before, now, over }] of sums) {
  const words = `${percent(before / names)} as each change was an alert, ${percent(now / names)} now`;
  console.log(`${kind}: ${nights} nights, ${names} names: ${words}; ${over} nights above 2%`);
}
if (isMoves) printMoves();

function allNights(): readonly (readonly string[])[] {
  const spread = days.slice(days.indexOf(FIRST)).filter((day, at) => at % EVERY === 0 && day < "2018-02-08");
  const single = [...new Set([...spread, ...TURBULENT, ...RESULTS])].map((day) => nightsTo(day, SESSIONS));
  return [...single, nightsTo(ROW.last, ROW.sessions)];
}

function nightsTo(last: string, sessions: number): readonly string[] {
  const at = days.findLastIndex((day) => day <= last);
  return days.slice(at + 1 - sessions, at + 1);
}

function marketOn(day: string): number {
  const at = days.indexOf(day);
  return (market?.close[at] ?? NaN) / (market?.close[at - 1] ?? NaN) - 1;
}

function tell(day: string, { changes, alerts = [], compared }: Comparison): void {
  const before = changes.filter(wasAlert).length;
  const now = new Set(alerts.map(({ ticker }) => ticker)).size;
  const moved = marketOn(day);
  const kind = RESULTS.includes(day) ? "results" : Math.abs(moved) <= QUIET ? "quiet" : "other";
  const sum = sums.get(kind) ?? { nights: 0, names: 0, before: 0, now: 0, over: 0 };
  sums.set(kind, {
    ...{ nights: sum.nights + 1, names: sum.names + compared, before: sum.before + before, now: sum.now + now },
    over: sum.over + Number(now / compared > 0.02),
  });
  const causes = Map.groupBy(alerts, ({ kind, drift }) => drift?.kinds[0] ?? kind);
  const words = [...causes].map(([cause, { length }]) => `${length} ${cause.replaceAll("_", " ")}`).join(", ");
  const share = (count: number) => `${count} (${percent(count / compared)})`;
  console.log(`| ${day} | ${percent(moved)} | ${compared} | ${share(before)} | ${share(now)} | ${words} |`);
}

function wasAlert({ kinds, newRisks }: RowChange): boolean {
  return newRisks.length > 0 || kinds.some((kind) => EACH.has(kind));
}

function noteMoves(before: readonly ThesisRow[], after: readonly ThesisRow[]): void {
  const figures = ({ claims, score, drawdownProbability }: ThesisRow) =>
    new Map([
      ...claims.flatMap(({ id, metric, value }) =>
        typeof value === "number" && id.split(".").length === 2 ? [[metric, value] as const] : []
      ),
      ["score", score ?? NaN],
      ["drawdown_probability", drawdownProbability ?? NaN],
    ]);
  const old = new Map(before.map((row) => [row.ticker, figures(row)]));
  for (const row of after) {
    for (const [metric, value] of figures(row)) {
      const move = Math.abs(value - (old.get(row.ticker)?.get(metric) ?? NaN));
      if (Number.isNaN(move)) continue;
      const known = moves.get(metric);
      if (known === undefined) moves.set(metric, [move]);
      else known.push(move);
    }
  }
}

function printMoves(): void {
  console.log("\n| measure | moves | mean | median | 99th of 100, in means | nights without |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const [metric, all] of moves) {
    const sorted = all.toSorted((one, other) => one - other);
    const mean = sorted.reduce((sum, move) => sum + move, 0) / sorted.length;
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? NaN;
    const still = sorted.filter((move) => move < 1e-12).length / sorted.length;
    const cells = [metric, sorted.length, mean.toPrecision(2), at(0.5).toPrecision(2), (at(0.99) / mean).toFixed(1)];
    console.log(`| ${[...cells, percent(still)].join(" | ")} |`);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
