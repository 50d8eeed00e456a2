import type { ToolClaim } from "../tool.ts";
import { isSameValue } from "./checked_rows_derived.ts";

/** The claims that rows are held against. */
export class KnownClaims {
  readonly #byId: ReadonlyMap<string, ToolClaim>;
  readonly #bySubject: ReadonlyMap<string, readonly ToolClaim[]>;

  /**
   * @param claims What tools gave.
   * @param day That of the answer: a claim of a later one is not one.
   */
  constructor(claims: readonly ToolClaim[], day: string) {
    const known = claims.filter((claim) => claim.day <= day);
    this.#byId = new Map(known.map((claim) => [claim.id, claim]));
    this.#bySubject = Map.groupBy(known, ({ subject }) => subject);
  }

  /** The claim of an id. */
  claim(id: string): ToolClaim | undefined {
    return this.#byId.get(id);
  }

  /** Whether a claim is about it. */
  hasSubject(subject: string): boolean {
    return this.#bySubject.has(subject);
  }

  /** The one claim of a measure of a subject on a day, or on any; a phrase where there is not exactly one. */
  find(subject: string, { metric, day }: { readonly metric: string; readonly day: string | undefined }) {
    const all = this.#bySubject.get(subject) ?? [];
    const [first, ...others] = all.filter((one) => one.metric === metric && (day === undefined || one.day === day));
    if (first === undefined) return "no claim is of that subject, measure and day";
    const isOne = others.every((one) => one.day === first.day && isSameValue(one.value, first.value));
    return isOne ? first : "several claims are of that subject and measure: name one by its id";
  }
}
