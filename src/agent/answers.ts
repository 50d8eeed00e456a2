import type { Statement } from "../data/claim.ts";
import { ofMetric } from "../data/about.ts";
import { isAskable } from "../data/metrics/asked_names.ts";
import { CAUSES, type MetricId, rowOf } from "../data/metrics/metric.ts";
import type { Answering } from "./answering.ts";
import type { Asked } from "../data/question/asked.ts";
import type { CompanyFindings } from "./findings.ts";
import { orderSentence, unlikeSentence } from "./ordering.ts";
import { bothSentences, leftOut, orderedBy, subjectOf, tableOf, type Wanted } from "./ranking.ts";
import { closedSentences, resultsRows, spanSentences } from "./span_answers.ts";
import { SIDE_BY_SIDE } from "./rows.ts";
import { given, type SayOptions } from "./say.ts";

/** Most sentences of one question: of three measures or companies, and where each stands. */
const MAX_SENTENCES = 6;
const CHANCE = "drawdown_probability";
/** Whether insiders buy is said by what they did, not by how it ranks: where none did anything, 0 is no yes. */
const INSIDERS = "net_purchases";
const TONE_CHANGE = "tone_change";

/**
 * The sentences that answer a question, which stand first in its answer.
 * @returns None for a question that wants a view, or where nothing of what it asks for is known.
 */
export function answerSentences(
  { asked, found, speaker, filed = [], isGroup = false }: Answering,
): readonly Statement[] {
  if (isGroup && asked.kind === "risk" || asked.kind === "quote") return filed;
  if (filed.length > 0 && asked.measures.length + asked.times.length === 0) return filed;
  return [...filed, ...pricedSentences({ asked, found, speaker })];
}

/** The sentences that answer what is asked of prices. */
function pricedSentences({ asked, found, speaker }: Answering): readonly Statement[] {
  const closed = closedSentences({ asked, found, speaker });
  const isOfTexts = asked.kind === "change" && asked.measures.some(({ metric }) => CHANGES.includes(metric));
  const span = isOfTexts ? [] : spanSentences({ asked, found, speaker });
  if (span.length > 0) return [...closed, ...span];
  const measures = measuresAsked(asked);
  const both = asked.kind === "rank" ? bothSentences(asked, { found, speaker }) : [];
  if (both.length > 0) return [...closed, ...both];
  const subject = subjectOf(asked, found);
  const make = (measure: Wanted) => sentencesOf(asked.kind, measure, { found, speaker, subject });
  const made = measures.flatMap(make);
  // of many companies the table has the figure of a single one too
  const isFigure = ({ saying }: Statement) => saying.phrase === "answer.figure";
  const said = found.length > SIDE_BY_SIDE && !made.every(isFigure) ? made.filter((one) => !isFigure(one)) : made;
  const isLeftOut = ({ saying }: Statement) => saying.phrase === "answer.left_out";
  return [
    ...closed,
    ...said.filter((one) => !isLeftOut(one)).slice(0, MAX_SENTENCES),
    ...tableOf({ asked, found, speaker }, measures),
    ...resultsRows({ asked, found, speaker }),
    ...said.filter(isLeftOut),
  ];
}

interface Context extends Pick<Answering, "found" | "speaker"> {
  /** Of whom a yes or no is asked. */
  readonly subject?: string | undefined;
}

/** What a question without a measure is measured by. */
const USUAL: Readonly<Record<string, Wanted>> = {
  compare: { metric: CHANCE, end: "lowest" },
  rank: { metric: "score" },
  risk: { metric: CHANCE },
  turn: { metric: "trend_200d" },
};

function measuresAsked({ kind, measures }: Answering["asked"]): readonly Wanted[] {
  const known = measures.filter(({ metric }) => isAskable(metric));
  const usual = USUAL[kind];
  return known.length > 0 || usual === undefined ? known : [usual];
}

function sentencesOf(kind: Asked["kind"], wanted: Wanted, context: Context): readonly Statement[] {
  const { found } = context;
  switch (kind) {
    case "figure":
      return found.length > 1 ? orderOf(wanted, context) : found.flatMap((one) => figure(one, wanted.metric, context));
    case "yes_no":
      return found.length > 1 && wanted.limit === undefined
        ? orderOf(wanted, context)
        : found.flatMap((one) => yesOrNo(one, wanted, context));
    case "compare":
    case "rank":
      return orderOf(wanted, context);
    case "risk":
      return wanted.metric === CHANCE ? risk(context) : found.flatMap((one) => figure(one, wanted.metric, context));
    case "change":
      return CHANGES.includes(wanted.metric) ? found.flatMap((one) => figure(one, wanted.metric, context)) : [];
    case "turn":
      return found.flatMap((one) => turn(one, wanted.metric, context));
    default:
      return [];
  }
}

/** Figures of what changed, whichever day the question means. */
const CHANGES: readonly MetricId[] = [TONE_CHANGE, "filing_change"];

/** A figure of one company, or why it is missing. */
function figure(
  { company, ...findings }: CompanyFindings,
  metric: MetricId,
  { speaker }: Context,
): readonly Statement[] {
  const about = [company.ticker];
  const [whole] = speaker.sayAll(rowOf(metric)?.phrases?.split(" ") ?? [], about);
  if (whole !== undefined) return [whole, ...limitsOf(metric, about, speaker)];
  const said = speaker.say("answer.figure", about, { of: ofMetric(metric) });
  return said ? [said] : missing({ company, ...findings }, metric, { speaker });
}

/** Up to when the data hold what insiders did. */
function limitsOf(metric: MetricId, about: readonly string[], speaker: Context["speaker"]): readonly Statement[] {
  return metric === INSIDERS ? speaker.sayAll(["insider.limits"], about) : [];
}

/** Why a measure of a company is missing, or has nothing to be compared with. */
function missing(
  { company: { ticker } }: CompanyFindings,
  metric: MetricId,
  { speaker }: Pick<Context, "speaker">,
): readonly Statement[] {
  for (const cause of CAUSES) {
    const said = speaker.say(`answer.lacks.${cause}`, [ticker], { of: ofMetric(metric) });
    if (said) return [said];
  }
  return [];
}

/** Yes or no by the fifth where a company stands, or by the side of 0; else the figure. */
function yesOrNo(findings: CompanyFindings, { metric, end, limit }: Wanted, context: Context): readonly Statement[] {
  const about = [findings.company.ticker];
  const { speaker } = context;
  const held = limit && speaker.say("answer.holds", about, { of: { kind: "limit", metric, ...limit } });
  if (held) return [held];
  const insiders = metric === INSIDERS ? speaker.say("insider.answer", about) : undefined;
  if (insiders) return [insiders, ...limitsOf(metric, about, speaker)];
  // which end of the chance of a fall would be yes is not said: "will it fall?" is no statement about others
  if (metric === CHANCE && end === undefined || metric === INSIDERS || metric === TONE_CHANGE) {
    return figure(findings, metric, context);
  }
  const [side, fifth] = end === "lowest" ? ["down", "low"] : ["up", "high"];
  const month: SayOptions["parts"] = metric === "momentum_12_1" ? {} : { month: [] };
  const said = rowOf(metric)?.sided
    ? speaker.say(`answer.is_${side}`, about, { of: ofMetric(metric) })
    : speaker.say(`answer.is_${fifth}`, about, { of: ofMetric(metric), parts: month });
  if (said) return [said];
  const value = speaker.say("answer.figure", about, { of: ofMetric(metric) });
  return [...given(value), ...missing(findings, metric, context)];
}

/** The level at which a company's view would turn; if absent, the measure whose sign is that view. */
function turn(findings: CompanyFindings, metric: MetricId, context: Context): readonly Statement[] {
  const ids = findings.domains.flatMap(({ domain: { turns = [] } }) => turns);
  const said = context.speaker.sayAll(ids, [findings.company.ticker]);
  return said.length > 0 ? said : figure(findings, metric, context);
}

/** Several companies in the order of a measure, the end that was asked for first. */
function orderOf({ metric, end = "highest" }: Wanted, context: Context): readonly Statement[] {
  const { found, speaker, subject } = context;
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return figure(only, metric, context);
  const ordering = { id: "answer", of: ofMetric(metric), end, speaker, subject } as const;
  const unlike = unlikeSentence(found.map(({ company }) => company.ticker), ordering);
  if (unlike) return [unlike];
  const tickers = orderedBy({ metric, end }, found);
  const lacking = found.map(({ company }) => company.ticker).filter((ticker) => !tickers.includes(ticker));
  const having = found.filter(({ company }) => tickers.includes(company.ticker));
  const why = leftOut(lacking, metric, { context, id: tickers.length === 0 ? "answer.none" : "answer.left_out" });
  if (tickers.length < 2) return [...having.flatMap((one) => figure(one, metric, context)), ...why];
  const said = orderSentence(tickers, ordering);
  return said ? [said, ...why] : why;
}

/** The chance of a fall with its place, volatility and the worst fall; of several companies, their order by the chance. */
function risk(context: Context): readonly Statement[] {
  const { found, speaker } = context;
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return orderOf({ metric: CHANCE }, context);
  const about = [only.company.ticker];
  const facts = ["risk.volatility", "risk.worst_fall"].flatMap((id) =>
    speaker.say(id, about, { parts: { recent: [] } }) ?? []
  );
  const said = speaker.say("answer.risk", about);
  if (said === undefined) return figure(only, CHANCE, context);
  return [said, ...facts.length === 0 ? [] : given(speaker.say("risk.sentence", about, { parts: { facts } }))];
}
