/** A delivery that is killed at any of its steps: no message arrives twice, and none is lost in silence. */
import { deepEqual, equal, ok } from "../assert.ts";
import { fileURLToPath } from "node:url";
import { sweep } from "../sweeps.ts";
import { type Fault, startReceiver, status, TAKES } from "./fault_receiver.ts";

const CHILD = fileURLToPath(new URL("deliver_child.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));
const MOMENTS = 20;
/** It is too busy for the first two requests. */
const receiving = () => startReceiver((index) => index < 2 ? BUSY : TAKES);
const BUSY: Fault = { name: "429", reply: status("429 Too Many") };

/** What a child printed; undefined when it was killed. */
interface Printed {
  readonly steps: number;
  readonly lines: readonly string[];
}

async function start(
  folder: string,
  night: string,
  targets: readonly string[],
  killAt = 0,
): Promise<Printed | undefined> {
  const { stdout, signal } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-lock", "--config", CONFIG, "-A", CHILD, folder, night, String(killAt), ...targets],
    stderr: "inherit",
  }).output();
  return signal === "SIGKILL" ? undefined : JSON.parse(new TextDecoder().decode(stdout));
}

for (const killAt of sweep("night/killed_delivery", Array.from({ length: MOMENTS }, (_, at) => at + 1))) {
  Deno.test(`a delivery killed at its step ${killAt} sends nothing twice, and what may be lost is said`, async () => {
    const folder = await Deno.makeTempDir();
    await using receiver = receiving();
    const targets = [`${receiver.base}/hook/abcdef`, `cmd:cat >> told.jsonl`];
    const [first, second] = ["2026-11-23", "2026-11-24"];
    const killed = await start(folder, first, targets, killAt);
    equal(killed, undefined, "it was not killed");
    const again = await start(folder, first, targets);
    const next = await start(folder, second, targets);
    const said = [...again?.lines ?? [], ...next?.lines ?? []].join("\n");

    const programs = (await Deno.readTextFile(`${folder}/told.jsonl`)).trim().split("\n");
    const nightsOf = (bodies: readonly string[]) => bodies.map((body) => String(JSON.parse(body).conviction.night));
    const arrived = { hook: nightsOf(receiver.received.slice(2).map(({ body }) => body)), cmd: nightsOf(programs) };
    for (const [target, nights] of Object.entries(arrived)) {
      deepEqual(nights, [...new Set(nights)], `${target} got a message twice`);
      equal(nights.includes(second), true);
      const isSaid = said.includes(
        `The message may not have arrived at ${target === "hook" ? receiver.base : "cmd:cat"}`,
      );
      ok(nights.includes(first) || isSaid, `${target} did not get a message, and nobody said so`);
    }
    deepEqual([...new Set(receiver.taken.values())], [1]);
  });
}

Deno.test("a delivery has as many steps as the sweep kills it at, and more", async () => {
  const folder = await Deno.makeTempDir();
  await using receiver = receiving();
  const printed = await start(folder, "2026-11-23", [`${receiver.base}/hook/abcdef`, "cmd:cat >> told.jsonl"]);
  ok((printed?.steps ?? 0) >= MOMENTS, String(printed?.steps));
});
