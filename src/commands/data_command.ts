import { resolve } from "node:path";
import { remarksOn } from "../agent/report.ts";
import { chooseSeries } from "../data/choose_series.ts";
import type { Dataset } from "../data/dataset.ts";
import { checkFolder } from "../data/folder/check_folder.ts";
import { openFolder } from "../data/folder/folder.ts";
import { dayAfter } from "../calendar/day.ts";
import { InputError } from "../protocol/errors.ts";
import { jsonLine } from "../view/lines.ts";
import { auditFolder } from "./audit_folder.ts";
import { type CommandHost, perform } from "./command.ts";
import { fetchCommand, type FetchHost } from "./fetch_command.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { showReading } from "./data_lines.ts";
import { folderReportLines } from "./data_report.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { priceAge } from "./price_age.ts";

const FLAGS = {
  "benchmark": CONNECTION_FLAGS.benchmark,
  "currency": CONNECTION_FLAGS.currency,
  "json": { help: "one JSON object on one line" },
} as const satisfies FlagTable;

/** The page of `data`. */
export const DATA = {
  does: "Checks a data folder: what each file holds, which one serves each name, what is not read and why.",
  usage: ["data check FOLDER [flags]", "data audit FOLDER [flags]", "data fetch TICKER... --from SOURCE [flags]"],
  flags: FLAGS,
  notes: [
    "FOLDER is read as --data reads it; nothing is asked, and nothing but its index is written, where that is permitted.",
    "audit asks for the figures of every year and quarter that reports state, in two ways and as of three days, and on the",
    "day of each filing: what differs or is given early is listed.",
    "fetch fills a folder from sources; it has flags of its own: data fetch --help.",
    "Exit status: 0 all is read, or nothing differs; 1 some is not, or something does; 2 wrong usage, or no such folder.",
  ],
} as const satisfies CommandPage;

/**
 * Checks a data folder, or fills it.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 all is read, or fetched; 1 some is not; 2 wrong usage, or no such folder; 130 interrupted.
 */
export function dataCommand(args: readonly string[], host: FetchHost): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === "fetch") return fetchCommand(rest, host);
  return perform(args, host, { page: DATA, work: (flags, terminal) => check(flags, { host, terminal }) });
}

async function check(
  { words, benchmark, currency, json }: FlagsOf<typeof FLAGS> & Given,
  { host, terminal }: { readonly host: CommandHost; readonly terminal: LiveTerminal },
): Promise<number> {
  const { verb, folder } = folderOf(words, host);
  const path = resolve(host.folder, folder);
  const reading = {
    base: host.folder,
    benchmark,
    currency,
    index: "file",
    latestDay: dayAfter(host.clock.now()),
    ...showReading(terminal),
  } as const;
  if (verb === "audit") return await auditFolder(path, { reading, terminal, width: host.out.width, json });
  const report = await checkFolder(path, reading);
  const doubted = report.days === undefined ? [] : doubtedIn(await openFolder(path, reading));
  terminal.end();
  const now = host.clock.now();
  if (json) terminal.output(jsonLine({ folder, ...report, doubted, age: priceAge(report, now) }));
  else terminal.print(...folderReportLines({ ...report, doubted }, { width: host.out.width, now }));
  return report.files.some(({ problems }) => problems.some(({ kind }) => kind !== "remark")) ? 1 : 0;
}

/** What an answer would say of the bars of each name, and not use of them. */
function doubtedIn(dataset: Dataset): readonly string[] {
  const view = dataset.at(dataset.asOf);
  return [...view.companies.map(({ ticker }) => ticker), view.benchmark ?? ""].flatMap((ticker) => {
    const { series } = chooseSeries(view, ticker) ?? {};
    const remarks = series === undefined ? [] : remarksOn(series);
    return remarks.length === 0 ? [] : [`${ticker}: ${remarks.join("; ")}`];
  });
}

/** @throws {InputError} when the words are not `check` or `audit` and one folder. */
function folderOf(
  [verb = "check", folder, more]: readonly string[],
  { startedBy }: CommandHost,
): { readonly verb: "check" | "audit"; readonly folder: string } {
  if (verb !== "check" && verb !== "audit") {
    const advice = `try ${startedBy} conviction data check FOLDER`;
    throw new InputError(`Cannot use "${verb}": there are check, audit and fetch; ${advice}`);
  }
  if (folder === undefined) {
    throw new InputError(`Cannot ${verb} data: no folder is named; try ${startedBy} conviction data ${verb} FOLDER`);
  }
  if (more !== undefined) throw new InputError(`Cannot ${verb} two folders at once: "${more}" is one too many`);
  return { verb, folder };
}
