import { deepEqual, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { askOf, conclusionOf, textOf } from "./ask.ts";

const DAYS = Array.from({ length: 400 }, (_, at) => new Date(Date.UTC(2016, 0, 4 + at)))
  .filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));
const CLOSES = `date,close\n${DAYS.map((day, at) => `${day},${100 + at % 7}\n`).join("")}`;
const FILES = {
  "AAPL.csv": CLOSES,
  "SPY.csv": CLOSES,
  "MSFT.csv": "Date,Close\n01/02/2017,1\n",
  "NFLX.xlsx": "PK",
  "week.csv": "ticker,date,close\nKO,2017-01-06,1\nKO,2017-01-13,1\nKO,2017-01-20,1\n",
  "companies.csv": "ticker,name\nXOM,Exxon Mobil\n",
  "XOM.csv": "tag,value\nx,1\n",
};

const data = await inFolder(FILES, (folder) => openFolder(folder));

const MSFT = 'MSFT.csv is there but was not read: line 2: Cannot tell the day from the month: "01/02/2017" is ' +
  "2017-02-01 or 2017-01-02, and no row proves which; write days as YYYY-MM-DD.";

const ALONE: readonly { ticker: string; says: string }[] = [
  { ticker: "MSFT", says: MSFT },
  {
    ticker: "NFLX",
    says:
      "NFLX.xlsx is there but was not read: line 1: Only .parquet, .csv, .tsv, .txt and .jsonl are read as tables, " +
      "all but the first with or without .gz; save the sheet as CSV.",
  },
  {
    ticker: "KO",
    says:
      "week.csv is there but was not read: line 1: neither daily nor monthly prices; only daily and monthly prices " +
      "are supported.",
  },
  {
    ticker: "SPY",
    says: "SPY is a fund that holds the S&P 500, not a company. The data measures others against it: ask about a " +
      'company and the market ("Analyse XOM").',
  },
  { ticker: "APL", says: 'The data does not know "APL". Nearest: AAPL.' },
];

for (const { ticker, says } of ALONE) {
  Deno.test(`a question about ${ticker} alone ends with: ${says}`, async () => {
    const conclusion = conclusionOf(await askOf(data, `Analyse the company listed under ticker "${ticker}"`));
    deepEqual(
      conclusion,
      says.includes("was not read")
        ? { kind: "prices_not_read", message: says }
        : { kind: "unknown_company", message: says, nearest: ticker === "APL" ? ["AAPL"] : [] },
    );
  });
}

Deno.test("an answer that leaves out a name whose file was not read says why", async () => {
  const text = textOf(await askOf(data, "Compare AAPL and MSFT"));
  ok(text.startsWith(`Not in the data: "MSFT". ${MSFT} `), text);
});

const XOM =
  "XOM.csv is there but was not read: line 1: Not a price file: its header names no date; expected a header " +
  'like date,open,high,low,close,adj close,volume in its first line, not "tag", "value".';

Deno.test("a company of the list whose file was not read has no thesis either, and the answer says why", async () => {
  const steps = await askOf(data, "Analyse Exxon Mobil");
  deepEqual(conclusionOf(steps), { kind: "prices_not_read", message: XOM });
  deepEqual(textOf(steps), XOM);
});

Deno.test("an answer about others leaves a company of the list out whose file was not read, and says why", async () => {
  const text = textOf(await askOf(data, "Compare AAPL and Exxon Mobil"));
  ok(text.includes(` Left out for lack of prices: XOM. ${XOM} `), text);
});
