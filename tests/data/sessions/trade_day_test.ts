/** One day of trades by hand, and what may be wrong with a row of it. */
import { deepEqual, match, ok } from "../../assert.ts";
import type { LoadedDataset } from "../../../src/data/dataset.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";

const open = (files: Record<string, string>): Promise<LoadedDataset> => inFolder(files, (folder) => openFolder(folder));
const sessionsOf = (data: LoadedDataset) => data.at("2025-01-01").sessions("AAPL");

/** The session of `2024-11-04`, five hours behind UTC. */
const HEADER = "time,price,size,condition,id,bid,ask";
const row = (time: string, rest: string) => `2024-11-04T${time}Z,${rest}`;
const DAY = [row("14:30:01", "10,100,,1,,"), row("17:00:00", "12,100,,2,,"), row("21:00:00", "11,200,,3,,")];
const WHOLE = { open: 10, high: 12, low: 10, close: 11, volume: 400 };

const CASES: readonly {
  readonly when: string;
  readonly add: readonly string[];
  readonly is?: object;
  readonly says?: RegExp;
}[] = [
  { when: "nothing is wrong", add: [] },
  {
    when: "a price is 0",
    add: [row("15:00:00", "0,100,,9,,")],
    says: /^5:22 Cannot read "0": expected a price above 0$/m,
  },
  {
    when: "a price is negative",
    add: [row("15:00:00", "-1,100,,9,,")],
    says: /^5:22 Cannot read "-1": expected a price/m,
  },
  {
    when: "a size is 0",
    add: [row("15:00:00", "10,0,,9,,")],
    says: /^5:25 Cannot read "0": expected a number of shares above 0/m,
  },
  { when: "a size is negative", add: [row("15:00:00", "10,-5,,9,,")], says: /^5:25 Cannot read "-5"/m },
  {
    when: "a row has too few cells",
    add: ["2024-11-04T15:00:00Z,99"],
    says: /^5:1 Row has 2 cells, the header has 7$/m,
  },
  { when: "a quote is between trades", add: [row("15:00:00", ",,,,9.9,10.1")], says: /1 with a bid and an ask only/ },
  { when: "a quote is crossed", add: [row("15:00:00", ",,,,10.1,9.9")], says: /1 with a bid above the ask/ },
  {
    when: "a trade has a crossed quote",
    add: [row("15:00:00", "99,500,,9,10.1,9.9")],
    says: /1 with a bid above the ask/,
  },
  {
    when: "a trade has a locked quote",
    add: [row("15:00:00", "10,100,,9,10,10")],
    is: { ...WHOLE, volume: 500 },
  },
  {
    when: "a cancellation has no trade",
    add: [row("15:00:00", "77,100,cancel,9,,")],
    says: /1 cancelled, or the record/,
  },
  {
    when: "a trade is cancelled",
    add: [row("15:00:00", "77,100,,9,,"), row("15:00:01", "77,100,cancel,9,,")],
    says: /2 cancelled, or the record/,
  },
  {
    when: "a condition is unknown",
    add: [row("15:00:00", "11,100,mystery,9,,")],
    is: { ...WHOLE, volume: 500 },
    says: /Conditions that are not known, read as ordinary trades: "mystery" \(1 row\)/,
  },
  { when: "a trade is late and extreme", add: [row("15:00:00", "1,100,Z,9,,")], is: { ...WHOLE, volume: 500 } },
  { when: "a trade is an odd lot and extreme", add: [row("15:00:00", "99,5,I,9,,")], is: { ...WHOLE, volume: 405 } },
  {
    when: "a closing print comes at 16:04",
    add: [row("21:04:00", "13,900,6,9,,")],
    is: { ...WHOLE, high: 13, close: 13, volume: 1300 },
  },
  { when: "a closing print comes at 16:06", add: [row("21:06:00", "13,900,6,9,,")], says: /1 after the close/ },
  {
    when: "a trade without condition comes at 16:04",
    add: [row("21:04:00", "13,900,,9,,")],
    says: /1 after the close/,
  },
  {
    when: "a trade of extended hours has a time of the session",
    add: [row("15:00:00", "99,100,T,9,,")],
    says: /1 before the open/,
  },
  { when: "rows are of a Sunday", add: ["2024-11-03T15:00:00Z,99,100,,9,,"], says: /1 of a day without a session/ },
  { when: "rows are of Labor Day", add: ["2024-09-02T15:00:00Z,99,100,,9,,"], says: /1 of a day without a session/ },
];

for (const { when, add, is = WHOLE, says = /./ } of CASES) {
  Deno.test(`a session is right when ${when}`, async () => {
    const data = await open({ "AAPL.csv": [HEADER, ...DAY, ...add, ""].join("\n") });
    const [session, ...others] = sessionsOf(data);
    ok(session);
    const { open: first, high, low, close, volume } = session;
    deepEqual([{ open: first, high, low, close, volume }, others.length], [is, 0]);
    match(data.problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join("\n"), says);
  });
}

Deno.test("a cancellation without ids takes out the last trade before it of its price and size", async () => {
  const lines = [
    "14:30:01,10,100,",
    "15:00:00,77,100,",
    "15:00:01,77,100,",
    "15:10:00,77,100,cancel",
    "21:00:00,11,200,",
  ];
  const text = ["time,price,size,condition", ...lines.map((line) => `2024-11-04T${line.replace(",", "Z,")}`), ""].join(
    "\n",
  );
  const [session] = sessionsOf(await open({ "AAPL.csv": text }));
  deepEqual([session?.volume, session?.high, session?.rows], [400, 77, 3]);
});

Deno.test("two cancellations without ids take out two trades", async () => {
  const lines = ["14:30:01,10,100,", "15:00:00,77,100,", "15:00:01,77,100,", "15:10:00,77,100,cancel"];
  const rows = [...lines, "15:10:01,77,100,cancel", "21:00:00,11,200,"].map((line) =>
    `2024-11-04T${line.replace(",", "Z,")}`
  );
  const [session] = sessionsOf(await open({ "AAPL.csv": ["time,price,size,condition", ...rows, ""].join("\n") }));
  deepEqual([session?.volume, session?.high, session?.rows], [300, 11, 2]);
});

Deno.test("trades of one time follow their numbers, not their lines", async () => {
  const rows = ["14:30:01Z,10,100,1", "20:59:59Z,12,100,9", "20:59:59Z,13,100,10", "20:59:59Z,11,100,8"];
  const text = ["time,price,size,sequence", ...rows.map((row) => `2024-11-04T${row}`), ""].join("\n");
  const [session] = sessionsOf(await open({ "AAPL.csv": text }));
  deepEqual([session?.close, session?.isPartial], [13, false]);
});
