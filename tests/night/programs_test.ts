/** Programs that are told of a night: what they get, how they end, and what is said of their words. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { deliverNight } from "../../src/night/deliver_night.ts";
import type { NightDelivery } from "../../src/night/message.ts";
import { messageOf, nightPort, targetOf } from "./delivering.ts";

const STATUSES: readonly (readonly [end: string, state: NightDelivery["state"], calls: number, problem: RegExp])[] = [
  ["exit 0", "delivered", 1, /^$/],
  ["exit 75", "failed", 8, /exited with status 75; kept, and retried at the next start$/],
  ["exit 1", "failed", 1, /exited with status 1$/],
  ["kill -9 $$", "doubtful", 1, /did not end by itself: it may have delivered the message$/],
  ["kill -TERM $$", "doubtful", 1, /did not end by itself: it may have delivered the message$/],
];

for (const [end, state, calls, problem] of STATUSES) {
  Deno.test(`a program that ends with "${end}": ${state}, run ${calls} times`, async () => {
    const folder = await Deno.makeTempDir();
    const { port } = nightPort({ folder });
    const { deliveries } = await deliverNight(messageOf(), [targetOf(`cmd:echo x >> calls; ${end}`)], port);
    equal(deliveries[0]?.state, state);
    match(deliveries[0]?.problem ?? "", problem);
    equal((await Deno.readTextFile(`${folder}/calls`)).trim().split("\n").length, calls);
  });
}

Deno.test("a program gets the message as JSON, and as text, subject and page", async () => {
  const folder = await Deno.makeTempDir();
  const { port } = nightPort({ folder });
  const message = messageOf("2026-11-23", { subject: `"$HOME" 'é' \`x\``, page: "/runs/a b/report.html" });
  const told = `cmd:cat > in.json; printf '%s' "$1" > 1; printf '%s' "$2" > 2; printf '%s' "$3" > 3; echo $# > count`;
  equal((await deliverNight(message, [targetOf(told)], port)).deliveries[0]?.state, "delivered");
  const read = (name: string) => Deno.readTextFileSync(`${folder}/${name}`);
  const text = `${message.subject}\n${message.text}`;
  deepEqual(["1", "2", "3", "count"].map(read), [text, message.subject, message.page, "3\n"]);
  const given = JSON.parse(read("in.json"));
  equal(given.text, text);
  deepEqual([given.conviction.id, given.conviction.page, given.conviction.alert_count], [message.id, message.page, 1]);
});

Deno.test("a program gets no key: the variables of keys and of targets are empty", async () => {
  const folder = await Deno.makeTempDir();
  const names = ["API", "LLM_API", "TIINGO", "ALPHAVANTAGE", "EODHD"].map((name) => `CONVICTION_${name}_KEY`);
  const all = [...names, "CONVICTION_HOOK"];
  const before = all.map((name) => Deno.env.get(name));
  try {
    for (const name of all) Deno.env.set(name, "s3cr3t-T0ken");
    const { port } = nightPort({ folder, typed: ["env:CONVICTION_HOOK"] });
    equal((await deliverNight(messageOf(), [targetOf("cmd:env > env")], port)).deliveries[0]?.state, "delivered");
  } finally {
    all.forEach((name, at) => before[at] === undefined ? Deno.env.delete(name) : Deno.env.set(name, before[at]));
  }
  const given = await Deno.readTextFile(`${folder}/env`);
  deepEqual(all.filter((name) => !given.split("\n").includes(`${name}=`)), []);
  ok(!given.includes("s3cr3t"));
});

const WAITS: readonly (readonly [name: string, command: string, state: NightDelivery["state"]])[] = [
  ["a program that does not end is ended", "echo $$ > pid; exec sleep 600", "doubtful"],
  ["what a program has started, and left with its outputs, is not awaited", "sleep 600 & echo $! > pid", "delivered"],
  ["what does not read its input is not awaited", "sleep 600 <&0 & echo $! > pid; wait", "doubtful"],
];

for (const [name, command, state] of WAITS) {
  Deno.test({ name: `${name} after the time limit`, sanitizeResources: false, sanitizeOps: false }, async () => {
    const folder = await Deno.makeTempDir();
    const { port } = nightPort({ folder });
    const message = messageOf("2026-11-23", { alerts: ["x".repeat(300_000)] }); // more than a pipe holds
    const watcher = Deno.watchFs(folder);
    const delivering = deliverNight(message, [targetOf(`cmd:${command}`)], port);
    const pid = async () => Number(await Deno.readTextFile(`${folder}/pid`).catch(() => "0"));
    for await (const _ of watcher) if (await pid() > 0) break;
    if (state === "delivered") await new Promise((resolve) => setTimeout(resolve, 0));
    port.clock.advance(60_000);
    equal((await delivering).deliveries[0]?.state, state);
    try {
      Deno.kill(await pid(), "SIGKILL");
    } catch {
      // ended already
    }
  });
}

const TOKEN = "s3cr3t-T0ken";
for (
  const command of [
    `echo "bad key ${TOKEN}"; exit 1`,
    `KEY=${TOKEN}; echo "got $KEY" >&2; exit 75`,
    `url=https://h.example/a/${TOKEN}?x=1; echo "$url" | cut -c 21-34; exit 1`,
  ]
) {
  Deno.test(`a program that prints a key of its command shows none: ${command}`, async () => {
    const folder = await Deno.makeTempDir();
    const { port, logged } = nightPort({ folder });
    const env = { CONVICTION_HOOK: `cmd:${command}` };
    const told = await deliverNight(messageOf(), [targetOf("env:CONVICTION_HOOK", env)], port);
    const files = await Array.fromAsync(Deno.readDir(port.outbox));
    const kept = await Promise.all(files.map(({ name }) => Deno.readTextFile(`${port.outbox}/${name}`)));
    ok(kept.length > 0 && logged.length > 0);
    ok(![JSON.stringify(told), ...kept, ...logged].join("\n").includes(TOKEN), logged.join("\n"));
  });
}
