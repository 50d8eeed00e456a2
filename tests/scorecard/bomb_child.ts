// deno-lint-ignore-file no-console -- its report is its output
/** Requests bombs from a server, in a separate process; reports how each call ended and how far memory grew. */
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { newId } from "../../src/setup/host.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { growthOf } from "./memory.ts";
import { ONE_ATTEMPT } from "./scene.ts";

const [baseUrl = "", ...bombs] = Deno.args;
const research = createClient({ baseUrl, fetch: networkFetch, clock: systemClock, newId });

const ASKS = {
  reason: (input: string) => research.reason(input, ONE_ATTEMPT),
  stream: (input: string) => research.stream(input, ONE_ATTEMPT).final(),
  file: (file_id: string) => research.file({ file_id }, ONE_ATTEMPT),
} as const;

for (const name of ["warm", ...bombs]) {
  for (const [ask, send] of Object.entries(ASKS)) {
    let end = "none";
    const growth = await growthOf(() => send(name).then(() => {}, (error) => end = `${error.name}: ${error.message}`));
    if (name !== "warm") console.log(JSON.stringify({ bomb: name, ask, end, growth }));
  }
}
