import type { Claim } from "../../data/claim.ts";
import { factKey, readPeriod } from "../../data/fact_key.ts";
import { itemOf } from "../../data/metrics/items.ts";
import type { AssistedWork } from "../assisting.ts";
import { AnswerClaims } from "../claims.ts";
import type { ToolClaim } from "../tool.ts";
import { isSameValue } from "./checked_rows_derived.ts";

/** The amount of an item, by its unit: one of them is made. */
const AMOUNTS = ["fact_money", "fact_count", "fact_share", "fact_ratio"] as const;
const VERSIONS = ["newest", "first"] as const;

/**
 * The claims of tools that the verifier computes again from the data; those that it cannot are left out, like quotes.
 * A table and a picture are no sentences, so their figures are held to the data here.
 */
export function verifiedAmong(claims: readonly ToolClaim[], work: AssistedWork): readonly ToolClaim[] {
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
  if (itemOf(metric) !== undefined) {
    const period = claim.id.slice(`${subject}.${metric}.`.length);
    if (readPeriod(period) === undefined) return undefined;
    const keys = VERSIONS.map((version) => factKey({ item: metric, period, version }));
    return keys.flatMap((key) => AMOUNTS.map((amount) => answer.claim(amount, [subject], key))).find(isSame);
  }
  const { vocabulary } = work.tools.knowledge;
  const definition = Object.hasOwn(vocabulary.metrics, metric) ? vocabulary.metrics[metric] : undefined;
  if (definition === undefined || definition.of !== undefined) return undefined;
  const made = answer.claim(metric, subject.split("+"));
  return isSame(made) ? made : undefined;
}
