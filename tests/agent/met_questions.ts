import type { QuestionKind } from "../../src/data/question/asked.ts";
import { membersOf } from "./made_market.ts";

/** A question about the made market, and what an answer that meets it is about. */
export interface MetQuestion {
  readonly ask: string;
  /** Tickers in the order of the answer's subject, with blanks between; absent where the data cannot answer. */
  readonly about?: string;
  /** Days and spans as `FROM..TO`, with blanks between. The answer is of the last day of them; default: the data's. */
  readonly when?: string;
  /** Default: `view`. */
  readonly kind?: QuestionKind;
  /** The metrics it asks for, with `>` or `<` before one whose highest or lowest end it asks for. */
  readonly by?: string;
  /** Items of financial statements it asks for, with blanks between; the made market holds no reports, and says so. */
  readonly facts?: string;
  /** Pieces that are told to be unmet, in the question's words. */
  readonly unmet?: readonly string[];
  /** `TICKER=WEIGHT`, with blanks between. */
  readonly weights?: string;
  /** What the first sentence of a refusal names. */
  readonly names?: string;
}

const BANKS = membersOf("Banks");
const AIRLINES = membersOf("Airlines");
const SEMIS = membersOf("Semiconductors");
const ENERGY = membersOf("Energy");
const UTILITIES = membersOf("Utilities");
const TECH = membersOf("Information Technology");
const STAPLES = membersOf("Consumer Staples");
const HEALTH = membersOf("Health Care");
const OIL = membersOf("Integrated Oil & Gas");
const Y16 = "2016-01-01..2016-12-31";
const Y17 = "2017-01-01..2017-12-31";
const SAFEST = "<drawdown_probability";
const RISKIEST = ">drawdown_probability";

const DAYS_AND_SPANS: readonly MetQuestion[] = [
  { ask: "AAPL on 2016-11-15", about: "AAPL", when: "2016-11-15" },
  { ask: "Analyse Apple as of 15 Nov 2016", about: "AAPL", when: "2016-11-15" },
  { ask: "Analyse Apple as of November 15th, 2016", about: "AAPL", when: "2016-11-15" },
  { ask: "IBM on the 15th of November 2016", about: "IBM", when: "2016-11-15" },
  { ask: "IBM on 11/15/2016", about: "IBM", when: "2016-11-15" },
  { ask: "IBM on 15/11/2016", about: "IBM", when: "2016-11-15" },
  { ask: "IBM on 2016/11/15", about: "IBM", when: "2016-11-15" },
  { ask: "Wie steht IBM am 15.11.2016?", about: "IBM", when: "2016-11-15" },
  { ask: "Apple as of June 2016", about: "AAPL", when: "2016-06-30" },
  { ask: "Analysiere Microsoft im Juni 2016", about: "MSFT", when: "2016-06-01..2016-06-30" },
  { ask: "Analyse Microsoft en juin 2016", about: "MSFT", when: "2016-06-01..2016-06-30" },
  { ask: "Analiza Microsoft en junio de 2016", about: "MSFT", when: "2016-06-01..2016-06-30" },
  { ask: "Analizza Microsoft a giugno 2016", about: "MSFT", when: "2016-06-01..2016-06-30" },
  { ask: "Analise Microsoft em junho de 2016", about: "MSFT", when: "2016-06-01..2016-06-30" },
  { ask: "Analysiere Microsoft am 3. März 2016", about: "MSFT", when: "2016-03-03" },
  { ask: "Boeing le 3 août 2016", about: "BA", when: "2016-08-03" },
  { ask: "Boeing el 3 de enero de 2017", about: "BA", when: "2017-01-03" },
  { ask: "GE in 2016", about: "GE", when: Y16 },
  { ask: "Chevron in 2016?", about: "CVX", when: Y16 },
  { ask: "Analyse Visa in Q3 2015", about: "V", when: "2015-07-01..2015-09-30" },
  { ask: "Visa in the third quarter of 2015", about: "V", when: "2015-07-01..2015-09-30" },
  { ask: "Visa 3Q15", about: "V", when: "2015-07-01..2015-09-30" },
  { ask: "Verizon in H1 2016", about: "VZ", when: "2016-01-01..2016-06-30" },
  { ask: "Verizon in the first half of 2016", about: "VZ", when: "2016-01-01..2016-06-30" },
  { ask: "AAPL last year", about: "AAPL", when: Y17 },
  { ask: "Apple letztes Jahr", about: "AAPL", when: Y17 },
  { ask: "Apple l'année dernière", about: "AAPL", when: Y17 },
  { ask: "Apple el año pasado", about: "AAPL", when: Y17 },
  { ask: "Apple l'anno scorso", about: "AAPL", when: Y17 },
  { ask: "Apple no ano passado", about: "AAPL", when: Y17 },
  { ask: "AAPL last month", about: "AAPL", when: "2018-01-01..2018-01-31" },
  { ask: "AAPL this year", about: "AAPL", when: "2018-01-01..2018-02-07" },
  { ask: "Pfizer year to date", about: "PFE", when: "2018-01-01..2018-02-07" },
  { ask: "Pfizer YTD", about: "PFE", when: "2018-01-01..2018-02-07" },
  { ask: "Intel since June 2016", about: "INTC", when: "2016-06-01..2018-02-07" },
  { ask: "Intel seit Juni 2016", about: "INTC", when: "2016-06-01..2018-02-07" },
  { ask: "Intel depuis juin 2016", about: "INTC", when: "2016-06-01..2018-02-07" },
  { ask: "Analyse GM from March to June 2015", about: "GM", when: "2015-03-01..2015-06-30" },
  { ask: "GM between 2014 and 2016", about: "GM", when: "2014-01-01..2016-12-31" },
  { ask: "General Motors, 2014-2016", about: "GM", when: "2014-01-01..2016-12-31" },
  { ask: "GM from 2015-03-02 to 2015-06-30", about: "GM", when: "2015-03-02..2015-06-30" },
  { ask: "GM zwischen 2014 und 2016", about: "GM", when: "2014-01-01..2016-12-31" },
  { ask: "Delta over the past three years", about: "DAL", when: "2015-02-07..2018-02-07" },
  { ask: "Delta in den letzten drei Jahren", about: "DAL", when: "2015-02-07..2018-02-07" },
  { ask: "KO in the last 6 months", about: "KO", when: "2017-08-07..2018-02-07" },
  { ask: "KO in the last 20 days", about: "KO", when: "2018-01-18..2018-02-07" },
  { ask: "KO over the last year", about: "KO", when: "2017-02-07..2018-02-07" },
  { ask: "AAPL yesterday", about: "AAPL", when: "2018-02-06" },
  { ask: "Analysiere AAPL gestern", about: "AAPL", when: "2018-02-06" },
  { ask: "How does MSFT look today?", about: "MSFT", when: "2018-02-07" },
  { ask: "Nvidia a year ago", about: "NVDA", when: "2017-02-07" },
  { ask: "Nvidia vor einem Jahr", about: "NVDA", when: "2017-02-07" },
  { ask: "Nvidia il y a trois mois", about: "NVDA", when: "2017-11-07" },
  { ask: "Caterpillar before 2015", about: "CAT", when: "2013-02-08..2014-12-31" },
  { ask: "Caterpillar by the end of 2016", about: "CAT", when: "2016-12-31" },
  { ask: "Caterpillar Ende 2016", about: "CAT", when: "2016-12-31" },
  { ask: "Caterpillar in 2018", about: "CAT", when: "2018-01-01..2018-02-07" },
  {
    ask: "How did AAPL do in the week of 14 March 2016?",
    about: "AAPL",
    kind: "figure",
    by: "return_12m",
    when: "2016-03-14..2016-03-20",
  },
  { ask: "AAPL in May 2016", about: "AAPL", when: "2016-05-01..2016-05-31" },
  { ask: "AAPL in May", about: "AAPL", when: "2017-05-01..2017-05-31" },
  { ask: "Duke Energy on Feb 29, 2016", about: "DUK", when: "2016-02-29" },
  { ask: "Duke Energy in '16", about: "DUK", when: Y16 },
];

const NO_DAYS: readonly MetQuestion[] = [
  { ask: "Analyse 3M", about: "MMM" },
  { ask: "Analyse 3M in 2016", about: "MMM", when: Y16 },
  { ask: "How risky is Apple against the S&P 500?", about: "AAPL", kind: "risk", by: "drawdown_probability" },
  { ask: "May Apple fall?", about: "AAPL", kind: "yes_no", by: "drawdown_probability" },
  {
    ask: "What is the chance that Apple falls 15% in a quarter?",
    about: "AAPL",
    kind: "figure",
    by: "drawdown_probability",
  },
  { ask: "Does Boeing march on?", names: '"march"' },
  { ask: "How does AAPL compare with the Russell 2000?", about: "AAPL", kind: "compare", unmet: ["Russell 2000"] },
];

const NAMES: readonly MetQuestion[] = [
  { ask: "Analyse AAPL", about: "AAPL" },
  { ask: "analyse microsoft", about: "MSFT" },
  { ask: "Analyse BRK/B", about: "BRK.B" },
  { ask: "analyse berkshire", about: "BRK.B" },
  { ask: "Analyse J.P. Morgan", about: "JPM" },
  { ask: "Analyse Exxon", about: "XOM" },
  { ask: "Analyse Key Corp", about: "KEY" },
  { ask: "analyse target", about: "TGT" },
  { ask: "Is ALL a buy?", about: "ALL", kind: "yes_no" },
  { ask: "Analyse T", about: "T" },
  { ask: "Analyse AT&T", about: "T" },
  { ask: "Analyse Gap", about: "GPS" },
  { ask: "Analyse IT", about: "IT" },
  { ask: "IT is down. What about CAT?", about: "CAT" },
  { ask: "Wie riskant ist Boeing?", about: "BA", kind: "risk", by: "drawdown_probability" },
  { ask: "L'action de Boeing est-elle risquée ?", about: "BA", kind: "risk", by: "drawdown_probability" },
  { ask: "¿Es arriesgada la acción de Boeing?", about: "BA", kind: "risk", by: "drawdown_probability" },
  { ask: "How volatile is T. Rowe Price?", about: "TROW", kind: "figure", by: "volatility" },
  { ask: "Analyse News Corp", about: "NWSA" },
  { ask: "Analyse Best Buy", about: "BBY" },
  { ask: "What do you think of Procter & Gamble?", about: "PG" },
  { ask: "Walmart's momentum", about: "WMT", kind: "figure", by: "momentum_12_1" },
  { ask: "Analyse Alphabet", about: "GOOGL" },
  { ask: "Compare GOOG and GOOGL", about: "GOOG, GOOGL", kind: "compare" },
  { ask: "AAPL but not MSFT", about: "AAPL" },
  { ask: "Energy stocks except Chevron", about: ENERGY.replace("CVX ", "") },
  { ask: "The tech sector without Apple", about: TECH.replace("AAPL ", "") },
];

const GROUPS: readonly MetQuestion[] = [
  { ask: "Which bank is the riskiest?", about: BANKS, kind: "rank", by: RISKIEST },
  { ask: "Rank the airlines by volatility", about: AIRLINES, kind: "rank", by: "volatility" },
  { ask: "Which airline has the lowest beta?", about: AIRLINES, kind: "rank", by: "<beta" },
  { ask: "How risky is the semiconductor industry?", about: SEMIS, kind: "risk", by: "drawdown_probability" },
  { ask: "Which semiconductor stock did best in 2016?", about: SEMIS, kind: "rank", by: ">return_12m", when: Y16 },
  { ask: "Analyse the energy sector", about: ENERGY },
  { ask: "Analyse the energy sector with utilities", about: `${ENERGY} ${UTILITIES}` },
  { ask: "Which utility is the safest?", about: UTILITIES, kind: "rank", by: SAFEST },
  { ask: "Top 2 energy stocks by momentum", about: ENERGY, kind: "rank", by: ">momentum_12_1" },
  { ask: "oil majors", about: OIL },
  { ask: "Consumer staples in 2016", about: STAPLES, when: Y16 },
  { ask: "Why did health care fall in 2016?", about: HEALTH, kind: "why", by: "<return_12m", when: Y16 },
  { ask: "Which of the banks is the most volatile?", about: BANKS, kind: "rank", by: ">volatility" },
];

const KINDS_AND_MEASURES: readonly MetQuestion[] = [
  { ask: "Why did IBM fall in 2013?", about: "IBM", kind: "why", by: "<return_12m", when: "2013-02-08..2013-12-31" },
  { ask: "Warum ist IBM im Jahr 2016 gefallen?", about: "IBM", kind: "why", by: "<return_12m", when: Y16 },
  { ask: "Pourquoi Boeing a-t-il chuté en 2016 ?", about: "BA", kind: "why", by: "<return_12m", when: Y16 },
  { ask: "What drove Nvidia in 2016?", about: "NVDA", kind: "why", when: Y16 },
  { ask: "KO or PEP?", about: "KO, PEP", kind: "compare" },
  { ask: "Is Coca-Cola safer than Pepsi?", about: "KO, PEP", kind: "compare", by: SAFEST },
  { ask: "Which is riskier, KO or PEP?", about: "KO, PEP", kind: "compare", by: RISKIEST },
  { ask: "AAPL vs MSFT", about: "AAPL, MSFT", kind: "compare" },
  { ask: "Compare Ford with General Motors by beta", about: "F, GM", kind: "compare", by: "beta" },
  { ask: "Vergleiche Apple mit Microsoft", about: "AAPL, MSFT", kind: "compare" },
  {
    ask: "Which of AAPL, MSFT and IBM has the best momentum?",
    about: "AAPL, MSFT, IBM",
    kind: "rank",
    by: ">momentum_12_1",
  },
  { ask: "Order AAPL, MSFT and IBM by volatility", about: "AAPL, MSFT, IBM", kind: "rank", by: "volatility" },
  { ask: "What is the volatility of Apple?", about: "AAPL", kind: "figure", by: "volatility" },
  { ask: "Wie hoch ist die Volatilität von Apple?", about: "AAPL", kind: "figure", by: "volatility" },
  { ask: "Quelle est la volatilité d'Apple ?", about: "AAPL", kind: "figure", by: "volatility" },
  { ask: "What was Apple's beta on 2016-11-15?", about: "AAPL", kind: "figure", by: "beta", when: "2016-11-15" },
  { ask: "What is the 12-month return of GE?", about: "GE", kind: "figure", by: "return_12m" },
  { ask: "What is the one-month return of GE?", about: "GE", kind: "figure", by: "return_1m" },
  { ask: "How far is GE from its 52-week high?", about: "GE", kind: "figure", by: "close_to_52w_high" },
  { ask: "Is GE above its 200-day moving average?", about: "GE", kind: "yes_no", by: ">trend_200d" },
  {
    ask: "What is the worst fall of Pfizer in the last year?",
    about: "PFE",
    kind: "figure",
    by: "<max_drawdown_1y",
    when: "2017-02-07..2018-02-07",
  },
  { ask: "What is the value at risk of Pfizer?", about: "PFE", kind: "figure", by: "var_95" },
  { ask: "Expected shortfall of Pfizer?", about: "PFE", kind: "figure", by: "es_95" },
  { ask: "How likely is a fall of Nvidia?", about: "NVDA", kind: "figure", by: "drawdown_probability" },
  { ask: "How liquid is Agilent?", about: "A", kind: "figure", by: "dollar_volume" },
  {
    ask: "What was the closing price of Visa on 15 Nov 2016?",
    about: "V",
    kind: "figure",
    by: "close",
    when: "2016-11-15",
  },
  {
    ask: "Where does Visa stand against the S&P 500 over a year? Its excess return, please.",
    about: "V",
    kind: "figure",
    by: "excess_12m",
  },
  { ask: "What is AMD's score?", about: "AMD", kind: "figure", by: "score" },
  { ask: "Is the momentum of Facebook holding up?", about: "FB", kind: "yes_no", by: "momentum_12_1" },
  { ask: "Should I buy Amazon?", about: "AMZN", kind: "yes_no" },
  { ask: "Soll ich Amazon kaufen?", about: "AMZN", kind: "yes_no" },
  {
    ask: "Has Amazon risen since June 2016?",
    about: "AMZN",
    kind: "yes_no",
    by: ">return_12m",
    when: "2016-06-01..2018-02-07",
  },
  { ask: "What could go wrong with Amazon?", about: "AMZN", kind: "risk" },
  { ask: "Which risks does Amazon run?", about: "AMZN", kind: "risk", by: "drawdown_probability" },
  {
    ask: "What changed for Wells Fargo since 2017-06-30?",
    about: "WFC",
    kind: "change",
    when: "2017-06-30..2018-02-07",
  },
  {
    ask: "Was hat sich bei Wells Fargo seit Juni 2017 geändert?",
    about: "WFC",
    kind: "change",
    when: "2017-06-01..2018-02-07",
  },
  { ask: "What would change your view on JNJ?", about: "JNJ", kind: "turn" },
  { ask: "At what level would JNJ turn bearish?", about: "JNJ", kind: "turn" },
  { ask: "What is the recent volatility of Bank of America?", about: "BAC", kind: "figure", by: "volatility_recent" },
  { ask: "VWAP of AAPL yesterday", about: "AAPL", kind: "figure", by: "session_vwap", when: "2018-02-06" },
];

const WEIGHTS: readonly MetQuestion[] = [
  {
    ask: "How risky is 40% AAPL, 60% MSFT?",
    about: "AAPL, MSFT",
    kind: "risk",
    by: "drawdown_probability",
    weights: "AAPL=0.4 MSFT=0.6",
  },
  { ask: "Portfolio: AAPL 0.4 MSFT 0.6", about: "AAPL, MSFT", weights: "AAPL=0.4 MSFT=0.6" },
  { ask: "AAPL: 40%, MSFT: -20%", about: "AAPL, MSFT", weights: "AAPL=0.4 MSFT=-0.2" },
  { ask: "long 50% KO and short 30% PEP", about: "KO, PEP", weights: "KO=0.5 PEP=-0.3" },
  { ask: "Analyse AAPL (40), MSFT (60)", about: "AAPL, MSFT", weights: "AAPL=0.4 MSFT=0.6" },
  { ask: "half in AAPL, half in MSFT", about: "AAPL, MSFT", weights: "AAPL=0.5 MSFT=0.5" },
  {
    ask: "A portfolio of 25% Boeing, 25% Apple and 50% Coca-Cola as of June 2016",
    about: "BA, AAPL, KO",
    weights: "BA=0.25 AAPL=0.25 KO=0.5",
    when: "2016-06-30",
  },
  { ask: "Portfolio\nAAPL,0.5\nBRK.B,0.3\nT,0.2", about: "AAPL, BRK.B, T", weights: "AAPL=0.5 BRK.B=0.3 T=0.2" },
  {
    ask: "an equally weighted portfolio of AAPL, MSFT, KO and PEP",
    about: "AAPL, MSFT, KO, PEP",
    weights: "AAPL=0.25 MSFT=0.25 KO=0.25 PEP=0.25",
  },
];

const TOLD: readonly MetQuestion[] = [
  { ask: "AAPL on 03/04/2016", about: "AAPL", unmet: ["03/04/2016"] },
  { ask: "AAPL on 2016-02-30", about: "AAPL", unmet: ["2016-02-30"] },
  { ask: "AAPL in 2025", about: "AAPL", unmet: ["2025"] },
  { ask: "AAPL in 1999", about: "AAPL", unmet: ["1999"] },
  { ask: "AAPL on 2031-01-06", about: "AAPL", unmet: ["2031-01-06"] },
  { ask: "AAPL in FY2016", about: "AAPL", unmet: ["FY2016"] },
  { ask: "AAPL since Brexit", about: "AAPL", unmet: ["Brexit"] },
  {
    ask: "What is the volatility and the P/E of Apple?",
    about: "AAPL",
    kind: "figure",
    by: "volatility",
    unmet: ["P/E"],
  },
  {
    ask: "How risky is IBM given its debt?",
    about: "IBM",
    kind: "risk",
    by: "drawdown_probability",
    facts: "total_debt",
  },
  { ask: "Analyse AAPL and its earnings", about: "AAPL", facts: "net_income eps_diluted" },
  {
    ask: "100 shares of AAPL and 50 shares of MSFT",
    about: "AAPL, MSFT",
    unmet: ["100 shares of AAPL", "50 shares of MSFT"],
  },
  { ask: "What dividend does AT&T pay?", about: "T", kind: "figure", facts: "dividends_per_share" },
  { ask: "Apple's revenue in 2016", about: "AAPL", kind: "figure", facts: "revenue" },
  { ask: "What does AT&T earn?", about: "T", kind: "figure", facts: "net_income eps_diluted" },
  { ask: "40% AAPL, 60% ZZQX", about: "AAPL", weights: "AAPL=0.4", unmet: ["60% ZZQX"] },
  { ask: "40% AAPL, 60% MSFT, and KO", about: "AAPL, MSFT, KO", weights: "AAPL=0.4 MSFT=0.6", unmet: ["KO"] },
];

const UNANSWERABLE: readonly MetQuestion[] = [
  { ask: "What is Apple's P/E?", names: "P/E" },
  { ask: "When does Apple report earnings?", names: "dates of results" },
  { ask: "Is IBM risky against its own history?", names: "A comparison with IBM's own history cannot be given: " },
  {
    ask: "What are the catalysts for Apple over the next six months?",
    names: "Catalysts cannot be given, and no answer looks further than three months ahead",
  },
  { ask: "What is Apple's advertising revenue?", names: "Advertising revenue cannot be given" },
  { ask: "What is Apple's zebra ratio?", names: '"Zebra ratio" cannot be answered' },
  { ask: "What do insiders buy at IBM?", names: "insider" },
  { ask: "Is there news on Boeing?", names: "news" },
  { ask: "What is the ESG rating of Chevron?", names: "ESG" },
  { ask: "What is the price target for Nvidia?", names: "price target" },
  { ask: "Which options on AAPL are cheap?", names: "options" },
  { ask: "Will AAPL hit 200?", names: "hit 200" },
  { ask: "Where will AAPL be in 2025?", names: "2025" },
  { ask: "What is the market cap of Visa?", names: "market cap" },
  { ask: "Wie hoch ist das KGV von Apple?", names: "KGV" },
  { ask: "How will AAPL trade in the next hour?", names: "next hour" },
  { ask: "Analyse ZZQX", names: "ZZQX" },
  { ask: "Amazn", names: "Amazn" },
  { ask: "Analyse US0378331005", names: "US0378331005" },
  { ask: "Hello, how are you?", names: "No company or sector in this question" },
  { ask: "What is the weather?", names: "No company or sector in this question" },
];

/** Fifty more, asked once the rest was met: 38 of them were at first. What they ask decides, not what was answered. */
const FURTHER: readonly MetQuestion[] = [
  {
    ask: "What happened to Boeing between March 2015 and August 2016?",
    ...{ about: "BA", kind: "why", when: "2015-03-01..2016-08-31" },
  },
  {
    ask: "Has Nvidia outperformed the S&P 500 this year?",
    about: "NVDA",
    kind: "yes_no",
    by: "excess_12m",
    when: "2018-01-01..2018-02-07",
  },
  { ask: "Give me your view on Ford, as of 31 December 2015.", about: "F", when: "2015-12-31" },
  { ask: "Which is the least volatile of KO, PEP and PG?", about: "KO, PEP, PG", kind: "rank", by: "<volatility" },
  {
    ask: "How much did Chevron lose in the second half of 2015?",
    about: "CVX",
    kind: "figure",
    by: "<return_12m",
    when: "2015-07-01..2015-12-31",
  },
  { ask: "Is it a good time to buy Delta?", about: "DAL", kind: "yes_no" },
  { ask: "GE, Jan 2015 to Mar 2016, what went wrong?", about: "GE", kind: "why", when: "2015-01-01..2016-03-31" },
  { ask: "Compare the beta of F and GM in 2016", about: "F, GM", kind: "compare", by: "beta", when: Y16 },
  { ask: "Worst drawdown of CAT since 2014?", names: '"since 2014"' },
  { ask: "What's the trend in Visa right now?", about: "V", kind: "figure", by: "trend_200d" },
  {
    ask: "Could Pfizer drop 20% next quarter?",
    about: "PFE",
    kind: "yes_no",
    by: "drawdown_probability",
    unmet: ["Could Pfizer drop 20%"],
  },
  {
    ask: "How has Intel performed over the last two years?",
    about: "INTC",
    kind: "figure",
    by: "return_12m",
    when: "2016-02-07..2018-02-07",
  },
  {
    ask: "What was the price of Apple on Christmas 2016?",
    about: "AAPL",
    kind: "figure",
    by: "close",
    when: "2016-12-25",
  },
  {
    ask: "Microsoft: risk, momentum and beta please",
    about: "MSFT",
    kind: "figure",
    by: "drawdown_probability momentum_12_1 beta",
  },
  { ask: "Is JNJ less risky than PFE?", about: "JNJ, PFE", kind: "compare", by: SAFEST },
  {
    ask: "Tell me about Amazon's performance in the fourth quarter of 2016",
    about: "AMZN",
    by: "return_12m",
    when: "2016-10-01..2016-12-31",
  },
  {
    ask: "Wie hat sich Boeing im dritten Quartal 2016 entwickelt?",
    about: "BA",
    kind: "figure",
    by: "return_12m",
    when: "2016-07-01..2016-09-30",
  },
  {
    ask: "Quel est le risque de Coca-Cola en mars 2017 ?",
    about: "KO",
    kind: "figure",
    by: "drawdown_probability",
    when: "2017-03-01..2017-03-31",
  },
  { ask: "¿Por qué subió Apple en 2017?", about: "AAPL", kind: "why", by: ">return_12m", when: Y17 },
  {
    ask: "Qual era a volatilidade da Microsoft em 31 de dezembro de 2016?",
    about: "MSFT",
    kind: "figure",
    by: "volatility",
    when: "2016-12-31",
  },
  { ask: "Perché è scesa Ford nel 2015?", about: "F", kind: "why", by: "<return_12m", when: "2015-01-01..2015-12-31" },
  { ask: "What is the 200-day average of Verizon?", about: "VZ", kind: "figure", by: "trend_200d" },
  { ask: "What was Apple's close on 2016-11-15?", about: "AAPL", when: "2016-11-15", kind: "figure", by: "close" },
  { ask: "Apple's close?", about: "AAPL", kind: "figure", by: "close" },
  { ask: "top 3 airlines by momentum", about: AIRLINES, kind: "rank", by: ">momentum_12_1" },
  { ask: "Top five tech by volatility", about: TECH, kind: "rank", by: ">volatility" },
  { ask: "How close is Agilent to its 52 week high?", about: "A", kind: "figure", by: "close_to_52w_high" },
  {
    ask: "Portfolio 30% XOM / 30% CVX / 40% COP - how risky?",
    ...{ about: "XOM, CVX, COP", kind: "risk", by: "drawdown_probability", weights: "XOM=0.3 CVX=0.3 COP=0.4" },
  },
  {
    ask: "I hold AAPL 25%, KO 25%, JPM 50%. What's my chance of a 15% fall?",
    ...{ about: "AAPL, KO, JPM", kind: "figure", by: "drawdown_probability", weights: "AAPL=0.25 KO=0.25 JPM=0.5" },
  },
  {
    ask: "My portfolio is short 20% F, long 70% GM and long 50% TGT",
    about: "F, GM, TGT",
    weights: "F=-0.2 GM=0.7 TGT=0.5",
  },
  { ask: "1/3 AAPL 1/3 MSFT 1/3 KO", about: "AAPL, MSFT, KO", weights: "AAPL=0.3333 MSFT=0.3333 KO=0.3333" },
  { ask: "Was AAPL up or down on 2016-06-24?", about: "AAPL", kind: "yes_no", by: "return_12m", when: "2016-06-24" },
  {
    ask: "Which airline fell most in January 2018?",
    about: AIRLINES,
    kind: "rank",
    by: "<return_12m",
    when: "2018-01-01..2018-01-31",
  },
  {
    ask: "Top 3 banks by momentum as of 2016-12-31",
    about: BANKS,
    kind: "rank",
    by: ">momentum_12_1",
    when: "2016-12-31",
  },
  { ask: "Should I sell BAC before earnings?", about: "BAC", kind: "yes_no", unmet: ["earnings"] },
  {
    ask: "Did Wells Fargo fall after September 2016?",
    about: "WFC",
    kind: "yes_no",
    by: "<return_12m",
    when: "2016-10-01..2018-02-07",
  },
  { ask: "What would have to happen for you to turn bullish on GE?", about: "GE", kind: "turn" },
  { ask: "Anything new on KO since last week?", about: "KO", kind: "change", when: "2018-01-29..2018-02-07" },
  { ask: "AAPL 2015 vs 2016", about: "AAPL", when: "2015-01-01..2015-12-31 2016-01-01..2016-12-31" },
  {
    ask: "What was the return of Apple from 2016-01-04 to 2016-12-30?",
    about: "AAPL",
    kind: "figure",
    by: "return_12m",
    when: "2016-01-04..2016-12-30",
  },
  { ask: "How is MSFT doing compared to a year ago?", about: "MSFT", when: "2017-02-07..2018-02-07" },
  { ask: "Analyse PG as of last Friday", about: "PG", when: "2018-02-02" },
  { ask: "Summarise V", about: "V" },
  { ask: "VZ or T, which one is safer over the next 3 months?", about: "VZ, T", kind: "compare", by: SAFEST },
  {
    ask: "How risky was Apple in 2014?",
    about: "AAPL",
    kind: "risk",
    by: "drawdown_probability",
    when: "2014-01-01..2014-12-31",
  },
  {
    ask: "In the last quarter, which tech stock did worst?",
    about: TECH,
    kind: "rank",
    by: "<return_12m",
    when: "2017-11-07..2018-02-07",
  },
  { ask: "Rank AAPL, MSFT and GOOGL by Sharpe ratio", names: "Sharpe ratio" },
  { ask: "What is the correlation of AAPL and MSFT?", names: "correlation" },
  { ask: "Is Apple overvalued?", names: "overvalued" },
  { ask: "What will AAPL's price be at the end of the year?", names: "forecast" },
  { ask: "How did the oil price affect Exxon in 2015?", names: "oil price" },
  { ask: "What's AAPL's RSI?", names: "RSI" },
  { ask: "Apple 10-K 2016", names: "10-K" },
];

/** Every question of the table. */
export const MET_QUESTIONS: readonly MetQuestion[] = [
  ...DAYS_AND_SPANS,
  ...NO_DAYS,
  ...NAMES,
  ...GROUPS,
  ...KINDS_AND_MEASURES,
  ...WEIGHTS,
  ...TOLD,
  ...UNANSWERABLE,
  ...FURTHER,
];
