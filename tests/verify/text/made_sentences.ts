/** Sentences about filed figures, each true one beside altered ones, by the analyst's selection of facts and not the verifier's. */
import type { ItemId } from "../../../src/data/metrics/items.ts";
import { statementsOf } from "../../../src/agent/domains/statements.ts";
import type { DatasetView } from "../../../src/data/dataset.ts";
import type { FiscalPeriod, Statements } from "../../../src/data/statements.ts";
import { xorshift } from "../../xorshift.ts";
import { type Kind, TEMPLATES } from "./sentence_templates.ts";
import { amountText, changeWords, itemWords, type Names, percentText, periodWords } from "./sentence_words.ts";

/** How a sentence was altered; `none` is a true one. */
export type Alteration =
  | "none"
  | "figure"
  | "digits"
  | "way"
  | "year"
  | "company"
  | "unit"
  | "item"
  | "points"
  | "bound";

/** A made sentence. */
export interface MadeSentence {
  readonly text: string;
  readonly kind: Kind;
  readonly alteration: Alteration;
}

/** A company of the made sentences. */
export interface Subject {
  readonly ticker: string;
  readonly name: string;
}

const FLOWS: readonly ItemId[] = [
  "revenue",
  "net_income",
  "operating_income",
  "gross_profit",
  "research_and_development",
  "operating_cash_flow",
  "capital_expenditure",
  "free_cash_flow",
  "cost_of_revenue",
];
const BALANCES: readonly ItemId[] = ["assets", "equity", "inventory", "cash", "current_assets"];
const MARGINS: readonly ItemId[] = ["gross_margin", "operating_margin", "net_margin"];
const KINDS: readonly Kind[] = [
  "level",
  "level",
  "growth",
  "both",
  "both",
  "way",
  "bound",
  "margin",
  "share",
  "per_share",
  "balance",
];
const LEAST_OFF = 0.012;

/** What a sentence says: the words and figures that fill a shape. */
interface Scene {
  readonly company: Subject;
  readonly item: ItemId;
  readonly period: FiscalPeriod;
  readonly prior: FiscalPeriod;
  /** Names the periods; they differ from the figures' where the year was altered. */
  readonly names: Names;
  readonly now: number;
  readonly then: number;
  readonly change: number;
  readonly way: 1 | -1;
  readonly bound: "more than" | "less than";
  readonly unit: "billion" | "million" | "one";
  readonly isPoints: boolean;
}

/**
 * Makes sentences.
 * @param count How many true ones are tried.
 */
export function madeSentences(
  view: DatasetView,
  subjects: readonly Subject[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly MadeSentence[] {
  const random = xorshift(seed);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new RangeError("Cannot pick from an empty list");
    return found;
  };
  const of = new Map(subjects.map(({ ticker }) => [ticker, statementsOf(view.records(ticker))]));
  const made: MadeSentence[] = [];
  for (let at = 0; at < count; at++) {
    const kind = pick(KINDS);
    const scene = sceneOf(kind, { company: pick(subjects), of, pick, random });
    if (scene === undefined) continue;
    const template = pick(TEMPLATES[kind]);
    const words = Math.floor(random() * 1e6);
    const text = filled(template, scene, words);
    made.push({ text, kind, alteration: "none" });
    for (const [alteration, other] of altered(scene, { kind, template, subjects, of, pick, random })) {
      const changed = filled(template, other, words);
      if (changed !== text && !isStillTrue(changed, scene, other)) made.push({ text: changed, kind, alteration });
    }
  }
  return made;
}

/** A figure that was altered by less than its rounding is as true as before. */
function isStillTrue(text: string, { now, change, unit, item }: Scene, other: Scene): boolean {
  if (other.now === now && other.change === change) return false;
  const isShare = other.change !== change || item.endsWith("_margin");
  const truth = other.change !== change ? Math.abs(change) : now;
  const size = isShare ? 0.01 : unit === "billion" ? 1e9 : unit === "million" ? 1e6 : 1;
  return [...text.matchAll(/(?<![\w.,-])\d[\d,]*(?:\.(\d+))?/g)].some(([number, decimals = ""]) => {
    const said = Number(number.replaceAll(",", "")) * size;
    return Math.abs(said - truth) <= size * 10 ** -decimals.length / 2 * (1 + 1e-6);
  });
}

interface Making {
  readonly of: ReadonlyMap<string, Statements>;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly random: () => number;
}

function valueOf(statements: Statements | undefined, item: ItemId, { start, end }: FiscalPeriod): number | undefined {
  const isFlow = !BALANCES.includes(item);
  const found = statements?.stated(item, isFlow ? { start, end } : { end });
  return found === undefined || typeof found === "string" ? undefined : found.value;
}

function sceneOf(kind: Kind, { company, of, pick, random }: Making & { readonly company: Subject }): Scene | undefined {
  const statements = of.get(company.ticker);
  const isYear = kind === "share" || kind === "balance" || random() < 0.6;
  const list = statements === undefined ? [] : isYear ? statements.years : statements.quarters;
  if (list.length < 6) return undefined;
  const period = pick(list.slice(0, isYear ? 7 : 14));
  const prior = list.find(({ end }) => Math.abs((Date.parse(period.end) - Date.parse(end)) / 86_400_000 - 365) < 12);
  const item = kind === "margin" ? pick(MARGINS) : kind === "per_share" ? "eps_diluted" : pick<ItemId>(
    kind === "balance" ? BALANCES : kind === "share" ? ["research_and_development", "capital_expenditure"] : FLOWS,
  );
  const now = valueOf(statements, item, period);
  const then = prior && valueOf(statements, item, prior);
  const revenue = valueOf(statements, "revenue", period) ?? NaN;
  if (prior === undefined || now === undefined || then === undefined || !(now > 0 && then > 0)) return undefined;
  const change = kind === "margin" ? now - then : kind === "share" ? now / revenue : now / then - 1;
  if (kind !== "share" && !(Math.abs(now / then - 1) > 0.004 && Math.abs(now / then - 1) < 3)) return undefined;
  const names = { period, prior, statements, isBalance: kind === "balance", form: Math.floor(random() * 100) };
  const size = Math.abs(now) >= 1e9 && Math.abs(then) >= 1e9 && random() < 0.85 ? "billion" : "million";
  return {
    ...{ company, item, period, prior, names, now, then, change, way: change > 0 ? 1 : -1, isPoints: false },
    ...{ bound: random() < 0.5 ? "more than" : "less than", unit: kind === "per_share" ? "one" : size },
  };
}

/** Fills a shape. */
function filled(template: string, scene: Scene, words: number): string {
  const { company, item, names, now, then, change, way, bound, unit, isPoints } = scene;
  const amount = (value: number) => amountText(value, unit, words);
  const isShare = item.endsWith("_margin");
  const percent = (value: number) =>
    isPoints ? percentText(value, words).replace(/%| percent/, " percentage points") : percentText(value, words);
  const shown = template.includes("{bound}") ? now * (bound === "more than" ? 0.97 : 1.03) : now;
  const { item: name, period, prior, day } = { item: itemWords(item, words), ...periodWords(names) };
  const fill: Readonly<Record<string, string>> = {
    ...{ C: company.name, "C's": `${company.name}'s`, I: name, M: name, P: period, P0: prior, day },
    ...{ V: amount(shown), V0: amount(then), D: amount(Math.abs(now - then)), bound },
    ...{ G: isShare ? percent(now) : percent(Math.abs(change)), G0: percent(then) },
    points: `${(100 * Math.abs(change)).toFixed(1)} percentage points`,
    ...changeWords(way, words),
  };
  return template.replace(/\{([^}]+?)(\^?)\}/g, (_, key: string, capital: string) => {
    const text = fill[key];
    if (text === undefined) throw new RangeError(`Cannot fill "{${key}}" of "${template}": it has no words`);
    return capital === "" ? text : text.charAt(0).toUpperCase() + text.slice(1);
  });
}

interface Altering extends Making {
  readonly kind: Kind;
  readonly template: string;
  readonly subjects: readonly Subject[];
}

/** The alterations that make a scene false, three of them. */
function altered(
  scene: Scene,
  { kind, template, subjects, of, pick, random }: Altering,
): readonly (readonly [Alteration, Scene])[] {
  const found: (readonly [Alteration, Scene])[] = [];
  const has = (key: string) => template.includes(`{${key}`);
  const hasValue = has("V}");
  const factor = 1 + (random() < 0.5 ? -1 : 1) * (0.01 + 0.29 * random());
  if (hasValue && !has("bound")) found.push(["figure", { ...scene, now: scene.now * factor }]);
  if (!hasValue && has("G}")) {
    found.push([
      "figure",
      kind === "margin" ? { ...scene, now: scene.now * factor } : { ...scene, change: scene.change * factor },
    ]);
  }
  const swapped = digitsSwapped(scene.now);
  if (hasValue && !has("bound") && swapped !== undefined) found.push(["digits", { ...scene, now: swapped }]);
  if (/\{(?:rose|rise|up|higher|more|a rise|noun)\}/.test(template)) {
    found.push(["way", { ...scene, way: scene.way === 1 ? -1 : 1 }]);
  }
  if (hasValue && scene.unit !== "one" && !has("bound")) {
    found.push(["unit", { ...scene, now: scene.now * (scene.unit === "billion" ? 1e-3 : 1e3) }]);
  }
  if (has("bound")) {
    found.push(["bound", { ...scene, now: scene.now * (scene.bound === "more than" ? 1.06 : 0.94) }]);
  }
  if (kind === "growth" && !/from|against|compared/.test(template)) {
    found.push(["points", { ...scene, isPoints: true }]);
  }
  const shownOf = (one: { company: Subject; item: ItemId; period: FiscalPeriod; prior: FiscalPeriod }) => {
    const statements = of.get(one.company.ticker);
    const [now, then] = [valueOf(statements, one.item, one.period), valueOf(statements, one.item, one.prior)];
    if (now === undefined || then === undefined) return undefined;
    if (hasValue || kind === "margin") return now;
    return kind === "share"
      ? now / (valueOf(statements, "revenue", one.period) ?? NaN)
      : kind === "way"
      ? Math.sign(now - then)
      : now / then - 1;
  };
  const differs = (one: Parameters<typeof shownOf>[0]) => {
    const [own, other] = [shownOf(scene), shownOf(one)];
    return own !== undefined && other !== undefined &&
      Math.abs(own - other) > Math.max(2 * LEAST_OFF * Math.abs(own), hasValue || kind === "way" ? 0 : 0.011) &&
      !has("bound");
  };
  const statements = of.get(scene.company.ticker);
  const later = statements?.years.concat(statements.quarters).find(({ end }) =>
    Math.abs((Date.parse(end) - Date.parse(scene.period.end)) / 86_400_000 - 365) < 12 && end > scene.period.end
  );
  if (later !== undefined && differs({ ...scene, period: later, prior: scene.period })) {
    found.push(["year", { ...scene, names: { ...scene.names, period: later, prior: scene.period } }]);
  }
  const other = pick(subjects);
  const same = other === scene.company ? undefined : sameNamed(scene, of.get(other.ticker));
  if (same !== undefined && differs({ company: other, item: scene.item, ...same }) && scene.names.form % 5 < 3) {
    found.push(["company", {
      ...scene,
      company: other,
      names: { ...scene.names, ...same, statements: of.get(other.ticker) },
    }]);
  }
  const item = kind === "margin"
    ? pick(MARGINS)
    : kind === "balance"
    ? pick(BALANCES)
    : kind === "per_share"
    ? scene.item
    : pick(FLOWS);
  if (item !== scene.item && differs({ ...scene, item })) found.push(["item", { ...scene, item }]);
  return [...found].sort(() => random() - 0.5).slice(0, 3);
}

/** The period of another company that has the same number: of quarters and years by their place in the list of ends. */
function sameNamed(
  { period, names }: Scene,
  statements: Statements | undefined,
): Pick<Scene, "period" | "prior"> | undefined {
  if (statements === undefined) return undefined;
  const wanted = periodWords({ ...names, form: 0 }).period;
  const isYear = Date.parse(period.end) - Date.parse(period.start) > 300 * 86_400_000;
  const list = isYear ? statements.years : statements.quarters;
  for (const one of list) {
    const prior = list.find(({ end }) => Math.abs((Date.parse(one.end) - Date.parse(end)) / 86_400_000 - 365) < 12);
    if (prior !== undefined && periodWords({ ...names, period: one, prior, statements, form: 0 }).period === wanted) {
      return { period: one, prior };
    }
  }
  return undefined;
}

/** The number with its first two different digits in each other's place. */
function digitsSwapped(value: number): number | undefined {
  const digits = String(Math.round(value));
  const [first, second] = [digits.charAt(0), digits.charAt(1)];
  if (first === second || second === "0" || second === "") return undefined;
  return Number(second + first + digits.slice(2));
}
