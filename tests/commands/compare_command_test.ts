import { deepEqual, equal, match } from "../assert.ts";
import { screen } from "conviction/batch";
import { compareCommand } from "../../src/commands/compare_command.ts";
import { FakeResearch } from "../batch/fake_research.ts";
import { testMachine, writeCsv } from "../batch/test_machine.ts";
import { testHost } from "./captured.ts";
import { ROOT } from "./run_pipeline.ts";

/** Two finished runs, the later one without IBM and with MSFT; it is the latest. */
async function ranTwice() {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  for (const [name, tickers] of [["one", "AAPL\nIBM\n"], ["two", "aapl\nMSFT\n"]] as const) {
    const input = writeCsv(folder, `ticker\n${tickers}`);
    for await (const _ of screen(input, new FakeResearch(), { machine, folder: `runs/${name}` }));
  }
  const host = testHost(machine);
  return { host, out: host.out, err: host.err, folder };
}

Deno.test("compare A B prints the runs, the counts and the changes", async () => {
  const { host, out, err } = await ranTwice();
  equal(await compareCommand(["runs/one", "runs/two"], host), 0);
  match(out.text, /^Since the run of \S+ \S+ UTC \(runs\/one\); this one of \S+ \S+ UTC \(runs\/two\)\.\n/);
  match(
    out.text,
    /\n1 score move of 0\.1 or more, 1 removed, 1 new, 0 unchanged, of 1 name with a thesis in both runs\.\n/,
  );
  match(out.text, /\nIBM .* removed: was neutral\nMSFT .* added to the list: neutral\n$/);
  equal(err.text, "");
});

Deno.test("compare A B --json prints the comparison as one line, --top N at most N changes", async () => {
  const { host, out } = await ranTwice();
  equal(await compareCommand(["runs/one", "runs/two", "--json"], host), 0);
  equal(out.text.indexOf("\n"), out.text.length - 1);
  const { changes, counts, differences } = JSON.parse(out.text);
  deepEqual([changes.length, counts.new, counts.gone, differences], [3, 1, 1, []]);
  out.text = "";
  equal(await compareCommand(["runs/one", "runs/two", "--top", "1"], host), 0);
  match(out.text, /\naapl .*\n… 2 more with --top 3\n$/);
});

Deno.test("a run compared with itself has no change", async () => {
  const { host, out } = await ranTwice();
  equal(await compareCommand(["runs/two", "runs/two"], host), 0);
  match(out.text, /\nBoth are the same run\.\n2 unchanged, of 2 names with a thesis in both runs\.\n$/);
});

const WRONG = [
  { args: [], says: "Cannot compare runs: no run is named; give two folders, the earlier first, or latest for one" },
  {
    args: ["a"],
    says: 'Cannot compare runs: only "a" is named; give two folders, the earlier first, or latest for one',
  },
  { args: ["a", "b", "c"], says: 'Cannot compare more than two runs: "c" is one too many' },
  { args: ["a", "b", "--top", "0"], says: "Cannot use --top 0: it is not a whole number from 1" },
  { args: ["a", "b", "--top", "1.5"], says: "Cannot use --top 1.5: it is not a whole number from 1" },
  { args: ["a", "b", "--tip"], says: "Cannot use --tip: there is no such flag; did you mean --top?" },
];
for (const { args, says } of WRONG) {
  Deno.test(`compare ${args.join(" ")} prints a one-line error and exits with 2`, async () => {
    const host = testHost();
    equal(await compareCommand(args, host), 2);
    deepEqual([host.out.text, host.err.text], ["", `error: ${says}\n`]);
  });
}

Deno.test("compare names a folder that is not a run, and exits with 2", async () => {
  const { host, err } = await ranTwice();
  equal(await compareCommand(["runs/one", "nothing"], host), 2);
  match(err.text, /^error: Cannot open the run \S+nothing: there is no readable \S+; give the folder of a run, .*\n$/);
});

Deno.test("compare --help prints a page", async () => {
  const { host, out } = await ranTwice();
  equal(await compareCommand(["--help"], host), 0);
  match(out.text, /deno task -q conviction compare A B[^]*Exit status: 0/);
});

Deno.test("compare reads runs without write permission", async () => {
  const { folder } = await ranTwice();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--no-prompt", "--allow-read", "--allow-env=INIT_CWD"],
      ...["pipelines/conviction.ts", "compare", "runs/one", "runs/two"],
    ],
    cwd: ROOT,
    env: { INIT_CWD: folder, NO_COLOR: "1" },
  }).output();
  equal(new TextDecoder().decode(stderr), "");
  equal(code, 0);
  match(new TextDecoder().decode(stdout), /1 score move of 0\.1 or more, 1 removed, 1 new, 0 unchanged/);
});
