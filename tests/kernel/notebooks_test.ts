/** The notebooks of the project, in our runner and, where Jupyter is installed, in nbclient. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { hasProgram, JUPYTER, missingProgram, testNeeding } from "../needs.ts";
import { codeCells, languageOf, type Notebook, readNotebook, textOf } from "../../src/kernel/notebook_file.ts";
import { checkNotebook, runNotebook } from "../../src/kernel/run_notebook.ts";
import { inFolder, notebookOf } from "./notebook_of.ts";

interface Output {
  readonly output_type: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly evalue?: string;
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

const FOLDER = new URL("notebooks/", ROOT).pathname;
const OPTIONS = { folder: FOLDER, params: new Map<string, string>(), timeoutMs: 120_000 };

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

/** Holds what every notebook of ours shows: no error, a picture, HTML that was verified and holds no program. */
function holdOutputs(notebook: Notebook): void {
  const outputs = outputsOf(notebook);
  deepEqual(outputs.filter(({ output_type }) => output_type === "error").map(({ evalue }) => evalue), []);
  const types = new Set(outputs.flatMap(({ data = {} }) => Object.keys(data)));
  for (const type of ["text/plain", "text/html", "image/png"]) ok(types.has(type), `${type} of ${[...types]}`);
  const pages = outputs.map(({ data = {} }) => textOf(data["text/html"]));
  equal(pages.some((page) => page.includes("figures verified")), true);
  equal(pages.some((page) => /^\s*<script|<\/div>\s*<script/i.test(page)), false);
}

for (const path of await filesBelow("notebooks", ".ipynb")) {
  const notebook = readNotebook(await Deno.readTextFile(new URL(path, ROOT)), path);
  if (languageOf(notebook) !== "typescript") continue;

  Deno.test(`${path} type-checks and runs in our runner, and shows an answer, a thesis and a chart`, async () => {
    const run = await runNotebook(notebook, OPTIONS);
    deepEqual([run.problems, run.executed], [[], codeCells(notebook).length]);
    holdOutputs(run.notebook);
    match(JSON.stringify(outputsOf(run.notebook)), /AAPL/);
    equal(JSON.stringify(run.notebook).includes(ROOT.pathname), false, "an output names a folder of this machine");
  });

  testNeeding(missing, `${path} runs in nbclient, and shows an answer, a thesis and a chart`, async () => {
    holdOutputs(await inJupyter(path));
  });
}

Deno.test("the type check finds a wrong cell after those of a notebook", async () => {
  const source = 'import { connect } from "conviction";\nconnect().raeson("AAPL");';
  const [problem] = await checkNotebook(readNotebook(notebookOf(["1", source]), "a"), OPTIONS);
  deepEqual([problem?.cell, problem?.line], [2, 2]);
  match(problem?.message ?? "", /'raeson' does not exist.* Did you mean 'reason'\?/);
});

/** A folder below one with an import map, as a person's own has it. */
function inOwnFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const imports = {
    conviction: new URL("mod.ts", ROOT).href,
    "conviction/notebook": new URL("src/notebook/mod.ts", ROOT).href,
  };
  return inFolder({ "deno.json": JSON.stringify({ imports }) }, async (folder) => {
    await Deno.mkdir(`${folder}/deep`);
    return await work(`${folder}/deep`);
  });
}

Deno.test("a notebook in another folder finds the module by the import map above it", async () => {
  const source = 'import { connect } from "conviction";\nimport { show } from "conviction/notebook";\n';
  const notebook = readNotebook(notebookOf([`${source}console.log(typeof connect, typeof show);`]), "a");
  const run = await inOwnFolder((folder) => runNotebook(notebook, { ...OPTIONS, folder }));
  deepEqual(run.problems, []);
  deepEqual(outputsOf(run.notebook), [{ output_type: "stream", name: "stdout", text: "function function\n" }]);
});

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
