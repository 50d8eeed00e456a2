import type {
  AgentPorts,
  ChartRequest,
  ItemChartRequest,
  MadeFile,
  OwnChartRequest,
  Program,
  ProgramRun,
} from "../agent/ports.ts";
import type { Drawing, DrawnFiles } from "../chart/drawing.ts";
import { isProtected } from "../notebook/protect.ts";
import type { SandboxTier } from "../sandbox/code_run.ts";
import { runCode } from "../sandbox/run_code.ts";
import { removeRunFolder } from "../sandbox/run_folder.ts";
import type { FileStore } from "../service/file_store.ts";
import type { Trace } from "../service/trace.ts";
import type { OutsidePorts } from "./thread_messages.ts";
import { tracedPorts } from "./tracing.ts";
import { createGate } from "../pace/gate.ts";
import { stringify } from "../text/csv_write.ts";

/** Each code execution is a process, so more than one per core would only compete. */
export const CODE_RUNS_AT_ONCE = Math.max(1, navigator.hardwareConcurrency);

interface PortParts {
  readonly fileStore: FileStore;
  readonly drawing: Drawing;
  readonly trace: Trace | undefined;
  readonly tier: SandboxTier | undefined;
  /** Folder for each run of code; a temporary one when absent. */
  readonly scratch: string | undefined;
}

/** What the agent has of the world outside it: the sandbox, the charts and the store of files. */
export function outsidePorts({ fileStore, drawing, trace, tier, scratch }: PortParts): OutsidePorts {
  return {
    runCode: createCodeRuns({
      atOnce: CODE_RUNS_AT_ONCE,
      run: (program, options) => runInScratch(program, { ...options, tier, scratch }),
    }),
    ...tracedPorts(chartPorts(drawing), trace),
    storeFile: (file) => fileStore.put(file),
  };
}

/** Removes a folder of runs, if it is there. */
export async function removeScratch(scratch: string): Promise<void> {
  try {
    await Deno.stat(scratch);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  await removeRunFolder(scratch);
}

interface ScratchOptions extends Pick<PortParts, "tier" | "scratch"> {
  readonly signal: AbortSignal;
  readonly wallMs: number;
}

async function runInScratch(
  program: Program,
  { scratch, wallMs, ...options }: ScratchOptions,
): Promise<ProgramRun> {
  options.signal.throwIfAborted();
  if (isProtected()) throw new Error("protect() dropped the right to run code; restart the kernel for charts");
  const limits = { wallMs };
  if (scratch !== undefined) return await runCode(program, { ...options, scratch, limits });
  const own = await Deno.makeTempDir({ prefix: "conviction-" });
  return await runCode(program, { ...options, scratch: own, limits })
    .finally(() => Deno.remove(own, { recursive: true }));
}

/** Time for a program that runs by itself. */
const WALL_MS = 10_000;
/** Time for the only program that runs, after it was stopped beside others. */
const RETRY_WALL_MS = 60_000;
/** A larger return code names the signal that ended the program. */
const FIRST_SIGNAL = 128;

/** Options of {@linkcode createCodeRuns}. */
export interface CodeRunsOptions {
  /** Programs that run at once, 1 or more. */
  readonly atOnce: number;
  /** Runs one program, for so many milliseconds at most. */
  readonly run: (program: Program, options: { signal: AbortSignal; wallMs: number }) => Promise<ProgramRun>;
}

/**
 * Runs the agent's programs so that a busy machine changes no answer: the limit of time grows with the number of
 * programs that run at once, and a program that was stopped by it, or killed, runs once more while no other does. One
 * that may never end runs once.
 */
export function createCodeRuns({ atOnce, run }: CodeRunsOptions): AgentPorts["runCode"] {
  const gate = createGate(atOnce);
  return async (program, signal) => {
    const first = await gate((running) => {
      return run(program, { signal, wallMs: Math.min(WALL_MS * running, RETRY_WALL_MS) });
    });
    if (program.once || !mayEndOtherwise(first) || signal.aborted) return first;
    return await gate.alone(() => run(program, { signal, wallMs: RETRY_WALL_MS }));
  };
}

/** Whether the machine may have ended the program, not its code. */
function mayEndOtherwise({ stopped_by, return_code }: ProgramRun): boolean {
  return stopped_by === undefined ? return_code > FIRST_SIGNAL : stopped_by === "time";
}

/** Draws charts as files: PNG, SVG, and the figures as CSV. */
export function chartPorts(drawing: Drawing): Pick<AgentPorts, "drawPriceChart" | "drawItemChart"> {
  return {
    drawPriceChart: (request, signal) => priceFiles(request, (chart) => drawing.draw(chart, signal)),
    drawItemChart: (request, signal) => {
      const draw: Drawing["draw"] = (chart) => drawing.draw(chart, signal);
      return "kind" in request ? ownFiles(request, draw) : itemFiles(request, draw);
    },
  };
}

async function priceFiles({ stem, ...chart }: ChartRequest, draw: Drawing["draw"]): Promise<readonly MadeFile[]> {
  const drawn = await draw(chart);
  const header = ["date", `close_${chart.currency.toLowerCase()}`, "drawdown"];
  const csv = stringify([header, ...chart.rows.map(({ date, close, drawdown }) => [date, close, drawdown])]);
  return filesOf(stem, drawn, csv);
}

/** Of an item of reports. */
async function itemFiles(
  { stem, rows, unit, ...words }: ItemChartRequest,
  draw: Drawing["draw"],
): Promise<readonly MadeFile[]> {
  const bars = rows.map(({ series, end, value, shown }) => ({
    ...(series !== undefined && { series }),
    end,
    value,
    shown: shown.replace(/ shares$/, ""),
  }));
  const drawn = await draw({ kind: "items", bars, isShare: unit === "fraction", ...words });
  const isOne = rows.every(({ series }) => series === undefined);
  const first = isOne ? [] : ["item"];
  const value = `value_${unit.toLowerCase()}`;
  const { look } = words;
  const header = look === undefined
    ? [...first, "start", "end", value, "change", "tags", "reports", "known"]
    : [...first, look.across, value, "shown", "made_of", "reports", "day_of_figure"];
  const cells = rows.map(({ series = "", start = "", end, value, change = "", shown, tags, reports, known }) => [
    ...(isOne ? [] : [series]),
    ...(look === undefined ? [start, end, value, change] : [end, value, shown]),
    tags,
    reports,
    known,
  ]);
  return filesOf(stem, drawn, stringify([header, ...cells]));
}

/** Of a column of a caller's own. */
async function ownFiles({ kind: _, stem, rows, ...words }: OwnChartRequest, draw: Drawing["draw"]) {
  const drawn = await draw({ kind: "line", points: rows.map(({ date, value }) => ({ date, value })), ...words });
  const cells = rows.map(({ date, value, known }) => [date, value, known]);
  return filesOf(stem, drawn, stringify([["date", words.label, "known"], ...cells]));
}

function filesOf(stem: string, { svg, png }: DrawnFiles, csv: string): readonly MadeFile[] {
  return [
    { filename: `${stem}.png`, mediaType: "image/png", bytes: png },
    { filename: `${stem}.svg`, mediaType: "image/svg+xml", bytes: svg },
    { filename: `${stem}.csv`, mediaType: "text/csv", bytes: new TextEncoder().encode(csv) },
  ];
}
