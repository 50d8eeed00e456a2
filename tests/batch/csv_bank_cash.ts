import type { NastyFile } from "./csv_bank_file.ts";

const FUND = "Ticker,Name,Sector,Asset Class,Market Value,Weight (%),Shares,Price,Exchange\n";
const FIDELITY = "Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Type\n";
const ETRADE = "Symbol,Last Price $,Qty #,Price Paid $,Value $\nIBM,190.5,10,150,1905\n";

/** Lines that are no companies in the shapes in which brokers and funds export them. */
export const CASH_FILES: readonly NastyFile[] = [
  {
    name: "cash and the total of one account at Schwab",
    file: '"Positions for account Individual ...123 as of 03:20 PM ET, 2024/03/01"\n\n' +
      '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Security Type"\n' +
      '"IBM","INTL BUSINESS MACHS","10","$190.50","$1,905.00","Equity"\n' +
      '"Cash & Cash Investments","--","--","--","$1,234.56","Cash and Money Market"\n' +
      '"Positions Total","","--","--","$3,139.56","--"\n',
    rows: ["4 IBM"],
    notes: [
      /header on line 3$/,
      /before the header: line 1$/,
      /^Skipped as a total: line 6 \(Positions Total\)$/,
      /^Skipped as cash: line 5 \(Cash & Cash Investments\)$/,
    ],
  },
  {
    name: "all accounts at Schwab, each with its title and the header",
    file: '"Positions for All-Accounts as of 03:20 PM ET, 2024/03/01"\n\n' +
      '"Individual ...123"\n"Symbol","Description","Quantity"\n"IBM","INTL BUSINESS MACHS","10"\n' +
      '"Account Total","--","--"\n\n' +
      '"Roth IRA ...456"\n"Symbol","Description","Quantity"\n"XRX","XEROX","5"\n' +
      '"Cash & Cash Investments","--","--"\n"Account Total","--","--"\n',
    rows: ["5 IBM", "10 XRX"],
    notes: [
      /header on line 4$/,
      /before the header: lines 1 and 3$/,
      /^Skipped as a total: lines 6 \(Account Total\) and 12 \(Account Total\)$/,
      /^Skipped as cash: line 11/,
      /^Skipped as a repeated header: line 9$/,
      /^Skipped above a repeated header: line 8$/,
    ],
  },
  {
    name: "cash and the total at E*Trade, which have neither price nor quantity",
    file: `${ETRADE}CASH,,,,1234.56\nTOTAL,,,,3139.56\nGenerated at Mar 01 2024 03:20 PM ET\n`,
    rows: ["2 IBM"],
    notes: [/after the table: line 5$/, /as a total: line 4 \(TOTAL\)$/, /as cash: line 3 \(CASH\)$/],
  },
  {
    name: "shares of Pathward Financial at E*Trade",
    file: `${ETRADE}CASH,50.1,20,48,1002\n`,
    rows: ["2 IBM", "3 CASH"],
    notes: [/^Sent, but may be cash rather than a company: line 3 \(CASH\)$/],
  },
  {
    name: "shares of Pathward Financial by name, which need no note",
    file: 'ticker,company,weight\nIBM,a,1\nCASH,"Pathward Financial, Inc.",2\n',
    rows: ["2 IBM", "3 CASH"],
  },
  {
    name: "CASH with a weight alone, which may be either",
    file: "ticker,company,weight\nIBM,a,1\nCASH,,5\n",
    rows: ["2 IBM", "3 CASH"],
    notes: [/may be cash rather than a company: line 3 \(CASH\)$/],
  },
  {
    name: "CASH called cash",
    file: "ticker,company,weight\nIBM,a,1\nCASH,Cash,5\n",
    rows: ["2 IBM"],
    notes: [/^Skipped as cash: line 3 \(CASH\)$/],
  },
  {
    name: "CASH in a list whose rows have no quantities",
    file: "ticker,quantity,weight\nIBM,,5\nCASH,,5\n",
    rows: ["2 IBM", "3 CASH"],
    notes: [/may be cash/],
  },
  {
    name: "core positions and pending activity at Fidelity, where each position is of the type Cash",
    file: `${FIDELITY}X1,Individual,IBM,INTL BUSINESS MACHS,10,$190.50,$1905.00,Cash\n` +
      "X1,Individual,SPAXX**,HELD IN MONEY MARKET,,,$123.45,Cash\n" +
      "X1,Individual,FCASH**,HELD IN FCASH,,,$5.00,Cash\n" +
      "X1,Individual,Pending Activity,,,,-$12.00,\n" +
      "X2,Roth,XRX,XEROX,5,$18.20,$91.00,Margin\n" +
      "X2,Roth,Pending activity,,,,$1.00,\n\n" +
      '"The data and information in this spreadsheet is provided to you solely for your use"\n\n' +
      '"Date downloaded 03/01/2024 3:21 PM ET"\n',
    rows: ["2 IBM", "6 XRX"],
    notes: [
      /after the table: lines 9 and 11$/,
      /^Skipped as cash: lines 3 \(SPAXX\*\*\) and 4 \(FCASH\*\*\)$/,
      /^Skipped as pending activity: lines 5 \(Pending Activity\) and 7 \(Pending activity\)$/,
    ],
  },
  {
    name: "a core position without a word that says so",
    file: `${FIDELITY}X1,Individual,FDRXX**,SOME FUND,5,$1.00,$5.00,Cash\n`,
    rows: ["2 FDRXX**"],
    notes: [/may be cash rather than a company: line 2 \(FDRXX\*\*\)$/],
  },
  {
    name: "transactions in cash of a portfolio at Yahoo",
    file: "Symbol,Current Price,Trade Date,Quantity,Comment\nIBM,190.5,20240102,10,\n$$CASH_TX,,20240101,1000,\n",
    rows: ["2 IBM"],
    notes: [/as cash: line 3 \(\$\$CASH_TX\)$/],
  },
  {
    name: "a fund's cash, collateral, futures and money market, and a fund whose ticker is USD",
    file: `Some Fund\n\n${FUND}` +
      "IBM,INTL BUSINESS MACHINES,Information Technology,Equity,1905,1,10,190.5,NYSE\n" +
      "USD,ProShares Ultra Semiconductors,Exchange Traded,Equity,500,1,10,50,NYSE\n" +
      "XTSLA,TREASURY SL AGENCY,Cash and/or Derivatives,Money Market,100,1,100,1,-\n" +
      "USD,USD CASH,Cash and/or Derivatives,Cash,100,1,100,100,-\n" +
      "MSFUT,CASH COLLATERAL MSFUT USD,Cash and/or Derivatives,Cash Collateral and Margins,9,1,9,100,-\n" +
      "ESH4,S&P500 EMINI MAR 24,Cash and/or Derivatives,Futures,0,0,2,5000,Cme\n" +
      "-,US DOLLAR,,Cash,5,0,5,100,-\n" +
      "-,Some Private Holding,,Equity,5,0,5,100,-\n",
    rows: ["4 IBM", "5 USD", "11 -! 11:Ticker No ticker"],
    notes: [
      /header on line 3$/,
      /before the header: line 1$/,
      /^Skipped as cash: lines 6 \(XTSLA\), 7 \(USD\), 8 \(MSFUT\), 9 \(ESH4\) and 10 \(US DOLLAR\)$/,
    ],
  },
  {
    name: "a market of shares that is called cash",
    file: "Symbol,Instrument Type,Qty\nIBM,Cash,10\nUSD,Cash,10\n",
    rows: ["2 IBM"],
    notes: [/^Skipped as cash: line 3 \(USD\)$/],
  },
  {
    name: "DEGIRO's account, which has no ISIN",
    file:
      'Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nCASH & CASH FUND & FTX CASH (EUR),,,,EUR,"12,30","12,30"\n' +
      'XEROX,US98421M1062,5,"18,20",USD,"91,00","84,10"\n',
    rows: ["3 US98421M1062"],
    notes: [/^Skipped as cash: line 2 \(CASH & CASH FUND & FTX CASH \(EUR\)\)$/],
  },
  {
    name: "Vanguard's positions above its transactions, each line with a comma at its end",
    file: "Account Number,Investment Name,Symbol,Shares,Share Price,Total Value,\n" +
      "12345,INTL BUSINESS MACHS,IBM,10,190.5,1905.00,\n12345,VANGUARD FEDERAL MONEY MARKET FUND,VMFXX,5,1,5,\n\n\n" +
      "Account Number,Trade Date,Settlement Date,Transaction Type,Investment Name,Symbol,Shares,Share Price,Net Amount,\n" +
      "12345,2024-02-01,2024-02-05,Buy,XEROX,XRX,5,18.2,-91.00,\n",
    rows: ["2 IBM", "3 VMFXX"],
    notes: [
      /^Skipped as another table with other columns: lines 6 to 7$/,
      /^Sent, but may be cash rather than a company: line 3 \(VMFXX\)$/,
    ],
  },
  {
    name: "a statement of many sections, of which one names tickers",
    file: "Statement,Data,BrokerName,Some Broker\n" +
      "Positions,Header,Discriminator,Asset Category,Currency,Symbol,Quantity,Value\n" +
      "Positions,Data,Summary,Stocks,USD,IBM,10,1905\nPositions,Total,,Stocks,USD,,,1905\n" +
      "Trades,Header,Discriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,Proceeds\n" +
      'Trades,Data,Order,Stocks,USD,XRX,"2024-02-01, 10:00:00",5,-91\n' +
      "Positions,Header,Discriminator,Asset Category,Currency,Symbol,Quantity,Value\n" +
      "Positions,Data,Summary,Stocks,USD,GE,1,100\n",
    rows: ["3 IBM", "8 GE"],
    notes: [
      /header on line 2$/,
      /before the header: line 1$/,
      /^Skipped as a total: line 4 \(Total\)$/,
      /^Skipped as a repeated header: line 7$/,
      /^Skipped as another table with other columns: lines 5 to 6$/,
    ],
  },
  {
    name: "companies whose cells are words for columns",
    file: "ticker,company,note\nRIC,Richmont,isin\nISIN,Symbol Corp,ticker\nFIGI,Figi,x\n",
    rows: ["2 RIC", "3 ISIN", "4 FIGI"],
  },
  {
    name: "a title without a header below it",
    file: "ticker,company,w\nIBM,a,1\nRoth IRA ...456\nXRX,b,2\nThe other one ...7\n",
    rows: [
      "2 IBM",
      "3 Roth IRA ...456! 3:company Row has 1 cells",
      "4 XRX",
      "5 The other one ...7! 5:company Row has 1",
    ],
  },
  {
    name: "a company's name as a ticker, without other cells, above a repeated header",
    file: "ticker,company\nApple Inc,\nticker,company\nXRX,b\n",
    rows: ["2 Apple Inc", "4 XRX"],
    notes: [/^Skipped as a repeated header: line 3$/],
  },
];
