import { parseArgs } from "node:util";
import { InputError } from "../batch/input_error.ts";

/** What `screen` was asked to do. */
export interface ScreenFlags {
  readonly input?: string | undefined;
  readonly out?: string | undefined;
  readonly startNew: boolean;
  readonly retryFailed: boolean;
  readonly resendInDoubt: number;
  readonly tickerColumn?: string | undefined;
  /** The prompt, or `@` and the file that holds it. */
  readonly prompt?: string | undefined;
  readonly promptColumn?: string | undefined;
  readonly asOf?: string | undefined;
  readonly files: "auto" | "none";
  readonly limit?: number | undefined;
  /** Absent: chosen by the runner. */
  readonly concurrency?: number | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly data?: string | undefined;
  readonly isQuiet: boolean;
  /** The flags as given, for the manifest. */
  readonly given: Readonly<Record<string, string | boolean>>;
}

interface Flag {
  /** What stands for its value in the help; a flag without one is a switch. */
  readonly value?: string;
  readonly help: string;
}

/** The one place where a flag is named: parsing and help follow. */
const FLAGS: Readonly<Record<string, Flag>> = {
  "ticker-column": { value: "NAME", help: "column that holds the tickers (found by its usual names)" },
  "prompt": { value: "TEXT|@FILE", help: "what is asked, with places like {{ticker}} or any {{column}}" },
  "prompt-column": { value: "NAME", help: "column with a row's own prompt; where it is empty, the prompt is used" },
  "as-of": { value: "DATE", help: "research as of this day, like 2017-12-29" },
  "files": { value: "auto|none", help: "whether charts and tables are made and downloaded (auto)" },
  "concurrency": { value: "N|auto", help: "most requests at once (auto: 8)" },
  "limit": { value: "N", help: "only the first N rows" },
  "out": { value: "DIR", help: "folder of the run (runs/<name>/<date>)" },
  "new": { help: "ask again, whatever there is" },
  "retry-failed": { help: "ask the failed rows of the run, and those in doubt, again" },
  "in-doubt": { value: "park|resend:N", help: "rows that were maybe sent: leave them, or send up to N again (park)" },
  "base-url": { value: "URL", help: "the service to ask (CONVICTION_BASE_URL; unset: the embedded one)" },
  "model": { value: "NAME", help: "model of the service (CONVICTION_MODEL)" },
  "data": { value: "DIR", help: "price CSVs for the embedded service (CONVICTION_DATA; unset: the sample)" },
  "quiet": { help: "no progress, no table" },
  "help": { help: "this page" },
};
const KEY_FLAG = /^(?:api-?)?(?:key|token|secret)$|^api-?key/i;

/**
 * Reads the arguments of `screen`.
 * @param args As the shell gave them.
 * @returns What to do, or that help is wanted.
 * @throws {InputError} when a flag is unknown, lacks its value, or has a wrong one.
 */
export function parseScreenFlags(args: readonly string[]): ScreenFlags | "help" {
  const given = readGiven(args);
  if (given.flags["help"] === true) return "help";
  const { flags, positionals: [input, ...more] } = given;
  if (more.length > 0) throw new InputError(`Cannot screen two lists at once: "${more[0]}" is one too many`);
  const text = (name: string) => typeof flags[name] === "string" ? flags[name] : undefined;
  return {
    input,
    out: text("out"),
    startNew: flags["new"] === true,
    retryFailed: flags["retry-failed"] === true,
    resendInDoubt: readInDoubt(text("in-doubt") ?? "park"),
    tickerColumn: text("ticker-column"),
    prompt: text("prompt"),
    promptColumn: text("prompt-column"),
    asOf: text("as-of"),
    files: readFiles(text("files") ?? "auto"),
    limit: text("limit") === undefined ? undefined : readCount("limit", text("limit")),
    concurrency: [undefined, "auto"].includes(text("concurrency"))
      ? undefined
      : readCount("concurrency", text("concurrency")),
    baseUrl: text("base-url"),
    model: text("model"),
    data: text("data"),
    isQuiet: flags["quiet"] === true,
    given: flags,
  };
}

/**
 * The page that `--help` prints.
 * @returns Lines without line ends.
 */
export function screenHelp(): string[] {
  const names = Object.entries(FLAGS).map(([name, { value }]) => `--${name}${value === undefined ? "" : ` ${value}`}`);
  const width = Math.max(...names.map((name) => name.length));
  return [
    "Screens a CSV of tickers: theses, confidences and files into a folder.",
    "",
    "  deno task screen [tickers.csv] [flags]",
    "",
    ...Object.values(FLAGS).map(({ help }, at) => `  ${(names[at] ?? "").padEnd(width)}  ${help}`),
    "",
    "The key of a service comes from CONVICTION_API_KEY, never from a flag.",
    "Exit status: 0 every row done; 1 some are not; 2 wrong usage, nothing sent; 3 stopped by a limit; 130 interrupted.",
  ];
}

function readGiven(args: readonly string[]): {
  readonly flags: Record<string, string | boolean>;
  readonly positionals: readonly string[];
} {
  const options = Object.fromEntries(
    Object.entries(FLAGS).map((
      [name, { value }],
    ) => [name, { type: value === undefined ? "boolean" : "string" } as const]),
  );
  const { tokens, positionals } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const flags: Record<string, string | boolean> = {};
  for (const token of tokens) {
    if (token.kind === "option") flags[token.name] = readValue(token.rawName, token);
  }
  return { flags, positionals };
}

function readValue(rawName: string, { name, value }: { name: string; value?: string | undefined }): string | boolean {
  if (KEY_FLAG.test(name)) {
    throw new InputError(
      `Cannot take a key as a flag: every user of this machine can read it there; set CONVICTION_API_KEY instead`,
    );
  }
  const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
  if (flag === undefined) {
    throw new InputError(`Cannot use ${rawName}: there is no such flag; did you mean --${nearest(name)}?`);
  }
  if (flag.value === undefined && value !== undefined) {
    throw new InputError(`Cannot use --${name}=${value}: it takes no value`);
  }
  if (flag.value === undefined) return true;
  if (value === undefined || value === "") {
    throw new InputError(`Cannot use --${name}: it needs a value (${flag.value})`);
  }
  return value;
}

function readCount(name: string, value = ""): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InputError(`Cannot use --${name} ${value}: it is not a whole number from 1`);
}

function readFiles(value: string): "auto" | "none" {
  if (value === "auto" || value === "none") return value;
  throw new InputError(`Cannot use --files ${value}: it is auto or none`);
}

function readInDoubt(value: string): number {
  if (value === "park") return 0;
  const count = /^resend:([1-9]\d{0,8})$/.exec(value)?.[1];
  if (count === undefined) throw new InputError(`Cannot use --in-doubt ${value}: it is park or resend:N`);
  return Number(count);
}

function nearest(name: string): string {
  const names = Object.keys(FLAGS);
  const begun = names.find((flag) => flag.startsWith(name));
  const [best = "help"] = names.toSorted((a, b) => distance(name, a) - distance(name, b));
  return begun ?? best;
}

/** Levenshtein's: how many letters to change, add or drop. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
