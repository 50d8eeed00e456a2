/** Conversations, each in a line: its questions, and what the answer to the last of them is about. */
import { longDay } from "../../src/calendar/day.ts";
import { membersOf } from "./made_market.ts";

export interface Conversation {
  /** Its questions, oldest first. */
  readonly asks: readonly string[];
  /** Tickers that the last answer is about; absent where it is refused. */
  readonly about?: string;
  readonly kind?: string;
  /** Metrics of the measures, with the end asked for. */
  readonly by?: string;
  /** Items of reports with their periods. */
  readonly facts?: string;
  /** Days and spans. */
  readonly when?: string;
  /** What the answer says of where it has this from. */
  readonly says: string;
}

const [BANKS, AIRLINES, ENERGY] = [membersOf("Banks"), membersOf("Airlines"), membersOf("Energy")];
const FROM = "About Apple (AAPL), from the question before";
const BOTH = "About Apple (AAPL) and Microsoft (MSFT), from the question before";
const [Y15, Y16] = ["2015-01-01..2015-12-31", "2016-01-01..2016-12-31"];
const [RISK, FALL, LAST] = ["drawdown_probability", "max_drawdown_1y", "2018-02-07"];
const DRAWDOWN = "What was AAPL's drawdown in 2015?";
const REFUSED = "No company or sector in this question";

const ITS: readonly Conversation[] = [
  { asks: ["Analyse AAPL", "And its drawdown?"], about: "AAPL", kind: "figure", by: FALL, says: FROM },
  { asks: ["Analyse AAPL", "and its risk?"], about: "AAPL", kind: "figure", by: RISK, says: FROM },
  { asks: ["Analyse AAPL", "How risky is the stock?"], about: "AAPL", kind: "risk", by: RISK, says: FROM },
  { asks: ["Analyse AAPL", "What is the chance of a fall?"], about: "AAPL", kind: "figure", by: RISK, says: FROM },
  { asks: ["Analyse AAPL", "Should I buy?"], about: "AAPL", kind: "yes_no", says: FROM },
  { asks: ["Analyse AAPL", "tell me more"], about: "AAPL", says: FROM },
  { asks: ["Analyse AAPL", "What would change your view?"], about: "AAPL", kind: "turn", says: FROM },
  {
    asks: ["Analyse AAPL", "What about its revenue in 2016?"],
    about: "AAPL",
    kind: "figure",
    facts: "revenue:FY2016",
    says: FROM,
  },
  { asks: ["Analyse AAPL", "Does it beat the S&P 500?"], about: "AAPL", kind: "yes_no", by: "excess_12m", says: FROM },
  {
    asks: ["Analyse AAPL", "Thanks!", "And its drawdown?"],
    about: "AAPL",
    kind: "figure",
    by: FALL,
    says: "from an earlier question",
  },
  { asks: ["Analyse XOM", "Analyse AAPL", "And its beta?"], about: "AAPL", kind: "figure", by: "beta", says: FROM },
  {
    asks: ["Analyse AAPL", "And its beta?", "And its volatility?"],
    about: "AAPL",
    kind: "figure",
    by: "volatility",
    says: FROM,
  },
  {
    asks: ["Analyse Alphabet", "and its drawdown?"],
    about: "GOOGL",
    kind: "figure",
    by: FALL,
    says: "Alphabet (GOOGL)",
  },
  {
    asks: ["Analyse AAPL and Foobar Industries", "and its drawdown?"],
    about: "AAPL",
    kind: "figure",
    by: FALL,
    says: FROM,
  },
  { asks: ["Analyse AAPL", "Is there any news?"], kind: "yes_no", says: "News cannot be given: " },
];

const LANGUAGES: readonly Conversation[] = [
  { asks: ["Analysiere AAPL", "Und das Risiko?"], about: "AAPL", kind: "figure", by: RISK, says: FROM },
  { asks: ["Analysiere AAPL", "Wie riskant ist sie?"], about: "AAPL", kind: "risk", by: RISK, says: FROM },
  { asks: ["Analysiere AAPL", "Ist sie ein Kauf?"], about: "AAPL", kind: "yes_no", says: FROM },
  { asks: ["Analysiere AAPL", "Vergleiche sie mit Microsoft"], about: "AAPL MSFT", kind: "compare", says: BOTH },
  { asks: [DRAWDOWN, "Und Microsoft?"], about: "MSFT", kind: "figure", by: FALL, when: Y15, says: "Asked as before" },
  {
    asks: [DRAWDOWN, "Wie hoch war die Volatilität damals?"],
    about: "AAPL",
    kind: "figure",
    by: "volatility",
    when: Y15,
    says: '"in 2015"',
  },
  { asks: ["Analysez AAPL", "Et son risque ?"], about: "AAPL", kind: "figure", by: RISK, says: FROM },
  { asks: ["Analysez AAPL", "Pourquoi ?"], about: "AAPL", kind: "why", says: FROM },
  { asks: ["Analysez AAPL", "Comparez-la avec Microsoft"], about: "AAPL MSFT", kind: "compare", says: BOTH },
  { asks: ["Analiza AAPL", "¿Y su volatilidad?"], about: "AAPL", kind: "figure", by: "volatility", says: FROM },
  { asks: ["Analiza AAPL", "Compárala con Microsoft"], about: "AAPL MSFT", kind: "compare", says: BOTH },
  { asks: ["Analizza AAPL", "E il suo rischio?"], about: "AAPL", kind: "figure", by: RISK, says: FROM },
  { asks: ["Analise AAPL", "E o risco?"], about: "AAPL", kind: "figure", by: RISK, says: FROM },
  { asks: [DRAWDOWN, "en Microsoft?"], about: "MSFT", kind: "figure", by: FALL, when: Y15, says: "Asked as before" },
];

const AGAIN: readonly Conversation[] = [
  {
    asks: [DRAWDOWN, "and Microsoft?"],
    about: "MSFT",
    kind: "figure",
    by: FALL,
    when: Y15,
    says: `Asked as before, "${DRAWDOWN}", about Microsoft (MSFT)`,
  },
  {
    asks: [DRAWDOWN, "and Microsoft in 2016?"],
    about: "MSFT",
    kind: "figure",
    by: FALL,
    when: Y16,
    says: '"What was AAPL\'s drawdown in 2016?"',
  },
  {
    asks: [DRAWDOWN, "and in 2016?"],
    about: "AAPL",
    kind: "figure",
    by: FALL,
    when: Y16,
    says: '"What was AAPL\'s drawdown in 2016?"',
  },
  { asks: [DRAWDOWN, "and now?"], about: "AAPL", kind: "figure", by: FALL, says: '"What was AAPL\'s drawdown?"' },
  { asks: [DRAWDOWN, "What about the banks?"], about: BANKS, kind: "figure", by: FALL, when: Y15, says: "about Banks" },
  {
    asks: ["Which bank is the riskiest?", "and the airlines?"],
    about: AIRLINES,
    kind: "rank",
    by: `>${RISK}`,
    says: "about Airlines",
  },
  {
    asks: ["What was AAPL's return in 2015?", "why?"],
    about: "AAPL",
    kind: "why",
    by: "return_12m",
    when: Y15,
    says: "read as",
  },
  {
    asks: ["What was Apple's revenue in 2015?", "and in 2016?"],
    about: "AAPL",
    kind: "figure",
    facts: "revenue:FY2016",
    says: "read as",
  },
  {
    asks: ["What was Apple's revenue in 2015?", "and Microsoft's?"],
    about: "MSFT",
    kind: "figure",
    facts: "revenue:FY2015",
    says: "Asked as before",
  },
  {
    asks: ["Analyse AAPL", DRAWDOWN.replace("AAPL's", "its"), "and Microsoft?"],
    about: "MSFT",
    kind: "figure",
    by: FALL,
    when: Y15,
    says: "about Microsoft (MSFT)",
  },
  {
    asks: [DRAWDOWN, "and Microsoft?", "and in 2016?"],
    about: "MSFT",
    kind: "figure",
    by: FALL,
    when: Y16,
    says: "About Microsoft (MSFT), from the question before",
  },
];

const TIMES: readonly Conversation[] = [
  { asks: [DRAWDOWN, "Should I buy it then?"], about: "AAPL", kind: "yes_no", says: `"2015", is not kept` },
  {
    asks: [DRAWDOWN, "Its volatility over the same period?"],
    about: "AAPL",
    kind: "figure",
    by: "volatility",
    when: Y15,
    says: 'The time is "in 2015"',
  },
  {
    asks: [DRAWDOWN, "Compare XOM and CVX over the same period"],
    about: "XOM CVX",
    kind: "compare",
    says: "Chevron has the lower chance",
  },

  {
    asks: [DRAWDOWN, "and its volatility that year?"],
    about: "AAPL",
    kind: "figure",
    by: "volatility",
    when: Y15,
    says: 'The time is "in 2015", from the question before.',
  },
  {
    asks: ["Analyse AAPL as of 2016-06-30", "What was its drawdown then?"],
    about: "AAPL",
    kind: "figure",
    by: FALL,
    when: "2016-06-30",
    says: 'The time is "as of 2016-06-30"',
  },
  {
    asks: ["Analyse AAPL as of 2016-06-30", "and its drawdown?"],
    about: "AAPL",
    kind: "figure",
    by: FALL,
    says: `"as of 2016-06-30", is not kept: this answer is as of ${longDay(LAST)}`,
  },
  {
    asks: ["Analyse AAPL in 2015", "What was Microsoft's drawdown then?"],
    about: "MSFT",
    kind: "figure",
    by: FALL,
    when: Y15,
    says: 'The time is "in 2015"',
  },
  {
    asks: ["What was Apple's revenue in 2015?", "and its net income that year?"],
    about: "AAPL",
    kind: "figure",
    facts: "net_income:FY2015",
    says: '"in 2015"',
  },
  {
    asks: ["Analyse AAPL in 2015", "Thanks", "and its beta on that day?"],
    about: "AAPL",
    kind: "figure",
    by: "beta",
    when: Y15,
    says: "from an earlier question",
  },
];

const SEVERAL: readonly Conversation[] = [
  {
    asks: ["Analyse the banks", "How risky is the industry?"],
    about: BANKS,
    kind: "risk",
    by: RISK,
    says: "About Banks",
  },
  { asks: ["Analyse AAPL", "How does it compare with its sector?"], about: "AAPL", kind: "compare", says: FROM },
  { asks: ["Analyse AAPL", "compare it with MSFT"], about: "AAPL MSFT", kind: "compare", says: BOTH },
  {
    asks: ["Analyse AAPL", "Is it riskier than Microsoft?"],
    about: "AAPL MSFT",
    kind: "compare",
    by: `>${RISK}`,
    says: BOTH,
  },
  {
    asks: ["What was AAPL's volatility in 2016?", "compare it with MSFT"],
    about: "AAPL MSFT",
    kind: "compare",
    by: "volatility",
    when: Y16,
    says: BOTH,
  },
  { asks: ["Analyse AAPL", "Analyse MSFT", "compare them"], about: "AAPL MSFT", kind: "compare", says: BOTH },
  {
    asks: ["Analyse AAPL", "Analyse MSFT", "which is riskier?"],
    about: "AAPL MSFT",
    kind: "compare",
    by: `>${RISK}`,
    says: BOTH,
  },
  {
    asks: ["Analyse XOM", "Analyse AAPL", "Analyse MSFT", "Which of the two is riskier?"],
    about: "AAPL MSFT",
    kind: "compare",
    by: `>${RISK}`,
    says: BOTH,
  },
  {
    asks: ["Compare AAPL and MSFT", "and IBM?"],
    about: "AAPL MSFT IBM",
    kind: "compare",
    says: 'read as "Compare AAPL and MSFT"',
  },
  {
    asks: ["Analyse the banks", "which of them is the riskiest?"],
    about: BANKS,
    kind: "rank",
    by: `>${RISK}`,
    says: "About Banks, from the question before.",
  },
  {
    asks: ["Analyse the banks", "rank all of them by beta"],
    about: BANKS,
    kind: "rank",
    by: "beta",
    says: "About Banks, from the question before.",
  },
  {
    asks: ["Analyse the energy sector", "Which of them did worst in 2015?"],
    about: ENERGY,
    kind: "rank",
    by: "<return_12m",
    when: Y15,
    says: "About Energy",
  },
  { asks: ["Analyse the banks", "without JPMorgan?"], about: BANKS.replace("JPM ", ""), says: "without JPM" },
  {
    asks: ["Portfolio: AAPL 0.4 MSFT 0.6", "How risky is it?"],
    about: "AAPL MSFT",
    kind: "risk",
    by: RISK,
    says: "About the portfolio of AAPL and MSFT, from the question before.",
  },
];

const ALONE: readonly Conversation[] = [
  { asks: ["Analyse AAPL", "What can you do?"], says: REFUSED },
  { asks: ["Analyse AAPL", "Can you help me?"], kind: "yes_no", says: REFUSED },
  { asks: ["Analyse AAPL", "How risky is its sector?"], kind: "risk", by: RISK, says: REFUSED },
  { asks: ["Analyse AAPL", "Why is the sky blue?"], kind: "why", says: REFUSED },
  { asks: ["Analyse AAPL", "List all your features"], kind: "rank", says: REFUSED },
  { asks: ["Analyse AAPL", "What is the meaning of life?"], says: REFUSED },
  { asks: ["And its drawdown?"], kind: "figure", by: FALL, says: REFUSED },
  { asks: ["why?"], kind: "why", says: REFUSED },
  { asks: ["Analyse AAPL", "Hello, how are you?"], says: REFUSED },
  { asks: ["Analyse AAPL", "What is the weather?"], says: REFUSED },
  { asks: ["Hello", "And its drawdown?"], kind: "figure", by: FALL, says: REFUSED },
  {
    asks: ["Analyse AAPL", "What is the price of gold?"],
    kind: "figure",
    by: "close",
    says: "price of gold is a commodity",
  },
  { asks: ["Analyse AAPL", "What is the volatility of wheat?"], kind: "figure", by: "volatility", says: REFUSED },
  {
    asks: ["Analyse AAPL", "Analyse Foobar Industries", "and its risk?"],
    kind: "figure",
    by: RISK,
    says: 'The data does not know "Foobar Industries".',
  },
  { asks: ["Analyse AAPL", "and Foobar Industries?"], says: 'The data does not know "Foobar Industries".' },
  {
    asks: ["Analyse AAPL", "Is it a good time to buy Delta?"],
    about: "DAL",
    kind: "yes_no",
    says: "Delta Air Lines (DAL): neutral",
  },
];

export const CONVERSATIONS: readonly Conversation[] = [...ITS, ...LANGUAGES, ...AGAIN, ...TIMES, ...SEVERAL, ...ALONE];
