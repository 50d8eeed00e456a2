import { longDay } from "../calendar/day.ts";
import { InputError } from "../protocol/errors.ts";
import { bulletLines, dataNotice } from "../view/freshness.ts";
import { jsonLine } from "../view/lines.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { day } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import { typedCommand } from "../text/typed_command.ts";
import { dataOfText } from "./ask_data.ts";
import { readVerifier } from "./verify_flag.ts";
import { resolve } from "node:path";
import { headOf } from "../data/metrics/asked_names.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import type { CheckedClaim, TextReport } from "../verify/text/text_report.ts";
import { wrapped } from "../view/word_wrap.ts";

const FLAGS = {
  "data": { value: "DIR", help: "data folder to check on, or sample (CONVICTION_DATA; unset: yours or the sample)" },
  "currency": CONNECTION_FLAGS.currency,
  "as-of": { value: "DATE", read: day, help: "check as of this day, like 2025-03-31 (the last of the data)" },
  "about": {
    value: "TICKERS",
    read: tickers,
    option: "tickers",
    help: "what the text is about where it names no company, like AAPL or AAPL,IBM",
  },
  "json": { help: "the whole report, one JSON object on one line" },
} as const satisfies FlagTable;

/** The page of `verify`. */
export const VERIFY = {
  does: "Checks each figure and judgement in a text against your data: proven, false or unknown; nothing is sent.",
  usage: ["verify FILE [flags]", "verify - < draft.md"],
  flags: FLAGS,
  notes: [
    "FILE is a text or Markdown in English, of any source. Unknown is not an error: the data cannot decide it.",
    "Exit status: 0 nothing is false; 1 something is; 2 wrong usage, no such file, or data that cannot be read.",
  ],
} as const satisfies CommandPage;

type VerifyHost = CommandHost & Pick<Host, "readInput" | "readText" | "openVerifier">;
type VerifyFlags = FlagsOf<typeof FLAGS> & Given;

/** Begins a page of the web, whatever its name says. */
const HTML = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|div|p)\b/i;
const HTML_NAME = /\.x?html?$/i;

/** Checks a text on the data. */
export const verifyCommand = defineCommand(VERIFY, verifyFile);

async function verifyFile(
  { words, data, currency, asOf, tickers, json }: VerifyFlags,
  { host, terminal }: Place<VerifyHost>,
): Promise<number> {
  const [file, more] = words;
  if (file === undefined) {
    throw new InputError("Cannot check a text: no file is named; give one, or - for standard input");
  }
  if (more !== undefined) throw new InputError(`Cannot check two texts at once: "${more}" is one too many`);
  const text = file === "-" ? await host.readInput() : textOf(file, host);
  refuseHtml(file, text);
  refuseLong(file, text);
  const named = data ?? (host.env("CONVICTION_DATA") || undefined);
  const found = await dataOfText([text, ...tickers ?? []].join("\n"), { host, named });
  const verifier = await readVerifier({ data: found.data, currency }, { host, terminal });
  const report = verifier.verifyText(text, { asOf, tickers });
  if (json) {
    terminal.output(jsonLine({ file, data: verifier.data, ...report }));
  } else {
    terminal.say(`${dataNotice(verifier.data)} Checked as of ${longDay(report.asOf)}.`, "");
    terminal.print(...textReportLines(report, { text, width: host.out.width }));
    if (report.unknown > 0 && report.proven + report.false === 0 && !found.isNamed) {
      const next = typedCommand(host.startedBy, "conviction data fetch TICKER");
      terminal.print(`The text names no company of the sample. Name your data with --data, or fetch some: ${next}`);
    }
  }
  return report.false > 0 ? 1 : 0;
}

function textOf(file: string, { folder, readText }: Pick<VerifyHost, "folder" | "readText">): string {
  const path = resolve(folder, file);
  const text = readText(path);
  if (text === undefined) throw new InputError(`Cannot check ${path}: there is no readable file`);
  return text;
}

function refuseHtml(file: string, text: string): void {
  if (!HTML.test(text) && !HTML_NAME.test(file)) return;
  const name = file === "-" ? "standard input" : file;
  const remedy = "copy its words from a browser into a text file, or convert it, like with pandoc --to plain";
  throw new InputError(`Cannot check ${name}: it is HTML, whose tags would be read as words; ${remedy}`);
}

/** One of 1,000,000 takes some 12 s; one of 50,000,000 took minutes, without a word. */
const MOST_CHARS = 1_000_000;

function refuseLong(file: string, { length }: string): void {
  if (length <= MOST_CHARS) return;
  const [count, most] = [length, MOST_CHARS].map((number) => number.toLocaleString("en-US"));
  throw new InputError(
    `Cannot check ${file}: it has ${count} characters, and at most ${most} are checked at once; split it`,
  );
}

function tickers(text: string, flag: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim()).filter((name) => name !== "");
  if (names.length === 0) throw new InputError(`Cannot use ${flag} ${text}: it names no company`);
  return names;
}

/** Longest part of a sentence, of a reason and of evidence that is shown; `--json` has the whole. */
const MAX_SENTENCE = 300;
const MAX_WORDS = 240;
const MAX_NAME = 80;

/**
 * What the data say of a text, as lines: each sentence with its line in the file, below it each claim with why and the
 * nearest evidence; last the numbers.
 * @param options The text itself, and the columns of the terminal.
 */
function textReportLines(
  report: TextReport,
  { text, width }: { readonly text: string; readonly width: number },
): string[] {
  const { sentences } = report;
  return [
    ...sentences.flatMap(({ start, end, line, claims }) => [
      ...wrapped(`Line ${counted(line)}: ${excerpt(text.slice(start, end), MAX_SENTENCE)}`, width),
      ...claims.flatMap((claim) => bulletLines(claimLine(claim), { width })),
      "",
    ]),
    summaryLine(report),
  ];
}

/** Like `41 claims: 30 proven, 2 false, 9 unknown.`. */
function summaryLine(report: TextReport): string {
  const { proven, unknown, false: wrong } = report;
  const all = proven + wrong + unknown;
  if (all === 0) return "The text states no figure and no judgement that can be checked.";
  return `${counted(all, "claim")}: ${counted(proven)} proven, ${counted(wrong)} false, ${counted(unknown)} unknown.`;
}

/** The finding first, then what was read, why, and the nearest evidence with its source. */
function claimLine({ finding, shown, metric, ticker, why, evidence, source }: CheckedClaim): string {
  const measure = metric && headOf(metric).replaceAll("_", " ");
  const about = [ticker, measure].filter((word) => word !== undefined).map((word) => excerpt(word, MAX_NAME));
  const words = finding === "false" ? "FALSE" : finding;
  const readAs = about.length === 0 ? "" : ` (${about.join(", ")})`;
  const reasons = [why, evidence && `${evidence}${source === undefined ? "" : `, from ${source}`}`]
    .filter((part) => part !== undefined).map((part) => excerpt(part, MAX_WORDS));
  return `${words} ${excerpt(shown, MAX_NAME)}${readAs}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
}
