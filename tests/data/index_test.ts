import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { DatabaseSync } from "node:sqlite";
import { lockFolder } from "../../src/disk/folder_lock.ts";
import type { LoadedDataset } from "../../src/data/dataset.ts";
import { checksumOfFile } from "../../src/data/index/checksums.ts";
import { FileIndex } from "../../src/data/index/file_index.ts";
import { lockIndex, openIndex } from "../../src/data/index/open_index.ts";
import { type FolderOptions, openFolder } from "../../src/data/folder/folder.ts";
import { readFiles, readIndexedFiles } from "../../src/data/folder/read_files.ts";
import type { DataFile } from "../../src/data/folder/data_file.ts";
import { reportOf } from "../bench/data_bench.ts";
import { missingShared, sharedPath, testOnSharedAtNight } from "../needs.ts";
import { inFolder } from "./in_folder.ts";
import { factsOf } from "./open_every_way.ts";

const PRICES = "date,close,adj close,volume\n2020-01-02,1,0.5,10\n2020-01-03,2,1,\n2020-01-06,,,\n";
const FILES = { "A.csv": PRICES, "sub/B.csv": PRICES.replaceAll(",1,", ",4,"), "C.csv": "date,close\nx,1\n" };
/** Later than every file of a test was written by more than file systems need to tell. */
const LATER = () => Date.now() + 60_000;

function open(folder: string, options: FolderOptions = {}): Promise<LoadedDataset> {
  return openFolder(folder, { index: "file", now: LATER, ...options });
}

/** Asks the database of the index. */
function inIndex<T>(folder: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(`${folder}/.conviction/index.sqlite`);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function paths(folder: string): string[] {
  return inIndex(folder, (database) => database.prepare("SELECT path FROM file ORDER BY path").all())
    .map(({ path }) => String(path));
}

/** Files of prices, with their series. */
function loaded(files: readonly DataFile[]) {
  return files.flatMap(({ shelf, read }) =>
    shelf === "prices" ? [{ ...read, series: read.series.map((one) => one.load()) }] : []
  );
}

/** Changes files of the index as the index itself would. */
function changeFiles(folder: string, assignment: string): void {
  inIndex(folder, (database) => {
    database.exec(`UPDATE file SET ${assignment}`);
    for (const row of database.prepare("SELECT * FROM file").all()) {
      const [size = NaN, mtime = NaN, ctime = NaN] = [row["size"], row["mtime"], row["ctime"]].map(Number);
      const stamp = { size, mtime, ctime, isSettled: row["is_settled"] === 1 };
      const [path = "", sha256 = "", shelf = "", said = ""] = [row["path"], row["sha256"], row["shelf"], row["said"]]
        .map(String);
      database.prepare("UPDATE file SET checksum = ? WHERE path = ?").run(
        checksumOfFile({ path, stamp, sha256, shelf, said }),
        path,
      );
    }
  });
}

/** Writes into the index that 77 rows of each file were skipped: whoever says so has not read the file. */
function mark(folder: string): void {
  changeFiles(folder, "said = json_set(said, '$.skippedRows', 77)");
}

const MARKED = { "A.csv": PRICES, "B.csv": PRICES };

Deno.test("a file whose size and times are the same is taken from the index", async () => {
  await inFolder(MARKED, async (folder) => {
    equal((await open(folder)).skippedRows, 2);
    mark(folder);
    equal((await open(folder)).skippedRows, 154);
    equal((await open(folder, { index: "memory" })).skippedRows, 2);
  });
});

Deno.test("a file with other times and the same bytes is not read again", async () => {
  await inFolder(MARKED, async (folder) => {
    await open(folder);
    mark(folder);
    await Deno.utime(`${folder}/A.csv`, 1, 1);
    equal((await open(folder)).skippedRows, 154);
    equal((await open(folder)).skippedRows, 154);
  });
});

Deno.test("a file with other bytes is read again, the others are not", async () => {
  await inFolder(MARKED, async (folder) => {
    await open(folder, { now: Date.now });
    mark(folder);
    const { atime, mtime } = await Deno.stat(`${folder}/A.csv`);
    await Deno.writeTextFile(`${folder}/A.csv`, PRICES.replace(",2,", ",9,"));
    await Deno.utime(`${folder}/A.csv`, atime ?? 0, mtime ?? 0); // of the same size, and as old as before
    const data = await open(folder);
    equal(data.skippedRows, 78);
    equal(data.at(data.asOf).prices("A")[0]?.close.at(-1), 9);
  });
});

Deno.test("a file that was written a moment before it was read is looked at again", async () => {
  await inFolder(MARKED, async (folder) => {
    await open(folder, { now: Date.now });
    mark(folder);
    changeFiles(folder, "sha256 = 'of other bytes'");
    equal((await open(folder)).skippedRows, 2);
  });
});

Deno.test("files that are removed or renamed leave the index", async () => {
  await inFolder(FILES, async (folder) => {
    await open(folder);
    deepEqual(paths(folder), ["A.csv", "C.csv", "sub/B.csv"]);
    await Deno.remove(`${folder}/A.csv`);
    await Deno.rename(`${folder}/C.csv`, `${folder}/D.csv`);
    const data = await open(folder);
    deepEqual(paths(folder), ["D.csv", "sub/B.csv"]);
    deepEqual(factsOf(data), factsOf(await openFolder(folder)));
    equal(
      inIndex(folder, (database) => database.prepare("SELECT count(DISTINCT file) AS n FROM series").get())?.["n"],
      1,
    );
  });
});

Deno.test("an index of another version is built anew", async () => {
  await inFolder(MARKED, async (folder) => {
    await open(folder);
    mark(folder);
    inIndex(folder, (database) => database.exec("PRAGMA user_version = 999"));
    const data = await open(folder);
    equal(data.skippedRows, 2);
    deepEqual(data.problems, []);
  });
});

/** Changes bytes of the index: a part of its length, from 0 to 1, where they begin; how many; what they become. */
function overwrite(at: number, count: number): (path: string) => void {
  return (path) => {
    const bytes = Deno.readFileSync(path);
    bytes.fill(0xa5, Math.floor(at * bytes.length), Math.floor(at * bytes.length) + count);
    Deno.writeFileSync(path, bytes);
  };
}

const DAMAGES: readonly { what: string; damage: (path: string) => void }[] = [
  { what: "is not a database", damage: (path) => Deno.writeTextFileSync(path, "not a database at all") },
  { what: "has another header", damage: overwrite(0, 64) },
  { what: "has a first page of other bytes", damage: overwrite(0, 4096) },
  { what: "is cut in its middle", damage: (path) => Deno.truncateSync(path, Math.floor(Deno.statSync(path).size / 2)) },
  { what: "is of other bytes but for its first page", damage: overwrite(0.04, 1_000_000) },
];

for (const { what, damage } of DAMAGES) {
  Deno.test(`an index that ${what} is built anew, which is said`, async () => {
    await inFolder(FILES, async (folder) => {
      const anew = await open(folder);
      const before = factsOf(anew);
      damage(`${folder}/.conviction/index.sqlite`);
      const data = await open(folder);
      deepEqual(
        data.problems.filter(({ kind }) => kind === "remark").map(({ file, message }) => `${file}: ${message}`),
        [
          ".conviction/index.sqlite: The index was damaged and is rebuilt",
        ],
      );
      deepEqual(factsOf(await open(folder)), before);
    });
  });
}

const CHANGES: readonly { what: string; sql: string }[] = [
  { what: "what a reader said is other JSON", sql: "UPDATE file SET said = json_set(said, '$.skippedRows', 5)" },
  { what: "what a reader said is no JSON", sql: "UPDATE file SET said = 'no JSON'" },
  { what: "the digest of a file is another one", sql: "UPDATE file SET sha256 = replace(sha256, 'a', 'b')" },
  { what: "the name of a series is another one", sql: "UPDATE series SET ticker = 'Z'" },
  { what: "the last day of a series is another one", sql: "UPDATE series SET last = last + 1" },
  { what: "a table is missing", sql: "DROP TABLE series" },
];

for (const { what, sql } of CHANGES) {
  Deno.test(`an index in which ${what} is built anew, and what it held is not believed`, async () => {
    await inFolder(FILES, async (folder) => {
      const before = factsOf(await open(folder));
      inIndex(folder, (database) => database.exec(sql));
      const data = await open(folder);
      match(data.problems.find(({ kind }) => kind === "remark")?.message ?? "", /damaged and is rebuilt/);
      deepEqual(factsOf(await open(folder)), before);
    });
  });
}

Deno.test("a database of another application in place of the index stays as it is", async () => {
  await inFolder(FILES, async (folder) => {
    const anew = factsOf(await openFolder(folder));
    await Deno.mkdir(`${folder}/.conviction`);
    inIndex(folder, (database) => database.exec("CREATE TABLE own (text); INSERT INTO own VALUES ('of a person')"));
    const bytes = await Deno.readFile(`${folder}/.conviction/index.sqlite`);
    deepEqual(factsOf(await open(folder)), anew);
    deepEqual(await Deno.readFile(`${folder}/.conviction/index.sqlite`), bytes);
    match(openIndex(folder).note ?? "", /another application/);
  });
});

Deno.test("where the disk is full, what does not fit into the index is read in memory", async () => {
  await inFolder(FILES, async (folder) => {
    openIndex(folder).index?.[Symbol.dispose]();
    const wanted = Object.keys(FILES).map((file) => ({ file, place: `${folder}/${file}`, isIndexed: true }));
    const options = { currency: "USD", now: LATER, onFile: () => {} };
    const anew = await readFiles(wanted, options);
    await open(folder);
    await Deno.utime(`${folder}/A.csv`, 1, 1); // to be stamped again
    await Deno.writeTextFile(`${folder}/sub/B.csv`, PRICES); // to be read again
    const database = new DatabaseSync(`${folder}/.conviction/index.sqlite`);
    database.exec("PRAGMA query_only = 1"); // SQLite says of it what it says of a disk that cannot be written
    const index = new FileIndex(database);
    const lock = () => Promise.resolve({ [Symbol.dispose]: () => {} });
    const changed = wanted.filter(({ file }) => file === "sub/B.csv");
    const found = await readIndexedFiles(wanted, { index, lock }, options);
    const expected = [...anew.filter(({ read }) => read.file !== "sub/B.csv"), ...await readFiles(changed, options)];
    const byName = (files: typeof anew) => loaded(files).sort((one, other) => one.file < other.file ? -1 : 1);
    deepEqual(byName(found), byName(expected));
    index[Symbol.dispose]();
  });
});

Deno.test("a series whose bytes have changed in the index is refused by name of the folder to delete", async () => {
  await inFolder(MARKED, async (folder) => {
    await open(folder);
    inIndex(folder, (database) => database.exec("UPDATE series SET close = zeroblob(length(close))"));
    const data = await open(folder);
    const view = data.at(data.asOf);
    await rejects(async () => void await view.prices("A"), /its? .*damaged; delete \.conviction/);
  });
});

Deno.test("an index may be deleted at any time, also while it is open", async () => {
  await inFolder(FILES, async (folder) => {
    const data = await open(folder);
    await Deno.remove(`${folder}/.conviction`, { recursive: true });
    const facts = factsOf(data);
    deepEqual(facts, factsOf(await open(folder)));
  });
});

Deno.test("a folder whose index cannot be made is read in memory, and nothing else changes", async () => {
  await inFolder(FILES, async (folder) => {
    const anew = factsOf(await openFolder(folder));
    await Deno.writeTextFile(`${folder}/.conviction`, "in the way");
    deepEqual(factsOf(await open(folder)), anew);
  });
});

Deno.test("a dataset stays what it was when its files change and another opening fills the index", async () => {
  await inFolder(MARKED, async (folder) => {
    const before = await open(folder);
    await Deno.writeTextFile(`${folder}/A.csv`, "date,close\n2020-01-02,7\n2020-01-03,8\n2020-01-06,9\n");
    await Deno.remove(`${folder}/B.csv`);
    const after = await open(folder);
    const closes = (data: LoadedDataset, ticker: string) =>
      data.at("2020-02-01").prices(ticker).map(({ close }) => [...close]);
    deepEqual([closes(after, "A"), closes(after, "B")], [[[7, 8, 9]], []]);
    deepEqual([closes(before, "A"), closes(before, "B")], [[[1, 2], [0.5, 1]], [[1, 2], [0.5, 1]]]);
  });
});

Deno.test("openings at the same time give the same, and leave a whole index", async () => {
  await inFolder(FILES, async (folder) => {
    const anew = factsOf(await openFolder(folder));
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(folder)));
    for (const data of opened) deepEqual(factsOf(data), anew);
    deepEqual(paths(folder), ["A.csv", "C.csv", "sub/B.csv"]);
    equal(inIndex(folder, (database) => database.prepare("PRAGMA integrity_check").get())?.["integrity_check"], "ok");
  });
});

Deno.test("an opening that ends in the middle leaves an index that the next one goes on with", async () => {
  await inFolder(FILES, async (folder) => {
    const stop = new Error("enough");
    const onFile = (read: number) => {
      if (read === 2) throw stop;
    };
    await rejects(open(folder, { onFile }), (error) => error === stop);
    deepEqual(paths(folder), ["A.csv", "C.csv"]);
    deepEqual(factsOf(await open(folder)), factsOf(await openFolder(folder)));
  });
});

Deno.test("an opening waits while another one fills the index", async () => {
  await inFolder(MARKED, async (folder) => {
    await Deno.mkdir(`${folder}/.conviction`);
    const other = lockFolder(`${folder}/.conviction`);
    const read: number[] = [];
    const opening = open(folder, { onFile: (count) => read.push(count) });
    equal(await lockIndex(folder, 2), undefined);
    deepEqual(read, [], "nothing is read while the other one may be reading it");
    other.close();
    await opening;
    deepEqual([read, paths(folder)], [[1, 2], ["A.csv", "B.csv"]]);
  });
});

Deno.test("where another one fills the index for too long, files are read in memory", async () => {
  await inFolder(MARKED, async (folder) => {
    const { index } = openIndex(folder);
    ok(index);
    const wanted = ["A.csv", "B.csv"].map((file) => ({ file, place: `${folder}/${file}`, isIndexed: true }));
    const options = { currency: "USD", now: LATER, onFile: () => {} };
    const found = await readIndexedFiles(wanted, { index, lock: () => Promise.resolve(undefined) }, options);
    const anew = await readFiles(wanted, options);
    deepEqual(loaded(found), loaded(anew));
    deepEqual(index.files().size, 0);
    index[Symbol.dispose]();
  });
});

Deno.test("a row that is still to come is read when its day has come, and not before", async () => {
  const files = { "A.csv": "date,close\n2020-01-02,1\n2020-01-03,2\n2020-01-06,3\n" };
  await inFolder(files, async (folder) => {
    for (
      const latestDay of ["2020-01-03", "2020-01-04", "2020-01-06", "2020-01-07", undefined, "2020-01-02", undefined]
    ) {
      deepEqual(factsOf(await open(folder, { latestDay })), factsOf(await openFolder(folder, { latestDay })));
    }
  });
});

Deno.test("the currency and the benchmark of one opening do not stay in the index", async () => {
  await inFolder({ ...FILES, "my index.csv": PRICES }, async (folder) => {
    for (
      const options of [
        { currency: "EUR" },
        { benchmark: "my index.csv", base: folder },
        {},
        { benchmark: "A.csv" },
        {},
      ]
    ) {
      deepEqual(factsOf(await open(folder, options)), factsOf(await openFolder(folder, options)));
    }
  });
});

Deno.test("two processes that open a folder at once say the same as one alone", async () => {
  const rows = Array.from(
    { length: 400 },
    (_, at) => `${new Date(Date.UTC(2015, 0, 1 + at)).toISOString().slice(0, 10)},${at + 1}\n`,
  );
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`T${at}.csv`, `date,close\n${rows.join("")}`]),
  );
  await inFolder(files, async (folder) => {
    const main = new URL("../../pipelines/conviction.ts", import.meta.url).pathname;
    const check = async (...rights: string[]) => {
      const args = [
        "run",
        "-q",
        "--no-prompt",
        "--allow-read",
        "--allow-env",
        ...rights,
        main,
        "data",
        "check",
        "--json",
        folder,
      ];
      const { stdout, stderr } = await new Deno.Command("deno", { args }).output();
      const { index, ...report } = JSON.parse(
        new TextDecoder().decode(stdout) || `{"error": ${JSON.stringify(new TextDecoder().decode(stderr))}}`,
      );
      return { index, report };
    };
    const alone = await check();
    equal(alone.index.isUsed, false);
    match(alone.index.note, /permission/);
    const write = `--allow-write=${folder}`;
    const [one, other] = await Promise.all([check(write), check(write)]);
    deepEqual([one.report, other.report], [alone.report, alone.report]);
    deepEqual([one.index.isUsed, other.index.isUsed], [true, true]);
    equal(paths(folder).length, 40);
  });
});

const SP500 = "prices/sp500_daily_2013-2018.csv.gz";

testOnSharedAtNight(
  missingShared(SP500),
  "619,040 bars from an index take at most 150 MiB, the process included",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.copyFile(sharedPath(SP500), `${folder}/prices.csv.gz`);
      await openFolder(folder, { index: "file" });
      const { bars, residentMiB } = await reportOf(folder, "load");
      equal(bars, 619_040);
      ok(residentMiB <= 150, `${residentMiB} MiB`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
