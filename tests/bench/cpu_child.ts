/** Sends a list through a service with `screen()`: `cpu_child.ts ADDRESS CSV FOLDER CONCURRENCY`. */
import process from "node:process";
import { connect } from "conviction";
import { screen } from "conviction/batch";

const [baseUrl = "", input = "", folder = "", concurrency = ""] = Deno.args;
const start = process.cpuUsage();
const startMs = performance.now();

const research = connect({ baseUrl, apiKey: "sk-bench-123456" });
let done = 0;
for await (const outcome of screen(input, research, { folder, concurrency: Number(concurrency), files: "none" })) {
  if (outcome.status === "done") done++;
}

const seconds = (performance.now() - startMs) / 1000;
const { user, system } = process.cpuUsage(start);
const peakMiB = process.resourceUsage().maxRSS / 1024;
// deno-lint-ignore no-console -- its report is its output
console.log(JSON.stringify({ done, seconds, cpuMs: (user + system) / 1000, peakMiB }));
