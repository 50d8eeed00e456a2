import { auditCompany, type CompanyAudit } from "../audit/audit_company.ts";
import { companyRecords } from "../data/folder/company_records.ts";
import type { ReadFolderOptions } from "../data/folder/read_folder.ts";
import { jsonLine } from "../view/lines.ts";
import { auditLines } from "./audit_lines.ts";
import type { LiveTerminal } from "./live_terminal.ts";

/** How an audit reads and shows a folder. */
interface AuditOptions {
  readonly reading: ReadFolderOptions;
  readonly terminal: LiveTerminal;
  readonly width: number;
  readonly json: boolean;
}

/**
 * Audits the facts of reports in a folder: what the analyst gives of each company against a selection of the verifier's
 * own, against the reports that lie there, and on the day of each filing.
 * @returns Exit status: 0 nothing differs; 1 something does, or is given before it is known.
 */
export async function auditFolder(
  path: string,
  { reading, terminal, width, json }: AuditOptions,
): Promise<number> {
  const audits: CompanyAudit[] = [];
  let conflicts = 0;
  for await (const company of companyRecords(path, reading)) {
    terminal.end();
    conflicts += company.conflicts.length;
    if (company.records.facts.length > 0) audits.push(auditCompany(company));
  }
  terminal.end();
  if (json) terminal.output(jsonLine({ companies: audits, conflicts }));
  else terminal.print(...auditLines(audits, { width, conflicts }));
  return audits.some(({ findings }) => findings.length > 0) ? 1 : 0;
}
