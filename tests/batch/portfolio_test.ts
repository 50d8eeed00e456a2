import type { Portfolio } from "../../src/protocol/portfolio.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { openRun, type ResearchPort, screen } from "conviction/batch";
import type { ReasoningRequest, ReasoningResult } from "../../src/protocol/reasoning.ts";
import { previewScreen } from "../../src/batch/preview.ts";
import { previewLines } from "../../src/view/preview_lines.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import type { screened } from "./screened.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const ABOUT = "Held in these weights, how risky is the portfolio? ";
const LIST = "ticker,weight\nAAPL,60\nIBM,-20\nXRX,\n";

/** The question about the portfolio of a list, if one was asked, and the notes about the list. */
async function asked(csv: string, options: Parameters<typeof screened>[2] = {}) {
  const research = new FakeResearch();
  const { run: { manifest } } = await screenedRun(csv, research, options);
  const question = research.asked.find((one) => one.startsWith(ABOUT))?.slice(ABOUT.length);
  return { question, notes: manifest.input.notes ?? [], portfolio: manifest.portfolio };
}

async function screenedRun(csv: string, research: ResearchPort, options: Parameters<typeof screened>[2] = {}) {
  const machine = testMachine();
  const path = writeCsv(machine.folder, csv);
  const outcomes = await Array.fromAsync(screen(path, research, { folder: "out", ...options, machine }));
  return { outcomes, machine, path, run: await openRun(`${machine.folder}/out`) };
}

const WEIGHTS = [
  { when: "the column is called weight", header: "weight", cells: ["60", "-20"], is: "AAPL 60%, IBM -20%" },
  { when: "its name says percent", header: "weight_pct", cells: ["0.6", "0.2"], is: "AAPL 0.6%, IBM 0.2%" },
  { when: "its name has a percent sign", header: "Weight (%)", cells: ["6.5", "1"], is: "AAPL 6.5%, IBM 1%" },
  { when: "the cells have percent signs", header: "Weights", cells: ["0.5%", "1%"], is: "AAPL 0.5%, IBM 1%" },
  { when: "the sizes add up to no more than 3", header: "w", cells: ["0.6", "-.2"], is: "AAPL 60%, IBM -20%" },
  { when: "a short position is in parentheses", header: "weight", cells: ["60", "(20)"], is: "AAPL 60%, IBM -20%" },
  { when: "a minus sign is typographic", header: "weight", cells: ["60", "−20"], is: "AAPL 60%, IBM -20%" },
  { when: "the list is German", header: "Gewicht", cells: ['"6,5"', '"1,25"'], is: "AAPL 6.5%, IBM 1.25%" },
  { when: "positions have percent signs", header: "position", cells: ["4%", "2%"], is: "AAPL 4%, IBM 2%" },
  { when: "positions are numbers of shares", header: "position", cells: ["400", "200"], is: undefined },
  { when: "no column is named like weights", header: "beta", cells: ["4", "2"], is: undefined },
  { when: "no cell holds a weight", header: "weight", cells: ["", "-"], is: undefined },
  { when: "only one name has a weight", header: "weight", cells: ["4", "0"], is: undefined },
  { when: "a cell is no number", header: "weight", cells: ["4", "heavy"], is: undefined },
  { when: "its name says basis points", header: "Weight (bps)", cells: ["250", "400"], is: "AAPL 2.5%, IBM 4%" },
  { when: "a broker writes a minus behind", header: "weight", cells: ["60", "5.0-"], is: "AAPL 60%, IBM -5%" },
  { when: "a minus sign is a dash", header: "weight", cells: ["60", "–5.0"], is: "AAPL 60%, IBM -5%" },
  {
    when: "some cells have a percent sign and no other may be a fraction",
    header: "weight",
    cells: ["60", "(5.0%)"],
    is: "AAPL 60%, IBM -5%",
  },
  { when: "only some cells have a percent sign", header: "weight", cells: ["25%", "0.25"], is: undefined },
  {
    when: "a long-short book may be in fractions or percentages",
    header: "weight",
    cells: ["2", "-1.6"],
    is: undefined,
  },
  { when: "a column of percentages adds up to 1", header: "weight %", cells: ["0.4", "0.6"], is: undefined },
  { when: "only a target is there", header: "Target %", cells: ["50", "20"], is: "AAPL 50%, IBM 20%" },
  { when: "only amounts are there", header: "Market Value", cells: ["500", "200"], is: undefined },
];
for (const { when, header, cells: [one, other], is } of WEIGHTS) {
  Deno.test(`screen() asks about the portfolio ${is === undefined ? "not at all" : `as ${is}`} when ${when}`, async () => {
    equal((await asked(`ticker,${header}\nAAPL,${one}\nIBM,${other}\n`)).question, is);
  });
}

const NOTES = [
  {
    of: "how it read the weights, and what is without one",
    csv: "ticker,weight\nAAPL,60\nIBM,-20\nXRX,\nMSFT,0\n",
    says:
      /^Weights from the column "weight", read as percentages: 2 names, gross 80%, net 40%; 2 rows without a weight$/,
  },
  {
    of: "that the weights of a repeated ticker are added",
    csv: "ticker,weight\nAAPL,60\nIBM,20\nAAPL,5\n",
    says: /gross 85%, net 85%; 1 repeated ticker, whose weights are added$/,
  },
  {
    of: "which invalid rows have a weight that is left out",
    csv: "ticker,weight\nAAPL,60\nIBM,20\n,5\n",
    says: /; left out: the weights of invalid rows, line 4$/,
  },
  {
    of: "that spellings of one ticker are one name",
    csv: "ticker,weight\nBRK.B,10\nBRK-B,10\nBRK/B,10\nBRK B,10\nAAPL,60\n",
    says: /: 2 names, gross 100%, net 100%; 3 repeated tickers, whose weights are added$/,
  },
  {
    of: "that it takes what is held, and not the target",
    csv: "Symbol,Target %,Actual %\nAAPL,50,20\nIBM,50,80\n",
    says:
      /^Weights from the column "Actual %", not from "Target %", read as percentages: 2 names, gross 100%, net 100%$/,
  },
  {
    of: "that it takes the weights of the portfolio, not of a benchmark",
    csv: "ticker,Benchmark Weight,Portfolio Weight,Active Weight\nAAPL,7.0,10.0,3.0\nIBM,6.5,4.0,-2.5\n",
    says: /^Weights from the column "Portfolio Weight", not from "Benchmark Weight" and "Active Weight", read as perc/,
  },
  {
    of: "which cell has no percent sign where others have one",
    csv: "ticker,weight\nAAPL,25%\nIBM,0.25\n",
    says:
      /^No portfolio: line 3, column "weight": "0.25" has no percent sign where others have one: write all cells in/,
  },
  {
    of: "that sizes may be fractions or percentages",
    csv: "ticker,weight\nAAPL,1.2\nMSFT,0.8\nKO,-0.9\nIBM,-0.7\n",
    says: /^No portfolio: the sizes in "weight" add up to 3\.6, which may be 3\.6% or 360%: write percent signs$/,
  },
  {
    of: "that weights of two accounts do not add up",
    csv: "Account,ticker,weight\nIRA,AAPL,60\nIRA,IBM,40\nTrust,XRX,100\n",
    says:
      /^No portfolio: the weights are shares of 2 accounts \("IRA", "Trust"\), which do not add: screen the rows of one$/,
  },
  {
    of: "that amounts are no weights",
    csv: 'Symbol,Qty,Market Value,Currency\nAAPL,10,"2,000.00",USD\nSAP.DE,5,"1,250.00",EUR\n',
    says: /^No portfolio: no column of weights; "Market Value" holds amounts: add their shares as a column "weight %"$/,
  },
  {
    of: "line and column of a weight that is no number",
    csv: "ticker,weight\nAAPL,60\nIBM,heavy\n",
    says: /^No portfolio: line 3, column "weight": "heavy" is not a number; correct it or leave the cell empty$/,
  },
  {
    of: "that a list has more weights than a question may hold",
    csv: `ticker,weight\n${Array.from({ length: 1_000 }, (_, at) => `T${at},0.123\n`).join("")}`,
    says:
      /^No portfolio: the question with its weights has 1\d,\d{3} characters, of which a service reads 10,000: screen a/,
  },
];
for (const { of, csv, says } of NOTES) {
  Deno.test(`screen() says ${of}`, async () => {
    const { notes } = await asked(csv);
    ok(notes.some((note) => says.test(note)), notes.join("\n"));
  });
}

Deno.test("the portfolio is asked about as of the day of its rows, and not when they have several", async () => {
  const requests: ReasoningRequest[] = [];
  const research = new FakeResearch({ onReason: (request) => void requests.push(request) });
  await screenedRun("ticker,weight,day\nAAPL,6,2017-12-29\nIBM,2,2017-12-29\nXRX,,2016-12-30\n", research, {
    asOf: "day",
  });
  deepEqual(requests.at(-1)?.metadata, { as_of: "2017-12-29" });
  const { question, portfolio } = await asked("ticker,weight,day\nAAPL,6,2017-12-29\nIBM,2,2017-12-28\n", {
    asOf: "day",
  });
  equal(question, undefined);
  match(portfolio?.problem ?? "", /as of several days/);
});

const FIGURES = {
  volatility: 0.112,
  drawdown_probability: 0.07,
  positions: [{ ticker: "AAPL", weight: 0.6, variance_share: 1.1 }, {
    ticker: "IBM",
    weight: -0.2,
    variance_share: -0.1,
  }],
};

/** A service that knows portfolios. */
class PortfolioResearch extends FakeResearch {
  figures: Portfolio = FIGURES;

  override async reason(...given: Parameters<FakeResearch["reason"]>): Promise<ReasoningResult> {
    const result = await super.reason(...given);
    if (!given[0].input.startsWith(ABOUT)) return result;
    return { ...result, metadata: { ...result.metadata, portfolio: this.figures, files: [{ file_id: "x" }] } };
  }
}

Deno.test("the manifest has the figures of the portfolio, which has no row, no file and one request", async () => {
  const research = new PortfolioResearch();
  const { outcomes, run: { manifest, rows } } = await screenedRun(LIST, research);
  deepEqual(outcomes.map(({ input }) => input.ticker), ["AAPL", "IBM", "XRX"]);
  deepEqual([rows.length, manifest.counts.rows, manifest.counts.statuses.done], [3, 3, 3]);
  deepEqual([manifest.counts.requests, manifest.counts.claims_total, research.downloads], [4, 16, 0]);
  const { portfolio } = manifest;
  deepEqual([portfolio?.status, portfolio?.column, portfolio?.problem], ["done", "weight", undefined]);
  deepEqual(portfolio?.figures, FIGURES);
  deepEqual(portfolio?.weights, [{ ticker: "AAPL", weight: 0.6 }, { ticker: "IBM", weight: -0.2 }]);
});

Deno.test("a position that the service leaves out stays in the portfolio with its weight, the sums are the list's, and of over a tenth left out there is no risk", async () => {
  const csv = "ticker,weight\naapl,60\nIBM,-20\nZZZZ,20\nNEW,-10\n";
  const research = new PortfolioResearch();
  research.figures = { ...FIGURES, positions: [...FIGURES.positions, { ticker: "OLD", weight: -0.1 }] };
  const { run: { manifest } } = await screenedRun(csv, research);
  const { gross, net, long, short, effective_names, missing_weight, positions, volatility } =
    manifest.portfolio?.figures ?? {};
  deepEqual([gross, net, long, short].map((size) => size?.toFixed(6)), [
    "1.100000",
    "0.500000",
    "0.800000",
    "0.300000",
  ]);
  deepEqual([effective_names?.toFixed(4), missing_weight, volatility], ["2.6889", 0.2, undefined]);
  deepEqual(positions?.map(({ ticker, missing }) => [ticker, missing]), [
    ...[["AAPL", undefined], ["IBM", undefined], ["OLD", undefined]],
    ["ZZZZ", "left out by the service"],
  ]);
});

Deno.test("a service that answers without figures of a portfolio leaves the rows done, and the run says so", async () => {
  const { portfolio } = await asked(LIST);
  equal(portfolio?.figures, undefined);
  equal(portfolio?.problem, "they need prices of its names");
});

Deno.test("a portfolio that the service refuses is asked about again with --retry-failed, and no row is", async () => {
  let isRefused = true;
  const research = new PortfolioResearch({
    onReason: ({ input }) => {
      if (isRefused && input.startsWith(ABOUT)) throw callError({ status: 422, message: "no portfolios today" });
    },
  });
  const { machine, path, run } = await screenedRun(LIST, research);
  deepEqual([run.manifest.portfolio?.status, run.manifest.portfolio?.problem], ["failed", "no portfolios today"]);
  equal(run.manifest.counts.statuses.done, 3);
  isRefused = false;
  await Array.fromAsync(screen(path, research, { folder: "out", machine, retryFailed: true }));
  const { manifest } = await openRun(`${machine.folder}/out`);
  deepEqual([manifest.portfolio?.status, manifest.portfolio?.figures], ["done", FIGURES]);
  equal(research.asked.length, 5);
});

Deno.test("a limit of requests counts the portfolio, and the same call with a higher one asks it alone", async () => {
  const research = new PortfolioResearch();
  const { machine, path, run } = await screenedRun(LIST, research, { maxRequests: 3 });
  deepEqual([run.manifest.counts.statuses.done, run.manifest.portfolio?.status], [3, "skipped"]);
  match(run.manifest.portfolio?.problem ?? "", /a limit stopped the run before it/);
  await Array.fromAsync(screen(path, research, { folder: "out", machine, maxRequests: 4 }));
  equal((await openRun(`${machine.folder}/out`)).manifest.portfolio?.status, "done");
  equal(research.asked.length, 4);
  await Array.fromAsync(screen(path, research, { folder: "out", machine }));
  equal(research.asked.length, 4);
});

Deno.test("a limit of rows leaves the portfolio out until the whole list is asked", async () => {
  const research = new PortfolioResearch();
  const { machine, path, run } = await screenedRun(LIST, research, { limit: 2 });
  deepEqual([research.asked.length, run.manifest.portfolio?.status], [2, "skipped"]);
  await Array.fromAsync(screen(path, research, { folder: "out", machine }));
  deepEqual([research.asked.length, (await openRun(`${machine.folder}/out`)).manifest.portfolio?.status], [4, "done"]);
});

Deno.test("a dry run counts the portfolio and names the column of weights among those that are sent", async () => {
  const machine = testMachine();
  const path = writeCsv(machine.folder, LIST);
  const preview = await previewScreen(path, { folder: "out", machine, price: 0.5 });
  deepEqual([preview.rows, preview.duplicates, preview.requests, preview.cost], [3, 0, 4, 2]);
  deepEqual(preview.sentColumns, ["ticker", "weight"]);
  match(previewLines(preview, { isFree: false }).join("\n"), /4, one per question, the last about the portfolio/);
  await Array.fromAsync(screen(path, new FakeResearch(), { folder: "out", machine }));
  const after = await previewScreen(path, { folder: "out", machine });
  deepEqual([after.requests, after.asksPortfolio], [0, undefined]);
});
