import type { NastyFile } from "./csv_bank_file.ts";

const COLUMNS: readonly NastyFile[] = [
  {
    name: "a column of tickers without a header",
    file: "IBM\nBRK.B\nXRX\n",
    rows: ["1 IBM", "2 BRK.B", "3 XRX"],
    notes: [/^Read without a header: line 1, "IBM", is a row$/],
  },
  { name: "one ticker", file: "IBM", rows: ["1 IBM"], notes: [/without a header/] },
  {
    name: "tickers without a header, below empty lines and with separators at the end",
    file: "\n\nIBM;\n;\nXRX;\n",
    rows: ["3 IBM", "5 XRX"],
    notes: [/^Read separated by semicolons$/, /line 3, "IBM", is a row/, /^Skipped as empty: lines 1 to 2 and 4$/],
  },
  {
    name: "a list without a header with a remark at its end",
    file: "IBM\nXRX\n\nExported on Monday\n",
    refused:
      /its header is "IBM"; name the column with tickerColumn, "column 1" for the first of a file without a header$/,
  },
  {
    name: "a list without a header, as the caller says, with a remark at its end",
    file: "IBM\nXRX\n\nExported on Monday\n",
    tickerColumn: "column 1",
    rows: ["1 IBM", "2 XRX"],
    notes: [/line 1, "IBM", is a row/, /after the table: line 4/],
  },
  {
    name: "ISINs without a header",
    file: "US4592001014\nUS98421M1062\n",
    rows: ["1 US4592001014", "2 US98421M1062"],
    notes: [/without a header/],
  },
  {
    name: "Bloomberg's tickers without a header",
    file: "IBM US Equity\nBRK/B US Equity\n0700 HK Equity\n",
    rows: ["1 IBM US Equity", "2 BRK/B US Equity", "3 0700 HK Equity"],
    notes: [/without a header/],
  },
  {
    name: "a first line that is not written like the others, and may be a header",
    file: "LIST1\n0700.HK\n7203.T\n",
    refused:
      /whether line 1 of list\.csv, "LIST1", names the column or is a ticker: with tickerColumn "LIST1" it is the/,
  },
  {
    name: "a first line that is a word for a column, and a ticker",
    file: "NAME\nIBM\nXRX\n",
    refused: /"NAME", names the column or is a ticker: .* with tickerColumn "column 1" it is a ticker$/,
  },
  { name: "that first line as the column's name", file: "NAME\nIBM\n", tickerColumn: "NAME", rows: ["2 IBM"] },
  {
    name: "that first line as a ticker",
    file: "NAME\nIBM\n",
    tickerColumn: "column 1",
    rows: ["1 NAME", "2 IBM"],
    notes: [/line 1, "NAME", is a row/],
  },
  {
    name: "numbers alone, which prove nothing",
    file: "7203\n6758\n",
    refused: /its header is "7203"; name the column with tickerColumn, "column 1" for the first of a file without a h/,
  },
  {
    name: "numbers that are tickers, as the caller says",
    file: "7203\n6758\n",
    tickerColumn: "Column 1",
    rows: ["1 7203", "2 6758"],
    notes: [/line 1, "7203", is a row/],
  },
  { name: "words in small letters", file: "companies\napple\n", refused: /its header is "companies"/ },
  {
    name: "a table of several columns without a header",
    file: "Apple Inc,AAPL,5\nIBM,IBM,3\n",
    refused: /its header is "Apple Inc", "AAPL", "5"; name the column with tickerColumn, "column 1" for the first/,
  },
  {
    name: "the second column of a table without a header",
    file: "Apple Inc,AAPL,5\nIBM,IBM,3\nXerox,XRX\n",
    tickerColumn: "column 2",
    rows: ["1 AAPL", "2 IBM", "3 XRX! 3:column 3 Row has 2 cells, the header has 3"],
    notes: [/line 1, "Apple Inc", is a row/],
  },
  {
    name: "a column that a table without a header does not have",
    file: "Apple Inc,AAPL\n",
    tickerColumn: "column 3",
    refused: /Cannot find column "column 3"/,
  },
  {
    name: "a column without a name, selected by its number",
    file: "company,,w\na,IBM,1\n",
    tickerColumn: "column 2",
    rows: ["2 IBM"],
  },
];

const WATCHLISTS: readonly NastyFile[] = [
  {
    name: "TradingView's watchlist in one line",
    file: "###Tech,NASDAQ:AAPL,NYSE:IBM,###Old,NYSE:XRX",
    rows: ["1 NASDAQ:AAPL", "1 NYSE:IBM", "1 NYSE:XRX"],
    notes: [/^Read as a watchlist$/, /^Read the names of sections into the column section: Tech, Old$/],
  },
  {
    name: "TradingView's watchlist in lines",
    file: "###Tech,\nNASDAQ:AAPL,\nBATS:BRK.B,\n\n###TOTAL\nNYSE:XRX,NSE:M&M,CME_MINI:ES1!\n",
    rows: ["2 NASDAQ:AAPL", "3 BATS:BRK.B", "6 NYSE:XRX", "6 NSE:M&M", "6 CME_MINI:ES1!"],
    notes: [/^Read as a watchlist$/, /column section: Tech, TOTAL$/],
  },
  {
    name: "a watchlist without sections, in one line",
    file: "NASDAQ:AAPL,NYSE:IBM\n",
    rows: ["1 NASDAQ:AAPL", "1 NYSE:IBM"],
    notes: [/^Read as a watchlist$/],
  },
  {
    name: "symbols with their exchange, one in each line",
    file: "NASDAQ:AAPL\nNYSE:IBM\n",
    rows: ["1 NASDAQ:AAPL", "2 NYSE:IBM"],
    notes: [/line 1, "NASDAQ:AAPL", is a row/],
  },
  {
    name: "a watchlist with the ratio of two symbols",
    file: "###Pairs,NASDAQ:AAPL/NASDAQ:MSFT,NYSE:IBM",
    rows: ["1 NASDAQ:AAPL/NASDAQ:MSFT! 1:ticker Ticker is a formula of several symbols", "1 NYSE:IBM"],
    notes: [/watchlist/, /Pairs/],
  },
  {
    name: "a long watchlist in one line",
    file: `###A,${"NASDAQ:AAPL,".repeat(8_000)}NYSE:IBM`,
    rows: [...Array.from({ length: 8_000 }, () => "1 NASDAQ:AAPL"), "1 NYSE:IBM"],
    notes: [/watchlist/, /section: A$/],
  },
  {
    name: "plain words in one line, which may be a header without rows",
    file: "AAPL,MSFT,IBM\n",
    refused: /its header is "AAPL", "MSFT", "IBM"/,
  },
];

const TERMINAL: readonly NastyFile[] = [
  {
    name: "Bloomberg's Security",
    file: "Security,Name,Weight\nIBM US Equity,Intl Business Machines,1\nBRK/B US Equity,Berkshire,2\n",
    rows: ["2 IBM US Equity", "3 BRK/B US Equity"],
    notes: [/^Read the tickers from the column "Security", as its cells are like AAPL US Equity$/],
  },
  {
    name: "Security as the only column",
    file: "Security\nIBM US Equity\n",
    rows: ["2 IBM US Equity"],
    notes: [/"Security"/],
  },
  {
    name: "a ticker above others in the notation of Bloomberg, which may be a header",
    file: "IBM\nXRX US Equity\n",
    refused: /whether line 1 of list\.csv, "IBM", names the column or is a ticker/,
  },
  {
    name: "a name above tickers in the notation of Bloomberg, which may be a header",
    file: "Apple Inc\nXRX US Equity\n",
    refused: /whether line 1 of list\.csv, "Apple Inc", names the column or is a ticker/,
  },
  {
    name: "a first line with a number, which is no header",
    file: "Apple Inc,5\nXRX US Equity,1\n",
    refused: /its header is "Apple Inc", "5"/,
  },
  {
    name: "Security beside Symbol, which is the company's name",
    file: "Symbol,Security\nIBM,IBM US Equity\n",
    rows: ["2 IBM"],
  },
  {
    name: "two columns in the notation of Bloomberg",
    file: "Security,Benchmark\nIBM US Equity,XRX US Equity\n",
    refused: /its header is "Security", "Benchmark"/,
  },
  {
    name: "Security with names",
    file: "Security,Weight\nIBM Corp,1\nXRX US Equity,2\n",
    refused: /its header is "Security", "Weight"/,
  },
];

/** Files that no header explains. */
export const HEADERLESS_FILES: readonly NastyFile[] = [...COLUMNS, ...WATCHLISTS, ...TERMINAL];
