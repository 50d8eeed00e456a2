import { deepEqual, equal, match, ok } from "../assert.ts";
import { deliverNight } from "../../src/night/deliver_night.ts";
import type { NightDelivery } from "../../src/night/message.ts";
import { messageOf, nightPort, targetOf } from "./delivering.ts";
import { type Fault, startReceiver, status, TAKES } from "./fault_receiver.ts";

/** Once, or at each attempt of the first start. */
interface Row extends Fault {
  readonly always?: boolean;
  /** At the end of a first start: how often it was asked, what is told, and what a second start makes of it. */
  readonly asked: number;
  readonly state: NightDelivery["state"];
  readonly problem?: RegExp;
  readonly taken: number;
  readonly later: NightDelivery["state"];
  /** Whether the second start asks again. */
  readonly isAskedAgain?: boolean;
}

const DELIVERED = { asked: 1, state: "delivered", taken: 1, later: "delivered" } as const;
const DOUBTFUL = { asked: 1, state: "doubtful", later: "doubtful" } as const;
const REFUSED = { asked: 1, state: "failed", taken: 0, later: "failed" } as const;
const RETRIED = { asked: 2, state: "delivered", taken: 1, later: "delivered" } as const;
/** Pauses of 0.75, 1.5, 3, 6, 12, 24 and 48 s fit into two minutes. */
const KEPT = { asked: 8, state: "failed", taken: 0, later: "delivered", isAskedAgain: true, always: true } as const;

const ROWS: readonly Row[] = [
  { ...TAKES, ...DELIVERED },
  { name: "202", takes: true, reply: status("202 Accepted"), ...DELIVERED },
  { name: "204", takes: true, reply: "HTTP/1.1 204 No Content\r\n", ...DELIVERED },
  {
    name: "301 to another host",
    reply: status("301 Moved", "location: http://127.0.0.2:9/x\r\n"),
    ...REFUSED,
    problem: /answered 301: it redirects/,
  },
  {
    name: "307 to another host",
    reply: status("307 Moved", "location: http://127.0.0.2:9/x\r\n"),
    ...REFUSED,
    problem: /answered 307: it redirects/,
  },
  { name: "307 to a path of this host", reply: status("307 Moved", "location: /other\r\n"), ...RETRIED },
  { name: "400", reply: status("400 Bad Request"), ...REFUSED, problem: /^it answered 400$/ },
  {
    name: "404 with words",
    reply: "HTTP/1.1 404 Not Found\r\ncontent-length: 10\r\n",
    ...REFUSED,
    problem: /^it answered 404$/,
  },
  { name: "410", reply: status("410 Gone"), ...REFUSED, problem: /^it answered 410$/ },
  { name: "408 once", reply: status("408 Timeout"), ...RETRIED },
  { name: "425 once", reply: status("425 Too Early"), ...RETRIED },
  { name: "429 once, after a wait", reply: status("429 Too Many", "retry-after: 7\r\n"), ...RETRIED },
  {
    name: "429 each time",
    reply: status("429 Too Many"),
    ...KEPT,
    problem: /^it answered 429; kept, and retried at the next start$/,
  },
  {
    name: "429 for an hour",
    reply: status("429 Too Many", "retry-after: 3600\r\n"),
    ...KEPT,
    asked: 1,
    problem: /^it answered 429; kept/,
  },
  { name: "503 with a wait", reply: status("503 Busy", "retry-after: 1\r\n"), ...RETRIED },
  {
    name: "503 without a wait",
    reply: status("503 Busy"),
    ...DOUBTFUL,
    taken: 0,
    problem: /^it answered 503: it may have received the message$/,
  },
  {
    name: "500 after it took it",
    takes: true,
    reply: status("500 Error"),
    ...DOUBTFUL,
    taken: 1,
    problem: /answered 500/,
  },
  { name: "502", reply: status("502 Bad Gateway"), ...DOUBTFUL, taken: 0 },
  { name: "a reset before the body is read", atHead: true, ...DOUBTFUL, taken: 0, problem: /connection broke/ },
  { name: "a close after the body was read", takes: true, ...DOUBTFUL, taken: 1, problem: /connection broke/ },
  { name: "half a head", takes: true, reply: "HTTP/1.1 20", ...DOUBTFUL, taken: 1 },
];

for (const { name, always = false, asked, state, problem, taken, later, isAskedAgain = false, ...fault } of ROWS) {
  Deno.test(`a webhook that answers with ${name}: ${state}${isAskedAgain ? ", and sent by the next start" : ""}`, async () => {
    const folder = await Deno.makeTempDir();
    let isMended = false;
    await using receiver = startReceiver((index) => !isMended && (always || index === 0) ? { name, ...fault } : TAKES);
    const target = targetOf(`${receiver.base}/hook/s3cret-token`);
    const first = await deliverNight(messageOf(), [target], nightPort({ folder }).port);
    deepEqual([first.deliveries[0]?.state, receiver.received.length], [state, asked]);
    match(first.deliveries[0]?.problem ?? "", problem ?? /^/);
    const counts = () => [...receiver.taken.values()].reduce((sum, count) => sum + count, 0);
    equal(counts(), taken);

    isMended = true;
    const second = await deliverNight(messageOf(), [target], nightPort({ folder }).port);
    equal(second.deliveries[0]?.state, later);
    equal(receiver.received.length, asked + (isAskedAgain ? 1 : 0));
    equal(counts(), taken + (isAskedAgain ? 1 : 0));
    equal(new Set(receiver.received.map(({ headers }) => headers.get("idempotency-key"))).size, 1);
    ok([...receiver.taken.values()].every((count) => count === 1));
  });
}

Deno.test("a webhook that refuses with words that never come is left after 30 s, even where fetch has forgotten its signal", async () => {
  const { port } = nightPort({ folder: await Deno.makeTempDir() });
  const reading = Promise.withResolvers<void>();
  const silent = new ReadableStream({ pull: () => (reading.resolve(), new Promise(() => {})) }, { highWaterMark: 0 });
  const fetch = () => Promise.resolve(new Response(silent, { status: 410 }));
  const target = targetOf("https://desk.example/hook/s3cret-token");
  const night = deliverNight(messageOf(), [target], { ...port, fetch });
  await reading.promise;
  port.clock.advance(30_000);
  const [delivery] = (await night).deliveries;
  deepEqual([delivery?.state, delivery?.problem], ["failed", "it answered 410"]);
});
