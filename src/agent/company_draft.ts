import type { Draft, Statement } from "../data/claim.ts";
import type { Domain } from "../data/domain.ts";
import { daysBetween } from "../calendar/day.ts";
import { type About, ofMetric } from "../data/about.ts";
import { oldAccounts } from "./ranking.ts";
import { statementsOf } from "./domains/statements.ts";
import { readFact, tokenOf } from "./fact_reading.ts";
import { BESIDE, businessItems, LEAST_ROWS, measureRows, type PeriodColumn, periodRows } from "./rows.ts";
import { driversAndOpposition, MAX_RISKS } from "./drivers_and_opposition.ts";
import { type Evidence, evidenceOf, evidenceSentence } from "./evidence.ts";
import { type CompanyFindings, type DomainFinding, isPriced, type Measure } from "./findings.ts";
import { given, type Speaker } from "./say.ts";
import { bandOf } from "./band.ts";
import { pointsDown, synthesise, tensionSentences } from "./synthesis.ts";

/** Most ranks of a text; more belong into a table. */
const MOST_PLACED = 2;
/** Quarters of the table of a thesis: a year, and the one to compare its last with. */
const QUARTERS = 5;
const QUARTERLY: readonly PeriodColumn[] = [
  { item: "revenue", isGrowth: true },
  { item: "gross_margin" },
  { item: "eps_diluted", isGrowth: true },
];

/** A month that was strong speaks against the shares. */
const CONTRARY = "return_1m";
/** Risks that say themselves what is bad about them. */
const PLAIN: readonly string[] = ["trend_200d", "close_to_52w_high", "beta", "volatility"];
/** An older annual report is not the last one. */
const MOST_DAYS = 500;

/** Name of the domain to speak of first; `general` where the request asks about none. */
export type Focus = string;

/**
 * The draft about one company, before verification.
 * @param options.side Only its bull or its bear case.
 */
export function companyDraft(
  findings: CompanyFindings,
  speaker: Speaker,
  { focus, side }: { readonly focus: Focus; readonly side?: "for" | "against" | undefined },
): Draft {
  return side === undefined ? viewDraft(findings, speaker, focus) : caseDraft(findings, speaker, side);
}

/** One side of a view: its reasons, what they rest on, and what speaks against it; no view is stated. */
function caseDraft(findings: CompanyFindings, speaker: Speaker, side: "for" | "against"): Draft {
  const { company: { ticker }, research: { view } } = findings;
  const about = [ticker];
  const evidence = evidenceOf([findings]);
  const reasons = reasonsOn(side, evidence, speaker).slice(0, 2);
  const name = `lead.${reasons.length === 0 ? "no_" : ""}${side === "for" ? "bull" : "bear"}`;
  const lead = speaker.say(name, about, { parts: reasons.length === 0 ? {} : { reasons } });
  const own = evidence.filter((one) => one.side === side);
  const opposition = evidence.filter((one) => one.side === (side === "for" ? "against" : "for"));
  const quarters = quarterRows(findings, speaker);
  const columns = businessItems([findings.company]).map((item) => ({ item }));
  const years = periodRows(columns, ["FY-3", "FY-2", "FY-1", "FY"], { ticker, view, speaker });
  // rank and published effect stand once, and the effect where the side would surprise without it
  const argument = (one: Evidence) =>
    evidenceSentence(one, speaker, {
      explained: one === own[0] || one.measure.metric === CONTRARY,
      placed: one === own[0],
    }) ?? [];
  return {
    companies: about,
    side,
    reasoning: [
      ...given(lead),
      ...side === "for" ? [] : speaker.sayAll(["risk.fall"], about),
      ...quarters.length > 0 || years.length < LEAST_ROWS ? quarters : years,
      ...turnsOfCase(findings, speaker, { side, first: own[0] }),
      ...speaker.sayAll(["company.no_prices", "company.alone", "company.limits"], about),
      ...oldAccounts(about, { found: [findings], speaker }),
    ],
    drivers: own.flatMap(argument),
    risks: opposition.length > 0
      ? opposition.slice(0, MAX_RISKS).flatMap(argument)
      : salesAgainst(side, ticker, speaker),
  };
}

/** Sales that grew, against a bear case; that shrank, against a bull case. */
function salesAgainst(side: "for" | "against", ticker: string, speaker: Speaker): readonly Statement[] {
  const of: About = { kind: "fact", item: "revenue", version: "newest", before: "FY-1", period: "FY" };
  return given(speaker.say("fact.growth", [ticker], { of, parts: { also: [] } })).filter(({ claims }) =>
    claims.some(({ metric, value }) => metric === "fact_growth" && Number(value) * (side === "for" ? -1 : 1) > 0)
  );
}

/**
 * What would weaken a case: the figure that the next annual report would have to beat or miss, or less of its first
 * argument; and the level of its shares that would weaken it or add to it.
 */
function turnsOfCase(
  findings: CompanyFindings,
  speaker: Speaker,
  { side, first }: { readonly side: "for" | "against"; readonly first: Evidence | undefined },
): readonly Statement[] {
  const { company: { ticker }, research: { view }, domains } = findings;
  const directionOf = ({ claims }: Statement) => claims.find(({ metric }) => metric === "direction")?.value;
  const level = speaker.sayAll(domains.flatMap(({ domain }) => domain.turns ?? []), [ticker])
    .filter((one) => directionOf(one) !== undefined);
  const filed = businessItems([findings.company]).toReversed().flatMap((item) => {
    const { period } = readFact({ item, version: "newest", period: "FY" }, { ticker, view });
    if (period === undefined || daysBetween(period.end, view.asOf) > MOST_DAYS) return [];
    const of: About = { kind: "fact", item, version: "newest", period: tokenOf(period) };
    return given(speaker.say(side === "for" ? "case.bull" : "case.bear", [ticker], { of }));
  }).slice(0, 1);
  const isTold = filed.length > 0 || level.some((one) => directionOf(one) === (side === "for" ? "above" : "below"));
  const metric = isTold ? undefined : first?.measure.metric;
  const fell = metric && speaker.say("case.measure", [ticker], { of: ofMetric(metric) });
  return [...filed, ...fell ? [fell] : [], ...level];
}

function viewDraft(findings: CompanyFindings, speaker: Speaker, focus: Focus): Draft {
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
  const against = opposition.slice(0, room).flatMap((one) =>
    evidenceSentence(one, speaker, { explained: !PLAIN.includes(one.measure.metric), placed: false }) ?? []
  );
  return {
    companies: [ticker],
    ...companyReasoning(findings, speaker, { domains, focus }),
    drivers: [
      ...isLed ? [] : speaker.sayAll(["company.unled"], [ticker]),
      ...drivers.flatMap((one, at) =>
        evidenceSentence(one, speaker, { mark, placed: at < MOST_PLACED && isPriced(findings) }) ?? []
      ),
    ],
    risks: [...first, ...against, ...last].slice(0, MAX_RISKS),
  };
}

/**
 * The lead; what the request asks about; the conclusion, what cannot be said, and the level at which this would change.
 * Behind it the domains in which it is not in the middle.
 */
function companyReasoning(
  findings: CompanyFindings,
  speaker: Speaker,
  { domains, focus }: { readonly domains: readonly Domain[]; readonly focus: Focus },
): Pick<Draft, "reasoning" | "folded"> {
  const about = [findings.company.ticker];
  const of = (some: readonly Domain[]) => speaker.sayAll(some.flatMap(({ sentences }) => sentences), about);
  const asked = domains.filter(({ name }) => name === focus).flatMap(({ answers = [], sentences }) =>
    speaker.sayAll([...answers, ...sentences], about)
  );
  const lead = asked.length > 0 ? [] : leadSentence(findings, speaker);
  const stated = lead.length > 0 ? "company.view" : "company.thesis"; // the lead names the company
  const conclusion = speaker.sayAll([stated, "company.no_view", "company.score"], about);
  const lacks = [
    ...speaker.sayAll(["company.alone", "company.limits", "company.lacks"], about),
    ...oldAccounts(about, { found: [findings], speaker }),
  ];
  const spoken = findings.domains.filter(standsOut).map(({ domain }) => domain);
  const turns = speaker.sayAll(domains.flatMap((domain) => domain.turns ?? []), about);
  return {
    reasoning: [...lead, ...asked, ...tableRows(findings, speaker), ...conclusion, ...lacks, ...turns],
    folded: [
      ...reasonSentence(findings, speaker),
      ...of(spoken.filter(({ name }) => name !== focus)),
    ],
  };
}

/** Its last quarters; of a company without reports what its shares do. */
function tableRows(findings: CompanyFindings, speaker: Speaker): readonly Statement[] {
  const quarters = quarterRows(findings, speaker);
  if (quarters.length > 0 || !isPriced(findings)) return quarters;
  return measureRows(BESIDE, [findings.company.ticker], speaker);
}

/** Whether the business of a company with prices is shown by years: no measure of its accounts stands beside them. */
export function isReadByYears({ company: { ticker }, research: { view }, domains }: CompanyFindings): boolean {
  const isOfAccounts = ({ facts = [] }: Measure) => facts.length > 0;
  return view.records(ticker).facts.length > 0 && !domains.some(({ measures }) => measures.some(isOfAccounts));
}

/** The last five quarters of a company that ended by a day, where at least three are known. */
export function quarterRows(
  findings: CompanyFindings,
  speaker: Speaker,
  by = findings.research.view.asOf,
): readonly Statement[] {
  const { company: { ticker }, research: { view } } = findings;
  if (!isPriced(findings)) return []; // its business is a table by years
  const tokens = quartersBy(findings, by).slice(0, QUARTERS).map(({ end }) => `Qto${end}`).reverse();
  const rows = periodRows(QUARTERLY, tokens, { ticker, view, speaker });
  return rows.length < LEAST_ROWS ? [] : rows;
}

/** The quarters of its reports that ended by a day, the newest first. */
export function quartersBy({ company: { ticker }, research: { view } }: CompanyFindings, day: string) {
  return statementsOf(view.filed(ticker)).quarters.filter(({ end }) => end <= day);
}

/** What pulls to one side, the largest pull first, in a few words each. */
function reasonsOn(side: "for" | "against", evidence: readonly Evidence[], speaker: Speaker): readonly Statement[] {
  return evidence.filter((one) => one.side === side).flatMap(({ ticker, measure: { metric } }) => {
    const id = `reason_${side}.${metric}`;
    return speaker.knows(id) ? given(speaker.say(id, [ticker])) : [];
  });
}

/** What moves the score most in its own direction, where there is a phrase for it. */
function reasonSentence(findings: CompanyFindings, speaker: Speaker): readonly Statement[] {
  const { score = 0 } = synthesise([findings]);
  const side = pointsDown(score) ? "against" : "for";
  const led = evidenceOf([findings]).find((one) => one.side === side);
  const reason = led === undefined ? [] : reasonsOn(side, [led], speaker);
  const about = [findings.company.ticker];
  return reason.length === 0 ? [] : given(speaker.say(`company.reason_${side}`, about, { parts: { reason } }));
}

/** The view in one line: the largest pull in the direction of the score, the largest against it, and the drawdown risk. */
function leadSentence(findings: CompanyFindings, speaker: Speaker): readonly Statement[] {
  const { signal, score = 0 } = synthesise([findings]);
  const about = [findings.company.ticker];
  const evidence = evidenceOf([findings]);
  const sides = pointsDown(score) ? ["against", "for"] as const : ["for", "against"] as const;
  const [first = [], second = []] = sides.map((side, at) => {
    const reason = reasonsOn(side, evidence, speaker).slice(0, 1);
    const id = `lead_${at === 0 ? "first" : "second"}.${signal === "neutral" ? `neutral_${side}` : signal}`;
    return reason.length === 0 || signal === "no_view" ? [] : given(speaker.say(id, about, { parts: { reason } }));
  });
  const parts = { first, second: first.length === 0 ? [] : second };
  return given(speaker.say("lead.company", about, { parts }));
}

/** Whether a measure of a domain lies outside the middle of what it is compared with, or none of them is compared. */
function standsOut({ measures }: DomainFinding): boolean {
  const standings = measures.flatMap(({ standing }) => standing ?? []);
  return standings.length === 0 || standings.some(({ percentile }) => bandOf("level", percentile) !== "middling");
}
