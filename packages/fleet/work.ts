/**
 * Works on the runs of a fleet until it is interrupted: `deno task -q -c packages/fleet/deno.json work`, `--help` for the flags.
 */
import { chooseService } from "../../src/commands/choose_service.ts";
import { perform } from "../../src/commands/command.ts";
import { CONNECTION_FLAGS, KEY_HELP } from "../../src/commands/connection_flags.ts";
import { describeService } from "../../src/commands/data_lines.ts";
import { type CommandPage, inFlags } from "../../src/commands/flags.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { LIMIT_FLAGS } from "../../src/commands/limit_flags.ts";
import { answeredBy } from "../../src/commands/run_screen.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { checkLimits } from "../../src/batch/send/limits.ts";
import { workShard } from "./work_shard.ts";
import { WorkerPace } from "./worker_pace.ts";
import { FILES_FLAG, filesStoreOf } from "./files_flag.ts";
import { joinNamedFleet } from "./join.ts";

/** One is worked on while the other ends. */
const SLOTS = 2;

const PAGE = {
  does: "Works on the runs of a fleet until it is interrupted.",
  usage: ["-c packages/fleet/deno.json work [flags]"],
  flags: {
    "concurrency": LIMIT_FLAGS.concurrency,
    ...FILES_FLAG,
    ...CONNECTION_FLAGS,
  },
  notes: [KEY_HELP, "The database is named by CONVICTION_FLEET_URL."],
} as const satisfies CommandPage;

/** A folder of this host; what a killed worker leaves in it is the system's to remove. */
function openDesk(): Disposable & { readonly folder: string } {
  const folder = Deno.makeTempDirSync({ prefix: "conviction-files-" });
  return { folder, [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }) };
}

function wordsOf(error: unknown): string {
  const options = error instanceof InputError ? error.options : [];
  return inFlags(error instanceof Error ? error.message : String(error), { options, table: PAGE.flags });
}

async function fleetWork(args: readonly string[]): Promise<number> {
  const host = thisHost();
  return await perform(args, host, {
    page: PAGE,
    async work(flags, terminal) {
      const store = filesStoreOf(flags, host);
      const files = store && { store, openDesk };
      const chosen = chooseService(flags, host);
      await using connection = await host.connect(chosen.settings);
      const { described } = await describeService(connection, { ...flags, asOf: undefined }, { host, terminal });
      const { service } = answeredBy(described);
      const { research } = connection;
      checkLimits({ concurrency: flags.concurrency }, host.filesLeft);
      const pace = new WorkerPace({ ...host, concurrency: flags.concurrency, maxConcurrent: research.maxConcurrent });
      await using fleet = await joinNamedFleet(host, { connections: SLOTS + 2, note: (line) => terminal.note(line) });
      const interruption = host.onInterrupt(() => {});
      const { stop } = interruption;
      using listening = new DisposableStack();
      listening.defer(() => interruption.close());
      await fleet.leases.work(async (name, signal) => {
        try {
          await workShard({ sql: fleet.sql, research }, name, {
            machine: host,
            service,
            pace,
            files,
            stop: AbortSignal.any([stop, signal]),
          });
        } catch (error) {
          if (!stop.aborted) terminal.note(wordsOf(error));
          throw error;
        }
        if (stop.aborted) throw new Error("the worker was interrupted"); // the shard goes to another worker
      }, SLOTS);
      terminal.note("Joined the fleet.");
      if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
    },
  });
}

if (import.meta.main) Deno.exitCode = await fleetWork(Deno.args);
