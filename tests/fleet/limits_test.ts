/** What all workers of a run, and all runs of an account, keep together: rates, budgets, stops and pauses. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { openPostgres } from "../../packages/fleet/postgres.ts";
import { listRuns } from "../../packages/fleet/fleet_run.ts";
import { grantedIn, keepGrants, whenSeen } from "./grants.ts";
import { mostInASecond, statusesOf } from "./list_folder.ts";
import { countingService, eventually, screenAlone, testFleet } from "./processes.ts";
import { isWithoutPostgres } from "./scratch_postgres.ts";

const ignore = isWithoutPostgres;

/** The line that says why a run stopped. */
function stopOf(text: string): string {
  return text.split("\n").find((line) => line.startsWith("stopped: ")) ?? text;
}

Deno.test({
  name: "three workers keep one rate and one budget, also when one of them is killed",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 150, answerMs: 200, workers: 3 });
    await using sql = openPostgres(fleet.postgres.url, { connections: 1 });
    await keepGrants(sql);
    const { service, workers: [first] } = fleet;
    const limits = ["--rate", "5/s,200/min", "--max-requests", "120"];
    const conductor = fleet.screen(limits);
    await service.reached(20);
    first?.kill("SIGKILL");
    const { code, text } = await conductor.ended;
    const { arrivals, starts } = await service.counted();
    const { grants, inASecond } = await grantedIn(sql);
    console.log(`    ${arrivals} sent, at most ${inASecond} in a second; ${mostInASecond(starts)} arrived in one`);
    equal(code, 3, text);
    ok(arrivals <= 120 && arrivals >= 118, `${arrivals} sent`); // what was granted to the killed one may not have left
    ok(grants >= arrivals && inASecond <= 5, `${grants} granted, ${inASecond} in a second`);
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
    match(stopOf(text), /^stopped: --max-requests 20 reached/);
    deepEqual((await listRuns(sql.query))[0]?.requests, { in_doubt: 20, planned: 80 });
  },
});

Deno.test({
  name: "a service that asks one worker for two hours stops all of them, in the words of one process",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 600, answerMs: 1_000 });
    await using sql = openPostgres(fleet.postgres.url, { connections: 1 });
    const { service } = fleet;
    const conductor = fleet.screen();
    await service.until(({ starts }) => mostInASecond(starts) > 32); // one worker alone has at most 32 under way
    await keepGrants(sql);
    await service.refuseOne(7_200);
    const seen = await whenSeen(sql, "SELECT FROM conviction_fleet.runs WHERE stop IS NOT NULL");
    const { code, text } = await conductor.ended;
    equal(code, 3, text);
    match(stopOf(text), /^stopped: the service asks to retry in 120 minutes \(.*\); run the same command then$/);
    deepEqual(await sql.query("SELECT began FROM grants WHERE began > $1", [seen]), []);
  },
});

Deno.test({
  name: "a pause that the service asks of one worker holds for all: none starts a request in it",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 600, answerMs: 1_000 });
    await using sql = openPostgres(fleet.postgres.url, { connections: 1 });
    const { service } = fleet;
    const conductor = fleet.screen();
    await service.until(({ starts }) => mostInASecond(starts) > 32); // one worker alone has at most 32 under way
    await keepGrants(sql);
    await service.refuseOne(5);
    const seen = await whenSeen(
      sql,
      "SELECT FROM conviction_fleet.accounts WHERE paused_until > clock_timestamp()",
    );
    const { text } = await conductor.ended;
    const { arrivals, mostOfOne } = await service.counted();
    // A transaction that began within the pause may wait until it is over, and grant then.
    const [grants] = await sql.query(
      "SELECT count(*) FILTER (WHERE began > $1 AND starts < paused_until) AS inside, " +
        "count(*) FILTER (WHERE starts >= paused_until) > 0 AS after FROM grants, conviction_fleet.accounts",
      [seen],
    );
    deepEqual([Number(grants?.["inside"]), grants?.["after"]], [0, true]);
    deepEqual([statusesOf(await fleet.theses()), arrivals, mostOfOne], [{ done: 600 }, 601, 2], text);
  },
});

Deno.test({
  name: "two runs on one account keep its rate together",
  ignore,
  async fn() {
    await using fleet = await testFleet({ rows: 25, answerMs: 100 });
    await using sql = openPostgres(fleet.postgres.url, { connections: 1 });
    await keepGrants(sql);
    const { service } = fleet;
    const other = await fleet.listFolder(26);
    const [one, two] = [fleet.screen(["--rate", "5/s"]), fleet.screen(["--rate", "5/s"], other)];
    const texts = [(await one.ended).text, (await two.ended).text];
    const { arrivals, starts } = await service.counted();
    const { grants, inASecond } = await grantedIn(sql);
    console.log(`    at most ${inASecond} in a second; ${mostInASecond(starts)} arrived in one`);
    deepEqual(
      [statusesOf(await fleet.theses()), statusesOf(await fleet.theses(other))],
      [{ done: 25 }, { done: 26 }],
      texts.join(),
    );
    ok(grants >= arrivals && inASecond <= 5, `${grants} granted, ${inASecond} in a second`);
  },
});
