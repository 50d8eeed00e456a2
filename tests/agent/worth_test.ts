/** Whether a text is about one company: what it says is said of no other, and can be told from its words. */
import { deepEqual, ok } from "../assert.ts";
import { missingShared, sharedPath, testOnSharedAtNight } from "../needs.ts";
import { NYSE_FILES, nyseDataset } from "../nyse_reports.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { seriesOf } from "../../src/data/series.ts";
import { inFolder } from "../data/in_folder.ts";
import { tradingDays } from "../trading_days.ts";
import { type Answer, answersOf } from "../verify/answers.ts";
import { statementsOf } from "../verify/draft_maker.ts";
import { xorshift } from "../xorshift.ts";
import { anonymous, findCompany } from "./finder.ts";
import { skeletonOf, withoutNames } from "./skeleton.ts";

const FILES = {
  "prices.csv.gz": "prices/sp500_daily_2013-2018.csv.gz",
  "^GSPC.csv": "prices/npm_vega_sp500_index_daily_2000-2020.csv",
};
const SECTORS = "companies/nyse_securities_2017.csv";
/** Companies of a sector among which one is sought. */
const AMONG = 10;

function say(line: string): void {
  // deno-lint-ignore no-console -- prints the shares for the reader
  console.log(line);
}

const textOf = ({ verified: { kept } }: Answer) => statementsOf(kept).map(({ text }) => text).join("\n");
const tickerOf = ({ draft: { companies: [ticker = ""] } }: Answer) => ticker;
const speaks = ({ verified: { kept } }: Answer) =>
  kept.reasoning.every(({ saying: { phrase } }) => phrase !== "moves.quiet");

async function textsAbout(data: Dataset, count: number, asOf = data.asOf): Promise<readonly Answer[]> {
  const view = data.at(asOf);
  const priced = view.companies.filter(({ ticker }) => view.prices(ticker).length > 0);
  const chosen = priced.filter((_, at) => at % Math.max(1, Math.floor(priced.length / count)) === 0).slice(0, count);
  return await answersOf(
    data,
    chosen.map(({ ticker }) => ({ input: `Analyse the company listed under ticker "${ticker}"`, asOf })),
  );
}

/** Tickers of those whose text has the skeleton of another. */
function alikeIn(answers: readonly Answer[], data: Dataset): readonly string[] {
  const { companies } = data.at(data.asOf);
  const names = companies.flatMap(({ ticker, name, sector, industry }) => [ticker, name, sector ?? "", industry ?? ""]);
  const known = [...new Set(names)].filter((name) => name !== "");
  const groups = Map.groupBy(answers, (answer) => skeletonOf(textOf(answer), known));
  return [...groups.values()].filter(({ length }) => length > 1).map((all) => all.map(tickerOf).join(" "));
}

/** How many texts are found among companies of their sector, with their own name removed, and with every name removed. */
function foundAmong(
  answers: readonly Answer[],
  data: Dataset,
  asOf = data.asOf,
): { readonly found: number; readonly sought: number } {
  const view = data.at(asOf);
  const all = view.companies.map(({ ticker }) => ticker).filter((ticker) => view.prices(ticker).length > 0);
  const tickers = new Set(all);
  const sectorOf = new Map(view.companies.map(({ ticker, sector }) => [ticker, sector]));
  const names = view.companies.flatMap(({ ticker, name, industry }) => [ticker, name, industry ?? ""]);
  const known = [...new Set(names)].filter((name) => name !== "");
  let [found, sought] = [0, 0];
  for (const answer of answers) {
    const own = tickerOf(answer);
    const same = all.filter((ticker) => sectorOf.get(ticker) === sectorOf.get(own) && ticker !== own);
    if (!tickers.has(own) || same.length < AMONG - 1) continue;
    const random = xorshift(own.charCodeAt(0) * 977 + own.length);
    const others = same.map((ticker) => ({ ticker, at: random() })).toSorted((one, other) => one.at - other.at);
    const candidates = [own, ...others.slice(0, AMONG - 1).map(({ ticker }) => ticker)].toSorted();
    const text = anonymous(textOf(answer), (words) => withoutNames(words, known));
    sought++;
    if (findCompany(text, { view, candidates, all }) === own) found++;
  }
  return { found, sought };
}

/** Holds that most of two hundred names speak, no two alike, and that half of them are found by their words. */
async function holdWorth(data: Dataset, asOf = data.asOf): Promise<readonly Answer[]> {
  const answers = await textsAbout(data, 200, asOf);
  const speaking = answers.filter(speaks);
  const { found, sought } = foundAmong(speaking, data, asOf);
  const share = (100 * found / sought).toFixed(0);
  say(
    `${speaking.length} of ${answers.length} speak; found ${found} of ${sought}, ${share}%, where chance finds 10%`,
  );
  ok(answers.length === 200 && speaking.length >= 120, `${speaking.length} speak`);
  deepEqual(alikeIn(speaking, data), []);
  ok(2 * found >= sought, `${found} of ${sought} are found`);
  return answers;
}

testOnSharedAtNight(
  missingShared(...Object.values(FILES), SECTORS),
  "of two hundred real names at least 120 speak, no two alike, and half of them are found by their words",
  async () => {
    const files = Object.fromEntries(
      await Promise.all(
        Object.entries(FILES).map(async ([name, path]) => [name, await Deno.readFile(sharedPath(path))]),
      ),
    );
    const sectors = companiesFrom(await Deno.readTextFile(sharedPath(SECTORS)));
    await inFolder({ ...files, "companies.csv": sectors }, async (folder) => {
      const data = await openFolder(folder);
      const answers = await holdWorth(data);
      deepEqual(answers.filter(({ verified }) => verified.verification.claims_removed !== 0).map(tickerOf), []);
    });
  },
);

/** Years to the end of 2015 are known on that day. */
const WITH_REPORTS = "2016-06-30";

testOnSharedAtNight(
  missingShared(...NYSE_FILES),
  "two hundred real names with annual statements hold the same, and lose only what stands on a balance that does not add up",
  async () => {
    const answers = await holdWorth(await nyseDataset(), WITH_REPORTS);
    const lost = answers.flatMap(({ verified: { verification: { checks = [] } } }) =>
      checks.filter(({ name, passed, total }) => ["phrases", "recompute"].includes(name) && passed !== total)
    );
    const other = lost.flatMap(({ detail = "" }) => detail.split("; ")).filter((why) =>
      why !== "" && !/which other figures of its report refute|^and \d+ more$/.test(why)
    );
    say(`${lost.length} of ${answers.length} lose a figure`);
    deepEqual(other, []);
  },
);

Deno.test("of forty made companies most speak, no two alike, and those with nothing to tell get one line", async () => {
  const data = madeMarket(40);
  const answers = await textsAbout(data, 40);
  const speaking = answers.filter(speaks);
  const quiet = answers.filter((answer) => !speaks(answer));
  say(`${speaking.length} of ${answers.length} made companies speak`);
  deepEqual(answers.filter(({ verified }) => verified.verification.claims_removed !== 0).map(tickerOf), []);
  ok(speaking.length >= 24);
  deepEqual(alikeIn(speaking, data), []);
  for (const { verified: { kept } } of quiet) {
    const told = kept.reasoning.map(({ saying: { phrase } }) => phrase);
    deepEqual(told.filter((phrase) => phrase !== "row.measure" && phrase !== "trend.turn"), [
      "lead.company",
      "moves.quiet",
      "company.thesis",
    ]);
  }
});

/** Companies of one sector with random closes about a common index. */
function madeMarket(count: number): Dataset {
  const random = xorshift(7);
  const days = tradingDays("2019-01-02", 300);
  const market = days.map(() => 0.02 * (random() - 0.5));
  const walk = (tilt: number, own: number) => {
    let close = 100;
    return days.map((date, at) => {
      close *= 1 + tilt + (market[at] ?? 0) + own * (random() - 0.5);
      return { date, close: Number(close.toFixed(4)), volume: 1e6 };
    });
  };
  const tickers = Array.from(
    { length: count },
    (_, at) => `M${String.fromCharCode(65 + at % 26)}${at < 26 ? "A" : "B"}`,
  );
  const named = { frequency: "daily", basis: "price", currency: "USD", source: "made.csv" } as const;
  return createDataset({
    ...{ name: "Made market", notice: "Made up.", benchmark: "INDEX" },
    companies: tickers.map((ticker) => ({ ticker, name: `${ticker} Inc.`, sector: "Energy" })),
    sources: [{ id: "made.csv", title: "Made of random numbers", sha256: "0" }],
    series: [
      ...tickers.map((ticker, at) => seriesOf({ ticker, ...named }, walk((at % 7 - 3) * 0.0004, 0.01 + 0.001 * at))),
      seriesOf({ ticker: "INDEX", ...named }, walk(0, 0)),
    ],
  });
}

/** `ticker,name,sector` of the developers' list. */
function companiesFrom(text: string): string {
  const rows = text.split("\n").slice(1).flatMap((line) => {
    const [ticker = "", name = "", , sector = ""] = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) =>
      cell.replace(/,$/, "")
    ) ?? [];
    return ticker === "" || sector === "" ? [] : [`${ticker},${name},${sector}`];
  });
  return ["ticker,name,sector", ...rows, ""].join("\n");
}
