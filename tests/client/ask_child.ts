/** Sends a number of concurrent requests to an address and prints how they ended; the environment configures it. */
import { openConnection } from "../../src/setup/connect.ts";

const [baseUrl = "", apiKey = "", times = "1"] = Deno.args;
const { research, describe } = openConnection({ kind: "remote", baseUrl, apiKey, model: undefined });
const { notice } = await describe();
const ask = () =>
  research.reason("x", { retries: 0 }).then(
    () => ({ notice, state: "answered" }),
    (error) => ({ notice, state: error.delivery, message: error.message, shown: Deno.inspect(error) }),
  );
const outcomes = await Promise.all(Array.from({ length: Number(times) }, ask));
const outcome = outcomes.find(({ state }) => state !== "answered") ?? outcomes[0];
// deno-lint-ignore no-console
console.log(JSON.stringify(outcome));
Deno.exit();
