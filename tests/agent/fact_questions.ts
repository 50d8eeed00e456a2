/** A question about figures of reports, asked of the sample, and what its answer holds. */
export interface FactQuestion {
  readonly ask: string;
  /** Day of the request. Default: that of the sample, 2017-12-29. */
  readonly day?: string;
  /** The first sentence holds these, in order. */
  readonly first: readonly string[];
  /** The answer holds these somewhere. */
  readonly holds?: readonly string[];
  /** Nothing of it is answered. */
  readonly isRefused?: true;
}

const NEWEST = "AAPL 10-K to 30 Sep 2017, filed 3 Nov 2017";

/** Written with the code. The figures were worked out from the made reports. */
const KNOWN: readonly FactQuestion[] = [
  {
    ask: "What was Apple's revenue in fiscal 2017?",
    first: ["year to 30 Sep 2017", "$229.2bn"],
    holds: [NEWEST],
  },
  {
    ask: "Alphabet's net income Q3 2015",
    first: ["Alphabet's net income", "quarter to 30 Sep 2015", "$3.697bn"],
    holds: ["10-K to 31 Dec 2016, filed "],
  },
  {
    ask: "AAPL EPS last three years",
    first: ["$8.75 in the year to 26 Sep 2015", "$9.24", "30 Sep 2017"],
    holds: ["$8.14"],
  },
  {
    ask: "growth of Google's revenue from 2014 to 2016",
    first: [
      "$66.00bn in the year to 31 Dec 2014",
      "$90.27bn in the year to 31 Dec 2016",
      "36.8%",
    ],
    holds: ["That is 17.0% a year compound."],
  },
  {
    ask: "gross margin of Apple in the year to 2017-09-30 in bn, one decimal",
    first: ["gross profit", "year to 30 Sep 2017", "$87.8bn"],
  },
  // 74,755 and 49,536 m; 72,773 and 48,234 m before
  {
    ask: "Apple's revenue in the first half of fiscal 2017",
    first: ["in the 6 months to 1 Apr 2017 was $124.3bn"],
  },
  { ask: "Apple's revenue in H1 2017", first: ["in the 6 months to 1 Apr 2017 was $124.3bn"] },
  {
    ask: "Apple's operating cash flow in the nine months ended July 1, 2017",
    first: ["in the 9 months to 1 Jul 2017 was $44.91bn"],
  },
  {
    ask: "How did Apple's revenue grow in the first six months of 2017?",
    first: ["$121.0bn in the 6 months to 26 Mar 2016", "$124.3bn in the 6 months to 1 Apr 2017", "2.7%"],
  },
  {
    ask: "Apple's revenue in the first nine months of 2019",
    first: ["for the first nine months of the fiscal year that ends in 2019 was not public by 29 Dec 2017"],
  },
  {
    ask: "Apple's revenue in the six months to 2017-07-01", // which are nine
    first: ["for the six months to 1 Jul 2017 is not in the data, which cover fiscal quarters ended", "30 Sep 2017"],
  },
  {
    ask: "How did Apple's revenue grow in the nine months to July 1, 2017?",
    first: ["$164.3bn in the 9 months to 25 Jun 2016", "$169.6bn in the 9 months to 1 Jul 2017", "3.2%"],
  },
  { ask: "Apple's revenue since H1 2016", first: ["$215.6bn in the year to 24 Sep 2016", "$229.2bn"] },
  { ask: "Apple's cash as of September 24, 2016", first: ["on 24 Sep 2016 were $19.54bn"] },
  { ask: "Apple's inventory on 24 September 2016", first: ["on 24 Sep 2016 was $2.442bn"] },
  { ask: "How much cash does Apple have?", first: ["cash and cash equivalents on 30 Sep 2017", "$21.34bn"] },
  {
    ask: "Apple revenue 2012 as first reported",
    first: ["29 Sep 2012", "$156.5bn, as first reported"],
    holds: ["filed 2 Nov 2012"],
  },
  { ask: "umsatz apple 2016", first: ["revenue in the year to 24 Sep 2016", "$215.6bn"] },
  { ask: "Did Apple's revenue fall in 2016?", first: ["from $233.7bn", "to $215.6bn", "down 7.7%"] },
  {
    ask: "Which has more revenue, Apple or Google?",
    first: ["highest first: Apple $229.2bn", "Alphabet $90.27bn"],
  },
  { ask: "Apple's cash at the end of 2016", first: ["on 31 Dec 2016", "$19.60bn"], holds: ["10-Q"] },
  {
    ask: "Apple revenue since 2014 in millions",
    first: ["$182,795m", "$229,234m"],
    holds: ["$233,715m", "$215,639m"],
  },
  {
    ask: "Apple's revenue in Q3 2015",
    first: ["quarter to 27 Jun 2015", "$47.33bn"],
    holds: ["28 Jun to 26 Sep 2015"],
  },
  {
    ask: "Apple's revenue in fiscal 2019",
    first: ["fiscal year that ends in 2019 was not public by 29 Dec 2017", "to 30 Sep 2017"],
  },
  {
    ask: "Apple's revenue in fiscal 2023",
    day: "2022-12-15", // its report was public, and is not held
    first: ["is not in the data: the latest report there is for the quarter to 26 Mar 2022, filed 27 Apr 2022"],
  },
  {
    ask: "Apple's latest quarterly revenue",
    day: "2022-12-15",
    first: ["quarter to 26 Mar 2022"],
    holds: ["Latest accounts in the data: Apple's to 26 Mar 2022."],
  },
  {
    ask: "Rank Apple and Google by revenue growth",
    first: ["Alphabet and Apple by revenue growth in the latest fiscal year, highest first: Alphabet ", "%; Apple "],
  },
  { ask: "Microsoft's revenue in 2016", first: ["revenue", "the data hold no accounts for Microsoft by 29 Dec 2017"] },
  {
    ask: "Apple's revenue in fiscal 2017",
    day: "2017-11-02",
    first: ["was not public by 2 Nov 2017", "to 24 Sep 2016"],
  },
  {
    ask: "Apple's revenue in fiscal 2017",
    day: "2017-11-03",
    first: ["$229.2bn"],
  },
  { ask: "Apple's revenue in fiscal 2017", day: "2017-11-06", first: ["$229.2bn"] },
  { ask: "What was Apple's net income in fiscal 2016, exact?", first: ["$44,608,000,000"] },
  {
    ask: "Apple gross margin 2017",
    first: ["gross margin in the year to 30 Sep 2017 was 38.3%"],
  },
  { ask: "Apple operating margin 2016, two decimals", first: ["operating margin", "26.88%"] },
  { ask: "Apple net margin 2015", first: ["net margin", "21.4%"] },
  {
    ask: "How much did Apple spend on R&D in fiscal 2017?",
    first: ["research and development expense", "$10.44bn"],
  },
  { ask: "Apple's capex in 2015", first: ["capital expenditure", "year to 26 Sep 2015", "$13.00bn"] },
  { ask: "Apple free cash flow 2015", first: ["free cash flow", "$53.01bn"] },
  { ask: "Apple's dividends per share in 2017", first: ["dividends declared per share", "$2.39"] },
  { ask: "Apple's buybacks in 2016 in bn", first: ["repurchases of shares", "$31.14bn"] },
  { ask: "Apple's inventory at the end of fiscal 2017", first: ["inventory on 30 Sep 2017 was $2.681bn"] },
  { ask: "Apple total assets 2016", first: ["total assets on 24 Sep 2016 were $322.1bn"] },
  { ask: "Apple shareholders' equity fy17", first: ["shareholders' equity on 30 Sep 2017 was $137.1bn"] },
  { ask: "Apple's long-term debt in 2017", first: ["long-term debt on 30 Sep 2017 was $85.24bn"] },
  { ask: "Apple's current ratio", first: ["current ratio on 30 Sep 2017 was 1.37"] },
  { ask: "Alphabet's goodwill at the end of 2016", first: ["Alphabet's goodwill on 31 Dec 2016 was $1.813bn"] },
  {
    ask: "Google R&D 2015 vs 2016",
    first: ["$11.50bn in the year to 31 Dec 2015", "$13.82bn in the year to 31 Dec 2016"],
  },
  { ask: "Google's operating income 2016", first: ["operating income", "$23.27bn"] },
  { ask: "Google's operating cash flow in 2016", first: ["operating cash flow", "$23.87bn"] },
  { ask: "Google's revenue in Q3 2017", first: ["quarter to 30 Sep 2017", "$27.88bn"] },
  { ask: "Apple's revenue in the first quarter of fiscal 2017", first: ["quarter to 31 Dec 2016", "$74.76bn"] },
  { ask: "Apple last quarter revenue", first: ["quarter to 30 Sep 2017", "$59.67bn"] },
  { ask: "Apple TTM net income", day: "2018-02-05", first: ["twelve months to 30 Dec 2017", "$50.28bn"] },
  {
    ask: "Apple TTM free cash flow", // 49,178 and 19,498 less 16,074 m, which the last report has as 15,896
    day: "2018-02-07",
    first: ["twelve months to 30 Dec 2017 was $52.60bn (part restated)"],
  },
  { ask: "Apple's revenue FY2015 as of 2016-06-30", first: ["$233.7bn"], holds: ["30 Jun 2016"] },
  { ask: "Apple's revenue FY2015 as of 30 June 2016", first: ["$233.7bn"], holds: ["30 Jun 2016"] },
  { ask: "Apple's revenue in H2 2016", first: ["in the 6 months to 24 Sep 2016 was $94.63bn by subtraction"] },
  {
    ask: "Apple's net income in the six months to 2017-09-30", // 48,460 less 16,130 and 10,444 m
    first: ["in the 6 months to 30 Sep 2017 was $21.89bn by subtraction"],
    holds: ["10-K", "10-Q"],
  },
  {
    ask: "growth of Apple's revenue in the second half of fiscal 2017",
    first: ["$94.63bn by subtraction", "to $104.9bn by subtraction in the 6 months to 30 Sep 2017", "10.9%"],
  },
  {
    ask: "Apple's EPS in the second half of 2017", // an average: no difference of two is one
    first: ["for the last six months of the fiscal year that ends in 2017 are not stated in its filings"],
  },
  { ask: "Apple's revenue in June 2016", first: ['"June 2016" cannot be answered: '], isRefused: true },
  {
    ask: "Apple's earnings in 2016",
    first: ["net income", "$44.61bn"],
    holds: ["diluted earnings per share", "$8.14"],
  },
  { ask: "Is Apple profitable?", first: ["net income in the year to 30 Sep 2017 was $48.46bn"] },
  { ask: "What dividend does Google pay?", first: ["dividends declared per share", "not stated in its filings"] },
  {
    ask: "Wie hoch war der Gewinn von Apple im Geschäftsjahr 2016?",
    first: ["net income in the year to 24 Sep 2016 was $44.61bn"],
  },
  {
    ask: "Quel était le chiffre d'affaires d'Apple en 2015 ?",
    first: ["revenue in the year to 26 Sep 2015 was $233.7bn"],
  },
  {
    ask: "¿Cuáles fueron los ingresos de Apple en 2014?",
    first: ["revenue in the year to 27 Sep 2014 was $182.8bn"],
  },
  { ask: "ricavi di Apple nel 2013", first: ["revenue in the year to 28 Sep 2013 was $170.9bn"] },
  { ask: "receita da Apple em 2017", first: ["revenue in the year to 30 Sep 2017 was $229.2bn"] },
  {
    ask: "AAPL revenue 2016 in euros",
    first: ['"In euros" cannot be answered', "no exchange rates"],
    holds: ["$215.6bn"],
  },
  {
    ask: "Analyse AAPL and its revenue",
    first: ["Apple (AAPL): "],
    holds: ["revenue in the year to 30 Sep 2017 was $229.2bn"],
  },
  { ask: "What is Apple's beta and its revenue?", first: ["revenue", "$229.2bn"], holds: ["beta to the S&P 500"] },
];

/**
 * Written before the code was tried on them: 22 of the 30 were right at once, so expect about three in four of a new kind
 * of wording. "Grown over the last five years" begins five years back since.
 */
const UNSEEN: readonly FactQuestion[] = [
  { ask: "How much money did Apple make in fiscal 2016?", first: ["$44.61bn"] },
  { ask: "Tell me AAPL's sales for 2015", first: ["revenue in the year to 26 Sep 2015 was $233.7bn"] },
  { ask: "Apple's top line and bottom line in FY16", first: ["$215.6bn"], holds: ["$44.61bn"] },
  {
    ask: "What were Apple's quarterly revenues in fiscal 2017?",
    first: ["$59.67bn"],
    holds: ["$74.76bn", "$49.54bn", "$45.27bn"],
  },
  { ask: "How fast did Google's revenue grow in 2016?", first: ["$74.99bn", "$90.27bn", "20.4%"] },
  {
    ask: "Apple's compound annual revenue growth 2013-2017",
    first: ["$170.9bn", "$229.2bn", "34.1%"],
    holds: ["That is 7.6% a year compound."],
  },
  { ask: "Apple's debt", first: ["debt"], holds: ["30 Sep 2017"] },
  { ask: "Show me Google's net income by year since 2014", first: ["$13.17bn", "$18.00bn"], holds: ["$14.66bn"] },
  { ask: "What did Apple earn per share in 2014?", first: ["diluted earnings per share", "$6.38"] },
  { ask: "Apple's basic EPS in fiscal 2017", first: ["basic earnings per share", "$9.30"] },
  { ask: "Compare the net income of Apple and Google in 2016", first: ["AAPL $44.61bn", "GOOGL $18.00bn"] },
  {
    ask: "Who spends more on research and development, Google or Apple, in 2016?",
    first: ["GOOGL $13.82bn", "AAPL $10.09bn"],
  },
  {
    ask: "What was AAPL's gross profit for the year ended September 26, 2015, in millions?",
    first: ["26 Sep 2015", "$90,622m"],
  },
  { ask: "Apple's income tax in 2017", first: ["income tax", "$15.80bn"] },
  { ask: "Has Apple's net income grown over the last five years?", first: ["$33.07bn", "$48.46bn"] },
  { ask: "Apple's cash on 2015-09-26", first: ["on 26 Sep 2015", "$20.65bn"] },
  {
    ask: "apple net income 2005",
    first: ["fiscal year that ends in 2005 is not in the data, which cover fiscal years ended"],
  },
  { ask: "Apple's latest annual revenue", first: ["$229.2bn"] },
  { ask: "latest quarterly net income of Alphabet", first: ["quarter to 30 Sep 2017", "$5.155bn"] },
  { ask: "Apple's 2016 operating profit to the nearest million", first: ["$57,963m"] },
  {
    ask: "EBITDA of Apple in 2016",
    first: ["EBITDA cannot be given"],
    holds: ["operating income"],
    isRefused: true,
  },
  {
    ask: "Does Apple turn its earnings into cash? How good is its cash conversion?",
    first: ["Yes: Apple's operating cash flow was 126.4% of its net income in the year to 30 Sep 2017"],
    holds: ["Free cash flow $49.18bn; OCF / net income 126.4%"],
  },
  {
    ask: "How have Apple's gross and operating margins developed since 2015?",
    first: ["gross margin went from 38.8%", "to 38.3%"],
    holds: ["Its operating margin went from 27.7% to 27.2%."],
  },
  {
    ask: "How much has Google diluted its shareholders since 2015?",
    first: ["shares outstanding went from 678.8m on 31 Dec 2015", "30 Sep 2017", "up "],
  },
  {
    ask: "How leveraged is Apple, and can it cover its interest?",
    first: ["liabilities to equity"],
    holds: ["$1.148bn"],
  },
  {
    ask: "What were Apple's revenue by segment and services growth in the last fiscal year?",
    first: ["Revenue by segment and services revenue cannot be given"],
    holds: [
      `Ask "What was AAPL's revenue in the last fiscal year?" instead. The answer: Apple's revenue in the year to 30 Sep 2017`,
    ],
    isRefused: true,
  },
  {
    ask: "Apple's receivables and inventory on 2016-09-24",
    first: ["trade receivables on 24 Sep 2016"],
    holds: ["$2.442bn"],
  },
  { ask: "Combien de trésorerie a Apple ?", first: ["cash and cash equivalents on 30 Sep 2017 were $21.34bn"] },
  { ask: "Eigenkapital von Alphabet Ende 2016", first: ["shareholders' equity on 31 Dec 2016 was $58.54bn"] },
  { ask: "What was revenue at Apple two years ago?", first: ["26 Sep 2015", "$233.7bn"] },
  { ask: "Apple revenue year over year change in Q4 2017", first: ["$51.36bn", "$59.67bn", "16.2%"] },
  { ask: "Did GOOGL's operating margin improve from 2015 to 2016?", first: ["25.3%", "25.8%"] },
  { ask: "What was Apple's depreciation in 2016?", first: ["depreciation and amortisation", "$9.830bn"] },
  {
    ask: "Apple's dividends paid and buybacks in fiscal 2015",
    first: ["dividends paid", "$11.32bn"],
    holds: ["$34.37bn"],
  },
  {
    ask: "Apple revenue for fiscal year ending September 2016",
    day: "2016-12-30",
    first: ["24 Sep 2016", "$215.6bn"],
  },
];

export const FACT_QUESTIONS: readonly FactQuestion[] = [...KNOWN, ...UNSEEN];
export { KNOWN as KNOWN_FACT_QUESTIONS, UNSEEN as UNSEEN_FACT_QUESTIONS };
