import type { Draft, Statement } from "../data/claim.ts";
import type { Domain } from "../data/domains.ts";
import { driversAndOpposition, MAX_RISKS } from "./drivers_and_opposition.ts";
import { evidenceOf, evidenceSentence } from "./evidence.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Speaker } from "./say.ts";
import { synthesise } from "./synthesis.ts";
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
    reasoning: companyReasoning(ticker, speaker, { domains, focus }),
    drivers: [
      ...isLed ? [] : speaker.sayAll(["company.unled"], [ticker]),
      ...drivers.flatMap((one) => evidenceSentence(one, speaker, { mark }) ?? []),
    ],
    risks: [...first, ...against, ...last].slice(0, MAX_RISKS),
  };
}

/** Conclusion, domain by domain, what cannot be said; the domain asked about comes first. */
function companyReasoning(
  ticker: string,
  speaker: Speaker,
  { domains, focus }: { readonly domains: readonly Domain[]; readonly focus: Focus },
): readonly Statement[] {
  const conclusion = speaker.say("company.thesis", [ticker]) ?? speaker.say("company.no_view", [ticker]);
  const of = (some: readonly Domain[]) => speaker.sayAll(some.flatMap(({ sentences }) => sentences), [ticker]);
  return [
    ...of(domains.filter(({ name }) => name === focus)),
    ...(conclusion ? [conclusion] : []),
    ...of(domains.filter(({ name }) => name !== focus)),
    ...speaker.sayAll(["company.lacks"], [ticker]),
  ];
}
