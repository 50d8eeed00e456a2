import { deepEqual, equal, match, ok } from "../assert.ts";
import { IS_WHOLE } from "../lanes.ts";
import { countingService } from "../batch/counting_service.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { sweep } from "../sweeps.ts";
import { called } from "./called.ts";
import { testHost } from "./captured.ts";
import { testMachine } from "../batch/test_machine.ts";
import { type Ending, ending, ROOT, startPipeline } from "./run_pipeline.ts";

function start(folder: string, args: readonly string[], env: Record<string, string> = {}): Deno.ChildProcess {
  return startPipeline("screen", { folder, args, env });
}

const command = (folder: string, args: readonly string[]) => called("screen", { folder, args });

Deno.test("screen without a list screens the sample tickers: prints what is sent, a table and counts, and exits with 0", async () => {
  const folder = await Deno.makeTempDir();
  await using service = countingService();
  const { code, out, err } = await ending(start(folder, ["--base-url", service.baseUrl, "--out", "here"]));
  const lines = out.split("\n");
  equal(lines[0], `Service ${service.baseUrl}.`);
  match(out, /^No list was named/m);
  match(out, /^Sent to the service: ticker, company, weight_pct\.$/m);
  match(out, /^Drawdown risk: 12 of 20 names reach [^]*\nname +drawdown risk +weight +main driver of the risk\n/m);
  match(out, /^20 of 20 names done in .*\. All 84 figures checked\.$/m);
  match(out, /^Portfolio: no figures: they need prices of its names\.$/m);
  match(out, /^Open here\/report\.html; also theses\.xlsx, theses\.csv, 40 files in files\/\.$/m);
  match(out, /^Your own list:/m);
  deepEqual({ code, err }, { code: 0, err: "" });
  equal((await Deno.readTextFile(`${folder}/here/theses.csv`)).split("\n").length, 22);
});

Deno.test("a new run took as long on the terminal as in its summary, which is written after its last answer", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, "ticker\nIBM\n");
  const host = testHost({ folder, connect: (settings) => Promise.resolve(connectTo(settings)) });
  let second = 0;
  const clock = { ...host.clock, now: () => new Date(Date.UTC(2024, 2, 1, 0, 0, second++)) };
  equal(await screenCommand(["list.csv", "--out", "out", "--files", "none"], { ...host, clock }), 0, host.err.text);
  const [, took] = / in ((?:\d+ min )?\d+ s), /.exec(await Deno.readTextFile(`${folder}/out/summary.md`)) ?? [];
  ok(host.out.text.includes(`1 of 1 name done in ${took}. `), `${took}: ${host.out.text}`);
});

Deno.test("before its first row, a run says every five seconds that it is being prepared, and for how long", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, "ticker\nIBM\n");
  const { clock } = testMachine({ folder });
  const host = testHost({ folder, connect: (settings) => Promise.resolve(connectTo(settings)) });
  let isFirst = true;
  const schedule: typeof clock.schedule = (delayMs, callback) => {
    const cancel = clock.schedule(delayMs, callback);
    if (delayMs === 5000 && isFirst) { // the line's own wait, which passes before the run has begun
      isFirst = false;
      clock.advance(delayMs);
    }
    return cancel;
  };
  const args = ["list.csv", "--out", "out", "--files", "none"];
  equal(await screenCommand(args, { ...host, clock: { ...clock, schedule } }), 0, host.err.text);
  equal(host.err.text.split("\n")[0], "Reading the list and preparing the run, 5 s");
});

Deno.test("screen of the messy list exits with 1 and names each invalid row with line and column", async () => {
  const folder = await Deno.makeTempDir();
  await using service = countingService();
  await Deno.copyFile(`${ROOT}/pipelines/tickers_messy.csv`, `${folder}/messy.csv`);
  const { code, out } = await command(folder, ["messy.csv", "--base-url", service.baseUrl]);
  equal(code, 1);
  match(out, /^row 8 IBM, invalid: line 10, column 21: Text after a closing quote$/m);
  match(out, /^8 of 11 names done in .*: 3 invalid\./m);
  match(out, /^Open runs\/messy\/\d{4}-\d\d-\d\d\/report\.html; also .*, failures\.csv/m);
});

Deno.test("screen --quiet prints nothing; a limit exits with 3; the same command without it resumes", async () => {
  const folder = await Deno.makeTempDir();
  await using service = countingService();
  const args = ["--base-url", service.baseUrl, "--quiet"];
  deepEqual(await command(folder, [...args, "--limit", "3"]), { code: 3, out: "", err: "" });
  equal(service.answered.size, 3);
  deepEqual(await command(folder, args), { code: 0, out: "", err: "" });
  deepEqual([...service.answered.values()], Array(21).fill(1)); // twenty names, and the portfolio of their weights
});

Deno.test("screen that is interrupted awaits requests under way, exits with 130, and the same command resumes", async () => {
  const folder = await Deno.makeTempDir();
  await using service = countingService({ delayMs: 300 });
  const args = ["--base-url", service.baseUrl, "--out", "out", "--concurrency", "2"];
  const child = start(folder, args);
  await service.reached(1);
  child.kill("SIGINT");
  const { code, out, err } = await ending(child);
  equal(code, 130);
  match(err, /^Stopping after the requests in progress/m);
  match(out, /^[1-4] of 20 names done in .*: 1[6-9] pending\./m);
  const again = await command(folder, args);
  equal(again.code, 0);
  match(again.out, /^Resuming out: 1[6-9] of 20 rows are open/m);
  ok([...service.answered.values()].every((count) => count === 1));
});

const TWELVE = `ticker\n${Array.from({ length: 12 }, (_, at) => `T${at}\n`).join("")}`;

/** Answers of one company, whatever is asked; every two in the same words. */
function serviceOfApple(signal: string) {
  let answers = 0;
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    const thesis = { signal, confidence: 0.5, reasoning: `Apple has strong margins (${Math.floor(++answers / 2)}).` };
    return Response.json({ agent_thesis: thesis, key_drivers: ["Margins"], risks: ["Rates"] });
  });
}

Deno.test("screen of theses about another company counts them on terminal, page, summary and --json, and exits with 1; --no-brake says that they are right", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, TWELVE);
  await using service = serviceOfApple("bullish");
  const baseUrl = `http://127.0.0.1:${service.addr.port}`;
  const args = ["list.csv", "--base-url", baseUrl, "--out", "out"];
  const words = "12 of 12 done rows have a warning (12 about something else, or like another)";
  const { code, out } = await command(folder, args);
  equal(code, 1);
  ok(out.replace(/\s+/g, " ").includes(`: ${words}.`), out);
  match(out, /^Read the column "warnings" first/m);
  const read = (name: string) => Deno.readTextFile(`${folder}/out/${name}`);
  ok((await read("summary.md")).startsWith("Doubtful: all 12 names covered; 12 of 12 done rows have a warning"));
  match(await read("report.html"), /<b>⚠ Doubtful:<\/b> all 12 names covered; 12 of 12 done rows/);
  const again = await command(folder, [...args, "--json"]);
  equal(again.code, 1);
  match(again.out, /"warned":12,"doubtful":12/);
  equal((await command(folder, [...args, "--no-brake"])).code, 0);
});

Deno.test("abstentions about nothing are counted as warnings, and the exit status is 0", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, TWELVE);
  await using service = serviceOfApple("no_view");
  const baseUrl = `http://127.0.0.1:${service.addr.port}`;
  const { code, out } = await command(folder, ["list.csv", "--base-url", baseUrl, "--out", "out"]);
  equal(code, 0);
  match(out, /^12 of 12 names done in .*: 12 of 12 done rows have a warning\./m);
});

const WRONG = [
  { args: ["nope.csv"], says: "Cannot read nope.csv: there is no such file" },
  { args: ["--limit", "none"], says: "Cannot use --limit none: it is not a whole number from 1" },
  { args: ["--max-cost", "5"], says: "Cannot use --max-cost 5: it needs --price" },
  { args: ["--ticker-column", "isin"], says: /^Cannot find column "isin" in / },
  { args: ["--base-url", "nonsense"], says: /^Cannot / },
  { args: ["--prompt", "@nope.txt"], says: /^Cannot read the prompt .*nope\.txt/ },
  { args: ["--prompt", "{{isin}}"], says: /it names \{\{isin\}\}/ },
];
for (const { args, says } of WRONG) {
  Deno.test(`screen ${args.join(" ")} prints a one-line error and exits with 2`, async () => {
    const folder = await Deno.makeTempDir();
    const { code, err } = await command(folder, ["--base-url", "http://127.0.0.1:9", ...args]);
    const [line, ...rest] = err.trimEnd().split("\n");
    deepEqual({ code, rest }, { code: 2, rest: [] });
    match(line?.replace(/^error: /, "") ?? "", says instanceof RegExp ? says : new RegExp(`^${says}$`));
  });
}

const KEY = "sk-canary-0123456789";
const LEAKS = [
  { when: "it is a flag", args: ["--api-key", KEY] },
  // A run gives up by itself only after half a minute.
  { when: "the service is unreachable", args: IS_WHOLE ? [] : ["--max-requests", "3"] },
  { when: "it names the list", args: [`${KEY}.csv`] },
];
const KEY_ENV = { CONVICTION_API_KEY: KEY, CONVICTION_BASE_URL: "http://127.0.0.1:9" };

Deno.test("screen never prints the key, whatever goes wrong", async () => {
  const folder = await Deno.makeTempDir();
  for (const { args } of LEAKS) withoutKey(await called("screen", { folder, args, env: KEY_ENV, isImpatient: true }));
});

for (const { when, args } of sweep("commands/screen_keys", LEAKS)) {
  Deno.test(`screen as a process does not print the key when ${when}`, async () => {
    const folder = await Deno.makeTempDir();
    withoutKey(await ending(start(folder, args, KEY_ENV)));
  });
}

function withoutKey({ code, out, err }: Ending): void {
  ok(code > 0);
  ok(!(out + err).includes(KEY), out + err);
}
