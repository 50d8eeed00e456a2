/** Whose name an answer uses: that of `companies.csv` in the data, else of the list's column, else of the SEC's table. */
import { deepEqual, equal, match } from "../assert.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { nightlyCommand } from "../../src/commands/nightly_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { parse } from "../../src/text/csv_read.ts";
import { tradingDays } from "../trading_days.ts";
import { inFolder } from "../data/in_folder.ts";
import { testHost } from "./captured.ts";

/** Prices up to June 2026: the SEC's table names nobody whose prices end long before its own day. */
const DAYS = tradingDays("2025-01-02", 370);
const PRICES = ["date,close", ...DAYS.map((day, at) => `${day},${50 + (at * 7) % 11}`)].join("\n");

const FILES = {
  "data/companies.csv": "ticker,name,sector\nAAPL,Cider Works Inc.,Technology\nMSFT,,Technology\n",
  ...Object.fromEntries(
    ["AAPL", "MSFT", "PLTR", "NVDA", "QZQZ"].map((ticker) => [`data/${ticker}.csv`, PRICES]),
  ),
};
const LIST = [
  "ticker,Company,asks",
  "AAPL,Orchard Corp,What is the volatility of Orchard?",
  "MSFT,Redmond Software Inc.,What is the volatility of Redmond Software?",
  'PLTR,"Seeing Stones\u0007, Ltd.",What is the volatility of Palantir?',
  "NVDA,,What is the volatility of Nvidia?",
  "QZQZ,Quartz Quarries plc,What is the volatility of Quartz Quarries?",
].join("\n");

const ROWS: readonly (readonly [ticker: string, called: string, why: string])[] = [
  ["AAPL", "Cider Works", "companies.csv names it, and what the list calls it is understood"],
  ["MSFT", "Redmond Software", "companies.csv has it without a name"],
  ["PLTR", "Seeing Stones", "the list comes before the SEC's table, whose name is understood"],
  ["NVDA", "Nvidia", "the list has no name, so the SEC's table has the word"],
  ["QZQZ", "Quartz Quarries", "nobody else knows it"],
];

const hostIn = (folder: string) =>
  testHost({
    folder,
    env: (name) => ({ HOME: folder })[name],
    readText: readTextFile,
    connect: (settings) => Promise.resolve(connectTo(settings)),
  });

for (const [name, command] of [["screen", screenCommand], ["nightly", nightlyCommand]] as const) {
  Deno.test(`${name}: a list's company column names its companies in answers, and its questions may use those names`, async () => {
    await inFolder({ ...FILES, "list.csv": LIST }, async (folder) => {
      const host = hostIn(folder);
      const flags = ["--data", "data", "--files", "none", "--format", "csv", "--prompt-column", "asks"];
      const code = await command(["list.csv", ...flags], host);
      equal(code, 0, host.out.text + host.err.text);
      const [[day]] = [/runs\/list\/[\d-]+/.exec(host.out.text) ?? []];
      const [header, ...rows] = parse(await Deno.readTextFile(`${folder}/${day}/theses.csv`)).map(({ cells }) => cells);
      const at = (column: string) => header?.indexOf(column) ?? -1;
      deepEqual(rows.map((cells) => cells[at("ticker")]), ROWS.map(([ticker]) => ticker));
      for (const [row, [ticker, called, why]] of ROWS.entries()) {
        const { [at("verification_confidence")]: checked, [at("reasoning")]: says = "" } = rows[row] ?? [];
        match(says, new RegExp(`^${called}'s? annualised volatility `), `${ticker}: ${why}`);
        equal(checked, "1", says);
      }
    });
  });
}
