/** Shows the runs of a fleet: `deno task -q -c packages/fleet/deno.json status`. */
import { perform } from "../../src/commands/command.ts";
import type { CommandPage } from "../../src/commands/flags.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { jsonLine } from "../../src/view/lines.ts";
import { listRuns } from "./fleet_run.ts";
import { joinNamedFleet } from "./join.ts";

const PAGE = {
  does: "Shows the runs of a fleet, what became of their requests, and how many shards workers have.",
  usage: ["-c packages/fleet/deno.json status [flags]"],
  flags: { "json": { help: "one object on one line for each run" } },
  notes: ["The database is named by CONVICTION_FLEET_URL."],
} as const satisfies CommandPage;

async function fleetStatus(args: readonly string[]): Promise<number> {
  const host = thisHost();
  return await perform(args, host, {
    page: PAGE,
    async work({ json }, terminal) {
      await using fleet = await joinNamedFleet(host, { connections: 2, note: (line) => terminal.note(line) });
      for (const { runId, state, requests } of await listRuns(fleet.sql.query)) {
        const { active, waiting } = await fleet.leases.countOf(runId);
        if (json) terminal.output(jsonLine({ run_id: runId, state, requests, shards: { active, waiting } }));
        else {
          const counts = Object.entries(requests).map(([name, count]) => `${count} ${name}`).join(", ");
          terminal.print(`${runId}: ${state}; ${counts}; shards: ${active} with workers, ${waiting} waiting`);
        }
      }
    },
  });
}

if (import.meta.main) Deno.exitCode = await fleetStatus(Deno.args);
