import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, sharedPath, testAtNight, testOnSharedAtNight } from "../needs.ts";
import { IS_WHOLE, SEED } from "../lanes.ts";
import type { Claim } from "../../src/data/claim.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { openHistory } from "../worlds/history.ts";
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import type { PhraseId } from "../../src/data/phrases/phrase.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { type Answer, answersOf, type Asked } from "./answers.ts";
import { some } from "./faults/kind.ts";
import { nodesOf, takenApart } from "./faults/told.ts";
import { xorshift } from "../xorshift.ts";
import { statementsOf } from "./draft_maker.ts";
import { daysOf, madeWorlds, sampleWorld, wholeWorlds, type World } from "./worlds.ts";
import { ohlcv, walk } from "../made_prices.ts";
import { LAST_OWN_DAY, MORE, OWN_QUESTIONS, ownWorld, SCORED } from "../agent/own_world.ts";
import { MADE_TEXTS, TEXT_QUESTIONS, textWorld, WORLD_DAY } from "../agent/text_world.ts";

/** Figures, without judgements and names, of a thesis on a name of the sample before words were claims; AAPL's daily bars have no peers. */
const FIGURES_BEFORE = { AAPL: 25, ADBE: 37, AMZN: 28, DELL: 26, GOOGL: 32, IBM: 34, MSFT: 31, XRX: 37 } as const;

const FILES = {
  "prices.csv.gz": "prices/sp500_daily_2013-2018.csv.gz",
  "^GSPC.csv": "prices/npm_vega_sp500_index_daily_2000-2020.csv",
};
const SECTORS = "companies/nyse_securities_2017.csv";
const DAYS = ["2014-07-31", "2016-02-12", "2017-11-30"] as const;
/** Names alone on each day, and sets of names: 2,000 answers, as some names are not listed on each day. */
const SETS = 500;

function say(line: string): void {
  // deno-lint-ignore no-console -- prints what is used for the reader
  console.log(line);
}

/** What an answer lost in verification: nothing, when every check agrees with the analyst. */
function lossOf({ question, view, verified: { verification } }: Answer): readonly string[] {
  if (verification.claims_removed === 0) return [];
  const details = (verification.checks ?? []).filter(({ name }) => name === "phrases" || name === "recompute");
  return [`${question} as of ${view.asOf}: ${details.map(({ detail = "" }) => detail).join("; ")}`];
}

const isFigure = ({ unit }: Claim) => unit !== "word" && unit !== "name";

function figuresOf({ verified: { kept } }: Answer): number {
  return statementsOf(kept).flatMap(({ claims }) => claims).filter(isFigure).length;
}

/** How often each phrase is said. */
function usesOf(answers: readonly Answer[]): ReadonlyMap<PhraseId, number> {
  const uses = new Map<PhraseId, number>(Object.keys(VOCABULARY.phrases).map((id) => [id, 0]));
  const said = answers.flatMap(({ draft }) => statementsOf(draft)).flatMap((one) => nodesOf(takenApart(one)));
  for (const { phrase } of said) uses.set(phrase, (uses.get(phrase) ?? 0) + 1);
  return uses;
}

const answersIn = (worlds: readonly World[]) => worlds.flatMap(({ days }) => days.flatMap(({ answers }) => answers));

/** Answers about the day's part of the sample and of the made companies, or about all of them. */
async function answersAbout(worlds: readonly World[]): Promise<readonly Answer[]> {
  const texts = { name: "made texts", days: await daysOf(textWorld(MADE_TEXTS), [WORLD_DAY], TEXT_QUESTIONS) };
  const own = await Promise.all(([1, -1] as const).map(async (sign) => {
    const world = ownWorld([...SCORED.map((one) => ({ ...one, sign })), ...MORE]);
    return { name: `own columns, sign ${sign}`, days: await daysOf(world, [LAST_OWN_DAY], OWN_QUESTIONS) };
  }));
  return answersIn([...worlds, texts, ...own]);
}

Deno.test("nothing is removed from answers about the sample and about made companies, however short or odd", async () => {
  const answers = await answersAbout([await sampleWorld(), ...await madeWorlds()]);
  ok(answers.length > (IS_WHOLE ? 150 : 30), `${answers.length} answers`);
  deepEqual(answers.flatMap(lossOf), []);
});

const GROUPS = [
  { names: "LA LB LC LD LE LF LG LH", last: "2025-06-30", sector: "Energy" },
  { names: "EA EB EC ED", last: "2024-11-29", sector: "Energy" },
  { names: "UA UB UC UD UE", last: "2025-02-10", sector: "Utilities" },
] as const;

Deno.test("no claim fails of companies whose prices ended months before the day, several of them on one day", async () => {
  const names = GROUPS.flatMap((group) => group.names.split(" ").map((ticker) => ({ ...group, ticker })));
  const rows = names.map(({ ticker, sector }) => `${ticker},${ticker} Inc,${sector},USD`);
  const files = Object.fromEntries(
    names.map(({ ticker, last }, at) => [`${ticker}.csv`, ohlcv(walk(ticker, { last, seed: 7 + at }))]),
  );
  await inFolder(
    { ...files, "companies.csv": ["ticker,name,sector,currency", ...rows, ""].join("\n") },
    async (folder) => {
      const tickers = names.map(({ ticker }) => ticker);
      const asked = [...tickers, tickers.join(", "), "the Energy sector"].map((who) => ({
        input: `Analyse ${who}`,
        asOf: "2025-06-30",
      }));
      const answers = await answersOf(await openFolder(folder), asked);
      equal(answers.length, asked.length);
      deepEqual(answers.flatMap(lossOf), []);
    },
  );
});

Deno.test("a thesis on a name of the sample has at least the figures that it had before words were claims", async () => {
  const asked = Object.keys(FIGURES_BEFORE).map((ticker) => ({ input: `Analyse ${ticker}` }));
  const answers = await answersOf(await openHistory(), asked);
  const found = Object.entries(FIGURES_BEFORE).map(([ticker, before]) => {
    const answer = answers.find(({ question }) => question === `Analyse ${ticker}`);
    return { ticker, before, now: answer === undefined ? 0 : figuresOf(answer) };
  });
  say(found.map(({ ticker, now }) => `${ticker} ${now}`).join(", "));
  deepEqual(found.filter(({ before, now }) => now < before), []);
});

testAtNight("every phrase is said in some answer about the sample or about made companies", async () => {
  const uses = usesOf(await answersAbout(await wholeWorlds()));
  deepEqual([...uses].filter(([, count]) => count === 0).map(([id]) => id), []);
});

testOnSharedAtNight(
  missingShared(...Object.values(FILES), SECTORS),
  "nothing is removed from answers over 505 names and three days, alone, in sets and by sector",
  async () => {
    const real = await realAnswers();
    const figures = real.map(figuresOf);
    const mean = figures.reduce((one, other) => one + other, 0) / figures.length;
    say(`seed ${SEED}: ${real.length} answers, ${mean.toFixed(1)} figures each`);
    const uses = [...usesOf(real)].toSorted(([, one], [, other]) => other - one);
    const used = uses.filter(([, count]) => count > 0);
    say(`${used.length} of ${uses.length} phrases: ${used.map(([id, count]) => `${id} ${count}`).join(", ")}`);
    deepEqual(real.flatMap(lossOf), []);
    ok(mean >= 35);
    ok(real.length >= 2000);
  },
);

/** Two thousand answers over the developers' prices with their sectors. */
async function realAnswers(): Promise<readonly Answer[]> {
  const files = Object.fromEntries(
    await Promise.all(Object.entries(FILES).map(async ([name, path]) => [name, await Deno.readFile(sharedPath(path))])),
  );
  const sectors = companiesFrom(await Deno.readTextFile(sharedPath(SECTORS)));
  return await inFolder({ ...files, "companies.csv": sectors }, async (folder) => {
    const data = await openFolder(folder);
    return answersOf(data, questionsAbout(data));
  });
}

function questionsAbout(data: Dataset): readonly Asked[] {
  const random = xorshift(SEED || 1);
  const view = data.at(data.span.last);
  const companies = view.companies.filter(({ ticker }) => view.prices(ticker).length > 0);
  const tickers = companies.map(({ ticker }) => ticker);
  equal(tickers.length, 505);
  const sectors = [...new Set(companies.flatMap(({ sector }) => sector ?? []))];
  const alone = DAYS.flatMap((asOf) => tickers.map((ticker): Asked => ({ input: about(ticker), asOf })));
  const sets = Array.from({ length: SETS - sectors.length }, (_, at): Asked => {
    const names = some(tickers, random, 2 + at % 11);
    return { input: `Analyse ${names.join(", ")}`, asOf: DAYS[at % 3] ?? DAYS[0] };
  });
  const bySector = sectors.map((sector): Asked => ({ input: `Analyse the ${sector} sector`, asOf: DAYS[1] }));
  return [...alone, ...sets, ...bySector];
}

const about = (ticker: string) => `Analyse the company listed under ticker "${ticker}"`;

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
