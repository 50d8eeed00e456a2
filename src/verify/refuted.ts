import { nextSession } from "../calendar/exchange_days.ts";
import { onceEach } from "../data/once_each.ts";
import { factName, type FiledFact, type Records } from "../data/records.ts";
import { isBroken } from "./domains/identities.ts";
import { type Report, reportsOf } from "./domains/reports.ts";
import type { Ground } from "./knowledge.ts";

/**
 * Why a figure must not be said though the reports give it: a fact behind it is not known yet, or an identity between the
 * figures of its report shows that one of them is wrong.
 * @param options.isAnswer It answers a question about reports, which knows them by the day they were filed.
 * @param inputs The facts, as claims name them.
 * @returns What completes "the figure ...", and the fact that an identity refutes; `undefined` where nothing speaks against them.
 */
export function refutedBy(
  inputs: readonly string[],
  { about, isAnswer }: { readonly about: readonly string[]; readonly isAnswer: boolean },
  ground: Ground,
): Refutation | undefined {
  if (inputs.length === 0) return undefined;
  const wanted = new Set(inputs);
  for (const ticker of about) {
    const filed = filedIn(isAnswer ? ground.view.filed(ticker) : ground.view.records(ticker));
    const tagged = [...filed.tags].filter(([tag]) => inputs.some((input) => input.startsWith(`${tag} `)));
    const named = tagged.flatMap(([, facts]) => facts.filter((one) => wanted.has(factName(one))));
    const early = named.find((one) => (isAnswer ? one.filed : nextSession(one.filed)) > ground.view.asOf);
    if (early !== undefined) return { problem: `stands on ${factName(early)}, filed on ${early.filed}` };
    const wrong = named.map((one) => wrongWith(one, filed)).find((found) => found !== undefined);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Why a figure must not be said. */
export interface Refutation {
  readonly problem: string;
  readonly refuted?: FiledFact;
}

/** The facts of a company by their tags, and those of its reports that were asked for. */
interface Filed {
  readonly tags: ReadonlyMap<string, readonly FiledFact[]>;
  report(accession: string): Report | undefined;
}

/** For as long as the records are at hand: an answer asks about each of its figures. */
const filedIn = onceEach(({ facts }: Records): Filed => {
  const reports = new Map<string, Report | undefined>();
  const report = (accession: string) => {
    if (!reports.has(accession)) {
      reports.set(
        accession,
        reportsOf(facts.filter((one) => one.accession === accession))[0],
      );
    }
    return reports.get(accession);
  };
  return { tags: Map.groupBy(facts, ({ tag }) => tag), report };
});

function wrongWith(fact: FiledFact, filed: Filed): Refutation | undefined {
  const report = filed.report(fact.accession);
  return report !== undefined && isBroken(fact, report)
    ? { problem: `stands on ${factName(fact)}, which other figures of its report refute`, refuted: fact }
    : undefined;
}
