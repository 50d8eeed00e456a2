import { InputError } from "../protocol/errors.ts";
import type { FetchCompany, FetchPort, Source, SourceMaker, SourceProgram } from "./source.ts";
import { tickerFile } from "./ticker_file.ts";
import { type CsvValue, stringify } from "../text/csv_write.ts";
import { objectIn } from "../text/json_read.ts";

const FOLDER = "prices/cmd";
const PLACE = "{ticker}";

/** `cmd:'program {ticker}'`: any program that prints bars. */
export const CMD: SourceMaker = {
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
