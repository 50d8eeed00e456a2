import { folderOf, readManifest, readThesisRows } from "../batch/runs/open_run.ts";
import { longDay } from "../calendar/day.ts";
import type { Dataset } from "../data/dataset.ts";
import { DiskError } from "../disk/disk_error.ts";
import { makeFolder } from "../disk/folder.ts";
import { writeAside } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { ScoreReport } from "../score/score_report.ts";
import { scoreTheses } from "../score/score_runs.ts";
import { scoreTable } from "../score/score_table.ts";
import type { PricesOptions } from "../setup/open_prices.ts";
import { openPriceData, pricePort } from "../setup/score_prices.ts";
import { dataNotice } from "../view/freshness.ts";
import { jsonLine } from "../view/lines.ts";
import { blockLines } from "../view/block_lines.ts";
import { scoreBlocks, type ScoredRun } from "../view/score_blocks.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { showReading } from "./data_lines.ts";
import { type Reader, wrongValue } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import { shortPath } from "./named_runs.ts";
import { join, resolve } from "node:path";

/** Ten years. */
const MAX_HORIZON = 2520;
/** More do not fit a table. */
const MAX_HORIZONS = 12;

const horizons: Reader<readonly number[]> = (text, flag) => {
  const days = text.split(",").map((part) => /^ *\d{1,4} *$/.test(part) ? Number(part) : 0);
  const isUsable = days.every((one) => one >= 1 && one <= MAX_HORIZON) && days.length <= MAX_HORIZONS;
  if (isUsable && new Set(days).size === days.length) return days;
  throw wrongValue(flag, text, `it is not up to ${MAX_HORIZONS} different numbers of trading days, like 21,63,126`);
};

const FLAGS = {
  "data": { value: "DIR", help: "folder of price files (CONVICTION_DATA; unset: the sample)" },
  "prices": { value: "FILE", help: "one file of prices, instead of a folder" },
  "benchmark": { value: "TICKER", help: "compare returns with this ticker (the index of the data)" },
  "horizon": {
    value: "21,63,126",
    read: horizons,
    option: "horizons",
    help: "trading days ahead; on monthly closes 21 count as a month",
  },
  "out": { value: "DIR", help: "folder for score.csv and score.png (that of the last RUN)" },
  "json": { help: "the whole report, one JSON object on one line" },
} as const satisfies FlagTable;

/** The page of `score`. */
export const SCORE = {
  does: "Shows what happened after the theses of one or more runs, from prices; nothing is sent.",
  usage: ["score RUN... [flags]"],
  flags: FLAGS,
  notes: [
    "RUN is the folder of a run, or latest for the last finished one under runs/. Several are scored as one.",
    "Exit status: 0 scored, whatever the figures say; 1 shown and not kept; 2 wrong usage, no such run, no prices.",
  ],
} as const satisfies CommandPage;

type ScoreFlags = FlagsOf<typeof FLAGS> & Given;

/** Names of the files that a score leaves. */
const SCORE_FILES = { table: "score.csv", picture: "score.png" } as const;

/** Shows what happened after the theses of runs. */
export const scoreCommand = defineCommand(SCORE, score);

async function score(flags: ScoreFlags, { host, terminal }: Place<CommandHost>): Promise<number> {
  if (flags.words.length === 0) throw new InputError("Cannot score: no run is named; give its folder, or latest");
  if (flags.data !== undefined && flags.prices !== undefined) {
    throw new InputError("Cannot use --data and --prices together: prices come from one place");
  }
  const folders = flags.words.map((run) => folderOf(run, host.folder));
  const runs = folders.map((folder) => nameRun(folder, host.folder));
  const dataset = await openPriceData({ ...pricesOf(flags, host), ...showReading(terminal) });
  const data = sourceWords(dataset);
  const prices = pricePort(dataset, flags.benchmark);
  const rows: ThesisRow[] = [];
  for (const folder of new Set(folders)) rows.push(...await readThesisRows(folder));
  const report = scoreTheses(rows, prices, { horizons: flags.horizons });
  const folder = flags.out === undefined ? folders.at(-1) ?? "." : resolve(host.folder, flags.out);
  const { files, problem } = await writeFiles(report, { folder, source: data });
  const shown = files.map((path) => shortPath(host.folder, path));
  if (flags.json) terminal.output(jsonLine({ runs, data, files: shown, ...report }));
  else terminal.print(...blockLines(scoreBlocks(report, { runs, data, files: shown }), host.out.width));
  if (problem === undefined) return 0;
  terminal.note(`error: ${problem.message}. The score is not kept; --out DIR writes it elsewhere.`);
  return 1;
}

/** The notice of a folder names its days. */
function sourceWords({ notice, span: { last } }: Dataset): string {
  return notice.includes(longDay(last)) ? dataNotice({ notice }) : `${notice} They end on ${longDay(last)}.`;
}

/** Without a flag, the folder of CONVICTION_DATA. */
function pricesOf({ data, prices }: ScoreFlags, { folder, env }: CommandHost): PricesOptions {
  if (prices !== undefined) return { file: resolve(folder, prices) };
  return { data: data === undefined ? env("CONVICTION_DATA") || undefined : resolve(folder, data) };
}

/** What was written, and why not all: a score that cannot be kept can still be shown. */
interface WrittenFiles {
  readonly files: readonly string[];
  readonly problem?: DiskError;
}

/** Each is written under another name and renamed; a run's manifest does not list them. */
async function writeFiles(
  report: ScoreReport,
  { folder, source }: { readonly folder: string; readonly source: string },
): Promise<WrittenFiles> {
  const files: string[] = [];
  const write = async (name: string, content: string | Uint8Array) => {
    await writeAside(join(folder, name), content);
    files.push(join(folder, name));
  };
  try {
    makeFolder(folder);
    await write(SCORE_FILES.table, scoreTable(report));
    const [{ drawSpec }, { reliabilityChartSpec }, { scorePicture }] = await Promise.all([
      import("../chart/render.ts"),
      import("../chart/reliability_chart.ts"),
      import("../view/chart/reliability.ts"),
    ]);
    const shown = scorePicture(report);
    if (shown === undefined) return { files };
    await write(SCORE_FILES.picture, (await drawSpec(reliabilityChartSpec({ ...shown, source }))).png);
    return { files };
  } catch (error) {
    if (error instanceof DiskError) return { files, problem: error };
    throw error;
  }
}

function nameRun(folder: string, base: string): ScoredRun {
  const { service: { name, model } } = readManifest(folder);
  return { folder: shortPath(base, folder), service: model === undefined ? name : `${name} (${model})` };
}
