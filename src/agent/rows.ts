import type { Claim, Statement } from "../data/claim.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import { type AboutOf, ofMetric, readAs } from "../data/about.ts";
import type { PeriodToken } from "../data/fact_period.ts";
import { isFinancial } from "../data/metrics/reports.ts";
import type { ItemId } from "../data/metrics/items.ts";
import { type MetricId, metricIds, rowOf } from "../data/metrics/metric.ts";
import { ROW_HEADS } from "../data/phrases/shapes.ts";
import type { Version } from "../data/statements.ts";
import type { AnswerBlock, SaidText, TableRow } from "../protocol/answer_block.ts";
import type { CompanyFindings } from "./findings.ts";
import { statementsOf } from "./domains/statements.ts";
import { numberOf, readFact, tokenOf } from "./fact_reading.ts";
import { yearBefore } from "./fact_tokens.ts";
import { given, type Speaker } from "./say.ts";
import type { Sources } from "./sources.ts";

const YEAR_CHARS = 4;
/** Periods that are a table; fewer are a sentence. */
export const LEAST_ROWS = 3;

/** A column of a table by periods. */
export interface PeriodColumn {
  readonly item: ItemId;
  /** Default: the newest. */
  readonly version?: Version;
  /** How amounts are shown, a style of a fact's key. */
  readonly style?: string | undefined;
  /** Also by how much it grew on the year before. */
  readonly isGrowth?: true | undefined;
}

/** What a table by periods is said with. */
export interface PeriodContext {
  readonly ticker: string;
  readonly view: DatasetView;
  readonly speaker: Speaker;
}

/** The rows of a table of items of reports, one for each period of which any of them is known. */
export function periodRows(
  columns: readonly PeriodColumn[],
  tokens: readonly PeriodToken[],
  context: PeriodContext,
): readonly Statement[] {
  return tokens.flatMap((token) => {
    const cells = columns.flatMap((column) => cellsOf(column, token, context));
    const [first] = cells;
    const of = readAs("fact", (cells.find(({ saying }) => saying.of?.includes("/")) ?? first)?.saying.of);
    const said = context.speaker.say("row.period", [context.ticker], { of, parts: { cells } });
    return said === undefined ? [] : [said];
  });
}

function cellsOf(
  { item, version = "newest", style, isGrowth }: PeriodColumn,
  token: PeriodToken,
  { ticker, view, speaker }: PeriodContext,
): readonly Statement[] {
  const found = periodOf(token);
  if (found === undefined) return [];
  const of: AboutOf<"fact"> = { kind: "fact", item, version, period: found };
  const before = isGrowth ? periodOf(yearBefore(token)) : undefined;
  return [
    speaker.say("period_cell.item", [ticker], { of: { ...of, style } }),
    before === undefined ? undefined : speaker.say("period_cell.growth", [ticker], { of: { ...of, before } }),
  ].filter((one) => one !== undefined);

  function periodOf(named: PeriodToken | undefined): PeriodToken | undefined {
    if (named === undefined) return undefined;
    const { period, stated } = readFact({ item, version, period: named }, { ticker, view });
    return typeof stated === "string" ? undefined : period === undefined ? named : tokenOf(period);
  }
}

/** What sets companies side by side: what they cost, how their business does, what their shares do and risk. */
export const BESIDE = metricIds(
  "price_earnings price_book fcf_yield gross_profitability asset_growth f_score return_12m momentum_12_1 volatility beta max_drawdown_1y drawdown_probability",
);

/** Most companies that are columns of a table; more are its rows. */
export const SIDE_BY_SIDE = 3;

/** How risky companies are. */
export const RISKINESS = metricIds("drawdown_probability volatility beta return_12m max_drawdown_1y");

/** A row for each measure that all companies have: a table of few companies. */
export function measureRows(
  metrics: readonly MetricId[],
  tickers: readonly string[],
  speaker: Speaker,
): readonly Statement[] {
  return metrics.map(ofMetric).flatMap((of) => {
    const cells = tickers.flatMap((ticker) => given(speaker.say("measure_cell.company", [ticker], { of })));
    return cells.length < tickers.length ? [] : given(speaker.say("row.measure", tickers, { of, parts: { cells } }));
  });
}

const BUSINESS: readonly ItemId[] = ["revenue", "net_income", "operating_margin", "free_cash_flow"];

/** What is said of businesses; of banks and insurers, whose revenues are not on one basis, net income alone. */
export function businessItems(companies: readonly Company[]): readonly ItemId[] {
  return companies.some(isFinancial) ? ["net_income"] : BUSINESS;
}

/** A row for each item of business of the latest fiscal year that all companies have. */
export function businessRows(found: readonly CompanyFindings[], speaker: Speaker): readonly Statement[] {
  const tickers = found.map(({ company }) => company.ticker);
  const [first = [], ...others] = found.map(({ company: { ticker }, research: { view } }) =>
    statementsOf(view.filed(ticker)).years.map(numberOf)
  );
  const year = first.find((one) => others.every((years) => years.includes(one)));
  const items = businessItems(found.map(({ company }) => company));
  return (year === undefined ? [] : items).flatMap((item) =>
    given(speaker.say("row.item", tickers, { of: { kind: "fact", item, version: "newest", period: `FY${year}` } }))
  );
}

/** A row for each company: a table of many. */
export function companyRows(
  metrics: readonly MetricId[],
  tickers: readonly string[],
  speaker: Speaker,
): readonly Statement[] {
  return tickers.flatMap((ticker) => {
    const cells = metrics.map(ofMetric).flatMap((of) => given(speaker.say("company_cell.measure", [ticker], { of })));
    return cells.length === 0 ? [] : given(speaker.say("row.company", [ticker], { parts: { cells } }));
  });
}

/** A row for each position of a portfolio, and one for all of it. */
export function positionRows(
  shown: readonly string[],
  all: readonly string[],
  speaker: Speaker,
): readonly Statement[] {
  const rows = (all.length > 1 ? shown : []).flatMap((ticker) => { // a single position is the whole
    const cells = metricIds("volatility beta drawdown_probability").map(ofMetric).flatMap((of) =>
      given(speaker.say("company_cell.measure", [ticker], { of }))
    );
    return given(speaker.say("row.position", [ticker], { parts: { cells } }));
  });
  return [...rows, ...given(speaker.say("row.position_total", all))];
}

/** How a cell says that a part of its twelve months is restated; in a table a mark stands for it. */
const RESTATED = " (part restated)";

/** Rows of one kind as one table: its columns are what their cells are called. */
export function tablesOf(statements: readonly Statement[], sources: Sources): readonly AnswerBlock[] {
  const byKind = Map.groupBy(
    statements,
    ({ saying }) => saying.phrase.replace(/_total$/, "").replace(/^row\.item$/, "row.measure"),
  );
  return [...byKind.values()].map((rows): AnswerBlock => {
    const isOfMany = new Set(rows.map(({ saying }) => `${saying.about}`)).size > 1;
    const read = rows.map(({ claims, saying: { phrase, about: [ticker = ""] } }) => {
      const { name, cells } = shownOf(claims);
      const isNamed = isOfMany && phrase === "row.period";
      return {
        name: isNamed ? `${ticker} ${name.replace(/^\p{Lu}/u, (first) => first.toLowerCase())}` : name,
        cells,
        claims,
      };
    });
    const columns = [...new Set(read.flatMap(({ cells }) => [...cells.keys()]))];
    return {
      kind: "table",
      columns: ["", ...columns.map((column, at) => headOf(column, columns[at - 1]))],
      rows: read.map(({ name, cells, claims }): TableRow => ({
        name,
        cells: columns.map((column) => cells.get(column)?.replace(RESTATED, "†") ?? ""),
        claims: idsOf(claims),
        ...numbered(sources, claims),
      })),
    };
  });
}

/** What tables of periods rest on, which their rows' keys say, and what the mark in them stands for. */
export function tableNotes(statements: readonly Statement[], isBased: boolean): readonly SaidText[] {
  const cells = statements.flatMap(({ saying: { phrase, parts } }) =>
    phrase === "row.period" ? parts["cells"] ?? [] : []
  );
  const isNewest = isBased && cells.length > 0 && cells.every(({ of }) => readAs("fact", of)?.version === "newest");
  const isRestated = statements.some(({ claims }) => claims.some(({ shown }) => shown === RESTATED));
  const restated = isRestated ? ["those marked † include amounts since restated slightly"] : [];
  const notes = [...isNewest ? ["figures are as last reported"] : [], ...restated];
  return notes.length === 0 ? [] : [{ text: `${capital(notes.join("; "))}.`, claims: [] }];
}

/** Beside the column of an item, that of its growth needs no name of its own. */
function headOf(column: string, before: string | undefined): string {
  return column === `${before} growth` ? "Growth" : capital(column.replace(/^the /, ""));
}

/** A row by the figures that its claims show: the first names it, each other name heads the cell after it. */
function shownOf(said: readonly Claim[]): { readonly name: string; readonly cells: ReadonlyMap<string, string> } {
  // a column is headed by a ticker, which is short
  const claims = said.map((one) => one.metric === "ticker" ? { ...one, shown: String(one.value) } : one);
  const heads = claims.filter(({ metric }) => ROW_HEADS.has(metric)).map(({ shown }) => shown);
  const cells = new Map<string, string>();
  let head = "";
  let names = 0;
  const isPeriod = claims[1]?.metric === "fact_period";
  const naming = isPeriod ? 2 : 1;
  for (const { metric, shown } of claims) {
    const { head: own, name: asked } = rowOf(metric) ?? {};
    if (own !== undefined && asked === undefined) cells.set(own, shown); // it is never asked for by name
    else if (ROW_HEADS.has(metric)) {
      names++;
      head = shown;
    } else if (names > naming) {
      const column = metric === "fact_growth" ? `${head} growth` : head;
      cells.set(column, `${cells.get(column) ?? ""}${shown}`);
    }
  }
  const asked = claims.find(({ metric }) => metric === "fact_asked")?.shown.slice(-YEAR_CHARS);
  return { name: rowName(`${heads[naming - 1] ?? ""}${asked === undefined ? "" : `, FY${asked}`}`), cells };
}

/** `in the year to 30 Sep 2017` as `Year to 30 Sep 2017`, `between 1 Jan and 31 Mar 2017` as `1 Jan to 31 Mar 2017`. */
function rowName(shown: string): string {
  return capital(shown.replace(/^between (.+) and /, "$1 to ").replace(/^(?:in the|on) /, ""));
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

/** The numbers of the sources behind claims, where there are any. */
export function numbered(sources: Sources, claims: readonly Claim[]): Pick<SaidText, "sources"> {
  const numbers = sources.of(claims);
  return numbers.length > 0 ? { sources: numbers } : {};
}

/** Ids of claims, each once. */
export function idsOf(claims: readonly Claim[]): readonly string[] {
  return [...new Set(claims.map(({ id }) => id))];
}
