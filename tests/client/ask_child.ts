/** Asks the service at the address it is given, once, and prints how that ended: the world is its environment. */
import { openConnection } from "../../src/setup/connect.ts";

const [baseUrl = "", apiKey = ""] = Deno.args;
const { research, describe } = openConnection({ kind: "remote", baseUrl, apiKey, model: undefined });
const { notice } = await describe();
const outcome = await research.reason("x", { retries: 0 }).then(
  () => ({ notice, state: "answered" }),
  (error) => ({ notice, state: error.delivery, message: error.message, shown: Deno.inspect(error) }),
);
// deno-lint-ignore no-console
console.log(JSON.stringify(outcome));
Deno.exit();
