/** A run of a notebook on a kernel that is made up: what each end of a cell is called, and when the run ends. */
import { deepEqual, equal, rejects } from "../assert.ts";
import type { Execution, Kernel } from "../../src/kernel/kernel.ts";
import { KernelError, problemLine } from "../../src/kernel/kernel_error.ts";
import { readNotebook } from "../../src/kernel/notebook_file.ts";
import { checkNotebook, runNotebook, type RunOptions } from "../../src/kernel/run_notebook.ts";
import { inFolder, notebookOf } from "./notebook_of.ts";

type End = Partial<Omit<Execution, "outputs">> & { readonly outputs?: ReturnType<Execution["outputs"]> };

const stream = (text: string) => ({ output_type: "stream", name: "stdout", text }) as const;
const failed = (ename: string, evalue: string) => ({ output_type: "error", ename, evalue, traceback: [] }) as const;
/** The second of these cells may fail. */
const CELLS = ["const a = 1; a;", { source: "a + 1;", tags: ["raises-exception"] }, "a + 2;"];

/** A kernel whose cells end like this, and what was asked of it. */
function madeKernel(ends: Readonly<Record<string, End>>) {
  const asked: string[] = [];
  const kernel: Kernel = {
    execute(code) {
      const isCell = code.startsWith("a") || code.startsWith("const a");
      if (isCell) asked.push(code);
      const { outputs = [], ...end } = ends[code] ?? {};
      return Promise.resolve({ status: "ok", ...end, outputs: () => outputs });
    },
    interrupt: () => {},
    close: () => Promise.resolve(void asked.push("closed")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return { asked, start: () => Promise.resolve(kernel) };
}

interface Case {
  readonly when: string;
  readonly ends: Readonly<Record<string, End>>;
  /** Cells that ran. */
  readonly ran: number;
  readonly says: readonly string[];
}

const CASES: readonly Case[] = [
  { when: "every cell ends well", ends: {}, ran: 3, says: [] },
  {
    when: "a cell that may fail fails",
    ends: { "a + 1;": { status: "error", error: failed("Error", "x") } },
    ran: 3,
    says: [],
  },
  {
    when: "a cell that may fail ends the kernel",
    ends: { "a + 1;": { status: "ended", error: failed("", "the kernel is gone") } },
    ran: 2,
    says: ["cell 2: the kernel is gone; run it again; if it ends there again, look at this cell"],
  },
  {
    when: "nothing awaits what fails",
    ends: { "const a = 1; a;": { outputs: [stream("x"), failed("A promise failed", "far")] } },
    ran: 1,
    says: ["cell 1: A promise failed: far; await it, or catch its error"],
  },
  {
    when: "a cell is still running at its limit",
    ends: { "a + 2;": { status: "timeout" } },
    ran: 3,
    says: [
      "cell 3: it was still running after 2 s; it may wait for what never comes, or a callback has thrown; or allow " +
      "more time with timeout",
    ],
  },
  {
    when: "the kernel gives no reason",
    ends: { "a + 2;": { status: "error", error: failed("", "Execution failed") } },
    ran: 3,
    says: ["cell 3: the kernel did not execute it and gives no reason; look for a package it cannot load"],
  },
  {
    when: "a cell throws, and its stack names no line",
    ends: { "a + 2;": { status: "error", error: { ...failed("RangeError", "far"), traceback: ["far"] } } },
    ran: 3,
    says: ["cell 3: RangeError: far; correct it, or give the cell the tag raises-exception"],
  },
];

const run = (folder: string, options: Partial<RunOptions>, cells: Parameters<typeof notebookOf>[0] = CELLS) =>
  runNotebook(readNotebook(notebookOf(cells), "a"), { folder, params: new Map(), timeoutMs: 2000, ...options });

// One folder for all of them: the type check of cells that it has checked before takes no time.
Deno.test("a run of a notebook", async (test) => {
  await inFolder({ "deno.json": "{}" }, async (folder) => {
    for (const { when, ends, ran, says } of CASES) {
      await test.step(`ends after ${ran} of 3 cells when ${when}`, async () => {
        const { asked, start } = madeKernel(ends);
        const heard: string[] = [];
        const done = await run(folder, { start, onCell: ({ number }, of) => void heard.push(`${number} of ${of}`) });
        deepEqual(done.problems.map(problemLine), says);
        deepEqual([done.executed, heard.length, asked.length, asked.at(-1)], [ran, ran, ran + 1, "closed"]);
      });
    }
    await test.step("starts a kernel once more when the first does not start", async () => {
      const { start } = madeKernel({});
      let starts = 0;
      const failing = () => Promise.reject(new KernelError("Cannot start the Deno kernel", { failure: "not_started" }));
      equal((await run(folder, { start: () => ++starts === 1 ? failing() : start() })).executed, 3);
      await rejects(run(folder, { start: failing }), KernelError);
      await rejects(run(folder, { start: () => Promise.reject(new TypeError("x")) }), TypeError);
    });
    await test.step("starts nothing once it is stopped, and ends the kernel when it is stopped in a cell", async () => {
      await rejects(run(folder, { signal: AbortSignal.abort(new Error("stopped")) }), /stopped/);
      const stop = new AbortController();
      const { asked, start } = madeKernel({});
      const onCell = () => stop.abort(new Error("stopped"));
      await rejects(run(folder, { start, signal: stop.signal, onCell }), /stopped/);
      deepEqual(asked.filter((one) => one === "closed").length, 2);
    });
    await test.step("executes no cell when the type check finds something, and the check alone finds the same", async () => {
      const { asked, start } = madeKernel({});
      const cells = ["const a = 1; a;", "\nconst b: string = 2;\nb;", 'import "./none.ts";', "c;"];
      const { problems, executed } = await run(folder, { start }, cells);
      deepEqual(problems.map((one) => problemLine(one).replace(/none\.ts'\..*;/, "none.ts';")), [
        "cell 2, line 2: Type 'number' is not assignable to type 'string'; correct it, or write // @ts-expect-error " +
        "and the reason above the line",
        "cell 3, line 1: Cannot find module 'none.ts'; correct the path, or list the module in the imports of deno.json",
        "cell 4, line 1: Cannot find name 'c'; declare or import it, in this cell or an earlier one",
      ]);
      deepEqual([executed, asked], [0, ["closed"]]);
      const params = new Map<string, string>();
      deepEqual(await checkNotebook(readNotebook(notebookOf(cells), "a"), { folder, params }), problems);
      deepEqual(await checkNotebook(readNotebook(notebookOf(CELLS), "a"), { folder, params }), []);
    });
  });
});
