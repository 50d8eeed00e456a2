import { deepEqual, equal, ok } from "../../assert.ts";
import type { LoadedDataset } from "../../../src/data/dataset.ts";
import type { FolderOptions } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";
import { openEveryWay } from "../open_every_way.ts";
import { gzip, submissions } from "../folder/made_files.ts";
import { lines, NOTICE, submission, TAGGED_NOTICE } from "./made_texts.ts";

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** What there is of MADE: kind, id, title, day, known and characters of each text. */
function textsOf(data: LoadedDataset, ticker = "MADE"): string[] {
  const { documents, text } = data.at("2030-01-01").texts(ticker);
  return documents.map(({ kind, id, title, day, known }) =>
    `${kind} | ${id} | ${title} | ${day} ${known} | ${text(id)}`
  );
}

/** Opens a folder in every way and hands on the data while the folder is there. */
function opened<T>(files: Files, use: (data: LoadedDataset) => T, options: FolderOptions = {}): Promise<T> {
  return inFolder(files, async (folder) => use(await openEveryWay(folder, options)));
}

const LISTED = submissions(1, ["MADE"], [["0000000001-20-000007", "8-K", "2020-02-14", "2020-02-13", "2.02"]]);

const READ: readonly { what: string; files: Files; texts: readonly string[] }[] = [
  {
    what: "lines of calls",
    files: { "transcripts/calls.jsonl": lines([{ date: "2020-02-14", ticker: "MADE", text: "We sold.\nWe grew." }]) },
    texts: ["call | transcripts/calls.jsonl 1 |  | 2020-02-14 2020-02-18 | We sold.\nWe grew."],
  },
  {
    what: "a table of news",
    files: {
      "news/all.csv": 'published,symbol,headline,body\n2020-02-13T14:00:00Z,MADE,Plant opens,"It, too, is large."\n',
    },
    texts: ["news | news/all.csv 2 | Plant opens | 2020-02-13 2020-02-13 | Plant opens\nIt, too, is large."],
  },
  {
    what: "a table between semicolons, with a mark and with CRLF",
    files: { "news/all.csv": "\ufeffdate;ticker;title\r\n2020-02-13;MADE;One\r\n\r\n2020-02-14;MADE;Two\r\n" },
    texts: [
      "news | news/all.csv 2 | One | 2020-02-13 2020-02-14 | One",
      "news | news/all.csv 4 | Two | 2020-02-14 2020-02-18 | Two",
    ],
  },
  {
    what: "posts, with markup and an hour beside the day",
    files: {
      "social/a.jsonl": lines([
        { date: "2020-02-14", created_at: "Fri Feb 14 21:30:00 +0000 2020", ticker: "MADE", text: "R&amp;D <b>up</b>" },
      ]),
    },
    texts: ["post | social/a.jsonl 1 |  | 2020-02-14 2020-02-18 | R&D up"],
  },
  {
    what: "a call in a file of its own, by its name",
    files: { "MADE_2020-02-13.txt": "Operator: welcome to the earnings call.\n\nQuestions and Answers\nWhy? Because." },
    texts: [
      "call | MADE_2020-02-13.txt |  | 2020-02-13 2020-02-14 | " +
      "Operator: welcome to the earnings call.\n\nQuestions and Answers\nWhy? Because.",
    ],
  },
  {
    what: "a call in a file of its own, by its first lines",
    files: { "q4.txt": "Made Inc (NYSE: MADE) earnings call\nFebruary 13, 2020\nWe sold more." },
    texts: [
      "call | q4.txt |  | 2020-02-13 2020-02-14 | Made Inc (NYSE: MADE) earnings call\nFebruary 13, 2020\nWe sold more.",
    ],
  },
  {
    what: "a page of a call",
    files: { "transcripts/MADE_2020-02-13.html": "<html><title>A call</title><p>We sold.<p>We grew." },
    texts: ["call | transcripts/MADE_2020-02-13.html | A call | 2020-02-13 2020-02-14 | We sold.\nWe grew."],
  },
  {
    what: "a full submission with a press release",
    files: {
      "s.txt": submission([["8-K", NOTICE], ["EX-99.1", "<html><p>We sold."], ["EX-31", "<p>I certify."]]),
      "list.json": LISTED,
    },
    texts: [
      "8-K | 8-K 0000000001-20-000007 | A notice | 2020-02-14 2020-02-18 | FORM 8-K\n" +
      "Item 2.02 Results of Operations and Financial Condition.\nThe maker of things sold more of them.\n" +
      "Item 9.01 Exhibits\nNone.",
      "8-K | 8-K 0000000001-20-000007 EX-99.1 |  | 2020-02-14 2020-02-18 | We sold.",
    ],
  },
  {
    what: "a page whose filing the folder lists under the number in its path",
    files: { "sec/filings/0000000001/000000000120000007/ex99-1.htm": "<html><p>We sold.", "list.json": LISTED },
    texts: ["8-K | 8-K 0000000001-20-000007 EX-99.1 |  | 2020-02-14 2020-02-18 | We sold."],
  },
  {
    what: "a tagged page whose filing the folder lists with its form and period",
    files: { "notice.htm": TAGGED_NOTICE, "list.json": LISTED },
    texts: [
      "8-K | 8-K 0000000001-20-000007 |  | 2020-02-14 2020-02-18 | 8-K\nMade Inc\nMADE\nItem 8.01 Other Events.\n" +
      "A plant was opened.",
    ],
  },
  {
    what: "sections of a filing that the folder lists",
    files: {
      "s.jsonl": lines([
        { ticker: "MADE", accession: "0000000001-20-000009", section: "mda", text: "We sold." },
        { ticker: "MADE", accession: "0000000001-20-000009", section: "risk_factors", text: "It may rain." },
      ]),
      "list.json": submissions(1, ["MADE"], [["0000000001-20-000009", "10-K", "2020-02-20", "2019-12-31"]]),
    },
    texts: ["10-K | 10-K 0000000001-20-000009 |  | 2020-02-20 2020-02-21 | We sold.\nIt may rain."],
  },
  {
    what: "a text in two files and twice in one, known from its first day",
    files: {
      "a.jsonl": lines(["2020-02-14", "2020-02-13"].map((date) => ({ date, ticker: "MADE", text: "We sold." }))),
      "b.jsonl": lines([{ date: "2020-02-12", ticker: "MADE", text: "We  sold. " }]),
    },
    texts: ["other | b.jsonl 1 |  | 2020-02-12 2020-02-13 | We sold."],
  },
  {
    what: "bytes of Windows",
    files: {
      "MADE_2020-02-13.txt": Uint8Array.from([
        ...new TextEncoder().encode("It is a call of ours: "),
        0x93,
        0x6f,
        0x6b,
        0x94,
      ]),
    },
    texts: ["other | MADE_2020-02-13.txt |  | 2020-02-13 2020-02-14 | It is a call of ours: “ok”"],
  },
];

for (const { what, files, texts } of READ) {
  Deno.test(`${what}: read as texts, packed or not`, async () => {
    deepEqual(await opened(files, textsOf), texts);
    const packed: Record<string, Uint8Array<ArrayBuffer>> = {};
    for (const [name, text] of Object.entries(files)) {
      if (typeof text === "string") packed[`${name}.gz`] = await gzip(text);
    }
    if (Object.keys(packed).length === 0) return;
    const ended = (text: string) => text.replaceAll(/(\.(?:jsonl|csv|txt|html))(?=[ |])/g, "$1.gz");
    deepEqual(await opened(packed, textsOf), texts.map(ended));
  });
}

const GOOD = { "good.jsonl": lines([{ date: "2020-02-13", ticker: "GOOD", text: "We sold." }]) };

const WRONG: readonly {
  when: string;
  file: string;
  text: string | Uint8Array<ArrayBuffer>;
  says: readonly string[];
}[] = [
  {
    when: "a row has no day",
    file: "a.csv",
    text: "date,ticker,text\n,MADE,one\n",
    says: ["refused 2:1 The row is skipped: it has no day"],
  },
  {
    when: "a day is written as two countries read it",
    file: "a.csv",
    text: "ticker,date,text\nMADE,02/03/2020,one\n",
    says: ['refused 2:6 The row is skipped: "02/03/2020" is not a day; write it as 2024-05-02'],
  },
  {
    when: "a day is to come",
    file: "a.jsonl",
    text: lines([{ ticker: "MADE", date: "2020-03-02", text: "one" }]),
    says: ["refused 1:25 The row is skipped: its day 2 Mar 2020 is in the future"],
  },
  {
    when: "a line is no JSON",
    file: "a.jsonl",
    text: `${lines([{ ticker: "MADE", date: "2020-02-03", text: "one" }])}{"ticker": oh}\n`,
    says: ['skipped 2:12 The row is skipped: Cannot read "{\\"ticker\\": oh}" as a JSON object: invalid value'],
  },
  {
    when: "a cell holds no ticker",
    file: "a.jsonl",
    text: lines([{ ticker: "Made Incorporated", date: "2020-02-03", text: "one" }]),
    says: ['refused 1:11 The row is skipped: "Made Incorporated" is not a ticker'],
  },
  {
    when: "nothing names a company",
    file: "headlines_of_all.jsonl",
    text: lines([{ date: "2020-02-03", headline: "one" }, { date: "2020-02-04", headline: "two" }]),
    says: ["refused 1:1 Of 2 entries nothing is used: neither they nor the path of the file name a company"],
  },
  {
    when: "a row has no text",
    file: "a.csv",
    text: "date,ticker,text\n2020-02-03,MADE,\n",
    says: ["refused 2:17 The row is skipped: it has no text"],
  },
  {
    when: "a row has other cells than the header",
    file: "a.csv",
    text: "date,ticker,text\n2020-02-03,MADE\n",
    says: ["refused 2:1 The row is skipped: It has 2 cells instead of 3"],
  },
  {
    when: "a text says no day",
    file: "transcripts/MADE.txt",
    text: "We sold more than we made.",
    says: ["refused 1:1 It says no day; name it like AAPL_2024-05-02.txt"],
  },
  {
    when: "nothing says when a notice was filed",
    file: "notice.htm",
    text: TAGGED_NOTICE,
    says: [
      "skipped 1:1 1 text of MADE not used: nothing says when it was filed; add the company's submissions file of the SEC, " +
      "or the full submission",
    ],
  },
  {
    when: "a service refused the download of a page",
    file: "sec/filings/0000000001/000000000120000007/ex99-1.htm",
    text:
      "<html><title>SEC.gov | Request Rate Threshold Exceeded</title><h1>Your Request Rate Threshold Was Exceeded</h1>",
    says: ["refused 1:1 It has no XBRL tags"],
  },
  {
    when: "a table of prices is named like a call",
    file: "transcripts/MADE_2020-02-13.txt",
    text: "time,rate\n2020-02-13,x\n2020-02-14,y\n",
    says: [
      'refused 1:1 Not a price file: its header names no close; expected a header like date,open,high,low,close,adj close,volume in its first line, not "time", "rate"',
    ],
  },
  { when: "it is empty", file: "news/MADE.html", text: "", says: ["refused 1:1 It is empty"] },
  {
    when: "it is not whole",
    file: "calls.jsonl.gz",
    text: (await gzip(lines([{ ticker: "MADE", date: "2020-02-03", text: "one" }]))).slice(0, 40),
    says: ["refused 1:1 Not read: it is not a complete gzip file"],
  },
];

for (const { when, file, text, says } of WRONG) {
  Deno.test(`where ${when}, it is said with its place, and the other files are read`, async () => {
    const [problems, texts] = await opened(
      { ...GOOD, [file]: text },
      (data) => [data.problems, textsOf(data, "GOOD")] as const,
      { latestDay: "2020-02-28" },
    );
    deepEqual(problems.map(({ kind, line, column, message }) => `${kind} ${line}:${column} ${message}`), says);
    deepEqual(new Set(problems.map((one) => one.file)), new Set([file]));
    equal(texts.length, 1);
  });
}

Deno.test("a text about several companies is a text of each", async () => {
  const rows = lines([{ date: "2020-02-13", ticker: "MADE|BOTH, $THIRD", text: "They sold." }]);
  const seen = await opened({ "a.jsonl": rows }, (data) => ["MADE", "BOTH", "THIRD"].map((one) => textsOf(data, one)));
  deepEqual(seen, Array(3).fill(["other | a.jsonl 1 |  | 2020-02-13 2020-02-14 | They sold."]));
});

Deno.test("a company that is known by texts alone is one from the day of the first, and its file is a source", async () => {
  const files = { "a.jsonl": lines([{ date: "2020-02-13", ticker: "MADE", text: "We sold." }]) };
  await opened(files, (data) => {
    deepEqual(data.span, { first: "2020-02-14", last: "2020-02-14" });
    deepEqual(data.shelves, ["texts"]);
    equal(data.notice, "1 text on 1 name, from 1 file; no prices.");
    deepEqual(data.at("2020-02-14").companies, [{ ticker: "MADE", name: "MADE" }]);
    deepEqual(data.at("2020-02-14").sources.map(({ id }) => id), ["a.jsonl"]);
    ok(data.at("2020-02-14").texts("MADE").documents.every(({ source }) => source === "a.jsonl"));
  });
});

Deno.test("sections are places in the text", async () => {
  await opened({ "s.txt": submission([["8-K", NOTICE]]), "list.json": LISTED }, (data) => {
    const { documents: [notice], text } = data.at("2020-02-18").texts("MADE");
    deepEqual(
      notice?.sections.map(({ name, start, end }) => [name, text(notice.id).slice(start, end).split("\n")[1]]),
      [
        ["Item 2.02", "The maker of things sold more of them."],
        ["Item 9.01", "None."],
      ],
    );
  });
});

Deno.test("a file that changes or goes takes its texts and their words with it", async () => {
  await inFolder(
    { "a.jsonl": lines([{ date: "2020-02-13", ticker: "MADE", text: "Old words." }]), ...GOOD },
    async (folder) => {
      const found = async (words: string) =>
        (await openEveryWay(folder)).at("2030-01-01").texts("MADE").find({ words }).length;
      equal(await found("old"), 1);
      await Deno.writeTextFile(`${folder}/a.jsonl`, lines([{ date: "2020-02-13", ticker: "MADE", text: "New." }]));
      deepEqual([await found("old"), await found("new")], [0, 1]);
      await Deno.remove(`${folder}/a.jsonl`);
      equal(await found("new"), 0);
    },
  );
});

for (
  const [text, risks] of [
    ["It may rain. It may snow.", "It may rain. It may snow."],
    ["” for a discussion of these. Revenue rose by a half.", undefined],
    ["of this Report. We sold. Item 1A. Risk Factors It may rain.", "Item 1A. Risk Factors It may rain."],
    ["– Risks of Ours” for more. See “Item 1A. Risk Factors – Risks of Ours” for more.", undefined],
  ] as const
) {
  Deno.test(`rows named risk factors that read ${JSON.stringify(text)} hold as such ${risks}`, async () => {
    const rows = ["mda", "risk_factors"].map((section, at) => ({
      ...{ ticker: "MADE", accession: "0000000001-20-000009", section, text: at === 0 ? "We sold." : text },
    }));
    const listed = submissions(1, ["MADE"], [["0000000001-20-000009", "10-K", "2020-02-20", "2019-12-31"]]);
    const found = await opened({ "s.jsonl": lines(rows), "list.json": listed }, (dataset) => {
      const { documents, text } = dataset.at("2020-03-02").texts("MADE");
      return documents.flatMap(({ id, sections }) =>
        sections.filter(({ name }) => name === "Item 1A").map(({ start, end }) => text(id).slice(start, end))
      );
    });
    deepEqual(found, risks === undefined ? [] : [risks]);
  });
}
