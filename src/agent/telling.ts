import type { Statement } from "../data/claim.ts";
import type { Fact } from "../data/domain.ts";
import type { CompanyFindings } from "./findings.ts";
import { surpriseOf } from "./judgements.ts";
import type { Speaker } from "./say.ts";
import { measuresOf } from "./synthesis.ts";

/** Most facts of a company with others to compare it with, and without. */
const MOST = { compared: 3, alone: 2 } as const;

/**
 * What only this company could have: the facts in which it stands furthest out among others, and who is next to it.
 * Where there is too little to compare it with, the first facts that can be said.
 */
export function tellingSentences(findings: CompanyFindings, speaker: Speaker): readonly Statement[] {
  const facts = findings.domains.flatMap(({ domain }) => domain.facts ?? []).map((fact) => ({
    ...fact,
    surprise: surpriseOf(findings, fact),
  }));
  const about = [findings.company.ticker];
  const compared = facts.filter(({ surprise = 0 }) => surprise > 0)
    .toSorted((one, other) => (other.surprise ?? 0) - (one.surprise ?? 0));
  const isAlone = facts.every(({ surprise }) => surprise === undefined);
  const most = isAlone ? MOST.alone : MOST.compared;
  return [
    ...ofEachTheme(isAlone ? facts : compared, speaker, about).slice(0, most),
    ...nearSentence(findings, speaker),
  ];
}

/** The first fact of each theme that can be said, in order. */
function ofEachTheme(facts: readonly Fact[], speaker: Speaker, about: readonly string[]): readonly Statement[] {
  const themes = new Set<string>();
  return facts.flatMap(({ phrase, theme = phrase }) => {
    const said = themes.has(theme) ? undefined : speaker.say(phrase, about);
    if (said !== undefined) themes.add(theme);
    return said ?? [];
  });
}

/** The companies next to this one, by the measure in which it is least usual. */
function nearSentence(findings: CompanyFindings, speaker: Speaker): readonly Statement[] {
  const near = findings.domains.flatMap(({ domain }) => domain.near ?? []);
  const order = near.toSorted((one, other) => distance(findings, other) - distance(findings, one));
  return speaker.sayAll(order.map(({ phrase }) => phrase), [findings.company.ticker]).slice(0, 1);
}

function distance(findings: CompanyFindings, { by }: Fact): number {
  const standing = measuresOf(findings).find(({ metric }) => metric === by)?.standing;
  return standing === undefined ? 0 : Math.abs(standing.percentile - 0.5);
}
