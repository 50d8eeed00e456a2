/** Scorecard case 24: a second runner, a full disk, a read-only folder, a wrong clock. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { fileURLToPath } from "node:url";
import { openRun } from "conviction/batch";
import { ServiceState } from "../../src/service/mod.ts";
import { type Fault, type FaultServer, faultServer } from "../fixtures/fault_server.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { fakeService, post } from "../service/service_fixture.ts";
import { countOf, sweep } from "../sweeps.ts";
import { printFigure } from "./figure.ts";
import { check } from "./left_out.ts";
import { type Ended, run } from "./strace.ts";

const ROWS = 12;
const RUNNERS = countOf("scorecard/second_runners", 10, 1_000);
const AT_ONCE = 2;
/** A hanging run is a failure, and its process must not outlive the test. */
const PATIENCE_MS = 120_000;
const PIPELINE = fileURLToPath(new URL("../../pipelines/conviction.ts", import.meta.url));
const CLOCK = fileURLToPath(new URL("clock_shift.ts", import.meta.url));
const ALLOWED = ["--no-prompt", "--allow-read", "--allow-write", "--allow-net=127.0.0.1", "--allow-env"];

/** As a user would: `deno task -q screen list --out folder`, with more flags. */
interface Command {
  readonly list: string;
  readonly out: string;
  readonly server: FaultServer;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function argsOf({ list, out, server, flags = [] }: Command, preload: readonly string[] = []): string[] {
  const asked = [list, "--out", out, "--base-url", server.baseUrl, "--concurrency", "3", ...flags];
  return [Deno.execPath(), "run", "--quiet", ...preload, ...ALLOWED, PIPELINE, "screen", ...asked];
}

/** Runs it to its end, with a shifted clock where one is set. */
async function screenTo(command: Command): Promise<Ended> {
  const args = argsOf(command, command.env === undefined ? [] : [`--preload=${CLOCK}`]);
  return await run(args, { env: command.env ?? {}, signal: AbortSignal.timeout(PATIENCE_MS) });
}

async function makeList(folder: string, rows = ROWS): Promise<string> {
  const path = `${folder}/tickers.csv`;
  await Deno.writeTextFile(path, `ticker\n${Array.from({ length: rows }, (_, at) => `T${at}\n`).join("")}`);
  return path;
}

/** Starts a run and kills it while it waits; then the service answers some requests with a dated `Retry-After`. */
async function leaveUnfinished(command: Command): Promise<void> {
  const { server } = command;
  server.change({ rules: [{ then: { kind: "stall", at: "head" }, from: 6 }] });
  const [name = "", ...args] = argsOf(command);
  const child = new Deno.Command(name, { args, stdout: "null", stderr: "null" }).spawn();
  await server.reached({ deliveries: 8 });
  child.kill("SIGKILL");
  await child.status;
  const busy: Fault = { kind: "status", status: 429, retryAfter: { dateInMs: 1_000 } };
  server.change({ rules: [{ then: busy, matching: 'T(9|11)"', firstDeliveries: 1 }] });
}

const statusesOf = async (folder: string) => (await openRun(folder)).outcomes.map(({ status }) => status);

Deno.test(`scorecard 24: ${RUNNERS} of ${RUNNERS} second runners are refused, and the first continues`, async () => {
  const folder = await Deno.makeTempDir();
  await using server = await faultServer({ rules: [{ then: { kind: "stall", at: "head" }, to: 3 }] });
  const command = { list: await makeList(folder), out: `${folder}/out`, server };
  const [name = "", ...args] = argsOf(command);
  const first = new Deno.Command(name, { args, stdout: "null", stderr: "null" }).spawn();
  await server.reached({ deliveries: 3 });
  const refused: Ended[] = [];
  for (let at = 0; at < RUNNERS; at += AT_ONCE) {
    const count = Math.min(AT_ONCE, RUNNERS - at);
    refused.push(...await Promise.all(Array.from({ length: count }, () => screenTo(command))));
  }
  const holder = new RegExp(
    `^error: Cannot use ${folder}/out: process ${first.pid} has been working in it since .*$`,
    "m",
  );
  const clear = refused.filter(({ code, stderr }) => code === 2 && holder.test(stderr));
  printFigure(24, `${clear.length} of ${RUNNERS} second runners refused with status 2 and the process id of the first`);
  equal(clear.length, RUNNERS, refused.map(({ code, stderr }) => `${code} ${stderr}`).join());
  equal(server.log.questions.length, 3);
  first.kill("SIGKILL");
  await first.status;
  equal((await screenTo({ ...command, flags: ["--in-doubt", `resend:${ROWS}`] })).code, 0);
  await Deno.remove(folder, { recursive: true });
});

/** Why no file system can be mounted here; undefined when one can. */
async function obstacle(): Promise<string | undefined> {
  const missing = missingProgram("mount");
  if (missing !== undefined) return missing;
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return "not root on Linux";
  const folder = await Deno.makeTempDir();
  const mounted = await run(["mount", "-t", "tmpfs", "tmpfs", folder]);
  if (mounted.code === 0) await run(["umount", folder]);
  await Deno.remove(folder);
  return mounted.code === 0 ? undefined : mounted.stderr.trim();
}

const reason = await obstacle();

/** Runs `work` on a memory disk of this size. */
async function withDisk(options: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  equal((await run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder])).code, 0);
  try {
    await work(folder);
  } finally {
    await run(["umount", folder]);
    await Deno.remove(folder);
  }
}

testNeeding(
  reason,
  "scorecard 24: a full disk of 1 MiB ends a run with one clear sentence, and the run resumes on a larger disk",
  async () => {
    const rows = 80;
    const folder = await Deno.makeTempDir();
    await using server = await faultServer({ files: 2 });
    await withDisk("size=1m", async (disk) => {
      const command = { list: await makeList(folder, rows), out: `${disk}/out`, server };
      const full = await screenTo(command);
      printFigure(
        24,
        `1 MiB disk: status ${full.code}, after ${server.log.questions.length} of ${rows} rows: ${full.stderr.trim()}`,
      );
      equal(full.code, 1);
      match(full.stderr, /^error: Cannot [^\n]*: the disk is full; free some space and try again$/m);
      await run(["mount", "-o", "remount,size=32m", disk]);
      equal((await screenTo({ ...command, flags: ["--in-doubt", `resend:${rows}`, "--retry-failed"] })).code, 0);
      deepEqual(new Set(await statusesOf(command.out)), new Set(["done"]));
      const twice = [...server.log.deliveriesByQuestion.values()].filter((count) => count > 1).length;
      ok(twice <= 3, `${twice} were sent again`);
    });
    await Deno.remove(folder, { recursive: true });
  },
);

testNeeding(
  reason,
  "scorecard 24: a service on a full disk says so at /healthz, and is well again with room",
  async () => {
    await withDisk("size=8m", async (disk) => {
      const clock = manualClock();
      await using state = ServiceState.open(`${disk}/state`, { newId: () => crypto.randomUUID(), clock });
      const about = { version: "1", details: () => Promise.resolve({}), gauges: () => [], check: () => state.check() };
      const { service } = fakeService({ about, fileStore: state.files, replyStore: state.replies });
      const health = async () => {
        clock.advance(1_000);
        return (await service(new Request("http://a/healthz"))).status;
      };
      const states = [await health()];
      await run(["dd", "if=/dev/zero", `of=${disk}/full`, "bs=64k"]);
      states.push(await health());
      const key = { "idempotency-key": "a" };
      const { status } = await service(post("http://a/v1/responses", { input: "x".repeat(20_000) }, { headers: key }));
      await Deno.remove(`${disk}/full`);
      states.push(await health());
      printFigure(24, `8 MiB disk: /healthz ${states}, while it was full an answer was ${status}`);
      deepEqual(states, [200, 503, 200]);
    });
  },
);

testNeeding(reason, "scorecard 24: a read-only folder is reported before anything is sent", async () => {
  const folder = await Deno.makeTempDir();
  await using server = await faultServer();
  await withDisk("ro", async (disk) => {
    const { code, stderr } = await screenTo({ list: await makeList(folder), out: `${disk}/out`, server });
    printFigure(24, `read-only folder: status ${code}, ${server.log.questions.length} sent: ${stderr.trim()}`);
    match(stderr, /^error: Cannot [^\n]*: the disk is read-only; choose another folder$/m);
    check("24 the status of a read-only folder", () => equal(code, 2));
    deepEqual([code === 0, server.log.questions.length], [false, 0]);
  });
  await Deno.remove(folder, { recursive: true });
});

const CLOCKS = [
  { when: "10 days ahead", days: "10", from: "1" },
  { when: "10 days behind", days: "-10", from: "1" },
  { when: "set 10 days ahead while it runs", days: "10", from: "12" },
  { when: "set 10 days back while it runs", days: "-10", from: "12" },
];
for (const { when, days, from } of sweep("scorecard/wrong_clock", CLOCKS)) {
  Deno.test(`scorecard 24: a run resumes when the clock is ${when}`, async () => {
    const folder = await Deno.makeTempDir();
    await using server = await faultServer();
    const command = { list: await makeList(folder), out: `${folder}/out`, server };
    await leaveUnfinished(command);
    const env = { TEST_CLOCK_DAYS: days, TEST_CLOCK_FROM: from };
    const { code, stderr } = await screenTo({ ...command, env, flags: ["--in-doubt", "resend:3"] });
    const twice = [...server.log.executionsByQuestion.values()].filter((count) => count > 1).length;
    const statuses = await statusesOf(command.out);
    printFigure(
      24,
      `clock ${when}: status ${code}, ${statuses.filter((status) => status === "done").length} of ${ROWS} rows done, ` +
        `${twice} in doubt sent again, ${server.log.ends.get("status 429") ?? 0} dated Retry-After replies`,
    );
    check(`24 a run whose clock is ${when}`, () => {
      equal(code, 0, stderr);
      deepEqual(statuses, Array(ROWS).fill("done"));
    });
    ok(twice <= 3, `${twice} sent again`);
    await Deno.remove(folder, { recursive: true });
  });
}
