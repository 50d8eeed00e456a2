/** The nightly pipeline, and the files that start it: each is checked for its format, and its command is run. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { IS_WHOLE } from "../sampled.ts";
import { countingService } from "../batch/counting_service.ts";
import { type Ending, ending, ROOT } from "./run_pipeline.ts";

const OPT = "/opt/conviction/";
const unit = await readPipeline("nightly.service");
const timer = await readPipeline("nightly.timer");
const crontab = await readPipeline("nightly.cron");
const workflow = await readPipeline("nightly.yml");

const [, unitCommand = ""] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
const [, cronCommand = ""] = /^30 22 \* \* 1-5 +(.+)$/m.exec(crontab) ?? [];
const [, workflowCommand = ""] = /run: (pipelines\/nightly.+)$/m.exec(workflow) ?? [];

const COMMANDS = [
  { of: "nightly.service", command: unitCommand.replace(OPT, ROOT) },
  { of: "nightly.cron", command: cronCommand.replace(OPT, ROOT) },
  { of: "nightly.yml", command: workflowCommand.replace("pipelines/", `${ROOT}pipelines/`) },
];
for (const { of, command } of COMMANDS) {
  Deno.test(`the command of ${of} screens a list in a fresh folder with an empty home, and sends nothing twice`, async () => {
    await using service = countingService();
    const home = await freshHome("ticker\nAAPL\nIBM\n", { CONVICTION_BASE_URL: service.baseUrl });
    for (const _ of ["first", "again"]) deepEqual(strip(await run(command, home)), { code: 0, err: "" });
    deepEqual([...service.answered.values()], [1, 1]);
    const [night, ...more] = await foldersIn(`${home}/screens/runs/my_tickers`);
    deepEqual(more, []);
    match(await Deno.readTextFile(`${home}/screens/runs/my_tickers/${night}/theses.csv`), /\n2,IBM,done,/);
  });
}

Deno.test("without a service the nightly run uses the embedded one; its log has two plain lines", async () => {
  const home = await freshHome("ticker\nAAPL\n");
  const { code, out, err } = await run(`${ROOT}pipelines/nightly.ts my_tickers.csv`, home);
  deepEqual({ code, err }, { code: 0, err: "" });
  match(out, /^nightly \d{4}-\d\d-\d\d: new run of 1 rows in \S+\nnightly \S+: 1 done of 1 rows in \d+ s; see \S+\n$/);
});

const ENDS = [
  {
    when: "a row is invalid",
    list: "ticker,a\nAAPL,1\nIBM,1,2\n",
    env: {},
    code: 1,
    says: /1 done, 1 invalid of 2 rows/,
  },
  { when: "the list does not exist", list: undefined, env: {}, code: 2, says: /Cannot read my_tickers\.csv/ },
  {
    when: "a price is not a number",
    list: "ticker\nIBM\n",
    env: { NIGHTLY_PRICE: "x" },
    code: 2,
    says: /NaN as price/,
  },
  ...["25", "noon", "6:7", "24:00"].map((until) => ({
    when: `the end is ${until}, no time of day`,
    list: "ticker\nIBM\n",
    env: { NIGHTLY_UNTIL: until },
    code: 2,
    says: new RegExp(`Cannot use NIGHTLY_UNTIL ${until}: it is not a time of day like 06:30\n$`),
  })),
  {
    when: "the budget ends",
    list: "ticker\nIBM\nAAPL\n",
    env: { NIGHTLY_PRICE: "2", NIGHTLY_MAX_COST: "3" },
    code: 3,
    says: /1 done, 1 skipped of 2 rows in \d+ s; stopped by max_cost\n/,
  },
];
for (const { when, list, env, code, says } of ENDS) {
  Deno.test(`the nightly run exits with ${code} when ${when}`, async () => {
    await using service = countingService();
    const home = await freshHome(list, { CONVICTION_BASE_URL: service.baseUrl, ...env });
    const ended = await run(unitCommand.replace(OPT, ROOT), home);
    match(ended.out, says);
    deepEqual(strip(ended), { code, err: "" });
  });
}

Deno.test("the nightly run on SIGTERM awaits requests under way, exits with 130, and resumes when started again", async () => {
  await using service = countingService({ delayMs: 700 });
  const list = "ticker\n" + Array.from({ length: 40 }, (_, at) => `T${at}\n`).join("");
  const home = await freshHome(list, { CONVICTION_BASE_URL: service.baseUrl });
  const command = unitCommand.replace(OPT, ROOT);
  const child = start(`exec ${command}`, home); // as a service manager starts it: the process itself gets the signal
  await service.reached(1);
  child.kill("SIGTERM");
  const { code, out } = await ending(child);
  equal(code, 130);
  match(out, /: \d+ done, \d+ pending of 40 rows/);
  const again = await run(command, home);
  match(again.out, /continued run of 40 rows/);
  equal(again.code, 0);
  deepEqual([...service.answered.values()], Array(40).fill(1));
});

Deno.test("cron mails nothing for a successful run, and the last lines of a failed one", async () => {
  await using service = countingService();
  const command = cronCommand.replace(OPT, ROOT);
  const well = await freshHome("ticker\nIBM\n", { CONVICTION_BASE_URL: service.baseUrl });
  equal((await run(command, well)).out, "");
  const badly = await freshHome(undefined, { CONVICTION_BASE_URL: service.baseUrl });
  match((await run(command, badly)).out, /^nightly \S+: Cannot read my_tickers\.csv: there is no such file\n$/);
});

Deno.test("the files that start the nightly run contain no key, and have the format that their programs expect", () => {
  for (const text of [unit, timer, crontab, workflow]) ok(!/KEY=(?!\.\.\.)\S|sk-/.test(text));
  const line = /^(?:#.*|\[(?:Unit|Service|Timer|Install)\]|[A-Z]\w+=\S.*|)$/;
  for (const text of [unit, timer]) deepEqual(text.split("\n").filter((one) => !line.test(one)), []);
  const cronLine = /^(?:#.*|[A-Z]+=\S+|(?:[\d*,/-]+ +){5}[^%]+|)$/; // cron reads % as a line break
  deepEqual(crontab.split("\n").filter((one) => !cronLine.test(one)), []);
});

testNeeding(
  missingProgram("systemd-analyze"),
  "systemd-analyze accepts unit and timer",
  async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/nightly.service`, unit.replace(OPT, ROOT));
    await Deno.writeTextFile(`${folder}/nightly.timer`, timer);
    const command = `systemd-analyze verify --man=no ${folder}/nightly.service ${folder}/nightly.timer`;
    deepEqual(await run(command, await freshHome()), { code: 0, out: "", err: "" });
  },
);

const canCheck = IS_WHOLE && await says("crontab -h", /-n\b.*dry run/); // Debian's; in others -n means something else
testNeeding(canCheck ? undefined : "crontab", "crontab accepts the line", async () => {
  const { code, err } = await run(`crontab -n ${ROOT}pipelines/nightly.cron`, await freshHome());
  deepEqual({ code, err: err.replace(/^The syntax .*\n/, "") }, { code: 0, err: "" });
});

Deno.test("the workflow is valid YAML", async () => {
  const { code, err } = await run(`deno fmt --check ${ROOT}pipelines/nightly.yml`, await freshHome());
  deepEqual({ code, err: err.replace(/^Checked 1 file\n$/, "") }, { code: 0, err: "" });
});

function readPipeline(name: string): Promise<string> {
  return Deno.readTextFile(`${ROOT}pipelines/${name}`);
}

async function foldersIn(path: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(path))).filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
}

/** A home with a folder `screens` for list and runs, and the settings where cron and systemd expect them. */
async function freshHome(list?: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const home = await Deno.makeTempDir();
  await Deno.mkdir(`${home}/screens`);
  await Deno.mkdir(`${home}/bin`);
  await Deno.symlink(Deno.execPath(), `${home}/bin/deno`);
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  await Deno.writeTextFile(`${home}/.conviction.env`, settings.join(""), { mode: 0o600 });
  if (list !== undefined) await Deno.writeTextFile(`${home}/screens/my_tickers.csv`, list);
  return home;
}

function start(command: string, home: string): Deno.ChildProcess {
  return new Deno.Command("sh", {
    args: ["-c", `set -a; . "$HOME/.conviction.env"; set +a; ${command}`],
    clearEnv: true,
    cwd: `${home}/screens`,
    env: { HOME: home, PATH: `${home}/bin:/usr/local/bin:/usr/bin:/bin`, DENO_DIR: denoDir(), NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function run(command: string, home: string): Promise<Ending> {
  return await ending(start(command, home));
}

/** The package cache: an empty home has none, and the test downloads nothing. */
function denoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"], cwd: ROOT }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

function strip({ code, err }: Ending): Pick<Ending, "code" | "err"> {
  return { code, err };
}

async function says(command: string, words: RegExp): Promise<boolean> {
  const { stdout, stderr } = await new Deno.Command("sh", { args: ["-c", command] }).output();
  return [stdout, stderr].some((text) => words.test(new TextDecoder().decode(text)));
}
