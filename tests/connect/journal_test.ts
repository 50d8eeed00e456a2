import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Journal } from "../../src/connect/journal.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { testMachine } from "../batch/test_machine.ts";

const NOW = Date.UTC(2026, 10, 23, 22);
const HOURS = 3_600_000;

/** A journal with a file, a request and a pause of a fetch that did not end. */
async function written(): Promise<string> {
  const folder = join(testMachine().folder, "data");
  mkdirSync(folder);
  const path = join(folder, "fetch.jsonl");
  using journal = new Journal(path);
  await journal.open(NOW);
  journal.begin(NOW);
  journal.ask("a.example", NOW);
  journal.pauseUntil("a.example", { untilMs: NOW + HOURS, why: "status 403" });
  journal.keep({ path: "a.json", bytes: 2, sha256: "00", atMs: NOW });
  return path;
}

const TAILS = [
  { what: "nothing torn", tail: "" },
  { what: "a last line torn in a write", tail: '{"do":"file","path":"b.js' },
  { what: "a last line without its end", tail: '{"do":"end","atMs":1}' },
  { what: "a line of another form", tail: '{"do":"file","path":7}\n' },
];

for (const { what, tail } of TAILS) {
  Deno.test(`a journal with ${what} gives what was whole, also once it was opened again`, async () => {
    const path = await written();
    writeFileSync(path, tail, { flag: "a" });
    for (const _ of [1, 2]) {
      using journal = new Journal(path);
      equal(journal.resumes(NOW + HOURS), NOW);
      equal(journal.resumes(NOW + 12 * HOURS), undefined);
      deepEqual(journal.starts(["a.example"]), [[NOW, 1]]);
      deepEqual(journal.pause(["a.example"], NOW), { untilMs: NOW + HOURS, why: "status 403" });
      equal(journal.pause(["a.example"], NOW + HOURS), undefined);
      equal(journal.file("a.json")?.sha256, "00");
      equal(journal.file("b.json"), undefined);
      ok(journal.isOfThisFetch("a.json"));
      await journal.open(NOW);
    }
  });
}

Deno.test("a journal of many old lines is written anew with what still counts", async () => {
  const path = await written();
  const old = { do: "file", path: "a.json", bytes: 2, sha256: "01", atMs: NOW };
  writeFileSync(path, `${JSON.stringify(old)}\n`.repeat(2_100), { flag: "a" });
  using journal = new Journal(path);
  await journal.open(NOW);
  equal(readFileSync(path, "utf8").split("\n").length - 1, 4);
  using again = new Journal(path);
  equal(again.file("a.json")?.sha256, "01");
  deepEqual(again.starts(["a.example"]), [[NOW, 1]]);
  ok(again.isOfThisFetch("a.json"));
});
