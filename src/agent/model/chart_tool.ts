import { z } from "zod";
import { dayNumber, daySpan, longDay } from "../../calendar/day.ts";
import { joinTexts } from "../../data/phrases/phrase.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import type { AssistedWork } from "../assisting.ts";
import { settled, storedFiles } from "../chart_steps.ts";
import { companyLabel } from "../../data/company_label.ts";
import type { ItemChartRequest, ItemLook, ItemRow } from "../ports.ts";
import type { Step } from "../step.ts";
import { type CheckedFigure, figuresOf } from "./checked_rows.ts";
import type { ClaimLedger } from "./claim_ledger.ts";
import { joined, stemOf, subjectsOf } from "./figures_table.ts";
import { type OfferedTool, schemaOf, type ToolOutcome, wrongOf } from "./offered_tool.ts";

/** Most figures of a chart by its marks, and kinds of figures side by side. */
const MOST = { bar: 40, point: 400, line: 1_500, series: 6 } as const;
/** Figures of companies side by side are of days no further apart: of one fiscal year, say. */
const MAX_DAYS_APART = 200;
/** Names that a title holds. */
const MAX_NAMES = 3;

const inputSchema = z.strictObject({
  kind: z.enum(["bar", "line", "point"]),
  table: z.string().max(40).optional().describe("Name of a table of run_code"),
  claims: z.array(z.string().max(200)).min(2).max(60).optional().describe("Ids of claims, instead of a table"),
  x: z.enum(["day", "subject"]),
  y: z.array(z.string().max(40)).min(1).max(3).optional().describe("Columns of the table. Default: all with numbers"),
});

type ChartAsked = z.infer<typeof inputSchema>;

const SAYS =
  "Draws figures that tools of this answer gave, or a table of run_code, as bars, a line or points over days " +
  "or subjects. They must have one unit and periods of one length. Title and words are made for you; several subjects " +
  "or measures become several series.";

/** Lets a model have checked figures drawn; all words and values of the chart are the product's. */
export function drawChartTool(work: AssistedWork, ledger: ClaimLedger): OfferedTool {
  return {
    definition: { name: "draw_chart", says: SAYS, input: schemaOf(inputSchema) },
    async *call(given): AsyncGenerator<Step, ToolOutcome, undefined> {
      const asked = inputSchema.safeParse(given);
      if (!asked.success) return { wrong: wrongOf(asked.error) };
      const figures = chosen(asked.data, ledger);
      if (typeof figures === "string") return { wrong: figures };
      const request = requestOf(figures, { ...asked.data, work });
      if (typeof request === "string") return { wrong: request };
      const number = ledger.begin("chart");
      if (number === undefined) return { wrong: "No more charts are drawn for this answer." };
      const stem = `${stemOf(figures)}_model_chart_${number}`;
      const files = await drawn({ ...request, stem }, work, { ledger, number });
      if (files.length === 0) return { wrong: "The chart could not be drawn." };
      yield { kind: "files", files };
      const line = `draw_chart: ${request.rows.length} figures of ${subjectsOf(figures)}`;
      return { line, value: { drawn: request.title, figures: request.rows.length }, claims: [], files };
    },
  };
}

/** The figures that a call names. */
function chosen({ table, claims: ids, y }: ChartAsked, ledger: ClaimLedger): readonly CheckedFigure[] | string {
  if ((table === undefined) === (ids === undefined)) return "Give either table or claims.";
  if (ids !== undefined) {
    const known = new Map(ledger.claims.map((claim) => [claim.id, claim]));
    const claims = ids.flatMap((id) => known.get(id) ?? []);
    return claims.length < ids.length ? "claims: an id is of no claim of this answer." : figuresOf(claims);
  }
  const all = ledger.tables.get(table ?? "");
  if (all === undefined) return "table: run_code made no table of that name.";
  const columns = y ?? [...new Set(all.filter(isNumber).map(({ column }) => column))];
  const has = new Set(all.map(({ column }) => column));
  if (!columns.every((column) => has.has(column))) {
    return `y: the table's columns with figures are ${[...has].join(", ")}.`;
  }
  return all.filter(({ column }) => columns.includes(column));
}

const isNumber = ({ value }: CheckedFigure) => typeof value === "number";

/** What is drawn, or why these figures make no chart. */
function requestOf(
  figures: readonly CheckedFigure[],
  { kind, x, work }: ChartAsked & { readonly work: AssistedWork },
): Omit<ItemChartRequest, "stem"> | string {
  const wrong = wrongFigures(figures, { mark: kind, across: x });
  if (wrong !== undefined) return wrong;
  const placed = figures.map((figure) => ({ figure, series: seriesOf(figure, figures, x), at: figure[x] }));
  if (new Set(placed.map(({ series }) => series)).size > MOST.series) return "It has too many series side by side.";
  const places = new Set(placed.map(({ series, at }) => JSON.stringify([series, at])));
  if (places.size < placed.length) return "Two of the figures stand in one place: choose one column, or fewer rows.";
  const ordered = x === "day" ? placed.toSorted((one, other) => one.at < other.at ? -1 : 1) : placed;
  const whats = [...new Set(figures.map(({ what }) => what))];
  const days = figures.map(({ day }) => day).toSorted();
  const unit = figures[0]?.unit ?? "";
  const [name = "", ...others] = whats;
  return {
    rows: ordered.map(({ figure, series, at }) => rowOf(figure, { series, at })),
    title: `${titleNames(figures, work)}: ${joinTexts(whats, "list")}`,
    subtitle: `${daySpan(days[0], days.at(-1))}; figures of the tools, known by ${
      longDay(work.desk.view.asOf)
    }; chosen by a model`,
    source: sourcesOf(figures, work),
    label: others.length > 0 ? unit : PURE.includes(unit) ? name : `${name}, ${unit}`,
    unit,
    look: { mark: kind, across: x },
  };
}

function wrongFigures(
  figures: readonly CheckedFigure[],
  { mark, across }: ItemLook,
): string | undefined {
  if (figures.length < 2) return "A chart needs two figures.";
  if (figures.length > MOST[mark]) return `A chart of this kind holds ${MOST[mark]} figures at most.`;
  if (!figures.every(isNumber)) return "A column holds words, which cannot be drawn.";
  if (new Set(figures.map(({ unit }) => unit)).size > 1) return "The figures have different units.";
  if (new Set(figures.map(({ length }) => length)).size > 1) return "The figures are of periods of different length.";
  if (across === "day") return undefined;
  if (mark === "line") return "A line needs x day.";
  if (figures.some(({ subject }) => subject === "")) return "A figure of several subjects has no place among them.";
  const days = figures.map(({ day }) => dayNumber(day));
  return Math.max(...days) - Math.min(...days) > MAX_DAYS_APART
    ? "The figures are of days too far apart to compare subjects: choose x day."
    : undefined;
}

/** What tells a figure from the others at its place; absent where nothing does. */
function seriesOf(
  { subject, what }: CheckedFigure,
  all: readonly CheckedFigure[],
  x: ItemLook["across"],
): string | undefined {
  const differs = (of: (figure: CheckedFigure) => string) => new Set(all.map(of)).size > 1;
  const parts = [
    ...(x === "day" && differs((one) => one.subject) ? [subject || "several"] : []),
    ...(differs((one) => one.what) ? [what] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

function rowOf(
  { value, shown, formula, operands, day }: CheckedFigure,
  { series, at }: { readonly series: string | undefined; readonly at: string },
): ItemRow {
  return {
    ...(series !== undefined && { series }),
    end: at,
    value: Number(value),
    shown,
    tags: formula,
    known: day,
    reports: joined(operands.flatMap(({ accessions = [] }) => accessions)),
  };
}

function titleNames(figures: readonly CheckedFigure[], { companies }: AssistedWork): string {
  const tickers = subjectsOf(figures).split(", ");
  if (tickers.length > MAX_NAMES) return `${tickers.length} companies`;
  const one = companies.find(({ ticker }) => ticker === tickers[0]);
  return tickers.length === 1 && one !== undefined ? companyLabel(one) : joinTexts(tickers, "list");
}

function sourcesOf(figures: readonly CheckedFigure[], { desk: { view } }: AssistedWork): string {
  const ids = new Set(figures.flatMap(({ operands }) => operands.flatMap(({ source }) => source ?? [])));
  const titles = [...ids].map((id) => view.sources.find((one) => one.id === id)?.title ?? id);
  return [...new Set(titles)].join("; ");
}

/** These are written without a unit. */
const PURE: readonly string[] = ["fraction", "ratio", "score", "pure", "count"];

/** Stores what is drawn; what fails is noted. */
async function drawn(
  request: ItemChartRequest,
  { ports, signal }: AssistedWork,
  { ledger, number }: { readonly ledger: ClaimLedger; readonly number: number },
): Promise<readonly FileReference[]> {
  const notDrawn = (why: string) => (ledger.note(`Its chart ${number} is not drawn: ${why}.`), []);
  const made = await settled(ports.drawItemChart(request, signal), notDrawn);
  signal.throwIfAborted();
  const { files, warnings } = await storedFiles(made, ports);
  signal.throwIfAborted();
  for (const why of warnings) ledger.note(`${why}.`);
  return files;
}
