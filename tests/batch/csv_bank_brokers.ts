import type { NastyFile } from "./csv_bank_file.ts";

const LONG = "x".repeat(70_000);
const ROWS = "IBM,a\n".repeat(12_000);
const PROSE = "The data in this file is provided for your own information only and may be late";

const BROKERS: readonly NastyFile[] = [
  {
    name: "a preamble, a total and a footer",
    file: '"Positions for account ...123 as of 03:20 PM ET, 2024/03/01"\n\n' +
      '"Symbol","Description","Quantity"\n"IBM","INTL BUSINESS MACHS","10"\n"XRX","XEROX","5"\n' +
      '"Account Total","--","15"\n\n"Date downloaded 03/01/2024 3:21 PM"\n',
    rows: ["4 IBM", "5 XRX"],
    notes: [
      /header on line 3/,
      /before the header: line 1$/,
      /after the table: line 8$/,
      /^Skipped as a total: line 6 \(Account Total\)$/,
    ],
  },
  {
    name: "a fund's holdings with a disclaimer of several lines",
    file: 'Some Index Fund\nFund Holdings as of,"Mar 01, 2024"\nShares Outstanding,"1,000"\n\u00a0\n' +
      `Ticker,Name,Weight (%)\nIBM,a,"1,5"\nXRX,b,2\n\u00a0\n"${PROSE}\nand so on"\n`,
    rows: ["6 IBM", "7 XRX"],
    notes: [
      /header on line 5/,
      /before the header: lines 1 to 3/,
      /after the table: lines 9 to 10/,
      /as empty: line 8/,
    ],
  },
  {
    name: "a preamble that Excel made as wide as the table",
    file: "Account;12;;\n;;;\nTicker;Company;Weight;Note\nIBM;a;1;b\nXRX;c;2;d\nTotal;;3;\n",
    rows: ["4 IBM", "5 XRX"],
    notes: [/semicolons, with its header on line 3/, /before the header: line 1$/, /as a total: line 6 \(Total\)$/],
  },
  {
    name: "a footer in lines that are too short",
    file: `ticker,company,w\nIBM,a,1\n\n${PROSE}\nNot advice.\nSource: somewhere\n`,
    rows: ["2 IBM"],
    notes: [/after the table: lines 4 to 6/],
  },
  {
    name: "a footer that is followed by a row",
    file: `ticker,company,w\nIBM,a,1\n${PROSE}\nXRX,b,2\n`,
    rows: ["2 IBM", `3 ${PROSE}! 3:company Row has 1 cells, the header has 3`, "4 XRX"],
  },
  {
    name: "a total between two tables",
    file: "ticker,company,w\nIBM,a,1\nTotal,,1\nXRX,b,2\nSubtotal:,,2\n",
    rows: ["2 IBM", "4 XRX"],
    notes: [/^Skipped as a total: lines 3 \(Total\) and 5 \(Subtotal:\)$/],
  },
  {
    name: "a total in a column that is not the ticker's",
    file: "company,ticker,w\na,IBM,1\nGrand Total,,1\n",
    rows: ["2 IBM"],
    notes: [/as a total: line 3 \(Grand Total\)$/],
  },
  {
    name: "a total without an empty cell",
    file: "ticker,w\nIBM,1\nTotal,1\n",
    rows: ["2 IBM"],
    notes: [/as a total: line 3 \(Total\)$/],
  },
  {
    name: "a company called Total",
    file: "ticker,company,w\nIBM,a,1\nTOTAL,Total SE,\n",
    rows: ["2 IBM", "3 TOTAL"],
  },
  {
    name: "a company without ticker at the end, with a long name",
    file: "company,ticker\na,IBM\nThe Bank of New York Mellon Corporation Class A Shares\n",
    rows: ["2 IBM", "3 ! 3:ticker Row has 1 cells"],
  },
  {
    name: "a remark in a table's first column, among rows",
    file: "ticker,w\nIBM,1\nExported on Monday,\nXRX,2\n",
    rows: ["2 IBM", "3 Exported on Monday! 3:ticker Row looks like a remark", "4 XRX"],
  },
  {
    name: "a preamble as wide as the table",
    file: "Account,12\nTicker,Company\nIBM,a\n",
    refused: /its header is "Account", "12"; line 2 looks like one/,
  },
  {
    name: "a preamble with a broken quote",
    file: 'Positions "all" of today\nTicker,Company\nIBM,a\n',
    rows: ["3 IBM"],
    notes: [/header on line 2/, /before the header: line 1$/],
  },
  {
    name: "a preamble with a quote that is never closed",
    file: '"Positions of today\nTicker,Company\nIBM,a\n',
    rows: ["3 IBM"],
    notes: [/header on line 2/, /before the header: line 1$/],
  },
  {
    name: "a preamble before a first row that is longer than what is read ahead",
    file: `Account 12\nTicker,Company,w\nIBM,${LONG},1\n`,
    rows: ["3 IBM"],
    notes: [/header on line 2/, /before the header: line 1$/],
  },
  {
    name: "a quote in the preamble that is closed long after the header",
    file: `"Positions\nTicker,Company\n${ROWS}"\nXRX,b\n`,
    refused: /header on line 2 is inside a quoted cell/,
  },
  {
    name: "a quote in the preamble that is closed in the last line",
    file: `"Positions\nTicker,Company\n${ROWS}"\n`,
    refused: /header on line 2 is inside a quoted cell/,
  },
];

const EXPORTS: readonly NastyFile[] = [
  {
    name: "DEGIRO's portfolio, whose amounts have their currency in a column without a name",
    file: "Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\n" +
      'INTL BUSINESS MACHINES,US4592001014,10,"190,50",USD,"1905,00","1750,10"\n',
    rows: ["2 US4592001014"],
  },
  {
    name: "DEGIRO's transactions, with five columns without a name",
    file: "Datum;Uhrzeit;Produkt;ISIN;Anzahl;Kurs;;Wert in Lokalwährung;;Wert;;Gesamt;;Order-ID\n" +
      "01-03-2024;15:31;XEROX;US98421M1062;5;18,20;USD;-91,00;USD;-84,10;EUR;-85,10;EUR;\n",
    rows: ["2 US98421M1062"],
    notes: [/by semicolons/],
  },
  {
    name: "Nasdaq's directory, which ends with the time of its creation",
    file: "Symbol|Security Name|Test Issue|ETF\nIBM|Intl Business Machines|N|N\nFile Creation Time: 0301202417:02|||\n",
    rows: ["2 IBM"],
    notes: [/by bars/, /after the table: line 3$/],
  },
  {
    name: "Nasdaq's directory of all it trades, whose tickers are not in the first column",
    file: "Nasdaq Traded|Symbol|Security Name\nY|IBM|Intl Business Machines\nFile Creation Time: 0301202417:02||\n",
    rows: ["2 IBM"],
    notes: [/by bars/, /after the table: line 3$/],
  },
];

/** Files with more than a table. */
export const BROKER_FILES: readonly NastyFile[] = [
  ...BROKERS,
  ...EXPORTS,
];
