import { nextSession } from "../../src/calendar/exchange_days.ts";
import { type FiledFact, NO_RECORDS, type StoredRecords } from "../../src/data/records.ts";

/** A row of what a made company reports: tag, first day or "", last day, value, day of filing. */
type Row = readonly [tag: string, start: string, end: string, value: number, filed: string, form?: string];

/** Of a company whose years end in January: growing, then a loss, and more than ten quarters of one item. */
const JANUARY: readonly Row[] = [
  ["Revenues", "2017-01-30", "2018-01-28", 950_400, "2018-02-28"],
  ["NetIncomeLoss", "2017-01-30", "2018-01-28", -120_600_000, "2018-02-28"],
  ["Revenues", "2018-01-29", "2019-01-27", 11_716_000_000, "2019-02-21"],
  ["NetIncomeLoss", "2018-01-29", "2019-01-27", 41_410_000, "2019-02-21"],
  ["Revenues", "2019-01-28", "2020-01-26", 10_918_000_000, "2020-02-20"],
  ["NetIncomeLoss", "2019-01-28", "2020-01-26", -27_960_000, "2020-02-20"],
];

/** One report that states its revenue in two ways. */
const TORN: readonly Row[] = [
  ["Revenues", "2019-01-01", "2019-12-31", 2_000_000_000, "2020-02-14"],
  ["Revenues", "2019-01-01", "2019-12-31", 19_900_000_000, "2020-02-14"],
  ["NetIncomeLoss", "2019-01-01", "2019-12-31", 310_000_000, "2020-02-14"],
  ["Assets", "", "2019-12-31", 8_123_000_000, "2020-02-14"],
];

const REPORTED = { JANU: JANUARY, TORN } as const;

/** What two companies of the made world report. */
export function madeRecords(source: string): readonly StoredRecords[] {
  return Object.entries(REPORTED).map(([ticker, rows], at): StoredRecords => {
    const facts = rows.map((row) => factOf(row, { source, cik: at + 1 })).toSorted((one, other) =>
      one.known < other.known ? -1 : 1
    );
    return {
      ...{ ticker, shelves: ["facts"], first: facts[0]?.known ?? "", last: facts.at(-1)?.known ?? "" },
      load: () => ({ ...NO_RECORDS, facts }),
    };
  });
}

function factOf(
  [tag, start, end, value, filed, form = "10-K"]: Row,
  { source, cik }: { readonly source: string; readonly cik: number },
): FiledFact {
  const accession = `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${
    filed.slice(5).replace("-", "").padStart(6, "0")
  }`;
  return {
    ...{ tag: `us-gaap/${tag}`, unit: "USD", end, value, form, accession, filed, source },
    ...(start !== "" && { start }),
    known: nextSession(filed),
  };
}
