import { planPrune, type PrunePlan } from "../batch/history/prune_plan.ts";
import { type Pruned, pruneRuns } from "../batch/history/prune_runs.ts";
import { InputError } from "../protocol/errors.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { columns, jsonLine } from "../view/lines.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { duration } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import { shortPath } from "./named_runs.ts";

const FLAGS = {
  "keep": { value: "90d", read: duration, option: "keepMs", help: "runs that were finished within this time stay" },
  "yes": { help: "remove what is listed; without it nothing is removed" },
  "json": { help: "one JSON object on one line" },
} as const satisfies FlagTable;

/** The page of `prune`. */
export const PRUNE = {
  does:
    "Removes the folders of old finished runs of a list; what each night said of each name stays in history.sqlite.",
  usage: ["prune LIST --keep 90d [flags]"],
  flags: FLAGS,
  notes: [
    "LIST is the path of a list that was screened (my_tickers.csv), its name, or the folder of its runs under runs/.",
    "Stays: the last finished run, one that is not finished, one in use, and one with files that no run wrote.",
    "Exit status: 0 listed, or removed; 1 a folder could not be removed; 2 wrong usage, no such list.",
  ],
} as const satisfies CommandPage;

const MIB = 1_048_576;

/** Removes the folders of old runs. */
export const pruneCommand = defineCommand(PRUNE, prune);

async function prune(
  { words: [list, more], keepMs, yes, json }: FlagsOf<typeof FLAGS> & Given,
  { host, terminal }: Place<CommandHost>,
): Promise<number> {
  if (list === undefined) {
    throw new InputError("Cannot prune: give a list that was screened, or the folder of its runs");
  }
  if (more !== undefined) throw new InputError(`Cannot prune two lists at once: "${more}" is one too many`);
  if (keepMs === undefined) {
    throw new InputError("Cannot prune without --keep: say how long runs stay, like --keep 90d");
  }
  const now = host.clock.now();
  const { durability } = host;
  const plan = await planPrune(list, { keepMs, now, base: host.folder, durability });
  const pruned = yes ? pruneRuns(plan, { now, durability }) : undefined;
  const problems = [...plan.problems, ...pruned?.problems ?? []];
  const folder = shortPath(host.folder, plan.folder);
  if (json) terminal.output(jsonLine({ ...plan, folder, problems, removed: pruned?.removed ?? [] }));
  else terminal.print(...planLines(plan, folder), ...pruned === undefined ? dryLines(plan) : doneLines(pruned));
  for (const { name, message } of problems) terminal.note(`note: ${oneLine(`${folder}/${name}: ${message}`)}`);
  return problems.some(({ isFailure }) => isFailure) ? 1 : 0;
}

function planLines({ removable, kept, young, halfRemoved }: PrunePlan, folder: string): string[] {
  const compared = removable.flatMap(({ name, comparedBy }) => comparedBy === undefined ? [] : [{ name, comparedBy }]);
  return [
    `${oneLine(folder)}: ${counted(removable.length, "run")} to remove, ${counted(young + kept.length)} to keep`,
    ...columns(
      removable.map((
        { name, finishedAt, bytes },
      ) => [`  ${oneLine(name)}`, `finished ${finishedAt.slice(0, 10)}`, mib(bytes)]),
    ),
    ...halfRemoved.map(({ name, bytes }) => `  ${oneLine(name)}, begun by an earlier prune, ${mib(bytes)}`),
    ...kept.map(({ name, why }) => `  ${oneLine(name)} is kept: ${oneLine(why)}`),
    ...compared.map(({ name, comparedBy }) =>
      `  ${oneLine(comparedBy)} was compared with ${oneLine(name)}: its files keep that, but an export of it will not`
    ),
  ];
}

function dryLines({ removable, halfRemoved }: PrunePlan): string[] {
  const bytes = [...removable, ...halfRemoved].reduce((sum, one) => sum + one.bytes, 0);
  if (removable.length + halfRemoved.length === 0) return ["Nothing to remove."];
  return [`${mib(bytes)} in all. Nothing was removed; --yes removes it. The history of each name stays.`];
}

function doneLines({ removed, bytes }: Pruned): string[] {
  return [`Removed ${counted(removed.length, "folder")}, ${mib(bytes)}. The history of each name stays.`];
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
