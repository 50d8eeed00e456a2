import { deepEqual, equal, match, rejects } from "../../assert.ts";
import { DatabaseSync } from "node:sqlite";
import type { DataProblem, LoadedDataset } from "../../../src/data/dataset.ts";
import { type FolderOptions, openFolder } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";
import { companyFacts, gzip, submissions, YEAR } from "./made_files.ts";

/** Later than every file of a test was written by more than file systems need to tell. */
const LATER = () => Date.now() + 60_000;
const GOOD = { "GOOD.json": companyFacts(9) };

function open(folder: string, options: FolderOptions = {}): Promise<LoadedDataset> {
  return openFolder(folder, { index: "file", now: LATER, ...options });
}

function valuesOf(data: LoadedDataset, ticker: string = "MADE"): readonly number[] {
  return data.at("2030-01-01").records(ticker).facts.map(({ value }) => value);
}

async function cut(text: string, by: number): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await gzip(text);
  return packed.slice(0, packed.length - by);
}

const LONG = companyFacts(1, Array.from({ length: 5_000 }, (_, at) => ({ ...YEAR, value: at * 7919 % 10_007 })));
const PAGE = "<!DOCTYPE html><html><body>Your request has been limited</body></html>";

const DAMAGED: readonly { what: string; file: string; bytes: () => Promise<Uint8Array<ArrayBuffer>>; says: RegExp }[] =
  [
    {
      what: "JSON that ends early",
      file: "MADE.json",
      bytes: () => textBytes(companyFacts(1).slice(0, -9)),
      says: /^MADE\.json:1 Not complete JSON: /,
    },
    {
      what: "a page in place of JSON",
      file: "MADE.json",
      bytes: () => textBytes(PAGE),
      says: /^MADE\.json:1 It is a web page without tagged figures/,
    },
    {
      what: "other JSON",
      file: "MADE.json",
      bytes: () => textBytes('{"name":"package"}'),
      says: /^MADE\.json:1 It is JSON of no kind that is read/,
    },
    {
      what: "other XML",
      file: "feed.xml",
      bytes: () => textBytes('<?xml version="1.0"?><rss/>'),
      says: /^feed\.xml:1 It is XML of no kind that is read/,
    },
    { what: "nothing", file: "MADE.json", bytes: () => textBytes(""), says: /^MADE\.json:1 It is empty/ },
    {
      what: "bytes that are no text",
      file: "MADE.dat",
      bytes: () => Promise.resolve(new Uint8Array([1, 0, 2, 0, 3])),
      says: /^MADE\.dat:1 Its content is not text/,
    },
    {
      what: "a gzip file that ends early",
      file: "MADE.json.gz",
      bytes: () => cut(companyFacts(1), 12),
      says: /^MADE\.json\.gz:1 Not read: it is not a complete gzip file/,
    },
    {
      what: "a large gzip file that ends early",
      file: "MADE.json.gz",
      bytes: () => cut(LONG, 1_000),
      says: /^MADE\.json\.gz:1 Not read: it is not a complete gzip file/,
    },
    {
      what: "text by the name of a gzip file",
      file: "MADE.json.gz",
      bytes: () => textBytes(companyFacts(1)),
      says: /^MADE\.json\.gz:1 Not read: it is not a complete gzip file/,
    },
  ];

function textBytes(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return Promise.resolve(new TextEncoder().encode(text));
}

function said({ file, line, message }: DataProblem): string {
  return `${file}:${line} ${message}`;
}

for (const { what, file, bytes, says } of DAMAGED) {
  Deno.test(`${what} is refused with its reason, and the other files are read`, async () => {
    await inFolder({ ...GOOD, [file]: await bytes() }, async (folder) => {
      for (const options of [{ index: "memory" }, {}, {}] as const) {
        const data = await open(folder, options);
        deepEqual(data.problems.map(({ kind }) => kind), ["refused"]);
        match(data.problems.map(said).join(), says);
        deepEqual([data.files, valuesOf(data, "GOOD")], [{ found: 2, read: 1 }, [1000]]);
      }
    });
  });
}

Deno.test("a file that cannot be opened is refused, and the others are read", async () => {
  await inFolder(GOOD, async (folder) => {
    await Deno.symlink(`${folder}/nowhere.json`, `${folder}/MADE.json`);
    const data = await open(folder);
    deepEqual(data.problems.map(({ kind, file }) => [kind, file]), [["refused", "MADE.json"]]);
    deepEqual(valuesOf(data, "GOOD"), [1000]);
  });
});

Deno.test("a folder in which nothing is data says what was found", async () => {
  await inFolder({ "package.json": "{}" }, async (folder) => {
    await rejects(
      open(folder),
      /no file holds prices, records, texts or own tables \(package\.json line 1: It is JSON of no kind/,
    );
  });
});

Deno.test("records are taken from the index while their file is the same, and read again when it changes", async () => {
  await inFolder({ "MADE.json": companyFacts(1) }, async (folder) => {
    deepEqual(valuesOf(await open(folder)), [1000]);
    await Deno.writeTextFile(`${folder}/MADE.json`, companyFacts(1, [{ ...YEAR, value: 2000 }]));
    deepEqual(valuesOf(await open(folder)), [2000]);
    await Deno.remove(`${folder}/MADE.json`);
    await Deno.writeTextFile(`${folder}/OTHER.json`, companyFacts(1));
    const data = await open(folder);
    deepEqual([data.at(data.asOf).companies.map(({ ticker }) => ticker), valuesOf(data, "OTHER")], [["OTHER"], [1000]]);
    equal(inIndex(folder, "SELECT count(*) AS n FROM records"), 1);
  });
});

/** Asks the database of the index, or changes it. */
function inIndex(folder: string, sql: string): unknown {
  const database = new DatabaseSync(`${folder}/.conviction/index.sqlite`);
  try {
    return database.prepare(sql).get()?.["n"];
  } finally {
    database.close();
  }
}

Deno.test("what a dataset opened stays what it was, when its file and the index change", async () => {
  await inFolder({ "MADE.json": companyFacts(1), "TWO.json": companyFacts(2) }, async (folder) => {
    await open(folder);
    const before = await open(folder);
    await Deno.writeTextFile(`${folder}/MADE.json`, companyFacts(1, [{ ...YEAR, value: 2000 }]));
    const after = await open(folder);
    deepEqual([valuesOf(before), valuesOf(after)], [[1000], [2000]]);
    deepEqual([valuesOf(before, "TWO"), valuesOf(after, "TWO")], [[1000], [1000]]);
  });
});

Deno.test("records whose bytes have changed in the index are refused by name of the folder to delete", async () => {
  await inFolder({ "MADE.json": companyFacts(1) }, async (folder) => {
    await open(folder);
    inIndex(folder, "UPDATE records SET bytes = x'0102'");
    const data = await open(folder);
    await rejects(Promise.try(() => valuesOf(data)), /it is damaged; delete \.conviction in it/);
  });
});

Deno.test("an index whose entry of records has changed is built anew", async () => {
  await inFolder({ "MADE.json": companyFacts(1) }, async (folder) => {
    await open(folder);
    inIndex(folder, "UPDATE records SET said = replace(said, '0000000001', '0000000002')");
    const data = await open(folder);
    deepEqual(valuesOf(data), [1000]);
    match(data.problems.map(said).join(), /The index was damaged and is rebuilt/);
  });
});

Deno.test("a deleted index is filled again", async () => {
  await inFolder({ "MADE.json": companyFacts(1), "s.json": submissions(1, ["MADE"]) }, async (folder) => {
    await open(folder);
    await Deno.remove(`${folder}/.conviction`, { recursive: true });
    deepEqual(valuesOf(await open(folder)), [1000]);
    equal(inIndex(folder, "SELECT count(*) AS n FROM file"), 2);
  });
});

Deno.test("a folder without permission to write is read in memory, and holds the same", async () => {
  await inFolder({ "MADE.json": companyFacts(1) }, async (folder) => {
    const script = new URL("read_only_child.ts", import.meta.url).pathname;
    const { stdout, stderr } = await new Deno.Command("deno", {
      args: ["run", "-q", "--no-prompt", "--cached-only", "--no-check", "--allow-read", "--allow-env", script, folder],
    }).output();
    equal(new TextDecoder().decode(stderr), "");
    deepEqual(JSON.parse(new TextDecoder().decode(stdout)), [1000]);
    const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
    deepEqual(names, ["MADE.json"]);
  });
});
