import type { NastyFile } from "./csv_bank_file.ts";

const LIST = "ticker,company\nIBM,Müller\nXRX,b\n";
const TWO = ["2 IBM", "3 XRX"];

const SEPARATORS: readonly NastyFile[] = [
  {
    name: "semicolons and decimal commas",
    file: "ticker;weight\nIBM;1,5\nXRX;2,25\n",
    rows: TWO,
    notes: [/^Read separated by semicolons$/],
  },
  { name: "tabs, and commas in names", file: "ticker\tcompany\nIBM\ta, b\n", rows: ["2 IBM"], notes: [/by tabs/] },
  { name: "bars", file: "company|ticker\na|IBM\n", rows: ["2 IBM"], notes: [/by bars/] },
  {
    name: "more commas than semicolons",
    file: "company;ticker\na, b, c, d;IBM\ne, f, g;XRX\n",
    rows: TWO,
    notes: [/by semicolons/],
  },
  {
    name: "a line that names the separator",
    file: "sep=;\r\nticker;company\r\nIBM;a\r\n",
    rows: ["3 IBM"],
    notes: [/semicolons, with its header on line 2/, /Skipped before the header: line 1/],
  },
  {
    name: "a line that names the separator, one column",
    file: "sep=,\nticker\nIBM\n",
    rows: ["3 IBM"],
    notes: [/header on line 2/, /line 1/],
  },
  { name: "one column", file: "Symbol\nIBM\nXRX\n", rows: TWO },
  {
    name: "an unknown separator",
    file: "ticker~company\nIBM~a\n",
    refused: /its header is "ticker~company"/,
  },
];

const HEADERS: readonly NastyFile[] = [
  { name: "a duplicate name", file: "ticker,w,W \nA,1,2\n", refused: /two columns are named "W", columns 2 and 3/ },
  { name: "a column with cells but no name", file: "ticker,,c\nA,1,2\n", rows: ["2 A"] },
  {
    name: "a name that a column without one has",
    file: "ticker,Column 3,\nA,1,2\n",
    refused: /two columns are named "column 3", columns 2 and 3/,
  },
  { name: "the index of a data frame", file: ",ticker\n0,IBM\n1,XRX\n", rows: TWO },
  { name: "a separator at the end of each line", file: "ticker,company,\nIBM,a,\nXRX,b,\n", rows: TWO },
  { name: "a separator at the end of each row", file: "ticker,company\nIBM,a,\nXRX,b,\n", rows: TWO },
  { name: "a quoted header", file: '"Ticker Symbol","Company"\n"IBM","a"\n', rows: ["2 IBM"] },
  { name: "a broken header", file: 'ticker,"company"x\nIBM,a\n', refused: /line 1, column 17: Text after/ },
  { name: "a ticker column selected by name", file: "code,n\nIBM,a\n", tickerColumn: "Code", rows: ["2 IBM"] },
  { name: "an unknown selected column", file: LIST, tickerColumn: "x", refused: /Cannot find column "x"/ },
  {
    name: "a name of the ticker column in a later row",
    file: "code,ticker_of\nIBM,symbol\nXRX,b\n",
    refused: /its header is "code", "ticker_of"; line 2 looks like one/,
  },
  {
    name: "two lists in one file, the second wider",
    file: "ticker,w\nIBM,1\nticker,w,n\nXRX,1,2\n",
    rows: ["2 IBM"],
    notes: [/^Skipped as another table with other columns: lines 3 to 4$/],
  },
];

/** Files whose separator or header is difficult to find. */
export const HEADER_FILES: readonly NastyFile[] = [
  ...SEPARATORS,
  ...HEADERS,
];
