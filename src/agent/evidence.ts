import type { Statement } from "../data/claim.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Speaker } from "./say.ts";
import { type Pull, pullsOf, sideOf } from "./synthesis.ts";

/** One scored measure of one company. */
export interface Evidence extends Pull {
  readonly ticker: string;
  readonly side: ReturnType<typeof sideOf>;
}

/** Where nobody traded, its value of 0 is above that of sellers, and is no buying. */
const isUntraded = ({ measure: { metric, value } }: Pull) => metric === "net_purchases" && value === 0;

/** The scored measures of all companies, the largest pull first. */
export function evidenceOf(found: readonly CompanyFindings[]): readonly Evidence[] {
  const all = found.flatMap((findings) =>
    pullsOf(findings).filter((one) => !isUntraded(one))
      .map((one): Evidence => ({ ...one, ticker: findings.company.ticker, side: sideOf(one.measure) }))
  );
  return all.toSorted((one, other) => Math.abs(other.pull) - Math.abs(one.pull)); // stable: ties keep their order
}

/**
 * One measure as a line: what is high or low, its value and place, and the published effect. What matters most comes
 * first, because lists show the beginning.
 * @param options `mark` names the side; `explained` adds the published effect, `placed` the rank.
 */
export function evidenceSentence(
  { ticker, measure }: Evidence,
  speaker: Speaker,
  { mark = false, explained = true, placed = true }: {
    readonly mark?: boolean;
    readonly explained?: boolean;
    readonly placed?: boolean;
  } = {},
): Statement | undefined {
  const parts = {
    ...(mark ? {} : { mark: [] }),
    ...(explained ? {} : { effect: [] }),
    ...(placed ? {} : { place: [] }),
  };
  return speaker.say(`evidence.${measure.metric}`, [ticker], { parts });
}
