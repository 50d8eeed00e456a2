/** Asks the service at the address it is given, once, and prints how that ended: the world is its environment. */
import { connect } from "conviction";

const [baseUrl = "", apiKey = ""] = Deno.args;
const research = connect({ baseUrl, apiKey });
const outcome = await research.reason("x", { retries: 0 }).then(
  () => ({ state: "answered" }),
  (error) => ({ state: error.delivery, message: error.message, shown: Deno.inspect(error) }),
);
// deno-lint-ignore no-console
console.log(JSON.stringify(outcome));
Deno.exit();
