import type { NastyFile } from "./csv_bank_file.ts";

const TWO = ["2 IBM", "3 XRX"];
const SHORT = "Row has 1 cells, the header has 2";
const CELL_MIB = "x".repeat(1_048_577);

const QUOTES: readonly NastyFile[] = [
  { name: "a cell of two lines", file: 'ticker,n\nIBM,"a\r\nb"\nXRX,c\n', rows: ["2 IBM", "4 XRX"] },
  { name: "separators and quotes in a cell", file: 'ticker,n\nIBM,"a ""b"", c"\nXRX,d\n', rows: TWO },
  {
    name: "a quote inside a bare cell",
    file: 'ticker,n\nIBM,5" disk\nXRX,c\n',
    rows: ["2 IBM! 2:6 Quote inside a cell", "3 XRX"],
  },
  {
    name: "text after a closing quote",
    file: 'ticker,n\nIBM,"a"b\nXRX,c\n',
    rows: ["2 IBM! 2:8 Text after a closing quote", "3 XRX"],
  },
  {
    name: "a quote that is never closed",
    file: 'ticker,n\nIBM,"a\nXRX,c\n',
    rows: ["2 IBM! 2:5 Quoted cell is never closed", "3 XRX"],
  },
  {
    name: "a quote that is closed by the quote of a later row",
    file: 'ticker,n\nIBM,"a\nXRX,"c"\nGE,d\n',
    rows: ["2 IBM! 2:5 Quoted cell is not closed", "3 XRX", "4 GE"],
  },
  {
    name: "an extra quote that joins two rows",
    file: 'ticker,n,w\nIBM,"a,1\nXRX,b",2\nGE,d,3\nF,"e,4\nGM,f"\nT,g,5\n',
    rows: ["2 IBM", "4 GE", "5 F! 5:n Row has 2 cells, the header has 3; it continues to line 6", "7 T"],
    notes: [/^A quoted cell seems to contain another row: line 2/],
  },
  {
    name: "a formula that keeps zeros",
    file: 'ticker,n\n"=""0700""",a\n="0005",b\n',
    rows: ["2 0700", '3 ="0005",b! 3:2 Quote inside a cell'],
  },
  {
    name: "a cell of a mebibyte and one",
    file: `ticker,n\nIBM,${CELL_MIB}\nXRX,b\n`,
    rows: ["2 IBM! 2:5 Cell is longer", "3 XRX"],
  },
  {
    name: "a quoted cell of a mebibyte and one",
    file: `ticker,n\nIBM,"${CELL_MIB}"\nXRX,b\n`,
    rows: ["2 IBM! 2:5 Cell is longer", "3 XRX"],
  },
  {
    name: "a cell of ten million characters",
    file: `ticker,n\nIBM,${CELL_MIB.repeat(10)}\nXRX,b\n`,
    rows: ["2 IBM! 2:5 Cell is longer", "3 XRX"],
  },
];

const ROWS: readonly NastyFile[] = [
  { name: "a short row", file: "ticker,n\nIBM\nXRX,b\n", rows: [`2 IBM! 2:n ${SHORT}`, "3 XRX"] },
  { name: "a short row at the end", file: "ticker,n\nIBM,a\nXRX", rows: ["2 IBM", `3 XRX! 3:n ${SHORT}`] },
  { name: "a long row", file: "ticker,n\nIBM,a,b\nXRX,b\n", rows: ["2 IBM! 2:n Row has 3 cells", "3 XRX"] },
  { name: "no ticker", file: "ticker,n\n,a\nXRX,b\n", rows: ["2 ! 2:ticker No ticker", "3 XRX"] },
  { name: "spaces around the ticker", file: "ticker,n\n\u00a0IBM ,a\n", rows: ["2 IBM"] },
  {
    name: "a ticker of two lines",
    file: 'ticker,n\n"IBM\nX",a\nXRX,b\n',
    rows: ["2 IBM\nX! 2:ticker Ticker contains a line", "4 XRX"],
  },
  { name: "formulas in other columns", file: "ticker,n\nIBM,=1+1\nXRX,@SUM(A1)\n", rows: TWO },
  { name: "a duplicate ticker", file: "ticker,n\nIBM,a\nIBM,a\n", rows: ["2 IBM", "3 IBM"] },
];

const DAMAGED: readonly NastyFile[] = [
  {
    name: "scientific notation",
    file: "ticker\n3.78E+07\n1.2E+03\n1E+10\n3,78E+07\n",
    rows: ["3.78E+07", "1.2E+03", "1E+10", "3,78E+07"].map((ticker, at) =>
      `${at + 2} ${
        at === 3
          ? "3! 5:ticker Row has 2"
          : `${ticker}! ${at + 2}:ticker A spreadsheet turned this ticker into a number`
      }`
    ),
  },
  {
    name: "a CUSIP that reads like scientific notation",
    file: "cusip,n\n12345E102,a\n037833100,b\n",
    rows: ["2 12345E102", "3 037833100"],
  },
  {
    name: "days",
    file: "ticker\n1-Mar\nMar-24\n01. Mrz\n3/1/2024\n2024-03-01 00:00:00\n01.03.24\n",
    rows: ["1-Mar", "Mar-24", "01. Mrz", "3/1/2024", "2024-03-01 00:00:00", "01.03.24"].map((ticker, at) =>
      `${at + 2} ${ticker}! ${at + 2}:ticker A spreadsheet turned this ticker into a date`
    ),
  },
  {
    name: "error values",
    file: "ticker\n#N/A\n#REF!\n#NAME?\n#DIV/0!\n#NV\n######\n#N/A Invalid Security\n",
    rows: ["#N/A", "#REF!", "#NAME?", "#DIV/0!", "#NV", "######", "#N/A Invalid Security"].map((ticker, at) =>
      `${at + 2} ${ticker}! ${at + 2}:ticker The cell holds a spreadsheet error`
    ),
  },
  {
    name: "valid tickers that look damaged",
    file: "ticker\nTRUE\nNA\nMAR\nSEP\nMARA\nDEC\nNAN\nNULL\nE\nBRK-B\nBTC-USD\n7203.T\n1E10\n",
    rows: ["TRUE", "NA", "MAR", "SEP", "MARA", "DEC", "NAN", "NULL", "E", "BRK-B", "BTC-USD", "7203.T", "1E10"]
      .map((ticker, at) => `${at + 2} ${ticker}`),
  },
  {
    name: "lost zeros",
    file: "ticker,n\n700,a\n5,b\nIBM,c\n",
    rows: ["2 700", "3 5", "4 IBM"],
    notes: [/^Tickers of only one digit on line 3: /, /^Tickers of only 3 digits on line 2: .*column as text/],
  },
  { name: "kept zeros", file: "ticker,n\n0700,a\n5,b\n", rows: ["2 0700", "3 5"] },
  { name: "codes of four digits", file: "ticker,n\n7203,a\n6758,b\n", rows: ["2 7203", "3 6758"] },
  {
    name: "codes of six digits, one without its zeros",
    file: "ticker,n\n600519,a\n5930,b\n",
    rows: ["2 600519", "3 5930"],
    notes: [/only 4 digits on line 3/],
  },
  { name: "numeric ids", file: "CIK,n\n320193,a\n19617,b\n", tickerColumn: "CIK", rows: ["2 320193", "3 19617"] },
  {
    name: "numbers as tickers",
    file: "ticker,n\n700.0,a\n",
    rows: ["2 700.0"],
    notes: [/^Decimal numbers as tickers on line 2/],
  },
  {
    name: "a foreign word for true",
    file: "ticker,n\nWAHR,a\n",
    rows: ["2 WAHR"],
    notes: [/true or false as a ticker on line 2/],
  },
];

/** Files with difficult rows. */
export const ROW_FILES: readonly NastyFile[] = [
  ...QUOTES,
  ...ROWS,
  ...DAMAGED,
];
