import type { Clock } from "../pace/clock.ts";
import { type CellError, isError } from "./cell_outputs.ts";
import { checkCells } from "./check_cells.ts";
import { type Execution, type Kernel, startKernel } from "./kernel.ts";
import { type CellProblem, KernelError } from "./kernel_error.ts";
import { type CodeCell, codeCells, type ExecutedCell, type Notebook, withOutputs } from "./notebook_file.ts";
import { withParameters } from "./parameters.ts";
import { SourceMap } from "node:module";
import { importsOf } from "./cell_imports.ts";
import { runDeno } from "./run_deno.ts";

/** How a notebook is run. */
export interface RunOptions {
  /** The notebook's folder: the kernel works there. */
  readonly folder: string;
  /** Values of parameters by name, as they were typed. */
  readonly params: ReadonlyMap<string, string>;
  /** Longest time of a cell, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the run. */
  readonly signal?: AbortSignal;
  /** Hears of each cell before it is executed. */
  readonly onCell?: (cell: CodeCell, count: number) => void;
  /** Starts a kernel; called once more when the first does not start. Default: `startKernel`. */
  readonly start?: typeof startKernel;
  readonly clock?: Pick<Clock, "schedule">;
}

/** What a run of a notebook gave. */
export interface NotebookRun {
  /** The notebook with the outputs of the run, up to the cell that failed. */
  readonly notebook: Notebook;
  /** The code cells of the run, with the values of its parameters. */
  readonly cells: readonly CodeCell[];
  /** How many of them were executed. */
  readonly executed: number;
  /** Why it ended early; empty when it did not. */
  readonly problems: readonly CellProblem[];
}

/**
 * Type-checks a notebook, without executing it.
 * @returns The problems; empty if absent.
 * @throws {InputError} when a parameter is unknown or of another kind.
 */
export function checkNotebook(
  notebook: Notebook,
  { folder, params }: Pick<RunOptions, "folder" | "params">,
): Promise<CellProblem[]> {
  return checkCells(withParameters(codeCells(notebook), params).checked, folder);
}

/**
 * Type-checks a notebook and executes its cells in order, in a fresh kernel, up to the first that fails.
 * @throws {InputError} when a parameter is unknown or of another kind; nothing was started then.
 * @throws {KernelError} when the kernel does not start.
 */
export async function runNotebook(notebook: Notebook, options: RunOptions): Promise<NotebookRun> {
  const { folder, params, signal } = options;
  const { cells, checked } = withParameters(codeCells(notebook), params);
  signal?.throwIfAborted();
  const starting = startTwice(options); // beside the check: both take half a second
  const found = await Promise.allSettled([checkCells(checked, folder), starting]);
  const [check, started] = found;
  const kernel = started.status === "fulfilled" ? started.value : undefined;
  const abort = () => void kernel?.close();
  signal?.addEventListener("abort", abort);
  try {
    if (check.status === "rejected") throw check.reason;
    const executed = new Map<number, ExecutedCell>();
    if (check.value.length > 0) return { notebook, cells, executed: 0, problems: check.value };
    if (started.status === "rejected") throw started.reason;
    const problem = await executeCells(started.value, { cells, options, executed });
    signal?.throwIfAborted();
    const problems = problem === undefined ? [] : [problem];
    return { notebook: withOutputs(notebook, executed), cells, executed: executed.size, problems };
  } finally {
    signal?.removeEventListener("abort", abort);
    await kernel?.close();
  }
}

/** A Deno kernel fails to start now and then (denoland/deno#28634). */
async function startTwice({ folder, clock, start = startKernel }: RunOptions): Promise<Kernel> {
  const options = { folder, ...clock && { clock } };
  try {
    return await start(options);
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    return await start(options);
  }
}

interface Executing {
  readonly cells: readonly CodeCell[];
  readonly options: RunOptions;
  /** Gets the cells that were executed, by their place. */
  readonly executed: Map<number, ExecutedCell>;
}

async function executeCells(
  kernel: Kernel,
  { cells, options: { timeoutMs, onCell, folder }, executed }: Executing,
): Promise<CellProblem | undefined> {
  await kernel.execute(PREPARE);
  for (const cell of cells) {
    onCell?.(cell, cells.length);
    const { number, source } = cell;
    const execution = await kernel.execute(source, { timeoutMs });
    executed.set(cell.at, {
      number,
      source,
      // Read at the end: a later cell may update a display.
      get outputs() {
        return execution.outputs();
      },
    });
    const problem = await problemOf(cell, execution, { timeoutMs, folder });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function problemOf(
  { number: cell, source, tags }: CodeCell,
  { status, error, outputs }: Execution,
  { timeoutMs, folder }: Pick<RunOptions, "timeoutMs" | "folder">,
): Promise<CellProblem | undefined> {
  if ((status === "ok" || status === "error") && tags.includes("raises-exception")) return undefined;
  if (status === "ok") {
    const unawaited = outputs().find(isError);
    const message = `${unawaited?.ename}: ${unawaited?.evalue}`;
    return unawaited && { cell, message, cure: "await it, or catch its error" };
  }
  if (status === "timeout") {
    const cure = "it may wait for what never comes, or a callback has thrown; or allow more time with timeout";
    return { cell, message: `it was still running after ${timeoutMs / 1000} s`, cure };
  }
  if (status === "ended" || error === undefined) {
    return {
      cell,
      message: error?.evalue ?? "it failed",
      cure: "run it again; if it ends there again, look at this cell",
    };
  }
  const { ename, evalue, traceback } = error;
  if (traceback.length === 0 && evalue === "Execution failed") {
    return {
      cell,
      message: "the kernel did not execute it and gives no reason",
      cure: "look for a package it cannot load",
    };
  }
  const line = await lineOfError(source, error, folder);
  const cure = "correct it, or give the cell the tag raises-exception";
  return { cell, ...line !== undefined && { line }, message: `${ename}: ${evalue}`, cure };
}

/**
 * `Deno.exit()` in a cell would leave a kernel that never answers, and the kernel hides failures that nothing awaits:
 * then it also runs nothing for up to 30 seconds. The symbol tells `conviction` that they are reported.
 */
const PREPARE = `{
  Deno.exit = (code = 0) => {
    throw new Error("Deno.exit(" + code + ") would end the kernel: remove it, or throw an error instead");
  };
  const wordsOf = (error) => {
    try {
      return error instanceof Error ? error.name + ": " + error.message : String(error);
    } catch {
      return "a value without words";
    }
  };
  const report = (event, ename, error) => {
    event.preventDefault();
    const evalue = wordsOf(error);
    void Deno.jupyter.broadcast("error", { ename, evalue, traceback: [ename + ": " + evalue] });
  };
  Object.defineProperty(globalThis, Symbol.for("conviction.unawaited"), { value: true });
  const listen = (type, ename, valueOf) => addEventListener(type, (event) => report(event, ename, valueOf(event)));
  listen("unhandledrejection", "A promise failed, and nothing awaits it", ({ reason }) => reason);
  listen("error", "Code failed that no cell awaits", ({ error }) => error);
}
undefined`;

/**
 * The line of a cell that threw. A stack of the kernel names lines of the program that it made of the cell, so the
 * cell is translated again, with the map from one to the other.
 */
async function lineOfError(source: string, error: CellError, folder: string): Promise<number | undefined> {
  // The outermost call is in this cell; inner ones may be in functions of earlier cells.
  const frame = error.traceback.findLast((line) => /<anonymous>:\d+:\d+\)?$/.test(line)) ?? "";
  const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const module = withDynamicImports(source);
  const flags = ["--no-config", "--no-lock", "-q", "--source-map", "inline"];
  const { stdout } = await runDeno(["transpile", ...flags], { folder, module });
  const [, map] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(stdout) ?? [];
  if (map === undefined) return undefined;
  const entry = new SourceMap(JSON.parse(atob(map))).findEntry(Number(line) - 1, Number(column) - 1);
  return "originalLine" in entry ? entry.originalLine + 1 : undefined;
}

/** The kernel makes one line of each import; a translation alone would drop those that are not used. */
function withDynamicImports(source: string): string {
  return importsOf(source).toReversed().reduce((text, { start, end, clause }) => {
    const lines = text.slice(start, end).replace(/[^\n]/g, "");
    const isType = /^\s*type\s+[\w${*]/.test(clause);
    return `${text.slice(0, start)}${isType ? "" : 'await import("x");'}${lines}${text.slice(end)}`;
  }, source);
}
