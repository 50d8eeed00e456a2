import { calledName, companyLabel } from "../../data/company_label.ts";
import { dayIn } from "../../calendar/day.ts";
import { marketName } from "../../data/market_name.ts";
import { askedName, type AskedNameId } from "../../data/metrics/asked_names.ts";
import { ASKABLE, type MetricId, rowOf } from "../../data/metrics/metric.ts";
import { type About, LIMIT_SIDES, ofMetric, spanOf } from "../../data/about.ts";
import { aboutOf, slotOf } from "../../data/slot.ts";
import type { Company, DatasetView } from "../../data/dataset.ts";
import { onceEach } from "../../data/once_each.ts";
import { Ground, KNOWLEDGE } from "../knowledge.ts";
import type { Slot } from "../names.ts";
import { type Expected, expectedIn } from "../recompute.ts";
import { plainMarks } from "../restate.ts";
import { type Agreement, agrees } from "./agrees.ts";
import { type Named, type PhraseMatch, phraseReader, type SlotMatch } from "./match_phrases.ts";
import type { CheckedClaim } from "./text_report.ts";
import { writtenFigures } from "./written_figures.ts";

/** The companies that a sentence may have been said of, beside those that it names: what is highest is so among some. */
export interface PhraseAbout {
  readonly view: DatasetView;
  /** Those that the text is said to be about. */
  readonly given: readonly string[];
  /** Those that the text names. */
  readonly named: readonly string[];
}

const read = phraseReader(KNOWLEDGE.vocabulary);

/** Slots that say whom a phrase is about. */
const WHOM = ["ticker", "name", "companies", "some"];
/** Of these those that name several. */
const LISTS = ["companies", "some"];
/** Judgements that are false where the data give another one, though no word of their own says them. */
const SILENT = ["order", "extreme"];
/** Judgements that say from which prices a sentence is made, and no more. */
const MADE_FROM = ["frequency", "basis"];
/** Readings of a sentence that are compared: few phrases have the same words. */
const MOST_READINGS = 6;
/** Names of a metric by which one knows which is meant. */
const NAMING: readonly AskedNameId[] = ["measure", "head", "most", "least", "more", "less"];

/** A point of a list says "its" of the only company that the text is about. */
const POINT = /^((?:For|Against): )?it(s?) /i;

/** A slot, and all that it may hold, by the companies of the answer. */
interface Held {
  readonly said: SlotMatch;
  readonly slot: Slot;
  readonly isBare: boolean;
}

/**
 * Checks a sentence that is one of our own phrases, whatever figures, days and judgements it has.
 * @param sentence Without the space around it.
 * @returns Its claims; `undefined` where it is not one of the phrases.
 */
export function phraseClaims(sentence: string, about: PhraseAbout): readonly CheckedClaim[] | undefined {
  const names = namesOf(about.view.companies);
  const likely = [...about.given, ...about.named];
  const called = (text: string) => {
    const all = names.get(text) ?? [];
    return all.length < 2 ? all[0] : likely.find((ticker) => all.includes(ticker));
  };
  const [only = "", ...others] = new Set(likely);
  const whole = others.length > 0 || only === ""
    ? sentence
    : sentence.replace(POINT, (_, mark, owns) => `${mark ?? ""}${only}${owns && "'s"} `);
  let best: readonly CheckedClaim[] | undefined;
  let readings = 0;
  const named: Named = (slot, text) => {
    if (!WHOM.includes(slot)) return [];
    const all = (LISTS.includes(slot) && !names.has(text) ? listed(text) : [text]).map(called);
    const found = all.filter((one) => one !== undefined);
    return found.length === all.length ? found : undefined;
  };
  for (const said of read(plainMarks(whole), named)) {
    if (++readings > MOST_READINGS) break;
    const claims = claimsIn(said, {
      own: [...new Set(slotsIn(said).flatMap(({ whom = [] }) => whom))],
      about,
      sentence,
    });
    if (claims !== undefined && (best === undefined || isBetter(claims, best))) best = claims;
  }
  return best;
}

/** Of two phrases in the same words the one that holds is meant. */
function isBetter(one: readonly CheckedClaim[], other: readonly CheckedClaim[]): boolean {
  const count = (claims: readonly CheckedClaim[], wanted: string) =>
    claims.filter(({ finding }) => finding === wanted).length;
  const more = count(other, "false") - count(one, "false");
  return more > 0 || more === 0 && count(one, "proven") > count(other, "proven");
}

/** Tickers by what our own sentences call companies: `AAPL`, `Apple`, or `Apple (AAPL)`. */
const namesOf = onceEach((companies: readonly Company[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...Map.groupBy(
      companies.flatMap((one) => {
        const all = new Set([one.ticker, calledName(one, 1), companyLabel(one)]);
        return [...all].map((text) => [plainMarks(text), one.ticker]);
      }),
      ([text = ""]) => text,
    )].map(([text, all]) => [text, all.map(([, ticker = ""]) => ticker)]),
  )
);

function claimsIn(
  said: PhraseMatch,
  { own, about, sentence }: {
    readonly own: readonly string[];
    readonly about: PhraseAbout;
    readonly sentence: string;
  },
): readonly CheckedClaim[] | undefined {
  const grounds = groundsOf(own, about);
  const tries = grounds.flatMap((ground) =>
    chosenIn(said, ground).map((of) => judged(heldIn(said, { about: ground.companies, of }), ground))
  );
  const best = tries.reduce<Tried | undefined>(
    (one, other) => one === undefined || scoreOf(other) > scoreOf(one) ? other : one,
    undefined,
  );
  return best && claimsOf(best, { tries, sentence });
}

interface Judged extends Held {
  readonly agreement: Agreement | "unread";
  readonly expected: Expected | undefined;
}

type Tried = readonly Judged[];

function scoreOf(tried: Tried): number {
  return tried.reduce((sum, { agreement }) => sum + (agreement === "yes" ? 1 : 0), 0);
}

function claimsOf(
  best: Tried,
  { tries, sentence }: { readonly tries: readonly Tried[]; readonly sentence: string },
): readonly CheckedClaim[] {
  const doubt = doubtOf(best);
  return best.flatMap((one, at): readonly CheckedClaim[] => {
    const metric = one.slot.metric;
    if (!isClaim(one)) return [];
    const isSilent = one.said.text === "";
    const agreement = one.agreement === "no" && !isNoEverywhere(tries, at) ? "near" : one.agreement;
    if (isSilent && agreement !== "no") return [];
    const { start, end } = isSilent ? { start: 0, end: sentence.length } : one.said;
    const place = { shown: sentence.slice(start, end), start, end, metric };
    const [ticker, ...others] = one.slot.about;
    const of = others.length === 0 && ticker !== undefined ? { ticker } : {};
    if (agreement === "yes" && doubt === undefined) return [{ ...place, ...of, finding: "proven", ...nearOf(one) }];
    if (agreement === "no" && doubt === undefined) {
      return [{ ...place, ...of, finding: "false", why: "the data give another", ...nearOf(one) }];
    }
    return [{ ...place, ...of, finding: "unknown", why: doubt ?? whyUnknown(agreement), ...nearOf(one) }];
  });
}

function whyUnknown(agreement: Agreement | "unread"): string {
  return agreement === "unread"
    ? "the data do not give it"
    : "it is too near to refuse and too far to prove, or so of other companies together";
}

/** Whether a slot states something: a figure, a day, or a judgement in words. */
function isClaim({ said, slot: { metric }, expected }: Judged): boolean {
  if (said.text === "") return SILENT.includes(metric);
  const unit = expected?.unit ?? KNOWLEDGE.vocabulary.metrics[metric]?.unit;
  return unit !== "name" && metric !== "as_of" && !MADE_FROM.includes(metric);
}

/** Why nothing of a sentence is decided on. */
function doubtOf(tried: Tried): string | undefined {
  const other = tried.find((one) => one.agreement !== "yes" && !isClaim(one));
  if (other === undefined) return undefined;
  return other.slot.metric === "as_of"
    ? "it is as of another day"
    : `it is not of the prices, companies or measures of this day: ${other.said.text || other.slot.metric}`;
}

function isNoEverywhere(tries: readonly Tried[], at: number): boolean {
  return tries.every((tried) => ["no", "unread"].includes(tried[at]?.agreement ?? "no"));
}

function nearOf({ expected, slot: { metric, about } }: Judged): Pick<CheckedClaim, "evidence" | "source"> {
  if (expected === undefined) return {};
  const evidence = `${metric} of ${about.join(" and ")} is ${expected.shown || expected.value}`;
  return { evidence, ...(expected.origin && { source: expected.origin }) };
}

function groundsOf(own: readonly string[], { view, given, named }: PhraseAbout): readonly Ground[] {
  const sets = [given, named, given === named ? [] : own].filter((one) =>
    one.length > 0 && own.every((ticker) => one.includes(ticker))
  );
  const distinct = new Map(sets.map((one) => [one.join(" "), one]));
  return [...distinct.values()].map((companies) => new Ground(view, { companies }, KNOWLEDGE));
}

function judged(held: readonly Held[], ground: Ground): Tried {
  return held.map((one): Judged => {
    const expected = expectedIn(one.slot, ground);
    return "problem" in expected
      ? { ...one, expected: undefined, agreement: "unread" }
      : { ...one, expected, agreement: agreementOf(one, expected) };
  });
}

function agreementOf({ said, slot: { metric }, isBare }: Held, expected: Expected): Agreement {
  if (said.words !== undefined) return said.words.includes(String(expected.value)) ? "yes" : "no";
  const shown = isBare ? expected.shown.replace(/^[-+]/, "") : expected.shown;
  if (shown === said.text) return "yes";
  const { value, currency } = expected;
  if (typeof value === "string") return dayIn(said.text) === value || shown.startsWith(`${said.text} `) ? "yes" : "no";
  const [figure] = writtenFigures(said.text.toLowerCase());
  if (figure === undefined) return "near";
  if (figure.currency !== undefined && currency !== undefined && figure.currency !== currency) return "no";
  const found = agrees(figure, isBare ? Math.abs(value) : value);
  const isLoss = rowOf(metric)?.loss || metric === "return_1m"; // texts name them with and without their sign
  return found === "no" && isLoss && value < 0 && figure.value > 0 && agrees(figure, -value) === "yes" ? "near" : found;
}

/** All slots of a phrase but those that name companies, with whom and what they are about. */
function heldIn(
  said: PhraseMatch,
  outer: { readonly about: readonly string[]; readonly of: About | undefined },
): readonly Held[] {
  const { phrase } = said;
  const own = namedIn(said);
  const about = own.length > 0 ? own : outer.about;
  const of = phrase.takes === undefined ? aboutOf(phrase, outer.of) : outer.of;
  return said.pieces.flatMap((piece): readonly Held[] => {
    if ("part" in piece) {
      const isOthers = phrase.parts?.[piece.part]?.about !== undefined;
      return piece.said.flatMap((child) => heldIn(child, { about: isOthers ? [] : about, of }));
    }
    if (WHOM.includes(piece.slot)) return [];
    const slot = { of: undefined, ...slotOf(piece.slot, of), about };
    return [{ said: piece, slot, isBare: phrase.bare?.includes(slot.metric) === true }];
  });
}

/** Whom a phrase is about by its own names, or by those of the phrases that stand for each of them. */
function namedIn({ phrase, pieces }: PhraseMatch): readonly string[] {
  const direct = pieces.flatMap((piece) => "slot" in piece ? piece.whom ?? [] : []);
  if (direct.length > 0) return direct;
  return pieces.flatMap((piece) => {
    if (!("part" in piece)) return [];
    const whom = phrase.parts?.[piece.part]?.about;
    return whom === "others" ? [] : [...new Set(piece.said.flatMap(namedIn))];
  });
}

function listed(text: string): readonly string[] {
  return text.replace(/ and others$/, "").split(/, | and /);
}

/** Which metric or span a phrase may have been given, by what it shows of it. */
function chosenIn(said: PhraseMatch, { view }: Ground): readonly (About | undefined)[] {
  const slots = slotsIn(said);
  const textOf = (slot: string) => slots.find((one) => one.slot === slot)?.text;
  switch (said.phrase.takes) {
    case "limit": {
      const [limit] = writtenFigures(textOf("limit")?.toLowerCase() ?? "");
      if (limit === undefined) return [];
      return metricsIn(slots, view).flatMap((metric) =>
        LIMIT_SIDES.map((side): About => ({ kind: "limit", metric, side, value: limit.value }))
      );
    }
    case "metric":
      return metricsIn(slots, view).map(ofMetric);
    case "span": {
      const [, given, end] = /^between (.+) and (.+)$/.exec(textOf("span_given") ?? "") ?? [];
      const last = dayIn(end ?? textOf("span_last") ?? "");
      const first = dayIn(given ?? textOf("span_first") ?? "") ?? dayIn(`${given} ${last?.slice(0, 4)}`);
      if (first === undefined || last === undefined) return [];
      const whole = spanOf({ from: first, to: last });
      return given === undefined ? [{ ...whole, from: whole.from + 1 }, whole] : [whole];
    }
    default:
      return [undefined];
  }
}

/** The measures that go by a name that is said. */
function metricsIn(slots: readonly SlotMatch[], { benchmark }: Ground["view"]): readonly MetricId[] {
  const market = benchmark && marketName(benchmark);
  const names = slots.flatMap(({ slot, text }) => {
    const id = NAMING.find((one) => one === slot);
    return id === undefined ? [] : [{ id, text }];
  });
  return ASKABLE.filter((metric) =>
    names.some(({ id, text }) =>
      (["daily", "monthly"] as const).some((frequency) => askedName(id, metric, { frequency, market }) === text)
    )
  );
}

function slotsIn({ pieces }: PhraseMatch): readonly SlotMatch[] {
  return pieces.flatMap((piece) => "part" in piece ? piece.said.flatMap(slotsIn) : [piece]);
}
