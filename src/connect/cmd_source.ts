import { InputError } from "../protocol/errors.ts";
import type { FetchCompany, FetchPort, Source, SourceMaker, SourceProgram } from "./source.ts";
import { jsonBarsAsCsv, tableProblem } from "./bar_table.ts";
import { tickerFile } from "./ticker_file.ts";

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
