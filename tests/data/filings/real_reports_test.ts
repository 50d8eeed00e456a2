/** Reports as they were filed, each read alone, beside a second reader and beside companyfacts. */
import { deepEqual, equal, ok } from "../../assert.ts";
import { missingShared, sharedPath, testOnShared } from "../../needs.ts";
import { sweep } from "../../sweeps.ts";
import { statementsOf } from "../../../src/agent/domains/statements.ts";
import { REPORT } from "../../../src/data/filings/read_report.ts";
import type { ReportFact } from "../../../src/data/filings/report.ts";
import { type ItemId, itemIds } from "../../../src/data/metrics/items.ts";
import type { Records } from "../../../src/data/records.ts";
import { readGzip } from "../support.ts";
import { readPieces } from "./read_text.ts";
import { wholeReport } from "./reports_of.ts";
import { mostExact, secondReading } from "./second_reader.ts";

const MILLION = 1e6;

/** What each report states of its period; amounts in millions. A 10-Q states cash flows of the year so far alone. */
const REPORTS = [
  { file: "filings_html/aapl-10-k-2024-11-01.html.gz", year: [391035, 93736, 6.08, 364980, 56950, 118254] },
  { file: "filings_html/aapl-10-q-2025-08-01.html.gz", quarter: [94036, 23434, 1.57, 331495, 65830, "item"] },
  { file: "filings_html/amzn-10-k-2025-02-07.html.gz", year: [637959, 59248, 5.53, 624894, 285970, 115877] },
  { file: "filings_html/googl-10-k-2025-02-05.html.gz", year: [350018, 100118, 8.04, 450256, 325084, 125299] },
  { file: "filings_html/nvda-10-k-2025-02-26.html.gz", year: [130497, 72880, 2.94, 111601, 79327, 64089] },
  { file: "filings_html/wmt-10-k-2025-03-14.html.gz", year: [680985, 19436, 2.41, 260823, 91013, 36443] },
  { file: "xbrl_instance/aapl-20100925.xml.gz", year: [65225, 14013, 15.15, 75183, 47791, 18595] },
  { file: "xbrl_instance/amzn-20221231_htm.xml.gz", year: [513983, -2722, -0.27, 462675, 146043, 46752] },
  { file: "xbrl_instance/msft-20150630.xml.gz", year: [93580, 12193, 1.48, 176223, 80083, 29080] },
  { file: "xbrl_instance/unp-20121231.xml.gz", year: [20926, 3943, 8.27, 47153, 19877, 6161] },
  { file: "xbrl_instance_more/aapl-20220924_htm.xml.gz", year: [394328, 99803, 6.11, 352755, 50672, 122151] },
  { file: "xbrl_instance_more/aapl-20230701_htm.xml.gz", quarter: [81797, 19881, 1.26, 335038, 60274, "item"] },
  { file: "xbrl_instance_more/aapl-20230930_htm.xml.gz", year: [383285, 96995, 6.13, 352583, 62146, 110543] },
  { file: "xbrl_instance_more/nflx-20091231.xml.gz", year: [1670.269, 115.86, 1.98, 679.734, 199.143, 325.063] },
] as const;

const HEADLINE = itemIds("revenue net_income eps_diluted assets equity operating_cash_flow");
const BALANCES: readonly ItemId[] = ["assets", "equity"];

const read = async (path: string) => await readGzip(sharedPath(`sec/${path}`));
const files = REPORTS.map(({ file }) => `sec/${file}`);

for (const { file, ...expected } of sweep("data/filings/real_reports", REPORTS)) {
  testOnShared(missingShared(...files), `${file}, read alone, states its headline items`, async () => {
    const { companies } = await readPieces(REPORT, await read(file), file);
    equal(companies.length, 1);
    const statements = statementsOf(companies[0]?.records as Records);
    const period = "year" in expected ? statements.years[0] : statements.quarters[0];
    ok(period !== undefined);
    const found = HEADLINE.map((item) => {
      const stated = statements.stated(item, BALANCES.includes(item) ? { end: period.end } : period);
      if (typeof stated === "string") return stated;
      return item === "eps_diluted" ? stated.value : stated.value / MILLION;
    });
    deepEqual(found, [...("year" in expected ? expected.year : expected.quarter)]);
  });

  testOnShared(missingShared(...files), `${file} states in all its tags what a second reader reads`, async () => {
    const text = await read(file);
    const { facts } = await wholeReport(text);
    const [ours, second] = [new Map(facts.map((one) => [keyOf(one), one.value])), mostExact(secondReading(text))];
    equal(ours.size, facts.length, "each fact once");
    deepEqual([...ours.keys()].toSorted(), [...second.keys()].toSorted());
    for (const [key, value] of ours) {
      const other = second.get(key) ?? NaN; // its arithmetic is binary
      ok(Math.abs(other - value) <= 1e-12 * Math.abs(value), `${key}: ${value}, and ${other}`);
    }
  });
}

function keyOf({ tag, unit, start, end, share }: ReportFact): string {
  return [tag, unit, start === undefined ? end : `${start}/${end}`, ...(share === undefined ? [] : [share])].join(" ");
}

/** Reports that companyfacts has too, under their numbers. */
const TWICE = [
  { file: REPORTS[0].file, facts: "AAPL_CIK0000320193", accession: "0000320193-24-000123", count: 431 },
  { file: REPORTS[1].file, facts: "AAPL_CIK0000320193", accession: "0000320193-25-000073", count: 253 },
  { file: REPORTS[3].file, facts: "GOOGL_CIK0001652044", accession: "0001652044-25-000014", count: 607 },
  { file: REPORTS[4].file, facts: "NVDA_CIK0001045810", accession: "0001045810-25-000023", count: 579 },
  { file: REPORTS[6].file, facts: "AAPL_CIK0000320193", accession: "0001193125-10-238044", count: 570 },
  { file: REPORTS[10].file, facts: "AAPL_CIK0000320193", accession: "0000320193-22-000108", count: 457 },
  { file: REPORTS[11].file, facts: "AAPL_CIK0000320193", accession: "0000320193-23-000077", count: 281 },
  { file: REPORTS[12].file, facts: "AAPL_CIK0000320193", accession: "0000320193-23-000106", count: 457 },
] as const;

interface CompanyFacts {
  readonly facts: Readonly<Record<string, Readonly<Record<string, { readonly units: Units }>>>>;
}
type Units = Readonly<Record<string, readonly Row[]>>;
interface Row {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
}

/** Written in words, which we do not read. */
const IN_WORDS = ["us-gaap/NumberOfReportableSegments segment 2024-01-29/2025-01-26"];

/** companyfacts has averages of options of Apple's first instances in USD, which the instance itself has per share. */
const PER_SHARE =
  /^(us-gaap\/ShareBased\w+(?:WeightedAverageExercisePrice|WeightedAverageGrantDateFairValue) USD)( .*)$/;

for (const { file, facts: company, accession, count } of sweep("data/filings/real_reports", TWICE)) {
  const paths = [`sec/${file}`, `sec/companyfacts/${company}.json.gz`];
  testOnShared(missingShared(...paths), `${file} and companyfacts agree in all tags and periods`, async () => {
    const { facts } = await wholeReport(await read(file));
    const ours = new Map(facts.filter(({ share }) => share === undefined).map((one) => [keyOf(one), one.value]));
    const { facts: taxonomies } = JSON.parse(await read(`companyfacts/${company}.json.gz`)) as CompanyFacts;
    const theirs = Object.entries(taxonomies).flatMap(([taxonomy, tags]) =>
      Object.entries(tags).flatMap(([name, { units }]) =>
        Object.entries(units).flatMap(([unit, rows]) =>
          rows.filter(({ accn }) => accn === accession).map(({ start, end, val }) => {
            const key = [`${taxonomy}/${name}`, unit, start === undefined ? end : `${start}/${end}`].join(" ");
            return [ours.has(key) ? key : key.replace(PER_SHARE, "$1/shares$2"), val] as const;
          })
        )
      )
    );
    deepEqual(sorted(ours), sorted(new Map(theirs.filter(([key]) => !IN_WORDS.includes(key)))));
    equal(ours.size, count);
  });
}

function sorted(values: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...values].toSorted(([one], [other]) => one < other ? -1 : 1);
}

/** Files that state nothing of what is read, and why. */
const SILENT = [
  ["filings_html/1800Flowers.8-K.html.gz", "None of the items that are read is tagged in it"],
  ["filings_html/BuckleInc.8-K.EX99.1.html.gz", "It has no XBRL tags"],
  ["filings_html/BuckleInc.8-K.html.gz", "None of the items that are read is tagged in it"],
  ["filings_html/Oracle.8-K.html.gz", "None of the items that are read is tagged in it"],
  ["filings_html/form8k.Nordstrom.html.gz", "None of the items that are read is tagged in it"],
] as const;

for (const [file, why] of SILENT) {
  testOnShared(missingShared(`sec/${file}`), `${file} states nothing, and says why`, async () => {
    const { companies, problems } = await readPieces(REPORT, await read(file), file);
    deepEqual(companies, []);
    deepEqual(problems.map(({ message }) => message), [why]);
  });
}

const IBM = "filings_html/ibm-10-k-2025-02-25.html.gz";

testOnShared(missingShared(`sec/${IBM}`), `${IBM} states what its cover says, and that there is no more`, async () => {
  const { companies, problems } = await readPieces(REPORT, await read(IBM), IBM);
  const facts = companies.flatMap(({ records }) => records.facts);
  deepEqual(facts.map(({ tag, end }) => [tag, end]), [
    ["dei/EntityPublicFloat", "2024-06-30"],
    ["dei/EntityCommonStockSharesOutstanding", "2025-02-10"],
  ]);
  deepEqual(problems.map(({ message }) => message), [
    "Filing day assumed: 2025-02-25, the day in its name",
    "Only its cover page is tagged, no item of its statements",
  ]);
});
