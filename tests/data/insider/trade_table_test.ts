import { deepEqual, equal, match, ok } from "../../assert.ts";
import { TRADE_TABLE } from "../../../src/data/insider/trade_table.ts";
import type { InsiderTrade } from "../../../src/data/records.ts";
import { readPieces, tradesIn } from "./made_form.ts";

const HEADER = "ticker,issuer_name,reporting_owner,reporting_owner_cik,position,transaction_date,transaction_code," +
  "shares,price,shares_after";

function told({ person, roles, day, code, shares, price, filed, isFilingAssumed }: InsiderTrade): string {
  const filing = isFilingAssumed ? "assumed" : "filed";
  return `${person} (${roles.join("+")}) ${day} ${code} ${shares} at ${price} ${filing} ${filed}`;
}

async function read(lines: readonly string[], size = 4096) {
  return await readPieces(TRADE_TABLE, lines.join("\n"), { file: "insider/trades.csv", latest: "2026-11-20", size });
}

const TABLES: readonly {
  readonly when: string;
  readonly lines: readonly string[];
  readonly gives: readonly string[];
}[] = [
  {
    when: "it is as a public table is",
    lines: [HEADER, "MADE,MADE INC,DOE JANE,0000000007,CFO,2024-05-01,P,1000,10.5,5000"],
    gives: ["DOE JANE (officer) 2024-05-01 P 1000 at 10.5 assumed 2024-05-03"],
  },
  {
    when: "it has a day of filing, and other names in another order",
    lines: [
      "Filing Date;Trans Code;Shares;Symbol;Owner;Title;Trade Date;Price",
      "2024-05-02;S;7;MADE;Doe Jane;Director, 10% Owner;01-MAY-2024;3.5",
    ],
    gives: ["Doe Jane (director+ten_percent) 2024-05-01 S 7 at 3.5 filed 2024-05-02"],
  },
  {
    when: "cells are quoted and empty",
    lines: [HEADER, '"MADE","Made, Inc.","Doe, Jane",,"",2024-05-01,P,"1,000",,'],
    gives: ["Doe, Jane () 2024-05-01 P 1000 at undefined assumed 2024-05-03"],
  },
  {
    when: "rows are repeated",
    lines: [HEADER, ...Array(5).fill("MADE,MADE INC,DOE JANE,7,CFO,2024-05-01,P,1000,10.5,5000")],
    gives: ["DOE JANE (officer) 2024-05-01 P 1000 at 10.5 assumed 2024-05-03"],
  },
  {
    when: "two report one purchase together",
    lines: [
      HEADER,
      "MADE,MADE INC,FUND LP,8,,2024-05-01,P,1000,10.5,5000",
      "MADE,MADE INC,DOE JANE,7,Director,2024-05-01,P,1000,10.5,5000",
    ],
    gives: ["DOE JANE (director) 2024-05-01 P 1000 at 10.5 assumed 2024-05-03"],
  },
  {
    when: "two are granted the same",
    lines: [
      HEADER,
      "MADE,MADE INC,DOE JANE,7,,2024-05-01,A,1000,0,1000",
      "MADE,MADE INC,ROE RICHARD,8,,2024-05-01,A,1000,0,1000",
    ],
    gives: [
      "DOE JANE () 2024-05-01 A 1000 at 0 assumed 2024-05-03",
      "ROE RICHARD () 2024-05-01 A 1000 at 0 assumed 2024-05-03",
    ],
  },
  {
    when: "a row is of derivatives",
    lines: [
      "ticker,owner,transaction_date,transaction_code,shares,is_derivative",
      "MADE,Doe Jane,2024-05-01,P,10,true",
      "MADE,Doe Jane,2024-05-01,P,20,false",
    ],
    gives: ["Doe Jane () 2024-05-01 P 20 at undefined assumed 2024-05-03"],
  },
];
for (const { when, lines, gives } of TABLES) {
  Deno.test(`a table of trades is read when ${when}`, async () => {
    for (const size of [1, 4096]) {
      const table = await read(lines, size);
      deepEqual(tradesIn(table).map(told), gives);
      equal(table.problems.filter(({ kind }) => kind !== "remark").length, 0);
    }
  });
}

Deno.test("a row that cannot be is kept out, with its line", async () => {
  const { companies, problems } = await read([
    HEADER,
    "MADE,MADE INC,DOE JANE,7,CFO,2028-05-24,S,10,1,1",
    "MADE,MADE INC,DOE JANE,7,CFO,2024-05-01,S,10",
    "MADE,MADE INC,DOE JANE,7,CFO,1989-12-29,S,10,1,1",
    "MADE,MADE INC,,7,CFO,2024-05-01,S,10,1,1",
    "-,,DOE JANE,7,CFO,2024-05-01,S,10,1,1",
  ]);
  deepEqual(companies, []);
  deepEqual(problems.map(({ line, message }) => `${line} ${message}`), [
    "2 The row is skipped: 24 May 2028 is in the future",
    "3 The row is skipped: it has 8 cells instead of 10",
    "4 The row is skipped: 29 Dec 1989 is before 1 Jan 1990",
    "5 The row is skipped: it names nobody",
    '6 1 rows are skipped: "-" is not a ticker',
  ]);
});

Deno.test("classes of shares of one company have the same trades; a ticker that is a slip counts for its company", async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `A${at},8${at},CFO,2024-05-01,S,${at + 1},1,1`);
  const { companies, problems } = await read([
    HEADER,
    ...rows.map((row, at) => `${at % 2 ? "GOOG" : "GOOGL"},Alphabet Inc.,${row}`),
    ...rows.map((row) => `DASH,"DoorDash, Inc.",${row}`),
    'FN,"DoorDash, Inc.",B,9,,2024-05-01,S,10,1,1',
    ...rows.map((row) => `HON,Honeywell,${row}`),
    "-,Honeywell,B,9,,2024-05-01,S,10,1,1",
    ...rows.map((row) => `"LEN, LEN.B",Lennar,${row}`),
    ...rows.map((row) => `V,Visa,${row}`),
  ]);
  deepEqual(companies.map(({ owner, records }) => `${owner.tickers?.join(" ")} ${records.trades.length}`), [
    ...["GOOG GOOGL 20", "DASH 21", "HON 21", "LEN LEN.B 20", "V 20"],
  ]);
  deepEqual(problems.map(({ kind, message }) => `${kind}: ${message}`), [
    "remark: Rows of FN name the company of DASH, and count for it",
  ]);
});

Deno.test("a table is recognised by its columns, in any order", () => {
  ok(TRADE_TABLE.looksLike(`${HEADER}\nA`, "x.csv"));
  ok(TRADE_TABLE.looksLike("shares|transaction_code|symbol|transaction_date", "x.txt"));
  ok(!TRADE_TABLE.looksLike("date,open,high,low,close,volume,ticker", "x.csv"));
  ok(!TRADE_TABLE.looksLike("ticker,shares,price", "positions.csv"));
});

Deno.test("a file that is no table of trades is refused", async () => {
  const { companies, problems } = await read(["a,b", "1,2"]);
  deepEqual(companies, []);
  match(problems[0]?.message ?? "", /No table of trades/);
});
