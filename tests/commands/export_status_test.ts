import { deepEqual, equal, match } from "../assert.ts";
import { screen } from "conviction/batch";
import { exportCommand } from "../../src/commands/export_command.ts";
import { statusCommand } from "../../src/commands/status_command.ts";
import { FakeResearch } from "../batch/fake_research.ts";
import { testMachine, writeCsv } from "../batch/test_machine.ts";
import { lockFolder } from "../../src/disk/folder_lock.ts";
import { testHost } from "./captured.ts";
import { ROOT } from "./run_pipeline.ts";

/** A finished run below `runs/`, one row of which has a file; and a host for commands. */
async function ranRun({ limit }: { readonly limit?: number } = {}) {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const research = new FakeResearch({
    files: ({ input }) => String(input).includes("IBM") ? [{ file_id: "f", filename: "a.csv" }] : [],
  });
  for await (const _ of screen(writeCsv(folder, "ticker\nAAPL\nIBM\n"), research, { machine, limit }));
  const host = testHost(machine);
  return { host, out: host.out, err: host.err, folder, run: "runs/tickers/2024-03-01" };
}

Deno.test("status latest prints the last finished run, with --json as one object", async () => {
  const { host, out } = await ranRun();
  equal(await statusCommand(["latest"], host), 0);
  match(out.text, /^tickers\.csv on unnamed, in runs\/tickers\/2024-03-01\. Finished /);
  match(out.text, /\n2 of 2 rows: 2 done( · .*)?\.\nLast thesis: \w+ neutral, row \d, under 1 s ago\.\n$/);
  out.text = "";
  equal(await statusCommand(["latest", "--json"], host), 0);
  const { state, rows, statuses, last_thesis } = JSON.parse(out.text);
  deepEqual([state, rows, statuses.done, last_thesis.signal], ["finished", 2, 2, "neutral"]);
});

Deno.test("export renders again and says what to open; into another folder, also where the files of the answers are", async () => {
  const { host, out, folder, run } = await ranRun();
  await Deno.remove(`${folder}/${run}/theses.csv`);
  equal(await exportCommand([run], host), 0);
  equal(
    out.text,
    `2 rows: 2 done. Nothing was sent.\nOpen ${run}/theses.csv; each file has the size and digest that manifest.json gives it.\n`,
  );
  match(await Deno.readTextFile(`${folder}/${run}/theses.csv`), /^row,ticker/);
  out.text = "";
  equal(await exportCommand(["latest", "--out", "copy"], host), 0);
  match(
    out.text,
    /Open copy\/theses\.csv; each file has the size and digest that manifest\.json gives it\.\nThe files of the answers stay in runs\/.*\/files\.\n$/,
  );
});

const WRONG = [
  { command: exportCommand, args: [], says: "Cannot export a run: give its folder, or latest" },
  { command: exportCommand, args: ["a", "b"], says: 'Cannot export two runs at once: "b" is one too many' },
  { command: exportCommand, args: ["nothing"], says: /Cannot open the run .*nothing: there is no readable/ },
  { command: exportCommand, args: ["latest", "--ouy", "x"], says: /did you mean --out\?/ },
  { command: statusCommand, args: [], says: "Cannot read a run: give its folder, or latest" },
  { command: statusCommand, args: ["nothing"], says: /Cannot open the run .*nothing: there is no readable/ },
];
let shared: ReturnType<typeof ranRun> | undefined;

/** The same run for each command that changes nothing, and a host of its own. */
async function sharedRun() {
  const { folder } = await (shared ??= ranRun());
  const host = testHost(testMachine({ folder }));
  return { host, out: host.out, err: host.err, folder };
}

for (const { command, args, says } of WRONG) {
  Deno.test(`${command.name} ${args.join(" ")} prints a one-line error and exits with 2`, async () => {
    const { host, out, err } = await sharedRun();
    equal(await command(args, host), 2);
    equal(out.text, "");
    if (typeof says === "string") equal(err.text, `error: ${says}\n`);
    else match(err.text, says);
    equal(err.text.trimEnd().includes("\n"), false);
  });
}

Deno.test("export of a locked run advises to name another folder", async () => {
  const { host, err, folder, run } = await ranRun();
  using _lock = lockFolder(`${folder}/${run}`);
  equal(await exportCommand([run], host), 2);
  match(err.text, /process \d+ is using it; choose another folder with --out\n$/);
});

for (const command of [exportCommand, statusCommand]) {
  Deno.test(`${command.name} --help prints a page`, async () => {
    const { host, out } = await sharedRun();
    equal(await command(["--help"], host), 0);
    match(out.text, /Exit status: 0/);
  });
}

Deno.test("status reads a run without write permission", async () => {
  const { folder } = await sharedRun();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--no-prompt",
      "--allow-read",
      "--allow-env=INIT_CWD",
      "pipelines/conviction.ts",
      "status",
      "latest",
    ],
    cwd: ROOT,
    env: { INIT_CWD: folder, NO_COLOR: "1" },
  }).output();
  equal(new TextDecoder().decode(stderr), "");
  equal(code, 0);
  match(new TextDecoder().decode(stdout), /2 of 2 rows: 2 done/);
});
