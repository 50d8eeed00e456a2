import { deepEqual, equal, match } from "../assert.ts";
import { historyCommand } from "../../src/commands/history_command.ts";
import { type MadeNight, screenNight, weekdays } from "../batch/night_runs.ts";
import { testHost } from "./captured.ts";

const DAYS = weekdays("2024-01-01", 30);
/** AAPL is bullish, then neutral from the 11th night on; IBM has no thesis on the last night. */
const NIGHTS: readonly MadeNight[] = DAYS.map((asOf, at) => ({
  ...{ name: asOf, asOf },
  scores: { AAPL: at < 10 ? 0.4 : 0.1, IBM: at === DAYS.length - 1 ? undefined : -0.3 },
}));

let made: Promise<string> | undefined;

/** The folder of thirty nights, made once, in the first test. */
async function makeNights(): Promise<string> {
  const folder = await Deno.makeTempDir();
  for (const night of NIGHTS) await screenNight(folder, night);
  return folder;
}

/** Runs the command over thirty nights of two names. */
async function ran(...args: readonly string[]) {
  const host = testHost({ folder: await (made ??= makeNights()) });
  const status = await historyCommand(args, host);
  return { status, out: host.out.text, err: host.err.text };
}

Deno.test("history TICKER shows its streak, its scores and the last twenty nights, with what changed", async () => {
  const { status, out, err } = await ran("aapl");
  const lines = out.trimEnd().split("\n");
  deepEqual([status, err, lines.length], [0, "", 26]);
  deepEqual(lines.slice(0, 3), [
    "AAPL: neutral for 20 nights, bullish before that",
    "rows, unnamed: 30 nights, 2024-01-01 to 2024-02-09",
    `Score: ${"▆".repeat(10)}${"▅".repeat(20)} (−1 to 1)`,
  ]);
  match(lines[6] ?? "", /^2024-01-15 {2}neutral {2}\+0\.10 +100 +0\.53 +10% +was bullish; score −0\.30$/);
  equal(lines[4], "The last 20 nights; --last 30 shows all.");
});

Deno.test("history TICKER --last N shows N nights, and a night without a thesis says so", async () => {
  const { out } = await ran("IBM", "--last", "2");
  match(out, /^IBM: bearish for 29 nights\n/);
  match(out, /\n2024-02-08 {2}bearish .*\n2024-02-09 {2}- +no thesis: failed\n/);
});

Deno.test("history LIST shows each name with its scores now and a month ago, the best first", async () => {
  for (const list of ["desk", "lists/desk.csv", "runs/desk"]) {
    const { status, out } = await ran(list);
    equal(status, 0);
    match(out, /^rows, unnamed: 30 nights, 2024-01-01 to 2024-02-09; scores drawn from −1 to 1\n/);
    match(out, /\nAAPL +▆{10}▅{20} {2}\+0\.10 +\+0\.40 +neutral for 20 nights, bullish before that\n/);
    match(
      out,
      /\nIBM +▃{29} {2}−0\.30 +−0\.30 +bearish for 29 nights\n\nFor its record, said against happened: --data /,
    );
  }
});

Deno.test("history LIST --data shows its record, or how many sessions are missing for it", async () => {
  const days = weekdays("2024-01-01", 110);
  const prices = async (count: number) => {
    const folder = await Deno.makeTempDir();
    for (const [name, step] of [["AAPL", 1], ["IBM", -0.1]] as const) {
      const lines = days.slice(0, count).map((day, at) => `${day},${100 + at * step}`);
      await Deno.writeTextFile(`${folder}/${name}.csv`, ["Date,Close", ...lines, ""].join("\n"));
    }
    return folder;
  };
  match(
    (await ran("desk", "--data", await prices(40))).out,
    /\nIts record begins when 63 sessions have passed: 24 to go/,
  );
  const { out } = await ran("desk", "--data", await prices(110));
  match(
    out,
    /\nIts record over 63 trading days: too few to judge \(59 theses on 30 dates, 1 of them independent; at least/,
  );
  match(out, /\n {2}signals right: 100\.0% of 39 bullish or bearish; right is a positive return for bullish\n/);
  match(out, /\n {2}falls of 15%: said 10\.0%, happened 0\.0% of 59 theses\n/);
});

Deno.test("history --json prints an object for each history, --csv a table", async () => {
  const [history] = (await ran("AAPL", "--json", "--last", "3")).out.trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );
  deepEqual([history.ticker, history.nights.length, history.streak.nights], ["AAPL", 3, 20]);
  const [trends] = (await ran("desk", "--json")).out.trimEnd().split("\n").map((line) => JSON.parse(line));
  deepEqual(trends.names.map(({ ticker, score }: { ticker: string; score: number }) => [ticker, score]), [
    ["AAPL", 0.1],
    [
      "IBM",
      -0.3,
    ],
  ]);
  const nights = (await ran("AAPL", "--csv", "--last", "2")).out.trimEnd().split("\n");
  deepEqual(nights.map((line) => line.split(",").slice(0, 6).join(",")), [
    "ticker,list,service,model,question,night",
    "AAPL,rows,unnamed,,,2024-02-08",
    "AAPL,rows,unnamed,,,2024-02-09",
  ]);
  const names = (await ran("desk", "--csv")).out.trimEnd().split("\n");
  deepEqual(names[1], "AAPL,rows,unnamed,,,neutral,20,2024-01-15,bullish,0.1,0.4");
});

const WRONG: readonly { args: readonly string[]; says: RegExp }[] = [
  { args: [], says: /^error: Cannot show a history: give a ticker, or a list\.?\n$/ },
  { args: ["a", "b", "c"], says: /"c" is one too many/ },
  { args: ["MSFT"], says: /Cannot show the history of MSFT: no finished run under \S+ has it; give a ticker of a/ },
  { args: ["AAPL", "other.csv"], says: /Cannot open the runs of other.csv: there is no folder \S+other; give a list/ },
  { args: ["AAPL", "--json", "--csv"], says: /Cannot use --json and --csv together/ },
  { args: ["AAPL", "--data", "prices"], says: /Cannot use --data with a ticker: the record against prices is that of/ },
  { args: ["AAPL", "--last", "0"], says: /Cannot use --last 0: it is not a whole number from 1/ },
];
for (const { args, says } of WRONG) {
  Deno.test(`history ${args.join(" ")} prints an error of one line and exits with 2`, async () => {
    const { status, out, err } = await ran(...args);
    deepEqual([status, out], [2, ""]);
    match(err, says);
    equal(err.trimEnd().split("\n").length, 1);
  });
}
