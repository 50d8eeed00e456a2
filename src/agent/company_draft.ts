import type { Draft, Statement } from "../data/claim.ts";
import type { Domain } from "../data/domain.ts";
import { driversAndOpposition, MAX_RISKS } from "./drivers_and_opposition.ts";
import { evidenceOf, evidenceSentence } from "./evidence.ts";
import type { CompanyFindings, DomainFinding } from "./findings.ts";
import type { Speaker } from "./say.ts";
import { isMiddling, synthesise } from "./synthesis.ts";
import { tellingSentences } from "./telling.ts";
import { tensionSentences } from "./tensions.ts";

/** Name of the domain to speak of first; `general` where the request asks about none. */
export type Focus = string;

/** The draft about one company, before verification. */
export function companyDraft(findings: CompanyFindings, speaker: Speaker, focus: Focus): Draft {
  const { company: { ticker } } = findings;
  const domains = findings.domains.map(({ domain }) => domain);
  const synthesis = synthesise([findings]);
  const { drivers, opposition, isLed } = driversAndOpposition(evidenceOf([findings]), {
    synthesis,
    maxPerTicker: Infinity,
  });
  const mark = synthesis.signal === "neutral";
  const first = speaker.sayAll(domains.flatMap(({ risks = [] }) => risks), [ticker]);
  const last = [
    ...tensionSentences(findings, speaker),
    ...speaker.sayAll([...domains.flatMap(({ notes = [] }) => notes), "note.history"], [ticker]),
  ];
  const room = Math.max(0, MAX_RISKS - first.length - last.length);
  const against = opposition.slice(0, room).flatMap((one) => evidenceSentence(one, speaker) ?? []);
  return {
    companies: [ticker],
    reasoning: companyReasoning(findings, speaker, { domains, focus }),
    drivers: [
      ...isLed ? [] : speaker.sayAll(["company.unled"], [ticker]),
      ...drivers.flatMap((one) => evidenceSentence(one, speaker, { mark }) ?? []),
    ],
    risks: [...first, ...against, ...last].slice(0, MAX_RISKS),
  };
}

interface Reasoned {
  readonly domains: readonly Domain[];
  readonly focus: Focus;
}

/**
 * What the request asks about first; then what only this company could have, the conclusion, the domains in which it is
 * not in the middle, what cannot be said, and the level at which this would change. A company for which nothing stands
 * out gets a line that says so, and the conclusion.
 */
function companyReasoning(
  findings: CompanyFindings,
  speaker: Speaker,
  { domains, focus }: Reasoned,
): readonly Statement[] {
  const about = [findings.company.ticker];
  const conclusion = [speaker.say("company.thesis", about) ?? speaker.say("company.no_view", about)]
    .filter((one) => one !== undefined);
  const of = (some: readonly Domain[]) => speaker.sayAll(some.flatMap(({ sentences }) => sentences), about);
  const asked = domains.filter(({ name }) => name === focus).flatMap(({ answers = [], sentences }) =>
    speaker.sayAll([...answers, ...sentences], about)
  );
  const lacks = speaker.sayAll(["company.alone", "company.lacks"], about);
  const quiet = speaker.sayAll(["moves.quiet"], about);
  if (quiet.length > 0) return [...asked, ...quiet, ...conclusion, ...lacks];
  const spoken = findings.domains.filter(standsOut).map(({ domain }) => domain);
  return [
    ...asked,
    ...tellingSentences(findings, speaker),
    ...conclusion,
    ...of(spoken.filter(({ name }) => name !== focus)),
    ...lacks,
    ...speaker.sayAll(domains.flatMap(({ turns = [] }) => turns), about),
  ];
}

/** Whether a measure of a domain lies outside the middle of what it is compared with, or none of them is compared. */
function standsOut({ measures }: DomainFinding): boolean {
  const standings = measures.flatMap(({ standing }) => standing ?? []);
  return standings.length === 0 || standings.some(({ percentile }) => !isMiddling(percentile));
}
