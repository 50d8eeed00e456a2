import { type Claim, claimsIn, type Draft } from "../data/claim.ts";
import { LEFT_OUT, type LeftOut, leftOutMetric } from "../data/metrics/joint.ts";
import type { Portfolio, PortfolioPosition } from "../protocol/portfolio.ts";

/** Fields of the result by the metric of the claim that states them. */
const FIELDS = {
  gross_exposure: "gross",
  net_exposure: "net",
  long_exposure: "long",
  short_exposure: "short",
  concentration: "concentration",
  effective_names: "effective_names",
  measured_names: "measured_names",
  missing_weight: "missing_weight",
  joint_volatility: "volatility",
  joint_chance: "drawdown_probability",
  names_chance: "names_drawdown_probability",
  joint_beta: "beta",
  joint_fall: "worst_fall",
  joint_correlation: "correlation",
} as const satisfies Readonly<Record<string, keyof Portfolio>>;

const WHY: Readonly<Record<LeftOut, string>> = {
  weight: "no weight",
  prices: "no price by the day",
  currency: "prices in another currency",
  frequency: "bars of another frequency",
  old: "old prices only",
  history: "too short a history",
  bars: "prices that cannot be trusted",
};

/**
 * The portfolio of a result, from what passed verification: a figure that no claim states is absent.
 * @returns `undefined` where the question gives no weights.
 */
export function portfolioOf(kept: Draft): Portfolio | undefined {
  const { weights } = kept;
  if (weights === undefined) return undefined;
  const claims = claimsIn(kept);
  const stated = Object.entries(FIELDS).flatMap(([metric, field]) => {
    const value = claims.find((one) => one.metric === metric)?.value;
    return typeof value === "number" ? [[field, value] as const] : [];
  });
  const measured = claims.find(({ metric }) => metric === "joint_volatility");
  return {
    ...(measured && { as_of: measured.as_of, frequency: measured.frequency }),
    ...Object.fromEntries(stated),
    positions: positionsOf(weights, claims),
  };
}

function positionsOf(weights: NonNullable<Draft["weights"]>, claims: readonly Claim[]): readonly PortfolioPosition[] {
  const missing = new Map(LEFT_OUT.flatMap((why) => {
    const names = claims.find(({ metric }) => metric === leftOutMetric(why))?.value;
    return typeof names === "string" ? names.split(" ").map((ticker) => [ticker, WHY[why]] as const) : [];
  }));
  const shares = new Map(
    claims.flatMap(({ metric, entities: [ticker, ...others], value }) =>
      metric === "variance_share" && ticker !== undefined && others.length === 0 && typeof value === "number"
        ? [[ticker, value] as const]
        : []
    ),
  );
  return weights.map(({ ticker, weight }) => {
    const variance_share = shares.get(ticker);
    const why = missing.get(ticker);
    return {
      ticker,
      weight,
      ...(variance_share !== undefined && { variance_share }),
      ...(why !== undefined && { missing: why }),
    };
  });
}
