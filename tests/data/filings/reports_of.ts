import { type Report, reportOf } from "../../../src/data/filings/report.ts";
import { ReportDocument } from "../../../src/data/filings/report_document.ts";
import { ok } from "../../assert.ts";

/** All that one document states, of any tag. */
export async function wholeReport(text: string): Promise<Report> {
  const document = await ReportDocument.open({ wants: () => true });
  document.write(text);
  const problem = document.end();
  ok(problem === undefined, problem?.message);
  return reportOf([document.facts]);
}
