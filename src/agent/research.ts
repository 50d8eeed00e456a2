import type { Company } from "../data/dataset.ts";
import type { Cause } from "../data/metrics/metric.ts";
import { type CompanyFindings, type DomainFinding, isPriced } from "./findings.ts";
import { analysisOf, PRICE_HISTORY } from "./reading_tools.ts";
import { type Step, toolSteps } from "./step.ts";
import type { Desk, ReadingTool } from "./tool.ts";

const UNREAD: readonly Cause[] = ["prices", "filings", "trades", "texts"];

/** Whether nothing of what a domain is read from is in the data: its tool could only say that. */
function isUnread({ measures, missing }: DomainFinding): boolean {
  return measures.length === 0 && missing.some(({ cause }) => UNREAD.includes(cause));
}

/** Runs a tool of the registry at a desk, as a visible step. */
export function* runSteps<I>(tool: ReadingTool<I>, asked: I, desk: Desk): Generator<Step, void, undefined> {
  yield* toolSteps(tool.name, { asked, answered: tool.run(asked, { desk: () => desk }).value });
}

/** Researches companies in order, each tool as a visible step: those of which anything is known, and those without prices. */
export function* research(
  companies: readonly Company[],
  desk: Desk,
): Generator<Step, { readonly found: readonly CompanyFindings[]; readonly unpriced: readonly Company[] }, undefined> {
  const found: CompanyFindings[] = [];
  const unpriced: Company[] = [];
  for (const company of companies) {
    const asked = { ticker: company.ticker };
    yield* runSteps(PRICE_HISTORY, asked, desk);
    const findings = desk.findings(company);
    if (findings === undefined || !isPriced(findings)) unpriced.push(company);
    if (findings === undefined) continue;
    for (const finding of findings.domains) {
      if (finding.domain.score === undefined && finding.measures.length === 0) continue; // nothing to remark
      if (!isUnread(finding)) yield* runSteps(analysisOf(finding.domain), asked, desk);
    }
    found.push(findings);
  }
  return { found, unpriced };
}
