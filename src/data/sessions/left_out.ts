import { counted } from "../../text/counted.ts";

/** Why a row is not in the session of its day, or how it is treated there; in the order in which it is reported. */
const REASONS = {
  before: "before the open",
  after: "after the close",
  closed: "of a day without a session",
  repeated: "repeated",
  cancelled: "cancelled, or the record of a cancellation",
  corrected: "replaced by a correction",
  notice: "of an official open or close, which repeat an auction",
  quote: "with a bid and an ask only",
  crossed: "with a bid above the ask",
} as const;

/** Rows that are in the session, but not wholly as they are. */
const KEPT_REASONS = {
  late: "late or out of sequence",
  odd: "an odd lot, of an average price or priced elsewhere",
} as const;

/** Why a row is not counted, or not for prices. */
export type Reason = keyof typeof REASONS | keyof typeof KEPT_REASONS;

/** Counts the rows that are left out of sessions, by reason. */
export class LeftOut {
  readonly #counts = new Map<Reason, number>();

  /** Adds a row, or some. */
  add(reason: Reason, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** How many rows of a reason there are. */
  count(reason: Reason): number {
    return this.#counts.get(reason) ?? 0;
  }

  /** What is said of them, a sentence for those left out and one for those that count for volume only. */
  words(): string[] {
    const list = (reasons: Readonly<Record<string, string>>) =>
      Object.entries(reasons).map(([reason, words]) => [this.count(reason as Reason), words] as const)
        .filter(([count]) => count > 0).map(([count, words]) => `${counted(count)} ${words}`).join(", ");
    const out = list(REASONS);
    const kept = list(KEPT_REASONS);
    return [
      ...out === "" ? [] : [`Rows left out of the sessions: ${out}`],
      ...kept === "" ? [] : [`Rows that count for volume, never for open, high, low, close or returns: ${kept}`],
    ];
  }
}
