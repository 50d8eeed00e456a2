/**
 * Gives a list to the workers of a fleet and follows them: `deno task -q -c packages/fleet/deno.json screen LIST.csv`, `--help` for the flags.
 */
import { chooseService } from "../../src/commands/choose_service.ts";
import { perform } from "../../src/commands/command.ts";
import { describeService } from "../../src/commands/data_lines.ts";
import { count } from "../../src/commands/flag_values.ts";
import type { CommandPage } from "../../src/commands/flags.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { shortPath } from "../../src/commands/named_runs.ts";
import { answeredBy, screenOptionsOf } from "../../src/commands/run_screen.ts";
import { SCREEN } from "../../src/commands/screen_flags.ts";
import { exitStatus } from "../../src/commands/screen_words.ts";
import { conductRun } from "./conduct_run.ts";
import type { FollowedCounts } from "./follow_run.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { stopWords } from "../../src/view/stop_words.ts";
import { FILES_FLAG, filesStoreOf } from "./files_flag.ts";
import { accountOf, joinNamedFleet } from "./join.ts";

const DEFAULT_SHARD = 100;

/** Flags of a screen that would have no effect here. */
const WITHOUT_EFFECT = ["concurrency", "max-age", "on-finish", "json", "dry-run"] as const;

const PAGE = {
  does: "Gives a CSV of tickers to the workers of a fleet, follows them, and writes the folder of the run.",
  usage: [
    "-c packages/fleet/deno.json screen tickers.csv --files-to DIR [flags]",
    "-c packages/fleet/deno.json screen tickers.csv --files none [flags]",
  ],
  flags: {
    ...SCREEN.flags,
    ...FILES_FLAG,
    "shard": { value: "N", read: count, help: `requests that a worker takes at once (${DEFAULT_SHARD})` },
  },
  notes: [
    "The database is named by CONVICTION_FLEET_URL. Flags that a fleet cannot keep are refused by name.",
    "Exit status: 0 every row done; 1 some are not; 2 wrong usage; 3 stopped by a limit; 130 interrupted: workers go on.",
  ],
} as const satisfies CommandPage;

function progressOf({ settled, requests, underWay }: FollowedCounts): string {
  return `${settled} of ${requests} requests settled, ${underWay} under way`;
}

async function fleetScreen(args: readonly string[]): Promise<number> {
  const host = thisHost();
  return await perform(args, host, {
    page: PAGE,
    async work(flags, terminal) {
      const [list] = flags.words;
      if (list === undefined) throw new InputError("Cannot give a list to the fleet: none is named");
      const unused = WITHOUT_EFFECT.find((name) => name in flags.given);
      if (unused !== undefined) {
        throw new InputError(`Cannot use --${unused}: it has no effect in a fleet; leave it out`);
      }
      const filesTo = filesStoreOf(flags, host);
      const chosen = chooseService(flags, host);
      const asked = screenOptionsOf(flags, { host, chosen });
      await using connection = await host.connect(chosen.settings);
      const { described } = await describeService(connection, flags, { host, terminal });
      await using fleet = await joinNamedFleet(host, { connections: 3, note: (line) => terminal.note(line) });
      const interruption = host.onInterrupt(() => {});
      using reading = new DisposableStack();
      reading.defer(() => interruption.close());
      let counts: FollowedCounts | undefined;
      if (!flags.quiet) terminal.progress(() => counts === undefined ? "" : progressOf(counts));
      const { folder, manifest, stopped } = await conductRun(fleet, list, {
        ...asked,
        ...answeredBy(described),
        machine: host,
        stop: interruption.stop,
        filesTo,
        account: accountOf(chosen.settings),
        shardRequests: flags.shard ?? DEFAULT_SHARD,
        onCounts: (seen) => counts = seen,
      });
      terminal.end();
      terminal.print(shortPath(host.folder, folder));
      if (stopped !== undefined) terminal.note(`stopped: ${stopWords(stopped)}`);
      const { allowedFailures = 0 } = flags;
      const wasInterrupted = interruption.stop.aborted;
      return exitStatus(manifest, { wasInterrupted, wasStopped: stopped !== undefined, allowedFailures });
    },
  });
}

if (import.meta.main) Deno.exitCode = await fleetScreen(Deno.args);
