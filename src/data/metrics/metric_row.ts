/**
 * Unit of a figure. A `fraction` is shown in per cent, a `score` with a sign; a `word` is a judgement, a `name` says of
 * whom, a `quote` is what a text says.
 */
export type Unit = "fraction" | "ratio" | "score" | "currency" | "count" | "date" | "word" | "name" | "quote";

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
  /** Present where its formula, up to a comma or semicolon, is read and computed as it is written. */
  readonly computed?: true;
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
  /** What a high value has been published to precede: 1 high returns, -1 low ones; absent: shown, not scored. */
  readonly sign?: 1 | -1;
  /**
   * Present where the publication is about one stock over time, so that the sign also holds against the company's own
   * past where there are too few companies to compare with.
   */
  readonly overTime?: true;
  /** Present where a measure without a sign is compared with that of other companies. */
  readonly placed?: true;
  /** Present where it is compared within the company's sector, if at least eight companies of that have it. */
  readonly neutral?: true;
  /**
   * After a company's name, like `beta to {market}`; the benchmark stands for `{market}`, and behind ` / ` what it is of
   * monthly bars. Present where a question may ask for it.
   */
  readonly name?: string;
  /**
   * Words of a question that ask for it, behind which end is the better one, as in `low volatil[a-z]*|vol`: a pattern of
   * folded text between bounds of words.
   */
  readonly ask?: string;
  /** Present where it is 0 or less, and called high where it is far below. */
  readonly loss?: true;
  /** From what it is computed, up to the day that follows: `year to`, and behind ` / ` of monthly bars. */
  readonly window?: string;
  /** Present where its side of 0 answers a question: a return is up or down, whatever those of others are. */
  readonly sided?: true;
  /** What its highest and its lowest value are called, where `the highest` and `the lowest` before its name would mislead. */
  readonly most?: string;
  readonly least?: string;
  /** What it lacks where there is too little of it. Default: a longer history. */
  readonly needs?: string;
  /** At the head of a table. Default: its name. */
  readonly head?: string;
  /** Phrases that tell it whole; the first that can be said is. */
  readonly phrases?: string;
  /** What is said of a portfolio in its place. */
  readonly portfolio?: string;
  /** Present where it is reported over the days that a question names, as a return is. */
  readonly days?: true;
  /** Present where figures of several companies have a sum; prices, ages and ranks have none. */
  readonly sum?: true;
  /**
   * Present where a text may state it without saying how it is computed: how far it may be from ours, as a share of it,
   * and be computed in another usual way.
   */
  readonly text?: number;
  /** Its id in the minor version before this one: what answered then is read for one more. */
  readonly was?: string;
  /** In an alert. Default: its head, else the words of its id. */
  readonly alert?: string;
  /**
   * How far it usually moves from one session to the next: the mean size of its moves, of 500 names of the S&P 500 over the
   * quiet nights of `tests/bench/alerts_bench.ts`, which prints them with `--moves`. Of each, one name in a hundred moves
   * five to ten times as far. What is read from an annual report has none.
   */
  readonly usual?: number;
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
export type Metrics<Id extends string = string> = Readonly<Record<Id, Metric>>;

/** The words of a list, blanks between them. */
export type Words<List extends string> = List extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : List;

/** The ids of a table of metrics. */
type IdsIn<Table extends string, Known = never> = Table extends `${infer Row}\n${infer Rest}`
  ? IdsIn<Rest, Known | IdIn<Row>>
  : Known;
type IdIn<Row extends string> = Row extends `  ${infer Id}: ${Unit} ${string}` ? Id : never;

const CAUSE_LIST =
  "prices history monthly benchmark reference volume comparison stale_prices not_trading irregular_bars bars split filings item conflict stale financial adjusted currency unit shares loss trades texts no_such_text stale_text short";
/**
 * Why a metric has no value: no prices by the day (`prices`); too short a history, bars too coarse, no benchmark, or no usable prices of the company
 * in its place (`reference`), over the span, days without a volume,
 * too little to compare with; or bars that cannot carry it: a last bar long before the day (`stale_prices`), no move and no
 * trade (`not_trading`), a window that spans another time than its name says (`irregular_bars`), impossible prices (`bars`), a move
 * that nothing explains, as of a split that is not adjusted (`split`). Of several causes the first counts, in the order `stale_prices`,
 * `monthly`, no benchmark at all, `history`, `not_trading`, `irregular_bars`, `bars`, `split`, then the others. Of what is filed: no
 * report is read (`filings`), none states an item for its period (`item`), one states it in two ways (`conflict`), the
 * newest is too old (`stale`), the company is a bank or an insurer (`financial`), its closes are adjusted for dividends
 * (`adjusted`), its reports are not in the currency or the shares that it trades in (`currency`), nothing states the currency
 * of its prices (`unit`), its closes are in other shares than its reports count (`shares`), earnings or equity are not above 0
 * (`loss`), or no form of its insiders is read (`trades`). Of texts: none about the company is read (`texts`),
 * none that the metric needs (`no_such_text`), the newest of its kind is too old (`stale_text`), or too few of its words count (`short`).
 */
export const CAUSES = CAUSE_LIST.split(" ") as readonly Cause[];

/** One of {@linkcode CAUSES}. */
export type Cause = Words<typeof CAUSE_LIST>;

/**
 * The metrics of a table. A row has an id, a unit, how many decimals, and marks: `+` or `-` for its sign, words like
 * `placed` for what is present, `of` and what; then the formula, in which
 * `; spans 252` stands for the days that its window may span; then what else it has, behind a word for each. Lines further
 * in go on with it. What all rows have but those of scores stands in a line before them, behind `all:`.
 */
export function metricRows<const Table extends string>(table: Table): Metrics<IdsIn<Table>> {
  const rows = table.replaceAll(/\n {4,}/g, " | ").split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const shared = rows[0]?.startsWith("all: ") ? cellsOf(rows.shift()?.slice(5).split(" | ")) : {};
  const metrics: Metrics = Object.fromEntries(rows.map((row) => {
    const [head = "", formula = "", ...more] = row.split(" | ");
    const [, id = "", unit, decimals, marks = ""] = /^(\w+): (\w+) (\d+)(.*)$/.exec(head) ?? [];
    const [all = "", ofWhat] = marks.split(" of");
    const [sign] = / [-+]/.exec(all) ?? [];
    return [id, {
      ...(unit !== "score" && shared),
      unit,
      decimals: Number(decimals),
      formula,
      ...(sign !== undefined && { sign: sign === " +" ? 1 : -1 }),
      ...Object.fromEntries((all.match(/\w+/g) ?? []).map((mark) => [mark, true])),
      ...(ofWhat !== undefined && { of: ofWhat.trim() || true }),
      ...cellsOf(more),
    } as Metric];
  }));
  return metrics as Metrics<IdsIn<Table>>;
}

function cellsOf(cells: readonly string[] = []): Partial<Metric> {
  const { lacks, usual, text, ...said } = Object.fromEntries(
    cells.map((one) => [/^\w+/.exec(one)?.[0], one.replace(/^\w+ /, "")]),
  );
  return {
    ...said,
    ...(lacks !== undefined && { lacks: lacks.split(" ") as Cause[] }),
    ...(usual !== undefined && { usual: Number(usual) }),
    ...(text !== undefined && { text: Number(text) }),
  };
}
