import { join, relative, resolve } from "node:path";
import { folderOf, readManifest, readThesisRows } from "../batch/runs/open_run.ts";
import { makeFolder } from "../disk/folder.ts";
import { writeAside } from "../disk/write_aside.ts";
import type { Clock } from "../pace/clock.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { ScoreReport } from "../score/score_report.ts";
import { scoreTheses } from "../score/score_runs.ts";
import { scoreTable } from "../score/score_table.ts";
import { jsonLine } from "../view/lines.ts";
import { type ScoredRun, scoreLines } from "../view/score_lines.ts";
import { scorePicture } from "../view/score_picture.ts";
import { endCommand } from "./command_end.ts";
import { LiveTerminal } from "./live_terminal.ts";
import { openPriceData, type PricesOptions } from "../setup/open_prices.ts";
import { pricePort } from "../setup/score_prices.ts";
import type { Output } from "./output.ts";
import { parseScoreFlags, type ScoreFlags, scoreHelp } from "./score_flags.ts";

/** What `score` runs on. */
export interface ScoreHost {
  /** For the result. */
  readonly out: Output;
  /** For errors. */
  readonly err: Output;
  readonly clock: Clock;
  /** The folder the person stands in. */
  readonly folder: string;
  env(name: string): string | undefined;
}

/** Names of the files that a score leaves. */
export const SCORE_FILES = { table: "score.csv", picture: "score.png" } as const;

/**
 * Says what happened after the theses of runs.
 * @param args As the shell gave them; `--help` says what they mean.
 * @returns Exit status: 0 scored; 1 it could not be written; 2 wrong usage, no such run, or no prices.
 */
export async function scoreCommand(args: readonly string[], host: ScoreHost): Promise<number> {
  const terminal = new LiveTerminal({
    out: host.out,
    err: host.err,
    clock: host.clock,
    isQuiet: false,
    hasColour: false,
  });
  try {
    const flags = parseScoreFlags(args);
    if (flags === "help") terminal.print(...scoreHelp());
    else await score(flags, { host, terminal });
    return 0;
  } catch (error) {
    return endCommand(error, terminal, (text) => text);
  } finally {
    terminal.end();
  }
}

async function score(
  flags: ScoreFlags,
  { host, terminal }: { readonly host: ScoreHost; readonly terminal: LiveTerminal },
): Promise<void> {
  const folders = flags.runs.map((run) => folderOf(run, host.folder));
  const runs = folders.map((folder) => nameRun(folder, host.folder));
  terminal.wait(() => "reading prices");
  const dataset = await openPriceData(pricesOf(flags, host));
  const prices = pricePort(dataset, flags.benchmark);
  const rows: ThesisRow[] = [];
  for (const folder of new Set(folders)) rows.push(...await readThesisRows(folder));
  const report = scoreTheses(rows, prices, { horizons: flags.horizons });
  const folder = flags.out === undefined ? folders.at(-1) ?? "." : resolve(host.folder, flags.out);
  const files = await writeFiles(report, { folder, source: dataset.notice });
  const shown = files.map((path) => shorten(host.folder, path));
  if (flags.isJson) return terminal.output(jsonLine({ runs, data: dataset.notice, files: shown, ...report }));
  terminal.print(...scoreLines(report, { width: host.out.width, runs, data: dataset.notice, files: shown }));
}

/** The folder of the environment counts where no flag names prices. */
function pricesOf({ data, prices }: ScoreFlags, { folder, env }: ScoreHost): PricesOptions {
  if (prices !== undefined) return { file: resolve(folder, prices) };
  return { data: data === undefined ? env("CONVICTION_DATA") || undefined : resolve(folder, data) };
}

/** Aside and renamed, one after the other; a run's manifest knows nothing of them. */
async function writeFiles(
  report: ScoreReport,
  { folder, source }: { readonly folder: string; readonly source: string },
): Promise<string[]> {
  makeFolder(folder);
  const [table, picture] = [join(folder, SCORE_FILES.table), join(folder, SCORE_FILES.picture)];
  await writeAside(table, scoreTable(report));
  const shown = scorePicture(report);
  if (shown === undefined) return [table];
  const [{ drawSpec }, { reliabilityChartSpec }] = await Promise.all([
    import("../chart/render.ts"),
    import("../chart/reliability_chart.ts"),
  ]);
  await writeAside(picture, (await drawSpec(reliabilityChartSpec({ ...shown, source }))).png);
  return [table, picture];
}

function nameRun(folder: string, base: string): ScoredRun {
  const { service: { name, model } } = readManifest(folder);
  return { folder: shorten(base, folder), service: model === undefined ? name : `${name} (${model})` };
}

/** As the person would type it. */
function shorten(base: string, path: string): string {
  const short = relative(base, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}
