/** A run over several workers: what is lost, sent twice and in doubt when something dies. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { openPostgres } from "../../fleet/postgres.ts";
import { listRuns } from "../../src/fleet/fleet_run.ts";
import { joinFleet } from "../../src/fleet/schema.ts";
import { mostInASecond, statusesOf } from "./list_folder.ts";
import { countingService, eventually, screenAlone, testFleet } from "./processes.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

const ignore = isWithoutPostgres;

/** The line that says why a run stopped. */
function stopOf(text: string): string {
  return text.split("\n").find((line) => line.startsWith("stopped: ")) ?? text;
}

/** Two workers, one of which is killed after a third. */
const KILLED = { rows: 2_001, concurrency: 64 };

/** A refusal has to reach its worker and the database; what left until then is on its way. */
const TRAVEL_MS = 1_000;

Deno.test({
  name: "a worker that is killed: without keys exactly what it had under way is in doubt, nothing is sent twice",
  ignore,
  async fn() {
    await using fleet = await testFleet({ ...KILLED, answerMs: 1_000 });
    const { service, workers: [first] } = fleet;
    const conductor = fleet.screen();
    await service.reached(KILLED.rows / 3);
    first?.kill("SIGKILL");
    const { text } = await conductor.ended;
    const statuses = statusesOf(await fleet.theses());
    const { arrivals, mostOfOne } = await service.counted();
    const { done = 0, in_doubt: doubts = 0 } = statuses;
    console.log(`    ${doubts} in doubt, ${arrivals} requests`);
    equal(done + doubts, KILLED.rows, `${JSON.stringify(statuses)} ${text}`);
    ok(doubts > 0 && doubts <= KILLED.concurrency, `${doubts} in doubt`);
    equal(mostOfOne, 1);
  },
});

Deno.test({
  name:
    "a worker that is killed: where keys are honoured all rows are done, each ran once, and theses.csv is that of one process",
  ignore,
  async fn() {
    await using fleet = await testFleet({ ...KILLED, answerMs: 1_000, modes: ["keys"] });
    const { service, workers: [first] } = fleet;
    const conductor = fleet.screen();
    await service.reached(KILLED.rows / 3);
    first?.kill("SIGKILL");
    await conductor.ended;
    const theses = await fleet.theses();
    const { arrivals, executions, mostExecutions } = await service.counted();
    console.log(`    ${arrivals} requests, ${executions} executions`);
    deepEqual([statusesOf(theses), executions, mostExecutions], [{ done: KILLED.rows }, KILLED.rows, 1]);
    ok(arrivals <= KILLED.rows + KILLED.concurrency, `${arrivals} requests`);
    await using alone = await countingService(0, ["keys"]);
    equal(theses, (await screenAlone(fleet.place.folder, alone.url)).theses);
  },
});

Deno.test({
  name: "a database that is killed and started again: nothing is lost, sent twice or in doubt, and workers go on",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 200, answerMs: 1_000 });
    const { service } = fleet;
    const conductor = fleet.screen();
    await service.reached(80);
    await fleet.postgres.kill();
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // the fault is the outage itself
    await fleet.postgres.start();
    const { text } = await conductor.ended;
    const { arrivals, mostOfOne } = await service.counted();
    deepEqual([statusesOf(await fleet.theses()), arrivals, mostOfOne], [{ done: 200 }, 200, 1], text);
    match(text, /database of the fleet, 127\.0\.0\.1:\d+, is waited for: it cannot be reached[^]* is there again\./);
  },
});

Deno.test({
  name: "a worker that is frozen until it has lost its shards sends nothing more of them, and keeps late answers",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 1_100, answerMs: 1_000 });
    const { service, workers: [first] } = fleet;
    const conductor = fleet.screen();
    await service.reached(64);
    first?.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 25_000)); // the fault is the pause itself
    first?.kill("SIGCONT");
    await conductor.ended;
    const statuses = statusesOf(await fleet.theses());
    const { mostOfOne } = await service.counted();
    deepEqual([statuses, mostOfOne], [{ done: 1_100 }, 1]);
  },
});

Deno.test({
  name: "three workers keep one rate and one budget, also when one of them is killed",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 150, answerMs: 200, workers: 3 });
    const { service, workers: [first] } = fleet;
    const limits = ["--rate", "5/s,200/min", "--max-requests", "120"];
    const conductor = fleet.screen(limits);
    await service.reached(20);
    first?.kill("SIGKILL");
    const { code, text } = await conductor.ended;
    const { arrivals, starts, heldUp } = await service.counted();
    const inASecond = mostInASecond(starts, heldUp);
    console.log(`    ${arrivals} sent, at most ${inASecond} in a second`);
    equal(code, 3, text);
    ok(arrivals <= 120 && arrivals >= 118, `${arrivals} sent`); // what was granted to the killed one may not have left
    ok(inASecond <= 5, `${inASecond} in a second`);
  },
});

const LIMITS = [
  { limit: "--max-cost", flags: ["--price", "0.5", "--max-cost", "20"], modes: [], least: 40, most: 40 },
  // As many more may be under way when the last one fails.
  { limit: "--max-failures", flags: ["--max-failures", "10"], modes: ["fails"], least: 11, most: 10 + 64 },
] as const;
for (const { limit, flags, modes, least, most } of LIMITS) {
  Deno.test({
    name: `${limit} stops all workers, in the words of one process`,
    ignore,
    async fn() {
      await using fleet = await testFleet({ rows: 300, answerMs: 300, modes });
      const { code, text } = await fleet.screen(flags).ended;
      const { arrivals } = await fleet.service.counted();
      await using alone = await countingService(300, modes);
      const words = await screenAlone(fleet.place.folder, alone.url, { more: flags });
      console.log(`    ${arrivals} sent; ${stopOf(text)}`);
      equal(code, 3, text);
      ok(arrivals >= least && arrivals <= most, `${arrivals} sent`);
      const counted = (text: string) =>
        limit === "--max-failures" ? text.replaceAll(/\d+(?= of| requests)/g, "N") : text;
      equal(counted(stopOf(text)), counted(stopOf(words.text)));
      match(stopOf(text), new RegExp(`^stopped: .*${limit} `));
    },
  });
}

Deno.test({
  name:
    "workers that die after a limit has stopped the run: the conductor puts in doubt what they had under way, and ends",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 100, answerMs: 300_000 });
    await using sql = openPostgres(fleet.postgres.url, { connections: 1 });
    const conductor = fleet.screen(["--max-requests", "20"]);
    await fleet.service.reached(20);
    await eventually(async () => (await listRuns(sql.query))[0]?.state === "stopped");
    for (const worker of fleet.workers) worker.kill("SIGKILL");
    const { code, text } = await conductor.ended;
    deepEqual([code, statusesOf(await fleet.theses())], [3, { in_doubt: 20, skipped: 80 }], text);
    match(stopOf(text), /^stopped: 20 requests sent, and --max-requests is 20/);
    deepEqual((await listRuns(sql.query))[0]?.requests, { in_doubt: 20, planned: 80 });
  },
});

Deno.test({
  name: "a service that asks one worker for two hours stops all of them, in the words of one process",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 600, answerMs: 1_000 });
    const { service } = fleet;
    const conductor = fleet.screen();
    await service.until(({ starts }) => mostInASecond(starts) > 32); // one worker alone has at most 32 under way
    await service.refuseOne(7_200);
    const { code, text } = await conductor.ended;
    const { starts, refusals: [refusedMs = NaN] } = await service.counted();
    equal(code, 3, text);
    match(stopOf(text), /^stopped: the service asks to come back in 120 minutes \(.*\); run the same command then$/);
    deepEqual(starts.filter((at) => at >= refusedMs + TRAVEL_MS), []);
  },
});

Deno.test({
  name: "a role that owns a database and nothing else can run a fleet",
  ignore,
  async fn() {
    await using fleet = await testFleet({
      ...{ rows: 60, answerMs: 100 },
      urlOf: async ({ url }) => {
        await using sql = openPostgres(url, { connections: 1 });
        await sql.query("CREATE ROLE conviction LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOINHERIT");
        await sql.query("CREATE DATABASE conviction OWNER conviction");
        await sql.query("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC"); // so that no other is entered
        return url.replace("postgres@", "conviction@").replace(/postgres$/, "conviction");
      },
    });
    const { code, text } = await fleet.screen(["--max-requests", "1000", "--rate", "50/s"]).ended;
    deepEqual([code, statusesOf(await fleet.theses())], [0, { done: 60 }], text);
    await using sql = openPostgres(fleet.place.url, { connections: 1 });
    const [role] = await sql.query(
      "SELECT current_user AS name, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user",
    );
    deepEqual(role, { name: "conviction", rolsuper: false, rolcreatedb: false, rolcreaterole: false });
  },
});

Deno.test({
  name: "a pause that the service asks of one worker holds for all: none starts a request in it",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 600, answerMs: 1_000 });
    const { service } = fleet;
    const conductor = fleet.screen();
    await service.until(({ starts }) => mostInASecond(starts) > 32); // one worker alone has at most 32 under way
    await service.refuseOne(5);
    const { text } = await conductor.ended;
    const { arrivals, mostOfOne, starts, refusals: [refusedMs = NaN] } = await service.counted();
    const since = starts.map((at) => at - refusedMs).filter((ms) => ms > 0);
    const travelling = since.filter((ms) => ms < TRAVEL_MS);
    console.log(
      `    ${travelling.length} were on their way for up to ${Math.max(0, ...travelling)} ms, the next came after ${
        Math.min(...since.filter((ms) => ms >= TRAVEL_MS))
      } ms`,
    );
    deepEqual(since.filter((ms) => ms >= TRAVEL_MS && ms < 5_000), []);
    deepEqual([statusesOf(await fleet.theses()), arrivals, mostOfOne], [{ done: 600 }, 601, 2], text);
  },
});

for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
  Deno.test({
    name: `a server with ${name} off is refused by that name, and no table is made`,
    ignore,
    async fn() {
      await using postgres = await scratchPostgres(`${name}=off`);
      await using sql = openPostgres(postgres.url, { connections: 1 });
      const error = await joinFleet(sql).then(() => undefined, (thrown: Error) => thrown);
      equal(
        `${error?.name}: ${error?.message}`,
        `InputError: Cannot use this PostgreSQL for a fleet: its setting ${name} is off, so a power cut would forget ` +
          `requests that were sent; set ${name} = on`,
      );
      const [tables] = await sql.query("SELECT to_regnamespace('conviction_fleet') AS made");
      equal(tables?.["made"], null);
    },
  });
}

Deno.test({
  name: "a role whose own setting would forget acknowledged requests is refused before anything is sent",
  ignore,
  async fn() {
    await using fleet = await testFleet({
      ...{ rows: 3, answerMs: 0, workers: 0 },
      urlOf: async ({ url }) => {
        await using sql = openPostgres(url, { connections: 1 });
        await sql.query("ALTER ROLE postgres SET synchronous_commit = off"); // a role may have settings of its own
        return url;
      },
    });
    const { service } = fleet;
    const conductor = fleet.screen();
    const { code, text } = await conductor.ended;
    equal(code, 2);
    match(text, /Cannot use this PostgreSQL for a fleet: its setting synchronous_commit is off/);
    equal((await service.counted()).arrivals, 0);
  },
});

Deno.test({
  name: "a conductor that is killed and whose folder is lost: the same command ends the run, nothing is sent again",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 200, answerMs: 1_000, workers: 1 });
    const { service } = fleet;
    const conductor = fleet.screen();
    await service.reached(60);
    conductor.kill("SIGKILL");
    await conductor.ended;
    await Deno.remove(`${fleet.place.folder}/out`, { recursive: true });
    const { text } = await fleet.screen().ended;
    const theses = await fleet.theses();
    const { arrivals, mostOfOne } = await service.counted();
    deepEqual([statusesOf(theses), arrivals, mostOfOne], [{ done: 200 }, 200, 1], text);
    await using alone = await countingService(0);
    equal(theses, (await screenAlone(fleet.place.folder, alone.url)).theses);
  },
});

Deno.test({
  name: "two runs on one account keep its rate together",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 25, answerMs: 100 });
    const { service } = fleet;
    const other = await fleet.listFolder(26);
    const [one, two] = [fleet.screen(["--rate", "5/s"]), fleet.screen(["--rate", "5/s"], other)];
    const texts = [(await one.ended).text, (await two.ended).text];
    const { starts, heldUp } = await service.counted();
    const inASecond = mostInASecond(starts, heldUp);
    console.log(`    at most ${inASecond} in a second`);
    deepEqual(
      [statusesOf(await fleet.theses()), statusesOf(await fleet.theses(other))],
      [{ done: 25 }, { done: 26 }],
      texts.join(),
    );
    ok(inASecond <= 5, `${inASecond} in a second`);
  },
});
