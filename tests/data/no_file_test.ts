import { deepEqual, equal } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "./in_folder.ts";

const PRICES = "date,close\n2020-01-02,1\n2020-01-03,1\n";

for (const to of [".", "/dev/null"]) {
  Deno.test({
    name: `a name like that of a price file that leads to ${to} is refused, and the other files are read`,
    ignore: Deno.build.os === "windows",
    fn: () =>
      inFolder({ "A.csv": PRICES }, async (folder) => {
        await Deno.symlink(to, `${folder}/B.csv`);
        const { files, problems } = await openFolder(folder);
        deepEqual(files, { found: 2, read: 1 });
        equal(
          problems.find(({ file }) => file === "B.csv")?.message,
          "Cannot read the file: it is a folder, a pipe or a device",
        );
      }),
  });
}
