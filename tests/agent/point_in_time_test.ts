import { equal } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { SEED } from "../lanes.ts";
import { once } from "../once.ts";
import { sweep } from "../sweeps.ts";
import { askOf } from "./ask.ts";
import { xorshift } from "../xorshift.ts";

/** One row of a made file. */
interface Row {
  readonly date: string;
  readonly cells: readonly (string | number)[];
}

/** A made file: its header, and rows in any order. */
interface File {
  readonly name: string;
  readonly header: string;
  readonly rows: readonly Row[];
}

const NAMES = [..."ABCDEFGHI"].map((letter) => letter.repeat(3));
const ALL = [...NAMES, "SPY"];
const DAY_MS = 86_400_000;
/** The days asked about: with too short a history, with enough, and one between two files. */
const DAYS = ["2020-03-02", "2020-10-30", "2021-01-15"];
const QUESTIONS = ["Analyse AAA", "Analyse BBB", "Compare AAA, CCC and EEE", "Analyse III", "Analyse MMM"];

function dateAfter(days: number): string {
  return new Date(Date.UTC(2020, 0, 1) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A walk of closes with volumes, a row a weekday. */
function walk(ticker: string, { from, to, random }: { from: number; to: number; random: () => number }): Row[] {
  let close = 50 + 100 * random();
  const days = Array.from({ length: to - from }, (_, at) => from + at)
    .filter((day) => new Date(dateAfter(day)).getUTCDay() % 6 !== 0);
  return days.map((day) => {
    close *= 0.96 + 0.081 * random();
    const volume = random() < 0.01 ? "" : Math.round(1e5 * (1 + random()));
    return { date: dateAfter(day), cells: [ticker, dateAfter(day), close.toFixed(4), volume] };
  });
}

/** A first day that leaves three weeks of rows or none before each day that is asked about: these say how a file is read. */
function early(from: number): number {
  const isOpen = DAYS.some((day) => dateAfter(from) <= day && dateAfter(from + 30) > day);
  return isOpen ? early(from - 1) : from;
}

/** Closes dated on the first of their month, from 2012 to 2022. */
function monthly(ticker: string, random: () => number): Row[] {
  return Array.from({ length: 120 }, (_, at) => {
    const date = new Date(Date.UTC(2012, at, 1)).toISOString().slice(0, 10);
    return { date, cells: [ticker, date, (80 + 40 * random()).toFixed(2), ""] };
  });
}

/** A folder of many tickers in one file, files of one ticker that overlap it, and one with nothing but later rows. */
function makeFolder(seed: number): File[] {
  const random = xorshift(seed | 1);
  const part = (most: number) => Math.floor(random() * most);
  const header = "ticker,date,close,volume";
  const all = ALL.flatMap((ticker) => walk(ticker, { from: part(40), to: 320 + part(120), random }));
  const single = ["AAA", "CCC", "SPY"].map((ticker): File => (
    { name: `${ticker}.csv`, header, rows: walk(ticker, { from: early(part(200)), to: 330 + part(200), random }) }
  ));
  const late = { name: "late.csv", header, rows: walk("BBB", { from: 400, to: 520, random }) };
  const months = { name: "MMM.csv", header, rows: monthly("MMM", random) };
  const unlisted = { name: "ZZZ.csv", header, rows: walk("ZZZ", { from: 390 + part(20), to: 500, random }) };
  return [{ name: "all.csv", header, rows: all }, ...single, late, months, unlisted];
}

/** The folder as files; one without a row is left out. */
function textsOf(files: readonly File[]): Record<string, string> {
  const texts = files.filter(({ rows }) => rows.length > 0).map(({ name, header, rows }) =>
    [name, `${header}\n${rows.map(({ cells }) => `${cells.join(",")}\n`).join("")}`] as const
  );
  const list = `ticker,name\n${NAMES.map((ticker) => `${ticker},${ticker} Holdings\n`).join("")}`;
  return { ...Object.fromEntries(texts), "companies.csv": list };
}

type Change = (files: readonly File[], day: string) => readonly File[];

const eachLater = (change: (row: Row, at: number) => readonly Row[]): Change => (files, day) =>
  files.map((file) => ({ ...file, rows: file.rows.flatMap((row, at) => row.date > day ? change(row, at) : [row]) }));
const truncated = eachLater(() => []);

const thinned = eachLater((row, at) => at % 11 === 0 ? [row] : []);

/** What may become of the rows after a day. */
const CHANGES: readonly { what: string; change: Change }[] = [
  { what: "cut off, and files of nothing else removed", change: truncated },
  {
    what: "given other prices",
    change: eachLater(({ date, cells: [ticker = "", , close] }, at) => [
      { date, cells: [ticker, date, (Number(close) * (1 + at % 7)).toFixed(2), 1] },
    ]),
  },
  { what: "given no volume", change: eachLater(({ date, cells }) => [{ date, cells: [...cells.slice(0, 3), ""] }]) },
  {
    what: "thinned to one in eleven, where others come before them",
    change: (files, day) =>
      files.flatMap((file) => file.rows.every(({ date }) => date > day) ? [file] : thinned([file], day)),
  },
  {
    what: "dated a week later",
    change: eachLater(({ date, cells: [ticker = "", , ...others] }) => {
      const later = new Date(Date.parse(date) + 7 * DAY_MS).toISOString().slice(0, 10);
      return [{ date: later, cells: [ticker, later, ...others] }];
    }),
  },
  { what: "thinned to some days", change: eachLater((row, at) => at % 2 === 0 ? [row] : []) },
  {
    what: "followed by a row of 2031 in every file",
    change: (files) =>
      files.map((file) => {
        const [ticker = ""] = file.rows[0]?.cells ?? [];
        return { ...file, rows: [...file.rows, { date: "2031-01-06", cells: [ticker, "2031-01-06", 1, 1] }] };
      }),
  },
  {
    what: "joined by longer files of every ticker",
    change: (files, day) => [
      ...truncated(files, day),
      ...ALL.map((ticker): File => ({
        ...{ name: `0_${ticker}.csv`, header: "ticker,date,close,volume" },
        rows: walk(ticker, { from: 390, to: 900, random: xorshift(7) }),
      })),
    ],
  },
];

/** All steps of the answers as of a day, without the digests of the files. */
async function answersOf(files: readonly File[], day: string): Promise<string> {
  const dataset = await inFolder(textsOf(files), (folder) => openFolder(folder, { asOf: day }));
  const steps = await Promise.all([...QUESTIONS, "Analyse ZZZ"].map((question) => askOf(dataset, question)));
  return JSON.stringify(steps, (key, value) => key === "sha256" ? undefined : value, 1);
}

/** A folder, the day asked about, and what is answered of it as it is: once, for all that may become of it. */
const FOLDERS = sweep("agent/point_in_time", Array.from({ length: 30 }, (_, at) => at)).map((at) => {
  const [folder, day = ""] = [makeFolder(SEED + 2 * at), DAYS[at % DAYS.length]];
  return { at, folder, day, plain: once(() => answersOf(folder, day)) };
});

for (const { what, change } of CHANGES) {
  Deno.test(`answers as of a day are the same bytes when the rows after it are ${what}`, async () => {
    for (const { at, folder, day, plain } of FOLDERS) {
      equal(await answersOf(change(folder, day), day), await plain(), `folder ${at} of seed ${SEED} on ${day}`);
    }
  });
}

Deno.test("answers as of a day are other ones when a row before it changes", async () => {
  const folder = makeFolder(3);
  const [day = ""] = DAYS.slice(1);
  const changed = folder.map((file) => ({
    ...file,
    rows: file.rows.map((row) => row.date === day ? { ...row, cells: [...row.cells.slice(0, 2), 1, 1] } : row),
  }));
  equal(await answersOf(changed, day) === await answersOf(folder, day), false);
});
