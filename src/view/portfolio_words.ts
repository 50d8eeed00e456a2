import type { Portfolio, PortfolioPosition } from "../protocol/portfolio.ts";
import { chanceWords } from "../run/fall_chance.ts";
import type { RunPortfolio } from "../run/portfolio.ts";
import { counted } from "../text/counted.ts";

/** Names that are said to drive the risk. */
const MOST_NAMED = 3;
const MINUS = "−";
const LEAST_CHANCE = 0.005;

/** A share like `6.5%` or `−1.5%`, with up to two decimals. */
export function shareWords(share: number, decimals = 2): string {
  return `${Number((share * 100).toFixed(decimals))}%`.replace("-", MINUS);
}

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
 * @returns Without figures, why there are none.
 */
export function portfolioWords({ column, figures, problem, status }: RunPortfolio): string {
  const name = `Portfolio of "${column}"`;
  if (figures === undefined) return `${name}: ${status === "pending" ? "" : "no figures: "}${problem ?? "none"}.`;
  const { volatility, drawdown_probability: chance, gross, net, effective_names: equal } = figures;
  const size = [gross !== undefined && `gross ${shareWords(gross)}`, net !== undefined && `net ${shareWords(net)}`]
    .filter((part) => part !== false);
  const measures = [
    volatility !== undefined && `volatility ${shareWords(volatility, 1)} a year`,
    chance !== undefined && `chance of a 15% fall ${chanceOf(chance)}`,
    equal !== undefined && `as concentrated as ${ratioWords(equal, 1)} equal positions`,
  ].filter((part) => part !== false);
  const sized = size.length === 0 ? "" : ` (${size.join(", ")})`;
  return `${name}${sized}: ${[...measures, ...driversOf(figures), ...missingOf(figures)].join("; ")}.`;
}

/** A portfolio that is mostly cash has a chance near 0, which is not none. */
function chanceOf(chance: number): string {
  return chance < LEAST_CHANCE ? `below ${shareWords(LEAST_CHANCE, 1)}` : chanceWords(chance);
}

/** The names with the largest shares of the variance. */
function driversOf(figures: Portfolio): string[] {
  const shares = byVarianceShare(figures).flatMap(({ ticker, variance_share: share }) =>
    share === undefined || share <= 0 ? [] : [{ ticker, share }]
  ).slice(0, MOST_NAMED);
  if (shares.length === 0) return [];
  const sum = shares.reduce((total, { share }) => total + share, 0);
  const names = shares.map(({ ticker }) => ticker).join(", ");
  return [`${names} ${shares.length === 1 ? "makes" : "make"} ${shareWords(sum, 0)} of the variance`];
}

function missingOf({ positions }: Portfolio): string[] {
  const missing = positions.filter(({ variance_share }) => variance_share === undefined);
  return missing.length === 0 ? [] : [`${counted(missing.length, "position")} not measured`];
}

/** A figure of a portfolio, by its name. */
export interface PortfolioMeasure {
  readonly name: string;
  /** Unrounded, in its unit. */
  readonly value: number;
  /** For people, with its unit. */
  readonly words: string;
  /** What it is, or of what. */
  readonly note: string;
  /** Whether it is a share, shown in per cent. */
  readonly isShare: boolean;
}

/** The figures of a portfolio that the service states, the most telling first. */
export function portfolioMeasures(figures: Portfolio): PortfolioMeasure[] {
  const { frequency = "", as_of = "", names_drawdown_probability: mean, missing_weight: missing } = figures;
  const from = [frequency && `from ${frequency} bars`, as_of && `to ${as_of}`].filter((part) => part !== "").join(" ");
  const share = (name: string, value: number | undefined, note: string) =>
    value === undefined ? [] : [{ name, value, words: shareWords(value, 1), note, isShare: true }];
  const ratio = (name: string, value: number | undefined, note: string) =>
    value === undefined ? [] : [{ name, value, words: ratioWords(value), note, isShare: false }];
  const names = mean === undefined ? "" : `its names one by one: ${chanceWords(mean)} in the mean`;
  return [
    ...share("Volatility a year", figures.volatility, from),
    ...share("Chance of a 15% fall", figures.drawdown_probability, names)
      .map((one) => ({ ...one, words: chanceOf(one.value) })),
    ...share("Worst fall of the past year", figures.worst_fall, ""),
    ...ratio("Beta", figures.beta, "to the benchmark"),
    ...ratio("Mean correlation", figures.correlation, "of two of its names"),
    ...ratio("Equal positions", figures.effective_names, "that would be as concentrated: 1 / the Herfindahl index"),
    ...missing === undefined || missing === 0
      ? []
      : share("Not measured", missing, "of the gross weight; it counts as cash in the measures"),
  ];
}
