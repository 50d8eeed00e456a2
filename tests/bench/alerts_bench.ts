// deno-lint-ignore-file no-console -- it prints a table
/**
 * Counts the names with an alert from one night to the next, by cause, over the developers' prices of the S&P 500 and
 * annual statements: every 41st session from March 2014 on, and nights on which the market moved. Each is compared with
 * the session before it, which was compared with the one before that.
 *
 *   deno run -A --no-check tests/bench/alerts_bench.ts [DAY...]
 *
 * DAY is the later session of a night of your own. Three sessions of 500 names take about 20 seconds.
 */
import { alertLines } from "../../src/compare/alerts.ts";
import { compareRuns, type RunToCompare } from "../../src/compare/compare_runs.ts";
import { dayText } from "../../src/calendar/day.ts";
import { run } from "../compare/thesis_rows.ts";
import { nightAgent, nightRows } from "../night_rows.ts";
import { nyseDataset } from "../nyse_reports.ts";

const FIRST = "2014-03-03";
const EVERY = 41;
/** Sessions of a night: the later one, the earlier one, and that before it. */
const SESSIONS = 3;
/** Falls of the market by 1.4 to 4.1 %, the two days of November 2016 and February 2018 after them, and results. */
const TURBULENT = [
  ...["2014-10-15", "2015-04-03", "2015-08-24", "2015-12-03", "2016-01-13", "2016-06-24", "2016-11-09"],
  ...["2018-02-05", "2018-02-06"],
];
/** A market that moves more makes no quiet night. */
const QUIET = 0.01;

const dataset = await nyseDataset();
const [market] = dataset.at(dataset.span.last).prices("^GSPC");
if (market === undefined) throw new TypeError("no index");
const days = Array.from(market.days, dayText);
const last = days.findLastIndex((day) => day <= dataset.span.last && day < "2018-02-08");
const first = days.indexOf(FIRST);
const spread = days.slice(first, last).filter((_, at) => at % EVERY === 0);
const nights = Deno.args.length > 0 ? Deno.args : [...new Set([...spread, ...TURBULENT])];
const agent = nightAgent(dataset);
const totals = { quiet: { names: 0, alerted: 0, nights: 0 }, other: { names: 0, alerted: 0, nights: 0 } };

console.log("| night | market | names | with an alert | causes |");
console.log("| --- | --- | --- | --- | --- |");
for (const night of nights) {
  const at = days.findLastIndex((day) => day <= night);
  let runs: readonly RunToCompare[] = [];
  for (const day of days.slice(at + 1 - SESSIONS, at + 1)) {
    const view = dataset.at(day);
    const tickers = view.companies.map(({ ticker }) => ticker).filter((ticker) => view.prices(ticker).length > 0);
    runs = [...runs.slice(-1), run(await nightRows(agent, tickers, day))];
  }
  const [earlier, later] = runs;
  if (earlier === undefined || later === undefined) throw new TypeError(`no night ${night}`);
  const comparison = compareRuns(earlier, later);
  const alerts = alertLines(comparison, later).split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const names = new Set(alerts.map(({ ticker }) => ticker)).size;
  const moved = (market.close[at] ?? NaN) / (market.close[at - 1] ?? NaN) - 1;
  const total = totals[Math.abs(moved) <= QUIET ? "quiet" : "other"];
  total.names += comparison.compared;
  total.alerted += names;
  total.nights += 1;
  const cells = [days[at], percent(moved), comparison.compared, `${names} (${percent(names / comparison.compared)})`];
  console.log(`| ${[...cells, causesOf(alerts)].join(" | ")} |`);
}
for (const [kind, { names, alerted, nights }] of Object.entries(totals)) {
  console.log(`${nights} ${kind} nights: ${alerted} of ${names} names have an alert, ${percent(alerted / names)}`);
}

/** Names by cause; of alerts without one, by their changes. */
function causesOf(alerts: readonly AlertFields[]): string {
  const causes = alerts.flatMap(({ kind, changes = [], new_risks = [] }) =>
    kind !== "THESIS_DRIFT" ? [kind] : [...changes, ...new_risks.length > 0 ? ["new risk"] : []]
  );
  return [...Map.groupBy(causes, (cause) => cause)].map(([cause, { length }]) => `${length} ${cause}`).join(", ");
}

interface AlertFields {
  readonly kind: string;
  readonly changes?: readonly string[];
  readonly new_risks?: readonly string[];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
