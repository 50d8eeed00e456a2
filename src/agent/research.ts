import { commonFrequency } from "../data/choose_series.ts";
import type { Company } from "../data/dataset.ts";
import { type CompanyFindings, type DomainFinding, findingsOn, type ResearchTools } from "./findings.ts";
import { domainReport, noPricesReport, priceReport } from "./report.ts";
import { type Step, toolSteps } from "./step.ts";

/** Whether nothing of what a domain is read from is in the data: its tool could only say that. */
function isUnread({ measures, missing }: DomainFinding): boolean {
  return measures.length === 0 && missing.some(({ cause }) => cause === "filings" || cause === "trades");
}

/** Researches companies in order, each tool as a visible step; returns companies without prices separately. */
export function* research(
  companies: readonly Company[],
  tools: ResearchTools,
): Generator<Step, { readonly found: readonly CompanyFindings[]; readonly unpriced: readonly Company[] }, undefined> {
  const found: CompanyFindings[] = [];
  const unpriced: Company[] = [];
  const priced = companies.filter(({ ticker }) => tools.view.prices(ticker).length > 0).map(({ ticker }) => ticker);
  const frequency = commonFrequency(tools.view, priced);
  for (const company of companies) {
    const asked = { ticker: company.ticker };
    const findings = findingsOn(company, tools, frequency);
    if (findings === undefined) {
      yield* toolSteps("price_history", { asked, answered: noPricesReport(company, tools.view) });
      unpriced.push(company);
      continue;
    }
    yield* toolSteps("price_history", { asked, answered: priceReport(findings) });
    for (const finding of findings.domains) {
      if (finding.domain.score === undefined && finding.measures.length === 0) continue; // nothing to remark
      if (isUnread(finding)) continue;
      const name = `${finding.domain.name}_analysis`;
      yield* toolSteps(name, { asked, answered: domainReport(finding, findings, tools.knowledge.vocabulary) });
    }
    found.push(findings);
  }
  return { found, unpriced };
}
