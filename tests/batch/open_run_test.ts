import { deepEqual, rejects } from "../assert.ts";
import { InputError, openRun } from "conviction/batch";
import { FakeResearch } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

/** Open handles can still read it; it cannot be opened again. */
const removeLedger = (folder: string) => Deno.removeSync(`${folder}/ledger.sqlite`);

Deno.test("openRun() opens the ledger once, whatever the number of rows", async () => {
  const machine = testMachine();
  const select = [{ name: "direction", pointer: "/agent_thesis/signal" }];
  await screened(listOf(3), new FakeResearch(), { machine, select });
  const folder = `${machine.folder}/out`;
  const { rows: expected } = await openRun(folder);
  const opening = openRun(folder);
  removeLedger(folder);
  const { rows } = await opening;
  deepEqual(rows, expected);
  deepEqual(rows.map(({ ticker, selected }) => [ticker, selected.length]), [["T1", 1], ["T2", 1], ["T3", 1]]);
  await rejects(openRun(folder), InputError);
});
