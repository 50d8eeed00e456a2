/** `deno task conviction notebooks`, on real kernels. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { notebooksCommand } from "../../src/commands/notebooks_command.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { sweep } from "../sweeps.ts";
import { inFolder, notebookOf } from "../kernel/notebook_of.ts";
import { testHost } from "./captured.ts";
import { outputsIn, run, runCells, runIn } from "./run_notebooks.ts";

/** Each of these starts a type check and a kernel. */
const DEAR: { readonly name: string; readonly fn: () => Promise<void> }[] = [];
const dear = (name: string, fn: () => Promise<void>) => void DEAR.push({ name, fn });

dear("a second run leaves the bytes of the first", async () => {
  await inFolder({ "deno.json": "{}", "a.ipynb": notebookOf(["1", 'console.log("x")']) }, async (folder) => {
    const first = await runIn(folder, ["a.ipynb"]);
    match(first.out, /written to a\.ipynb\.\n$/);
    const second = await runIn(folder, ["a.ipynb"]);
    match(second.out, /unchanged\.\n$/);
    deepEqual(second.files, first.files);
  });
});

dear(
  "runs beside a notebook are named: its screens would be resumed, and show an older program's answers",
  async () => {
    await inFolder({ "deno.json": "{}", "a.ipynb": notebookOf(["1"]) }, async (folder) => {
      equal((await runIn(folder, ["a.ipynb", "--no-run"])).err, "");
      await Deno.mkdir(`${folder}/runs`);
      match(
        (await runIn(folder, ["a.ipynb", "--no-run"])).err,
        /^runs is there: its screens are resumed, not asked again; /,
      );
    });
  },
);

dear("--check fails on a changed output with cell, line, before and now, and writes nothing", async () => {
  const saved = [{ output_type: "stream", name: "stdout", text: "a\nscore 0.61\n" }];
  const notebook = notebookOf(["1;", { source: 'console.log("a\\nscore 0.62")', outputs: saved }]);
  const { status, err, files } = await run({ "a.ipynb": notebook }, "a.ipynb", "--check");
  equal(status, 1);
  match(err, /^a\.ipynb: cell 1, output 1, text\/plain, line 1 changed; .*\n {2}before: nothing\n {2}now: {4}1\n/);
  match(err, /a\.ipynb: cell 2, output 1, stdout, line 2 changed; if it is right, run without --check to save it\n/);
  match(err, / {2}before: score 0\.61\n {2}now: {4}score 0\.62\n$/);
  equal(files["a.ipynb"], notebook);
});

const FAILING: readonly { readonly what: string; readonly cells: readonly string[]; readonly says: RegExp }[] = [
  {
    what: "a syntax error",
    cells: ["1", "\nconst = 2"],
    says: /^a\.ipynb: cell 2, line 2: SyntaxError: .*; correct it/,
  },
  {
    what: "an error in a cell that TypeScript's types make longer",
    cells: [
      'import { basename } from "node:path";',
      "interface A {\n  a: number;\n}\n\n// why\nconst a: A = { a: 1 };\nthrow new RangeError(`no ${a.a}`);",
    ],
    says: /^a\.ipynb: cell 2, line 7: RangeError: no 1; correct it, or give the cell the tag raises-exception/,
  },
  {
    what: "an error in a function of an earlier cell",
    cells: ["function fail(): never {\n  throw new Error('deep');\n}", "\n\nfail();"],
    says: /^a\.ipynb: cell 2, line 3: Error: deep;/,
  },
  {
    what: "a promise that nothing awaits",
    cells: ["1", "void Promise.reject(new RangeError('far'));", "3"],
    says: /^a\.ipynb: cell 2: A promise failed, and nothing awaits it: RangeError: far; await it, or catch its error/,
  },
  {
    what: "an error in a timer",
    cells: [
      "1",
      "setTimeout(() => { throw new RangeError('late'); }); await new Promise((done) => setTimeout(done, 50));",
    ],
    says: /^a\.ipynb: cell 2: Code failed that no cell awaits: RangeError: late; await it/,
  },
  {
    what: "a kernel that dies",
    cells: ["1", "Deno.kill(Deno.pid, 'SIGKILL'); await new Promise(() => {});"],
    says: /^a\.ipynb: cell 2: the kernel is gone: it ended with SIGKILL;/,
  },
  {
    what: "Deno.exit()",
    cells: ["Deno.exit(3);"],
    says: /^a\.ipynb: cell 1, line 1: Error: Deno\.exit\(3\) would end the kernel: remove it/,
  },
  {
    what: "an endless loop",
    cells: ["1", "while (true);"],
    says: /^a\.ipynb: cell 2: it was still running after 2 s; .* allow more time with --timeout/,
  },
];
for (const { what, cells, says } of FAILING) {
  dear(`${what} ends the notebook with cell and cure, and leaves the file as it was`, async () => {
    const { status, out, err, files } = await runCells(
      [...cells, 'Deno.writeTextFileSync("ran", "")'],
      "--timeout",
      "2",
    );
    deepEqual([status, out], [1, ""]);
    match(err, says);
    match(err, /\na\.ipynb: not written\.\n$/);
    equal(/^ {4}at |file:\/\//m.test(err), false);
    deepEqual(files, { "deno.json": "{}", "a.ipynb": notebookOf([...cells, 'Deno.writeTextFileSync("ran", "")']) });
  });
}

dear("a cell tagged raises-exception may fail, and the next one runs", async () => {
  const { status, files } = await runCells([{ source: 'throw new Error("meant")', tags: ["raises-exception"] }, "2"]);
  equal(status, 0);
  const [[error], [result]] = outputsIn(files["a.ipynb"]);
  deepEqual([error.ename, error.evalue, result.data], ["Error", "meant", { "text/plain": ["2"] }]);
});

dear("--param puts a value into the copy in --out; the notebook stays as it is", async () => {
  const cells = [{ source: 'const ticker = "AAPL";', tags: ["parameters"] }, "console.log(ticker);"];
  await inFolder({ "deno.json": "{}", "a.ipynb": notebookOf(cells) }, async (folder) => {
    const { status, files } = await runIn(folder, ["a.ipynb", "--param", "ticker=MSFT", "--out", "out"]);
    deepEqual([status, files["a.ipynb"]], [0, notebookOf(cells)]);
    const copy = await Deno.readTextFile(`${folder}/out/a.ipynb`);
    deepEqual(outputsIn(copy)[1][0].text, ["MSFT\n"]);
    deepEqual(JSON.parse(copy).cells[0].source, ['const ticker = "MSFT";']);
  });
});

dear("--out also holds what a notebook that fails had until then", async () => {
  await inFolder(
    { "deno.json": "{}", "a.ipynb": notebookOf(["1 + 1", "throw new Error('x')", "3"]) },
    async (folder) => {
      equal((await runIn(folder, ["a.ipynb", "--out", "out"])).status, 1);
      const lists = outputsIn(await Deno.readTextFile(`${folder}/out/a.ipynb`));
      deepEqual(
        lists.map((list: readonly { readonly output_type: string }[]) => list.map(({ output_type }) => output_type)),
        [
          ["execute_result"],
          ["error"],
          [],
        ],
      );
    },
  );
});

dear(
  "in a folder, a notebook for Python is passed over with a note, and one that fails does not stop the next",
  async () => {
    await inFolder({}, async (folder) => {
      await Deno.writeTextFile(`${folder}/deno.json`, "{}");
      for (
        const [name, text] of [["a", notebookOf(["throw 1"])], ["b", notebookOf([], "python")], [
          "c",
          notebookOf(["1"]),
        ]]
      ) {
        await Deno.writeTextFile(`${folder}/${name}.ipynb`, text ?? "");
      }
      const { status, out, err } = await runIn(folder, ["."]);
      equal(status, 1);
      match(err, /^b\.ipynb: not run, it is a notebook for python\.\na\.ipynb: cell 1: Error: 1; /);
      match(out, /^c\.ipynb: 1 cell, .*; written to c\.ipynb\.\n$/);
    });
  },
);

dear("Ctrl-C ends the kernel and leaves the file", async () => {
  const stop = new AbortController();
  const cells = ['Deno.writeTextFileSync("begun", ""); await new Promise(() => setTimeout(() => {}, 600_000));'];
  await inFolder({ "deno.json": "{}", "a.ipynb": notebookOf(cells) }, async (folder) => {
    const interruption = { stop: stop.signal, giveUp: stop.signal, close: () => {} };
    const host = testHost({ folder, readText: readTextFile, clock: systemClock, onInterrupt: () => interruption });
    const ended = notebooksCommand(["a.ipynb"], host);
    const begun = () => Deno.stat(`${folder}/begun`).then(() => true, () => false);
    while (!await begun()) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    equal(await ended, 130);
    equal(await Deno.readTextFile(`${folder}/a.ipynb`), notebookOf(cells));
  });
});

dear("a notebook that was changed while its cells ran is not written over", async () => {
  const changed = notebookOf(["2"]);
  const { status, err, files } = await runCells([`Deno.writeTextFileSync("a.ipynb", ${JSON.stringify(changed)});`]);
  deepEqual([status, files["a.ipynb"]], [2, changed]);
  match(err, /Cannot write a\.ipynb: it was changed while its cells ran; run it again/);
});

dear("a notebook behind a link is written where it is, with its permissions; a read-only one is refused", async () => {
  await inFolder({ "deno.json": "{}", "real.txt": notebookOf(["1"]) }, async (folder) => {
    await Deno.chmod(`${folder}/real.txt`, 0o606);
    await Deno.symlink("real.txt", `${folder}/a.ipynb`);
    equal((await runIn(folder, ["a.ipynb"])).status, 0);
    ok((await Deno.lstat(`${folder}/a.ipynb`)).isSymlink);
    equal((await Deno.stat(`${folder}/real.txt`)).mode ?? 0, 0o100606);
    const written = await Deno.readTextFile(`${folder}/real.txt`);
    deepEqual(outputsIn(written)[0][0].data, { "text/plain": ["1"] });
    await Deno.writeTextFile(`${folder}/b.ipynb`, notebookOf(["1"]), { mode: 0o444 });
    const { status, err } = await runIn(folder, ["b.ipynb"]);
    equal(status, 2);
    match(err, /Cannot write b\.ipynb: it is read-only; name a folder with --out/);
  });
});

for (const { name, fn } of sweep("commands/notebooks", DEAR)) Deno.test(name, fn);
