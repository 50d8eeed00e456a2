/** The kernel that `deno task conviction kernel` installs, started by Jupyter's own kernel manager. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { thisComputer } from "../../src/commands/local/computer.ts";
import { kernelCommand } from "../../src/commands/kernel_command.ts";
import { capturedOutputs } from "../commands/captured.ts";
import { inFolder } from "../data/in_folder.ts";
import { hasProgram, JUPYTER, missingProgram, testNeeding } from "../needs.ts";

const missing = missingProgram(JUPYTER) ??
  (hasProgram(JUPYTER, ["nbconvert", "--version"]) ? undefined : "jupyter nbconvert");

const CELL = `
import { connect } from "conviction";
const answer = await connect().stream("Analyse AAPL").final();
const codes = answer.executions.map(({ return_code }) => return_code);
console.log(JSON.stringify({ codes, files: answer.files.length, path: Deno.env.get("PATH"), deno: Deno.execPath() }));
await new Promise((resolve) => setTimeout(resolve, 100)); // nbconvert loses what comes after the end of the cell
`;

/** The PATH without any folder that has a `deno`. */
function pathWithoutDeno(): string {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  return folders.filter((folder) => !hasProgram(`${folder}/deno`)).join(":");
}

function notebook(kernel: string): string {
  const cell = { id: "a", cell_type: "code", metadata: {}, execution_count: null, outputs: [], source: CELL };
  const kernelspec = { name: kernel, display_name: "Deno", language: "typescript" };
  return JSON.stringify({ cells: [cell], metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 });
}

/** Installs the kernel from a Deno in a cache of npx that is cleaned afterwards. */
async function install(folder: string): Promise<string> {
  await Deno.mkdir(`${folder}/_npx`);
  const deno = `${folder}/_npx/deno`;
  await Deno.link(Deno.execPath(), deno).catch(() => Deno.copyFile(Deno.execPath(), deno));
  const outputs = capturedOutputs();
  const env = (name: string) => name === "JUPYTER_DATA_DIR" ? `${folder}/data` : Deno.env.get(name);
  const host = { ...thisHost(), ...outputs, folder, env };
  const status = await kernelCommand(["--in", "elsewhere"], host, { ...thisComputer(), denoPath: deno });
  equal(status, 0, outputs.err.text);
  await Deno.remove(`${folder}/_npx`, { recursive: true });
  return `${folder}/data/conviction/deno-${Deno.version.deno}`;
}

for (const kernel of ["conviction", "deno"]) {
  testNeeding(
    missing,
    `a notebook of the kernel ${kernel} runs an answer's code in another folder, without deno in the PATH and after npx's cache is cleaned`,
    async () => {
      await inFolder({ "elsewhere/own.ipynb": notebook(kernel) }, async (folder) => {
        const kept = await install(folder);
        const { success, stderr } = await new Deno.Command(JUPYTER, {
          args: ["nbconvert", "--to", "notebook", "--execute", "own.ipynb", "--output", "out.ipynb"],
          cwd: `${folder}/elsewhere`,
          env: { JUPYTER_DATA_DIR: `${folder}/data`, JUPYTER_PATH: "", PATH: pathWithoutDeno() },
          stdin: "null",
        }).output();
        ok(success, new TextDecoder().decode(stderr));
        const { cells: [cell] } = JSON.parse(await Deno.readTextFile(`${folder}/elsewhere/out.ipynb`));
        const printed = cell.outputs.flatMap(({ text = [] }: { readonly text?: readonly string[] }) => text).join("");
        const { codes, files, path, deno } = JSON.parse(printed);
        // the chart of prices, which its program gives, that of the statements and the table of figures
        deepEqual([codes, files, deno], [[0], 3 + 3 + 1, `${kept}/deno`]);
        match(path, new RegExp(`^${kept}:/`));
      });
    },
  );
}
