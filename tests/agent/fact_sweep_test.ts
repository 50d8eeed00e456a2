/** Questions about figures of real reports, asked of the companyfacts that developers have beside the repository. */
import { calledName, wordsAfter } from "../../src/data/company_label.ts";
import { deepEqual, ok } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { SEED } from "../lanes.ts";
import { sweep } from "../sweeps.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { ask, conclusionOf, ports, textOf } from "./ask.ts";

const CIKS = { AAPL: "320193", GOOGL: "1652044", NVDA: "1045810", TSLA: "1318605", SNOW: "1640147" } as const;
const TICKERS = Object.keys(CIKS);
const FILES = Object.entries(CIKS).map(([ticker, cik]) =>
  `sec/companyfacts/${ticker}_CIK${cik.padStart(10, "0")}.json.gz`
);
const ITEMS = [
  ...["revenue", "net income", "EPS", "cash", "total assets", "operating cash flow", "gross margin", "total debt"],
  ...["capex", "shares outstanding", "buybacks", "diluted shares", "free cash flow", "inventory", "equity", "R&D"],
];
const PERIODS = ["since 2005", "in the last 12 quarters", "growth from 2016 to 2020", "TTM", "in H2 2017"] as const;
const DAYS = ["2016-06-30", "2021-03-31", "2025-06-30"] as const;

testOnShared(
  missingShared(...FILES),
  "of questions about items of five companies, periods and days nothing is removed: both selections agree",
  async () => {
    const files = Object.fromEntries(
      await Promise.all(FILES.map(async (path) => [path.split("/").at(-1), await Deno.readFile(sharedPath(path))])),
    );
    await inFolder(files, async (folder) => {
      const dataset = await openFolder(folder);
      const all = TICKERS.flatMap((ticker) =>
        ITEMS.flatMap((item) =>
          PERIODS.flatMap((period) => DAYS.map((asOf) => ({ input: `${ticker}'s ${item} ${period}`, asOf, ticker })))
        )
      );
      const asked = sweep("agent/fact_sweep", all);
      const lost: string[] = [];
      let answered = 0;
      for (const { ticker, ...question } of asked) {
        const steps = await ask(question, ports({ dataset }));
        const conclusion = conclusionOf(steps);
        if (conclusion.kind !== "thesis") continue; // not yet a company of that day
        const company = dataset.at(question.asOf).companies.find((one) => one.ticker === ticker);
        const called = calledName(company ?? { ticker, name: ticker }, 1);
        answered += textOf(steps).startsWith(`${called}${wordsAfter(called, "'s")} `) ? 1 : 0;
        const { claims_removed = 0, checks = [] } = conclusion.result.metadata?.verification ?? {};
        if (claims_removed > 0) lost.push(`${question.input} as of ${question.asOf}: ${JSON.stringify(checks)}`);
      }
      // deno-lint-ignore no-console -- how many are answered, for the reader
      console.log(`seed ${SEED}: ${asked.length} questions, ${answered} of them with the figure first`);
      deepEqual(lost, []);
      ok(answered > asked.length / 2, `${answered} of ${asked.length}`);
    });
  },
);
