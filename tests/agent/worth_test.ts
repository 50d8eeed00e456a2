/** Whether a text is about one company: what it says in words is said of few others. */
import { deepEqual, equal, ok } from "../assert.ts";
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
import { skeletonOf } from "./skeleton.ts";

const FILES = {
  "prices.csv.gz": "prices/sp500_daily_2013-2018.csv.gz",
  "^GSPC.csv": "prices/npm_vega_sp500_index_daily_2000-2020.csv",
};
const SECTORS = "companies/nyse_securities_2017.csv";

function say(line: string): void {
  // deno-lint-ignore no-console -- prints the shares for the reader
  console.log(line);
}

const textOf = ({ verified: { kept } }: Answer) => statementsOf(kept).map(({ text }) => text).join("\n");
const tickerOf = ({ draft: { companies: [ticker = ""] } }: Answer) => ticker;

async function textsAbout(data: Dataset, count: number, asOf = data.asOf): Promise<readonly Answer[]> {
  const view = data.at(asOf);
  const priced = view.companies.filter(({ ticker }) => view.prices(ticker).length > 0);
  const chosen = priced.filter((_, at) => at % Math.max(1, Math.floor(priced.length / count)) === 0).slice(0, count);
  return await answersOf(
    data,
    chosen.map(({ ticker }) => ({ input: `Analyse the company listed under ticker "${ticker}"`, asOf })),
  );
}

/** Tickers of those whose text, without names, figures and dates, is another's too. */
function alikeIn(answers: readonly Answer[], data: Dataset): readonly string[] {
  const { companies } = data.at(data.asOf);
  const names = companies.flatMap(({ ticker, name, sector, industry }) => [ticker, name, sector ?? "", industry ?? ""]);
  const known = [...new Set(names)].filter((name) => name !== "");
  const groups = Map.groupBy(answers, (answer) => skeletonOf(textOf(answer), known));
  return [...groups.values()].filter(({ length }) => length > 1).flatMap((all) => all.map(tickerOf));
}

/** Holds that of so many names four in five say in words what no other of them says. */
async function holdWorth(data: Dataset, count: number, asOf = data.asOf): Promise<readonly Answer[]> {
  const answers = await textsAbout(data, count, asOf);
  const alike = alikeIn(answers, data);
  say(`${alike.length} of ${answers.length} share their words with another`);
  equal(answers.length, count);
  ok(5 * alike.length <= count, `${alike.join(" ")} share their words with another`);
  return answers;
}

testOnSharedAtNight(
  missingShared(...Object.values(FILES), SECTORS),
  "of two hundred real names at most one in five shares its words, but for names and figures, with another",
  async () => {
    const files = Object.fromEntries(
      await Promise.all(
        Object.entries(FILES).map(async ([name, path]) => [name, await Deno.readFile(sharedPath(path))]),
      ),
    );
    const sectors = companiesFrom(await Deno.readTextFile(sharedPath(SECTORS)));
    await inFolder({ ...files, "companies.csv": sectors }, async (folder) => {
      const data = await openFolder(folder);
      const answers = await holdWorth(data, 200);
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
    const answers = await holdWorth(await nyseDataset(), 200, WITH_REPORTS);
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

Deno.test("the same holds of forty made companies, and nothing is removed from their answers", async () => {
  const answers = await holdWorth(madeMarket(40), 40);
  deepEqual(answers.filter(({ verified }) => verified.verification.claims_removed !== 0).map(tickerOf), []);
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
