/** The notebooks of the project, in our runner and, where Jupyter is installed, in nbclient. */
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { deepEqual, match, ok } from "../assert.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { hasProgram, JUPYTER, missingProgram, testAtNight, testNeeding } from "../needs.ts";
import { sweep } from "../sweeps.ts";
import { changedOutput } from "../../src/kernel/changed_output.ts";
import { codeCells, type Notebook, readNotebook, type SavedOutput, textOf } from "../../src/kernel/notebook_file.ts";
import { checkNotebook, runNotebook } from "../../src/kernel/run_notebook.ts";
import { inFolder, notebookOf } from "./notebook_of.ts";

interface Output {
  readonly output_type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const missing = missingProgram(JUPYTER) ??
  (hasProgram(JUPYTER, ["nbconvert", "--version"]) ? undefined : "jupyter nbconvert");

/** A kernel that only the test finds, so that nothing is installed for the user. */
const KERNEL = {
  argv: ["deno", "jupyter", "--kernel", "--conn", "{connection_file}"],
  display_name: "Deno",
  language: "typescript",
  env: { NO_COLOR: "1" },
};

const OPTIONS = {
  folder: fileURLToPath(new URL("notebooks/", ROOT)),
  params: new Map<string, string>(),
  timeoutMs: 120_000,
};

const outputsOf = ({ cells }: Pick<Notebook, "cells">): Output[] =>
  cells.flatMap((cell) => (cell["outputs"] ?? []) as Output[]);

/** Runs a notebook through nbconvert, which uses nbclient. */
function inJupyter(path: string): Promise<Notebook> {
  return inFolder({}, async (folder) => {
    await Deno.mkdir(`${folder}/kernels/deno`, { recursive: true });
    await Deno.writeTextFile(`${folder}/kernels/deno/kernel.json`, JSON.stringify(KERNEL));
    const { success, stderr } = await new Deno.Command(JUPYTER, {
      args: ["nbconvert", "--to", "notebook", "--execute", path, "--output-dir", folder, "--output", "out.ipynb"],
      cwd: ROOT,
      env: { JUPYTER_PATH: folder },
      stdin: "null",
    }).output();
    ok(success, new TextDecoder().decode(stderr));
    return JSON.parse(await Deno.readTextFile(`${folder}/out.ipynb`));
  });
}

/** A folder as one that holds the project's notebooks, in which they may leave a run. */
function besideTheList<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  return inFolder({ "deno.json": importMap() }, async (folder) => {
    for (const name of ["notebooks", "pipelines"]) await Deno.mkdir(`${folder}/${name}`);
    await Deno.copyFile(new URL("pipelines/tickers.csv", ROOT), `${folder}/pipelines/tickers.csv`);
    return await work(`${folder}/notebooks`);
  });
}

const OF_THE_TOUR = (await filesBelow("notebooks", ".ipynb")).filter((path) => !path.includes("python"));

Deno.test("the tour has three notebooks for Deno", () => {
  deepEqual(OF_THE_TOUR, ["01_ask", "02_compare", "03_screen"].map((name) => `notebooks/${name}.ipynb`));
});

/** A notebook of the tour, and its text. */
async function ofTheTour(path: string) {
  const text = await Deno.readTextFile(new URL(path, ROOT));
  return { text, notebook: readNotebook(text, path) };
}

for (const path of sweep("kernel/notebooks", OF_THE_TOUR)) {
  Deno.test(`${path} type-checks, finds the module by the import map above it, runs in our runner, and shows what is saved`, async () => {
    const { notebook } = await ofTheTour(path);
    const run = await besideTheList((folder) => runNotebook(notebook, { ...OPTIONS, folder }));
    deepEqual([run.problems, run.executed], [[], codeCells(notebook).length]);
    const changes = run.cells.map(({ at, saved }) =>
      changedOutput(saved, run.notebook.cells[at]?.["outputs"] as SavedOutput[])
    );
    deepEqual(changes.filter((change) => change !== undefined), []);
  });
}

for (const path of OF_THE_TOUR) {
  testNeeding(missing, `${path} runs in nbclient, which loses no output of it`, async () => {
    const { text, notebook } = await ofTheTour(path);
    const ran = await besideTheList(async (folder) => {
      await Deno.writeTextFile(`${folder}/a.ipynb`, text);
      return await inJupyter(`${folder}/a.ipynb`);
    });
    const kinds = (one: Notebook) =>
      outputsOf(one).map(({ output_type, data }) => [output_type, Object.keys(data ?? {}).toSorted()]);
    deepEqual(kinds(ran), kinds(notebook));
  });
}

testAtNight("the type check finds a wrong cell after those of a notebook", async () => {
  const source = 'import { connect } from "conviction";\nconnect().raeson("AAPL");';
  const [problem] = await checkNotebook(readNotebook(notebookOf(["1", source]), "a"), OPTIONS);
  deepEqual([problem?.cell, problem?.line], [2, 2]);
  match(problem?.message ?? "", /'raeson' does not exist.* Did you mean 'reason'\?/);
});

/** The project's import map, with addresses instead of relative paths. */
function importMap(): string {
  const own = Object.entries(config.imports).filter(([name]) => /^conviction(?:\/|$)/.test(name));
  return JSON.stringify({ imports: Object.fromEntries(own.map(([name, path]) => [name, new URL(path, ROOT).href])) });
}

/** A folder below one with an import map, as a person's own has it. */
function inOwnFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  return inFolder({ "deno.json": importMap() }, async (folder) => {
    await Deno.mkdir(`${folder}/deep`);
    return await work(`${folder}/deep`);
  });
}

const SHOWN = Array.from({ length: 100 }, (_, at) => `await show("${1000 + at}");`);
/** Many messages in the kernel's queue before what is shown. */
const BUSY = SHOWN.slice(0, 20).map((show) =>
  `for (let at = 0; at < 50; at++) {
  await Deno.jupyter.broadcast("update_display_data", {
    data: { "text/plain": "x".repeat(20_000) }, metadata: {}, transient: { display_id: "none" } });
}
${show}`
);

testNeeding(
  missing,
  "nbclient loses no output of 100 cells of await show(x), nor of 20 after many messages",
  async () => {
    const outputs = await inOwnFolder(async (folder) => {
      const cells = ['import { show } from "conviction/notebook";', ...SHOWN, ...BUSY];
      await Deno.writeTextFile(`${folder}/a.ipynb`, notebookOf(cells));
      return outputsOf(await inJupyter(`${folder}/a.ipynb`));
    });
    const texts = outputs.map(({ data }) => textOf(data?.["text/plain"]));
    deepEqual(texts, [...SHOWN, ...SHOWN.slice(0, 20)].map((show) => /\d+/.exec(show)?.[0]));
  },
);
