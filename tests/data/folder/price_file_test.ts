/** One price file without a folder. */
import { deepEqual, match, rejects } from "../../assert.ts";
import { openPriceFile } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";

const FILES = { "AAPL.csv": "date,close\n2017-01-03,1\n2017-01-04,2\n", "b.xlsx": "", "c.csv": "date,close\n" };

Deno.test("a price file is opened by its path, with the prices that a folder would have", async () => {
  const data = await inFolder(FILES, (folder) => openPriceFile(`${folder}/AAPL.csv`));
  deepEqual(data.at("2018-01-01").prices("AAPL").map(({ close }) => [...close]), [[1, 2]]);
});

const REFUSED = [
  ["none.csv", /^Cannot read prices from \S+none\.csv: there is no such file$/],
  ["b.xlsx", /^Cannot read prices from \S+b\.xlsx: /],
  ["c.csv", /^Cannot read prices from \S+c\.csv: /],
] as const;
for (const [name, says] of REFUSED) {
  Deno.test(`${name} is refused by its path`, async () => {
    await inFolder(FILES, (folder) =>
      rejects(openPriceFile(`${folder}/${name}`), (error: Error) => {
        match(error.message, says);
        return true;
      }));
  });
}
