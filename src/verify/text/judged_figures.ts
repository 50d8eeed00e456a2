import type { Statements } from "../../data/statements.ts";
import type { ItemId } from "../../data/metrics/items.ts";
import { type Agreement, agrees } from "./agrees.ts";
import type { BoundFigure } from "./bind_figures.ts";
import { type ItemValue, itemValues, type Measured } from "./item_values.ts";
import { type Case, everySpan, type Span, spansOf } from "./spans.ts";

/** What is found of a figure or a word, without its place. */
export interface Judged {
  readonly finding: "proven" | "false" | "unknown";
  readonly why?: string;
  /** The value that is nearest. */
  readonly near?: ItemValue;
}

/** A figure that is so many times the largest of all periods is no newer period's either. */
const BEYOND = 5;

/** Holds a figure against what the reports say. */
export function judgeFigure({ said, measured, periods, isLoose }: BoundFigure, one: Case): Judged {
  const { statements } = one;
  const spans = spansOf(periods, measured, one);
  if (spans.isUnread) return { finding: "unknown", why: "it is of a time that no report is read for" };
  const held = (list: readonly Span[]) =>
    list.flatMap((span) => alike(measured).flatMap((each) => itemValues(each, span, statements)))
      .map((value) => ({ value, agreement: agreementOf(said, value, measured.item) }));
  const sure = held(spans.sure);
  const maybe = held(spans.maybe);
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
  if (sure.length > 0 && spans.isNamed) return refused(isLoose, { near, mayBeNewer: spans.mayBeNewer });
  return scanned({ said, measured, isLoose }, {
    ...one,
    near,
    mayBeNewer: spans.mayBeNewer || periods.base === undefined && periods.before !== undefined,
    isKnown: sure.length > 0 || spans.sure.length === 0 && !spans.isNamed,
  });
}

function refused(
  isLoose: boolean,
  { near, mayBeNewer }: { readonly near: ItemValue | undefined; readonly mayBeNewer: boolean },
): Judged {
  const nearby = near === undefined ? {} : { near };
  if (mayBeNewer) {
    return { finding: "unknown", why: "it may be of a period whose report the data do not have", ...nearby };
  }
  return isLoose
    ? { finding: "unknown", why: "it may be of something else in the sentence", ...nearby }
    : { finding: "false", why: "the reports state another figure", ...nearby };
}

/** Looks at all times, where the sentence names none: a figure that is of none of them is false. */
function scanned(
  { said, measured, isLoose }: Pick<BoundFigure, "said" | "measured" | "isLoose">,
  { statements, near, isKnown, mayBeNewer }: Case & {
    readonly near: ItemValue | undefined;
    readonly isKnown: boolean;
    readonly mayBeNewer: boolean;
  },
): Judged {
  if (!isKnown) return { finding: "unknown", why: "the reports do not state it for that time", ...(near && { near }) };
  const all = everyValue(measured, statements);
  const agreeing = (wanted: Agreement) => all.find((value) => agreementOf(said, value, measured.item) === wanted);
  const yes = agreeing("yes") ?? agreeing("near");
  if (yes !== undefined) return { finding: "unknown", why: "the sentence does not say of what time it is", near: yes };
  const closest = near ?? nearest(said.value, all);
  if (all.length < 3) {
    return { finding: "unknown", why: "the reports do not state it", ...(closest && { near: closest }) };
  }
  // a limit of any time, or an amount that may have been announced
  const isBound = said.bound === "above" || said.bound === "below" || SOFT_ITEMS.includes(measured.item);
  return refused(isLoose || isBound, { near: closest, mayBeNewer: mayBeNewer && !isBeyond(said.value, all) });
}

/** Far more than any report ever gave. */
function isBeyond(said: number, all: readonly ItemValue[]): boolean {
  return Math.abs(said) > BEYOND * Math.max(...all.map(({ value }) => Math.abs(value)));
}

/** What reports give at all times: a text has many sentences of few items, and each would read hundreds of periods. */
const everyTime = new WeakMap<Statements, Map<string, readonly ItemValue[]>>();

function everyValue(measured: Measured, statements: Statements): readonly ItemValue[] {
  const known = everyTime.getOrInsertComputed(statements, () => new Map<string, readonly ItemValue[]>());
  const key = [measured.item, measured.how, measured.of, measured.or].join(" ");
  return known.getOrInsertComputed(
    key,
    () =>
      everySpan(measured, statements).flatMap((span) =>
        alike(measured).flatMap((each) => itemValues(each, span, statements))
      ),
  );
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
