import type { AssistedWork } from "../assisting.ts";
import type { ToolClaim } from "../tool.ts";
import type { CheckedFigure } from "./checked_rows.ts";
import { isSameValue } from "./checked_rows_derived.ts";
import type { OfferedTool } from "./offered_tool.ts";
import { verifiedAmong } from "./verified_claims.ts";

/** Most programs and charts of a model for one answer, each. */
const MAX_RUNS = 4;

/** What the tools of one answer gave so far, and what a model's own programs made of it. */
export class ClaimLedger {
  readonly #work: AssistedWork;
  readonly #byId = new Map<string, ToolClaim>();
  /** Whether the verifier passed a claim, by its id, of those it was asked about. */
  readonly #passed = new Map<string, boolean>();
  readonly #doubtful = new Set<string>();
  readonly #tables = new Map<string, readonly CheckedFigure[]>();
  readonly #runs = new Map<string, number>();
  readonly #notes: string[] = [];

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

  /** What of programs and charts is left out, and why: a sentence each, without a figure or a word of the model. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Adds what a tool gave. */
  add(claims: readonly ToolClaim[]): void {
    for (const claim of claims) {
      const known = this.#byId.get(claim.id);
      if (known === undefined) this.#byId.set(claim.id, claim);
      else if (!isSame(known, claim)) this.#doubtful.add(claim.id);
    }
  }

  /** The same tool, whose claims are added. */
  recording(tool: OfferedTool): OfferedTool {
    const add = (claims: readonly ToolClaim[]) => this.add(claims);
    return {
      told: tool.told,
      async *call(given) {
        const outcome = yield* tool.call(given);
        if (!("wrong" in outcome)) add(outcome.claims);
        return outcome;
      },
    };
  }

  /** Counts a run of a kind; `undefined` where an answer has had as many as it may. */
  begin(kind: "program" | "chart"): number | undefined {
    const number = (this.#runs.get(kind) ?? 0) + 1;
    if (number > MAX_RUNS) return undefined;
    this.#runs.set(kind, number);
    return number;
  }

  /** Keeps the checked figures of a program under the name that the model gave; a later one replaces an earlier. */
  keep(name: string, figures: readonly CheckedFigure[]): void {
    this.#tables.set(name, figures);
  }

  /** The checked figures of that name. */
  table(name: string): readonly CheckedFigure[] | undefined {
    return this.#tables.get(name);
  }

  /** Says to the user what is left out. */
  note(sentence: string): void {
    if (!this.#notes.includes(sentence)) this.#notes.push(sentence);
  }
}

function isSame(one: ToolClaim, other: ToolClaim): boolean {
  return one.metric === other.metric && one.subject === other.subject && one.day === other.day &&
    one.unit === other.unit && isSameValue(one.value, other.value);
}
