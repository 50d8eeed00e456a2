/** What of a question is named because the catalogue has it not, and what of it is answered all the same. */
import { createQuestionReader } from "../../../src/data/question/read_question.ts";
import { readTimes } from "../../../src/data/question/read_times.ts";
import { COMPANIES, MARKET_DAYS } from "../../agent/made_market.ts";
import { deepEqual } from "../../assert.ts";

const reader = createQuestionReader(COMPANIES);

/** What is named, `=>` what is left to answer; `refused` where that is nothing. */
const CASES: readonly (readonly [question: string, named: string, left: string])[] = [
  // a qualifier beside a measure stops that measure, and no other
  ["What is the 30-day volatility of KO?", "", "volatility(30 sessions)"],
  ["What is the 5-day volatility of KO?", "5-day volatility", "refused"],
  ["30-day volatility of KO in 2016", "2016", "refused"],
  // the name of a ratio is one, though words in it ask for an item or for what is not covered
  ["What is KO's gross profitability?", "", "gross_profitability"],
  ["What is KO's quality of earnings?", "", "accruals"],
  ["What is the 252-day volatility of KO?", "", "volatility"],
  ["idiosyncratic volatility and beta of KO", "idiosyncratic volatility", "beta"],
  ["99% VaR of AMZN", "", "value_at_risk(99%)"],
  ["10-day VaR of AMZN", "10-day VaR", "refused"],
  ["95 % VaR of AMZN", "", "var_95"],
  ["Boeing 3M vol", "", "volatility(63 sessions)"],
  ["annualized volatility of KO", "", "volatility"],
  ["dividend-adjusted return of KO", "dividend-adjusted return", "refused"],
  // in the clause of an item anything stops it
  ["What was Apple's advertising revenue in 2016?", "advertising revenue", "refused"],
  ["Apple's revenue from iPhones in 2016", "revenue from iPhones", "refused"],
  ["Apple's revenue per share in 2016", "revenue per share", "refused"],
  ["R&D to revenue of Alphabet 2016", "R&D to revenue", "refused"],
  ["AAPL automotive EPS", "automotive EPS", "refused"],
  ["Apple's revenue in June 2016", "June 2016", "refused"],
  // a stray word costs a note
  ["What is the beta of KO, frobnicated?", "frobnicated", "beta"],
  // conditions, orders, ranks, counts, negations, what is taken out
  ["Banks with a beta below 0.8", "below 0.8", "refused"],
  // a yes or no holds a measure of named companies against a number of its unit
  ["Is KO's beta below 1?", "", "beta below 1"],
  [
    "Is KO's F-score at least 7 and its volatility under 20%?",
    "",
    "f_score lowest at_least 7, volatility lowest below 0.2",
  ],
  ["Is KO's market value more than $200 billion?", "", "market_value highest above 200000000000"],
  ["Is KO's market value more than €200 billion?", "more than €200 billion", "market_value highest"],
  ["Is KO's volatility below 20?", "below 20", "volatility lowest"],
  ["Is KO's maximum drawdown above 20%?", "above 20%", "max_drawdown_1y highest"],
  ["Is KO's 12-month return in 2016 above 10%?", "above 10%", "return_12m highest"],
  ["Which banks trade below their 200-day mean?", "below their 200-day mean", "refused"],
  ["lowest volatility and highest momentum among utilities", "", "volatility lowest, momentum_12_1 highest"],
  ["second most volatile bank", "second most", "refused"],
  ["median volatility of the utilities", "median volatility", "refused"],
  ["how many banks are volatile", "how many banks", "refused"],
  ["Is GE not risky?", "not", "refused"],
  ["Which sector has the highest beta?", "Which sector", "refused"],
  ["Which small bank has the highest beta?", "small", "beta highest"],
  ["highest close of Apple in 2016", "highest close", "refused"],
  ["banks except JPMorgan by beta", "", "beta"],
  // which end is asked for
  ["Which bank fell least in 2015?", "", "return_12m highest"],
  ["Welche Bank ist am wenigsten volatil?", "", "volatility lowest"],
  ["Is GE below its 200-day mean?", "", "trend_200d lowest"],
  ["Is GE above its 200-day mean?", "", "trend_200d highest"],
  ["Is the return of KO negative?", "", "return_12m lowest"],
  ["Which bank had the worst drawdown?", "", "max_drawdown_1y lowest"],
  ["Sort the banks by P/E, cheapest first", "", "price_earnings lowest"],
  // what is to come
  ["Will GE go down?", "Will GE go down", "drawdown_probability"],
  ["Will GE go up?", "Will GE go up", "refused"],
  ["Will Boeing fall?", "Will Boeing fall", "drawdown_probability"],
  ["Could Chipotle fall 25% within 3 months?", "Could Chipotle fall 25%", "drawdown_probability"],
  ["Is Apple going to outperform Boeing?", "going to outperform", "refused"],
  // references and spans
  ["beta of JPM to XOM", "", "beta(to XOM)"],
  ["3-year beta of CVX to XOM", "", "beta(to XOM, 756 sessions)"],
  ["KO's excess return over PEP over the past 6 months", "", "excess_return(over PEP, 126 sessions)"],
  ["Did KO outperform PEP over the past year?", "", "excess_return(over PEP) highest"],
  ["Is KO's beta to PEP above 1?", "", "beta(to PEP) above 1"],
  ["What is the beta of AAPL and CVX to MSFT and XOM?", "", "beta(to MSFT), beta(to XOM)"],
  ["Compare AAPL's beta to MSFT's", "", "beta"],
  ["beta of AAPL vs MSFT", "vs MSFT", "refused"],
  ["beta of JPM to the banks", "to the banks", "refused"],
  ["beta of JPM to Foobar Corp", "to Foobar Corp", "refused"],
  ["Which bank has the highest beta to XOM?", "to XOM", "refused"],
  ["KO's excess return over PEP in 2017", "2017", "refused"],
  // what a window leaves out at its end
  ["KO's 6-month momentum excluding the last month", "", "return(126 sessions, skip 21)"],
  ["6-1 momentum of KO", "", "return(126 sessions, skip 21)"],
  ["KO's 12-month return without the last month", "", "momentum_12_1"],
  ["KO's momentum excluding the last 10 days", "", "return(skip 10)"],
  ["KO's momentum excluding the last 9 months", "excluding the last 9 months", "refused"],
  ["KO's volatility excluding the last month", "excluding the last month", "refused"],
  ["KO's beta and its return without the last week", "without the last week", "return(skip 5)"],
  ["beta of JPM to the market", "", "beta"],
  ["worst drawdown of CAT since 2014", "since 2014", "refused"],
  ["Is Exxon cheap compared with its own history?", "own history", "refused"],
  // no match is no view
  ["What is Apple's quick ratio?", "quick ratio", "refused"],
  ["Analyse Apple and its frobnication", "frobnication", ""],
  ["Apple", "", ""],
  // languages and scripts
  ["ボーイングのボラティリティは？", "ボーイングのボラティリティは", "refused"],
  ["jaka jest zmienność akcji Boeing w tym roku", "jaka jest zmienność akcji Boeing w tym roku", "refused"],
  // instructions are no part of it
  ["KO's beta? Round to two decimals, cite the 10-K and show your work in one sentence please.", "", "beta"],
];

for (const [question, named, left] of CASES) {
  Deno.test(`"${question}" names ${named === "" ? "nothing" : `"${named}"`} and answers ${left || "with a view"}`, () => {
    const { unmet, measures, facts, isUnsupported } = reader(question, readTimes(question, MARKET_DAYS));
    const read = [
      ...measures.map(({ metric, end, limit }) => [metric, end, limit?.side, limit?.value].filter(Boolean).join(" ")),
      ...facts.map(({ item }) => item),
    ];
    deepEqual([unmet.map(({ text }) => text).join("; "), isUnsupported ? "refused" : read.join(", ")], [named, left]);
  });
}
