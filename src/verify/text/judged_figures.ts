import type { ItemId } from "../../data/metrics/items.ts";
import type { Statements } from "../../data/statements.ts";
import { type Agreement, agrees } from "./agrees.ts";
import type { BoundFigure } from "./bind_figures.ts";
import type { BoundPeriods } from "./bind_periods.ts";
import { type ItemValue, itemValues, type Measured } from "./item_values.ts";
import { type MeantPeriod, meantPeriods, shifted } from "./meant_periods.ts";
import type { SaidPeriod } from "./period_places.ts";

/** What is found of a figure or a word, without its place. */
export interface Judged {
  readonly finding: "proven" | "false" | "unknown";
  readonly why?: string;
  /** The value that is nearest. */
  readonly near?: ItemValue;
}

/** Whose reports, and which time is meant where a sentence names none. */
export interface Case {
  readonly statements: Statements;
  readonly carried: SaidPeriod | undefined;
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
}

interface Span {
  readonly period: MeantPeriod;
  readonly before?: MeantPeriod | undefined;
}

/** The periods that a figure or a word of a sentence is about. */
export function spansOf(
  { base, before, isEarlier }: BoundPeriods,
  measured: Measured,
  { statements, carried }: Case,
): Spans {
  const isChange = measured.how !== "level" && measured.how !== "share";
  const named = base?.said ?? (before?.said.kind === "token" && isChange ? laterOf(before.said) : undefined);
  const said = named ?? carried;
  if (said === undefined) return { sure: [], maybe: [], isNamed: false, isUnread: false };
  const isUnread = said.kind === "unread" || before?.said.kind === "unread" && isChange;
  const meant = meantPeriods(withYear(said, carried), statements);
  const isQuarterAlone = said.kind === "quarter" && meant.sure.length === 0;
  const sure = isQuarterAlone ? meant.maybe.slice(0, 1) : meant.sure;
  const maybe = isQuarterAlone ? meant.maybe.slice(1) : meant.maybe;
  const spans = (periods: readonly MeantPeriod[]) =>
    periods.flatMap((period) => spanOf(period, { before, isEarlier, isChange, statements }));
  const others = isChange && before === undefined
    ? sure.filter(isQuarter).map((period): Span => ({ period, before: shifted(period, A_QUARTER, statements) }))
    : [];
  return {
    sure: spans(sure),
    maybe: [...spans(maybe), ...others],
    isNamed: named !== undefined,
    isUnread: isUnread === true,
  };
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
  period: MeantPeriod,
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
    : sameLength(period, meantPeriods(before.said, statements).sure);
  return earlier.flatMap((one): Span[] => {
    if (!isChange) return one === undefined ? [] : [{ period: one }];
    return [{ period, before: one }];
  });
}

function sameLength(period: MeantPeriod, found: readonly MeantPeriod[]): readonly MeantPeriod[] {
  return found.filter(({ start }) =>
    (start === undefined) === (period.start === undefined) || period.start === undefined
  );
}

/** Holds a figure against what the reports say. */
export function judgeFigure({ said, measured, periods, isLoose }: BoundFigure, one: Case): Judged {
  const { statements } = one;
  const spans = spansOf(periods, measured, one);
  if (spans.isUnread) return { finding: "unknown", why: "it is of a time that no report is read for" };
  const held = (list: readonly Span[]) =>
    list.flatMap((span) => alike(measured).flatMap((each) => itemValues(each, span, statements)))
      .map((value) => ({ value, agreement: agreementOf(said, value, measured.item) }));
  const [sure, maybe] = [held(spans.sure), held(spans.maybe)];
  const near = nearest(said.value, sure.map(({ value }) => value)) ??
    nearest(said.value, maybe.map(({ value }) => value));
  const found = (list: typeof sure, wanted: Agreement) => list.find(({ agreement }) => agreement === wanted)?.value;
  const proof = found(sure, "yes");
  if (proof !== undefined) return { finding: "proven", near: proof };
  const other = found(maybe, "yes");
  if (other !== undefined) {
    return { finding: "unknown", why: "it is so of a time that is not surely meant", near: other };
  }
  const close = found(sure, "near") ?? found(maybe, "near");
  if (close !== undefined) {
    return { finding: "unknown", why: "it is too near to refuse and too far to prove", near: close };
  }
  if (sure.length > 0 && spans.isNamed) return refused(isLoose, near);
  return scanned({ said, measured, isLoose }, {
    ...one,
    near,
    isKnown: sure.length > 0 || spans.sure.length === 0 && !spans.isNamed,
  });
}

function refused(isLoose: boolean, near: ItemValue | undefined): Judged {
  const nearby = near === undefined ? {} : { near };
  return isLoose
    ? { finding: "unknown", why: "it may be of something else in the sentence", ...nearby }
    : { finding: "false", why: "the reports state another figure", ...nearby };
}

/** Looks at all times, where the sentence names none: a figure that is of none of them is false. */
function scanned(
  { said, measured, isLoose }: Pick<BoundFigure, "said" | "measured" | "isLoose">,
  { statements, near, isKnown }: Case & { readonly near: ItemValue | undefined; readonly isKnown: boolean },
): Judged {
  if (!isKnown) return { finding: "unknown", why: "the reports do not state it for that time", ...(near && { near }) };
  const all = everySpan(measured, statements).flatMap((span) =>
    alike(measured).flatMap((each) => itemValues(each, span, statements))
  );
  const held = all.map((value) => ({ value, agreement: agreementOf(said, value, measured.item) }));
  const yes = held.find(({ agreement }) => agreement === "yes")?.value ??
    held.find(({ agreement }) => agreement === "near")?.value;
  if (yes !== undefined) return { finding: "unknown", why: "the sentence does not say of what time it is", near: yes };
  const closest = near ?? nearest(said.value, all);
  if (all.length < 3) {
    return { finding: "unknown", why: "the reports do not state it", ...(closest && { near: closest }) };
  }
  const isBound = said.bound === "above" || said.bound === "below";
  return refused(isLoose || isBound, closest);
}

/** All periods of a company, and of a change each of them with the year and the quarter before it. */
function everySpan({ how }: Measured, statements: Statements): readonly Span[] {
  const parts = statements.years.flatMap(({ start }) =>
    [6, 9].map((months): MeantPeriod => ({ start, end: monthsAfter(start, months) }))
  );
  const periods: MeantPeriod[] = [...statements.years, ...statements.quarters, ...parts, { end: "", isTrailing: true }];
  if (how === "level" || how === "share") return periods.map((period) => ({ period }));
  return periods.flatMap((period) =>
    (isQuarter(period) ? [A_YEAR, A_QUARTER] : [A_YEAR]).map((by) => ({
      period,
      before: shifted(period, by, statements),
    }))
  );
}

function isQuarter({ start, end }: MeantPeriod): boolean {
  return start !== undefined && Date.parse(end) - Date.parse(start) < 130 * 86_400_000;
}

function monthsAfter(start: string, months: number): string {
  return new Date(Date.parse(start) + Math.round(30.4375 * months - 1) * 86_400_000).toISOString().slice(0, 10);
}

function alike(measured: Measured): readonly Measured[] {
  return measured.or === undefined ? [measured] : [measured, { ...measured, item: measured.or }];
}

/** Items that texts count in other ways too, as shares bought back with or without their tax, and how far these may differ. */
const SOFT_ITEMS: readonly ItemId[] = ["buybacks", "dividends_paid", "interest_expense", "depreciation", "total_debt"];
const SOFT = 0.1;

function agreementOf(said: BoundFigure["said"], { value, currency }: ItemValue, item: ItemId): Agreement {
  const isSoft = SOFT_ITEMS.includes(item);
  if (said.currency !== undefined && currency !== undefined && said.currency !== currency) return "near";
  const found = agrees(said, value);
  return found === "no" && isSoft && Math.abs(said.value / value - 1) < SOFT ? "near" : found;
}

function nearest(said: number, values: readonly ItemValue[]): ItemValue | undefined {
  let best: ItemValue | undefined;
  for (const one of values) {
    if (best === undefined || Math.abs(one.value - said) < Math.abs(best.value - said)) best = one;
  }
  return best;
}
