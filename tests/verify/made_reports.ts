import { nextSession } from "../../src/calendar/exchange_days.ts";
import { type FiledFact, inOrder, NO_RECORDS, type StoredRecords } from "../../src/data/records.ts";
import { xorshift } from "../xorshift.ts";

/** How a made company reports; what is absent is as usual. */
export interface Reporting {
  readonly ticker: string;
  /** `years`: to the end of September, nothing between; `quarters`: to the end of December, with quarters. */
  readonly by: "years" | "quarters";
  /** Money of its reports. Default: USD. */
  readonly unit?: string;
  /** Changes what it states, or leaves it out. */
  readonly change?: (fact: FiledFact) => readonly FiledFact[];
  /** Income as a share of revenue. Default: random, mostly above 0. */
  readonly margin?: number;
  /** Shareholders' equity as a share of assets. Default: random. */
  readonly equity?: number;
  /** Growth of assets and of the number of shares from year to year. Default: random. */
  readonly grows?: { readonly assets: number; readonly shares: number };
  /** The newest year that it reports. Default: 2020. */
  readonly until?: number;
}

const SOURCE = "made.csv";

/** The facts of made companies, each from random numbers of its own. */
export function madeReports(all: readonly Reporting[]): readonly StoredRecords[] {
  return all.map((one, at): StoredRecords => {
    const facts = inOrder(factsOf(one, xorshift(7 * at + 11)));
    const days = { first: facts[0]?.known ?? "", last: facts.at(-1)?.known ?? "" };
    return { ticker: one.ticker, shelves: ["facts"], ...days, load: () => ({ ...NO_RECORDS, facts }) };
  });
}

/** Amounts of a year, and how they grow. */
interface Books {
  readonly year: number;
  readonly flows: Readonly<Record<string, number>>;
  readonly balances: Readonly<Record<string, number>>;
  readonly shares: number;
}

function factsOf(one: Reporting, random: () => number): readonly FiledFact[] {
  const { by, until = 2020, change = (fact) => [fact] } = one;
  const books = booksOf(one, random);
  const bookOf = (year: number) => books.find((book) => book.year === year);
  const years = [until - 3, until - 2, until - 1, until];
  const reports = by === "years"
    ? years.slice(1).flatMap((year) => annual(bookOf, year, { end: "09-30", filed: `${year}-11-10` }))
    : [
      ...years.slice(1, 3).flatMap((year) => annual(bookOf, year, { end: "12-31", filed: `${year + 1}-02-12` })),
      ...years.slice(2).flatMap((year) => [1, 2, 3].flatMap((quarter) => quarterly(bookOf, year, quarter))),
    ];
  const { unit = "USD" } = one;
  return reports.map((fact) => fact.unit === "USD" ? { ...fact, unit } : fact).flatMap(change);
}

function booksOf({ margin, equity: part, grows, until = 2020 }: Reporting, random: () => number): readonly Books[] {
  const [size, growth, issue] = [1e9 * (1 + 9 * random()), 0.9 + 0.4 * random(), 0.94 + 0.12 * random()];
  const [gross, profit, cash] = [0.2 + 0.5 * random(), margin ?? 0.3 * random() - 0.05, random() - 0.4];
  const [turnover, equity, current] = [0.3 + random(), part ?? 0.2 + 0.5 * random(), 0.2 + 0.3 * random()];
  return [until - 4, until - 3, until - 2, until - 1, until].map((year, at) => {
    const swing = 0.95 + 0.1 * random();
    const assets = Math.round(grows ? size * grows.assets ** at : size * growth ** at * swing);
    const revenue = Math.round(assets * turnover * (0.9 + 0.2 * random()));
    const income = Math.round(revenue * profit);
    const held = Math.round(assets * equity);
    return {
      year,
      shares: Math.round(size / 40 * (grows?.shares ?? issue) ** at),
      flows: {
        Revenues: revenue,
        GrossProfit: Math.round(revenue * gross * swing),
        OperatingIncomeLoss: Math.round(income * 1.3),
        NetIncomeLoss: income,
        NetCashProvidedByUsedInOperatingActivities: Math.round(income + revenue * cash * 0.1),
        PaymentsToAcquirePropertyPlantAndEquipment: Math.round(revenue * 0.05 * (1 + random())),
      },
      balances: {
        Assets: assets,
        AssetsCurrent: Math.round(assets * current),
        LiabilitiesCurrent: Math.round(assets * 0.25 * swing),
        Liabilities: assets - held,
        LongTermDebtNoncurrent: Math.round(assets * 0.2 * random()),
        RetainedEarningsAccumulatedDeficit: Math.round(held * 0.4),
        StockholdersEquity: held,
      },
    };
  });
}

type BookOf = (year: number) => Books | undefined;

interface Report {
  readonly form: string;
  readonly filed: string;
}

function made(report: Report, fact: Pick<FiledFact, "tag" | "unit" | "start" | "end" | "value">): FiledFact {
  const accession = `0000000001-${report.filed.slice(2, 4)}-${report.filed.slice(5).replace("-", "").padStart(6, "0")}`;
  return { ...fact, ...report, accession, known: nextSession(report.filed), source: SOURCE };
}

function flowsOf(report: Report, book: Books | undefined, part: { start: string; end: string; share: number }) {
  if (book === undefined) return [];
  const { start, end, share } = part;
  return [
    ...Object.entries(book.flows).map(([tag, value]) =>
      made(report, { tag: `us-gaap/${tag}`, unit: "USD", start, end, value: Math.round(value * share) })
    ),
    made(report, {
      tag: "us-gaap/WeightedAverageNumberOfDilutedSharesOutstanding",
      ...{ unit: "shares", start, end, value: Math.round(book.shares * 1.01) },
    }),
  ];
}

/** Balances between two year-ends lie between them. */
function balancesOf(
  report: Report,
  books: readonly (Books | undefined)[],
  end: string,
  share = 1,
): readonly FiledFact[] {
  const [book, before = book] = books;
  if (book === undefined || before === undefined) return [];
  const mixed = (now: number, then: number) => Math.round(then + (now - then) * share);
  return [
    ...Object.entries(book.balances).map(([tag, value]) =>
      made(report, { tag: `us-gaap/${tag}`, unit: "USD", end, value: mixed(value, before.balances[tag] ?? value) })
    ),
    made(report, {
      tag: "us-gaap/CommonStockSharesOutstanding",
      ...{ unit: "shares", end, value: mixed(book.shares, before.shares) },
    }),
  ];
}

function cover(report: Report, book: Books | undefined): readonly FiledFact[] {
  const day = new Date(Date.parse(report.filed) - 10 * 86_400_000).toISOString().slice(0, 10);
  return book === undefined ? [] : [made(report, {
    tag: "dei/EntityCommonStockSharesOutstanding",
    ...{ unit: "shares", end: day, value: Math.round(book.shares * 0.999) },
  })];
}

/** Three years of flows and two of balances. */
function annual(bookOf: BookOf, year: number, { end, filed }: { readonly end: string; readonly filed: string }) {
  const report = { form: "10-K", filed };
  const startOf = (one: number) => end === "12-31" ? `${one}-01-01` : `${one - 1}-10-01`;
  return [
    ...[year - 2, year - 1, year].flatMap((one) =>
      flowsOf(report, bookOf(one), { start: startOf(one), end: `${one}-${end}`, share: 1 })
    ),
    ...[year - 1, year].flatMap((one) => balancesOf(report, [bookOf(one)], `${one}-${end}`)),
    ...cover(report, bookOf(year)),
  ];
}

const QUARTERS = [
  { start: "01-01", end: "03-31", filed: "05-01", share: 0.22 },
  { start: "04-01", end: "06-30", filed: "07-31", share: 0.24 },
  { start: "07-01", end: "09-30", filed: "10-30", share: 0.26 },
] as const;

/** The quarter and the year so far, with those of the year before, the balances of its end and of the last year. */
function quarterly(bookOf: BookOf, year: number, quarter: number): readonly FiledFact[] {
  const own = QUARTERS[quarter - 1];
  if (own === undefined) return [];
  const report = { form: "10-Q", filed: `${year}-${own.filed}` };
  const sofar = QUARTERS.slice(0, quarter).reduce((sum, { share }) => sum + share, 0);
  return [
    ...[year - 1, year].flatMap((one) => [
      ...flowsOf(report, bookOf(one), { start: `${one}-${own.start}`, end: `${one}-${own.end}`, share: own.share }),
      ...quarter === 1
        ? []
        : flowsOf(report, bookOf(one), { start: `${one}-01-01`, end: `${one}-${own.end}`, share: sofar }),
    ]),
    ...balancesOf(report, [bookOf(year), bookOf(year - 1)], `${year}-${own.end}`, quarter / 4),
    ...balancesOf(report, [bookOf(year - 1)], `${year - 1}-12-31`),
    ...cover(report, bookOf(year)),
  ];
}
