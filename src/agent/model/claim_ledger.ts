import { isMetricId } from "../../data/metrics/metric.ts";
import type { Claim } from "../../data/claim.ts";
import type { About } from "../../data/about.ts";
import { readPeriod } from "../../data/fact_period.ts";
import { isItemId } from "../../data/metrics/items.ts";
import type { AssistedWork } from "../assisting.ts";
import { AnswerClaims } from "../claims.ts";
import type { ToolClaim } from "../tool.ts";
import type { CheckedFigure } from "./checked_rows.ts";
import { isSameValue } from "./checked_rows_derived.ts";

/** Most programs and charts of a model for one answer, each. */
const MAX_RUNS = 4;
/** The amount of an item, by its unit: one of them is made. */
const AMOUNTS = ["fact_money", "fact_count", "fact_share", "fact_ratio"] as const;
const VERSIONS = ["newest", "first"] as const;

/** What the tools of one answer gave so far, and what a model's own programs made of it. */
export class ClaimLedger {
  readonly #work: AssistedWork;
  readonly #byId = new Map<string, ToolClaim>();
  /** Whether the verifier passed a claim, by its id, of those it was asked about. */
  readonly #passed = new Map<string, boolean>();
  readonly #doubtful = new Set<string>();
  readonly #runs = new Map<string, number>();
  /** The checked figures of programs, under the names that the model gave. */
  readonly tables = new Map<string, readonly CheckedFigure[]>();
  /** What of programs and charts is left out, and why: a sentence each, without a figure or a word of the model. */
  readonly notes: string[] = [];

  /** @param work That of the answer. */
  constructor(work: AssistedWork) {
    this.#work = work;
  }

  /**
   * The claims that the verifier passes, each id once; an id that two calls gave to different figures names none of
   * them.
   */
  get claims(): readonly ToolClaim[] {
    const all = [...this.#byId.values()].filter(({ id }) => !this.#doubtful.has(id));
    const unasked = all.filter(({ id }) => !this.#passed.has(id));
    const passed = new Set(unasked.length > 0 ? verifiedAmong(unasked, this.#work) : []);
    for (const claim of unasked) this.#passed.set(claim.id, passed.has(claim));
    return all.filter(({ id }) => this.#passed.get(id));
  }

  /** Adds what a tool gave. */
  add(claims: readonly ToolClaim[]): void {
    for (const claim of claims) {
      const known = this.#byId.get(claim.id);
      if (known === undefined) this.#byId.set(claim.id, claim);
      else if (!isSame(known, claim)) this.#doubtful.add(claim.id);
    }
  }

  /** Counts a run of a kind; `undefined` where an answer has had as many as it may. */
  begin(kind: "program" | "chart"): number | undefined {
    const number = (this.#runs.get(kind) ?? 0) + 1;
    if (number > MAX_RUNS) return undefined;
    this.#runs.set(kind, number);
    return number;
  }

  /** Says to the user what is left out. */
  note(sentence: string): void {
    if (!this.notes.includes(sentence)) this.notes.push(sentence);
  }
}

function isSame(one: ToolClaim, other: ToolClaim): boolean {
  return one.metric === other.metric && one.subject === other.subject && one.day === other.day &&
    one.unit === other.unit && isSameValue(one.value, other.value);
}

/**
 * The claims of tools that the verifier computes again from the data; those that it cannot are left out, like quotes.
 * A table and a picture are no sentences, so their figures are held to the data here.
 */
function verifiedAmong(claims: readonly ToolClaim[], work: AssistedWork): readonly ToolClaim[] {
  const { tools: { view, knowledge }, found, ports } = work;
  const companies = work.companies.map(({ ticker }) => ticker);
  const answer = new AnswerClaims({ view, knowledge, companies, found });
  const made = claims.map((claim) => ({ claim, again: againOf(claim, { answer, work }) }));
  const figures = [...new Set(made.flatMap(({ again }) => again ?? []))];
  if (figures.length === 0) return [];
  const { kept } = ports.verify({ companies, figures, reasoning: [], drivers: [], risks: [] }, view);
  const verified = new Set(kept.figures);
  return made.filter(({ again }) => again !== undefined && verified.has(again)).map(({ claim }) => claim);
}

/** The same as a claim of an answer, if it has the same value. */
function againOf(
  claim: ToolClaim,
  { answer, work }: { readonly answer: AnswerClaims; readonly work: AssistedWork },
): Claim | undefined {
  const { subject, metric, value } = claim;
  const isSame = (made: Claim | undefined) => made !== undefined && isSameValue(value, made.value);
  if (isItemId(metric)) {
    const period = claim.id.slice(`${subject}.${metric}.`.length);
    if (readPeriod(period) === undefined) return undefined;
    const keys = VERSIONS.map((version): About => ({ kind: "fact", item: metric, period, version }));
    return keys.flatMap((key) => AMOUNTS.map((amount) => answer.claim(amount, [subject], key))).find(isSame);
  }
  const { vocabulary } = work.tools.knowledge;
  const definition = Object.hasOwn(vocabulary.metrics, metric) ? vocabulary.metrics[metric] : undefined;
  if (!isMetricId(metric) || definition === undefined || definition.of !== undefined) return undefined;
  const made = answer.claim(metric, subject.split("+"));
  return isSame(made) ? made : undefined;
}
