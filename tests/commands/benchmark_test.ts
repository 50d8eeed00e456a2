import { deepEqual, equal, match } from "../assert.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import type { Manifest } from "../../src/run/manifest.ts";
import { testHost } from "./captured.ts";

const ROWS = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2017, 0, 2 + at)))
  .filter((day) => day.getUTCDay() % 6 !== 0).map((day, at) => `${day.toISOString().slice(0, 10)},${100 + at}\n`);
const CLOSES = `date,close\n${ROWS.join("")}`;

/** A folder with a list, with prices, and with an index beside them. */
async function standing() {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/prices`);
  for (const file of ["list.csv", "prices/IBM.csv", "prices/MSFT.csv", "an index.csv"]) {
    await Deno.writeTextFile(`${folder}/${file}`, file === "list.csv" ? "ticker\nIBM\n" : CLOSES);
  }
  await Deno.writeTextFile(`${folder}/prices/KO.csv`, "date,close\n01/02/2017,1\n");
  return testHost({ folder, connect: (settings) => Promise.resolve(connectTo(settings)) });
}

const RUNS: readonly { flags: readonly string[]; benchmark: string | undefined; words: string }[] = [
  { flags: [], benchmark: undefined, words: "name a file ^GSPC.csv or SPY.csv, or --benchmark FILE_OR_TICKER." },
  { flags: ["--benchmark", "an index.csv"], benchmark: "an index.csv", words: "benchmark an index.csv." },
  { flags: ["--benchmark", "msft"], benchmark: "MSFT", words: "benchmark MSFT.csv." },
];

for (const { flags, benchmark, words } of RUNS) {
  Deno.test(`the manifest of a run with ${flags.join(" ") || "no benchmark"} says what was read`, async () => {
    const host = await standing();
    const args = ["list.csv", "--data", "prices", "--files", "none", "--out", "out", ...flags];
    equal(await screenCommand(args, host), 0, host.err.text);
    const { data }: Manifest = JSON.parse(await Deno.readTextFile(`${host.folder}/out/manifest.json`));
    const names = benchmark === "MSFT" ? 1 : 2;
    equal(host.out.text.split(" As of ")[0]?.endsWith(words), true, host.out.text);
    const { sandbox_tier, ...read } = data ?? {};
    match(sandbox_tier ?? "", /^(?:bubblewrap|permissions)/);
    deepEqual({ ...read, notice: "" }, {
      ...{ notice: "", names, first: "2017-01-02", last: "2017-03-02", more_problems: 0 },
      files: { found: 3, read: 2 },
      not_researched: [
        "quality, value, events: the data hold no reports",
        "insider: the data hold no insider filings",
        "text: the data hold no texts",
      ],
      ...benchmark === undefined ? {} : { benchmark },
      problems: [{
        ...{ kind: "refused", file: "KO.csv", line: 2, column: 1 },
        message: 'Cannot tell the day from the month: "01/02/2017" is 2017-02-01 or 2017-01-02, and no row proves ' +
          "which; write days as YYYY-MM-DD",
      }],
    });
  });
}

Deno.test("the folder of a run is refused for another benchmark or currency, and read again for its own", async () => {
  const host = await standing();
  const args = ["list.csv", "--data", "prices", "--files", "none", "--out", "out"];
  const statuses = [];
  for (const flags of [[], ["--benchmark", "MSFT"], ["--currency", "USD"], []]) {
    statuses.push(await screenCommand([...args, ...flags], host));
  }
  deepEqual(statuses, [0, 2, 2, 0]);
});

const REFUSED: readonly (readonly [readonly string[], RegExp])[] = [
  [["--data", "prices", "--benchmark", "MSTF"], /^error: Cannot measure against MSTF: .*; nearest: MSFT/],
  [["--benchmark", "SPY"], /^error: Cannot use --benchmark with the sample, which has its own: name .* with --data$/m],
  [
    ["--data", "prices", "--currency", "dollars"],
    /^error: Cannot read prices in "dollars": it is not a currency; give its/,
  ],
  [["--currency", "USD"], /^error: Cannot use --currency with the sample, which has its own: name .* with --data$/m],
  [["--base-url", "http://127.0.0.1:1", "--currency", "EUR"], /Cannot use --currency with a remote service/],
  [["--base-url", "http://127.0.0.1:1", "--benchmark", "SPY"], /Cannot use --benchmark with a remote service/],
];

for (const [flags, says] of REFUSED) {
  Deno.test(`screen and ask refuse ${flags.join(" ")} before anything is asked`, async () => {
    for (const [command, word] of [[screenCommand, "list.csv"], [askCommand, "Analyse IBM"]] as const) {
      const host = await standing();
      equal(await command([word, ...flags], host), 2);
      match(host.err.text, says);
      equal(host.out.text, "");
    }
  });
}

for (const startedBy of ["deno task", "npx -y deno@2.9 task"]) {
  Deno.test(`screen and ask say below the first line what was not read, typed as ${startedBy}`, async () => {
    for (const [command, word] of [[screenCommand, "list.csv"], [askCommand, "Analyse IBM"]] as const) {
      const host = { ...await standing(), startedBy };
      await Deno.writeTextFile(`${host.folder}/prices/bad.csv`, "x,y\n1,2\n1,2\n");
      for (const name of ["A", "B", "C", "D", "E"]) {
        await Deno.writeTextFile(`${host.folder}/prices/${name}.xlsx`, "PK");
      }
      const args = [word, "--data", "prices", command === screenCommand ? "--dry-run" : "--steps"];
      equal(await command(args, host), 0, host.err.text);
      const lines = host.out.text.replaceAll("\n  ", " ").split("\n").slice(1, 7);
      match(lines[0] ?? "", /^- skipped: KO\.csv, line 2: Cannot tell the day from the month/);
      match(lines[1] ?? "", /^- skipped: bad\.csv, line 1: Not a price file/);
      match(lines[2] ?? "", /^- skipped: A\.xlsx, line 1: Only/);
      equal(lines[5], `- and 2 more: ${startedBy} conviction data check prices`);
      if (command !== askCommand) continue;
      equal(await command([word, "--data", "prices"], host), 0);
      match(host.out.text, new RegExp(`\\. 7 notes on the data: ${startedBy} conviction data check prices$`, "m"));
    }
  });
}

Deno.test("prices that state no currency have the unit that --currency names", async () => {
  const closes = [];
  for (const flags of [[], ["--currency", "GBp"]]) {
    const host = await standing();
    equal(await askCommand(["What is IBM's close?", "--data", "prices", ...flags], host), 0, host.err.text);
    closes.push(/IBM's close is [^(]*(?= )/.exec(host.out.text)?.[0]);
  }
  deepEqual(closes, ["IBM's close is 143.00", "IBM's close is GBX 143.00"]);
});
