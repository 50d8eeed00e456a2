/**
 * Unit of a figure. A `fraction` is shown in per cent, a `score` with a sign; a `word` is a judgement, a `name` says of
 * whom, a `quote` is what a text says.
 */
export type Unit =
  | "fraction"
  | "ratio"
  | "score"
  | "currency"
  | "count"
  | "date"
  | "word"
  | "name"
  | "quote";

/** Id of a metric, like `volatility`; a row of the table of metrics. */
export type MetricId = string;

/** One row of the table of metrics. */
export interface Metric {
  readonly unit: Unit;
  /** Decimal places shown; for a `fraction`, of the per cent value. A chance of a fall just below 25% shows more. */
  readonly decimals: number;
  /** Definition, precise enough to recompute the figure. */
  readonly formula: string;
  /** Publication of the definition; absent for plain arithmetic. */
  readonly published?: string;
  /** Present where it is a multiple, like a P/E, and is shown as one: `16.0×`. */
  readonly times?: true;
  /** Present where it is a place, and is shown as one: `71st`. */
  readonly ordinal?: true;
  /** Present where it is a difference of two percentages, and is shown as one: `2.0 points`. */
  readonly points?: true;
  /** Where it is read, if not from prices. */
  readonly shelf?: "sessions" | "facts" | "trades" | "texts" | "own";
  /** Present where it needs a price beside what is filed, like a market value. */
  readonly priced?: true;
  /** Present where it is measured against the benchmark. */
  readonly against?: true;
  /**
   * Present where a claim of it is of something: a span of days, an item of statements for a period (`FactKey`), a column
   * of a caller's own (`OwnKey`), a place in a text (`QuoteKey`), a search in texts (`TextSearch`), or another metric, a
   * domain or a cause, as the formula says.
   */
  readonly of?: true | "limit" | "span" | "criteria" | "fact" | "own" | "quote" | "search";
  /** How a sentence names it where it is missing, like `the yearly return`; absent where its absence is not said. */
  readonly missing?: string;
  /** Causes that only some metrics have, for which it may be missing: `monthly`, `benchmark`, `volume`, `comparison`. */
  readonly lacks?: readonly Cause[];
}

/** Whether it has no value without prices, whatever is filed. */
export function needsPrices({ shelf, priced }: Pick<Metric, "shelf" | "priced"> = {}): boolean {
  return priced === true || shelf === undefined || shelf === "sessions";
}

/**
 * Figures are equal within this share of their size: one that is computed in two ways differs in its last digits, and
 * must not tie or cross a limit in one way and not in the other. A limit counts for what is within it.
 */
export const HAIR = 1e-9;
/** Size below which {@linkcode HAIR} is not a share of a figure: values that cancel are nothing but such digits. */
export const LEAST_SIZE = 1e-3;

/** Metrics by id. */
export type Metrics = Readonly<Record<MetricId, Metric>>;

/**
 * Why a metric has no value: no prices by the day (`prices`); too short a history, bars too coarse, no benchmark over the span, days without a volume,
 * too little to compare with; or bars that cannot carry it: a last bar long before the day (`old`), no move and no
 * trade (`still`), a window that spans another time than its name says (`gap`), impossible prices (`bars`), a move
 * that nothing explains, as of a split that is not adjusted (`split`). Of several causes the first counts, in the order `old`,
 * `monthly`, no benchmark at all, `history`, `still`, `gap`, `bars`, `split`, then the others. Of what is filed: no
 * report is read (`filings`), none states an item for its period (`item`), one states it in two ways (`conflict`), the
 * newest is too old (`stale`), the company is a bank or an insurer (`financial`), its closes are adjusted for dividends
 * (`adjusted`), its reports are not in the currency or the shares that it trades in (`currency`), nothing states the currency
 * of its prices (`unit`), its closes are in other shares than its reports count (`shares`), earnings or equity are not above 0
 * (`loss`), or no form of its insiders is read (`trades`). Of texts: none about the company is read (`texts`),
 * none that the metric needs (`kind`), the newest of its kind is too old (`dated`), or too few of its words count (`short`).
 */
export const CAUSES = [
  "prices",
  "history",
  "monthly",
  "benchmark",
  "volume",
  "comparison",
  "old",
  "still",
  "gap",
  "bars",
  "split",
  "filings",
  "item",
  "conflict",
  "stale",
  "financial",
  "adjusted",
  "currency",
  "unit",
  "shares",
  "loss",
  "trades",
  "texts",
  "kind",
  "dated",
  "short",
] as const;

/** One of {@linkcode CAUSES}. */
export type Cause = (typeof CAUSES)[number];

/**
 * The metrics of a table: a row has an id, a unit, how many decimals, and `against`, `times`, `ordinal`, `points`, `priced` or `of` where they hold; then
 * the formula, in which `; spans 252` stands for the days that its window may span; then `published`, `missing`, `shelf` and `lacks`, each where there is one. What all rows have but those of
 * scores stands in a line before them, behind `all:`.
 */
export function metricRows(table: string): Metrics {
  const rows = table.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const shared = rows[0]?.startsWith("all: ") ? cellsOf(rows.shift()?.slice(5).split(" | ")) : {};
  return Object.fromEntries(rows.map((row) => {
    const [head = "", formula = "", ...more] = row.split(" | ");
    const [, id = "", unit, decimals, marks = ""] = /^(\w+): (\w+) (\d+)(.*)$/.exec(head) ?? [];
    const [, of, ofWhat] = / (of)(?: (\w+))?/.exec(marks) ?? [];
    return [id, {
      ...(unit !== "score" && shared),
      unit,
      decimals: Number(decimals),
      formula,
      ...(marks.includes(" against") && { against: true }),
      ...(marks.includes(" times") && { times: true }),
      ...(marks.includes(" ordinal") && { ordinal: true }),
      ...(marks.includes(" points") && { points: true }),
      ...(marks.includes(" priced") && { priced: true }),
      ...(of !== undefined && { of: ofWhat ?? true }),
      ...cellsOf(more),
    } as Metric];
  }));
}

function cellsOf(cells: readonly string[] = []): Partial<Metric> {
  const { lacks, ...said } = Object.fromEntries(cells.map((one) => [/^\w+/.exec(one)?.[0], one.replace(/^\w+ /, "")]));
  return { ...said, ...(lacks !== undefined && { lacks: lacks.split(" ") as Cause[] }) };
}
