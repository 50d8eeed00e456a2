import type { Draft } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Asked } from "../data/question/asked.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { type ChartContext, type Charts, chartSteps, settled } from "./chart_steps.ts";
import { type Drafting, filedOf } from "./drafting.ts";
import { evidenceFile } from "./evidence_file.ts";
import { factChartSteps } from "./fact_chart_steps.ts";
import { type CompanyFindings, isPriced } from "./findings.ts";
import type { AgentPorts } from "./ports.ts";
import { ownCharts } from "./own_charts.ts";
import { statementCharts } from "./statement_charts.ts";
import type { Step } from "./step.ts";

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
