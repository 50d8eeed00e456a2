/**
 * Sends a number of concurrent requests to an address, or downloads a file, and prints how that ended; the environment
 * configures it.
 */
import { openConnection } from "../../src/setup/connect.ts";

const [baseUrl = "", apiKey = "", times = "1"] = Deno.args;
const { research, describe } = openConnection({ kind: "remote", baseUrl, apiKey, model: undefined });
const { notice } = await describe();
const download = () => research.file({ file_id: "f", filename: "prices.csv" }, { retries: 1 });
const ask = () =>
  (times === "file" ? download() : research.reason("x", { retries: 0 })).then(
    (answer) => ({ notice, state: "answered", bytes: "size" in answer ? answer.size : 0, notes: research.replyNotes }),
    (error) => ({ notice, state: error.delivery, message: error.message, shown: Deno.inspect(error) }),
  );
const outcomes = await Promise.all(Array.from({ length: times === "file" ? 1 : Number(times) }, ask));
const outcome = outcomes.find(({ state }) => state !== "answered") ?? outcomes[0];
// deno-lint-ignore no-console
console.log(JSON.stringify(outcome));
Deno.exit();
