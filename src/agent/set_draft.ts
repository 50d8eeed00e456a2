import type { Claim, Draft, Statement } from "../data/claim.ts";
import { domainScores } from "./company_reasoning.ts";
import { abstainers, whyAbstaining } from "./abstention.ts";
import { setClaim } from "./claims.ts";
import {
  contradictionSentences,
  evidenceOf,
  evidenceSentence,
  fallSentence,
  unledSentence,
} from "./evidence_sentences.ts";
import { historyNote } from "./company_draft.ts";
import { joined, list, say } from "./say.ts";
import { driversAndOpposition, MAX_RISKS } from "./drivers_and_opposition.ts";
import { FALL_WITHIN, type Focus, horizonWords, statementWords, type Subject, type Words } from "./subject.ts";
import { scoreOf, type Synthesis, valueOf } from "./synthesis.ts";

/** A longer ranking shows only its top and bottom. */
const MAX_RANKED = 8;
const MAX_NAMED = 12;
const RANKED_ENDS = 3;
const FALL_SENTENCES = 3;
const MAX_NOTES = 2;

/** Several companies in one request, at least two of them with prices. */
export interface SetSubject {
  /** Name of the sector, if the request names one. */
  readonly sector?: string;
  readonly members: readonly Subject[];
  readonly synthesis: Synthesis;
  readonly words: Words;
}

/** The draft about several companies, before verification. */
export function setDraft(set: SetSubject, focus: Focus): Draft {
  const { synthesis } = set;
  const evidence = evidenceOf(set.members);
  const { drivers, opposition, isLed } = driversAndOpposition(evidence, { synthesis, maxPerTicker: 2 });
  const mark = synthesis.signal === "neutral";
  const riskiest = byValue(set.members, "drawdown_probability").slice(0, FALL_SENTENCES);
  const falls = riskiest.flatMap((one) => fallSentence(one) ?? []);
  const unscored = set.members.filter(({ claims }) => claims.score() === undefined)
    .flatMap((one) => historyNote(one) ?? []).slice(0, MAX_NOTES);
  const against = opposition.map((one) => evidenceSentence(one, { explained: false }));
  const contradictions = set.members.flatMap(contradictionSentences);
  return {
    reasoning: setReasoning(set, focus),
    drivers: [
      ...isLed ? [] : [unledSentence(synthesis.score ?? 0)],
      ...drivers.map((one) => evidenceSentence(one, { mark, explained: false })),
    ],
    risks: [...falls, ...unscored, ...contradictions.slice(0, 1), ...against, ...contradictions.slice(1)]
      .slice(0, MAX_RISKS),
  };
}

function setReasoning(set: SetSubject, focus: Focus): readonly Statement[] {
  const thesis = conclusionSentence(set);
  const scores = ranking(set.members, "score");
  const risks = [ranking(set.members, "drawdown_probability"), extremesSentence(set.members)];
  const order = focus === "risk" ? [...risks, thesis, scores] : [thesis, scores, ...risks];
  return [...order, abstentionSentence(set)].filter((one) => one !== undefined);
}

function conclusionSentence(set: SetSubject): Statement {
  const { members, synthesis, words } = set;
  const all = members.map(({ findings }) => findings);
  const scored = all.filter((one) => scoreOf(one) !== undefined);
  const falling = all.filter((one) => valueOf(one, "drawdown_probability") !== undefined);
  const score = setClaim(scored, "score", synthesis.score);
  const probability = setClaim(scored, "probability", synthesis.probability);
  if (score === undefined || probability === undefined) return noView(members);
  const dated = members.filter(({ findings }) => scored.includes(findings) || falling.includes(findings));
  const newest = dated.reduce((one, other) => one.findings.asOf < other.findings.asOf ? other : one);
  const outcome = say`Taken together, ${
    namesOf(set, dated)
  } come out ${synthesis.signal} as of ${newest.claims.asOf()}`;
  const horizon = horizonWords(all);
  const chance = setClaim(falling, "drawdown_probability", synthesis.drawdownProbability);
  const risk = chance ? say`; the mean chance of a ${FALL_WITHIN} is ${chance}` : say``;
  const statement = statementWords(words, horizon);
  const view = say`the mean score is ${score}, an uncalibrated probability of ${probability} of ${statement}`;
  return say`${outcome}: ${view}${risk}.`;
}

function noView(members: readonly Subject[]): Statement {
  const why = "too few measures can be scored, and the confidence is that of a coin toss";
  if (members.length > MAX_NAMED) return say`There is no view on these companies: ${why}.`;
  const named = members.map(({ findings, claims }) => say`${findings.company.ticker} (as of ${claims.asOf()})`);
  return say`There is no view on ${list(named)}: ${why}.`;
}

/** Names a sector, with its tickers in brackets if they are few. */
function namesOf({ sector }: SetSubject, members: readonly Subject[]): string {
  const tickers = list(members.map(({ findings }) => findings.company.ticker)).text;
  if (sector === undefined) return tickers;
  return members.length > MAX_NAMED ? `the companies of ${sector}` : `the companies of ${sector} (${tickers})`;
}

/** `From the highest score to the lowest: ...`, each ticker with its figure. */
function ranking(members: readonly Subject[], metric: "score" | "drawdown_probability"): Statement | undefined {
  const entries = byValue(members, metric).flatMap((member) => {
    const claim = metric === "score" ? member.claims.score() : member.claims.value(metric);
    return claim ? [entry(member, claim)] : [];
  });
  if (entries.length < 2) return undefined;
  const name = metric === "score" ? "score" : `chance of a ${FALL_WITHIN}`;
  if (entries.length <= MAX_RANKED) return say`From the highest ${name} to the lowest: ${list(entries)}.`;
  const [top, bottom] = [entries.slice(0, RANKED_ENDS), entries.slice(-RANKED_ENDS)];
  return say`The highest ${name}: ${list(top)}; the lowest: ${list(bottom)}.`;
}

/** A ticker with its figure; a score shows its domain scores too. */
function entry({ findings, claims }: Subject, claim: Claim): Statement {
  const parts = claim.metric === "score" ? domainScores(claims) : [];
  const made = parts.length > 0 ? say` (${joined(parts, ", ")})` : say``;
  return say`${findings.company.ticker} ${claim}${made}`;
}

/** The most volatile company and the one that fell furthest. */
function extremesSentence(members: readonly Subject[]): Statement | undefined {
  const [wildest] = byValue(members, "volatility");
  const deepest = byValue(members, "max_drawdown_1y").at(-1);
  const volatility = wildest?.claims.value("volatility");
  const fall = deepest?.claims.value("max_drawdown_1y");
  const parts = [
    ...(wildest && volatility
      ? [say`the most volatile is ${wildest.findings.company.ticker}, with volatility of ${volatility} a year`]
      : []),
    ...(deepest && fall
      ? [say`the deepest fall of the past year was that of ${deepest.findings.company.ticker}, ${fall}`]
      : []),
  ];
  return parts.length === 0 ? undefined : say`Of these, ${joined(parts, "; ")}.`;
}

function byValue(
  members: readonly Subject[],
  metric: "score" | "drawdown_probability" | "volatility" | "max_drawdown_1y",
): readonly Subject[] {
  const valued = members.flatMap((member) => {
    const { findings } = member;
    const value = metric === "score" ? scoreOf(findings) : valueOf(findings, metric);
    return value === undefined ? [] : [{ member, value }];
  });
  return valued.toSorted((one, other) => other.value - one.value).map(({ member }) => member);
}

function abstentionSentence({ members }: SetSubject): Statement {
  const all = members.map(({ findings }) => findings);
  return say`${abstainers(all)} abstain: ${whyAbstaining(all)}.`;
}
