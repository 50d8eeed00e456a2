import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolder, pathFrom } from "../disk/folder.ts";
import { writeAside } from "../disk/write_aside.ts";
import { problemLine } from "../kernel/kernel_error.ts";
import { changedOutput, keptOutputs } from "../kernel/changed_output.ts";
import { languageOf, type Notebook, readNotebook, renderNotebook, type SavedOutput } from "../kernel/notebook_file.ts";
import { isSameFolder, notebooksAt, replaceNotebook } from "../kernel/notebook_paths.ts";
import { checkNotebook, type NotebookRun, runNotebook } from "../kernel/run_notebook.ts";
import { InputError } from "../protocol/errors.ts";
import { counted } from "../text/counted.ts";
import { duration } from "../view/progress_line.ts";
import { type CommandHost, defineCommand, INTERRUPTED, type Place } from "./command.ts";
import { count, named } from "./flag_values.ts";
import { type CommandPage, type FlagsOf, type FlagTable, type Given, inFlags } from "./flags.ts";
import type { Host } from "./host.ts";

const TIMEOUT_S = 120;

const FLAGS = {
  "check": { help: "compare with the saved outputs, write nothing; times, durations, ids, image bytes may differ" },
  "no-run": { help: "type-check the cells only" },
  "out": { value: "FOLDER", help: "write there, also what a notebook that fails had until then" },
  "param": {
    value: "NAME=VALUE",
    readAll: (texts, flag) => new Map(texts.map((text) => named("=", "NAME=VALUE")(text, flag))),
    help: "a value of the cell tagged parameters; may be repeated; needs --out or --no-run",
  },
  "timeout": { value: "SECONDS", read: count, help: `longest time of a cell (default: ${TIMEOUT_S})` },
} as const satisfies FlagTable;

/** The page of `notebooks`. */
export const NOTEBOOKS = {
  does: "Runs notebooks for Deno without Jupyter, and writes the outputs of their cells into them.",
  usage: ["notebooks [FILE.ipynb|FOLDER ...] [flags]"],
  flags: FLAGS,
  notes: [
    "Default: the project's notebooks/. Each runs in a fresh kernel in its own folder, after a type check of its cells,",
    "up to the first cell that fails; the file is then left as it was. Cell tags: parameters, raises-exception, skip.",
    "Exit status: 0 all ran, and with --check no output changed; 1 otherwise; 2 wrong usage, or no notebook.",
  ],
} as const satisfies CommandPage;

/** What `notebooks` takes from the machine. */
export type NotebooksHost = CommandHost & Pick<Host, "readText" | "onInterrupt">;

type Options = FlagsOf<typeof FLAGS> & Given;

/** What running one notebook takes. */
interface Work extends Place<NotebooksHost> {
  readonly options: Options;
  readonly signal: AbortSignal;
}

/** A notebook that was read. */
interface Found {
  readonly path: string;
  /** Its path as it is shown. */
  readonly name: string;
  readonly notebook: Notebook;
  readonly text: string;
}

/** Runs notebooks. */
export const notebooksCommand = defineCommand(NOTEBOOKS, runAll);

async function runAll(options: Options, { host, terminal }: Pick<Work, "host" | "terminal">): Promise<number> {
  refuseContradictions(options);
  const found = await findNotebooks(options, { host, terminal });
  for (const runs of new Set(found.map(({ path }) => join(dirname(path), "runs")))) {
    const state = "its screens are resumed, not asked again; remove it for outputs of this program";
    if (isSameFolder(runs, runs)) terminal.note(`${pathFrom(host.folder, runs)} is there: ${state}.`);
  }
  const interruption = host.onInterrupt(() => terminal.note("Stopping; no further notebook is changed."));
  const work: Work = { options, host, terminal, signal: interruption.stop };
  try {
    let failed = 0;
    for (const one of found) failed += await runOne(one, work) ? 0 : 1;
    return failed === 0 ? 0 : 1;
  } catch (error) {
    if (interruption.stop.aborted) return INTERRUPTED;
    throw error;
  } finally {
    interruption.close();
  }
}

function refuseContradictions({ check, noRun, out, param }: Options): void {
  const refuse = (state: string, ...options: string[]) => new InputError(state, { options });
  if (check && out !== undefined) throw refuse("Cannot use check with out: the first writes nothing", "check", "out");
  if (check && noRun) {
    throw refuse("Cannot use check with noRun: without a run there is nothing to compare", "check", "noRun");
  }
  if (param !== undefined && out === undefined && !noRun) {
    const state = "the notebook would hold outputs of other parameters; name a folder with out";
    throw refuse(`Cannot use param: ${state}`, "param", "out");
  }
}

/** Reads all notebooks, so that a wrong one is reported before any is started. */
async function findNotebooks(
  { words, out }: Options,
  { host, terminal }: Pick<Work, "host" | "terminal">,
): Promise<Found[]> {
  const own = fileURLToPath(new URL("../../notebooks", import.meta.url));
  const paths = words.length > 0 ? words.map((word) => resolve(host.folder, word)) : [own];
  const listed = (await Promise.all(paths.map(notebooksAt))).flat();
  const found = listed.flatMap(({ path, isNamed }) => {
    const name = pathFrom(host.folder, path);
    const text = host.readText(path);
    if (text === undefined) throw new InputError(`Cannot read ${name}: it may not be read`);
    const notebook = readNotebook(text, name);
    const language = languageOf(notebook);
    if (language === "typescript") return [{ path, name, notebook, text }];
    if (isNamed) {
      throw new InputError(`Cannot run ${name}: it is a notebook for ${language}, and this runs those for Deno`);
    }
    terminal.note(`${name}: not run, it is a notebook for ${language}.`);
    return [];
  });
  const self = out && found.find(({ path }) => isSameFolder(dirname(path), resolve(host.folder, out)));
  if (self) {
    const state = "the notebook itself is there; name another folder";
    throw new InputError(`Cannot write ${self.name} to out: ${state}`, { options: ["out"] });
  }
  const names = found.map(({ path }) => basename(path));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (out !== undefined && twice !== undefined) {
    throw new InputError(`Cannot write two notebooks named ${twice} to one folder`);
  }
  return found;
}

/** @returns Whether it ran, and with `check` no output changed. */
async function runOne(found: Found, work: Work): Promise<boolean> {
  const { options: { param: params = new Map<string, string>(), timeout = TIMEOUT_S, noRun }, host, terminal } = work;
  const { name, path, notebook } = found;
  const startMs = host.clock.monotonicMs();
  const folder = dirname(path);
  if (noRun) {
    const problems = await checkNotebook(notebook, { folder, params });
    report(problems.map(problemLine), found, work);
    if (problems.length === 0) terminal.print(`${name}: its cells type-check.`);
    return problems.length === 0;
  }
  let activity = "type check";
  terminal.wait(() => `${name}: ${activity}`);
  const run = await runNotebook(notebook, {
    folder,
    params,
    timeoutMs: timeout * 1000,
    signal: work.signal,
    clock: host.clock,
    onCell: ({ number }, total) => activity = `cell ${number} of ${total}`,
  });
  terminal.end();
  report(run.problems.map(problemLine), found, work);
  const time = duration((host.clock.monotonicMs() - startMs) / 1000);
  return await finish(run, found, { work, done: `${counted(run.executed, "cell")}, ${time}` });
}

/** Compares or writes, and reports what was done. */
async function finish(
  run: NotebookRun,
  found: Found,
  { work, done }: { readonly work: Work; readonly done: string },
): Promise<boolean> {
  const { options: { check, out }, terminal, host } = work;
  const hasRun = run.problems.length === 0;
  if (check) {
    const changes = hasRun ? changesOf(run, found.notebook) : [];
    report(changes, found, work);
    if (hasRun && changes.length === 0) terminal.print(`${found.name}: ${done}; no output changed.`);
    return hasRun && changes.length === 0;
  }
  if (!hasRun && (out === undefined || run.executed === 0)) {
    terminal.note(`${found.name}: not written.`);
    return false;
  }
  const path = out === undefined ? found.path : join(resolve(host.folder, out), basename(found.path));
  if (out !== undefined) makeFolder(dirname(path));
  const text = renderNotebook(withKeptOutputs(run, found.notebook));
  const isSame = out === undefined && text === found.text;
  if (out !== undefined) await writeAside(path, text);
  else if (!isSame) await replace(found, text, host);
  terminal.print(`${found.name}: ${done}; ${isSame ? "unchanged" : `written to ${pathFrom(host.folder, path)}`}.`);
  return hasRun;
}

async function replace({ path, name, text: before }: Found, text: string, { readText }: NotebooksHost): Promise<void> {
  if (readText(path) !== before) {
    throw new InputError(`Cannot write ${name}: it was changed while its cells ran; run it again`);
  }
  await replaceNotebook(path, text, { name });
}

function withKeptOutputs({ notebook }: NotebookRun, before: Notebook): Notebook {
  const cells = notebook.cells.map((cell, at) => {
    const saved = before.cells[at]?.["outputs"];
    const now = cell["outputs"];
    if (!Array.isArray(saved) || !Array.isArray(now)) return cell;
    return { ...cell, outputs: keptOutputs(saved as SavedOutput[], now as SavedOutput[]) };
  });
  return { ...notebook, cells };
}

function changesOf({ notebook, cells }: NotebookRun, before: Notebook): string[] {
  return cells.flatMap(({ number, at, saved }) => {
    const change = changedOutput(saved, notebook.cells[at]?.["outputs"] as SavedOutput[]);
    if (change === undefined) return [];
    const isNever = before.cells.every((cell) => !Array.isArray(cell["outputs"]) || cell["outputs"].length === 0);
    const cure = isNever
      ? "the file holds no outputs: run it without check first"
      : "if it is right, run without check to save it";
    return [
      `cell ${number}, ${change.place} changed; ${cure}`,
      `  before: ${change.before}`,
      `  now:    ${change.now}`,
    ];
  });
}

function report(lines: readonly string[], { name }: Found, { terminal }: Work): void {
  const shown = lines.map((line) =>
    inFlags(line, {
      options: ["timeout", "check"].filter((one) => line.endsWith(one) || line.includes(`without ${one}`)),
      table: FLAGS,
    })
  );
  terminal.note(...shown.map((line) => line.startsWith("  ") ? line : `${name}: ${line}`));
}
