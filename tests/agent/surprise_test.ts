/** The earnings surprise of both readers is that of a third way, written here over the raw files, over years. */
import { deepEqual } from "../assert.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { sweep } from "../sweeps.ts";
import { surpriseAt } from "../../src/agent/domains/surprise.ts";
import { ITEM_TAGS } from "../../src/data/metrics/items.ts";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { type FiledFact, NO_RECORDS, recordsUntil } from "../../src/data/records.ts";
import { unexpectedAt } from "../../src/verify/domains/surprise.ts";
import { readGzip } from "../data/support.ts";

const FILES = {
  AAPL: "sec/companyfacts/AAPL_CIK0000320193.json.gz",
  GOOGL: "sec/companyfacts/GOOGL_CIK0001652044.json.gz",
  NVDA: "sec/companyfacts/NVDA_CIK0001045810.json.gz",
  TSLA: "sec/companyfacts/TSLA_CIK0001318605.json.gz",
};

/** Days and ratios of the splits of these years, of the public record. */
const SPLITS: Readonly<Record<string, readonly (readonly [day: string, ratio: number])[]>> = {
  AAPL: [["2014-06-09", 7], ["2020-08-31", 4]],
  GOOGL: [["2022-07-18", 20]],
  NVDA: [["2021-07-20", 4], ["2024-06-10", 10]],
  TSLA: [["2020-08-31", 5], ["2022-08-25", 3]],
};

interface Row {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
  readonly form: string;
  readonly filed: string;
}

type Raw = Readonly<Record<string, { readonly units: Readonly<Record<string, readonly Row[]>> }>>;

const daysOf = ({ start = "", end }: Pick<Row, "start" | "end">) => (Date.parse(end) - Date.parse(start)) / 864e5 + 1;
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * 864e5).toISOString().slice(0, 10);

const isQuarter = (row: Row) => daysOf(row) >= 80 && daysOf(row) <= 119;
const isYear = (row: Row) => daysOf(row) >= 340 && daysOf(row) <= 380;
const newest = (rows: readonly Row[]) =>
  new Map(rows.toSorted((one, other) => one.filed < other.filed ? -1 : 1).map((row) => [row.end, row]));

/**
 * Earnings per share by the end of their quarter, in the shares of the day: the newest figure known by it. A fourth
 * quarter without one is the income of the year less that of its first nine months, as known when the year was filed, over
 * four times the weighted shares of the year less those of three quarters.
 */
function quarterly(raw: Raw, ticker: string, asOf: string): ReadonlyMap<string, number> {
  const rows = (unit: string, ...tags: readonly string[]) =>
    tags.flatMap((tag) => raw[tag]?.units[unit] ?? [])
      .filter(({ form, filed }) => /^10-[KQ]/.test(form) && nextSession(filed) <= asOf);
  const factor = (filed: string) =>
    (SPLITS[ticker] ?? []).reduce((all, [day, ratio]) => filed < day && day <= asOf ? all * ratio : all, 1);
  const eps = rows("USD/shares", "EarningsPerShareBasicAndDiluted", "EarningsPerShareDiluted");
  const income = rows("USD", "NetIncomeLoss");
  const shares = rows(
    "shares",
    "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
    "WeightedAverageNumberOfDilutedSharesOutstanding",
  );
  const found = new Map([...newest(eps.filter(isQuarter))].map(([end, { val, filed }]) => [end, val / factor(filed)]));
  const yearShares = newest(shares.filter(isYear));
  const fourths = newest(income.filter(isQuarter));
  for (const [end, { start = "", val, filed }] of newest(income.filter(isYear))) {
    const counts = newest(shares.filter(isQuarter));
    const quarters = [...counts.keys()].filter((one) => one > start && one < shifted(end, -60));
    const [nine] = newest(
      income.filter((row) => daysOf(row) > 250 && daysOf(row) < 300 && row.start === start && row.filed <= filed),
    ).values();
    const year = yearShares.get(end);
    if (found.has(end) || quarters.length !== 3 || year === undefined || nine === undefined) continue;
    const left = fourths.get(end)?.val ?? val - nine.val;
    const count = 4 * year.val * factor(year.filed) - quarters.reduce((sum, one) => {
      const row = counts.get(one);
      return sum + (row === undefined ? NaN : row.val * factor(row.filed));
    }, 0);
    if (Number.isFinite(left / count)) found.set(end, left / count);
  }
  return found;
}

/** The surprise of the newest quarter: each quarter is the one that ended 75 to 105 days before the next. */
function surprise(eps: ReadonlyMap<string, number>): { readonly end: string; readonly value: number } | undefined {
  const ends = [...eps.keys()].toSorted().toReversed();
  const [newest = ""] = ends;
  const row = [newest];
  while (row.length < 13) {
    const before = ends.find((one) => one < shifted(row.at(-1) ?? "", -75) && one > shifted(row.at(-1) ?? "", -106));
    if (before === undefined) break;
    row.push(before);
  }
  if (row.length < 10) return undefined;
  const values = row.map((end) => eps.get(end) ?? NaN);
  const [change = NaN, ...earlier] = values.slice(0, -4).map((value, at) => value - (values[at + 4] ?? NaN));
  const mean = earlier.reduce((sum, one) => sum + one, 0) / earlier.length;
  const variance = earlier.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (earlier.length - 1);
  return { end: newest, value: (change - mean) / Math.sqrt(variance) };
}

const DAYS = Array.from({ length: 16 }, (_, at) => 2011 + at).flatMap((year) =>
  ["03-20", "06-20", "09-20", "12-20"].map((day) => `${year}-${day}`)
);

testOnShared(
  missingShared(...Object.values(FILES)),
  "the earnings surprise of four companies over years is that of a third computation, or nothing",
  async () => {
    const different: string[] = [];
    const counts: Record<string, string> = {};
    const chosen = sweep("agent/surprise", Object.entries(FILES));
    for (const [ticker, file] of chosen) {
      const { facts }: { facts: Readonly<Record<string, Raw>> } = JSON.parse(await readGzip(sharedPath(file)));
      const raw = facts["us-gaap"] ?? {};
      const records = { ...NO_RECORDS, facts: factsOf(raw) };
      const last = records.facts.at(-1)?.filed ?? "";
      const found = DAYS.filter((one) => one < shifted(last, 60)).map((day) => {
        const known = recordsUntil(records, day);
        const [ours, again] = [surpriseAt(known, day), unexpectedAt(known, day)];
        const other = surprise(quarterly(raw, ticker, day));
        const [one, two] = ["lacks" in ours ? ours.cause : ours.value, typeof again === "string" ? again : again.sue];
        if (typeof one === "string" || typeof two === "string") return { day, one, two, isSame: one === two };
        const isThird = isNear(one, other?.value) &&
          other?.end === ("lacks" in ours ? "" : ours.earnings[0]?.quarter.end);
        return { day, one, two, other, isSame: isNear(one, two) && isThird };
      });
      different.push(...found.filter(({ isSame }) => !isSame).map((row) => `${ticker}: ${JSON.stringify(row)}`));
      counts[ticker] = `${found.filter(({ one }) => typeof one === "number").length} of ${found.length}`;
    }
    deepEqual(different, []);
    // GOOGL states its weighted shares by class until 2023, and TSLA had years of both profits and losses: fourth quarters
    // that no report states are not computed then
    const expected: Readonly<Record<string, string>> = {
      AAPL: "60 of 61",
      GOOGL: "0 of 62",
      NVDA: "60 of 62",
      TSLA: "2 of 48",
    };
    deepEqual(counts, Object.fromEntries(chosen.map(([ticker]) => [ticker, expected[ticker]])));
  },
);

function isNear(one: number, other = NaN): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
}

function factsOf(raw: Raw): readonly FiledFact[] {
  const read = Object.entries(raw).filter(([tag]) => ITEM_TAGS.has(`us-gaap/${tag}`));
  const facts = read.flatMap(([tag, { units }]) =>
    Object.entries(units).flatMap(([unit, rows]) =>
      rows.map(({ start, end, val, accn, form, filed }): FiledFact => ({
        ...{ tag: `us-gaap/${tag}`, unit, end, value: val, form, accession: accn, filed, known: nextSession(filed) },
        ...(start !== undefined && { start }),
        source: "raw",
      }))
    )
  );
  return facts.toSorted((one, other) => one.known < other.known ? -1 : one.known > other.known ? 1 : 0);
}
