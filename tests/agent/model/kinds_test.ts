import { longDay } from "../../../src/calendar/day.ts";
/** Kinds of request that no reader of ours knows, and a scripted planner that knows what they mean. */
import type { Dataset } from "../../../src/data/dataset.ts";
import { createDataset } from "../../../src/data/dataset_in_memory.ts";
import { equal, ok } from "../../assert.ts";
import { conclusionOf, markdownOf, sample, thesisOf } from "../ask.ts";
import { market, measured, MEASURES, named, placeOf } from "../made_figures.ts";
import { MADE_TEXTS, textWorld, WORLD_DAY } from "../text_world.ts";
import { madeReports } from "../../verify/made_reports.ts";
import { askWith, type Pick, type PlannedCall, planner } from "./planner.ts";

/** A request that the fixed plan does not answer. */
interface Kind {
  /** What is unusual about it. */
  readonly kind: string;
  readonly ask: string;
  readonly dataset?: Dataset;
  readonly calls: readonly PlannedCall[];
  readonly picks: readonly Pick[];
  /** What the chosen sentences say, one text each, from the data alone. */
  readonly holds: readonly (readonly string[])[];
}

const TEXTS = textWorld(MADE_TEXTS);

/** An amount that a report states of a period: of the first that states it differently, or of the newest. */
function amount(ticker: string, tag: string, end: string, { start = "", which = -1 } = {}): number {
  const stated = sample.at("2017-12-29").records(ticker).facts
    .filter((fact) => fact.tag.endsWith(`/${tag}`) && fact.end === end && (fact.start ?? "") === start);
  const value = [...new Set(stated.map((fact) => fact.value))].at(which);
  if (value === undefined) throw new TypeError(`no report states ${tag} of ${ticker} for ${start} ${end}`);
  return value;
}

/** Four significant digits, half up. */
const bn = (value: number) => {
  const step = 10 ** (Math.floor(Math.log10(value)) - 3);
  return `$${(Math.round(value / step) * step / 1e9).toPrecision(4)}bn`;
};
const percent = (value: number) => `${(value * 100).toFixed(1)}%`;

/** Fiscal years of Apple, as its reports name them, and those of Alphabet. */
const YEARS: Readonly<Record<number, readonly [start: string, end: string]>> = {
  2011: ["2010-09-26", "2011-09-24"],
  2012: ["2011-09-25", "2012-09-29"],
  2013: ["2012-09-30", "2013-09-28"],
  2014: ["2013-09-29", "2014-09-27"],
  2015: ["2014-09-28", "2015-09-26"],
  2016: ["2015-09-27", "2016-09-24"],
  2017: ["2016-09-25", "2017-09-30"],
};

function apple(tag: string, year: number, which = -1): number {
  const [start = "", end = ""] = YEARS[year] ?? [];
  return amount("AAPL", tag, end, { start, which });
}

function google(tag: string, year: number): number {
  return amount("GOOGL", tag, `${year}-12-31`, { start: `${year}-01-01` });
}

const to = (year: number) => `year to ${longDay(YEARS[year]?.[1] ?? "")}`;

/** Daily closes and volumes of the sample up to a day, and those of the index on the same days. */
function closesOf(ticker: string, until = "2017-12-29") {
  const series = sample.at(until).prices(ticker).find(({ frequency }) => frequency === "daily");
  if (series === undefined) throw new TypeError(`${ticker} has no daily closes`);
  const days = Array.from(series.days, (day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  return { days, closes: Array.from(series.close), volumes: Array.from(series.volume ?? []) };
}

const MONTHLY = (ticker: string, until = "2017-12-29") => {
  const series = sample.at(until).prices(ticker).find(({ frequency }) => frequency === "monthly");
  return Array.from(series?.close ?? []);
};

/** Volatility of up to 36 monthly returns, a year. */
function monthlyVolatility(ticker: string): number {
  const closes = MONTHLY(ticker).slice(-37);
  const logs = closes.slice(1).map((close, at) => Math.log(close / (closes[at] ?? NaN)));
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  return Math.sqrt(logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (logs.length - 1)) * Math.sqrt(12);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2;
}

const figures = (ticker: string, item: string, periods: readonly string[], more = {}): PlannedCall => ({
  name: "filed_figures",
  arguments: { ticker, item, periods, ...more },
});
const analysis = (name: string, ticker: string): PlannedCall => ({ name: `${name}_analysis`, arguments: { ticker } });
const passages = (ticker: string, words: string, more = {}): PlannedCall => ({
  name: "find_passages",
  arguments: { ticker, words, ...more },
});
const APPLE = closesOf("AAPL");
const INDEX = closesOf("^GSPC");

/** A company that has reports alone. */
const UNPRICED = createDataset({
  ...{ name: "Reports", notice: "Made up.", sources: [], series: [] },
  companies: [{ ticker: "PAPR", name: "Papr Holdings" }],
  records: madeReports([{ ticker: "PAPR", by: "years" }]),
});

/** Its revenue of the newest fiscal year, as its newest report states it. */
function newestRevenue(): string {
  const years = UNPRICED.at(UNPRICED.asOf).records("PAPR").facts.filter(({ tag, start = "", end }) =>
    tag === "us-gaap/Revenues" && Date.parse(end) - Date.parse(start) > 350 * 86_400_000
  );
  const end = years.map((one) => one.end).toSorted().at(-1);
  const known = years.filter((one) => one.end === end).toSorted((one, other) => one.known < other.known ? -1 : 1);
  const value = known.at(-1)?.value ?? NaN;
  return `$${Number((value / 1e6).toPrecision(4)).toFixed(1)}m`;
}

/** Tickers by a value, the highest first. */
function ordered(tickers: readonly string[], valueOf: (ticker: string) => number): readonly string[] {
  return tickers.toSorted((one, other) => valueOf(other) - valueOf(one));
}

const byVolatility = ordered(["CVX", "BA", "PFE"], (ticker) => measured("volatility", ticker));

function madeCloses(ticker: string): readonly number[] {
  return Array.from(TEXTS.at(WORLD_DAY).prices(ticker)[0]?.close ?? []);
}

/** Day of the newest 8-K with item 2.02 of Apple that was filed by a day. */
function newestResults(day: string): string {
  const notices = sample.at(day).records("AAPL").filings.filter(({ items }) => items.includes("2.02"));
  return notices.map(({ filed }) => filed).filter((filed) => filed < day).toSorted().at(-1) ?? "none";
}

const KINDS: readonly Kind[] = [
  {
    kind: "slang for an item",
    ask: "What did AAPL take at the till in fiscal 2015?",
    calls: [figures("AAPL", "revenue", ["FY2015"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "revenue", words: to(2015) }],
    holds: [[to(2015), bn(apple("SalesRevenueNet", 2015))]],
  },
  {
    kind: "a language that is not read, of an item",
    ask: "Ile gotówki miał AAPL na koniec 2016?",
    calls: [figures("AAPL", "cash", ["END"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "cash" }],
    holds: [["24 Sep 2016", bn(amount("AAPL", "CashAndCashEquivalentsAtCarryingValue", "2016-09-24"))]],
  },
  {
    kind: "another script, of a measure",
    ask: "Πόσο κινείται η AAPL;",
    calls: [analysis("risk", "AAPL")],
    picks: [{ kind: "answer.figure", about: "AAPL", of: "volatility" }],
    holds: [["annualised volatility is", percent(MEASURES.volatility(APPLE.closes))]],
  },
  {
    kind: "another script, of an item and a year",
    ask: "Сколько AAPL потратила на исследования в 2016 году?",
    calls: [figures("AAPL", "research_and_development", ["FY2016"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "research_and_development", words: to(2016) }],
    holds: [[to(2016), bn(apple("ResearchAndDevelopmentExpense", 2016))]],
  },
  {
    kind: "slang for a measure against the market",
    ask: "How hard does AAPL swing with the market?",
    calls: [analysis("risk", "AAPL")],
    picks: [{ kind: "answer.figure", about: "AAPL", of: "beta" }],
    holds: [["beta to the S&P 500 is", MEASURES.beta(APPLE.closes, INDEX.closes).toFixed(2)]],
  },
  {
    kind: "two items with a condition, of two companies",
    ask: "Which of AAPL and GOOGL both sold more and kept more of it in fiscal 2016?",
    calls: ["AAPL", "GOOGL"].flatMap((ticker) => [
      figures(ticker, "revenue", ["FY2016"]),
      figures(ticker, "net_margin", ["FY2016"]),
    ]),
    picks: [
      { kind: "fact.order", about: "AAPL GOOGL", of: "revenue" },
      { kind: "fact.order", about: "AAPL GOOGL", of: "net_margin" },
    ],
    holds: [
      ["highest first: Apple", bn(apple("SalesRevenueNet", 2016)), "Alphabet", bn(google("Revenues", 2016))],
      [
        "highest first: Apple",
        percent(apple("NetIncomeLoss", 2016) / apple("SalesRevenueNet", 2016)),
        "Alphabet",
        percent(google("NetIncomeLoss", 2016) / google("Revenues", 2016)),
      ],
    ],
  },
  {
    kind: "several periods in words that count from an event",
    ask: "AAPL's takings in the three fiscal years after the iPad came out",
    calls: [figures("AAPL", "revenue", ["FY2011..FY2013"])],
    picks: [2011, 2012, 2013].map((year) => ({ kind: "row.period", about: "AAPL", of: "revenue", words: to(year) })),
    holds: [2011, 2012, 2013].map((year) => [to(year), bn(apple("SalesRevenueNet", year))]),
  },
  {
    kind: "the year before a named event",
    ask: "What did AAPL earn in the year before it bought Beats?",
    calls: [figures("AAPL", "net_income", ["FY2013"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "net_income", words: to(2013) }],
    holds: [[to(2013), bn(apple("NetIncomeLoss", 2013))]],
  },
  {
    kind: "an item of one company beside a measure of another",
    ask: "AAPL's lab spending next to how jumpy MSFT is",
    calls: [figures("AAPL", "research_and_development", ["FY"]), analysis("risk", "MSFT")],
    picks: [
      { kind: "fact.value", about: "AAPL", of: "research_and_development" },
      { kind: "answer.figure", about: "MSFT", of: "volatility" },
    ],
    holds: [
      [to(2017), bn(apple("ResearchAndDevelopmentExpense", 2017))],
      ["Microsoft's annualised volatility is", percent(monthlyVolatility("MSFT"))],
    ],
  },
  {
    kind: "a change in words for no change",
    ask: "By how much did AAPL's takings swell from fiscal 2012 to fiscal 2015?",
    calls: [figures("AAPL", "revenue", ["FY2012..FY2015"])],
    picks: [{ kind: "fact.growth", about: "AAPL", of: "revenue", words: [to(2012), to(2015)] }],
    holds: [[
      bn(apple("SalesRevenueNet", 2012)),
      bn(apple("SalesRevenueNet", 2015)),
      percent(apple("SalesRevenueNet", 2015) / apple("SalesRevenueNet", 2012) - 1),
    ]],
  },
  {
    kind: "an item for one share, described",
    ask: "What was left per share for AAPL's owners in fiscal 2016?",
    calls: [figures("AAPL", "eps_diluted", ["FY2016"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "eps_diluted", words: to(2016) }],
    holds: [[to(2016), `$${apple("EarningsPerShareDiluted", 2016).toFixed(2)}`]],
  },
  {
    kind: "a quarter by its season",
    ask: "AAPL's takings in its Christmas quarter of fiscal 2015",
    calls: [figures("AAPL", "revenue", ["FY2015Q1"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "revenue", words: "quarter to 27 Dec 2014" }],
    holds: [[
      "quarter to 27 Dec 2014",
      bn(amount("AAPL", "SalesRevenueNet", "2014-12-27", { start: "2014-09-28" })),
    ]],
  },
  {
    kind: "slang for a cash flow",
    ask: "How much of its own paper did AAPL buy back in fiscal 2016?",
    calls: [figures("AAPL", "buybacks", ["FY2016"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "buybacks", words: to(2016) }],
    holds: [[to(2016), bn(apple("PaymentsForRepurchaseOfCommonStock", 2016))]],
  },
  {
    kind: "a word that is read as another item",
    ask: "How much did AAPL hand its owners in cash in fiscal 2016?",
    calls: [figures("AAPL", "dividends_paid", ["FY2016"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "dividends_paid", words: to(2016) }],
    holds: [[to(2016), bn(apple("PaymentsOfDividends", 2016))]],
  },
  {
    kind: "an order of companies by slang for an item",
    ask: "Who of AAPL and GOOGL spends more on lab coats?",
    calls: ["AAPL", "GOOGL"].map((ticker) => figures(ticker, "research_and_development", ["FY2016"])),
    picks: [{ kind: "fact.order", about: "GOOGL AAPL", of: "research_and_development" }],
    holds: [[
      "highest first: Alphabet",
      bn(google("ResearchAndDevelopmentExpense", 2016)),
      "Apple",
      bn(apple("ResearchAndDevelopmentExpense", 2016)),
    ]],
  },
  {
    kind: "an order of three by slang for a measure",
    ask: "Which of AAPL, MSFT and IBM is the wildest ride?",
    calls: ["AAPL", "MSFT", "IBM"].map((ticker) => analysis("risk", ticker)),
    picks: [{
      kind: "answer.most",
      about: ordered(["AAPL", "MSFT", "IBM"], monthlyVolatility)[0] ?? "",
      of: "volatility",
    }],
    holds: [
      ordered(["AAPL", "MSFT", "IBM"], monthlyVolatility).slice(0, 1).map((ticker) =>
        `Microsoft (${ticker}) has the highest annualised volatility: ${percent(monthlyVolatility(ticker))} `
      ),
    ],
  },
  {
    kind: "a figure before it was restated, in other words",
    ask: "AAPL's fiscal 2008 takings before anybody restated them",
    calls: [figures("AAPL", "revenue", ["FY2008"], { version: "first" })],
    picks: [{ kind: "fact.value", about: "AAPL", of: "revenue", words: "year to 27 Sep 2008" }],
    holds: [[
      bn(amount("AAPL", "SalesRevenueNet", "2008-09-27", { start: "2007-09-30", which: 0 })),
      "as first reported",
    ]],
  },
  {
    kind: "a day of an event, described",
    ask: "When did AAPL last open its books?",
    calls: [analysis("events", "AAPL")],
    picks: [{ kind: "events.results", about: "AAPL" }],
    holds: [[longDay(newestResults("2017-12-29"))]],
  },
  {
    kind: "slang for how much is traded",
    ask: "How much AAPL paper changes hands on a normal day?",
    calls: [analysis("liquidity", "AAPL")],
    picks: [{ kind: "answer.figure", about: "AAPL", of: "dollar_volume" }],
    holds: [[
      "median daily trading value is",
      `${(median(APPLE.closes.map((close, at) => close * (APPLE.volumes[at] ?? NaN)).slice(-60)) / 1e9).toFixed(1)}`,
    ]],
  },
  {
    kind: "an item that is misspelled",
    ask: "AAPL revnue in fy 2016",
    calls: [figures("AAPL", "revenue", ["FY2016"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "revenue", words: to(2016) }],
    holds: [[to(2016), bn(apple("SalesRevenueNet", 2016))]],
  },
  {
    kind: "a ratio as a question of yes or no",
    ask: "Can AAPL pay what falls due within twelve months?",
    calls: [figures("AAPL", "current_ratio", ["END"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "current_ratio" }],
    holds: [[
      "30 Sep 2017",
      (amount("AAPL", "AssetsCurrent", "2017-09-30") / amount("AAPL", "LiabilitiesCurrent", "2017-09-30")).toFixed(2),
    ]],
  },
  {
    kind: "a margin as a share of a dollar",
    ask: "How much of each dollar does AAPL keep after making the thing, 2016?",
    calls: [figures("AAPL", "gross_margin", ["FY2016"])],
    picks: [{ kind: "fact.value", about: "AAPL", of: "gross_margin", words: to(2016) }],
    holds: [[to(2016), percent(apple("GrossProfit", 2016) / apple("SalesRevenueNet", 2016))]],
  },
  {
    kind: "a quote by paraphrase, of a call",
    ask: "Did Acme moan that it could not get hold of enough parts?",
    dataset: TEXTS,
    calls: [passages("ACME", "suppliers", { kinds: ["call"] })],
    picks: [{ kind: "quote.remarks", about: "ACME" }],
    holds: [["On its 2 May 2017 call Acme Industries said", "Our suppliers could not keep up with it in April."]],
  },
  {
    kind: "a quote by paraphrase, of news",
    ask: "Which Acme works is shutting down?",
    dataset: TEXTS,
    calls: [passages("ACME", "plant", { kinds: ["news"] })],
    picks: [{ kind: "quote.news", about: "ACME" }],
    holds: [["5 Sep 2017", "Acme closes its plant in Ohio over a lack of supply."]],
  },
  {
    kind: "slang for what a filing announces",
    ask: "What will Dune do with its own paper?",
    dataset: TEXTS,
    calls: [passages("DUNE", "repurchase", { kinds: ["8-K"] })],
    picks: [{ kind: "quote.current", about: "DUNE" }],
    holds: [["10 Jun 2017", "The board agreed to a repurchase of shares for two years."]],
  },
  {
    kind: "a question of where",
    ask: "Where is Dune drilling?",
    dataset: TEXTS,
    calls: [passages("DUNE", "drills")],
    picks: [{ kind: "quote.other", about: "DUNE" }],
    holds: [["10 Aug 2017", "Dune drills a well in the North Sea this year."]],
  },
  {
    kind: "yes or no from a text",
    ask: "Is Acme's order book getting thicker?",
    dataset: TEXTS,
    calls: [passages("ACME", "orders")],
    picks: [{ kind: "quote.call", about: "ACME" }],
    holds: [["1 Aug 2017", "Orders rose by a fifth."]],
  },
  {
    kind: "a quote beside a measure",
    ask: "What does Acme fear, and how rocky is its paper?",
    dataset: TEXTS,
    calls: [passages("ACME", "supplier", { kinds: ["10-K"] }), analysis("risk", "ACME")],
    picks: [{ kind: "quote.annual", about: "ACME" }, { kind: "answer.figure", about: "ACME", of: "volatility" }],
    holds: [
      ["20 Feb 2017", "We buy a single component from one supplier and could not replace it quickly."],
      ["annualised volatility is", percent(MEASURES.volatility(madeCloses("ACME")))],
    ],
  },
  {
    kind: "that nothing is found, of a question in other words",
    ask: "Is Cora in trouble with the courts?",
    dataset: TEXTS,
    calls: [passages("CORA", "lawsuit")],
    picks: [{ kind: "texts.absent", about: "CORA" }],
    holds: [["The data hold no", "Cora Foods"]],
  },
  {
    kind: "an item of a company that has no prices, in slang",
    ask: "What does PAPR pocket from its customers?",
    dataset: UNPRICED,
    calls: [figures("PAPR", "revenue", ["FY"])],
    picks: [
      { kind: "fact.value", about: "PAPR", of: "revenue" },
      { kind: "company.no_prices", about: "PAPR" },
    ],
    holds: [["Papr Holdings' revenue in the year to", newestRevenue()], ["hold no prices"]],
  },
  {
    kind: "a place among all companies, in slang",
    ask: "Is Boeing jumpier than most?",
    dataset: market,
    calls: [analysis("risk", "BA")],
    picks: [{ kind: "answer.figure", about: "BA", of: "volatility" }],
    holds: [[
      percent(measured("volatility", "BA")),
      `ranks ${placeOf("volatility", "BA").rank}th of ${placeOf("volatility", "BA").of} companies`,
    ]],
  },
  {
    kind: "an order among companies of a market, in slang",
    ask: "Which of Chevron, Boeing and Pfizer is the wildest ride?",
    dataset: market,
    calls: [],
    picks: [{ kind: "answer.most", about: byVolatility[0] ?? "", of: "volatility" }],
    holds: [
      byVolatility.slice(0, 1).map((ticker) =>
        `Of 3 companies, ${named(ticker)} has the highest ` +
        `annualised volatility: ${percent(measured("volatility", ticker))} `
      ),
    ],
  },
];

/** Sentences before the lists. */
const SENTENCE_END = /\.\s+(?=[A-Z"])/;
/** Where an answer is read that does not answer at once. */
const FIRST = 2;

Deno.test("there are at least 25 kinds of request, each once", () => {
  ok(KINDS.length >= 25, `${KINDS.length}`);
  equal(new Set(KINDS.map(({ kind }) => kind)).size, KINDS.length);
});

for (const { kind, ask: input, dataset, calls, picks, holds } of KINDS) {
  Deno.test(`${kind}: ${input}`, async () => {
    const alone = await askWith(undefined, { input, dataset });
    ok(["thesis", "not_answered"].includes(conclusionOf(alone).kind), conclusionOf(alone).kind);
    const [paragraph = ""] = markdownOf(alone).split("\n\n");
    const first = paragraph.split(SENTENCE_END).slice(0, FIRST).join(". ");
    ok(!holds.every((pieces) => hasInOrder(first, pieces)), `the fixed plan answers it: ${first}`);

    const model = planner(calls, picks);
    const steps = await askWith(model, { input, dataset });
    const { language_model: report, ...metadata } = thesisOf(steps).metadata ?? {};
    const { answer = [], notes = [] } = report ?? {};
    equal(answer.length, holds.length, JSON.stringify(report));
    for (const [at, pieces] of holds.entries()) {
      ok(hasInOrder(answer[at] ?? "", pieces), `${JSON.stringify(pieces)} not in ${JSON.stringify(answer[at])}`);
    }
    equal(notes.length, 0, notes.join(" "));
    equal(report?.looked_up?.length, calls.length);
    ok(markdownOf(steps).endsWith(`\n\nChosen by scripted, verified: ${answer.join(" ")}`));
    const { language_model: _, ...silent } = thesisOf(await askWith(planner([], []), { input, dataset })).metadata ??
      {};
    equal(JSON.stringify(metadata), JSON.stringify(silent));
  });
}

function hasInOrder(text: string, pieces: readonly string[]): boolean {
  let at = 0;
  return pieces.every((piece) => {
    const found = text.indexOf(piece, at);
    at = found + piece.length;
    return found !== -1;
  });
}
