import { longDay } from "../../src/calendar/day.ts";
import { deepEqual, equal, match } from "../assert.ts";
import { lastDay } from "../../src/data/series.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";

/** A row for each weekday of January 2020 from one day to another, with the same close. */
function daily(from: number, to: number, { close = 1, ticker = "" } = {}): string {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const day = `2020-01-${String(from + at).padStart(2, "0")}`;
    if (new Date(day).getUTCDay() % 6 === 0) return "";
    return `${ticker === "" ? "" : `${ticker},`}${day},${close}\n`;
  }).join("");
}

const HEADER = "ticker,date,close\n";
const two = (a: string, b: string) => ({ "a.csv": HEADER + a, "b.csv": HEADER + b });
const x = { ticker: "X" };

const SERVES: readonly { when: string; files: Record<string, string>; day: string; close: number | undefined }[] = [
  {
    when: "the other has a newer bar only after the day, and fewer up to it",
    files: two(daily(2, 10, { ...x, close: 1 }), daily(5, 20, { ...x, close: 2 })),
    day: "2020-01-10",
    close: 1,
  },
  {
    when: "it has a newer bar by the day",
    files: two(daily(2, 10, { ...x, close: 1 }), daily(5, 20, { ...x, close: 2 })),
    day: "2020-01-13",
    close: 2,
  },
  {
    when: "both end on one day and it has more bars up to it",
    files: two(daily(6, 20, { ...x, close: 1 }), daily(2, 13, { ...x, close: 2 })),
    day: "2020-01-13",
    close: 2,
  },
  {
    when: "both have as many bars by the day and it comes first by name",
    files: two(daily(2, 13, { ...x, close: 1 }), daily(2, 20, { ...x, close: 2 })),
    day: "2020-01-13",
    close: 1,
  },
  {
    when: "the other begins after the day",
    files: two(daily(15, 20, { ...x, close: 1 }), daily(2, 4, { ...x, close: 2 })),
    day: "2020-01-14",
    close: 2,
  },
  {
    when: "none has begun",
    files: two(daily(15, 20, { ...x, close: 1 }), HEADER + daily(2, 4, { ticker: "Y" })),
    day: "2020-01-14",
    close: undefined,
  },
];

for (const { when, files, day, close } of SERVES) {
  Deno.test(`on ${day} the close of X is ${close} when ${when}`, async () => {
    const data = await inFolder(files, (folder) => openEveryWay(folder));
    equal(data.at(day).prices("X")[0]?.close.at(-1), close);
  });
}

const one = (ticker: string, rows: string) => ({ [`${ticker}.csv`]: `date,close\n${rows}` });
const ten = Object.assign({}, ...[..."ABCDEFGHIJ"].map((ticker) => one(ticker, daily(2, 10)))) as Record<
  string,
  string
>;

const DAYS: readonly { when: string; files: Record<string, string>; latestDay?: string; day: string }[] = [
  { when: "all names end on it", files: ten, day: "2020-01-10" },
  {
    when: "one name has a row of 2031",
    files: { ...ten, ...one("A", `${daily(2, 10)}2031-01-06,1\n`) },
    day: "2020-01-10",
  },
  {
    when: "one name has a row of 2031, adjusted and not",
    files: { ...ten, "A.csv": "date,close,adj close\n2020-01-10,1,1\n2031-01-06,1,1\n" },
    day: "2020-01-10",
  },
  {
    when: "the only name has a row that is still to come",
    files: one("A", `${daily(2, 10)}2031-01-06,1\n`),
    latestDay: "2020-02-01",
    day: "2020-01-10",
  },
  {
    when: "half of the names go on",
    files: { ...ten, ...Object.assign({}, ...[..."ABCDE"].map((t) => one(t, daily(2, 20)))) },
    day: "2020-01-20",
  },
  {
    when: "fewer than half go on",
    files: { ...ten, ...one("A", daily(2, 20)), ...one("B", daily(2, 19)) },
    day: "2020-01-10",
  },
  {
    when: "every name ends on another day",
    files: Object.assign({}, ...[..."ABCDE"].map((ticker, at) => one(ticker, daily(2, 6 + at)))),
    day: "2020-01-08",
  },
  {
    when: "names that never traded together end long before",
    files: { ...one("A", daily(2, 4)), ...one("B", daily(6, 8)), ...one("C", daily(10, 13)) },
    day: "2020-01-13",
  },
  { when: "the benchmark goes on", files: { ...ten, ...one("SPY", daily(2, 30)) }, day: "2020-01-10" },
  {
    when: "one name is in many files",
    files: { ...ten, "z.csv": HEADER + daily(2, 20, { ticker: "A" }) },
    day: "2020-01-10",
  },
];

for (const { when, files, latestDay, day } of DAYS) {
  Deno.test(`the default day is ${day} when ${when}, and the span ends on it`, async () => {
    const data = await inFolder(files, (folder) => openEveryWay(folder, { latestDay }));
    deepEqual([data.asOf, data.span.last], [day, day]);
    match(data.notice, new RegExp(`2 Jan to ${longDay(day)}; `));
  });
}

Deno.test("bars after the default day are shown when a later day is asked for", async () => {
  const files = { ...ten, ...one("A", `${daily(2, 10)}2031-01-06,1\n`) };
  const data = await inFolder(files, (folder) => openEveryWay(folder));
  deepEqual(data.at("2031-01-06").prices("A").map(lastDay), ["2031-01-06"]);
});

Deno.test("a ticker that no list names is a company from its first bar on", async () => {
  const files = { ...one("A", daily(2, 20)), ...one("B", daily(10, 20)), "companies.csv": "ticker,name\nC,Cee\n" };
  const data = await inFolder(files, (folder) => openEveryWay(folder));
  const companies = (day: string) => data.at(day).companies.map(({ ticker }) => ticker);
  deepEqual([companies("2020-01-09"), companies("2020-01-10")], [["C", "A"], ["C", "A", "B"]]);
  equal(data.at("2020-01-10").companies, data.at("2020-01-20").companies, "equal lists are one list");
});

Deno.test("without a name for it, the benchmark of a day is the first index that has a bar by then", async () => {
  const files = { ...one("A", daily(2, 20)), ...one("SPY", daily(2, 20)), ...one("^GSPC", daily(10, 20)) };
  const data = await inFolder(files, (folder) => openEveryWay(folder));
  const known = (day: string) => [data.at(day).benchmark, ...data.at(day).companies.map(({ ticker }) => ticker)];
  deepEqual([known("2020-01-09"), known("2020-01-10")], [["SPY", "A"], ["^GSPC", "A", "SPY"]]);
});

Deno.test("why a file gave no prices is known on days before the prices of another file", async () => {
  const files = {
    ...one("A", daily(2, 20)),
    "B.csv": "date,close\n2020-01-02,x\n",
    "b2.csv": HEADER + daily(10, 20, { ticker: "B" }),
  };
  const data = await inFolder(files, (folder) => openEveryWay(folder));
  const why = (day: string) => data.at(day).unread("B")?.file;
  deepEqual([why("2020-01-09"), why("2020-01-10")], ["B.csv", undefined]);
});
