/** The own tables of a folder: what is read, and what is said of what is not. */
import { deepEqual } from "../../assert.ts";
import { readOwnTables } from "../../../src/data/folder/own_tables.ts";
import { inFolder } from "../in_folder.ts";

const SCORES = "ticker,date,my_factor\nAAPL,2017-01-03,1\n";
const SIGN = '{"scores.my_factor": {"sign": 1}}';

const CASES: readonly {
  readonly when: string;
  readonly files: Readonly<Record<string, string>>;
  readonly says: readonly string[];
}[] = [
  { when: "there is a note for persons", files: { "own/README.md": "Mine" }, says: [] },
  {
    when: "there is a file of another kind",
    files: { "own/x.xlsx": "" },
    says: [
      "own/x.xlsx: Only .parquet, .csv, .tsv and .txt are read as own tables, all but the first with or without .gz",
    ],
  },
  {
    when: "there are two files of settings",
    files: { "own.json": SIGN, "own/own.json": SIGN },
    says: [
      "own/own.json: There is own.json too: which of them counts is not known, so no own table is used; delete one",
    ],
  },
];
for (const { when, files, says } of CASES) {
  Deno.test(`a folder's own tables have ${says.length === 0 ? "no problem" : "a problem"} when ${when}`, async () => {
    const all = { "own/scores.csv": SCORES, ...files };
    const { problems } = await inFolder(all, (folder) => readOwnTables(folder, Object.keys(all), {}));
    deepEqual(problems.map(({ file, message }) => `${file}: ${message}`), says);
  });
}
