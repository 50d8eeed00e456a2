/**
 * Sentences about closes of real prices, each true one beside altered ones. What is true is worked out here from the rows
 * of the file, by no code of the product.
 */
import { createDataset } from "../../../src/data/dataset_in_memory.ts";
import type { Company, DatasetView } from "../../../src/data/dataset.ts";
import { seriesOf } from "../../../src/data/series.ts";
import { sharedPath } from "../../needs.ts";
import { xorshift } from "../../xorshift.ts";
import type { Marked } from "./evaluation.ts";

export const PRICES_FILE = "prices/sp500_daily_2013-2018.csv.gz";
const AS_OF = "2017-12-29";

const COMPANIES: readonly Company[] = [
  ...[{ ticker: "KO", name: "Coca-Cola" }, { ticker: "NVDA", name: "NVIDIA" }, { ticker: "XOM", name: "Exxon Mobil" }],
  ...[{ ticker: "JPM", name: "JPMorgan" }, { ticker: "WMT", name: "Walmart" }, { ticker: "INTC", name: "Intel" }],
  ...[{ ticker: "DIS", name: "Disney" }, { ticker: "BA", name: "Boeing" }, { ticker: "CVX", name: "Chevron" }],
  ...[{ ticker: "PFE", name: "Pfizer" }, { ticker: "CAT", name: "Caterpillar" }, { ticker: "ORCL", name: "Oracle" }],
];

interface Row {
  readonly date: string;
  readonly close: number;
}

/** Closes of some companies, in ascending order of day. */
export type Closes = ReadonlyMap<string, readonly Row[]>;

/** The closes of the file up to the day of the view. */
export async function realCloses(): Promise<Closes> {
  const file = await Deno.open(sharedPath(PRICES_FILE));
  const text = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
  const tickers = new Set(COMPANIES.map(({ ticker }) => ticker));
  const rows = text.trim().split("\n").slice(1).map((line) => line.split(",")).flatMap((
    [date = "", , , , close = "", , ticker = ""],
  ) => tickers.has(ticker) && date <= AS_OF ? [{ ticker, date, close: Number(close) }] : []);
  return Map.groupBy(rows.toSorted((one, other) => one.date < other.date ? -1 : 1), ({ ticker }) => ticker);
}

export function viewOfCloses(closes: Closes): DatasetView {
  return createDataset({
    ...{ name: "Prices", notice: "Prices of twelve companies.", companies: COMPANIES },
    sources: [{ id: "closes", title: "Closes", sha256: "" }],
    series: [...closes].map(([ticker, rows]) =>
      seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source: "closes" }, rows)
    ),
  }).at(AS_OF);
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const QUARTERS = ["first", "second", "third", "fourth"];

/** A time in words, and its days. */
interface Time {
  readonly words: string;
  readonly from: string;
  readonly to: string;
}

function timesOf(): readonly Time[] {
  return [2014, 2015, 2016, 2017].flatMap((year): Time[] => [
    { words: `in ${year}`, from: `${year}-01-01`, to: `${year}-12-31` },
    { words: `during ${year}`, from: `${year}-01-01`, to: `${year}-12-31` },
    ...QUARTERS.map((name, at) => ({
      words: `in the ${name} quarter of ${year}`,
      from: `${year}-${two(3 * at + 1)}-01`,
      to: `${year}-${two(3 * at + 3)}-31`,
    })),
    ...MONTHS.map((name, at) => ({
      words: `in ${name} ${year}`,
      from: `${year}-${two(at + 1)}-01`,
      to: `${year}-${two(at + 1)}-31`,
    })),
  ]);
}

const two = (number: number) => String(number).padStart(2, "0");

/** The return from the last close before some days to the last of them. */
function returnOf(rows: readonly Row[], { from, to }: Time): number {
  const [base, last] = [rows.findLast(({ date }) => date < from), rows.findLast(({ date }) => date <= to)];
  return base === undefined || last === undefined ? NaN : last.close / base.close - 1;
}

/** Sample standard deviation of the last 252 log returns, a year. */
function volatilityOf(rows: readonly Row[]): number {
  const closes = rows.slice(-253).map(({ close }) => close);
  const steps = closes.slice(1).map((close, at) => Math.log(close / (closes[at] ?? NaN)));
  const mean = steps.reduce((sum, one) => sum + one, 0) / steps.length;
  return Math.sqrt(252 * steps.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (steps.length - 1));
}

/** The lowest of the closes of a year against the highest before each. */
function fallOf(rows: readonly Row[]): number {
  let [top, worst] = [0, 0];
  for (const { close } of rows.slice(-253)) {
    top = Math.max(top, close);
    worst = Math.min(worst, close / top - 1);
  }
  return worst;
}

type Random = () => number;

const pick = <T>(all: readonly T[], random: Random): T => {
  const found = all[Math.floor(random() * all.length)];
  if (found === undefined) throw new RangeError("Cannot pick: there is nothing");
  return found;
};

/**
 * Makes sentences until so many are true.
 * @param options `count` of true ones; each has one or two altered ones beside it.
 */
export function madePrices(
  closes: Closes,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly Marked[] {
  const random = xorshift(seed || 1);
  const made: Marked[] = [];
  const makers = [closeSentences, moveSentences, moveSentences, waySentences, pairSentences, measureSentences];
  for (let isTrue = 0; isTrue < count;) {
    const some = pick(makers, random)(closes, random);
    isTrue += some.filter((one) => one.isTrue).length;
    made.push(...some);
  }
  return made;
}

function companyOf(closes: Closes, random: Random, not?: string) {
  const company = pick(COMPANIES.filter(({ ticker }) => ticker !== not), random);
  return { ...company, rows: closes.get(company.ticker) ?? [], says: pick([company.name, company.ticker], random) };
}

const truth = (text: string, kind: string): Marked => ({ text, isTrue: true, group: `true, ${kind}` });
const lie = (text: string, kind: string): Marked => ({ text, isTrue: false, group: `altered ${kind}` });

function closeSentences(closes: Closes, random: Random): readonly Marked[] {
  const { says, rows } = companyOf(closes, random);
  const { date, close } = pick(rows, random);
  const other = pick(rows, random);
  const [year = "", month = "", day = ""] = date.split("-");
  const written = pick([
    date,
    `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
    `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`,
  ], random);
  const shape = pick([
    (price: string) => `${says} closed at $${price} on ${written}.`,
    (price: string) => `On ${written} shares of ${says} closed at ${price} dollars.`,
    (price: string) => `The stock of ${says} finished ${written} at $${price}.`,
    (price: string) => `${says}'s closing price on ${written} was $${price}.`,
  ], random);
  const wrong = close * (random() < 0.5 ? 0.7 + 0.25 * random() : 1.05 + 0.4 * random());
  return [
    truth(shape(close.toFixed(2)), "close"),
    lie(shape(wrong.toFixed(2)), "close"),
    ...Math.abs(other.close / close - 1) > 0.02 ? [lie(shape(other.close.toFixed(2)), "day")] : [],
  ];
}

function moveSentences(closes: Closes, random: Random): readonly Marked[] {
  const { says, rows, ticker } = companyOf(closes, random);
  const time = pick(timesOf(), random);
  const value = returnOf(rows, time);
  if (!(Math.abs(value) > 0.01)) return [];
  const decimals = pick([0, 1, 1], random);
  const shape = pick([
    (by: number) => `${says} ${by > 0 ? "gained" : "lost"} ${size(by)}% ${time.words}.`,
    (by: number) => `Shares of ${says} ${by > 0 ? "rose" : "fell"} ${size(by)}% ${time.words}.`,
    (by: number) => `${capital(time.words)}, ${says} ${by > 0 ? "climbed" : "dropped"} by ${size(by)}%.`,
    (by: number) => `${says}'s stock returned ${by < 0 ? "-" : ""}${size(by)} % ${time.words}.`,
    (by: number) => `The share price of ${says} was ${by > 0 ? "up" : "down"} ${size(by)}% ${time.words}.`,
  ], random);
  const size = (by: number) => Math.abs(100 * by).toFixed(decimals);
  const other = companyOf(closes, random, ticker);
  const of = returnOf(other.rows, time);
  return [
    truth(shape(value), "move"),
    lie(shape(value + (random() < 0.5 ? -1 : 1) * (0.05 + 0.15 * random())), "figure"),
    lie(shape(-value), "sign"),
    ...Math.abs(of - value) > 0.05 ? [lie(shape(of), "company")] : [],
  ];
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function waySentences(closes: Closes, random: Random): readonly Marked[] {
  const { says, rows } = companyOf(closes, random);
  const time = pick(timesOf(), random);
  const value = returnOf(rows, time);
  if (!(Math.abs(value) > 0.03)) return [];
  const shape = pick([
    (way: number) => `${says} shares ${way > 0 ? "rose" : "fell"} ${time.words}.`,
    (way: number) => `${says}'s stock ${way > 0 ? "climbed" : "declined"} ${time.words}.`,
  ], random);
  return [truth(shape(value), "way"), lie(shape(-value), "direction")];
}

function pairSentences(closes: Closes, random: Random): readonly Marked[] {
  const one = companyOf(closes, random);
  const other = companyOf(closes, random, one.ticker);
  const time = pick(timesOf(), random);
  const gap = returnOf(one.rows, time) - returnOf(other.rows, time);
  if (!(Math.abs(gap) > 0.02)) return [];
  const shape = pick([
    (way: number) => `${one.says} ${way > 0 ? "outperformed" : "underperformed"} ${other.says} ${time.words}.`,
    (way: number) => `${one.says} returned ${way > 0 ? "more" : "less"} than ${other.says} ${time.words}.`,
  ], random);
  return [truth(shape(gap), "pair"), lie(shape(-gap), "order")];
}

function measureSentences(closes: Closes, random: Random): readonly Marked[] {
  const { says, rows, ticker } = companyOf(closes, random);
  const other = companyOf(closes, random, ticker);
  const isFall = random() < 0.5;
  const of = (list: readonly Row[]) => isFall ? fallOf(list) : volatilityOf(list);
  const value = of(rows);
  const shape = isFall
    ? (by: number) => `Over the past year the deepest drawdown of ${says} was ${Math.abs(100 * by).toFixed(1)}%.`
    : (by: number) => `${says}'s volatility is ${(100 * by).toFixed(1)}% a year.`;
  const gap = value / of(other.rows) - 1;
  const noun = isFall ? "a lower volatility" : "a higher volatility";
  const isSo = (volatilityOf(rows) > volatilityOf(other.rows)) !== isFall;
  const compared = `${says} has ${noun} than ${other.says}.`;
  return [
    truth(shape(value), "measure"),
    lie(shape(value * (random() < 0.5 ? 0.4 + 0.3 * random() : 1.4 + random())), "measure"),
    ...Math.abs(gap) > 0.05 ? [lie(shape(of(other.rows)), "company")] : [],
    isSo ? truth(compared, "measures") : lie(compared, "measures"),
  ];
}
