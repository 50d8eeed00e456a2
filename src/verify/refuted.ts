import { nextSession } from "../calendar/exchange_days.ts";
import { factName, type FiledFact } from "../data/records.ts";
import { isBroken } from "./domains/identities.ts";
import { reportsOf } from "./domains/reports.ts";
import type { Ground } from "./knowledge.ts";

/**
 * Why a figure must not be said though the reports give it: a fact behind it is not known yet by the day its report was
 * filed, or an identity between the figures of that report shows that one of them is wrong.
 * @param inputs The facts, as claims name them.
 * @returns What completes "the figure ..."; `undefined` where nothing speaks against them.
 */
export function refutedBy(
  inputs: readonly string[],
  about: readonly string[],
  ground: Ground,
): string | undefined {
  if (inputs.length === 0) return undefined;
  const wanted = new Set(inputs);
  for (const ticker of about) {
    const { facts } = ground.view.records(ticker);
    const named = facts.filter((one) => inputs.some((input) => input.startsWith(`${one.tag} `))).filter((one) =>
      wanted.has(factName(one))
    );
    const wrong = named.map((one) => wrongWith(one, facts, ground.view.asOf)).find((found) => found !== undefined);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongWith(fact: FiledFact, facts: readonly FiledFact[], asOf: string): string | undefined {
  if (nextSession(fact.filed) > asOf) return `stands on ${factName(fact)}, filed on ${fact.filed}`;
  const [report] = reportsOf(facts.filter(({ accession }) => accession === fact.accession));
  return report !== undefined && isBroken(fact, report)
    ? `stands on ${factName(fact)}, which other figures of its report refute`
    : undefined;
}
