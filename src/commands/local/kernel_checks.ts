import { isAbsolute } from "node:path";
import { type Check, type CheckHost, fine, problem, wordsOf } from "./check.ts";
import { jupyterDataFolder } from "./data_folder.ts";
import { fileAt } from "./files.ts";
import { isNewEnough } from "./install_kernel.ts";
import { isInNpmCache } from "./kept_deno.ts";
import { DENO_NAME, OWN_NAME, readSpec, specPath } from "./kernel_spec.ts";
import { typedCommand } from "../../text/typed_command.ts";

/** The version of the Deno that runs this. */
export function checkDeno({ host }: CheckHost): Check {
  const version = host.versions["deno"] ?? "";
  if (isNewEnough(version)) return fine("Deno", version);
  return problem("Deno", `${version} is older than 2.9`, "run deno upgrade, or npx -y deno@2.9 in its place");
}

/** Whether code of an answer can be started. */
export async function checkCode({ computer }: CheckHost): Promise<Check> {
  try {
    return fine("code of answers", `runs in the sandbox ${await computer.findSandbox()}`);
  } catch (error) {
    const [says = "", ...cure] = wordsOf(error).replace(/^Cannot run code: /, "").split("; ");
    return problem("code of answers", `does not run: ${says}`, cure.join("; ") || "run npm install -g deno@2.9");
  }
}

/** The kernels for Jupyter: ours, and whichever has the name that notebooks hold. */
export async function checkKernels(on: CheckHost): Promise<readonly Check[]> {
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
