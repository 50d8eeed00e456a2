import type { Dataset, DatasetView } from "../../src/data/dataset.ts";
import { openHistory } from "../worlds/history.ts";
import { verify } from "../../src/verify/verify.ts";
import { DAY, IS_WHOLE } from "../lanes.ts";
import { once } from "../once.ts";
import { slice } from "../sweeps.ts";
import { type Answer, answersOf, type Asked } from "./answers.ts";
import { DOUBT_QUESTIONS, doubtWorld } from "./doubt_world.ts";
import { draftOf } from "./draft_maker.ts";
import { FILED_QUESTIONS, MADE_FILED, MADE_QUESTIONS, SAMPLE_QUESTIONS } from "./first_sentences.ts";
import { madeWorld } from "./made_world.ts";
import { RIGHT } from "./sample_drafts.ts";

/** Answers about the days of a dataset; those of one day make the scene of its lies, those of the others lend figures. */
export interface World {
  readonly name: string;
  readonly days: readonly Day[];
}

/** The answers of one day. */
export interface Day {
  readonly asOf: string;
  readonly view: DatasetView;
  readonly answers: readonly Answer[];
}

/** What of the worlds is asked: all of it, or the day's part. */
interface Share {
  readonly bases: number;
  readonly questions: number;
}

const ALL: Share = { bases: 1, questions: 1 };
/** One of the made worlds, as each computes all its companies anew; of the questions a sixth for three days, so that each world is asked all of them. */
const OF_DAY: Share = IS_WHOLE ? ALL : { bases: 3, questions: 6 };

const part = <T>(asked: readonly T[], { questions }: Share) => slice(asked, questions, Math.floor(DAY / 3));

/** The day's part of the sample. */
export const sampleWorld = once(() => sample(OF_DAY));

/** The day's part of the made worlds. */
export const madeWorlds = once(() => made(OF_DAY));

/** The sample and the made worlds, asked everything. */
export const wholeWorlds = once(async () => [await sample(ALL), ...await made(ALL)]);

/** The sample: names alone, in sets and by sector, when there was much history and when there was little. */
async function sample(share: Share): Promise<World> {
  const asked = [
    ...["AAPL", "ADBE", "AMZN", "DELL", "GOOGL", "IBM", "MSFT", "XRX"].map((ticker) => `Analyse ${ticker}`),
    "How risky is MSFT?",
    "Compare AAPL, MSFT and IBM",
    "Compare IBM and MSFT",
    "Which tech names look riskiest?",
    "Which technology companies have the best momentum and the lowest volatility?",
    "Which technology companies are most at risk if the market falls?",
    "Is Apple riskier than IBM?",
    ...SAMPLE_QUESTIONS,
    ...FILED_QUESTIONS,
  ];
  return {
    name: "sample",
    days: await daysOf(await openHistory(), ["2017-12-29", "2014-03-31", "2019-05-31"], part(asked, share)),
  };
}

/** The seed of the made worlds: with it, some names have no measure that is clearly on a side. */
const MADE = 2;

/** Sentences from values that neither analyst nor verifier computed, each an answer of its own. */
export async function numpyWorld(): Promise<World> {
  const view = (await openHistory()).at("2017-12-29");
  const answers = RIGHT.map((statement, at): Answer => {
    const draft = draftOf(statement);
    return { question: `sentence ${at}`, draft, view, verified: verify(draft, view) };
  });
  return { name: "numpy", days: [{ asOf: view.asOf, view, answers }] };
}

const HARMED = ["SPLT", "FARR", "JUMP", "SPIK", "WRNG", "NOTT", "STIL", "OLDD", "GAPP"];

/** With reports, or with reports that do not give what is asked. */
const FILERS = ["NOTL", "SPLL", "ITEM", "CONF", "STAL", "LOSS", "ABRO", "WEAK", "FAIR", "GOOD", "BANK", "EURO"];

/** Long and short, with names that are not measured for each reason, of month-ends, and not measured at all. */
const PORTFOLIOS = [
  "ENA 7%, ENB 7%, ENC 7%, END 7%, ENE 7%, ENF 7%, ENG 7%, ENH 7%, ENN 7%, ENJ 7%, ENK 7%, ENL 7%, ENM 7%",
  "ENA 30%, ENB 20%, ENC -10%, END 15%, ENE 25%, ENF 12.5%, ENG -7.5%",
  "ENA 30%, ENB 20%, ENH 10%, MONA 5%, BABY -5%, OLDD 5%, SPLT 5%, EURO 4%, TINY 3% and LONG",
  "ENA 60%, ENN 50%, ENB -2%, ENC -2%, END -2%, ENE -2%, ENF -2%, ENG -2%",
  "MONA 60%, MONC 40%",
  "BABY 50%, REA 50%",
  "ENA 50%, SHIF 50%",
  "ENA 50%, ENB 45%, BABY 5%",
];

/** Companies of which something is missing or doubted, asked as a person asks: no day is set. */
async function doubtful(): Promise<World> {
  const data = doubtWorld();
  const answers = await answersOf(data, DOUBT_QUESTIONS.map((input) => ({ input })));
  const days = [...Map.groupBy(answers, ({ view }) => view.asOf)];
  return { name: "made, doubtful", days: days.map(([asOf, answers]) => ({ asOf, view: data.at(asOf), answers })) };
}

/** Made worlds: with a benchmark, with one whose dividends are in its closes, without any, and one of doubts. */
async function made(share: Share): Promise<readonly World[]> {
  const names = [
    ...[..."BCDEFGIJKLM"].map((letter) => `EN${letter}`),
    "ENA",
    "ENH",
    "ENN",
    "MONA",
    "MONB",
    "MONC",
    "MUTE",
    "BABY",
    "TINY",
    "LONG",
    "DULL",
    "MII",
    "MIJ",
    "MOND",
    "DTOT",
  ];
  const asked = [
    ...names.map((ticker) => `Analyse ${ticker}`),
    "Compare ENA, MONA and MUTE",
    "Compare ENA and ENN",
    "Compare ENA, ENB, REA, REB, REC, RED, REE, REF, REG, REH, REI and REJ",
    "Analyse ENA, ENB, ENC, END, ENE, ENF, ENG, ENH, ENI, ENJ, ENK, ENL, ENM and ENN",
    "Which Energy companies have the best momentum and the lowest volatility?",
    "Which Energy companies have the best momentum and are closest to their 52-week high?",
    "Compare MII and MIJ",
    "Analyse the Real Estate sector",
    "Compare BABY and TINY",
    "Compare MONA and MONB",
    "Compare LONG, BABY, MONA and MUTE",
    "Compare ENA, ENB, ENC, END, ENE, ENF, ENG, ENH, ENI and ENJ",
    "Which Energy names look riskiest?",
    "Compare the Energy and Utilities sectors",
    "Analyse the Energy sector",
    "Analyse the Utilities sector",
    "Analyse the Materials sector",
    "Analyse the Industrials sector",
    "Analyse the Oil & Gas Drilling industry",
    "Analyse the Utilities sector and the Materials sector",
    ...FILERS.map((ticker) => `Analyse ${ticker}`),
    ...[..."ABCEGIJKLMN"].map((letter) => `Analyse FI${letter}`),
    ...["CONF", "BANK", "EURO", "LOSS"].map((ticker) => `Compare ${ticker} and ENB`),
    "Compare GOOD, WEAK and ENA",
    "Compare FIK, FIL and FIM",
    "Compare OLDD and MONA",
    ...PORTFOLIOS.map((weights) => `How risky is a portfolio of ${weights}?`),
    ...HARMED.flatMap((ticker) => [`Analyse ${ticker}`, `Analyse ${ticker}M`]),
    ...HARMED.map((ticker) => `Analyse ${ticker} and ENB`),
    "Compare SPLT, STIL, OLDD, GAPP, NOTT and WRNG",
    ...MADE_QUESTIONS,
    ...MADE_FILED,
  ];
  const bases = slice(["price", "total_return", undefined] as const, share.bases, DAY).map(async (basis) => ({
    name: `made, ${basis ?? "no"} benchmark`,
    days: await daysOf(madeWorld(MADE, basis), ["2020-12-31", "2020-11-30"], part(asked, share)),
  }));
  return await Promise.all([...bases, doubtful()]);
}

/** The answers to the same questions on several days. */
export async function daysOf(
  dataset: Dataset,
  days: readonly string[],
  asked: readonly (string | Asked)[],
): Promise<readonly Day[]> {
  const found: Day[] = [];
  for (const asOf of days) {
    const answers = await answersOf(
      dataset,
      asked.map((one): Asked => ({ ...(typeof one === "string" ? { input: one } : one), asOf })),
    );
    found.push({ asOf, view: dataset.at(asOf), answers });
  }
  return found;
}
