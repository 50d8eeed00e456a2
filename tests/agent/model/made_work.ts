/** The work that a model's tools are handed, over the sample. */
import { createAnalyst } from "../../../src/agent/analyst.ts";
import type { AssistedWork } from "../../../src/agent/assisting.ts";
import { ClaimLedger } from "../../../src/agent/model/claim_ledger.ts";
import type { OfferedTool, ToolOutcome } from "../../../src/agent/model/offered_tool.ts";
import type { AgentPorts, MadeFile } from "../../../src/agent/ports.ts";
import { FILED_FIGURES } from "../../../src/agent/reading_tools.ts";
import type { Step } from "../../../src/agent/step.ts";
import { ports as usualPorts } from "../ask.ts";

/** Work, its ledger, and the files that are stored. */
export interface MadeWork {
  readonly work: AssistedWork;
  readonly ledger: ClaimLedger;
  readonly stored: MadeFile[];
}

/** The work of a question, with the revenue and net income of four fiscal years of its companies in the ledger. */
export async function madeWork(
  replaced: Partial<AgentPorts> = {},
  { input = "Compare AAPL and MSFT", signal = new AbortController().signal } = {},
): Promise<MadeWork> {
  const stored: MadeFile[] = [];
  const storeFile: AgentPorts["storeFile"] = (file) => {
    stored.push(file);
    return Promise.resolve({ file_id: `file_${stored.length}`, filename: file.filename });
  };
  const ports = usualPorts({ storeFile, ...replaced });
  let work: AssistedWork | undefined;
  const agent = createAnalyst(ports, {
    // deno-lint-ignore require-yield
    assist: async function* (given) {
      work = await Promise.resolve(given);
      return undefined;
    },
  });
  const steps = agent({ input, files: false, signal: new AbortController().signal });
  while (work === undefined && !(await steps.next()).done);
  if (work === undefined) throw new TypeError(`"${input}" is not answered`);
  const made = { ...work, files: true, signal };
  const ledger = new ClaimLedger(made);
  for (const { ticker } of made.companies) {
    for (const item of ["revenue", "net_income"] as const) {
      const asked = { ticker, item, periods: ["FY2014..FY2017"] };
      ledger.add(FILED_FIGURES.run(asked, { desk: () => made.desk }).claims());
    }
  }
  return { work: made, ledger, stored };
}

/** Calls a tool to its end. */
export async function called(tool: OfferedTool, given: unknown): Promise<{ steps: Step[]; outcome: ToolOutcome }> {
  const steps: Step[] = [];
  const calling = tool.call(given);
  for (;;) {
    const next = await calling.next();
    if (next.done) return { steps, outcome: next.value };
    steps.push(next.value);
  }
}

/** The text of a stored file. */
export function textOfFile({ bytes }: Pick<MadeFile, "bytes">): string {
  return new TextDecoder().decode(bytes);
}
