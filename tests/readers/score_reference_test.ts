/**
 * Every figure of score.csv, recomputed in Python with scipy, scikit-learn and statsmodels.
 * `CONVICTION_PYTHON` names an interpreter that has them; otherwise `python3` is tried.
 */
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import { connect } from "conviction";
import { type ResearchPort, screen } from "conviction/batch";
import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { equal, match } from "../assert.ts";
import { missingPython, missingShared, PYTHON, sharedPath, testNeeding } from "../needs.ts";
import { scoreCommand } from "../../src/commands/score_command.ts";
import { testMachine, writeCsv } from "../batch/test_machine.ts";
import { weekdays } from "../score/prices.ts";
import { testHost } from "../commands/captured.ts";
import { xorshift } from "../xorshift.ts";
import type { HorizonScore, LeftOut } from "../../src/score/score_report.ts";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const NAMES = ["AAPL", "AMZN", "GOOGL", "IBM", "JPM", "MSFT", "NVDA", "WMT"];

const missing = missingPython("numpy", "scipy", "sklearn", "statsmodels");

/** A run of a list of names and days, in its own folder. */
async function runOf(rows: readonly (readonly [ticker: string, day: string])[], research: ResearchPort) {
  const folder = await Deno.makeTempDir();
  const path = writeCsv(folder, `ticker,day\n${rows.map((row) => row.join(",")).join("\n")}\n`);
  const options = {
    machine: testMachine({ folder }),
    asOf: "day",
    files: "none" as const,
    brake: "off" as const,
    folder: `${folder}/run`,
  };
  for await (const _ of screen(path, research, options));
  return folder;
}

/** Answers each question from its text alone, some in an odd form. */
const ODD_RESEARCH: ResearchPort = {
  isIdempotent: true,
  download: () => Promise.reject(new Error("no file")),
  reason(request: ReasoningRequest) {
    const [a = 0, b = 0, c = 0, d = 0] = createHash("sha256").update(JSON.stringify(request)).digest();
    const signal = ["bullish", "bearish", "neutral", "neutral", "no_view"][a % 5] ?? "neutral";
    const as_of = request.metadata?.["as_of"];
    return Promise.resolve({
      agent_thesis: { signal, confidence: b % 29 === 0 ? 55 : Math.round(b / 16) / 16, reasoning: "It says so." },
      key_drivers: [],
      risks: [],
      metadata: {
        ...typeof as_of === "string" ? { as_of } : {},
        ...c % 7 === 0 ? {} : { score: c % 11 === 0 ? 0 : Math.round((c - 128) / 8) / 16 },
        ...d % 5 === 0 ? {} : { drawdown_probability: d / 255 },
      },
    });
  },
};

/** What the reference says of the figures, and that it leaves out as many theses as the report. */
async function check(folder: string, { args, prices, benchmark }: {
  readonly args: readonly string[];
  readonly prices: readonly string[];
  readonly benchmark?: string;
}): Promise<string> {
  const host = testHost({ folder });
  equal(await scoreCommand(["run", "--json", ...args], host), 0, host.err.text);
  const { success, stdout, stderr } = await new Deno.Command(PYTHON, {
    args: [
      ...[pathOf("score_reference.py"), `${folder}/run/score.csv`, "--run", `${folder}/run`],
      ...["--prices", ...prices, ...benchmark === undefined ? [] : ["--benchmark", benchmark]],
    ],
  }).output();
  const said = new TextDecoder().decode(stdout);
  equal(success, true, said + new TextDecoder().decode(stderr));
  const leftOut = JSON.parse(host.out.text).horizons.flatMap((one: HorizonScore) => one.leftOut) as LeftOut[];
  const sumOf = (reason: string) => leftOut.reduce((sum, one) => sum + (one.reason === reason ? one.theses : 0), 0);
  match(said, new RegExp(`^left out: ${sumOf("doubted")} doubted, ${sumOf("ended")} ended$`, "m"));
  return said;
}

testNeeding(missing, "score.csv of our theses on the sample equals the reference", async () => {
  const days = ["2024-07-31", "2024-08-30", "2024-09-30", "2024-10-31", "2024-12-31", "2025-02-28", "2025-03-31"];
  await using research = Object.assign(connect(), { async [Symbol.asyncDispose]() {} });
  const port: ResearchPort = {
    isIdempotent: true,
    reason: (request, options) => research.reason(request, options),
    download: () => Promise.reject(new Error("no file")),
  };
  const folder = await runOf(days.flatMap((day) => NAMES.map((name) => [name, day] as const)), port);
  let above = ""; // an empty ticker is that of the row above
  const rows = (await Deno.readTextFile(pathOf("../../src/data/sample/prices.csv"))).split("\n").map((line) => {
    const [ticker = "", ...cells] = line.split(",");
    above = ticker || above;
    return cells.length === 0 ? "" : [above, ...cells].join();
  });
  await Deno.writeTextFile(`${folder}/prices.csv`, rows.join("\n"));
  const prices = [`${folder}/prices.csv`];
  const said = await check(folder, { args: ["--horizon", "5,21,63,126,252"], prices, benchmark: "SPY" });
  match(said, /^56 theses, \d{3} lines, \d{4} figures, 0 differ$/m);
});

/** What becomes of the prices of every tenth name: each is believed, doubted or decided in another way. */
const FATES: readonly ((bar: Bar, at: number) => Partial<Bar> | undefined)[] = [
  () => ({}),
  ({ close, open }, at) => at < 200 ? { close: 4 * close, open: 4 * open } : {}, // a split as traded
  ({ close, open }, at) => at < 120 ? { close: 1.5 * close, open: 1.5 * open } : {}, // 3 for 2
  ({ close }, at) => ({ close: at < 260 ? 3 * close : close, open: NaN }), // 3 for 1, without an open
  ({ close, open }, at) => at < 300 ? { close: 2 * close, open: 2 * open } : at > 300 ? {} : { volume: 2e7 }, // a crash
  ({ close }, at) => at === 222 ? { close: 0.6 * close - 1 } : {}, // one wrong bar
  ({ close }, at) => at === 240 ? { close: 0.8 * close } : {}, // one of several on that day
  ({ close }, at) => at === 150 ? { low: 1.3 * close } : {}, // a low above the close
  ({ close, low }, at) => at > 330 ? undefined : at > 322 ? { low: 0.7 * low, close: 0.7 * close } : {}, // a fall, the end
  (_, at) => at > 340 ? undefined : {},
];
type Bar = Readonly<Record<"open" | "low" | "close" | "volume", number>>;

function madePrices({ names, days }: { readonly names: readonly string[]; readonly days: readonly string[] }): string {
  const random = xorshift(31);
  const lines = names.flatMap((ticker, name) => {
    let level = 100 + name;
    return days.flatMap((day, at) => {
      const open = level;
      level *= 1 + 0.05 * (random() - 0.49);
      const bar = { open, low: 0.99 * Math.min(open, level), close: level, volume: 1e6 * (0.5 + random()) };
      const fate = FATES[name % FATES.length]?.({ ...bar }, at);
      if (fate === undefined) return [];
      const cells = Object.values({ ...bar, ...fate }).map((cell) => Number.isNaN(cell) ? "" : cell.toFixed(4));
      return [[day, ticker, ...cells].join(",")];
    });
  });
  return `date,ticker,open,low,close,volume\n${lines.join("\n")}\n`;
}

testNeeding(
  missing,
  "score.csv of odd theses on made prices, of which some are doubted or end, equals the reference",
  async () => {
    const days = weekdays("2019-01-01", 400);
    const names = Array.from({ length: 60 }, (_, at) => `N${at}`);
    const rows = names.flatMap((name) => days.filter((_, at) => at % 9 === 0).map((day) => [name, day] as const));
    const folder = await runOf(rows, ODD_RESEARCH);
    await Deno.writeTextFile(`${folder}/made.csv`, madePrices({ names, days }));
    const said = await check(folder, {
      args: ["--horizon", "7,21,100", "--prices", "made.csv"],
      prices: [`${folder}/made.csv`],
    });
    match(said, /^left out: \d{3,} doubted, \d{3} ended\n2700 theses, \d{3} lines, \d{3,4} figures, 0 differ$/m);
  },
);

const FILES = ["sp500_daily_2013-2018.csv.gz", "npm_vega_sp500_index_daily_2000-2020.csv"].map((file) =>
  `prices/${file}`
);
testNeeding(
  missing ?? missingShared(...FILES),
  "score.csv of odd theses on S&P 500 prices equals the reference",
  async () => {
    const names = [
      "A",
      "AAL",
      "AAPL",
      "AMD",
      "BRK.B",
      "BF.B",
      "GE",
      "IBM",
      "KHC",
      "MMM",
      "NVDA",
      "PYPL",
      "T",
      "XOM",
      "ZTS",
    ];
    const days = weekdays("2013-03-01", 1_200).filter((_, at) => at % 40 === 0);
    const folder = await runOf(days.flatMap((day) => names.map((name) => [name, day] as const)), ODD_RESEARCH);
    await Deno.mkdir(`${folder}/data`);
    const prices = [`${folder}/data/prices.csv.gz`, `${folder}/data/^GSPC.csv`];
    for (const [at, file] of FILES.entries()) await Deno.copyFile(sharedPath(file), prices[at] ?? "");
    const said = await check(folder, { args: ["--data", "data"], prices, benchmark: "^GSPC" });
    match(said, /^450 theses, \d{3} lines, \d{4} figures, 0 differ$/m);
  },
);
