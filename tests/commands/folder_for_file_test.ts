import { equal, match } from "../assert.ts";
import { readStatus } from "../../src/batch/runs/read_status.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { FakeResearch } from "../batch/fake_research.ts";
import { listOf, screened } from "../batch/screened.ts";
import { testMachine } from "../batch/test_machine.ts";

function saidBy(work: () => unknown): string {
  try {
    work();
    return "";
  } catch (error) {
    return String(error);
  }
}

Deno.test("a run whose neighbours are anything but runs looks for the last one among them, and begins", async () => {
  const machine = testMachine();
  await Deno.mkdir(`${machine.folder}/beside/manifest.json`, { recursive: true });
  await Deno.mkdir(`${machine.folder}/other`);
  await Deno.writeTextFile(`${machine.folder}/other/manifest.json`, "null");
  const told = await screened(listOf(1), new FakeResearch(), { machine, since: "last" });
  equal(told.statuses[0], "done");
});

Deno.test("a file given as the folder of a run is refused with words", async () => {
  const machine = testMachine();
  await Deno.writeTextFile(`${machine.folder}/afile`, "hi");
  for (const folder of ["afile", "afile/deep"]) {
    const told = await screened(listOf(1), new FakeResearch(), { machine, folder }).catch((error: unknown) => error);
    match(
      String(told),
      /^DiskError: Cannot create the folder .*afile.*: (it|part of the path) is a file; choose another/,
    );
  }
  match(
    saidBy(() => readStatus(`${machine.folder}/afile`, { now: new Date() })),
    /^InputError: Cannot open the run .*: there is no readable/,
  );
});

Deno.test("a folder given as a text file is refused with words", async () => {
  const folder = await Deno.makeTempDir();
  match(saidBy(() => readTextFile(folder)), /^InputError: Cannot read .*: it is a folder; name a file in it$/);
});
