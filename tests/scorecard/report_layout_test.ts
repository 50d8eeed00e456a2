/** The page in a real browser: at the width of a phone and of a desktop, with each of three sets of fonts. */
import { deepEqual, equal, ok } from "../assert.ts";
import { missingPath, missingProgram, testNeeding } from "../needs.ts";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DataRecord } from "../../src/run/manifest.ts";
import type { RunPortfolio } from "../../src/run/portfolio.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { comparisonOf, flipped, manifestOf, openRow, thesisRow } from "../view/report_rows.ts";
import { Chromium, findChromium } from "../browser/chromium.ts";

const chromium = findChromium();
const missing = missingProgram(chromium ?? "chromium");
/** Debian's packages fonts-dejavu-core and fonts-liberation. */
const FONTS = [
  { name: "DejaVu", folder: "/usr/share/fonts/truetype/dejavu", draws: /^DejaVu Sans$/ },
  { name: "Liberation", folder: "/usr/share/fonts/truetype/liberation", draws: /^Liberation \w+$/ },
  { name: "no font at all", folder: "/var/empty/no-fonts", draws: undefined },
] as const;
const WIDTHS = [320, 400, 768, 1400];
const OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true";
/** Words whose letters are on more than one line, outside code. */
const BROKEN_WORDS = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("code")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^ -]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(word);
    }
  }
  return [...new Set(broken)];
})()`;

const LONG = "W" + "w".repeat(80);
/** Names, sectors and reasons as lists have them. */
const COMPANIES = ["Avery Dennison Corp", "AMETEK Inc", "Charter Communications", "The Walt Disney Company"];
const SECTORS = ["Telecommunications Services", "Consumer Discretionary", "Information Technology"];
const RISK = "chance of a fall of 15% or more within 63 trading days 31%, on volatility of 25.5% a year";

/** Rows whose every text is one long word. */
function longRows(): ThesisRow[] {
  return Array.from({ length: 60 }, (_, at) => {
    const texts = { company: LONG, signal: LONG, reasoning: LONG.repeat(20), question: LONG.repeat(9) };
    const lists = { drivers: Array(6).fill(LONG.repeat(5)), risks: [LONG], warnings: [LONG], cells: ["", LONG] };
    return thesisRow(at + 1, { ...texts, ...lists, score: at / 60, rank: 60_000 - at, drawdownProbability: at / 60 });
  });
}

/** Rows as the embedded service answers them. */
function usualRows(): ThesisRow[] {
  return Array.from({ length: 60 }, (_, at) => {
    const ticker = ["AVY", "GOOGL", "600036.SS", "BRK.B"][at % 4] ?? "";
    const words = { company: COMPANIES[at % 4], cells: [ticker, SECTORS[at % 3] ?? ""], warnings: ["data is old"] };
    const reason =
      `${ticker} ranks 4 of 8 on 12-1 month momentum, at -42.3%; stronger momentum has been followed by more.`;
    return thesisRow(at + 1, {
      ...{ ticker, ...words, question: `Analyse "${ticker}"`, reasoning: `${reason} `.repeat(12), drivers: [reason] },
      ...{ risks: [`${ticker}: ${RISK}`], score: (at - 30) / 40, rank: 60 - at, drawdownProbability: at / 61 },
      ...{
        signal: ["bullish", "neutral", "bearish", "accumulate", "underweight"][at % 5],
        status: at === 7 ? "partial" : "done",
        evidence: { for: 3, against: 2, abstained: 4, coverage: 0.3333 },
      },
      ...{ probability: 0.51, benchmark: "^GSPC", engine: "conviction-analyst/0.1", frequency: "daily" },
      calibration: "direction uncalibrated; drawdown risk built-in: fitted on S&P 500 prices of 2013 to 2016",
    });
  });
}

/** What was read of a data folder, with a file of this name that was not. */
function dataOf(file: string): DataRecord {
  const problems = [{
    kind: "refused",
    file,
    line: 2,
    column: 9,
    message: `Cannot read "${file}": expected a day`,
  }] as const;
  const files = { found: 2, read: 1 };
  return {
    notice: "Prices of 1 name from 1 of 2 files",
    names: 1,
    files,
    first: "2013-02-08",
    last: "2018-02-07",
    problems,
    more_problems: 0,
  };
}

/** A portfolio of these names, whose texts are the words given. */
function portfolioOf(rows: readonly ThesisRow[], words: string): RunPortfolio {
  const positions = rows.slice(0, 20).map(({ ticker }, at) => ({
    ticker,
    weight: (at - 5) / 100,
    variance_share: 0.05,
  }));
  const figures = { volatility: 0.112, drawdown_probability: 0.1, beta: 0.9, effective_names: 9, gross: 1, net: 0.9 };
  return {
    ...{ column: words, weights: positions, status: "done", reasoning: words, drivers: [], risks: [] },
    figures: { ...figures, positions: [...positions, { ticker: words, weight: -0.015, missing: words }] },
  };
}

function pageOf(rows: readonly ThesisRow[], words: string): string {
  const run = manifestOf({
    header: ["ticker", "sector"],
    input: { name: words, sha256: words },
    data: dataOf(words),
  });
  const manifest = { ...run, portfolio: portfolioOf(rows, words) };
  const comparison = comparisonOf(
    rows.slice(0, 20).map(({ ticker, row, company }) => flipped(ticker, row, { company })),
  );
  const failed = openRow(rows.length + 1, { errorCode: "unknown_company", error: `The data does not know ${words}` });
  return reportPage({ manifest, rows: [...rows, failed], folder: words, group: "sector", comparison });
}

/** The fonts that draw the text of an element. */
async function fontsOf(browser: Chromium, selector: string): Promise<string[]> {
  for (const domain of ["DOM", "CSS"]) await browser.send(`${domain}.enable`);
  const { root } = await browser.send("DOM.getDocument") as { readonly root: { readonly nodeId: number } };
  const { nodeId } = await browser.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await browser.send("CSS.getPlatformFontsForNode", { nodeId });
  return (fonts as readonly { readonly familyName: string }[]).map(({ familyName }) => familyName);
}

/** Opens a page from a file, as a person does. */
async function show(browser: Chromium, page: string, { width }: { readonly width: number } = { width: 1400 }) {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "report.html");
    await Deno.writeTextFile(path, page);
    await browser.visit(String(pathToFileURL(path)), { width, height: 900 });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

for (const { name, folder, draws } of FONTS) {
  const lacking = missing ?? (draws === undefined ? undefined : missingPath(folder));
  testNeeding(lacking, `a report fits a phone and a desktop, with ${name}`, async (test) => {
    await using browser = await Chromium.start(chromium ?? "chromium", { fonts: folder });
    const [long, usual] = [pageOf(longRows(), LONG), pageOf(usualRows(), "list.csv")];
    for (const width of WIDTHS) {
      for (const [words, page] of [["long", long], ["usual", usual]] as const) {
        await test.step(`nothing is wider than ${width} pixels, with ${words} words`, async () => {
          await show(browser, page, { width });
          await browser.evaluate(OPEN_ALL);
          const wide = Number(await browser.evaluate("document.documentElement.scrollWidth"));
          ok(wide <= width, `${wide}`);
        });
      }
      await test.step(`no usual word breaks at ${width} pixels, and no number parts from its unit`, async () => {
        deepEqual(await browser.evaluate(BROKEN_WORDS), []);
      });
    }
    await test.step("the page is drawn with these fonts only", async () => {
      const [drawn = "", ...others] = await fontsOf(browser, "h1");
      deepEqual([draws?.test(drawn) ?? drawn === "", others], [true, []], drawn);
    });
  });
}

testNeeding(missing, "the link of a name opens its card, in whichever block it is", async () => {
  await using browser = await Chromium.start(chromium ?? "chromium");
  for (const row of [60, 1]) {
    await show(browser, pageOf(usualRows(), "list.csv"));
    await browser.evaluate(`document.querySelector('#score a[href="#r${row}"]').click()`);
    equal(await browser.evaluate(`document.querySelector('#r${row}').checkVisibility()`), true);
    equal(await browser.evaluate("document.querySelectorAll('.cards details[open]:not(.block)').length"), 1);
  }
});

testNeeding(missing, "a printed page has every name, and the whole reasoning of an open card", async () => {
  await using browser = await Chromium.start(chromium ?? "chromium");
  await show(browser, pageOf(usualRows(), "list.csv"));
  await browser.evaluate("document.querySelector('.cards details').open = true");
  const hidden = () =>
    browser.evaluate(`[...document.querySelectorAll(".cards summary .tick, #r60 .rest p")]
      .filter((one) => !one.checkVisibility({ contentVisibilityAuto: true })).length`);
  ok(Number(await hidden()) > 0);
  await browser.send("Emulation.setEmulatedMedia", { media: "print" });
  equal(await hidden(), 0);
});
