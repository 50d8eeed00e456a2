/** A process of a fleet that dies or is frozen: what is lost, sent twice and in doubt. */
import { deepEqual, equal, ok } from "../assert.ts";
import { statusesOf } from "./list_folder.ts";
import { countingService, screenAlone, testFleet } from "./processes.ts";
import { isWithoutPostgres } from "./scratch_postgres.ts";

const ignore = isWithoutPostgres;

/** Two workers, one of which is killed after a third. */
const KILLED = { rows: 2_001, concurrency: 64 };

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
