/** What tells, without reading it, whether a file is what it was. */
import { stat } from "node:fs/promises";
import { deepEqual, equal } from "../assert.ts";
import { sha256 } from "../../src/disk/digest.ts";
import { hasDigest, isSame, stampOf } from "../../src/data/index/file_stamp.ts";
import { inFolder } from "./in_folder.ts";

Deno.test("a file is settled when it was left alone for longer than any file system counts in", () =>
  inFolder({ "a.csv": "one" }, async (folder) => {
    const path = `${folder}/a.csv`;
    const { mtimeMs, ctimeMs } = await stat(path);
    const changed = Math.max(mtimeMs, ctimeMs);
    const settled = [-1_000, 0, 2_000, 3_000].map((age) => stampOf(path, changed + age)?.isSettled);
    deepEqual(settled, [false, false, false, true]);
  }));

Deno.test("a file is the same while its size and its times are, whether it is settled or not", () =>
  inFolder({ "a.csv": "one" }, async (folder) => {
    const path = `${folder}/a.csv`;
    const before = stampOf(path, 0);
    equal(isSame(before, stampOf(path, Date.now() + 60_000)), true);
    await Deno.writeTextFile(path, "longer");
    equal(isSame(before, stampOf(path, 0)), false);
    for (const other of [stampOf(`${folder}/none.csv`, 0), undefined]) {
      deepEqual([isSame(before, other), isSame(other, before), isSame(other, other)], [false, false, false]);
    }
  }));

Deno.test("a file has the digest of its bytes, and no other; one that cannot be read has none", () =>
  inFolder({ "a.csv": "one" }, async (folder) => {
    const asked = [["a.csv", "one"], ["a.csv", "two"], ["none.csv", "one"]] as const;
    const has = await Promise.all(asked.map(([name, text]) => hasDigest(`${folder}/${name}`, sha256(text))));
    deepEqual(has, [true, false, false]);
  }));
