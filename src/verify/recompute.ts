import type { Claim } from "../data/claim.ts";
import type { Metric, MetricId } from "../data/metrics/metric.ts";
import { factName, filingName } from "../data/records.ts";
import { definitionOf } from "../data/vocabulary.ts";
import { lastDay } from "../data/series.ts";
import type { Subject } from "./domains/subject.ts";
import { expectFact, type UnpricedExpected, type UnpricedSlot } from "./facts.ts";
import type { AboutKind, AboutOf } from "../data/about.ts";
import { figureOf, newestDay } from "./figures.ts";
import { judgement } from "./judgements.ts";
import { isOfPortfolio, portfolioIn } from "./portfolio_slots.ts";
import { expectOwn } from "./own.ts";
import type { Ground } from "./knowledge.ts";
import { nameOf, type Slot } from "./names.ts";
import { expectQuote, expectSearch } from "./quotes.ts";
import { type Refutation, refutedBy } from "./refuted.ts";
import { shownFigure } from "./shown.ts";

/** What a slot of a phrase must hold, from the verifier's own reading of the data. */
export interface Expected extends UnpricedExpected {
  readonly as_of: string;
  readonly unit: Metric["unit"];
  readonly formula: string;
}

/**
 * Computes what a slot must hold.
 * @returns Why it can hold nothing.
 */
export function expectedIn(slot: Slot, ground: Ground): Expected | Refutation {
  const { metric, about, of } = slot;
  return ground.onceHere(JSON.stringify([metric, of, about]), () => unrefuted(expect(slot, ground), slot, ground));
}

function unrefuted(found: ReturnType<typeof expect>, { about, metric }: Slot, ground: Ground): Expected | Refutation {
  const isAnswer = ground.knowledge.vocabulary.metrics[metric]?.of === "fact";
  return ("inputs" in found ? refutedBy(found.inputs ?? [], { about, isAnswer }, ground) : undefined) ?? found;
}

function expect(slot: Slot, ground: Ground): Expected | { readonly problem: string } {
  const definition = definitionOf(slot.metric, ground.knowledge.vocabulary);
  if (definition === undefined) return { problem: "is of an unknown metric" };
  if (slot.about.length === 0) return { problem: "is about no company" };
  if (new Set(slot.about).size < slot.about.length) return { problem: "counts a company twice" };
  if (!slot.about.every((ticker) => ground.companies.includes(ticker))) {
    return { problem: "is about no company of the answer" };
  }
  if (slot.metric === "priced") return pricedIn(slot, definition, ground);
  if (isOfPortfolio(slot.metric)) return expectPortfolio(slot, definition, ground);
  const kind = definition.of === true ? undefined : definition.of;
  const read = kind && UNPRICED[kind] as Unpriced<AboutKind> | undefined;
  if (read !== undefined) return unpriced(slot, read, { definition, ground });
  const subjects = ground.subjects(slot.about);
  if (subjects.length < slot.about.length && !UNPRICED_NAMES.includes(slot.metric)) {
    return { problem: "is about a company without prices in the data" };
  }
  const found = definition.unit === "name"
    ? nameOf(slot, ground)
    : definition.unit === "word"
    ? wordOf(slot, subjects, ground)
    : figureIn(slot, { definition, subjects, ground });
  if (found === undefined) return { problem: "cannot be computed from the data" };
  const as_of = newestDay(subjects) || ground.view.asOf;
  return { ...found, as_of, unit: definition.unit, formula: definition.formula };
}

/** What a slot of a kind holds without prices; nothing, or the reason, where it holds none. */
type Unpriced<K extends AboutKind> = (
  of: AboutOf<K>,
  slot: UnpricedSlot,
  ground: Ground,
) => UnpricedExpected | { readonly problem: string };

/** By what a slot is about; those without a row are read from bars. */
const UNPRICED: { readonly [K in AboutKind]: Unpriced<K> | undefined } = {
  metric: undefined,
  limit: undefined,
  span: undefined,
  criteria: undefined,
  fact: (...slot) => expectFact(...slot) ?? { problem: "cannot be computed from the reports" },
  own: (...slot) => expectOwn(...slot) ?? { problem: "cannot be computed from the caller's tables" },
  quote: expectQuote,
  search: expectSearch,
};

/** Names that a company has without prices. */
const UNPRICED_NAMES: readonly MetricId[] = ["ticker", "companies", "some"];

/** What reports, texts or the caller's tables give, for which no prices are needed. */
function unpriced(
  { of, ...slot }: Slot,
  read: Unpriced<AboutKind>,
  { definition, ground }: { readonly definition: Metric; readonly ground: Ground },
): Expected | { readonly problem: string } {
  if (of === undefined || of.kind !== definition.of) return { problem: "is about something else" };
  const found = read(of, { ...slot, definition }, ground);
  if ("problem" in found) return found;
  const { origin, ...rest } = found;
  const { unit, formula } = definition;
  const as_of = ground.view.asOf;
  return { ...rest, as_of, unit, formula, ...(origin !== undefined && { origin: originOf({ source: origin }) }) };
}

function pricedIn({ about }: Slot, { unit, formula }: Metric, ground: Ground): Expected {
  const subjects = ground.subjects(about);
  const value = about.every((ticker) => ground.view.prices(ticker).length === 0) ? "none" : "some";
  return { value, shown: value, as_of: newestDay(subjects) || ground.view.asOf, unit, formula };
}

function expectPortfolio(
  { metric, about }: Slot,
  definition: Metric,
  ground: Ground,
): Expected | { readonly problem: string } {
  const found = portfolioIn({ metric, definition, about }, ground);
  if (found === undefined) return { problem: "cannot be computed from the data" };
  const { origin, ...rest } = found;
  const { unit, formula } = definition;
  return { ...rest, unit, formula, ...(origin && { origin: originOf(origin) }) };
}

function wordOf({ metric, of }: Slot, subjects: readonly Subject[], ground: Ground) {
  const value = judgement(metric, { subjects, about: of, ground });
  return value === undefined ? undefined : { value, shown: value };
}

function figureIn(
  { metric, of }: Slot,
  { definition, subjects, ground }: {
    readonly definition: Metric;
    readonly subjects: readonly Subject[];
    readonly ground: Ground;
  },
): Pick<Expected, "value" | "shown" | "currency" | "origin" | "inputs"> | undefined {
  const asked = { metric, of: definition.of ? of : undefined };
  const value = figureOf(asked, subjects, ground);
  const [first, ...others] = subjects;
  // a mean of some is no mean of all who are named
  if (others.length > 0 && subjects.some((one) => figureOf(asked, [one], ground) === undefined)) return undefined;
  if (value === undefined || first === undefined) return undefined;
  const { currency } = first.series;
  return {
    value,
    shown: shownFigure(definition, value, { metric, currency }),
    ...(definition.unit === "currency" && currency !== "" && { currency }),
    origin: originOf({ ...first.series, source: sourceOf(metric, first, ground) }),
    ...(others.length === 0 && asked.of === undefined && {
      inputs: ground.factsOf(metric, first).map((one) => "tag" in one ? factName(one) : filingName(one)),
    }),
  };
}

/** The file behind a figure: of a session, that of its rows, and of what is filed, that of the first of it. */
export function sourceOf(metric: MetricId, subject: Subject, ground: Ground): string {
  switch (ground.knowledge.vocabulary.metrics[metric]?.shelf) {
    case undefined:
      return subject.series.source;
    case "sessions":
      return subject.sessions().find(({ day }) => day === lastDay(subject.series))?.source ?? "";
    default:
      return ground.factsOf(metric, subject).at(0)?.source ?? "";
  }
}

/** Tolerance for rounding; the floor is for values that cancel to about 0. */
const RELATIVE = 1e-9;
const FLOOR = 1e-12;

/**
 * Holds a claim against what its slot must hold.
 * @param claim Untrusted.
 * @returns What is wrong with it; `undefined` when it is right.
 */
export function problemOf(claim: Claim, expected: Expected): string | undefined {
  const { unit, formula, as_of, currency, origin = "", inputs = [] } = expected;
  if (claim.unit !== unit) return `has the unit ${claim.unit} instead of ${unit}`;
  if (claim.formula !== formula) return "has the wrong formula";
  if (claim.as_of !== as_of) return `is as of ${claim.as_of}, but the newest bar is of ${as_of}`;
  if (claim.currency !== currency) return `is in ${claim.currency ?? "no currency"} instead of ${currency ?? "none"}`;
  if (originOf(claim) !== origin) {
    return `uses ${originOf(claim) || "no bars"} instead of ${origin || "none"}`;
  }
  if ((claim.inputs ?? []).join("\n") !== inputs.join("\n")) {
    return `is made of ${(claim.inputs ?? []).join(", ") || "no facts"} instead of ${inputs.join(", ") || "none"}`;
  }
  if (!isSame(claim.value, expected.value)) return `is ${claim.value}, but the data give ${expected.value}`;
  return undefined;
}

/** The tolerance is that of our own value: one of the claim's would let infinity pass. */
function isSame(claimed: number | string, own: number | string): boolean {
  if (typeof claimed !== "number" || typeof own !== "number") return claimed === own;
  return Math.abs(claimed - own) <= Math.max(RELATIVE * Math.abs(own), FLOOR);
}

function originOf(
  { frequency = "", basis = "", source = "" }: { frequency?: string; basis?: string; source?: string },
): string {
  const all = [frequency, basis, source];
  return all.every((one) => one === "")
    ? ""
    : all.map((one) => one.includes(" ") ? JSON.stringify(one) : one).join(" ");
}
