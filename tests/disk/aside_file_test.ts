import { deepEqual, equal } from "../assert.ts";
import { AsideFile } from "../../src/disk/aside_file.ts";

Deno.test("AsideFile takes no name that something has, and may try another", () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/a.csv`, "mine");
  {
    using file = new AsideFile(`${folder}/a.csv`);
    file.write("new");
    file.finish();
    equal(file.claim(`${folder}/a.csv`), false);
    equal(file.claim(`${folder}/b.csv`), true);
  }
  deepEqual(
    Array.from(Deno.readDirSync(folder), ({ name }) => [name, Deno.readTextFileSync(`${folder}/${name}`)]).toSorted(),
    [["a.csv", "mine"], ["b.csv", "new"]],
  );
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("AsideFile leaves nothing when it never gets a name, and steps aside for a leftover", () => {
  const folder = Deno.makeTempDirSync();
  const leftover = `a.csv.${Deno.pid}-1.part`;
  Deno.writeTextFileSync(`${folder}/${leftover}`, "of a killed process");
  {
    using file = new AsideFile(`${folder}/a.csv`);
    file.write("x");
    equal(file.partPath, `${folder}/a.csv.${Deno.pid}-2.part`);
  }
  deepEqual(Array.from(Deno.readDirSync(folder), ({ name }) => name), [leftover]);
  Deno.removeSync(folder, { recursive: true });
});
