import type { Dataset } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import type { TextKind, TextSection } from "../../src/data/text_document.ts";
import { type HeldText, heldTexts } from "../held_texts.ts";
import { tradingDays } from "../trading_days.ts";

/** A text of the made world. */
export interface MadeText {
  readonly id: string;
  readonly kind: TextKind;
  readonly day: string;
  readonly text: string;
  readonly title?: string;
  readonly known?: string;
  readonly sections?: readonly TextSection[];
}

const DAYS = tradingDays("2016-01-04", 520);

/** Days of the made world: its last is in January 2018. */
export const WORLD_DAY = DAYS.at(-1) ?? "";

/** A world of four companies and an index, with these texts about them. */
export function textWorld(texts: Readonly<Record<string, readonly MadeText[]>>): Dataset {
  const series = (ticker: string, step: number) =>
    seriesOf(
      { ticker, frequency: "daily", basis: "price", currency: "USD", source: "made.csv" },
      DAYS.map((date, at) => ({
        date,
        close: 100 * Math.exp(step * at + 0.02 * Math.sin(at * (1 + step))),
        volume: 1000,
      })),
    );
  return createDataset({
    name: "Made texts",
    notice: "Made up.",
    companies: [
      { ticker: "ACME", name: "Acme Industries", sector: "Industrials" },
      { ticker: "BOLT", name: "Bolt Motors", sector: "Consumer Discretionary" },
      { ticker: "CORA", name: "Cora Foods", sector: "Consumer Staples" },
      { ticker: "DUNE", name: "Dune Energy", sector: "Energy" },
    ],
    unlisted: [],
    benchmark: "INDEX",
    sources: [
      { id: "made.csv", title: "Made of a wave", sha256: "0" },
      { id: "calls.jsonl", title: "Made texts", sha256: "0" },
    ],
    series: [
      series("INDEX", 0.0003),
      series("ACME", 0.0008),
      series("BOLT", -0.0002),
      series("CORA", 0.0001),
      series("DUNE", 0.0004),
    ],
    texts: Object.entries(texts).map(([ticker, all]) => heldTexts(ticker, all.map(held))),
  });
}

function held({ title = "", sections = [], known, ...text }: MadeText): HeldText {
  return { ...text, title, sections, known: known ?? text.day, source: "calls.jsonl" };
}

/** Words that name a part of a text, and the part. */
export function under(name: string, text: string, from: string): TextSection {
  const start = text.indexOf(from);
  return { name, start, end: start + from.length };
}

const REMARKS = "Demand was strong in every region this quarter. Our suppliers could not keep up with it in April.";
const QUESTIONS = "We do not expect the shortage to last into the next year. Thanks for asking.";
const CALL = `${REMARKS}\n\n${QUESTIONS}`;
const RISKS = "We buy a single component from one supplier and could not replace it quickly. Competition is intense.";
const REPORT = `We make machines for farms and mines.\n\n${RISKS}`;

/** The texts of the usual made world. */
export const MADE_TEXTS: Readonly<Record<string, readonly MadeText[]>> = {
  ACME: [
    {
      ...{ id: "calls.jsonl 1", kind: "call", day: "2017-05-02", known: "2017-05-03", text: CALL },
      sections: [under("remarks", CALL, REMARKS), under("questions", CALL, QUESTIONS)],
    },
    {
      id: "calls.jsonl 2",
      kind: "call",
      day: "2017-08-01",
      text: "Supply got better in July. Orders rose by a fifth.",
    },
    {
      ...{ id: "10-K 0000000001-17-000001", kind: "10-K", day: "2017-02-20", text: REPORT },
      sections: [under("Item 1", REPORT, "We make machines for farms and mines."), under("Item 1A", REPORT, RISKS)],
    },
    {
      ...{ id: "news.jsonl 7", kind: "news", day: "2017-09-05", title: "Acme plant closes" },
      text: "Acme closes its plant in Ohio over a lack of supply. About 200 people work there.",
    },
  ],
  DUNE: [
    { id: "10-Q 1", kind: "10-Q", day: "2017-05-10", text: "Oil prices fell and so did our margin in the quarter." },
    { id: "8-K 1", kind: "8-K", day: "2017-06-10", text: "The board agreed to a repurchase of shares for two years." },
    { id: "posts.csv 1", kind: "post", day: "2017-07-10", text: "Dune is the best thing since sliced bread!" },
    { id: "notes.txt", kind: "other", day: "2017-08-10", text: "Dune drills a well in the North Sea this year." },
    { id: "8-K 2", kind: "8-K", day: "2017-09-10", text: "Litigation" },
  ],
  BOLT: [
    {
      id: "calls.jsonl 3",
      kind: "call",
      day: "2017-08-02",
      text: "Supply got better in July. Orders rose by a fifth.",
    },
  ],
};

/** Questions to the texts of {@linkcode MADE_TEXTS}, for every sentence that may be said of texts. */
export const TEXT_QUESTIONS: readonly string[] = [
  "What did Acme say about supply?",
  "What did Acme say about a shortage in its call of May 2017?",
  "What did Acme say about next year?",
  "What did Acme say about supply on its last call?",
  "What did Acme say about supply in 2016?",
  "What do Acme's risk factors say about suppliers?",
  "What is the news about Acme?",
  "What did Bolt say about litigation?",
  "What did Cora say about supply?",
  "What did Dune say about margins?",
  "What did Dune say about buybacks?",
  "What did Dune say about margins and buybacks?",
  "What did Dune say about litigation?",
  "Is there anything on Dune on social media?",
  "Is there anything on Dune in other texts?",
  "What did Acme, Bolt, Cora and Dune say about orders?",
];
