import type { MetricId } from "../../src/data/metrics/metric.ts";
import { daySpan, longDay } from "../../src/calendar/day.ts";
/** The first sentence of an answer answers the question; its figures are computed here again, from the made market. */
import { equal, match, ok } from "../assert.ts";
import type { Read } from "../verify/answers.ts";
import { answersOf } from "../verify/answers.ts";
import { called, market, measured, type MEASURES, named, owner, placeOf, returned } from "./made_figures.ts";

type Metric = keyof typeof MEASURES;

const LAST = "2018-02-07";
/** A rounded zero has no sign. */
const unsigned = (text: string) => text.replace(/^-(?=[0.]+$)/, "");
const per = (value: number) => `${unsigned((value * 100).toFixed(1))}%`;
const shown = (metric: Metric, ticker: string) => {
  const value = measured(metric, ticker);
  if (metric === "close") return `$${value.toFixed(2)}`;
  const points = metric === "excess_12m" ? " points" : "%";
  return metric === "beta" ? unsigned(value.toFixed(2)) : per(value).replace("%", points);
};

/** What a metric is called, and what it is computed from. */
const WORDS: Readonly<Record<Metric, readonly [name: string, window: string]>> = {
  close: ["close", "on"],
  volatility: ["annualised volatility", "year to"],
  volatility_recent: ["60-day annualised volatility", "60 trading days to"],
  beta: ["beta to the S&P 500", "year to"],
  momentum_12_1: ["12-month momentum excluding the last month", "year to"],
  return_12m: ["12-month return", "year to"],
  excess_12m: ["12-month excess return over the S&P 500", "year to"],
  return_1m: ["one-month return", "month to"],
  trend_200d: ["gap to its 200-day moving average", "on"],
  close_to_52w_high: ["close as a share of its 52-week high", "on"],
  max_drawdown_1y: ["maximum drawdown", "year to"],
  var_95: ["one-day 95% value at risk", "year to"],
  es_95: ["one-day 95% expected shortfall", "year to"],
};

const nth = (place: number) => `${place}${["th", "st", "nd", "rd"][place > 10 && place < 20 ? 0 : place % 10] ?? "th"}`;

const place = (metric: Metric, ticker: string) => {
  const { rank, of } = placeOf(metric, ticker);
  return ` That ranks ${nth(rank)} of ${of} companies, highest first.`;
};

function figure(metric: Metric, ticker: string): Pick<Case, "first"> {
  const [name, window] = WORDS[metric];
  const first = `${owner(ticker)} ${name} is ${shown(metric, ticker)} (${window} ${longDay(LAST)}).`;
  return { first: first + place(metric, ticker) };
}

/** Yes or no by the upper and the lower fifth. */
function byFifth(metric: Metric, ticker: string, yes: "high" | "low" = "high"): Pick<Case, "first"> {
  const { percentile } = placeOf(metric, ticker);
  const height = percentile >= 0.8 ? "high" : percentile <= 0.2 ? "low" : "in the middle of the range";
  const answer = height === "in the middle of the range" ? "Neither high nor low" : height === yes ? "Yes" : "No";
  const [name, window] = WORDS[metric];
  const month = metric === "momentum_12_1" ? ` It returned ${shown("return_1m", ticker)} over the last month.` : "";
  const first = `${answer}: ${owner(ticker)} ${name} is ${height} at ${shown(metric, ticker)} (${window} ${
    longDay(LAST)
  }).`;
  return { first: `${first}${place(metric, ticker)}${month}` };
}

function bySide(metric: Metric, ticker: string, yes: "up" | "down" = "up"): string {
  const isUp = measured(metric, ticker) >= 0;
  const [name, window] = WORDS[metric];
  return `${isUp === (yes === "up") ? "Yes" : "No"}: ${owner(ticker)} ${name} was ${shown(metric, ticker)} (${window} ${
    longDay(LAST)
  }).`;
}

const listed = (all: readonly string[]) => all.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Companies in order of a metric, the end that was asked for first. */
function order(metric: Metric, tickers: readonly string[], end: "highest" | "lowest" = "highest"): string {
  const sign = end === "highest" ? -1 : 1;
  const sorted = tickers.toSorted((one, other) => sign * (measured(metric, one) - measured(metric, other)));
  const [name, window] = WORDS[metric];
  const isTwo = tickers.length === 2;
  const word = end === "highest" ? isTwo ? "higher" : "highest" : isTwo ? "lower" : "lowest";
  const leader = metric === "max_drawdown_1y" && end === "lowest" ? "the deepest drawdown" : `the ${word} ${name}`;
  const when = `(${window} ${longDay(LAST)}).`;
  const [first = ""] = sorted;
  if (!isTwo) {
    return `Of ${tickers.length} companies, ${named(first)} has ${leader}: ${shown(metric, first)} ${when}`;
  }
  return `${called(first)} has ${leader}: ${
    listed(sorted.map((ticker) => `${called(ticker)} ${shown(metric, ticker)}`))
  } ${when}`;
}

/** What was returned in a span, and, where a cause is asked for, that it is unknown and the market's share; then the deepest fall. */
function span(ticker: string, [from, to]: readonly [string, string], did: string): Pick<Case, "first"> {
  const { first, last, total, market: index, beta, fall } = returned(ticker, from, to);
  const cover = first >= from ? " (its first price)" : "";
  const share = did === "" ? "" : " No document in the data from that time says why." +
    ` At its beta of ${unsigned(beta.toFixed(2))}, ${called(ticker)} would have returned ${
      per(beta * index)
    } with the market. The remaining ${
      unsigned((100 * (total - beta * index)).toFixed(1))
    } points are specific to the company.`;
  const said = `${called(ticker)} ${did === "" ? "returned" : did} ${
    did === "" ? per(total) : per(total).replace("-", "")
  } between the closes of ${longDay(first)}${cover} and ${longDay(last)}, while the S&P 500 returned ${per(index)}.`;
  return {
    first: new RegExp(
      `^${RegExp.escape(`${said}${share} ${owner(ticker)} maximum drawdown was ${per(fall).replace("-", "")}, from `)}`,
    ),
  };
}

interface Case {
  readonly ask: string;
  readonly read: Read;
  readonly first: string | RegExp;
  /** How sentences after it begin. */
  readonly then?: readonly string[];
  readonly asOf?: string;
}

type End = "highest" | "lowest";

function by(metric: MetricId, end?: End): Pick<Read, "measures"> {
  return { measures: [{ metric, text: metric, ...(end && { end }) }] };
}

function when(from: string, to: string): Pick<Read, "times"> {
  return { times: [{ from, to, text: `${from} to ${to}` }] };
}

const Y16 = ["2016-01-01", "2016-12-31"] as const;
const Y17 = ["2017-01-01", "2017-12-31"] as const;
const ASKED_FOR: readonly (readonly [Metric, string])[] = [
  ["beta", "AAPL"],
  ["volatility", "MSFT"],
  ["volatility_recent", "IBM"],
  ["momentum_12_1", "NVDA"],
  ["return_12m", "BA"],
  ["excess_12m", "KO"],
  ["return_1m", "PEP"],
  ["trend_200d", "CAT"],
  ["close_to_52w_high", "XOM"],
  ["max_drawdown_1y", "WMT"],
  ["var_95", "JPM"],
  ["es_95", "BAC"],
  ["close", "DUK"],
];
const FIFTHS: readonly (readonly [Metric, string, "high" | "low"])[] = [
  ["volatility", "UAL", "high"],
  ["volatility", "CVX", "high"],
  ["volatility", "BA", "high"],
  ["volatility", "UAL", "low"],
  ["volatility", "CVX", "low"],
  ["volatility", "BA", "low"],
  ["momentum_12_1", "COP", "high"],
  ["momentum_12_1", "IBM", "high"],
  ["momentum_12_1", "AAPL", "high"],
  ["close_to_52w_high", "PG", "high"],
  ["close_to_52w_high", "GPS", "high"],
  ["beta", "TGT", "low"],
];
const TEN = ["AAPL", "MSFT", "IBM", "INTC", "NVDA", "AMD", "KO", "PEP", "WMT", "TGT"];
const CHANCE = String.raw`chance of a 15% drawdown within three months \(63 trading days\)`;

/** Whether a company did what a question says it did. */
const did = (ticker: string, [from, to]: readonly [string, string], asked: "fell" | "rose") => {
  const isDown = returned(ticker, from, to).total < 0;
  if (asked === "fell") return isDown ? "fell" : "did not fall but rose";
  return isDown ? "did not rise but fell" : "rose";
};

/** Companies in order of what they returned. */
function spanOrder(tickers: readonly string[], [from, to]: readonly [string, string], word: string): string {
  const all = tickers.map((ticker) => ({ ticker, total: returned(ticker, from, to).total }))
    .toSorted((one, other) => (/least|less/.test(word) ? 1 : -1) * (one.total - other.total));
  const entries = listed(all.map(({ ticker, total }) => `${called(ticker)} ${per(total)}`));
  const days = `between ${daySpan(from, to).replace(" to ", " and ")}`;
  const [first] = all;
  if (all.length === 2) return `${called(first?.ticker ?? "")} returned ${word}: ${entries} (${days}).`;
  return `Of ${all.length} companies, ${named(first?.ticker)} returned ${word}: ${per(first?.total ?? NaN)} (${days}).`;
}

const CASES: readonly Case[] = [
  ...ASKED_FOR.map(([metric, ticker]): Case => ({
    ask: `What is the ${metric} of ${ticker}?`,
    read: { kind: "figure", ...by(metric) },
    ...figure(metric, ticker),
  })),
  {
    ask: "What is the chance of a fall of AAPL?",
    read: { kind: "figure", ...by("drawdown_probability") },
    first: new RegExp(
      String.raw`^Apple's ${CHANCE} is [\d.]+% \(daily prices to ${
        longDay(LAST)
      }\)\. That ranks \d+\w\w of 49 companies, highest first\.$`,
    ),
  },
  {
    ask: "Will AAPL fall?",
    read: { kind: "yes_no", ...by("drawdown_probability") },
    first: new RegExp(`^Apple's ${CHANCE} is `),
  },
  {
    ask: "What is Apple's beta at the start?",
    read: { kind: "figure", ...by("beta") },
    first: "Apple's beta to the S&P 500 is not available as of 28 Jun 2013: it needs a longer history.",
    asOf: "2013-06-28",
  },
  {
    ask: "Is Apple's beta high at the start?",
    read: { kind: "yes_no", ...by("beta", "highest") },
    first: "Apple's beta to the S&P 500 is not available as of 28 Jun 2013: it needs a longer history.",
    asOf: "2013-06-28",
  },
  {
    ask: "What is AAPL's VWAP?",
    read: { kind: "figure", ...by("session_vwap") },
    first:
      `Apple's average price of the session (VWAP) is not available as of ${
        longDay(LAST)
      }: it needs trades or intraday prices ` +
      "of that day's whole session.",
  },
  ...FIFTHS.map(([metric, ticker, yes]): Case => ({
    ask: `Is the ${metric} of ${ticker} ${yes}?`,
    read: { kind: "yes_no", ...by(metric, yes === "high" ? "highest" : "lowest") },
    ...byFifth(metric, ticker, yes),
  })),
  ...(["GE", "F", "GM"] as const).flatMap((ticker): readonly Case[] => [
    {
      ask: `Is ${ticker} up?`,
      read: { kind: "yes_no", ...by("return_12m", "highest") },
      first: bySide("return_12m", ticker),
    },
    {
      ask: `Is ${ticker} below its long mean?`,
      read: { kind: "yes_no", ...by("trend_200d", "lowest") },
      first: bySide("trend_200d", ticker, "down"),
    },
    {
      ask: `Does ${ticker} beat the market?`,
      read: { kind: "yes_no", ...by("excess_12m") },
      first: bySide("excess_12m", ticker),
    },
  ]),
  {
    ask: "Is KO calmer than PEP?",
    read: { kind: "compare", ...by("volatility", "lowest") },
    first: `Yes. ${order("volatility", ["KO", "PEP"], "lowest")}`,
  },
  {
    ask: "Compare the betas of KO and PEP",
    read: { kind: "compare", ...by("beta") },
    first: order("beta", ["KO", "PEP"]),
  },
  {
    ask: "V or MA by momentum?",
    read: { kind: "compare", ...by("momentum_12_1", "highest") },
    first: order("momentum_12_1", ["V", "MA"]),
  },
  {
    ask: "Is KO safer than PEP?",
    read: { kind: "compare", ...by("drawdown_probability", "lowest") },
    first: new RegExp(
      `^(?:Yes\\. Coca-Cola|No\\. PepsiCo) has the lower ${CHANCE}: |^(Coca-Cola and PepsiCo|PepsiCo and Coca-Cola) have almost the same ${CHANCE}: `,
    ),
  },
  {
    ask: "AAPL or MSFT?",
    read: { kind: "compare" },
    first:
      /^(Apple|Microsoft) has the lower chance of a 15% drawdown within three months \(63 trading days\): (Apple|Microsoft) \d/,
  },
  {
    ask: "Compare AAPL, MSFT and IBM by volatility",
    read: { kind: "compare", ...by("volatility") },
    first: order("volatility", ["AAPL", "MSFT", "IBM"]),
  },
  {
    ask: "Order AAPL, MSFT and IBM by their worst fall",
    read: { kind: "rank", ...by("max_drawdown_1y", "lowest") },
    first: order("max_drawdown_1y", ["AAPL", "MSFT", "IBM"], "lowest"),
  },
  ...(["highest", "lowest"] as const).flatMap((end): readonly Case[] => [
    {
      ask: `Rank ${TEN.join(", ")} by volatility, the ${end}`,
      read: { kind: "rank", ...by("volatility", end) },
      first: order("volatility", TEN, end),
    },
    {
      ask: `Rank ${TEN.join(", ")} by momentum, the ${end}`,
      read: { kind: "rank", ...by("momentum_12_1", end) },
      first: order("momentum_12_1", TEN, end),
    },
  ]),
  {
    ask: "What would change the view on BA?",
    read: { kind: "turn" },
    first: new RegExp(
      `^A close ${measured("trend_200d", "BA") < 0 ? "above" : "below"} \\$\\d+\\.\\d\\d \\(.*\\) would take Boeing ${
        measured("trend_200d", "BA") < 0 ? "above" : "below"
      } its 200-day moving average\\.$`,
    ),
  },
  {
    ask: "How risky is BA?",
    read: { kind: "risk" },
    first: new RegExp(
      String
        .raw`^The chance that Boeing falls 15% or more from a high within three months \(63 trading days\) is [\d.]+%, ` +
        String.raw`in the (?:(?:high|low)est fifth|middle of the range) of 49 companies with daily prices \(as of ${
          longDay(LAST)
        }\)\.$`,
    ),
    then: [
      `Boeing's annualised volatility, from a year of daily returns, is ${
        shown("volatility", "BA")
      } and maximum drawdown of the past year was ${shown("max_drawdown_1y", "BA").slice(1)}.`,
    ],
  },
  {
    ask: "How risky are BA and CAT?",
    read: { kind: "risk" },
    first: new RegExp(
      `^(Boeing|Caterpillar)( and (Boeing|Caterpillar))? ha(s|ve) (the higher|almost the same) ${CHANCE}`,
    ),
  },
  ...(["AAPL", "IBM", "GE"] as const).flatMap((ticker): readonly Case[] => [
    {
      ask: `Why did ${ticker} fall in 2016?`,
      read: { kind: "why", ...by("return_12m", "lowest"), ...when(...Y16) },
      ...span(ticker, Y16, did(ticker, Y16, "fell")),
    },
    {
      ask: `Why did ${ticker} rise in 2017?`,
      read: { kind: "why", ...by("return_12m", "highest"), ...when(...Y17) },
      ...span(ticker, Y17, did(ticker, Y17, "rose")),
    },
  ]),
  {
    ask: "Why did AAPL fall in 2013?",
    read: { kind: "why", ...by("return_12m", "lowest"), ...when("2013-01-01", "2013-12-31") },
    ...span("AAPL", ["2013-01-01", "2013-12-31"], did("AAPL", ["2013-01-01", "2013-12-31"], "fell")),
  },
  { ask: "How did AAPL do in 2016?", read: { kind: "view", ...when(...Y16) }, ...span("AAPL", Y16, "") },
  {
    ask: "How did BA do in 2017?",
    read: { kind: "figure", ...by("return_12m"), ...when(...Y17) },
    ...span("BA", Y17, ""),
  },
  {
    ask: "What changed for AAPL since June?",
    read: { kind: "change", ...when("2017-06-01", LAST) },
    first: new RegExp(
      `^Apple returned ${per(returned("AAPL", "2017-06-01", LAST).total)} between the closes of 31 May 2017 and ${
        longDay(LAST)
      }, ` +
        `while the S&P 500 returned ${per(returned("AAPL", "2017-06-01", LAST).market)}\\. ` +
        `Apple's annualised volatility went from ${per(measured("volatility", "AAPL", "2017-05-31"))} to ${
          shown("volatility", "AAPL")
        }\\. ` +
        `Apple's distance from its 200-day moving average went from ${
          per(measured("trend_200d", "AAPL", "2017-05-31"))
        } to ${shown("trend_200d", "AAPL")}\\.$`,
    ),
  },
  {
    ask: "What happened to AAPL on one weekend?",
    read: { kind: "view", ...when("2017-06-03", "2017-06-04") },
    first: "No return can be given for Apple between 3 Jun and 4 Jun 2017: it has fewer than two closing prices then.",
  },
  {
    ask: "Did AAPL or MSFT do better in 2016?",
    read: { kind: "compare", ...by("return_12m", "highest"), ...when(...Y16) },
    first: spanOrder(["AAPL", "MSFT"], Y16, "more"),
  },
  {
    ask: "Which of AAPL, MSFT and IBM did worst in 2016?",
    read: { kind: "rank", ...by("return_12m", "lowest"), ...when(...Y16) },
    first: spanOrder(["AAPL", "MSFT", "IBM"], Y16, "the least"),
  },
];

const answers = await answersOf(
  market,
  CASES.map(({ ask, read, asOf }) => ({ input: ask, read, ...(asOf && { asOf }) })),
);

Deno.test("at least fifty questions are asked, and each has an answer", () => {
  ok(CASES.length >= 50, `${CASES.length}`);
  equal(answers.length, CASES.length);
});

for (const [at, { ask, first, then = [] }] of CASES.entries()) {
  Deno.test(`${at + 1}. the first sentence answers "${ask}"`, () => {
    const answer = answers.find(({ question }) => question === ask);
    const [said = "", ...more] = answer?.verified.kept.reasoning.map(({ text }) => text) ?? [];
    if (typeof first === "string") equal(said, first);
    else match(said, first);
    for (const begins of then) ok(more.some((text) => text.startsWith(begins)), `${begins}\n${more.join("\n")}`);
    equal(answer?.verified.verification.claims_removed, 0);
  });
}
