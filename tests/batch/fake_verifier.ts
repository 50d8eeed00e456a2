import type { ThesisVerifier } from "conviction/batch";
import type { CheckData, ThesisCheck, ThesisText } from "../../src/run/thesis_check.ts";

/** How a fake verifier behaves; each default is the good case. */
export interface FakeChecks {
  /** Called with each text before it is checked; the check throws what this throws. */
  readonly onCheck?: (thesis: ThesisText) => Promise<void> | void;
  readonly data?: Partial<CheckData>;
}

const CLAIM = /([^.\n]*?)(\d+)%/g;

/** Whether a percentage is true: even ones are, odd ones are not, and of 100 and more it knows nothing. */
function findingOf(percent: number): "proven" | "false" | "unknown" {
  if (percent >= 100) return "unknown";
  return percent % 2 === 0 ? "proven" : "false";
}

/** Checks the percentages of a text; counts what it checks. */
export class FakeVerifier implements ThesisVerifier {
  readonly checked: ThesisText[] = [];
  readonly data: CheckData;
  readonly #onCheck: FakeChecks["onCheck"];

  constructor({ onCheck, data }: FakeChecks = {}) {
    this.#onCheck = onCheck;
    this.data = {
      ...{ name: "Test data", notice: "Test data, 3 names.", ends: "2024-02-29", digest: "a".repeat(64) },
      ...data,
    };
  }

  async verifyThesis(thesis: ThesisText): Promise<ThesisCheck> {
    this.checked.push(thesis);
    await this.#onCheck?.(thesis);
    const claims = Array.from(thesis.text.matchAll(CLAIM), ([, words = "", percent]) => {
      return { words: words.trim(), percent: Number(percent), finding: findingOf(Number(percent)) };
    });
    const count = (finding: string) => claims.filter((claim) => claim.finding === finding).length;
    const first = claims.find(({ finding }) => finding === "false");
    return {
      asOf: thesis.day < this.data.ends ? thesis.day : this.data.ends,
      ...{ proven: count("proven"), false: count("false"), unknown: count("unknown") },
      ...first && { firstFalse: `${first.words} ${first.percent}%: the data say ${first.percent + 1}%` },
    };
  }
}
