import { deepEqual, equal, ok } from "../assert.ts";
import { connect } from "conviction";
import { openRun, screen, type ScreenOptions } from "conviction/batch";
import { fileURLToPath } from "node:url";
import { countingService } from "./counting_service.ts";
import { FakeVerifier } from "./fake_verifier.ts";
import { sweep } from "../sweeps.ts";
import { writeCsv } from "./test_machine.ts";

const ROWS = 24;
const CONCURRENCY = 4;
const CSV = `ticker,weight_pct\n${Array.from({ length: ROWS }, (_, at) => `T${at},${at - 3}\n`).join("")}T0,99\n`;
const CHILD = fileURLToPath(new URL("screen_child.ts", import.meta.url));

async function killedRun(
  folder: string,
  service: ReturnType<typeof countingService>,
  killAt: number,
  { checks = false } = {},
): Promise<void> {
  const allowed = ["--no-prompt", "--allow-read", "--allow-write", "--allow-net=127.0.0.1", "--allow-env"];
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      ...allowed,
      CHILD,
      folder,
      service.baseUrl,
      String(CONCURRENCY),
      ...checks ? ["checks"] : [],
    ],
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  await service.reached(killAt);
  child.kill("SIGKILL");
  await child.status;
}

async function screenAgain(folder: string, baseUrl: string, options: ScreenOptions = {}): Promise<void> {
  const rows = screen(`${folder}/tickers.csv`, connect({ baseUrl }), {
    ...{ folder: `${folder}/out`, concurrency: CONCURRENCY, ...options },
  });
  await Array.fromAsync(rows);
}

/** The rows, and the portfolio of their weights. */
const REQUESTS = ROWS + 1;

for (const killAt of sweep("batch/kill", [1, 7, 16, ROWS, REQUESTS], 2_000)) {
  Deno.test(`a run killed with SIGKILL after ${killAt} of ${ROWS} answers loses no row and repeats no finished request`, async () => {
    const folder = await Deno.makeTempDir();
    await using service = countingService({ delayMs: 3 });
    writeCsv(folder, CSV);
    await killedRun(folder, service, killAt);
    const before = new Map(service.answered);

    await screenAgain(folder, service.baseUrl);
    const { outcomes } = await openRun(`${folder}/out`);
    equal(outcomes.length, ROWS + 1);
    const inDoubt = new Set(outcomes.flatMap((row) => row.status === "in_doubt" ? [row.asked.identity] : []));
    ok(inDoubt.size <= CONCURRENCY, `${inDoubt.size} in doubt`);
    deepEqual([...new Set(outcomes.map(({ status }) => status))].filter((s) => s !== "done" && s !== "in_doubt"), []);
    deepEqual([...service.answered.values()].filter((count) => count > 1), [], "a question was sent twice");
    const finished = outcomes.flatMap((row) => row.status === "done" ? [String(row.asked.request["input"])] : []);
    ok(finished.every((question) => service.answered.get(question) === 1));
    ok([...before.keys()].every((question) => service.answered.has(question)));

    await screenAgain(folder, service.baseUrl, { retryFailed: true });
    equal((await openRun(`${folder}/out`)).manifest.portfolio?.status, "done");
    ok([...service.answered.keys()].some((question) => question.startsWith("Held in these weights")));
    ok([...service.keys.values()].every((keys) => keys.size === 1), "a repeated request had another key");

    const whole = await Deno.makeTempDir();
    writeCsv(whole, CSV);
    await screenAgain(whole, service.baseUrl);
    for (const name of ["theses.csv", "failures.csv"]) {
      equal(await Deno.readTextFile(`${folder}/out/${name}`), await Deno.readTextFile(`${whole}/out/${name}`));
    }
    deepEqual(
      (await openRun(`${folder}/out`)).manifest.files.filter(({ path }) => path.startsWith("files/")).length,
      (await openRun(`${whole}/out`)).manifest.files.filter(({ path }) => path.startsWith("files/")).length,
    );
  });
}

for (const killAt of sweep("batch/kill", [3, 11, ROWS])) {
  Deno.test(`a run killed after ${killAt} of ${ROWS} answers has checked every thesis when it is resumed, each sent once`, async () => {
    const folder = await Deno.makeTempDir();
    await using service = countingService({ delayMs: 3 });
    writeCsv(folder, CSV);
    await killedRun(folder, service, killAt, { checks: true });
    await screenAgain(folder, service.baseUrl, { verify: new FakeVerifier() });
    await screenAgain(folder, service.baseUrl, { verify: new FakeVerifier(), retryFailed: true });
    const { outcomes, manifest } = await openRun(`${folder}/out`);
    deepEqual(outcomes.filter((row) => !("check" in row)).map(({ input }) => input.row), []);
    deepEqual([manifest.verify?.checked, manifest.verify?.not_checked], [ROWS + 1, 0]);
    ok([...service.keys.values()].every((keys) => keys.size === 1), "a repeated request had another key");

    const whole = await Deno.makeTempDir();
    writeCsv(whole, CSV);
    await screenAgain(whole, service.baseUrl, { verify: new FakeVerifier() });
    equal(await Deno.readTextFile(`${folder}/out/theses.csv`), await Deno.readTextFile(`${whole}/out/theses.csv`));
  });
}

Deno.test("a killed run sends requests in doubt again when the same call allows it", async () => {
  const folder = await Deno.makeTempDir();
  await using service = countingService({ delayMs: 3 });
  writeCsv(folder, CSV);
  await killedRun(folder, service, 5);
  await screenAgain(folder, service.baseUrl, { resendInDoubt: ROWS });
  const { outcomes } = await openRun(`${folder}/out`);
  ok(outcomes.every(({ status }) => status === "done"));
});
