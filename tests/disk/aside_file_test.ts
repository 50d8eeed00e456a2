import { deepEqual, equal } from "../assert.ts";
import fc from "fast-check";
import { AsideFile } from "../../src/disk/aside_file.ts";
import { sha256 } from "../../src/disk/digest.ts";

Deno.test("AsideFile rejects a name that exists, and may try another", () => {
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

Deno.test("AsideFile leaves nothing when it is never named, and avoids a leftover's name", () => {
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

Deno.test("AsideFile writes text unchanged, of any length and at any cut", () => {
  const folder = Deno.makeTempDirSync();
  const text = fc.tuple(
    fc.constantFrom("a", "é", "漢", "🙂", "\ud83d", "\ude42a"),
    fc.constantFrom(0, 1, 3, 65_535, 150_000),
  )
    .map(([unit, count]) => unit.repeat(count));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (chunks) => {
      using file = new AsideFile(`${folder}/a.txt`);
      for (const chunk of chunks) file.write(chunk);
      const { bytes, sha256: digest } = file.finish();
      const expected = new TextEncoder().encode(chunks.join(""));
      deepEqual([bytes, digest], [expected.length, sha256(expected)]);
      equal(sha256(Deno.readFileSync(file.partPath)), digest);
    }),
    { numRuns: 60 },
  );
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("AsideFile takes a free name by a rename where hard links are impossible, and no other", () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/a.csv`, "mine");
  using file = new AsideFile(`${folder}/a.csv`);
  file.finish();
  Deno.removeSync(file.partPath);
  Deno.mkdirSync(file.partPath); // no file system links a folder, and each renames one
  equal(file.claim(`${folder}/a.csv`), false);
  equal(file.claim(`${folder}/b.csv`), true);
  deepEqual(
    Array.from(Deno.readDirSync(folder), ({ name, isDirectory }) => [name, isDirectory]).toSorted(),
    [["a.csv", false], ["b.csv", true]],
  );
  Deno.removeSync(folder, { recursive: true });
});
