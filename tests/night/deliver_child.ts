/** Delivers the message of a night in a process of its own, which kills itself at a step: FOLDER NIGHT STEP TARGET... */
import { DURABLE } from "../../src/disk/durability.ts";
import { deliverNight } from "../../src/night/deliver_night.ts";
import type { DeliveryPort } from "../../src/night/delivery_port.ts";
import { deliveryLines } from "../../src/night/delivery_words.ts";
import { messageOf, nightPort, targetOf } from "./delivering.ts";

const [folder = "", night = "", step = "", ...targets] = Deno.args;
let steps = 0;

/** Each look at the clock, each request and each program is a step: writes to the disk lie between them. */
function orDie(): void {
  steps++;
  if (steps === Number(step)) Deno.kill(Deno.pid, "SIGKILL");
}

const { port } = nightPort({ folder, night, durability: DURABLE });
const { clock } = port;
const dying: DeliveryPort = {
  ...port,
  clock: {
    ...clock,
    now() {
      orDie();
      return clock.now();
    },
  },
  async fetch(url, init) {
    orDie();
    const reply = await port.fetch(url, init);
    orDie();
    return reply;
  },
  async runCommand(command, program) {
    orDie();
    const end = await port.runCommand(command, program);
    orDie();
    return end;
  },
};
const result = await deliverNight(messageOf(night), targets.map((text) => targetOf(text)), dying);
// deno-lint-ignore no-console -- the test reads it
console.log(JSON.stringify({ steps, result, lines: deliveryLines(result) }));
