import type { Draft } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Asked } from "../data/question/asked.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { type ChartContext, type Charts, chartSteps, settled, storedFiles } from "./chart_steps.ts";
import { type Drafting, filedOf } from "./drafting.ts";
import { evidenceFile } from "./evidence_file.ts";
import { factChartSteps, type ItemSeries, verifiedSeries } from "./fact_chart_steps.ts";
import { type CompanyFindings, isPriced, type ResearchTools } from "./findings.ts";
import type { AgentPorts, ItemRow } from "./ports.ts";
import { ownCharts } from "./own_charts.ts";
import type { Step } from "./step.ts";
import { daySpan, longDay } from "../calendar/day.ts";
import { itemOf } from "../data/metrics/items.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import { AnswerClaims } from "./claims.ts";
import { periodRows } from "./rows.ts";
import { Speaker } from "./say.ts";

/** Bounds the time of an answer about many companies. */
const MAX_PROGRAMS = 12;

/**
 * Draws what belongs to a question: prices, unless it asks for nothing but figures of reports; the caller's own columns;
 * the items of reports that it asks for; statements, where it asks for none.
 */
export async function* pictureSteps(
  found: readonly CompanyFindings[],
  { companies, asked, tools }: Pick<Drafting, "companies" | "asked" | "tools">,
  { ports, signal }: { readonly ports: AgentPorts; readonly signal: AbortSignal },
): AsyncGenerator<Step, Charts, undefined> {
  const context = { ports, view: tools.view, signal };
  const prices = yield* chartsOf(asksReportsAlone(asked) ? [] : found.filter(isPriced), context);
  const own = yield* stored(ownCharts({ found, companies, asked, tools }, { ports, signal }));
  if (asked.facts.length === 0) {
    return joinedCharts([prices, own, yield* stored(statementCharts(found, { ports, tools, signal }))]);
  }
  const items = yield* factChartSteps(filedOf(found, { companies, asked, tools }), context);
  return joinedCharts([prices, own, items]);
}

async function* chartsOf(
  found: readonly CompanyFindings[],
  context: ChartContext,
): AsyncGenerator<Step, Charts, undefined> {
  const files: FileReference[] = [];
  const warnings: string[] = [];
  for (const findings of found.slice(0, MAX_PROGRAMS)) {
    const charts = yield* chartSteps(findings, context);
    files.push(...charts.files);
    warnings.push(...charts.warnings);
  }
  const left = found.length - MAX_PROGRAMS;
  if (left > 0) {
    warnings.push(`no chart of ${left} of ${found.length} companies: an answer has at most ${MAX_PROGRAMS}`);
  }
  return { files, warnings };
}

/** Whether a question asks for nothing but figures of reports, to which a chart of prices is no answer. */
function asksReportsAlone({ facts, kind, measures, times, weights }: Asked): boolean {
  return facts.length > 0 && kind !== "view" && measures.length + times.length + weights.length === 0;
}

/** Stores a table of the verified figures of each company. */
export function evidenceSteps(
  kept: Draft,
  context: { readonly ports: AgentPorts; readonly view: DatasetView },
): AsyncGenerator<Step, Charts, undefined> {
  return stored(evidenceTables(kept, context));
}

/** The step of files that no program made. */
async function* stored(making: Promise<Charts>): AsyncGenerator<Step, Charts, undefined> {
  const made = await making;
  if (made.files.length > 0) yield { kind: "files", files: made.files };
  return made;
}

async function evidenceTables(
  kept: Draft,
  { ports, view }: { readonly ports: AgentPorts; readonly view: DatasetView },
): Promise<Charts> {
  const made = kept.companies.slice(0, MAX_PROGRAMS).flatMap((ticker) => evidenceFile(ticker, kept, view) ?? []);
  const all = await Promise.all(made.map(async (file): Promise<Charts> => {
    const notStored = (why: string): Charts => ({ files: [], warnings: [`${file.filename} is not stored: ${why}`] });
    return await settled(ports.storeFile(file).then((one) => ({ files: [one], warnings: [] })), notStored);
  }));
  return joinedCharts(all);
}

/** Files and warnings of several, in order. */
export function joinedCharts(all: readonly Charts[]): Charts {
  return { files: all.flatMap(({ files }) => files), warnings: all.flatMap(({ warnings }) => warnings) };
}

/** Drawn for the last fiscal years, in this order. */
const ITEMS = (["revenue", "net_income", "free_cash_flow"] as const).map((item) => ({ item }));
const YEARS = ["FY-7", "FY-6", "FY-5", "FY-4", "FY-3", "FY-2", "FY-1", "FY"];
/** Bounds the time of an answer about many companies. */
const MAX_CHARTS = 4;
const MAX_SOURCES = 3;

/** What charts of statements are made with. */
interface StatementChartContext {
  readonly ports: Pick<AgentPorts, "drawItemChart" | "storeFile" | "verify">;
  readonly tools: Pick<ResearchTools, "view" | "knowledge">;
  readonly signal: AbortSignal;
}

/**
 * Revenue, net income and free cash flow by fiscal year, of each company whose reports state at least three years.
 * A picture is no sentence, so its figures are those of sentences that the verifier has passed.
 */
async function statementCharts(
  found: readonly CompanyFindings[],
  context: StatementChartContext,
): Promise<Charts> {
  const files: Charts["files"][number][] = [];
  const warnings: string[] = [];
  for (const findings of found.slice(0, MAX_CHARTS)) {
    const series = yearlySeries(findings, context);
    if (series.length === 0) continue;
    const missing = (why: string): Charts => ({
      files: [],
      warnings: [`no chart of ${findings.company.ticker}'s statements: ${why}`],
    });
    const charts = await settled(drawn(findings, { series, ...context }), missing);
    files.push(...charts.files);
    warnings.push(...charts.warnings);
  }
  return { files, warnings };
}

function yearlySeries(
  findings: CompanyFindings,
  { ports, tools: { view, knowledge } }: StatementChartContext,
): readonly ItemSeries[] {
  const { company: { ticker } } = findings;
  if (view.records(ticker).facts.length === 0) return [];
  const companies = [ticker];
  const claims = new AnswerClaims({ view, knowledge, companies, found: [findings] });
  const speaker = new Speaker(knowledge.vocabulary, claims);
  const series = verifiedSeries(periodRows(ITEMS, YEARS, { ticker, view, speaker }), { ports, view });
  return series.filter(({ unit }) => unit === series[0]?.unit); // one axis has one unit
}

async function drawn(
  { company }: CompanyFindings,
  { series, ports, tools: { view }, signal }: StatementChartContext & { readonly series: readonly ItemSeries[] },
): Promise<Charts> {
  const rows = series.flatMap((one) => one.rows.map((row): ItemRow => ({ ...row, series: itemOf(one.item).name })));
  const ends = rows.map(({ end }) => end).toSorted();
  const names = series.map(({ item }) => itemOf(item).name);
  const made = await ports.drawItemChart({
    rows: rows.toSorted((one, other) => one.end < other.end ? -1 : one.end > other.end ? 1 : 0),
    unit: series[0]?.unit ?? "",
    title: `${company.name === company.ticker ? company.ticker : `${company.name} (${company.ticker})`}: ${
      joinTexts(names, "list")
    }`,
    subtitle: `Fiscal years that end ${daySpan(ends[0], ends.at(-1))}, as reported by ${longDay(view.asOf)}`,
    source: sourcesOf(company.ticker, view),
    label: series[0]?.unit ?? "",
    stem: `${company.ticker.replace(/[^\w.-]/g, "_")}_statements`,
  }, signal);
  return await storedFiles(made, ports);
}

/** Who published the reports that are read; what states each figure is in the table beside the picture. */
function sourcesOf(ticker: string, view: DatasetView): string {
  const ids = [...new Set(view.records(ticker).facts.map(({ source }) => source))];
  const titles = ids.map((id) => view.sources.find((one) => one.id === id)?.title ?? id);
  return [...new Set(titles)].slice(0, MAX_SOURCES).join("; ");
}
