import { isAbsolute, resolve } from "node:path";
import { InputError } from "../protocol/errors.ts";
import { counted } from "../text/counted.ts";
import { jsonLine } from "../view/lines.ts";
import { type CommandHost, perform } from "./command.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import { type Check, type CheckHost, fine, problem, wordsOf } from "./local/check.ts";
import type { Computer } from "./local/computer.ts";
import { checkDisk, checkFolders, checkNode, checkPort } from "./local/machine_checks.ts";
import { checkImports, checkJupyter } from "./local/notebook_checks.ts";
import { checkService, checkVariables } from "./local/service_checks.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { jupyterDataFolder } from "./local/data_folder.ts";
import { fileAt } from "./local/files.ts";
import { isNewEnough } from "./local/install_kernel.ts";
import { isInNpmCache } from "./local/kept_deno.ts";
import { DENO_NAME, OWN_NAME, readSpec, specPath } from "./local/kernel_spec.ts";
import { typedCommand } from "../text/typed_command.ts";

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

/** The version of the Deno that runs this. */
function checkDeno({ host }: CheckHost): Check {
  const version = host.versions["deno"] ?? "";
  if (isNewEnough(version)) return fine("Deno", version);
  return problem("Deno", `${version} is older than 2.9`, "run deno upgrade, or npx -y deno@2.9 in its place");
}

/** Whether code of an answer can be started. */
async function checkCode({ computer }: CheckHost): Promise<Check> {
  try {
    return fine("code of answers", `runs in the sandbox ${await computer.findSandbox()}`);
  } catch (error) {
    const [says = "", ...cure] = wordsOf(error).replace(/^Cannot run code: /, "").split("; ");
    return problem("code of answers", `does not run: ${says}`, cure.join("; ") || "run npm install -g deno@2.9");
  }
}

/** The kernels for Jupyter: ours, and whichever has the name that notebooks hold. */
async function checkKernels(on: CheckHost): Promise<readonly Check[]> {
  try {
    const data = jupyterDataFolder({ os: on.computer.os, env: on.host.env });
    const checks = [OWN_NAME, DENO_NAME].map((name) => checkKernel(`kernel ${name}`, specPath(data, name), on));
    return await Promise.all(checks);
  } catch (error) {
    const [says = "", cure = ""] = wordsOf(error).split("; ");
    return [problem("kernel", says, cure)];
  }
}

async function checkKernel(name: string, path: string, { computer, host }: CheckHost): Promise<Check> {
  const bad = (says: string) => problem(name, says, `run ${typedCommand(host.startedBy, "conviction kernel")}`);
  const text = computer.readText(path);
  if (text === undefined) return bad(`not installed: there is no ${path}`);
  const spec = readSpec(text);
  if (spec === undefined) return bad(`${path} is not a kernel spec`);
  const { program, isOurs } = spec;
  if (isAbsolute(program) && !fileAt(program)) return bad(`starts ${program}, which is not there`);
  if (isInNpmCache(program)) return bad(`starts ${program}, in npx's cache: it is gone when that is cleaned`);
  const ended = await computer.run(program, { args: ["--version"] });
  const [, version] = /^deno (\d+\.\d+\.\d+\S*)/.exec(ended?.stdout ?? "") ?? [];
  if (ended?.code !== 0 || version === undefined) return bad(`starts ${program}, which does not start`);
  if (!isNewEnough(version)) return bad(`starts Deno ${version}, older than 2.9`);
  return fine(name, isOurs ? `Deno ${version}, ${program}` : `Deno ${version}, ${program}; not installed by us`);
}
