import { daySpan, longDay } from "../calendar/day.ts";
import { z } from "zod";
import type { Claim, Draft, Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { factName, type FiledFact } from "../data/records.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import { reportName } from "./fact_names.ts";
import { readAs } from "../data/about.ts";
import { readPeriod } from "../data/fact_period.ts";
import { type ItemId, itemOf } from "../data/metrics/items.ts";
import type { MetricId, PerMetric } from "../data/metrics/metric.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { type Charts, checkedOutput, failedRun, nameInCode, reasonOf, settled, storedFiles } from "./chart_steps.ts";
import type { AgentPorts, ItemRow, ProgramRun } from "./ports.ts";
import type { Step } from "./step.ts";

/** Fewest periods of a chart. */
const MIN_ROWS = 3;
/** Bounds the time of an answer about many companies. */
const MAX_CHARTS = 4;

/** What charts of items are made with. */
export interface FactChartContext {
  readonly ports: Pick<AgentPorts, "runCode" | "drawItemChart" | "storeFile" | "verify">;
  readonly view: DatasetView;
  readonly signal: AbortSignal;
}

/** An item of a company over some periods, from the rows that list them. */
export interface ItemSeries {
  readonly ticker: string;
  readonly item: ItemId;
  readonly unit: string;
  readonly rows: readonly Omit<ItemRow, "change">[];
}

/** Charts of the lists among some sentences, of those that pass verification, as visible steps. */
export async function* factChartSteps(
  said: readonly Statement[],
  context: FactChartContext,
): AsyncGenerator<Step, Charts, undefined> {
  const files: FileReference[] = [];
  const warnings: string[] = [];
  for (const series of verifiedSeries(said, context).slice(0, MAX_CHARTS)) {
    const charts = yield* chartOf(series, context);
    files.push(...charts.files);
    warnings.push(...charts.warnings);
  }
  return { files, warnings };
}

/** A picture is no sentence, so its figures are those of rows that the verifier has passed. */
export function verifiedSeries(
  said: readonly Statement[],
  { ports, view }: { readonly ports: Pick<AgentPorts, "verify">; readonly view: DatasetView },
): readonly ItemSeries[] {
  const rows = said.filter(({ saying: { phrase, of } }) => phrase === "row.period" && !of?.includes(" TTM "));
  if (rows.length < MIN_ROWS) return [];
  const companies = [...new Set(rows.flatMap(({ saying }) => saying.about))];
  const draft: Draft = { companies, reasoning: rows, drivers: [], risks: [] };
  const kept = Map.groupBy(ports.verify(draft, view).kept.reasoning, ({ saying: { about: [ticker = ""] } }) => ticker);
  return [...kept].flatMap(([ticker, statements]) => seriesOf(ticker, statements, view));
}

const AMOUNTS: readonly MetricId[] = ["fact_money", "fact_count", "fact_share", "fact_ratio"];
const UNITS: PerMetric<string> = {
  fact_count: "shares",
  fact_share: "fraction",
  fact_ratio: "ratio",
};

/** The items of a company's rows, each with its periods; in order, as the first row names them. */
function seriesOf(ticker: string, rows: readonly Statement[], view: DatasetView): readonly ItemSeries[] {
  const facts = new Map(view.filed(ticker).facts.map((fact) => [factName(fact), fact]));
  const amounts = rows.flatMap(({ claims }) => claims.filter(({ metric }) => AMOUNTS.includes(metric)));
  const byItem = Map.groupBy(amounts, ({ of }) => readAs("fact", of)?.item);
  return [...byItem].flatMap(([item, claims]) => {
    const [first] = claims;
    const found = claims.flatMap((claim) => rowOf(claim, facts) ?? []);
    if (item === undefined || first === undefined || found.length < MIN_ROWS) return [];
    return [{ ticker, item, unit: first.currency ?? UNITS[first.metric] ?? "", rows: found }];
  });
}

function rowOf(
  { of, value, shown, inputs = [] }: Claim,
  facts: ReadonlyMap<string, FiledFact>,
): Omit<ItemRow, "change"> | undefined {
  const period = readPeriod(readAs("fact", of)?.period ?? "");
  const behind = inputs.flatMap((input) => facts.get(input) ?? []);
  const end = period !== undefined && "end" in period ? period.end : behind.map((one) => one.end).toSorted().at(-1);
  if (typeof value !== "number" || end === undefined) return undefined;
  const listed = (texts: readonly string[]) => joinTexts([...new Set(texts)], "list");
  return {
    ...(period?.kind === "flow" && { start: period.start }),
    end,
    value,
    shown,
    tags: listed(behind.map(({ tag }) => tag)),
    reports: listed(behind.map(reportName)),
    known: behind.map(({ known }) => known).toSorted().at(-1) ?? "",
  };
}

async function* chartOf(
  series: ItemSeries,
  { ports, view, signal }: FactChartContext,
): AsyncGenerator<Step, Charts, undefined> {
  const name = itemOf(series.item).name;
  const missing = (why: string): Charts => ({
    files: [],
    warnings: [`no chart of ${series.ticker}'s ${name}: ${why}`],
  });
  const code = changesProgram(series.ticker, name);
  const input = { rows: series.rows.map(({ end, value }) => ({ end, value })) };
  yield { kind: "code", name: `${series.item}_${nameInCode(series.ticker)}`, code };
  yield { kind: "code_started" };
  const run = await settled(ports.runCode({ code, input }, signal), failedRun);
  signal.throwIfAborted(); // report a failure caused by an abort as an abort
  const charts = run.return_code === 0
    ? await settled(drawn(run, { series, name, view, ports, signal }), missing)
    : missing(reasonOf(run));
  signal.throwIfAborted();
  const { return_code, tier } = run;
  const stdout = checkedOutput(run.stdout, outputOf(series, name));
  const stderr = return_code === 0 ? [run.stderr, ...charts.warnings.map((line) => `${line}\n`)].join("") : run.stderr;
  yield { kind: "code_output", stdout, stderr, return_code, files: charts.files, ...tier && { sandbox_tier: tier } };
  return charts;
}

async function drawn(run: ProgramRun, { series, name, view, ports, signal }: FactChartContext & {
  readonly series: ItemSeries;
  readonly name: string;
}): Promise<Charts> {
  const rows = withChanges(run.result, series);
  const company = view.companies.find(({ ticker }) => ticker === series.ticker);
  const { ticker, unit, item } = series;
  const title = company === undefined || company.name === ticker ? ticker : `${company.name} (${ticker})`;
  const request = {
    rows,
    unit,
    title: `${title}: ${name}`,
    subtitle: `${daySpan(rows[0]?.end, rows.at(-1)?.end)}, as reports known by ${longDay(view.asOf)} state it`,
    source: [...new Set(rows.map(({ tags }) => tags))].join("; "),
    label: unit === "fraction" || unit === "ratio" ? name : `${name}, ${unit}`,
    stem: `${ticker.replace(/[^\w.-]/g, "_")}_${item}`,
  };
  return await storedFiles(await ports.drawItemChart(request, signal), ports);
}

/** The code that the agent runs for one item; readers of the answer see it. */
function changesProgram(ticker: string, item: string): string {
  const name = nameInCode(ticker);
  return `// ${name}: ${item} by period, and its change from the one before.
interface Row { end: string; value: number }

export default function itemByPeriod({ rows }: { rows: Row[] }) {
  const changed = rows.map((row, at) => {
    const before = rows[at - 1]?.value ?? 0;
    return { ...row, change: before > 0 ? row.value / before - 1 : null };
  });
  console.log(\`${name}: ${item} of \${rows.length} periods to \${rows.at(-1)?.end}\`);
  return changed;
}
`;
}

/** What the program prints when it is right, computed here. */
function outputOf({ ticker, rows }: ItemSeries, name: string): string {
  return `${nameInCode(ticker)}: ${name} of ${rows.length} periods to ${rows.at(-1)?.end}\n`;
}

const resultSchema = z.array(z.object({ end: z.string(), value: z.number(), change: z.number().nullable() }));

/** Checks the result of untrusted code against its input, so that it cannot draw a wrong figure. */
function withChanges(result: unknown, { rows }: ItemSeries): readonly ItemRow[] {
  const read = resultSchema.safeParse(result);
  if (!read.success) throw new TypeError("the result is not a list of {end, value, change}");
  if (read.data.length !== rows.length) {
    throw new TypeError(`the result has ${read.data.length} rows for ${rows.length}`);
  }
  return rows.map((row, at) => {
    const found = read.data[at];
    const before = rows[at - 1]?.value ?? 0;
    const change = before > 0 ? row.value / before - 1 : undefined;
    const isRight = found?.end === row.end && found.value === row.value &&
      Math.abs((found.change ?? 0) - (change ?? 0)) <= 1e-9;
    if (!isRight) throw new TypeError(`row ${at + 1} differs from the figure of ${row.end}`);
    return { ...row, ...(change !== undefined && { change }) };
  });
}
