import type { MetricId } from "../../src/data/metrics/metric.ts";
import type { QuestionKind } from "../../src/data/question/asked.ts";
import type { Asked } from "./answers.ts";

type End = "highest" | "lowest";

function question(input: string, kind: QuestionKind, metric?: MetricId, end?: End): Asked {
  const measures = metric === undefined ? [] : [{ metric, text: metric, ...(end && { end }) }];
  return { input, read: { kind, measures, times: [] } };
}

/** Questions about the sample, whose companies are compared with their own past. */
export const SAMPLE_QUESTIONS: readonly Asked[] = [
  ...["AAPL", "IBM", "MSFT", "AMZN", "DELL"].flatMap((ticker) => [
    { input: `What is the bear case for ${ticker}?` },
    { input: `What is the bull case for ${ticker}?` },
  ]),
  question("What is AAPL's beta?", "figure", "beta"),
  { input: "What is AAPL's beta to XRX?" },
  { input: "Is AAPL's beta above 1, and its volatility at most 20%?" },
  { input: "Is IBM's close below $150?" },
  question("What is XRX's close?", "figure", "close"),
  question("Is ADBE's momentum holding up?", "yes_no", "momentum_12_1", "highest"),
  question("Is MSFT near its high?", "yes_no", "close_to_52w_high", "highest"),
  question("Is IBM safe?", "yes_no", "drawdown_probability", "lowest"),
  question("Is IBM or MSFT safer?", "compare", "drawdown_probability", "lowest"),
  question("AAPL or MSFT?", "compare"),
  spanQuestion("Why did AAPL fall in 2013?", "why", ["2013-01-01", "2013-12-31"], "lowest"),
  spanQuestion("How did IBM do?", "view", ["2013-06-01", "2014-02-28"]),
  spanQuestion("What changed for MSFT?", "change", ["2013-06-01", "2014-03-20"]),
  {
    input: "What was AAPL's close on Christmas?",
    read: {
      kind: "figure",
      measures: [{ metric: "close", text: "close" }],
      times: [{ from: "2013-12-25", to: "2013-12-25", text: "Christmas" }],
    },
  },
];

function spanQuestion(input: string, kind: QuestionKind, days: readonly [from: string, to: string], end?: End): Asked {
  const [from, to] = days;
  const measures = end === undefined ? [] : [{ metric: "return_12m" as const, text: "moved", end }];
  return { input, read: { kind, measures, times: [{ from, to, text: `${from} to ${to}` }] } };
}

const ENERGY = "ENA, ENB, ENC, END, ENE, ENF, ENG, ENH, ENI and ENJ";
/** More than a table shows. */
const ALL_ENERGY = `${ENERGY}, ENK, ENL, ENM and ENN`;

/** Whether one did better than the market in a span of days. */
function beatQuestion(input: string, end: End): Asked {
  const measures = [{ metric: "excess_12m" as const, text: "beat", end }];
  return { input, read: { kind: "yes_no", measures, times: [{ from: "2020-03-02", to: "2020-11-27", text: "then" }] } };
}

/** Questions about made companies: each kind of first sentence, and each reason why there is none. */
export const MADE_QUESTIONS: readonly Asked[] = [
  ...["ENJ", "FID"].map((one) => ({
    input: `What is the bull case for ${one}?`,
  })),
  ...["ABRO", "ENE", "FIC", "POOR", "PAPR"].map((one) => ({ input: `What is the bear case for ${one}?` })),
  question("What is ENA's beta?", "figure", "beta"),
  question("What is MONA's volatility?", "figure", "volatility"),
  question("What is MONA's value at risk?", "figure", "var_95"),
  question("What is BABY's momentum?", "figure", "momentum_12_1"),
  question("What is MUTE's price impact?", "figure", "amihud"),
  question("What is STIL's volatility?", "figure", "volatility"),
  question("What is OLDD's volatility?", "figure", "volatility"),
  question("What is GAPP's volatility?", "figure", "volatility"),
  question("What is NOTT's volatility?", "figure", "volatility"),
  question("What is SPLT's volatility?", "figure", "volatility"),
  question("Is ENA volatile?", "yes_no", "volatility", "highest"),
  question("Is ENH volatile?", "yes_no", "volatility", "highest"),
  question("Is ENN volatile?", "yes_no", "volatility", "highest"),
  question("Is ENA calm?", "yes_no", "volatility", "lowest"),
  question("Is ENN calm?", "yes_no", "volatility", "lowest"),
  question("Is ENN's momentum holding up?", "yes_no", "momentum_12_1", "highest"),
  question("Is ENN up this year?", "yes_no", "return_12m", "highest"),
  question("Is ENA down this year?", "yes_no", "return_12m", "lowest"),
  question("Compare ENA and ENN by volatility", "compare", "volatility"),
  question("Is ENA calmer than ENN?", "compare", "volatility", "lowest"),
  question("Compare ENA, MONA and MUTE by volatility", "compare", "volatility"),
  question("Compare MONA and MONB by volatility", "compare", "volatility"),
  question("Compare BABY and MUTE by volatility", "compare", "volatility"),
  question("Compare LONG, BABY, MONA and MUTE", "compare"),
  question("Order ENA, ENB and ENC by volatility", "rank", "volatility", "highest"),
  question("Order ENA, ENB and ENC by beta, the lowest first", "rank", "beta", "lowest"),
  question(`Which of ${ENERGY} is the most volatile?`, "rank", "volatility", "highest"),
  question(`Which of ${ENERGY} is the calmest?`, "rank", "volatility", "lowest"),
  question("What is ENB's VWAP?", "figure", "session_vwap"),
  question("What is ENA's VWAP?", "figure", "session_vwap"),
  question("Is ENL safer than ENM?", "compare", "drawdown_probability", "lowest"),
  question("Is ENN more volatile than ENA?", "compare", "volatility", "highest"),
  question(`Which of ${ALL_ENERGY} is the most volatile?`, "rank", "volatility", "highest"),
  question(`Which of ${ALL_ENERGY} is the calmest?`, "rank", "volatility", "lowest"),
  question("Is MONB volatile?", "yes_no", "volatility", "highest"),
  question("Compare STIL and STILM by close", "compare", "close"),
  spanQuestion("Why did ENA, ENB, ENC and END fall?", "why", ["2020-03-02", "2020-11-27"], "lowest"),
  spanQuestion("Why did ENN rise?", "why", ["2020-03-02", "2020-11-27"], "highest"),
  spanQuestion("Why did ENN fall?", "why", ["2020-03-02", "2020-11-27"], "lowest"),
  spanQuestion("Why did ENA fall?", "why", ["2019-01-02", "2020-11-27"], "lowest"),
  spanQuestion("Why did MONA rise?", "why", ["2017-01-01", "2020-11-27"], "highest"),
  spanQuestion("Did ENN fall?", "yes_no", ["2020-03-02", "2020-11-27"], "lowest"),
  spanQuestion("Did ENN rise?", "yes_no", ["2020-03-02", "2020-11-27"], "highest"),
  beatQuestion("Did ENN beat the market?", "highest"),
  beatQuestion("Did ENN lag the market?", "lowest"),
  spanQuestion("How did DTOT do?", "view", ["2020-03-02", "2020-09-30"]),
  spanQuestion("How did MONC do?", "view", ["2020-03-02", "2020-09-30"]),
  spanQuestion("How did SPLT do?", "view", ["2020-03-02", "2020-12-31"]),
  spanQuestion("How did BABY do?", "view", ["2020-03-02", "2020-03-31"]),
  spanQuestion("What changed for ENH?", "change", ["2020-10-01", "2020-11-27"]),
  spanQuestion("What changed for MONA?", "change", ["2020-03-02", "2020-11-27"]),
  question("What changed for ENB?", "change"),
  question("What is ENA's P/E?", "figure", "price_earnings"),
  question("What is GOOD's P/E?", "figure", "price_earnings"),
  question("What is the market value of FAIR?", "figure", "market_value"),
  question("Is ENB cheap?", "yes_no", "earnings_yield", "highest"),
  question("Which of ENA, ENB and ENC is the cheapest?", "rank", "earnings_yield", "highest"),
  question("What is BABY's P/E?", "figure", "price_earnings"),
  question("What is ITEM's P/E?", "figure", "price_earnings"),
  question("What is CONF's P/E?", "figure", "price_earnings"),
  question("What is STAL's P/E?", "figure", "price_earnings"),
  question("What is LOSS's P/B?", "figure", "price_book"),
  question("What is DTOT's P/E?", "figure", "price_earnings"),
  question("What is ABRO's P/E?", "figure", "price_earnings"),
  question("What are BANK's accruals?", "figure", "accruals"),
  question("Are insiders buying ENA?", "yes_no", "net_purchases"),
  question("Are insiders buying ENC?", "yes_no", "net_purchases"),
  question("Are insiders buying END?", "yes_no", "net_purchases"),
  question("Are insiders buying ENH?", "yes_no", "net_purchases"),
  question("Are insiders buying ENI?", "yes_no", "net_purchases"),
  question("What do insiders do at ENB?", "figure", "net_purchases"),
  question("What do insiders do at ENJ?", "figure", "net_purchases"),
  question("What do insiders do at TINY?", "figure", "net_purchases"),
  question("What do insiders do at ENK?", "figure", "net_purchases"),
  question("Which of ENA, ENB and ENC has the most insider buying?", "rank", "net_purchases", "highest"),
  question("How risky is ENA?", "risk"),
  question("How risky is ENH?", "risk", "drawdown_probability"),
  question("How risky is ENN?", "risk", "drawdown_probability"),
  question("How risky are ENA and ENN?", "risk"),
  question("How risky is BABY?", "risk"),
  ...["Energy", "Utilities", "Materials", "Industrials"].map((sector) => ({
    input: `How risky is the ${sector} sector?`,
  })),
  { input: "Which Energy companies have the best momentum and the lowest volatility?" },
  question("What would change the view on ENH?", "turn"),
  spanQuestion("ENA or ENN?", "compare", ["2020-03-02", "2020-11-27"]),
  spanQuestion("Did ENA or ENN do worse?", "compare", ["2020-03-02", "2020-11-27"], "lowest"),
  spanQuestion("Did ENA do better than ENN?", "compare", ["2020-03-02", "2020-11-27"], "highest"),
  spanQuestion("Did ENA do worse than ENN?", "compare", ["2020-03-02", "2020-11-27"], "lowest"),
  spanQuestion("Compare ENA and MONA", "compare", ["2020-03-02", "2020-11-27"]),
  spanQuestion("Compare SPLT and ENB", "compare", ["2020-03-02", "2020-12-31"]),
  spanQuestion("Which of ENA, ENB and SPLT did best?", "rank", ["2020-03-02", "2020-12-31"], "highest"),
  spanQuestion("Which of ENA, ENB and ENC did best?", "rank", ["2020-03-02", "2020-12-31"], "highest"),
  spanQuestion("Which of ENA, ENB and ENC did worst?", "rank", ["2020-03-02", "2020-12-31"], "lowest"),
  spanQuestion(`Which of ${ENERGY} did best?`, "rank", ["2020-03-02", "2020-12-31"], "highest"),
  spanQuestion(`Which of ${ENERGY} did worst?`, "rank", ["2020-03-02", "2020-12-31"], "lowest"),
  spanQuestion(`Which of ${ALL_ENERGY} did best?`, "rank", ["2020-03-02", "2020-12-31"], "highest"),
  spanQuestion(`Which of ${ALL_ENERGY} did worst?`, "rank", ["2020-03-02", "2020-12-31"], "lowest"),
  spanQuestion("ENA or ENB?", "compare", ["2020-09-10", "2020-11-05"]),
  spanQuestion("ENA or BABY?", "compare", ["2020-09-10", "2020-12-30"]),
  question("Analyse the risk of ENH", "view"),
  question("What is MUTE's SUE?", "figure", "sue"),
  question("What is FIM's SUE?", "figure", "sue"),
  question("What is FIN's SUE?", "figure", "sue"),
  question("What is FIK's SUE?", "figure", "sue"),
  question("What is LONG's SUE?", "figure", "sue"),
  question("What is FIA's SUE?", "figure", "sue"),
  question("When did FIL report?", "figure", "results_day"),
  {
    input: "How did FIA react to its last nine results?",
    read: {
      kind: "figure",
      measures: [{ metric: "announcement_return", text: "react to its last nine results" }],
      times: [],
    },
  },
  question("How did FIL react to its results?", "figure", "announcement_return"),
  question("Is FIB's SUE high?", "yes_no", "sue", "highest"),
  question("Order FIA, FIB and FIC by SUE", "rank", "sue", "highest"),
  question("What is FIA's tone?", "figure", "tone"),
  question("What is MONA's tone?", "figure", "tone"),
  question("What is FIN's tone?", "figure", "tone"),
  question("What is FIK's tone?", "figure", "tone"),
  question("What is FIL's tone?", "figure", "tone"),
  question("What is FIM's tone?", "figure", "tone"),
  question("Is FIJ's tone positive?", "yes_no", "tone", "highest"),
  question("Order FIA, FIB and FIC by tone", "rank", "tone", "highest"),
  question("What is FIA's uncertainty?", "figure", "uncertainty"),
  question("What is FIC's filing change?", "figure", "filing_change"),
  question("What is FIA's news volume?", "figure", "news_volume"),
  question("What is FIB's change of tone?", "figure", "tone_change"),
  question("Order FIA and FIB by change of tone", "rank", "tone_change", "highest"),
];

/** Questions about items of financial statements of the sample: each kind of figure, of list, of change and of lack. */
export const FILED_QUESTIONS: readonly string[] = [
  "Does Apple turn its earnings into cash?",
  "How good is Google's cash conversion?",
  "How have Apple's gross and operating margins developed since 2013?",
  "What was Apple's revenue in fiscal 2013?",
  "What was Apple's revenue in fiscal 2001?",
  "Apple's revenue and net income in fiscal 2013 as first reported",
  "AAPL's diluted EPS in fiscal 2013 as first reported",
  "AAPL's shares outstanding at the end of fiscal 2013 as first reported",
  "AAPL's diluted EPS over the last three years",
  "Apple's revenue in the last twelve quarters, in millions",
  "AAPL's gross margin in 2016 and 2017",
  "Apple's current ratio",
  "How many shares outstanding does Apple have?",
  "Apple's cash at the end of 2013",
  "Growth of Apple's revenue from 2014 to 2016",
  "Growth of Apple's EPS since 2014",
  "Growth of Apple's gross margin in 2017",
  "Growth of Apple's current ratio in 2017",
  "Growth of Apple's weighted diluted shares in 2017",
  "Apple's revenue in Q3 2013",
  "Apple's revenue in H2 2017",
  "Apple's revenue in fiscal 2031",
  "GOOGL's dividends per share",
  "What changed at Apple in 2016?",
  "MSFT's revenue",
  "Which has more revenue, AAPL or GOOGL?",
  "Rank AAPL and GOOGL by revenue growth",
  "Which has less net income, AAPL or GOOGL?",
];

/** The same of made companies: a year that ends in January, a loss, and a report that states one thing in two ways. */
export const MADE_FILED: readonly string[] = [
  "JANU's revenue in fiscal 2018",
  "JANU's revenue in fiscal 2019",
  "JANU's net income in fiscal 2020",
  "JANU's net income since 2018",
  "Growth of JANU's net income from 2018 to 2020",
  "STAL's revenue in fiscal 2020",
  "TORN's revenue in 2019",
  "TORN's net income in 2019, exact",
  "Compare the net income of TORN and JANU",
];
