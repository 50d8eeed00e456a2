/** What the shards of a worker share of its pace. */
import { deepEqual, equal } from "../assert.ts";
import type { CallFailure } from "../../src/batch/send/failure.ts";
import { type ShardPace, WorkerPace } from "../../packages/fleet/worker_pace.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

const failure = (kind: CallFailure["kind"], more: Partial<CallFailure> = {}) =>
  ({ kind, error: { code: "x", message: "It failed" }, isAnswered: true, ...more }) as CallFailure;

/** A worker with a limit of three, and two shards; `log` names each shard that is woken. */
function worker() {
  const clock = manualClock();
  const pace = new WorkerPace({ clock, random: () => 0, concurrency: 3 });
  const log: string[] = [];
  const [first, second] = [pace.join(() => log.push("first")), pace.join(() => log.push("second"))];
  const now = () => clock.monotonicMs();
  const start = (shard: ShardPace, times: number) => {
    for (let at = 0; at < times; at++) shard.started(now());
  };
  const answer = (shard: ShardPace) => shard.succeeded({ nowMs: now(), startMs: now() });
  const waits = () => [first.waitMs(now()), second.waitMs(now())];
  return { clock, pace, log, first, second, now, start, answer, waits };
}

Deno.test("two shards together keep the limit of their worker, and each may use all of it", () => {
  const { first, second, start, waits } = worker();
  start(first, 2);
  deepEqual(waits(), [0, 0]);
  start(second, 1);
  deepEqual(waits(), [Infinity, Infinity]);
});

Deno.test("the place of an answer goes to another shard when it is on record, the oldest first, and to its own at once", () => {
  const { log, first, second, start, answer, waits } = worker();
  start(first, 3);
  answer(first);
  deepEqual([waits(), log], [[0, Infinity], []]);
  first.written();
  deepEqual([waits(), log], [[0, 0], ["first", "second"]]);
  start(second, 1);
  deepEqual(waits(), [Infinity, Infinity]);
});

Deno.test("a request that was not sent leaves its place to all at once", () => {
  const { log, first, start, waits } = worker();
  start(first, 3);
  first.givenUp();
  deepEqual([waits(), log], [[0, 0], ["first", "second"]]);
});

Deno.test("a pause for the limits of a run is for its shards alone, one that the service asks for is for all", () => {
  const { clock, first, second, now, start, waits } = worker();
  first.pauseUntil(now() + 500);
  deepEqual(waits(), [500, 0]);
  start(second, 1);
  second.failed(failure("refused", { status: 429, retryAfterMs: 2_000 }), { nowMs: now(), startMs: now() });
  deepEqual(waits(), [2_000, 2_000]);
  clock.advance(2_000);
  deepEqual(waits(), [0, 0]);
});

Deno.test("a shard that leaves takes what it had not on record with it", () => {
  const { log, first, second, now, start, answer } = worker();
  start(first, 3);
  for (let at = 0; at < 3; at++) answer(first);
  equal(second.waitMs(now()), Infinity);
  first[Symbol.dispose]();
  deepEqual([second.waitMs(now()), log], [0, ["second"]]);
});

Deno.test("a service that stopped the shards of its time is asked anew by the next one", () => {
  const { pace, first, second, now, start } = worker();
  start(first, 1);
  const hours = failure("refused", { status: 429, retryAfterMs: 7_200_000 });
  first.failed(hours, { nowMs: now(), startMs: now() });
  deepEqual([first.stop?.code, second.stop?.code], ["refused", "refused"]);
  using third = pace.join(() => {});
  deepEqual([third.stop, third.waitMs(now())], [undefined, 0]);
});
