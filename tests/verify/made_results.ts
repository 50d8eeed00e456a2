import { filingKnown } from "../../src/data/filings/filing_known.ts";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { type FiledFact, type Filing, NO_RECORDS, type Records } from "../../src/data/records.ts";
import { xorshift } from "../xorshift.ts";

/** What the results of a made company are like; what is absent is as usual. */
export interface ResultsLike {
  /** Days on which its notices of results were filed. Default: none. */
  readonly notices?: readonly string[];
  /** Quarters it reports, up to the last. Default: 16; 0 for none. */
  readonly quarters?: number;
  /** Last day of the newest quarter, which is the fourth of its year. Default: 2020-09-30. */
  readonly last?: string;
  /** Fourth quarters have no earnings of their own in its reports. */
  readonly hasNoFourth?: boolean;
  /** The newest report states its earnings in two ways. */
  readonly isTwofold?: boolean;
  /** Income of the newest quarter, for a thousand shares; others have 1,000 to 1,900. Default: as others. */
  readonly newest?: number;
}

const SHARES = 1000;
const MS_PER_DAY = 86_400_000;

/** Records of a made company, whose fiscal years end with September or another month of the last quarter. */
export function madeResults(
  { notices = [], quarters = 16, last = "2020-09-30", hasNoFourth = false, isTwofold = false, newest }: ResultsLike,
  { source, seed }: { readonly source: string; readonly seed: number },
): Records {
  const random = xorshift(seed);
  const made = Array.from({ length: quarters }, () => 1000 + Math.round(900 * random()));
  const incomes = newest === undefined ? made : made.with(-1, newest);
  const facts = incomes.flatMap((income, at) => {
    const back = quarters - 1 - at;
    const isFourth = back % 4 === 0;
    const end = monthEnd(last, -3 * back);
    const startOf = (count: number) => dayAfter(monthEnd(last, -3 * (back + count)));
    const report = reportOf(end, isFourth, { source, number: at });
    const sofar = 4 - back % 4; // quarters of the year up to this one
    const part = incomes.slice(Math.max(0, at + 1 - sofar), at + 1);
    return [
      ...stated({ start: startOf(1), end }, income, report).filter(({ tag }) =>
        !(hasNoFourth && isFourth && tag === EPS)
      ),
      ...(isTwofold && back === 0 ? stated({ start: startOf(1), end }, income + 10, report) : []),
      ...(sofar > 1 && part.length === sofar ? stated({ start: startOf(sofar), end }, sum(part), report) : []),
    ];
  });
  return { ...NO_RECORDS, facts, filings: notices.map((filed, at) => noticeOf(filed, { source, number: at })) };
}

const EPS = "us-gaap/EarningsPerShareDiluted";

type Report = Pick<FiledFact, "form" | "accession" | "filed" | "known" | "source">;

function stated({ start, end }: { start: string; end: string }, income: number, report: Report): readonly FiledFact[] {
  const rows = [
    [EPS, "USD/shares", Number((income / SHARES).toFixed(2))],
    ["us-gaap/NetIncomeLoss", "USD", income],
    ["us-gaap/WeightedAverageNumberOfDilutedSharesOutstanding", "shares", SHARES],
  ] as const;
  return rows.map(([tag, unit, value]) => ({ tag, unit, start, end, value, ...report }));
}

function reportOf(
  end: string,
  isYear: boolean,
  { source, number }: { readonly source: string; readonly number: number },
): Report {
  const filed = later(end, isYear ? 45 : 30);
  const accession = `0000000001-${end.slice(2, 4)}-${String(number).padStart(6, "0")}`;
  return { form: isYear ? "10-K" : "10-Q", accession, filed, known: nextSession(filed), source };
}

/** A notice of results, filed after the close of a day. */
export function noticeOf(
  filed: string,
  { source, number }: { readonly source: string; readonly number: number },
): Filing {
  const notice = { filed, accepted: `${filed}T16:30:00.000Z`, items: ["2.02", "9.01"] };
  const accession = `0000000002-${filed.slice(2, 4)}-${String(number).padStart(6, "0")}`;
  return { ...notice, form: "8-K", accession, known: filingKnown(notice), source };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}

/** The last day of the month so many months later. */
function monthEnd(day: string, months: number): string {
  const [year = NaN, month = NaN] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return later(day, 1);
}
