import { dayNumber } from "../../calendar/day.ts";
import { onceEach } from "../../data/once_each.ts";
import type { Statements } from "../../data/statements.ts";
import type { BoundPeriods } from "./bind_periods.ts";
import type { Measured } from "./item_values.ts";
import { type ResolvedPeriod, resolvePeriods, shifted } from "./resolve_periods.ts";
import type { SaidPeriod } from "./period_places.ts";

/** Whose reports, and which time is meant where a sentence names none. */
export interface Case {
  readonly statements: Statements;
  readonly carried: SaidPeriod | undefined;
  /** The day of the view: a text may be of a period that ended by then and has no report yet. */
  readonly asOf: string;
}

const A_YEAR = { years: 1, quarters: 0 };
const A_QUARTER = { years: 0, quarters: 1 };

/** The periods behind a figure: those that are meant, and those that may be. */
export interface Spans {
  readonly sure: readonly Span[];
  readonly maybe: readonly Span[];
  /** The sentence itself names the time. */
  readonly isNamed: boolean;
  readonly isUnread: boolean;
  /** A newer period than those that are meant may be, of which the data have no report. */
  readonly mayBeNewer: boolean;
}

/** A period, and of a change the one before it. */
export interface Span {
  readonly period: ResolvedPeriod;
  readonly before?: ResolvedPeriod | undefined;
}

/** The periods that a figure or a word of a sentence is about. */
export function spansOf(
  { base, before, isEarlier }: BoundPeriods,
  measured: Measured,
  { statements, carried, asOf }: Case,
): Spans {
  const isChange = measured.how !== "level" && measured.how !== "share";
  const named = base?.said ?? (before?.said.kind === "token" && isChange ? laterOf(before.said) : undefined);
  const said = named ?? carried;
  if (said === undefined) {
    return { sure: [], maybe: [], isNamed: false, isUnread: false, mayBeNewer: hasEnded(statements, asOf) };
  }
  const isUnread = said.kind === "unread" || before?.said.kind === "unread" && isChange;
  const meant = resolvePeriods(withYear(said, carried), statements);
  const isQuarterAlone = said.kind === "quarter" && meant.sure.length === 0;
  const sure = isQuarterAlone ? meant.maybe.slice(0, 1) : meant.sure;
  const maybe = isQuarterAlone ? meant.maybe.slice(1) : meant.maybe;
  const mayBeNewer = named === undefined ? hasEnded(statements, asOf) : isQuarterAlone && isYearAgo(sure.at(0), asOf);
  const spans = (periods: readonly ResolvedPeriod[]) =>
    periods.flatMap((period) => spanOf(period, { before, isEarlier, isChange, statements }));
  const others = isChange && before === undefined
    ? sure.filter(isQuarter).map((period): Span => ({ period, before: shifted(period, A_QUARTER, statements) }))
    : [];
  return {
    sure: spans(sure),
    maybe: [...spans(maybe), ...others],
    isNamed: named !== undefined,
    isUnread: isUnread === true,
    mayBeNewer,
  };
}

/** Least days of a quarter and of a year, to be sure that another one has ended. */
const QUARTER_DAYS = 91;
const YEAR_DAYS = 364;

/** The last day of the newest period of each company, and in how many days another one has ended. */
/** Whether a period has ended since the newest that the data have reports of. */
function hasEnded(statements: Statements, asOf: string): boolean {
  const known = newestOf(statements);
  return known.end === "" || dayNumber(asOf) - dayNumber(known.end) >= known.days;
}

const newestOf = onceEach(({ years, quarters }: Statements) => {
  const end = [...years, ...quarters].reduce((last, one) => one.end > last ? one.end : last, "");
  return { end, days: quarters.length > 0 ? QUARTER_DAYS : YEAR_DAYS };
});

function isYearAgo(period: ResolvedPeriod | undefined, asOf: string): boolean {
  return period === undefined || dayNumber(asOf) - dayNumber(period.end) >= YEAR_DAYS;
}

/** "Up from fiscal 2023" is of the year after it. */
function laterOf(said: Extract<SaidPeriod, { kind: "token" }>): SaidPeriod | undefined {
  const [, year, rest = ""] = /^FY(\d{4})(Q\d)?$/.exec(said.token) ?? [];
  return year === undefined ? undefined : { ...said, token: `FY${Number(year) + 1}${rest}` };
}

/** A quarter without a year is of the year that the text was about. */
function withYear(said: SaidPeriod, carried: SaidPeriod | undefined): SaidPeriod {
  if (said.kind !== "quarter" || carried?.kind !== "token") return said;
  const [, year] = /^FY(\d{4})(?:Q\d)?$/.exec(carried.token) ?? [];
  return year === undefined ? said : { kind: "token", token: `FY${year}Q${said.quarter}`, isCalendar: true };
}

function spanOf(
  period: ResolvedPeriod,
  { before, isEarlier, isChange, statements }: Pick<BoundPeriods, "before" | "isEarlier"> & {
    readonly isChange: boolean;
    readonly statements: Statements;
  },
): readonly Span[] {
  if (!isChange && !isEarlier) return [{ period }];
  if (before?.said.kind === "before" && before.said.quarters > 0 && !isQuarter(period)) return [];
  if (isChange && isEarlier) {
    const own = shifted(period, A_YEAR, statements);
    return own === undefined ? [] : [{ period: own, before: shifted(own, A_YEAR, statements) }];
  }
  const earlier = before === undefined || before.said.kind === "before"
    ? [shifted(period, before?.said.kind === "before" ? before.said : A_YEAR, statements)]
    : sameLength(period, resolvePeriods(before.said, statements).sure);
  return earlier.flatMap((one): Span[] => {
    if (!isChange) return one === undefined ? [] : [{ period: one }];
    return [{ period, before: one }];
  });
}

function sameLength(period: ResolvedPeriod, found: readonly ResolvedPeriod[]): readonly ResolvedPeriod[] {
  return found.filter(({ start }) =>
    (start === undefined) === (period.start === undefined) || period.start === undefined
  );
}

/** All periods of a company, and of a change each of them with the year and the quarter before it. */
export function everySpan({ how }: Measured, statements: Statements): readonly Span[] {
  const parts = statements.years.flatMap(({ start }) =>
    [6, 9].map((months): ResolvedPeriod => ({ start, end: monthsAfter(start, months) }))
  );
  const { years, quarters } = statements;
  const periods: ResolvedPeriod[] = [...years, ...quarters, ...parts, { end: "", isTrailing: true }];
  if (how === "level" || how === "share") return periods.map((period) => ({ period }));
  return periods.flatMap((period) =>
    (isQuarter(period) ? [A_YEAR, A_QUARTER] : [A_YEAR]).map((by) => ({
      period,
      before: shifted(period, by, statements),
    }))
  );
}

function isQuarter({ start, end }: ResolvedPeriod): boolean {
  return start !== undefined && Date.parse(end) - Date.parse(start) < 130 * 86_400_000;
}

function monthsAfter(start: string, months: number): string {
  return new Date(Date.parse(start) + Math.round(30.4375 * months - 1) * 86_400_000).toISOString().slice(0, 10);
}
