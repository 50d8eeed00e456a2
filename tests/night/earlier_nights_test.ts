/** Messages over several nights: what waits is tried again, what is in doubt is told, and nothing is sent twice. */
import { longDay } from "../../src/calendar/day.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { deliverNight } from "../../src/night/deliver_night.ts";
import { deliveryLines } from "../../src/night/delivery_words.ts";
import type { NightMessage } from "../../src/night/message.ts";
import { lockFolder } from "../../src/disk/folder_lock.ts";
import { makeFolder } from "../../src/disk/folder.ts";
import { SEED } from "../lanes.ts";
import { xorshift } from "../xorshift.ts";
import { messageOf, nightPort, targetOf } from "./delivering.ts";
import { type Fault, startReceiver, status, TAKES } from "./fault_receiver.ts";

const BUSY: Fault = { name: "429", reply: status("429 Too Many", "retry-after: 3600\r\n") };
const GATEWAY: Fault = { name: "502", takes: true, reply: status("502 Bad Gateway") };

/** One start of a night. */
async function start(folder: string, night: string, targets: readonly string[], message?: NightMessage) {
  const { port } = nightPort({ folder, night });
  return await deliverNight(message ?? messageOf(night), targets.map((text) => targetOf(text)), port);
}

/** Text of each message that a receiver took, by night. */
function textsOf(received: readonly { readonly body: string }[]): string[] {
  return received.map(({ body }) => JSON.parse(body).text);
}

Deno.test("what a receiver did not take is sent by the next night, before that night's message", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver((index) => index === 0 ? BUSY : TAKES);
  const hook = `${receiver.base}/hook/abcdef`;
  await start(folder, "2026-11-23", [hook]);
  const next = await start(folder, "2026-11-24", [hook]);
  deepEqual(deliveryLines(next), [
    `The message was delivered to ${receiver.base}/....`,
    `The message of 23 Nov 2026 was delivered to ${receiver.base}/....`,
  ]);
  const nights = textsOf(receiver.received).map((text) => /\d{4}-\d\d-\d\d/.exec(text)?.[0]);
  deepEqual(nights, ["2026-11-23", "2026-11-23", "2026-11-24"]);
  ok(!textsOf(receiver.received).some((text) => text.includes("Earlier messages")));
  deepEqual((await start(folder, "2026-11-25", [hook])).earlier, []);
});

Deno.test("a message in doubt is told by the next start and by the next message, and is not sent again", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver((index) => index === 0 ? GATEWAY : TAKES);
  const hook = `${receiver.base}/hook/abcdef`;
  const problem = "it answered 502: it may have received the message";
  deepEqual((await start(folder, "2026-11-23", [hook])).deliveries, [{
    target: `${receiver.base}/...`,
    state: "doubtful",
    problem,
  }]);
  const next = await start(folder, "2026-11-24", [hook]);
  deepEqual(next.earlier, [{
    night: "2026-11-23",
    kind: "ended",
    target: `${receiver.base}/...`,
    state: "doubtful",
    problem,
  }]);
  match(
    textsOf(receiver.received)[1] ?? "",
    /\nEarlier messages:\n- The message of 23 Nov 2026 may not have arrived at http:\/\/127\S+: it answered 502: it may have received the message\.\n$/,
  );
  await start(folder, "2026-11-25", [hook]);
  equal(receiver.received.length, 3);
  ok(!textsOf(receiver.received)[2]?.includes("Earlier messages"), "it is told once");
});

Deno.test("a problem counts as told only when the message that tells it arrived", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver((index) => index < 2 ? GATEWAY : TAKES);
  const hook = `${receiver.base}/hook/abcdef`;
  await start(folder, "2026-11-23", [hook]);
  deepEqual((await start(folder, "2026-11-24", [hook])).earlier.map(({ night }) => night), ["2026-11-23"]);
  await start(folder, "2026-11-25", [hook]);
  deepEqual(textsOf(receiver.received)[2]?.match(/The message of \d+ \w+ \d+ may not/g), [
    "The message of 23 Nov 2026 may not",
    "The message of 24 Nov 2026 may not",
  ]);
});

Deno.test("a message that waits is given up after seven days, and that is told", async () => {
  const folder = await Deno.makeTempDir();
  let isMended = false;
  await using receiver = startReceiver(() => isMended ? TAKES : BUSY);
  const hook = `${receiver.base}/hook/abcdef`;
  await start(folder, "2026-11-02", [hook]);
  isMended = true;
  const late = await start(folder, "2026-11-10", [hook]);
  equal(receiver.received.length, 2);
  deepEqual(late.earlier.map(({ state, problem }) => [state, problem]), [[
    "failed",
    "it answered 429; given up after 7 days",
  ]]);
  deepEqual((await start(folder, "2026-11-11", [hook])).earlier, []);
  match(
    textsOf(receiver.received)[1] ?? "",
    /The message of 2 Nov 2026 did not arrive at \S+: it answered 429; given up after 7 days\.\n$/,
  );
});

Deno.test("a target that is named no more keeps its messages, and each start says so", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver((_, { path }) => path === "/old" ? BUSY : TAKES);
  await start(folder, "2026-11-23", [`${receiver.base}/old`]);
  const { deliveries, earlier } = await start(folder, "2026-11-24", [`${receiver.base}/new`]);
  equal(deliveries[0]?.state, "delivered");
  deepEqual(earlier.map(({ night, state }) => ({ night, state })), [{ night: "2026-11-23", state: "failed" }]);
  match(textsOf(receiver.received).at(-1) ?? "", /The message of 23 Nov 2026 did not arrive/);
});

Deno.test("a start of the same night with one target more sends the message there, and nowhere twice", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver(() => TAKES);
  await start(folder, "2026-11-23", [`${receiver.base}/one`]);
  const changed = messageOf("2026-11-23", { subject: "composed again" });
  await start(folder, "2026-11-23", [`${receiver.base}/one`, `${receiver.base}/two`], changed);
  deepEqual(receiver.received.map(({ path }) => path), ["/one", "/two"]);
  deepEqual([...new Set(textsOf(receiver.received))].length, 1, "the first text stays");
});

Deno.test("a night that stopped and then ended sends a message for each, once", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver(() => TAKES);
  const hook = `${receiver.base}/hook`;
  for (const kind of ["stopped", "stopped", "ended", "ended", "stopped"] as const) {
    await start(folder, "2026-11-23", [hook], messageOf("2026-11-23", { kind, id: `desk 2026-11-23 ${kind}` }));
  }
  deepEqual(receiver.received.map(({ body }) => JSON.parse(body).conviction.kind), ["stopped", "ended"]);
});

Deno.test("while another process delivers, a message is kept, and the next start sends it", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver(() => TAKES);
  const hook = `${receiver.base}/hook`;
  makeFolder(`${folder}/.nights/outbox`);
  {
    using _lock = lockFolder(`${folder}/.nights/outbox`);
    const { deliveries: [delivery] } = await start(folder, "2026-11-23", [hook]);
    equal(delivery?.state, "failed");
    match(delivery?.problem ?? "", /^another process is delivering messages of this list; kept/);
  }
  equal(receiver.received.length, 0);
  const { earlier } = await start(folder, "2026-11-24", [hook]);
  deepEqual(earlier.map(({ night, state }) => [night, state]), [["2026-11-23", "delivered"]]);
  equal(receiver.received.length, 2);
});

Deno.test("a damaged file of the outbox is named, and its message counts as doubtful", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver(() => TAKES);
  const hook = `${receiver.base}/hook`;
  await start(folder, "2026-11-23", [hook]);
  const names = await Array.fromAsync(Deno.readDir(`${folder}/.nights/outbox`), (file) => file.name);
  const name = names.find((name) => name.endsWith(".json"));
  await Deno.writeTextFile(`${folder}/.nights/outbox/${name}`, '{"message":');
  const again = await start(folder, "2026-11-23", [hook]);
  deepEqual([again.deliveries[0]?.state, receiver.received.length], ["doubtful", 1]);
  match(deliveryLines(again).at(-1) ?? "", /\/outbox\/2026-11-23-ended-[0-9a-f]{8}\.json cannot be read/);
});

Deno.test("without a target nothing is kept, and what is in doubt is said", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = startReceiver(() => GATEWAY);
  await start(folder, "2026-11-23", [`${receiver.base}/hook`]);
  const { deliveries, earlier } = await start(folder, "2026-11-24", []);
  deepEqual([deliveries, earlier.map(({ state }) => state)], [[], ["doubtful"]]);
});

const FAULTS: readonly Fault[] = [
  TAKES,
  BUSY,
  GATEWAY,
  { name: "429 for a moment", reply: status("429 Too Many") },
  { name: "reset", atHead: true },
  { name: "closed after the body", takes: true },
  { name: "404", reply: status("404 Not Found") },
  { name: "503 with a wait", reply: status("503 Busy", "retry-after: 2\r\n") },
  { name: "301", reply: status("301 Moved", "location: https://example.com/\r\n") },
];

for (const seed of [SEED, SEED + 1, SEED + 2]) {
  Deno.test(`thirty nights of faults: no message arrives twice, and none is lost in silence (seed ${seed})`, async () => {
    const folder = await Deno.makeTempDir();
    const random = xorshift(seed);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];
    await using receiver = startReceiver(() => random() < 0.5 ? TAKES : pick(FAULTS));
    const hook = `${receiver.base}/hook/abcdef`;
    const nights = Array.from(
      { length: 30 },
      (_, at) => new Date(Date.UTC(2026, 9, 1 + at)).toISOString().slice(0, 10),
    );
    for (const night of nights) {
      for (let starts = Math.floor(random() * 3); starts >= 0; starts--) await start(folder, night, [hook]);
    }
    const last = await start(folder, nights.at(-1) ?? "", [hook]);
    ok([...receiver.taken.values()].every((count) => count === 1));
    const took = receiver.received.filter(({ body, headers }) =>
      body !== "" && receiver.taken.has(headers.get("idempotency-key") ?? "")
    );
    const arrived = new Set(took.map(({ body }) => JSON.parse(body).conviction.night));
    const said = [...textsOf(took), ...deliveryLines(last)].join("\n");
    const isTold = (night: string) => said.includes(`The message of ${longDay(night)}`) || night === nights.at(-1); // by `last`
    deepEqual(nights.filter((night) => !arrived.has(night) && !isTold(night)), []);
  });
}
