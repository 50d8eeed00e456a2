import type { Company, DatasetView } from "../data/dataset.ts";
import { SILENT_DOMAINS } from "./domain.ts";
import { type CompanyFindings, findingsOn } from "./findings.ts";
import { domainReport, noPricesReport, priceReport } from "./report.ts";
import { type Step, toolSteps } from "./step.ts";

/** Researches companies one after the other, each tool in sight; those without prices are returned apart. */
export function* research(
  companies: readonly Company[],
  view: DatasetView,
): Generator<Step, { readonly found: readonly CompanyFindings[]; readonly priceless: readonly Company[] }, undefined> {
  const found: CompanyFindings[] = [];
  const priceless: Company[] = [];
  for (const company of companies) {
    const asked = { ticker: company.ticker };
    const findings = findingsOn(company, view);
    if (findings === undefined) {
      yield* toolSteps("price_history", { asked, answered: noPricesReport(company, view) });
      priceless.push(company);
      continue;
    }
    yield* toolSteps("price_history", { asked, answered: priceReport(findings) });
    for (const finding of findings.domains) {
      const name = `${finding.domain.name}_analysis`;
      yield* toolSteps(name, { asked, answered: domainReport(finding, findings) });
    }
    found.push(findings);
  }
  yield* silence(found);
  return { found, priceless };
}

/** Domains that read nothing yet say so once, for all companies together. */
function* silence(found: readonly CompanyFindings[]): Generator<Step, void, undefined> {
  const tickers = found.map(({ company }) => company.ticker);
  if (tickers.length === 0) return;
  const asked = tickers.length === 1 ? { ticker: tickers[0] } : { tickers };
  for (const { name, abstains } of SILENT_DOMAINS) {
    yield* toolSteps(`${name}_analysis`, { asked, answered: { domain: name, abstains, measures: [] } });
  }
}
