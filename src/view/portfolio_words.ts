import { longDay } from "../calendar/day.ts";
import type { Portfolio, PortfolioPosition } from "../protocol/portfolio.ts";
import { chanceWords } from "../run/drawdown_chance.ts";
import type { RunPortfolio } from "../run/portfolio.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { type Block, type Fact, said, type TableBlock } from "./block.ts";
import { cutBlocks, markdownBlocks } from "./thesis_blocks.ts";
import { MINUS, shareWords } from "./thesis_view.ts";

/** Names that are said to drive the risk. */
const MOST_NAMED = 3;
const LEAST_CHANCE = 0.005;

/** A ratio like `5.4`, without zeros at its end. */
export function ratioWords(ratio: number, decimals = 2): string {
  return `${Number(ratio.toFixed(decimals))}`.replace("-", MINUS);
}

/** The positions by their share of the variance, the largest first; those without one last. */
export function byVarianceShare({ positions }: Portfolio): PortfolioPosition[] {
  return positions.toSorted((one, other) => (other.variance_share ?? -Infinity) - (one.variance_share ?? -Infinity));
}

/**
 * What is known of a portfolio in a sentence or two, for a terminal and a mail.
 * @param options `isBrief`: its volatility and what makes it alone.
 * @returns Without figures, why there are none.
 */
export function portfolioWords(
  { column, figures, problem, status }: RunPortfolio,
  { isBrief = false }: { readonly isBrief?: boolean } = {},
): string {
  const name = (...parts: readonly string[]) =>
    `Portfolio${isBrief ? "" : ` (${[`column "${column}"`, ...parts].join(", ")})`}`;
  if (figures === undefined) return `${name()}: ${status === "pending" ? "" : "no figures: "}${problem ?? "none"}.`;
  const { volatility, drawdown_probability: chance, gross, net, effective_names: equal } = figures;
  const sizes = [gross !== undefined && `${shareWords(gross)} gross`, net !== undefined && `${shareWords(net)} net`];
  const risk = chance !== undefined && `drawdown risk ${chanceOf(chance)}`;
  const concentration = equal !== undefined && `as concentrated as ${ratioWords(equal, 1)} equal positions`;
  const words = [
    volatility !== undefined && `annualised volatility ${shareWords(volatility)}`,
    driversOf(figures),
    ...isBrief ? [] : [risk, concentration],
    missingOf(figures),
  ].filter((part) => part !== false && part !== "");
  return `${name(...sizes.filter((part) => part !== false))}: ${words.join("; ")}.`;
}

/** A portfolio that is mostly cash has a chance near 0, which is not none. */
function chanceOf(chance: number): string {
  return chance < LEAST_CHANCE ? `below ${shareWords(LEAST_CHANCE)}` : chanceWords(chance);
}

/** The names with the largest shares of the variance, like `MSFT, AAPL and AMZN account for 72% of the variance`. */
function driversOf(figures: Portfolio): string {
  const shares = byVarianceShare(figures).filter(({ variance_share: share = 0 }) => share > 0).slice(0, MOST_NAMED);
  if (shares.length === 0) return "";
  const sum = shares.reduce((total, { variance_share: share = 0 }) => total + share, 0);
  const names = new Intl.ListFormat("en-GB").format(shares.map(({ ticker }) => ticker));
  return `${names} ${shares.length === 1 ? "accounts" : "account"} for ${shareWords(sum, 0)} of the variance`;
}

function missingOf({ positions }: Portfolio): string {
  const missing = positions.filter((one) => one.missing !== undefined).map(({ ticker }) => ticker);
  const named = missing.length > MOST_NAMED
    ? [...missing.slice(0, MOST_NAMED - 1), `${counted(missing.length - MOST_NAMED + 1, "other position")}`]
    : missing;
  return missing.length === 0 ? "" : `${new Intl.ListFormat("en-GB").format(named)} not measured`;
}

/** The figures of a portfolio that the service states, unrounded and in words, the most telling first. */
export function portfolioMeasures(figures: Portfolio): (Fact & { readonly value: number; readonly note: string })[] {
  const { frequency = "", as_of = "", names_drawdown_probability: mean, missing_weight: missing } = figures;
  const from = [frequency && `from ${frequency} bars`, as_of && `to ${longDay(as_of)}`].filter((part) => part !== "")
    .join(" ");
  const share = (name: string, value: number | undefined, note: string) =>
    value === undefined ? [] : [{ name, value, words: shareWords(value), note, look: "share" as const }];
  const ratio = (name: string, value: number | undefined, note: string) =>
    value === undefined ? [] : [{ name, value, words: ratioWords(value), note }];
  const names = mean === undefined ? "" : `average of its holdings: ${chanceWords(mean)}`;
  return [
    ...share("Annualised volatility", figures.volatility, from),
    ...share("Drawdown risk", figures.drawdown_probability, names)
      .map((one) => ({ ...one, words: chanceOf(one.value) })),
    ...share("Maximum drawdown, past year", figures.worst_fall, ""),
    ...ratio("Beta", figures.beta, "to the benchmark"),
    ...ratio("Average pairwise correlation", figures.correlation, ""),
    ...ratio("Equal positions", figures.effective_names, "that would be as concentrated: 1 / the Herfindahl index"),
    ...missing === undefined || missing === 0 ? [] : share("Not measured", missing, "of gross weight, treated as cash"),
  ];
}

const MAX_NAME = 120;
const MAX_PROBLEM = 400;
const MAX_REASONING = 8_000;

/** The list's own portfolio: its sizes, its figures, its positions with their sum, and what the service says of it. */
export function portfolioBlocks(
  { figures, reasoning = "", column, problem = "" }: RunPortfolio,
  rows: readonly ThesisRow[],
): Block[] {
  const { gross, net } = figures ?? {};
  const sizes = [net !== undefined && `net ${shareWords(net)}`, gross !== undefined && `gross ${shareWords(gross)}`];
  const held = [`Weights from column “${excerpt(column, MAX_NAME)}”`, ...sizes].filter((part) => part !== false);
  const weights = said("limits", [`${held.join(", ")}.`]);
  if (figures === undefined) return [weights, said("lead", [`No figures: ${excerpt(problem, MAX_PROBLEM)}.`])];
  const { drawdown_probability: chance } = figures;
  const risk = chance === undefined ? "" : chanceOf(chance);
  const positions = byVarianceShare(figures);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const shares = positions.flatMap(({ variance_share }) => variance_share ?? []);
  return [
    weights,
    { kind: "facts", look: "tiles", facts: portfolioMeasures(figures) },
    {
      ...positionsTable(positions, rows),
      total: [{ name: "Portfolio", note: "" }, sum(positions.map(({ weight }) => weight)), sum(shares), risk],
      show: { shown: 12, most: 300, rest: "in the workbook" },
    },
    ...reasoning === "" ? [] : [{
      kind: "folded" as const,
      title: "The portfolio in words",
      blocks: cutBlocks(markdownBlocks(reasoning), MAX_REASONING).shown,
    }],
  ];
}

/** The positions, the largest share of the variance first, each with the row of its name. */
export function positionsTable(positions: readonly PortfolioPosition[], rows: readonly ThesisRow[]): TableBlock {
  const byTicker = new Map(rows.map((row) => [row.ticker, row]));
  const isMissing = positions.some(({ missing }) => missing !== undefined);
  return {
    kind: "table",
    columns: [
      { title: "Position", look: "name" },
      { title: "Weight", look: "share" },
      { title: "Share of variance", look: "share" },
      { title: "Own drawdown risk", look: "chance" },
      ...isMissing ? [{ title: "Not measured", look: "words" } as const] : [],
    ],
    rows: positions.map(({ ticker, weight, variance_share: share = "", missing = "" }) => {
      const { company = "", row, drawdownProbability = "" } = byTicker.get(ticker) ?? {};
      return [{ name: ticker, note: company, row }, weight, share, drawdownProbability, ...isMissing ? [missing] : []];
    }),
  };
}
