import { daySpan, dayText, longDay } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import { MOST_COLUMNS } from "../data/metrics/own.ts";
import { baseOf } from "../data/own_view.ts";
import { type DaySpan, spanOf } from "../data/about.ts";
import { type Charts, settled, storedFiles } from "./chart_steps.ts";
import { AnswerClaims } from "./claims.ts";
import type { Drafting } from "./drafting.ts";
import type { CompanyFindings } from "./findings.ts";
import { ownOf, type OwnRead, readOwn, showOwn } from "./own_reading.ts";
import type { AgentPorts } from "./ports.ts";
import { Speaker } from "./say.ts";

/** Fewest rows of a chart. */
const MIN_ROWS = 3;
/** Bounds the time of an answer about many companies. */
const MAX_CHARTS = 4;

/** Whose columns may be drawn. */
interface Subject extends Pick<Drafting, "companies" | "asked" | "tools"> {
  /** What is found of those that have prices. */
  readonly found: readonly CompanyFindings[];
}

/** What charts of own columns are made with. */
export interface OwnChartContext {
  readonly ports: Pick<AgentPorts, "drawItemChart" | "storeFile" | "verify">;
  readonly signal: AbortSignal;
}

/** A column of a company. */
interface Column {
  readonly ticker: string;
  readonly name: string;
  /** Of its rows; absent for all that are known. */
  readonly span?: DaySpan;
}

/**
 * The own columns that a question asks for, over time; of a company that it wants a view of, those that its thesis tells
 * of. A column has a chart where at least three of its rows are known by the day.
 */
export async function ownCharts(subject: Subject, context: OwnChartContext): Promise<Charts> {
  const { view } = subject.tools;
  const drawable = columnsOf(subject).flatMap((column) => {
    const read = readOwn(column, column.ticker, view);
    return read === undefined || read.rows.length < MIN_ROWS ? [] : [{ column, read }];
  });
  const files: Charts["files"][number][] = [];
  const warnings: string[] = [];
  for (const { column, read } of drawable.slice(0, MAX_CHARTS)) {
    if (!isVerified(column, read, { subject, context })) continue;
    const missing = (why: string): Charts => ({
      files: [],
      warnings: [`no chart of ${column.ticker}'s ${column.name}: ${why}`],
    });
    const charts = await settled(drawn(column, read, { view, ...context }), missing);
    files.push(...charts.files);
    warnings.push(...charts.warnings);
  }
  const left = drawable.length - MAX_CHARTS;
  if (left > 0) {
    warnings.push(`no chart of ${left} of ${drawable.length} own columns: an answer has at most ${MAX_CHARTS}`);
  }
  return { files, warnings };
}

function columnsOf({ companies, asked: { own, facts, texts, times }, tools: { view } }: Subject): readonly Column[] {
  const tickers = companies.map(({ ticker }) => ticker);
  if (own !== undefined) {
    const span = times.findLast(({ from, to }) => from < to);
    return own.flatMap(({ name }) => tickers.map((ticker) => ({ ticker, name, ...(span && { span: spanOf(span) }) })));
  }
  const [ticker, ...others] = tickers;
  const isView = facts.length === 0 && texts === undefined && others.length === 0;
  return ticker === undefined || !isView
    ? []
    : ownOf(ticker, view).slice(0, MOST_COLUMNS).map((name) => ({ ticker, name }));
}

/**
 * A picture is no sentence, so its rows are those of one that the verifier has passed: it states their number, the first,
 * the last, the lowest and the highest.
 */
function isVerified(
  { ticker, name }: Column,
  { rows }: OwnRead,
  { subject: { found, tools: { view, knowledge } }, context: { ports } }: {
    readonly subject: Subject;
    readonly context: OwnChartContext;
  },
): boolean {
  const [from = NaN, to = NaN] = [rows[0], rows.at(-1)].map((row) => row?.day);
  const companies = [ticker];
  const own = found.filter(({ company }) => company.ticker === ticker);
  const speaker = new Speaker(knowledge.vocabulary, new AnswerClaims({ view, knowledge, companies, found: own }));
  const said = speaker.say("own.span", companies, { of: { kind: "own", name, span: { from, to } } });
  if (said === undefined) return false;
  const { kept } = ports.verify({ companies, reasoning: [said], drivers: [], risks: [] }, view);
  return kept.reasoning.length === 1;
}

async function drawn(
  { ticker, name }: Column,
  { rows, newest, source }: OwnRead,
  { ports, view, signal }: OwnChartContext & { readonly view: DatasetView },
): Promise<Charts> {
  const company = view.companies.find((one) => one.ticker === ticker);
  const title = company === undefined || company.name === ticker ? ticker : `${company.name} (${ticker})`;
  const [first, last] = [rows[0]?.day ?? NaN, newest.day].map(dayText);
  const made = await ports.drawItemChart({
    kind: "own",
    rows: rows.map(({ day, value, known }) => ({ date: dayText(day), value, known: dayText(known) })),
    title: `${title}: ${name}`,
    subtitle: `${daySpan(first, last)}, ${rows.length} rows known by ${longDay(view.asOf)}`,
    source: view.sources.find(({ id }) => id === source)?.title ?? source,
    label: name,
    lastShown: showOwn(newest.value),
    isPrivate: baseOf(view) !== view, // whatever came with a question belongs to its answer
    stem: `${ticker}_${name}`.replace(/[^\w-]/g, "_"),
  }, signal);
  return await storedFiles(made, ports);
}
