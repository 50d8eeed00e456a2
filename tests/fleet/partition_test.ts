/** Hosts with a network of their own, one of which is cut off for a minute. */
import { deepEqual, equal, ok } from "../assert.ts";
import { openPostgres } from "../../packages/fleet/postgres.ts";
import { listFolder, statusesOf } from "./list_folder.ts";
import { type Network, openNetwork, whyNoNetwork } from "./network.ts";
import { countingService, fleetProcess, screenAlone } from "./processes.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

const HOSTS = 3;
const CONCURRENCY = 32;
const CUT_OFF_MS = 60_000;
/** Two hosts have not done it all when the third comes back. */
const LOAD = { rows: 1_800, answerMs: 3_000, begun: 150 };

const missing = isWithoutPostgres ? "PostgreSQL" : await whyNoNetwork();
if (missing !== undefined) console.log(`Hosts with a network of their own are NOT TRIED: they need ${missing}`);

/** Begins a run over the hosts; service, database and conductor are at the hub. */
async function beginRun(network: Network, modes: readonly string[]) {
  await using beginning = new AsyncDisposableStack();
  const postgres = beginning.use(await scratchPostgres(`listen_addresses=${network.hub}`));
  const list = beginning.use(await listFolder(LOAD.rows));
  const service = beginning.use(await countingService(LOAD.answerMs, modes, network.hub));
  const place = { folder: list.folder, url: postgres.url };
  const workArgs = ["--base-url", service.url, "--concurrency", String(CONCURRENCY)];
  for (let host = 0; host < HOSTS; host++) {
    beginning.use(fleetProcess("work", workArgs, { ...place, on: network.on(host) }));
  }
  const screenArgs = ["list.csv", "--files", "none", "--base-url", service.url, "--out", "out", "--quiet"];
  const conductor = beginning.use(fleetProcess("screen", [...screenArgs, "--shard", "50"], place));
  await service.reached(LOAD.begun);
  const sql = beginning.use(openPostgres(postgres.url, { connections: 1 }));
  const stack = beginning.move();
  return {
    /** Shards that a second worker has taken, and whether nothing is open any more. */
    async state() {
      const [found] = await sql.query(
        "SELECT (SELECT count(*) FROM conviction_fleet.shards WHERE fence > 1) AS taken_over, NOT EXISTS " +
          "(SELECT FROM conviction_fleet.requests WHERE state IN ('planned', 'intent')) AS is_over",
      );
      return { takenOver: Number(found?.["taken_over"]), isOver: found?.["is_over"] === true };
    },
    async ended() {
      const { text } = await conductor.ended;
      const theses = await list.theses();
      await using quick = await countingService(0, modes);
      const alone = (await screenAlone(list.folder, quick.url)).theses;
      return { text, theses, alone, statuses: statusesOf(theses), ...await service.counted() };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test({
  name:
    "three hosts, one cut off for a minute and joined again: others take over, nothing is lost or sent twice, a key runs once",
  ignore: missing !== undefined,
  async fn() {
    await using network = await openNetwork(HOSTS);
    await using stack = new AsyncDisposableStack();
    const begun = await Promise.all([beginRun(network, ["keys"]), beginRun(network, [])]);
    for (const run of begun) stack.use(run);
    await network.cutOff(0);
    await new Promise((resolve) => setTimeout(resolve, CUT_OFF_MS)); // the fault is the time without a network
    const states = await Promise.all(begun.map((run) => run.state()));
    await network.joinAgain(0);
    for (const { takenOver, isOver } of states) {
      ok(takenOver > 0, "nobody took the shards of the host that was cut off");
      ok(!isOver, "the run was over before its host came back");
    }
    const [withKeys, without] = await Promise.all([begun[0].ended(), begun[1].ended()]);
    for (const { statuses, arrivals, executions } of [withKeys, without]) {
      console.log(`    ${JSON.stringify(statuses)}, ${arrivals} requests, ${executions} executions`);
    }
    const { rows } = LOAD;
    deepEqual([withKeys.statuses, withKeys.mostExecutions], [{ done: rows }, 1], withKeys.text);
    equal(withKeys.theses, withKeys.alone);
    ok(withKeys.arrivals <= rows + CONCURRENCY, `${withKeys.arrivals} requests`);
    const { done = 0, in_doubt: doubts = 0 } = without.statuses;
    deepEqual([done + doubts, without.mostOfOne], [rows, 1], without.text);
    ok(doubts <= CONCURRENCY, `${doubts} in doubt`);
  },
});
