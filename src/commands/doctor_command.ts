import { resolve } from "node:path";
import { InputError } from "../protocol/errors.ts";
import { counted } from "../text/counted.ts";
import { jsonLine } from "../view/lines.ts";
import { type CommandHost, perform } from "./command.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import type { Check, CheckHost } from "./local/check.ts";
import type { Computer } from "./local/computer.ts";
import { checkCode, checkDeno, checkKernels } from "./local/kernel_checks.ts";
import { checkDisk, checkFolders, checkNode, checkPort } from "./local/machine_checks.ts";
import { checkImports, checkJupyter } from "./local/notebook_checks.ts";
import { checkService, checkVariables } from "./local/service_checks.ts";
import type { LiveTerminal } from "./live_terminal.ts";

const FLAGS = {
  "json": { help: "one JSON object on one line" },
} as const satisfies FlagTable;

/** The page of `doctor`. */
export const DOCTOR = {
  does: "Checks this machine and the notebooks in a folder: what is wrong, and how to fix it.",
  usage: ["doctor [FOLDER] [--json]"],
  flags: FLAGS,
  notes: [
    "FOLDER is where notebooks are, with those below; default: the current one. It asks the embedded service one",
    "question, and nothing leaves this machine. It changes nothing, and prints no key.",
    "Exit status: 0 nothing is wrong; 1 something is; 2 wrong usage.",
  ],
} as const satisfies CommandPage;

type DoctorHost = CommandHost & Pick<Host, "versions" | "connect">;

/**
 * Checks this machine for what notebooks and answers need.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 nothing is wrong; 1 something is; 2 wrong usage.
 */
export function doctorCommand(args: readonly string[], host: DoctorHost, computer: Computer): Promise<number> {
  return perform(args, host, {
    page: DOCTOR,
    work: (flags, terminal) => examine(flags, { host, computer, terminal }),
  });
}

type Looking = (on: CheckHost) => Check | readonly Check[] | Promise<Check | readonly Check[]>;

const CHECKS: readonly Looking[] = [
  checkDeno,
  checkCode,
  checkKernels,
  checkJupyter,
  checkImports,
  checkFolders,
  checkDisk,
  checkPort,
  checkNode,
  checkVariables,
  checkService,
];

async function examine(
  { words: [folder, more], json }: FlagsOf<typeof FLAGS> & Given,
  { host, computer, terminal }: Omit<CheckHost, "folder"> & { readonly terminal: LiveTerminal },
): Promise<number> {
  if (more !== undefined) throw new InputError(`Cannot check two folders at once: "${more}" is one too many`);
  if (json) terminal.quieten();
  const on = { host, computer, folder: resolve(host.folder, folder ?? ".") };
  const checks: Check[] = [];
  for (const look of CHECKS) {
    const found = [await look(on)].flat();
    terminal.print(...found.map(lineOf));
    checks.push(...found);
  }
  const problems = checks.filter(({ ok }) => !ok).length;
  if (json) terminal.output(jsonLine({ ok: problems === 0, checks }));
  terminal.print(
    "",
    problems === 0 ? "Nothing is wrong." : `${counted(problems, "problem")}; the fix follows each arrow.`,
  );
  return problems === 0 ? 0 : 1;
}

function lineOf({ name, ok, says, cure }: Check): string {
  return `${ok ? "ok      " : "PROBLEM "} ${name}: ${says}${cure === undefined ? "" : ` -> ${cure}`}`;
}
