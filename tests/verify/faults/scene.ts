import type { Claim, Draft, Statement } from "../../../src/data/claim.ts";
import type { DatasetView } from "../../../src/data/dataset.ts";
import { metricOf, VOCABULARY } from "../../../src/data/vocabulary.ts";
import { marketName } from "../../../src/data/market_name.ts";
import type { MetricId } from "../../../src/data/metrics/metric.ts";
import { type List, type Phrase, type PhraseId, piecesOf } from "../../../src/data/phrases/phrase.ts";
import { aboutText, readAbout } from "../../../src/data/about.ts";
import { slotOf } from "../../../src/data/slot.ts";
import type { Random } from "./kind.ts";
import { phraseOf, type Told } from "./told.ts";

/** What a liar may use: the answer that a sentence is from, and all that is known elsewhere. */
export interface Scene {
  readonly view: DatasetView;
  /** Tickers of the answer. */
  readonly companies: readonly string[];
  /** Of the portfolio that the answer is about. */
  readonly weights?: NonNullable<Draft["weights"]>;
  /** The side that the answer argues. */
  readonly side?: NonNullable<Draft["side"]>;
  /** The list of the answer in which the sentence stands. */
  readonly list: List;
  /** The sentences of all answers about this view. */
  readonly statements: readonly Statement[];
  /** The sentences of answers about other days of the same data. */
  readonly otherDays: readonly Statement[];
  readonly random: Random;
}

/** A sentence that is wrong, or said in other words; and the companies and the list of its answer, where these are changed. */
export interface Lie {
  readonly statement: Statement;
  readonly companies?: readonly string[];
  readonly list?: List;
}

/** Claims by metric, companies and what they are of. */
const known = new WeakMap<readonly Statement[], ReadonlyMap<string, Claim>>();

/** The claim of another sentence of these. */
export function knownClaim(
  statements: readonly Statement[],
  { metric, entities, of }: Pick<Claim, "metric" | "entities" | "of">,
): Claim | undefined {
  const all = known.get(statements) ??
    new Map(statements.flatMap(({ claims }) => claims).map((claim) => [keyOf(claim), claim]));
  known.set(statements, all);
  return all.get(keyOf({ metric, entities, ...(of !== undefined && { of }) }));
}

function keyOf({ metric, entities, of }: Pick<Claim, "metric" | "entities" | "of">): string {
  return [metric, of, ...entities].join(" ");
}

/** The first claim of these sentences, or the first of a metric. */
function anyClaim(statements: readonly Statement[], metric?: MetricId): Claim | undefined {
  for (const { claims } of statements) {
    const found = metric === undefined ? claims[0] : claims.find((one) => one.metric === metric);
    if (found) return found;
  }
  return undefined;
}

/** What a phrase that is not true is filled with. */
export interface Fill {
  readonly about: readonly string[];
  readonly of?: string | undefined;
  /** The phrase in whose place it is said: its claims are used again. */
  readonly instead: Told;
  readonly scene: Scene;
}

/**
 * Says a phrase whether it is true or not: with the claims of the phrase it replaces, else with those of the scene, else
 * with the first words it can spell. Parts take their first phrase that can be said so.
 */
export function lied(id: PhraseId, fill: Fill): Told | undefined {
  const phrase = phraseOf(id);
  const of = phrase.of ?? fill.of ?? fill.instead.of;
  if (phrase.takes !== undefined && of === undefined) return undefined;
  const slots: Record<string, Claim> = {};
  const parts: Record<string, readonly Told[]> = {};
  for (const piece of piecesOf(phrase)) {
    if ("words" in piece) continue;
    const part = phrase.parts?.[piece.slot];
    if (part === undefined) {
      const claim = liedClaim({ slot: piece.slot, phrase, of }, fill);
      if (claim === undefined) return undefined;
      slots[piece.slot] = claim;
      continue;
    }
    const ids = VOCABULARY.byRole.get(part.role) ?? [];
    const each = part.about === "each" ? fill.about.map((ticker) => [ticker]) : [fill.about];
    const children = each.map((about) =>
      ids.map((one) => lied(one, { ...fill, about, of })).find((one) => one !== undefined)
    );
    if (children.includes(undefined)) return undefined;
    parts[piece.slot] = children.filter((one) => one !== undefined);
  }
  const chosen = phrase.takes === undefined ? {} : { of };
  return { phrase: id, about: fill.about, ...chosen, slots, parts };
}

function liedClaim(
  { slot, phrase, of: outer }: { readonly slot: string; readonly phrase: Phrase; readonly of: string | undefined },
  { about, instead, scene }: Fill,
): Claim | undefined {
  const { metric, of: object } = slotOf(slot, outer === undefined ? outer : readAbout(outer));
  if (VOCABULARY.metrics[metric] === undefined) return undefined;
  const definition = metricOf(metric);
  const of = definition.of && object ? aboutText(object) : undefined;
  const template = Object.values(instead.slots)[0] ?? anyClaim(scene.statements);
  if (template === undefined) return undefined;
  const claim = (value: string, shown: string): Claim => ({
    id: [...about, metric, ...(of === undefined ? [] : [of])].join("."),
    entities: about,
    metric,
    ...(of !== undefined && { of }),
    value,
    unit: definition.unit,
    as_of: template.as_of,
    formula: definition.formula,
    shown,
  });
  if (definition.unit === "word") {
    const [first] = Object.entries(phrase.words?.[slot] ?? {});
    return first && claim(...first);
  }
  if (definition.unit === "name") return namedClaim(slot, { about, view: scene.view, claim });
  const right = knownClaim(scene.statements, { metric, entities: about, ...(of !== undefined && { of }) });
  return right ?? borrowed(metric, { about, of, scene, template });
}

function namedClaim(
  slot: string,
  { about, view, claim }: {
    readonly about: readonly string[];
    readonly view: DatasetView;
    readonly claim: (value: string, shown: string) => Claim;
  },
): Claim | undefined {
  const company = view.companies.find(({ ticker }) => ticker === about[0]);
  switch (slot) {
    case "ticker":
      return claim(about[0] ?? "", about[0] ?? "");
    case "name":
      return claim(about[0] ?? "", company === undefined ? about[0] ?? "" : `${company.ticker} (${company.name})`);
    case "companies":
      return claim(about.join(" "), about.join(", ").replace(/, ([^,]*)$/, " and $1"));
    case "sector":
      return claim(company?.sector ?? "Energy", company?.sector ?? "Energy");
    default:
      return view.benchmark === undefined
        ? claim("INDEX", "the index")
        : claim(view.benchmark, marketName(view.benchmark));
  }
}

/** The figure of another company, said of these. */
function borrowed(
  metric: MetricId,
  { about, of, scene, template }: {
    readonly about: readonly string[];
    readonly of: string | undefined;
    readonly scene: Scene;
    readonly template: Claim;
  },
): Claim | undefined {
  const other = anyClaim(scene.statements, metric);
  return other && {
    ...other,
    id: [...about, metric].join("."),
    entities: about,
    ...(of !== undefined && { of }),
    as_of: template.as_of,
  };
}
