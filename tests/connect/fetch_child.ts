/** A process that the test kills: fetches from the made sources into a folder, and prints what it did as JSON. */
import { FETCH_LIMITS } from "../../src/connect/fetch_limits.ts";
import { fetchFiles } from "../../src/connect/fetch_files.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { COMPANIES, MADE_KEY, madeSources } from "./made_sources.ts";

const [folder = "", port = ""] = Deno.args;
const report = await fetchFiles({ sources: madeSources(Number(port)), companies: COMPANIES }, {
  ...{ folder, fetch, clock: systemClock, random: Math.random, secrets: [MADE_KEY], mayWait: true },
  run: () => Promise.reject(new Error("no program is run")),
  limits: { ...FETCH_LIMITS, pauseMs: 20, blockedMs: 100, failuresInARow: 100 },
});
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(report)));
