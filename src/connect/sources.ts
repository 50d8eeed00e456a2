import { InputError } from "../protocol/errors.ts";
import { nearestName } from "../text/nearest_name.ts";
import { EDGAR } from "./edgar.ts";
import { FEED } from "./feed.ts";
import { ALPHAVANTAGE, EODHD, TIINGO } from "./price_services.ts";
import type { FetchCompany, FetchPort, Source, SourceMaker, SourceOptions, SourceProgram } from "./source.ts";
import { tickerFile } from "./ticker_file.ts";
import { type CsvValue, stringify } from "../text/csv_write.ts";
import { objectIn } from "../text/json_read.ts";

const FOLDER = "prices/cmd";
const PLACE = "{ticker}";

/** `cmd:'program {ticker}'`: any program that prints bars. */
const CMD: SourceMaker = {
  name: "cmd",
  help: "cmd:'PROGRAM {ticker}': a program that prints bars of a ticker, as CSV or JSON lines",
  needs: [],
  make: (what) => {
    const command = what?.trim() ?? "";
    if (command === "") {
      throw new InputError(`Cannot use cmd without a program: write it after a colon, like cmd:'my_bars ${PLACE}'`);
    }
    return command.includes(PLACE) ? eachSource(command) : togetherSource(command);
  },
};

/** A program that is run for each company. */
function eachSource(command: string): Source {
  // The ticker comes as an argument: no text of a list is read by the shell.
  const placed = command.replaceAll(/(["']?)\{ticker\}\1/g, () => '"$1"');
  return {
    name: "cmd",
    rate: [],
    hosts: [],
    async collect({ ticker }, port) {
      const file = tickerFile(ticker);
      if (file === undefined) return port.report(ticker, "it cannot be a file name");
      await keepOutput({ command: placed, words: [ticker], name: `cmd ${ticker}`, file }, port);
    },
  };
}

/** A program that is run once, with all tickers as its arguments. */
function togetherSource(command: string): Source {
  return {
    name: "cmd",
    rate: [],
    hosts: [],
    async begin(companies: readonly FetchCompany[], port) {
      const words = companies.map(({ ticker }) => ticker);
      await keepOutput({ command: `${command} "$@"`, words, name: `cmd ${command}`, file: "all" }, port);
    },
    collect: () => Promise.resolve(),
  };
}

async function keepOutput(
  { file, ...program }: Omit<SourceProgram, "problemOf"> & { readonly file: string },
  port: FetchPort,
): Promise<void> {
  const path = `${FOLDER}/${file}.csv`;
  if (port.isFresh(path)) return void await port.get({ ...NOT_ASKED, path });
  const { body } = await port.run({ ...program, problemOf: tableProblem });
  if (body === undefined) return;
  const { csv, newest } = jsonBarsAsCsv(body);
  await port.keep(path, csv, { through: newest });
}

/** A fresh file is counted, and nothing is asked. */
const NOT_ASKED = { url: "", freshness: "session", problemOf: () => undefined } as const;

/** A table as it is kept. */
interface BarTable {
  readonly csv: Uint8Array;
  /** The newest day that it names, `YYYY-MM-DD`; undefined where it writes days in another way. */
  readonly newest: string | undefined;
}

/** What is wrong with a printed table: it has no row, is markup, or a line of it is no JSON. */
function tableProblem(output: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(output).trim();
  if (text === "") return "it printed nothing";
  if (text.startsWith("<")) return "it printed markup, not a table";
  if (!text.startsWith("{")) {
    return /\n/.test(text) ? undefined : "it printed one line: a header without a row, or a note";
  }
  const lines = text.split("\n");
  const wrong = lines.findIndex((line) => line.trim() !== "" && objectIn(line) === undefined);
  return wrong < 0 ? undefined : `line ${wrong + 1} of what it printed is not a JSON object`;
}

/** A printed table: JSON lines as CSV, with a column for each name; anything else as it is. */
function jsonBarsAsCsv(output: Uint8Array): BarTable {
  const text = new TextDecoder().decode(output);
  if (!text.trimStart().startsWith("{")) return { csv: output, newest: newestDay(text) };
  const records = text.split("\n").filter((line) => line.trim() !== "").map((line) => objectIn(line) ?? {});
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) => names.map((name) => cellOf(record[name])));
  const csv = stringify([names, ...rows]);
  return { csv: new TextEncoder().encode(csv), newest: newestDay(csv) };
}

function cellOf(value: unknown): CsvValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined ? undefined : JSON.stringify(value);
}

function newestDay(text: string): string | undefined {
  return text.match(/\b(?:19|20)\d\d-[01]\d-[0-3]\d\b/g)?.reduce((newest, day) => day > newest ? day : newest);
}

/** Every source, in the order of the page of help: a new one is a row here, and a file of its own if it is no service of prices by key. */
export const SOURCES: readonly SourceMaker[] = [
  EDGAR,
  TIINGO,
  ALPHAVANTAGE,
  EODHD,
  FEED,
  CMD,
];

/** A source as it was named: `edgar`, or `feed` with what follows its colon. */
export interface NamedSource {
  readonly maker: SourceMaker;
  readonly what: string | undefined;
}

/**
 * Reads the names of sources, between commas. What follows a colon may have commas itself: it ends where a comma and
 * the name of a source follow.
 * @param texts Each as it was typed, like `edgar,tiingo`.
 * @throws {InputError} when a source is unknown, or named twice.
 */
export function readSources(texts: readonly string[], makers: readonly SourceMaker[] = SOURCES): NamedSource[] {
  const named = texts.flatMap((text) => partsOf(text, makers)).map((part) => readSource(part, makers));
  for (const [at, { maker, what }] of named.entries()) {
    const isTwice = named.slice(0, at).some((other) => other.maker === maker && other.what === what);
    if (isTwice) throw new InputError(`Cannot fetch from ${maker.name} twice`);
  }
  return named;
}

function partsOf(text: string, makers: readonly SourceMaker[]): string[] {
  const parts: string[] = [];
  for (const part of text.split(",")) {
    const last = parts.at(-1);
    const isName = makers.some(({ name }) => part.trim() === name || part.trimStart().startsWith(`${name}:`));
    if (last === undefined || isName || !last.includes(":")) parts.push(part);
    else parts[parts.length - 1] = `${last},${part}`;
  }
  return parts.map((part) => part.trim());
}

function readSource(part: string, makers: readonly SourceMaker[]): NamedSource {
  const colon = part.indexOf(":");
  const name = colon < 0 ? part : part.slice(0, colon);
  const maker = makers.find((one) => one.name === name.toLowerCase());
  if (maker !== undefined) return { maker, what: colon < 0 ? undefined : part.slice(colon + 1) };
  const names = makers.map((one) => one.name);
  const near = nearestName(name, names);
  const hint = near === undefined ? `there are ${names.join(", ")}` : `did you mean ${near}?`;
  throw new InputError(`Cannot fetch from "${name}": there is no such source; ${hint}`);
}

/** What stands for a variable that is not set, in a dry run, which sends nothing. */
const PLACEHOLDER = "not-set@example.invalid";

/** Sources that were made, and the variables that a real fetch would lack. */
export interface MadeSources {
  readonly sources: readonly Source[];
  readonly missing: readonly string[];
}

/**
 * Makes sources.
 * @param options `isDryRun`: what is not set is replaced, and said.
 * @throws {InputError} when a variable is missing or cannot be used; nothing was sent.
 */
export function makeSources(
  named: readonly NamedSource[],
  { isDryRun, ...options }: SourceOptions & { readonly isDryRun: boolean },
): MadeSources {
  const missing = new Set<string>();
  const env = (name: string) => {
    const value = options.env(name)?.trim();
    if (value !== undefined && value !== "") return value;
    missing.add(name);
    return isDryRun ? PLACEHOLDER : undefined;
  };
  const sources = named.map(({ maker, what }) => {
    const made = maker.make(what, { ...options, env });
    const lacks = maker.needs.filter((name) => env(name) === undefined);
    if (lacks.length > 0) throw new InputError(`Cannot fetch from ${maker.name}: set ${lacks.join(" and ")}`);
    return made;
  });
  return { sources, missing: [...missing] };
}
