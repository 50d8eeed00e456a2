import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Portfolio } from "../../src/protocol/portfolio.ts";
import type { Manifest } from "../../src/run/manifest.ts";
import { describePortfolio, type RunPortfolio } from "../../src/run/portfolio.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { summaryMarkdown } from "../../src/view/page/summary_md.ts";
import { portfolioWords } from "../../src/view/portfolio_words.ts";
import { sampleManifest } from "../run/sample_thesis_rows.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { sectionText, textOf } from "./report_tags.ts";
import { made } from "./workbook_made.ts";

const FIGURES: Portfolio = {
  as_of: "2017-12-29",
  frequency: "monthly",
  ...{ gross: 0.8, net: 0.4, long: 0.6, short: 0.2, concentration: 0.625, effective_names: 1.6, missing_weight: 0 },
  ...{ volatility: 0.112, drawdown_probability: 0.07, names_drawdown_probability: 0.19, beta: 0.8, correlation: 0.3 },
  positions: [
    { ticker: "IBM", weight: -0.2, variance_share: -0.1 },
    { ticker: "AAPL", weight: 0.6, variance_share: 1.1 },
  ],
};
const LIST = {
  column: "weight",
  weights: FIGURES.positions.map(({ ticker, weight }) => ({ ticker, weight })),
};
const PORTFOLIO: RunPortfolio = {
  ...LIST,
  status: "done",
  question: "How risky?",
  ...{ reasoning: "The portfolio moves by 11.2% a year.", drivers: [], risks: [], figures: FIGURES },
};
const ROWS = [
  thesisRow(1, { ticker: "AAPL", company: "Apple Inc.", drawdownProbability: 0.1 }),
  thesisRow(2, { ticker: "IBM", drawdownProbability: 0.09 }),
];
const manifest = (portfolio?: RunPortfolio): Manifest => ({ ...manifestOf(), portfolio });

Deno.test("the page has a card of the portfolio: its figures, its positions by share of the variance", () => {
  const page = reportPage({ manifest: manifest(PORTFOLIO), rows: ROWS, folder: "run" });
  const text = sectionText(page, "portfolio");
  match(
    text,
    /Annualised volatility 11\.2% from monthly bars to 29 Dec 2017 Drawdown risk 7% average of its holdings: 19%/,
  );
  match(text, /^Portfolio Weights from column “weight”, net 40.0%, gross 80.0%\./);
  match(text, /AAPL Apple Inc\. 60\.0% 110\.0% 10% IBM .*−20\.0% −10\.0% 9% Portfolio 40\.0% 100\.0% 7% The portfolio/);
  match(text, /The portfolio moves by 11\.2% a year\.$/);
});

Deno.test("without weights there is no card, and without figures it says why", () => {
  equal(reportPage({ manifest: manifest(), rows: ROWS, folder: "run" }).includes('id="portfolio"'), false);
  const none = describePortfolio({ ...LIST, weights: [], problem: "line 3: “x” is not a number" }, undefined);
  const page = reportPage({ manifest: manifest(none), rows: ROWS, folder: "run" });
  ok(textOf(page).includes("No figures: line 3: “x” is not a number."), textOf(page));
  match(summaryMarkdown({ manifest: manifest(none), rows: ROWS, folder: "run" }), /no figures: line 3/);
});

Deno.test("the portfolio in a sentence names its size, what makes its risk, and how large that is", () => {
  equal(
    portfolioWords(PORTFOLIO),
    'Portfolio (column "weight", 80.0% gross, 40.0% net): annualised volatility 11.2%; AAPL accounts for 110% of the ' +
      "variance; drawdown risk 7%; as concentrated as 1.6 equal positions.",
  );
});

Deno.test("the workbook has a sheet of the portfolio whose sums are formulas that hold their values", async () => {
  const { sheets, parts } = await made({ rows: ROWS, manifest: { ...sampleManifest(), portfolio: PORTFOLIO } });
  const at = [...sheets.keys()].indexOf("Portfolio");
  const xml = parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? "";
  const formulas = [...xml.matchAll(/<f>([^<]*)<\/f><v>([^<]*)<\/v>/g)].map(([, formula, value]) => [
    formula?.replaceAll("&gt;", ">").replaceAll("&lt;", "<"),
    Number(Number(value).toFixed(9)),
  ]);
  const [first = 0, last = 0] = [...xml.matchAll(/<c r="C(\d+)" s="\d+"><v>/g)].map(([, row]) => Number(row));
  const [weights, shares] = [`C${first}:C${last}`, `D${first}:D${last}`];
  const gross = `SUMIF(${weights},">0")-SUMIF(${weights},"<0")`;
  deepEqual(formulas, [
    [`SUM(${weights})`, 0.4],
    [gross, 0.8],
    [`SUMIF(${weights},">0")`, 0.6],
    [`-SUMIF(${weights},"<0")`, 0.2],
    [`SUMSQ(${weights})/(${gross})^2`, 0.625],
    [`(${gross})^2/SUMSQ(${weights})`, 1.6],
    [`SUM(${shares})`, 1],
  ]);
});

Deno.test("no text from outside is in a formula, and a position that is not measured says why", async () => {
  const evil = "=HYPERLINK(1)";
  const figures = {
    positions: [{ ticker: evil, weight: 0.5, missing: "month-ends only" }, { ticker: "B", weight: 0.5 }],
  };
  const portfolio = { ...PORTFOLIO, column: evil, figures };
  const { parts, sheet } = await made({ rows: ROWS, manifest: { ...sampleManifest(), portfolio } });
  equal([...parts.values()].some((xml) => /<f>[^<]*HYPERLINK/.test(xml)), false);
  ok(sheet("Portfolio").some((row) => row.some(({ value }) => value === "month-ends only")));
});
