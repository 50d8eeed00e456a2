import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { KeptFiles } from "../../src/connect/kept_files.ts";
import { SOURCE_KEYS } from "../../src/connect/source_keys.ts";
import { SOURCES } from "../../src/connect/sources.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { deepEqual, equal, rejects } from "../assert.ts";
import { testMachine } from "../batch/test_machine.ts";

const BODY = new TextEncoder().encode("{}");

for (
  const path of ["../a.csv", "a/../../b.csv", "/etc/a.csv", "a//b.csv", ".hidden", "a/.b", "a\\b", "a.", "", "a\0b"]
) {
  Deno.test(`no file is kept at ${JSON.stringify(path)}`, async () => {
    const { folder } = testMachine();
    await rejects(new KeptFiles(join(folder, "data")).write(path, BODY), InputError);
    deepEqual(readdirSync(folder), []);
  });
}

Deno.test("nothing is written through a link that leads out of the data folder", async () => {
  const { folder } = testMachine();
  for (const name of ["data", "outside"]) mkdirSync(join(folder, name));
  symlinkSync(join(folder, "outside"), join(folder, "data", "prices"));
  await rejects(new KeptFiles(join(folder, "data")).write("prices/A.csv", BODY), InputError);
  deepEqual(readdirSync(join(folder, "outside")), []);
});

Deno.test("a file is what was kept until a byte of it differs", async () => {
  const files = new KeptFiles(join(testMachine().folder, "data"));
  const sha256 = await files.write("prices/A.csv", BODY);
  equal(files.holds("prices/A.csv", { bytes: BODY.length, sha256 }), true);
  await files.write("prices/A.csv", new TextEncoder().encode("[]"));
  equal(files.holds("prices/A.csv", { bytes: BODY.length, sha256 }), false);
});

Deno.test("the variables removed from every output are those that sources need as keys", () => {
  const needs = new Set(SOURCES.flatMap((maker) => maker.needs));
  needs.delete("CONVICTION_CONTACT");
  deepEqual([...needs].toSorted(), SOURCE_KEYS.toSorted());
});
