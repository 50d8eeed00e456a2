import { longDay } from "../../calendar/day.ts";
import { type Bar, type BarPanel, barsChart } from "../../chart/bars_chart.ts";
import { ChartError, INK } from "../../chart/look.ts";
import { byBars } from "../../data/metrics/asked_names.ts";
import { metricIds, METRICS, rowOf } from "../../data/metrics/metric.ts";
import { isHighChance } from "../../protocol/drawdown_line.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { VerificationClaim } from "../../protocol/verification.ts";
import { chanceWords } from "../../run/drawdown_chance.ts";
import { confidenceWords, evidenceWords } from "../../run/statement.ts";
import { resultFields, type ThesisRow } from "../../run/thesis_row.ts";
import { isRecord, kindOf, type OptionShape, TEXT } from "../../text/options.ts";
import { scoreWords, sentenceCase } from "../thesis_view.ts";
import { type Chart, checkOptions, createChart } from "./chart.ts";

/** The words of a chart of a thesis. */
export interface ThesisChartOptions {
  /** Title. Default: the subject, its signal and its confidence. */
  readonly title?: string | undefined;
  /** Source of the figures, for the line that names it. Default: those of the verified figures. */
  readonly source?: string | undefined;
}

const THESIS_OPTIONS = { title: TEXT, source: TEXT } satisfies Readonly<Record<keyof ThesisChartOptions, OptionShape>>;

/** What a chart needs of a thesis. */
type ThesisFigures =
  & Pick<ThesisRow, "signal" | "confidence" | "score" | "drawdownProbability" | "evidence" | "asOf">
  & { readonly subject: string; readonly claims: readonly VerificationClaim[] };

/**
 * What drives a thesis, and what it risks: its score and the parts the score is the mean of, above drawdown risk,
 * volatility and the maximum drawdown, as far as its answer holds them as figures. The parts and the risks are verified
 * figures; they come with `include: ["verification"]`, and with every row of a screen.
 * @param thesis What `reason()` returns, or a row of a run.
 * @throws {ChartError} when it has no such figure, or an option cannot be used.
 * @example
 * ```ts
 * import { ok } from "node:assert";
 * import { connect } from "conviction";
 * import { thesisChart } from "conviction/chart";
 *
 * const thesis = await connect().reason({ input: "Analyse IBM", include: ["verification"] });
 * ok((await thesisChart(thesis).png()).length > 10_000);
 * ```
 */
export function thesisChart(thesis: ReasoningResult | ThesisRow, options: ThesisChartOptions = {}): Chart {
  checkOptions(options, THESIS_OPTIONS);
  if (!isRecord(thesis)) throw new ChartError(`the thesis must be an object, not ${kindOf(thesis)}`);
  const figures = figuresOf(thesis as ReasoningResult | ThesisRow);
  const panels = [...scorePanel(figures), ...riskPanel(figures)];
  if (panels.length === 0) {
    throw new ChartError("the thesis has no score, no drawdown risk and no verified figures of either");
  }
  const { title = titleOf(figures), source = sourceOf(figures) } = options;
  const subtitle = subtitleOf(figures);
  const words = panels.map(({ title, bars }) =>
    `${title}: ${bars.map(({ name, shown }) => `${name} ${shown}`).join(", ")}`
  );
  const description = [title, ...subtitle, ...words].join(". ");
  return createChart(barsChart({ title, subtitle, source, description }, panels, false));
}

function figuresOf(thesis: ReasoningResult | ThesisRow): ThesisFigures {
  if (!("agent_thesis" in thesis)) {
    return { ...thesis, subject: thesis.subject ?? thesis.ticker, claims: thesis.claims ?? [] };
  }
  const fields = resultFields(thesis);
  return { ...fields, subject: fields.subject ?? "Thesis" };
}

/** The scores, the whole behind its parts. */
const PARTS = Object.keys(METRICS).filter((id) => id.startsWith("score"));
/** Fractions that say how much may be lost; each is drawn without its sign. */
const RISKS = metricIds("drawdown_probability volatility max_drawdown_1y es_95 var_95");
/** A thesis on many companies shows those of its first. */
const MAX_BARS = 40;

/** Numbers among the claims of some metrics, in the order of these. */
function claimed(claims: readonly VerificationClaim[], order: readonly string[]) {
  const subjects = [...new Set(claims.map(({ id }) => subjectOf(id)))];
  const companies = [...subjects.filter((subject) => subject !== "all"), "all"];
  const known = claims.filter(({ metric, value }) => order.includes(metric) && Number.isFinite(value));
  const isOne = new Set(known.map(({ id }) => subjectOf(id))).size <= 1;
  const place = ({ id, metric }: VerificationClaim) => companies.indexOf(subjectOf(id)) * 100 + order.indexOf(metric);
  return known.toSorted((a, b) => place(a) - place(b)).map(({ id, metric, value, shown }) => ({
    metric,
    name: isOne ? sentenceCase(nameOf(metric)) : `${subjectOf(id)} ${nameOf(metric)}`,
    value: Number(value),
    shown: shown ?? "",
  }));
}

function nameOf(metric: string): string {
  const { unit, head, alert, name } = rowOf(metric) ?? {};
  return unit === "score" ? head ?? metric : alert ?? byBars(name);
}

/** The company of a claim like `BRK.B.score`. */
function subjectOf(id: string): string {
  const metric = /\.[a-z][a-z_0-9]*(?:\.[a-z_0-9]+)?$/.exec(id);
  return metric === null ? id : id.slice(0, metric.index);
}

function scorePanel({ claims, score }: ThesisFigures): BarPanel[] {
  const found = claimed(claims, PARTS).slice(0, MAX_BARS);
  const whole: Bar[] = score === undefined ? [] : [{ name: "Score", value: score, shown: scoreWords(score) }];
  const bars: Bar[] = found.length === 0 ? whole : found.map(({ name, metric, value, shown }) => ({
    name,
    value,
    isMarked: metric === "score" && found.length > 1,
    shown: shown === "" ? scoreWords(value) : shown.replace("-", "−"),
  }));
  if (bars.length === 0) return [];
  const isOurs = bars.every(({ value = 0 }) => Math.abs(value) <= 1);
  const domain = isOurs ? [-1, 1] as const : scoreDomain(bars.map(({ value = 0 }) => value));
  const title = `${found.length > 1 ? "Drivers: the parts of the score" : "Score"}${isOurs ? ", −1 to +1" : ""}`;
  return [{ title, bars, domain, format: "+.3~f", width: 430, hasNames: true, colors: SCORE_COLORS }];
}

function riskPanel({ claims, drawdownProbability: chance }: ThesisFigures): BarPanel[] {
  const found = claimed(claims, RISKS).slice(0, MAX_BARS).filter(({ value }) => Math.abs(value) <= 10);
  const isShare = chance !== undefined && chance >= 0 && chance <= 1;
  const whole: Bar[] = isShare
    ? [{ name: sentenceCase(nameOf("drawdown_probability")), value: chance, shown: chanceWords(chance) }]
    : [];
  const bars: Bar[] = found.length === 0 ? whole : found.map(({ metric, name, value, shown }) => ({
    name,
    value: Math.abs(value),
    shown: shown === "" ? `${(100 * Math.abs(value)).toFixed(1)}%` : shown.replace("-", ""),
    isMarked: metric === "drawdown_probability" && isHighChance(value),
  }));
  if (bars.length === 0) return [];
  const most = Math.max(...bars.map(({ value = 0 }) => value));
  const domain = [0, most <= 0.5 ? 0.5 : roundUp(most)] as const; // alike for most theses, to compare their charts
  return [{ title: "Risks", bars, domain, format: ".0%", width: 430, hasNames: true, colors: RISK_COLORS }];
}

function titleOf({ subject, signal, confidence }: ThesisFigures): string {
  const stated = confidence === undefined ? "" : `confidence ${confidenceWords(confidence)}`;
  return `${subject}: ${[signal, stated].filter((part) => part !== "").join(", ")}`;
}

function subtitleOf({ asOf, evidence, claims }: ThesisFigures): string[] {
  const abstained = evidence?.coverage === undefined ? `, ${evidence?.abstained} without data` : "";
  const line = [
    ...asOf === undefined ? [] : [`as of ${longDay(asOf)}`],
    ...evidence === undefined ? [] : [`evidence ${evidenceWords(evidence)}${abstained}`],
  ].join("; ");
  return [
    ...line === "" ? [] : [sentenceCase(line)],
    ...claims.length === 0 ? ['The parts of the score come with include: ["verification"].'] : [],
  ];
}

function sourceOf({ claims }: ThesisFigures): string | undefined {
  const sources = [...new Set(claims.map(({ source }) => source).filter((source) => source))];
  return sources.length === 0 ? undefined : sources.join(", ");
}

/** Blue for a positive score, red for a negative one, grey for the mean of others. */
export const SCORE_COLORS: BarPanel["colors"] = { above: INK.first, below: INK.second, marked: INK.faint };
/** A risk from the mark on is red. */
export const RISK_COLORS: BarPanel["colors"] = { above: "#c9826f", below: "#c9826f", marked: INK.second };

/**
 * Ends of an axis of scores: round, alike on both sides of zero.
 * @param values Of any service; ours are from -1 to 1.
 */
export function scoreDomain(values: readonly number[]): readonly [number, number] {
  const reach = roundUp(values.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
  const isBelow = values.some((value) => value < 0);
  const isAbove = values.some((value) => value > 0);
  return [isBelow || !isAbove ? -reach : 0, isAbove || !isBelow ? reach : 0];
}

/** The next of 1, 2 and 5 times a power of ten; 1 of nothing. */
export function roundUp(value: number): number {
  if (value === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5, 10].find((digit) => digit * power >= value * (1 - 1e-9)) ?? 10;
  return Number((digit * power).toPrecision(3));
}
