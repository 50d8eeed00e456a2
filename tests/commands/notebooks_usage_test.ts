/** `deno task conviction notebooks`: its usage, a check without a run, and one run. */
import { deepEqual, equal, match } from "../assert.ts";
import { inFolder, notebookOf } from "../kernel/notebook_of.ts";
import { outputsIn, runCells, runIn } from "./run_notebooks.ts";

const USAGE: readonly { readonly what: string; readonly args: readonly string[]; readonly says: RegExp }[] = [
  {
    what: "a path without a file",
    args: ["none.ipynb"],
    says: /^error: Cannot run .*none\.ipynb: there is no such file or folder/,
  },
  { what: "a folder without notebooks", args: ["empty"], says: /holds no \.ipynb file/ },
  { what: "a file that is no JSON", args: ["text.ipynb"], says: /Cannot run text\.ipynb: it is not JSON/ },
  {
    what: "a notebook for Python",
    args: ["python.ipynb"],
    says: /Cannot run python\.ipynb: it is a notebook for python/,
  },
  {
    what: "--param without --out",
    args: ["a.ipynb", "--param", "a=1"],
    says: /Cannot use --param: .*name a folder with --out/,
  },
  {
    what: "an unknown parameter",
    args: ["a.ipynb", "--param", "a=1", "--out", "out"],
    says: /Cannot set --param a: no cell has the tag/,
  },
  {
    what: "--out onto the notebook itself",
    args: ["a.ipynb", "--out", "."],
    says: /Cannot write a\.ipynb to --out: .*another folder/,
  },
  { what: "--check with --out", args: ["a.ipynb", "--check", "--out", "out"], says: /Cannot use --check with --out/ },
  { what: "--check with --no-run", args: ["a.ipynb", "--check", "--no-run"], says: /Cannot use --check with --no-run/ },
];
for (const { what, args, says } of USAGE) {
  Deno.test(`${what} is wrong usage: nothing starts`, async () => {
    const files = { "text.ipynb": "text", "a.ipynb": notebookOf(["1"]), "python.ipynb": notebookOf([], "python") };
    await inFolder({ "deno.json": "{}", ...files }, async (folder) => {
      await Deno.mkdir(`${folder}/empty`);
      const { status, err } = await runIn(folder, args);
      equal(status, 2, err);
      match(err, says);
    });
  });
}

Deno.test("a run writes the outputs into the file, and --check and --no-run find nothing wrong", async () => {
  const cells = ["const a: number = 1; a", 'console.log("x", new Date().toISOString())', "", {
    source: "2",
    tags: ["skip"],
  }];
  await inFolder({ "deno.json": "{}", "a.ipynb": notebookOf(cells) }, async (folder) => {
    const first = await runIn(folder, ["a.ipynb"]);
    deepEqual([first.status, first.err], [0, ""]);
    match(first.out, /^a\.ipynb: 2 cells, .*; written to a\.ipynb\.\n$/);
    const [result, stream, ...others] = outputsIn(first.files["a.ipynb"]);
    deepEqual(result, [{
      data: { "text/plain": ["1"] },
      execution_count: 1,
      metadata: {},
      output_type: "execute_result",
    }]);
    match(stream[0].text[0], /^x \d{4}-/);
    deepEqual(others, [[], []]);
    const checked = await runIn(folder, ["a.ipynb", "--check"]);
    equal(checked.files["a.ipynb"], first.files["a.ipynb"]);
    deepEqual(Object.keys(checked.files).toSorted(), ["a.ipynb", "deno.json"]);
    deepEqual([checked.status, checked.err], [0, ""]);
    match(checked.out, /2 cells, .*; no output changed\.\n$/);
    const looked = await runIn(folder, ["a.ipynb", "--no-run"]);
    deepEqual([looked.status, looked.out], [0, "a.ipynb: its cells type-check.\n"]);
  });
});

Deno.test("--no-run only type-checks: it reports what is wrong, and runs nothing", async () => {
  const { status, out, err, files } = await runCells(['Deno.writeTextFileSync("ran", 1);'], "--no-run");
  deepEqual([status, out, "ran" in files], [1, "", false]);
  match(err, /^a\.ipynb: cell 1, line 1: Argument of type 'number' is not assignable to .*; correct it/);
});
