import { SILENT_DOMAINS } from "../data/domains.ts";
import type { CompanyFindings } from "./findings.ts";
import { METRICS } from "../data/domains.ts";
import type { Cause } from "../data/metrics/metric.ts";
import { abstainingDomains } from "./synthesis.ts";

const UNREAD = "no financial statements, earnings dates, insider filings, transcripts or news are read yet";

const CAUSES: Readonly<Record<Cause, (what: string) => string>> = {
  history: (what) => `the history is too short for ${what}`,
  monthly: (what) => `monthly bars are too coarse for ${what}`,
  benchmark: (what) => `a benchmark over the whole span is missing for ${what}`,
  volume: (what) => `the volume of each day is missing for ${what}`,
  comparison: (what) => `there is too little to compare ${what} with`,
};

/** The names of the abstaining domains, like `Liquidity, quality and text`. */
export function abstainers(all: readonly CompanyFindings[]): string {
  const names = joinNames([...abstainingDomains(all), ...SILENT_DOMAINS.map(({ name }) => name)]);
  return names.charAt(0).toUpperCase() + names.slice(1);
}

/** Why domains abstain and metrics are missing; names every gap of any of the companies. */
export function whyAbstaining(all: readonly CompanyFindings[]): string {
  const gaps = [...gapsOf(all)].map(([cause, { names, companies }]) => {
    const whom = companies.size === all.length ? "for all of them " : "for some of them ";
    return `${all.length > 1 ? whom : ""}${CAUSES[cause](joinNames([...names]))}`;
  });
  return [...gaps, UNREAD].join("; ");
}

/** The metrics for which the history is too short; `undefined` when it is long enough. */
export function shortHistory(findings: CompanyFindings): string | undefined {
  const gap = gapsOf([findings]).get("history");
  return gap && joinNames([...gap.names]);
}

interface Gap {
  readonly names: Set<string>;
  readonly companies: Set<CompanyFindings>;
}

function gapsOf(all: readonly CompanyFindings[]): ReadonlyMap<Cause, Gap> {
  const gaps = new Map<Cause, Gap>();
  for (const company of all) {
    for (const { metric, cause } of company.domains.flatMap(lacksOf)) {
      const name = METRICS[metric]?.missing;
      if (name === undefined) continue;
      const gap = gaps.get(cause) ?? { names: new Set(), companies: new Set() };
      gap.names.add(name);
      gap.companies.add(company);
      gaps.set(cause, gap);
    }
  }
  return gaps;
}

/** Missing metrics, and metrics with nothing to compare them with. */
function lacksOf({ missing, measures }: CompanyFindings["domains"][number]) {
  return [
    ...missing,
    ...measures.flatMap(({ metric, unscored }) => unscored ? [{ metric, cause: unscored.cause }] : []),
  ];
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
