import { dayNumber, dayText, isDay } from "../../calendar/day.ts";
import type { XmlElement, XmlName } from "./xml_events.ts";

/** Of what and when a fact is. */
export interface ReportContext {
  /** Who reports, ten digits; absent where it is no CIK. */
  readonly cik?: string;
  /** First day of a flow. */
  readonly start?: string;
  readonly end: string;
  /** The part of the company that it is of; empty for the whole. */
  readonly parts: readonly ReportPart[];
}

/** A member of an axis, like that of one class of shares; without names where it is of another form. */
export interface ReportPart {
  readonly axis?: string;
  readonly member?: string;
}

export const INSTANCE = "http://www.xbrl.org/2003/instance";
const DIMENSIONS = "http://xbrl.org/2006/xbrldi";
const CIK_SCHEME = "http://www.sec.gov/CIK";
const CURRENCIES = "http://www.xbrl.org/2003/iso4217";

/** Texts in contexts and units are names and days; longer ones are none of them. */
const MAX_TEXT = 400;

/** Collects one context or unit of a report as its elements are read. */
abstract class Collected<T> {
  #text = "";

  /** An element inside it opens. */
  open(_element: XmlElement): void {
    this.#text = "";
  }

  text(piece: string): void {
    if (this.#text.length < MAX_TEXT) this.#text += piece;
  }

  /** An element inside it closes. */
  close(element: XmlElement): void {
    this.take(element, this.#text.trim());
    this.#text = "";
  }

  protected abstract take(element: XmlElement, text: string): void;

  /** What it says; `undefined` where that cannot be used. */
  abstract result(): T | undefined;
}

/** Collects a context. */
export class ContextCollector extends Collected<ReportContext> {
  #cik: string | undefined;
  #start: string | undefined;
  #end: string | undefined;
  #isBroken = false;
  readonly #parts: ReportPart[] = [];
  #partDepth = 0;

  override open(element: XmlElement): void {
    super.open(element);
    const isPlace = element.namespace === INSTANCE && ["segment", "scenario"].includes(element.local);
    if (this.#partDepth > 0 || isPlace) this.#partDepth += 1;
  }

  protected override take(element: XmlElement, text: string): void {
    const { namespace, local } = element;
    if (this.#partDepth > 0) {
      this.#partDepth -= 1;
      if (this.#partDepth === 1) this.#parts.push(partOf(element, text));
      return;
    }
    if (namespace !== INSTANCE) return;
    if (local === "identifier") this.#cik = cikOf(element.attributes["scheme"], text);
    else if (local === "startDate") this.#start = this.#day(text, { isEnd: false });
    else if (local === "endDate" || local === "instant") this.#end = this.#day(text, { isEnd: true });
  }

  /** A time is midnight: at the end of a period that of the day before. */
  #day(text: string, { isEnd }: { readonly isEnd: boolean }): string | undefined {
    const [, day = "", time] = /^(\d{4}-\d\d-\d\d)(T(?:00|24):00:00)?$/.exec(text) ?? [];
    if (!isDay(day) || (time?.startsWith("T24") && !isEnd)) this.#isBroken = true;
    else return time?.startsWith("T00") && isEnd ? dayText(dayNumber(day) - 1) : day;
    return undefined;
  }

  override result(): ReportContext | undefined {
    const cik = this.#cik;
    const start = this.#start;
    const end = this.#end;
    if (this.#isBroken || end === undefined || (start !== undefined && start > end)) return undefined;
    return { ...(cik !== undefined && { cik }), ...(start !== undefined && { start }), end, parts: this.#parts };
  }
}

function cikOf(scheme: string | undefined, text: string): string | undefined {
  return scheme === CIK_SCHEME && /^\d{1,10}$/.test(text) ? text.padStart(10, "0") : undefined;
}

function partOf({ namespace, local, attributes, resolve }: XmlElement, text: string): ReportPart {
  if (namespace !== DIMENSIONS || local !== "explicitMember") return {};
  const axis = resolve(attributes["dimension"] ?? "");
  const member = resolve(text);
  if (axis === undefined || member === undefined) return {};
  return { axis: tagOf(axis) ?? axis.local, member: tagOf(member) ?? text.replace(":", "/") };
}

/** Collects a unit: `USD`, `USD/shares`, `shares`, `pure`, or the name of another. */
export class UnitCollector extends Collected<string> {
  readonly #over: string[] = [];
  readonly #under: string[] = [];
  #isUnder = false;
  #isBroken = false;

  override open(element: XmlElement): void {
    super.open(element);
    if (element.namespace === INSTANCE && element.local === "unitDenominator") this.#isUnder = true;
  }

  protected override take({ namespace, local, resolve }: XmlElement, text: string): void {
    if (namespace !== INSTANCE) return;
    if (local === "unitDenominator") this.#isUnder = false;
    if (local !== "measure") return;
    const name = measureOf(resolve(text));
    if (name === undefined) this.#isBroken = true;
    else (this.#isUnder ? this.#under : this.#over).push(name);
  }

  override result(): string | undefined {
    if (this.#isBroken || this.#over.length !== 1 || this.#under.length > 1) return undefined;
    return [...this.#over, ...this.#under].join("/");
  }
}

/** A measure of another namespace must not look like a currency or a share. */
function measureOf(name: { readonly namespace: string; readonly local: string } | undefined): string | undefined {
  if (name === undefined) return undefined;
  const { namespace, local } = name;
  if (namespace === CURRENCIES || namespace === INSTANCE) return local;
  return /^(?:[A-Z]{3}|shares|pure)$/.test(local) ? undefined : local;
}

/** Namespaces of taxonomies of any year, the name a {@linkcode FiledFact} gives them in front. */
const TAXONOMIES: readonly (readonly [name: string, namespace: RegExp])[] = [
  ["us-gaap", /^https?:\/\/(?:fasb\.org|xbrl\.us)\/us-gaap\/\d{4}(?:-\d\d-\d\d)?$/],
  ["srt", /^https?:\/\/fasb\.org\/srt\/\d{4}(?:-\d\d-\d\d)?$/],
  ["dei", /^https?:\/\/(?:xbrl\.sec\.gov|xbrl\.us)\/dei\/\d{4}(?:-\d\d-\d\d)?$/],
  ["ifrs-full", /^https?:\/\/xbrl\.ifrs\.org\/taxonomy\/\d{4}-\d\d-\d\d\/ifrs-full$/],
];

const known = new Map<string, string | undefined>();

/**
 * The tag that a name is in a taxonomy that many companies use, like `us-gaap/Assets`; `undefined` for a company's own.
 * A prefix tells nothing: anybody may declare `us-gaap` to be something else.
 */
export function tagOf({ namespace, local }: XmlName): string | undefined {
  const taxonomy = taxonomyOf(namespace);
  return taxonomy === undefined ? undefined : `${taxonomy}/${local}`;
}

/** A report names few namespaces many times; those of many reports are some hundreds. */
function taxonomyOf(namespace: string): string | undefined {
  if (known.size > 10_000) known.clear();
  return known.getOrInsertComputed(namespace, () => TAXONOMIES.find(([, pattern]) => pattern.test(namespace))?.[0]);
}
