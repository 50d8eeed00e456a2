/** Sentences by which the check was broken: true ones that it refused, and false ones that it proved. */
import { createDataset } from "../../../src/data/dataset_in_memory.ts";
import { openHistory } from "../../worlds/history.ts";
import { seriesOf } from "../../../src/data/series.ts";
import { verifyText } from "../../../src/verify/text/verify_text.ts";
import { deepEqual } from "../../assert.ts";

const view = (await openHistory()).at("2017-12-29");

/** What was found of each claim, in order: `p`roven, `f`alse, `u`nknown. */
function found(text: string): string {
  return verifyText(text, view).sentences.flatMap(({ claims }) => claims.map(({ finding }) => finding.charAt(0)))
    .join("");
}

/** What is found, and of which sentences. */
const REPORTS: readonly (readonly [title: string, rows: readonly (readonly [found: string, text: string])[]])[] = [
  ["figures in a list are of the companies of another, in order", [
    ["pp", "Apple and Alphabet had revenue of $215.6 billion and $90.3 billion in 2016."],
    ["ff", "Apple and Alphabet had revenue of $90.3 billion and $215.6 billion in 2016."],
    ["pp", "In 2016 Apple and Alphabet reported net income of $44.6 billion and $18.0 billion."],
    ["uu", "Apple, Initech and Alphabet had revenue of $215.6 billion and $90.3 billion in 2016."],
    ["u", "Apple and Alphabet both had revenue of more than $100 billion in 2016."],
  ]],
  ["figures in a list are of the items of another, in order", [
    ["pp", "Apple's revenue and net income were $229.2 billion and $48.5 billion in fiscal 2017."],
    ["ff", "Apple's revenue and net income were $48.5 billion and $229.2 billion in fiscal 2017."],
    ["u", "Apple spent $46 billion on dividends and buybacks in fiscal 2017."],
    ["u", "Apple's revenue and net income rose in fiscal 2017."],
  ]],
  ["figures in a list are of the times of another, in order", [
    ["ppp", "In fiscal 2015, 2016 and 2017, Apple's revenue was $233.7 billion, $215.6 billion and $229.2 billion."],
    ["fpf", "In fiscal 2015, 2016 and 2017, Apple's revenue was $229.2 billion, $215.6 billion and $233.7 billion."],
    ["pp", "Apple's revenue in fiscal 2016 and 2017 was $215.6 billion and $229.2 billion."],
    ["pp", "Apple's revenue was $215.6 billion and $229.2 billion in fiscal 2016 and 2017."],
  ]],
  ["a figure is of what is directly behind it", [
    ["pp", "In 2016 Apple's revenue was $215.6 billion vs. $90.3 billion at Alphabet."],
    ["pf", "In 2016 Apple's revenue was $215.6 billion vs. $95.3 billion at Alphabet."],
    ["pp", "Apple spent $10.1 billion on R&D and $11.0 billion on capex in fiscal 2016."],
    ["pf", "Apple spent $10.1 billion on R&D and $10.1 billion on capex in fiscal 2016."],
    ["up", "Apple had cash of $19.5 billion and long-term debt of $80.0 billion at the end of fiscal 2016."],
  ]],
  ["what is supposed, thought or told of another is not decided on", [
    ["u", "Suppose Apple's revenue was $300 billion in fiscal 2017."],
    ["u", "They believe Apple's revenue was $300 billion in fiscal 2017."],
    ["u", "Contrary to reports, Apple's revenue was $300 billion in fiscal 2017."],
    ["u", "Apple's addressable market had revenue of $500 billion in fiscal 2017."],
    ["u", "Apple's revenue less cost of sales was $87.8 billion in fiscal 2017."],
    ["u", "Currency cost Apple $4 billion of revenue in fiscal 2017."],
    ["u", "Apple's average revenue over fiscal 2015 to 2017 was $226 billion."],
    ["pp", "Apple's revenue was $229.2 billion (2016: $215.6 billion) in fiscal 2017."],
  ]],
  ["a range holds what is between its ends", [
    ["pp", "Apple's revenue was between $200 billion and $250 billion in fiscal 2017."],
    ["pf", "Apple's revenue was between $200 billion and $220 billion in fiscal 2017."],
  ]],
  ["a change has the time of what it led to", [
    [
      "pppp",
      "Apple's fiscal 2017 revenue rose 6% to $229.2 billion, and Alphabet's rose 20% to $90.3 billion in 2016.",
    ],
  ]],
  ["a time that is not read is no year", [
    ["u", "Apple's revenue was $88.3 billion in the holiday quarter of 2017."],
    ["u", "Apple's revenue since 2015 totals $678.6 billion."],
    ["u", "Apple's revenue has risen 46.5% since fiscal 2012."],
    ["u", "Apple's revenue was $19.1 billion a month in fiscal 2017."],
  ]],
  ["how far something is from another is no size of it", [
    ["uu", "Apple's 2016 revenue exceeded Alphabet's by $125 billion."],
    ["uu", "Apple's revenue was $125.4 billion more than Alphabet's in 2016."],
    ["p", "Apple's fiscal 2017 revenue was $4.5 billion below that of fiscal 2015."],
    ["u", "Apple added $13.6 billion of revenue in fiscal 2017."],
  ]],
  ["another currency refuses nothing", [
    ["u", "Apple's revenue was ¥25 trillion in fiscal 2017."],
    ["u", "Apple's revenue was HK$1.8 trillion in fiscal 2017."],
    ["u", "Apple's revenue was 195 billion Swiss francs in fiscal 2017."],
    ["u", "Apple's revenue was CAD 290 billion in fiscal 2017."],
  ]],
  ["what another did is not held against a company that is named too", [
    ["u", "Apple's suppliers had revenue of $215.6 billion in fiscal 2016."],
    ["u", "Apple's rival Initech had revenue of $251.6 billion in fiscal 2016."],
    ["u", "Unlike Apple, Initech had revenue of $251.6 billion in fiscal 2016."],
    ["u", "Apple sued Initech, which had revenue of $251.6 billion in fiscal 2016."],
    ["u", "Apple said that Initech's revenue was $251.6 billion in fiscal 2016."],
    ["u", "Initech had revenue of $251.6 billion in fiscal 2016, unlike Apple."],
    ["p", "Spending on R&D was $10.1 billion at Apple in fiscal 2016."],
  ]],
  ["a part or a multiple of a figure is another", [
    ["u", "Apple's revenue was half of $215.6 billion in fiscal 2016."],
    ["u", "Apple's revenue was twice $215.6 billion in fiscal 2016."],
    ["u", "Apple's quarterly revenue of fiscal 2016 was $215.6 billion."],
  ]],
  ["ranks, counts, comparisons and figures that are not read are told", [
    ["pu", "Apple's revenue of $215.6 billion in fiscal 2016 was a record."],
    ["pu", "Apple's revenue fell for the third year in fiscal 2016."],
    ["up", "Alphabet's revenue was more than Apple's $215.6 billion in fiscal 2016."],
    ["u", "Alphabet's revenue exceeded Apple's in 2016."],
    ["u", "Apple's net income was $(1.96) billion in fiscal 2016."],
    ["pf", "Apple's revenue of $215.6 billion in fiscal 2016 was up from 2015."],
  ]],
  ["somebody else's item is of nobody", [
    ["", "Beside Apple, initech's revenue rose in 2016."],
    ["u", "Apple bought back $14 billion of its shares in two weeks."],
    ["u", "Apple's board approved a buyback of $99 billion."],
    ["u", "Apple announced a $99 billion buyback."],
  ]],
  ["a digit is no more than a quarter of its figure", [
    ["u", "Apple's market value is $1 trillion."],
    ["u", "Apple's gross profit was $0.1 trillion in fiscal 2016."],
    ["p", "Apple's gross profit was $0.08 trillion in fiscal 2016."],
  ]],
  ["what somebody else is told to say is not decided on", [
    ["u", "According to one rumor, Apple's revenue was $300 billion in fiscal 2017."],
    ["u", '"Apple\'s revenue was $300 billion in fiscal 2017," he claimed.'],
  ]],
];

const PRICES: typeof REPORTS = [
  ["what several did is of each in order, or of none", [
    ["pp", "AAPL and AMZN gained 46% and 56% in 2017."],
    ["ff", "AAPL and AMZN gained 56% and 46% in 2017."],
    ["u", "AAPL and AMZN gained 46% in 2017."],
    ["u", "AAPL and IBM rose in 2017."],
    ["pp", "Apple closed at 169.23 on 2017-12-29 and at 115.82 on 2016-12-30."],
    ["ff", "Apple closed at 169.23 on 2016-12-30 and at 115.82 on 2017-12-29."],
  ]],
  ["a figure with its own sign is of that sign", [
    ["f", "Apple gained -46% in 2017."],
    ["p", "Apple was down -0.4% in December 2017."],
  ]],
  ["a figure of something else than a price is not refused", [
    ["pu", "Apple lost 0.4% in December 2017 but gained 16% more customers in 2017."],
    ["u", "Apple gained 3% of the market in 2017."],
    ["u", "Apple gained 46% market share in 2017."],
    ["u", "Apple lost 5% of its customers in 2017."],
    ["u", "Amazon added 30% to its staff in 2017."],
    ["u", "Call options on Apple gained 300% in 2017."],
    ["u", "Demand for Apple fell 5% in 2017."],
    ["p", "The shares of Apple gained 46% in 2017."],
  ]],
  ["a word of something else than a price is not decided on", [
    ["", "Apple declined in 2017 to comment."],
    ["", "Microsoft lost in 2017 in the Supreme Court."],
    ["", "IBM rose in 2017 to number one in patents."],
    ["", "IBM fell in 2016 and 2017 in the ranking of employers."],
    ["", "IBM beat Apple in 2017 in court."],
    ["f", "IBM beat Apple in 2017."],
    ["p", "Apple rose in 2017, and its owners cheered."],
  ]],
  ["a measure of another kind or time is not ours", [
    ["u", "Apple's forward P/E is 18."],
    ["u", "Apple's average P/E is 14."],
    ["u", "Apple's implied volatility is 25%."],
    ["u", "Apple's five-year beta is 0.5."],
    ["u", "Apple's maximum drawdown since 2000 was 82%."],
    ["u", "Apple's P/E was 10 in 2016."],
    ["p", "Apple's trailing P/E is 18."],
    ["f", "Apple's trailing P/E is 28."],
  ]],
  ["a time that is the writer's, or of something else, refuses nothing", [
    ["u", "Apple shares are up 60% over the past year."],
    ["p", "Apple shares are up about 46% over the past year."],
    ["u", "Apple shares advanced 5.6% after announcing a June 18, 2017 event."],
    ["u", "Apple closed at $171."],
  ]],
  ["doubled is by two", [
    ["p", "Apple's stock more than doubled from 2013-12-31 to 2017-12-29."],
    ["f", "Apple's stock doubled in 2017."],
    ["u", "Apple tripled in 2017."],
    ["", "Apple doubled in 2017 its number of shops."],
  ]],
];

Deno.test("a figure without a year may be of a period that has ended and has no report yet", async () => {
  const sample = await openHistory();
  const findings = (day: string) =>
    [
      ...["Apple's quarterly revenue was $63.3 billion.", "Apple's revenue in the fourth quarter was $52.9 billion."],
      ...["Apple's revenue rose in the fourth quarter.", "Apple's revenue was $9.9 trillion."],
    ].map((text) => verifyText(text, sample.at(day)).sentences.map(({ finding }) => finding).join(" "));
  deepEqual(findings("2017-10-20"), ["unknown", "unknown", "unknown", "false"]);
  deepEqual(findings("2017-11-20"), ["false", "false", "proven", "false"]);
});

Deno.test("a figure without a year is not refused by two values of its item, as reports do not state every time", async () => {
  const early = (await openHistory()).at("2009-12-29");
  const said = ["Apple's revenue was $9.9 trillion.", "Apple's long-term debt was $1.2 billion."].map((text) =>
    verifyText(text, early).sentences.flatMap(({ claims }) => claims.map(({ finding, why }) => [finding, why]))
  );
  deepEqual(said, [
    [["false", "the reports state another figure"]],
    [["unknown", "the reports do not state it"]],
  ]);
});

Deno.test("closes in a list are of the companies of another, in order", () => {
  const days = ["2017-12-28", "2017-12-29"];
  const closes = { AAA: [10.5, 11.25], BBB: [20.5, 21.25], CCC: [30.5, 31.25], D: [1.5, 1.25] };
  const three = createDataset({
    ...{ name: "Three", notice: "Three companies.", sources: [{ id: "closes", title: "Closes", sha256: "" }] },
    companies: Object.keys(closes).map((ticker) => ({ ticker, name: ticker })),
    series: Object.entries(closes).map(([ticker, values]) =>
      seriesOf(
        { ticker, frequency: "daily", basis: "price", currency: "USD", source: "closes" },
        values.map((close, at) => ({ date: days[at] ?? "", close })),
      )
    ),
  }).at("2017-12-29");
  const findings = (text: string) => {
    const { sentences } = verifyText(text, three);
    return sentences.flatMap(({ claims }) => claims.map(({ finding, ticker }) => `${ticker} ${finding}`));
  };
  deepEqual(findings("AAA, BBB and CCC closed at $11.25, $21.25 and $31.25 on December 29, 2017."), [
    ...["AAA proven", "BBB proven", "CCC proven"],
  ]);
  deepEqual(findings("Growth of R&D was 7%."), ["undefined unknown"]);
  deepEqual(findings("AAA, BBB and CCC closed at $21.25, $11.25 and $31.25 on December 29, 2017."), [
    ...["AAA false", "BBB false", "CCC proven"],
  ]);
});

for (const [title, rows] of [...REPORTS, ...PRICES]) {
  Deno.test(`verifyText(): ${title}`, () => deepEqual(rows.map(([, text]) => [found(text), text]), rows));
}
