/** The command of a night as a person starts it, and the files that start it: each is checked for its format. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { HAS_PROGRAMS } from "../lanes.ts";
import { countingService } from "../batch/counting_service.ts";
import { sweep } from "../sweeps.ts";
import { called } from "./called.ts";
import { type Ending, ending, ROOT } from "./run_pipeline.ts";

const OPT = "/opt/conviction/";
const unit = await readPipeline("nightly.service");
const timer = await readPipeline("nightly.timer");
const crontab = await readPipeline("nightly.cron");
const workflow = await readPipeline("nightly.yml");

const [, unitLine = ""] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
const unitCommand = unitLine.replace(OPT, ROOT).replaceAll("%%", "%");
const [, cronLine = ""] = /^30 22 \* \* 1-5 +(.+)$/m.exec(crontab) ?? [];
const cronCommand = cronLine.replace(OPT, ROOT);
const [, workflowLine = ""] = /run: (deno task.+)$/m.exec(workflow) ?? [];
/** The workflow starts it in the clone itself. */
const workflowCommand = workflowLine.replace("-q", `-q --config ${ROOT}deno.json`);

const COMMANDS = [
  { of: "nightly.service", command: unitCommand },
  { of: "nightly.cron", command: cronCommand },
  { of: "nightly.yml", command: workflowCommand },
];
/** Nights that are processes: each takes two starts or more. */
const STARTED: { readonly name: string; readonly fn: () => Promise<void> }[] = [];
const started = (name: string, fn: () => Promise<void>) => void STARTED.push({ name, fn });

for (const { of, command } of COMMANDS) {
  started(
    `the command of ${of} screens a list in a fresh folder with an empty home, and sends nothing twice`,
    async () => {
      await using service = countingService();
      const home = await freshHome("ticker\nAAPL\nIBM\n", { CONVICTION_BASE_URL: service.baseUrl });
      for (const _ of ["first", "again"]) equal((await run(command, home)).code, 0);
      deepEqual([...service.answered.values()], [1, 1]);
      const [night, ...more] = await runsIn(home);
      deepEqual(more, []);
      match(await Deno.readTextFile(`${home}/screens/runs/my_tickers/${night}/theses.csv`), /\n2,IBM,done,/);
    },
  );
}

started("without a service a night uses the embedded one; its log has a plain line per step", async () => {
  const home = await freshHome("ticker\nAAPL\n");
  const { code, out } = await run(unitCommand, home);
  equal(code, 0);
  const lines = out.trimEnd().split("\n").map((line) =>
    line.replace(/^\d\d:\d\d /, "").replace(/\d+ [A-Z][a-z]{2} \d{4}|\d{4}-\d\d-\d\d/, "DAY").replace(
      /[\d,]+ trading days/,
      "N trading days",
    )
  );
  deepEqual(lines.slice(0, 3), [
    "check    the data end on DAY, out of date: N trading days old",
    "screen   1 row: 1 done in runs/my_tickers/DAY",
    "compare  no earlier run of this list",
  ]);
  match(lines[3] ?? "", /^alerts +/);
});

const ENDS = [
  {
    when: "a row is invalid, and none may be",
    list: "ticker,a\nAAPL,1\nIBM,1,2\n",
    code: 1,
    says: /^\d\d:\d\d screen +2 rows: 1 done, 1 invalid in runs/m,
  },
  { when: "the list does not exist", list: undefined, code: 2, says: /^error: Cannot read my_tickers\.csv/m },
  {
    when: "a price is not a number",
    list: "ticker\nIBM\n",
    flags: "--price x",
    code: 2,
    says: /^error: Cannot use --price x/m,
  },
  {
    when: "a night is one run, and another is wanted",
    list: "ticker\nIBM\n",
    flags: "--new",
    code: 2,
    says: /^error: Cannot do a night: it is one run, so there is no --new; deno task -q screen has it$/m,
  },
  {
    when: "the night is still to come",
    list: "ticker\nIBM\n",
    flags: "--night 2999-01-01",
    code: 2,
    says: /^error: Cannot do a night: 1 Jan 2999 is in the future; tonight is \d+ \w+ \d{4} \(\S+\)$/m,
  },
  {
    when: "the budget ends",
    list: "ticker\nIBM\nAAPL\n",
    flags: "--price 2 --max-cost 3",
    code: 3,
    says: /^\d\d:\d\d screen +2 rows: 1 done, 1 skipped, at most 2\.00 spent in runs\S+; stopped: .*--max-cost 3/m,
  },
];
for (const { when, list, flags = "", code, says } of ENDS) {
  Deno.test(`a night exits with ${code} when ${when}`, async () => {
    await using service = countingService();
    const folder = `${await freshHome(list)}/screens`;
    const [, args = ""] = / nightly (.+)$/.exec(`${unitCommand} ${flags}`.trimEnd()) ?? [];
    const ended = await called("nightly", {
      folder,
      args: args.split(" "),
      env: { CONVICTION_BASE_URL: service.baseUrl },
    });
    match(ended.out + ended.err, says);
    equal(ended.code, code);
  });
}

started("a night on SIGTERM awaits requests under way, exits with 130, and goes on when started again", async () => {
  const stopping = Promise.withResolvers<void>();
  await using service = countingService({ held: { after: 1, until: stopping.promise } });
  const list = "ticker\n" + Array.from({ length: 40 }, (_, at) => `T${at}\n`).join("");
  const home = await freshHome(list, { CONVICTION_BASE_URL: service.baseUrl });
  const child = start(`exec ${unitCommand}`, home); // as a service manager starts it: the process itself gets the signal
  await service.reached(1);
  child.kill("SIGTERM");
  const [out, { code }] = await Promise.all([
    new Response(child.stdout).text(),
    child.status,
    whenSaid(child.stderr, "Stopping:").then(stopping.resolve),
  ]);
  equal(code, 130);
  match(out, /screen +40 rows: \d+ done, \d+ pending in \S+; interrupted$/m);
  const again = await run(unitCommand, home);
  match(again.err, /^Resuming \S+: \d+ of 40 rows are open\.$/m);
  equal(again.code, 0);
  deepEqual([...service.answered.values()], Array(40).fill(1));
});

started("cron mails nothing for a successful night, and the last lines of a failed one", async () => {
  await using service = countingService();
  const well = await freshHome("ticker\nIBM\n", { CONVICTION_BASE_URL: service.baseUrl });
  equal((await run(cronCommand, well)).out, "");
  const badly = await freshHome(undefined, { CONVICTION_BASE_URL: service.baseUrl });
  equal((await run(cronCommand, badly)).out, "error: Cannot read my_tickers.csv: there is no such file\n");
});

for (const { name, fn } of sweep("commands/nightly", STARTED)) Deno.test(name, fn);

Deno.test("the files that start a night contain no key, and have the format that their programs expect", () => {
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

const canCheck = HAS_PROGRAMS && await says("crontab -h", /-n\b.*dry run/); // Debian's; in others -n means something else
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

/** The runs of the list, without the folder of its nights. */
async function runsIn(home: string): Promise<string[]> {
  const found = await Array.fromAsync(Deno.readDir(`${home}/screens/runs/my_tickers`));
  return found.filter(({ isDirectory, name }) => isDirectory && !name.startsWith(".")).map(({ name }) => name);
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

/** Reads to the end; resolves as soon as a word was there. */
async function whenSaid(stream: ReadableStream<Uint8Array<ArrayBuffer>>, word: string): Promise<void> {
  const [early, late] = stream.tee();
  void late.pipeTo(new WritableStream());
  let text = "";
  for await (const piece of early.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes(word)) return;
  }
  throw new Error(`"${word}" was never said: ${text}`);
}

async function run(command: string, home: string): Promise<Ending> {
  return await ending(start(command, home));
}

/** Where the package cache is; asked once. */
let cache: string | undefined;

/** The package cache: an empty home has none, and the test downloads nothing. */
function denoDir(): string {
  return cache ??= askedDenoDir();
}

function askedDenoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"], cwd: ROOT }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

async function says(command: string, words: RegExp): Promise<boolean> {
  const { stdout, stderr } = await new Deno.Command("sh", { args: ["-c", command] }).output();
  return [stdout, stderr].some((text) => words.test(new TextDecoder().decode(text)));
}
