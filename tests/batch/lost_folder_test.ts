import { deepEqual, equal, match, rejects } from "../assert.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

const ROWS = 40;
const LOST =
  "Cannot write the ledger FOLDER/out/ledger.sqlite: it was deleted or moved while the run was at work, so " +
  "nothing more was sent; a run that was moved is resumed in its new folder";

const WAYS: readonly { readonly what: string; readonly does: (out: string) => void }[] = [
  { what: "its folder is deleted", does: (out) => Deno.removeSync(out, { recursive: true }) },
  { what: "its ledger is deleted", does: (out) => Deno.removeSync(`${out}/ledger.sqlite`) },
  { what: "its folder is moved", does: (out) => Deno.renameSync(out, `${out}-moved`) },
  {
    what: "another folder takes its place",
    does: (out) => {
      Deno.renameSync(out, `${out}-moved`);
      Deno.mkdirSync(out);
      Deno.writeTextFileSync(`${out}/ledger.sqlite`, "another");
    },
  },
];

/** Screens 40 rows, two at once; the sixth question finds the folder gone. */
async function screenLosing(does: (out: string) => void) {
  const machine = testMachine();
  const out = `${machine.folder}/out`;
  const research = new FakeResearch({
    files: () => [{ file_id: "f", filename: "table.csv" }],
    onReason: () => {
      if (research.asked.length === 6) does(out);
    },
  });
  const work = screened(listOf(ROWS), research, { machine, concurrency: 2 });
  await rejects(work, { name: "DiskError", message: LOST.replace("FOLDER", machine.folder) });
  return { machine, out, sent: research.asked.length };
}

for (const { what, does } of WAYS) {
  Deno.test(`when ${what} while a run is at work, nothing more is sent, and the error names it`, async () => {
    const { sent } = await screenLosing(does);
    equal(sent <= 7, true, `${sent} requests were sent`);
  });
}

Deno.test("a run that was moved keeps what was under way; in its new folder it is resumed, and nothing is sent twice", async () => {
  const { machine, out, sent } = await screenLosing((out) => Deno.renameSync(out, `${out}-moved`));
  const left = await Array.fromAsync(Deno.readDir(machine.folder), ({ name }) => name);
  deepEqual(left.toSorted(), ["out-moved", "tickers.csv"]);
  const again = new FakeResearch({ files: () => [{ file_id: "f", filename: "table.csv" }] });
  const { statuses } = await screened(listOf(ROWS), again, { machine, folder: `${out}-moved` });
  deepEqual(statuses, Array(ROWS).fill("done"));
  equal(again.asked.length, ROWS - sent);
  match(await Deno.readTextFile(`${out}-moved/files/1_T1/table.csv`), /content/);
});
