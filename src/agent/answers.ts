import type { Statement } from "../data/claim.ts";
import { isAskable, isSided } from "../data/metrics/asked_names.ts";
import { CAUSES, type MetricId } from "../data/metrics/metric.ts";
import { ORDER_SHOWN } from "../data/phrases/answers.ts";
import type { Answering } from "./answering.ts";
import type { Asked, AskedMeasure } from "../data/question/asked.ts";
import type { CompanyFindings } from "./findings.ts";
import { spanSentences } from "./span_answers.ts";
import type { Speaker } from "./say.ts";
import { scoreOf, valueOf } from "./synthesis.ts";

/** Most sentences of one question, each about another measure or company. */
const MAX_SENTENCES = 3;
/** Most companies in an order. */
const MAX_ORDERED = 8;

/**
 * The sentences that answer a question, which stand first in its answer.
 * @returns None for a question that wants a view, or where nothing of what it asks for is known.
 */
export function answerSentences({ asked, found, speaker }: Answering): readonly Statement[] {
  const span = spanSentences({ asked, found, speaker });
  if (span.length > 0) return span;
  const measures = measuresAsked(asked);
  const make = (measure: Wanted) => sentencesOf(asked.kind, measure, { found, speaker });
  return measures.flatMap(make).slice(0, MAX_SENTENCES);
}

type Wanted = Pick<AskedMeasure, "metric" | "end">;
type Context = Pick<Answering, "found" | "speaker">;

/** What a question without a measure is measured by. */
const USUAL: Readonly<Record<string, Wanted>> = {
  compare: { metric: "score" },
  rank: { metric: "score" },
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
      return found.length > 1 ? orderOf(wanted, context) : found.flatMap((one) => yesOrNo(one, wanted, context));
    case "compare":
    case "rank":
      return orderOf(wanted, context);
    default:
      return [];
  }
}

/** A figure of one company, or why it is missing. */
function figure(
  { company, ...findings }: CompanyFindings,
  metric: MetricId,
  { speaker }: Context,
): readonly Statement[] {
  const said = speaker.say("answer.figure", [company.ticker], { of: metric });
  return said ? [said] : missing({ company, ...findings }, metric, { speaker });
}

/** Why a measure of a company is missing, or has nothing to be compared with. */
function missing(
  { company: { ticker } }: CompanyFindings,
  metric: MetricId,
  { speaker }: Pick<Context, "speaker">,
): readonly Statement[] {
  for (const cause of CAUSES) {
    const said = speaker.say(`answer.lacks.${cause}`, [ticker], { of: metric });
    if (said) return [said];
  }
  return [];
}

/** Yes or no by the fifth where a company stands, or by the side of 0; else the figure. */
function yesOrNo(findings: CompanyFindings, { metric, end }: Wanted, context: Context): readonly Statement[] {
  const about = [findings.company.ticker];
  const { speaker } = context;
  const [side, fifth] = end === "lowest" ? ["down", "low"] : ["up", "high"];
  const month = metric === "momentum_12_1" ? {} : { month: [] };
  const said = isSided(metric)
    ? speaker.say(`answer.is_${side}`, about, { of: metric })
    : speaker.say(`answer.is_${fifth}`, about, { of: metric, parts: month });
  if (said) return [said];
  return [...figure(findings, metric, context), ...missing(findings, metric, context)];
}

/** Several companies in the order of a measure, the end that was asked for first. */
function orderOf({ metric, end = "highest" }: Wanted, context: Context): readonly Statement[] {
  const { found, speaker } = context;
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return figure(only, metric, context);
  const ordered = inOrder(metric, context.found, end);
  const tickers = ordered.map(({ ticker }) => ticker);
  const of = metric;
  const all = found.map(({ company }) => company.ticker);
  const unlike = all.length > MAX_ORDERED ? undefined : speaker.say("answer.unlike", all, { of });
  if (unlike) return [unlike];
  const lacking = found.filter(({ company }) => !tickers.includes(company.ticker));
  const why = lacking.flatMap((one) => missing(one, metric, context));
  if (ordered.length < 2) {
    return [...found.filter((one) => !lacking.includes(one)).flatMap((one) => figure(one, metric, context)), ...why];
  }
  const even = tickers.length > MAX_ORDERED ? undefined : speaker.say("answer.even", tickers, { of });
  const said = even ?? (tickers.length === 2 ? pairSentence : manySentence)(tickers, { end, of, speaker });
  return said ? [said, ...why] : why;
}

interface Ordering {
  readonly end: "highest" | "lowest";
  readonly of: MetricId;
  readonly speaker: Speaker;
}

function pairSentence(tickers: readonly string[], { end, of, speaker }: Ordering): Statement | undefined {
  const word = end === "highest" ? "more" : "less";
  const leader = listed(speaker.say(`has.${word}`, tickers.slice(0, 1), { of }));
  return speaker.say(`answer.${word}`, tickers, { of, parts: { leader } });
}

function manySentence(tickers: readonly string[], { end, of, speaker }: Ordering): Statement | undefined {
  const word = end === "highest" ? "most" : "least";
  const shown = tickers.slice(0, tickers.length > MAX_ORDERED ? ORDER_SHOWN : MAX_ORDERED);
  const leader = listed(speaker.say(`has.${word}`, tickers.slice(0, 1), { of }));
  const id = shown.length < tickers.length ? `top.${word}` : `all.${word}`;
  const top = listed(speaker.say(id, shown, { of, parts: { leader } }));
  return speaker.say(`answer.${word}`, tickers, { of, parts: { top } });
}

function listed(one: Statement | undefined): readonly Statement[] {
  return one === undefined ? [] : [one];
}

/** Those that have a measure, with its most or its least first; ties keep their order. */
function inOrder(
  metric: MetricId,
  found: readonly CompanyFindings[],
  end: "highest" | "lowest",
): readonly { readonly ticker: string; readonly value: number }[] {
  const sign = end === "highest" ? -1 : 1;
  const valued = found.flatMap((one) => {
    const value = metric === "score" ? scoreOf(one) : valueOf(one, metric);
    return value === undefined ? [] : [{ ticker: one.company.ticker, value }];
  });
  return valued.toSorted((one, other) => sign * (one.value - other.value));
}
