import type { Claim } from "../data/claim.ts";
import { metricOf } from "../data/domains.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { CompanyFindings, Measure } from "./findings.ts";
import { showFigure } from "./show_figure.ts";
import { measuresOf, probabilityOf, scoreOf, type Synthesis } from "./synthesis.ts";

/** Makes the claims of one company, all from the same series and day. */
export class CompanyClaims {
  readonly #findings: CompanyFindings;

  constructor(findings: CompanyFindings) {
    this.#findings = findings;
  }

  /** The date of the last bar. */
  asOf(): Claim {
    const { asOf } = this.#findings;
    return this.#claim("as_of", { value: asOf, shown: asOf });
  }

  /** A measure's value; `undefined` when it does not exist. */
  value(metric: MetricId): Claim | undefined {
    const measure = measuresOf(this.#findings).find((one) => one.metric === metric);
    return measure && this.#number(metric, measure.value);
  }

  /** Score of a domain; `undefined` when it abstains. */
  domainScore(name: string): Claim | undefined {
    const found = this.#findings.domains.find(({ domain }) => domain.name === name);
    return found?.score === undefined ? undefined : this.#number(found.domain.score, found.score);
  }

  /** The company's score; `undefined` without a view. */
  score(): Claim | undefined {
    const score = scoreOf(this.#findings);
    return score === undefined ? undefined : this.#number("score", score);
  }

  /** Probability of the statement; `undefined` without a view. */
  probability(): Claim | undefined {
    const score = scoreOf(this.#findings);
    return score === undefined ? undefined : this.#number("probability", probabilityOf(score));
  }

  /** `rank 3 of 8`, or the number of the company's own month-ends, as claims. */
  standing({ metric, standing }: Measure): { readonly rank?: Claim; readonly count: Claim } | undefined {
    if (standing === undefined) return undefined;
    const { among, count, rank } = standing;
    if (among === "months") return { count: this.#number("months", count, metric) };
    return { rank: this.#number("rank", rank, metric), count: this.#number("peers", count, metric) };
  }

  #number(metric: MetricId, value: number, of?: MetricId): Claim {
    const shown = showFigure(metric, value, this.#findings.pair.series.currency);
    return this.#claim(metric, { value, shown, ...(of && { of }) });
  }

  #claim(metric: MetricId, figure: Pick<Claim, "value" | "shown" | "of">): Claim {
    return makeClaim([this.#findings], metric, figure);
  }
}

/** A claim about the mean of several companies, with the series of the first one as its source. */
export function setClaim(
  all: readonly CompanyFindings[],
  metric: "score" | "probability" | "drawdown_probability",
  value: Synthesis["score"],
): Claim | undefined {
  if (value === undefined) return undefined;
  return makeClaim(all, metric, { value, shown: showFigure(metric, value, "") });
}

function makeClaim(
  all: readonly CompanyFindings[],
  metric: MetricId,
  figure: Pick<Claim, "value" | "shown" | "of">,
): Claim {
  const [first] = all;
  if (first === undefined) throw new TypeError("Cannot make a claim: it has no company");
  const entities = all.map(({ company }) => company.ticker);
  const { frequency, basis, source, currency } = first.pair.series;
  const { unit, formula } = metricOf(metric);
  const id = [entities.length === 1 ? entities[0] : "all", metric, ...(figure.of ? [figure.of] : [])].join(".");
  const as_of = all.map(({ asOf }) => asOf).reduce((one, other) => one > other ? one : other);
  return {
    id,
    entities,
    metric,
    ...figure,
    unit,
    ...(unit === "currency" && { currency }),
    as_of,
    frequency,
    basis,
    source,
    formula,
  };
}
