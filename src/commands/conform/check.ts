import type { Shown } from "./shown.ts";
import type { Verdict } from "./verdict.ts";

/** One line of the specification, and how it is checked. */
export interface Check {
  /** Section, then a name: `2.1.signal`. */
  readonly id: string;
  /** The line in a few words. */
  readonly says: string;
  readonly judge: (shown: Shown) => Verdict;
}
