/** What identities between the figures of a report refute, in all reports of six companies. */
import { deepEqual } from "../assert.ts";
import { missingShared, testOnShared } from "../needs.ts";
import { isBroken } from "../../src/verify/domains/identities.ts";
import { reportsOf } from "../../src/verify/domains/reports.ts";
import { COMPANY_FILES, factsOfFile, type Ticker } from "./company_facts.ts";

const SHARES = /WeightedAverageNumberOf/;

/** NVIDIA's reports of 2010 and 2011 state weighted shares in thousands: 606,732 for 606,732,000. */
const REFUTED = { AAPL: 0, GOOGL: 0, LPA: 0, NVDA: 44, SNOW: 0, TSLA: 0 } as const;

testOnShared(
  missingShared(...Object.values(COMPANY_FILES)),
  "of the reports of six companies identities refute NVIDIA's share counts in thousands, and nothing else",
  async () => {
    const found = await Promise.all((Object.keys(COMPANY_FILES) as Ticker[]).map(async (ticker) => {
      const reports = Map.groupBy(await factsOfFile(ticker), ({ accession }) => accession);
      const refuted = [...reports.values()].flatMap((facts) => {
        const [report] = reportsOf(facts);
        return report === undefined ? [] : facts.filter((fact) => isBroken(fact, report));
      });
      return { ticker, refuted };
    }));
    deepEqual(Object.fromEntries(found.map(({ ticker, refuted }) => [ticker, refuted.length])), REFUTED);
    const others = found.flatMap(({ refuted }) => refuted).filter(({ tag, value, filed }) =>
      !SHARES.test(tag) || value > 1e6 || filed < "2010" || filed > "2012"
    );
    deepEqual(others, []);
  },
);
