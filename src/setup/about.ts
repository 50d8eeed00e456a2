import config from "../../deno.json" with { type: "json" };
import type { LoadedDataset } from "../data/dataset.ts";
import { type Sandbox, SandboxError } from "../sandbox/code_run.ts";
import type { Gauge } from "../service/meter.ts";
import type { ServiceLoad } from "../service/runs.ts";
import type { About } from "../service/settings.ts";

/** What an embedded service does at a moment. */
export interface EmbeddedLoad extends ServiceLoad {
  /** Threads that research; 0 where the main thread does. */
  readonly threads: number;
}

/** What of a service changes while it runs. */
export interface AboutParts {
  readonly sandbox: () => Promise<Sandbox>;
  readonly load: () => EmbeddedLoad;
}

/** What the embedded service says of itself. */
export function aboutService(
  { asOf, span, files, problems }: LoadedDataset,
  { sandbox, load }: AboutParts,
): About {
  return {
    version: config.version,
    details: async () => {
      const { threads, requests, ...lines } = load();
      return {
        data: { as_of: asOf, first_day: span.first, last_day: span.last, files, problems: problems.length },
        sandbox: await sandboxDetails(sandbox),
        load: {
          threads,
          requests,
          ...Object.fromEntries(
            Object.entries(lines).map(([kind, { places, running, waiting, expectedWaitMs }]) => [
              kind,
              { places, running, waiting, expected_wait_ms: Math.round(expectedWaitMs) },
            ]),
          ),
        },
      };
    },
    gauges: () => [
      gauge("process_resident_memory_bytes", "Resident memory of the process, in bytes.", Deno.memoryUsage().rss),
      gauge("conviction_data_last_day_seconds", "Last day of the data, as Unix time.", Date.parse(span.last) / 1000),
      ...loadGauges(load()),
    ],
  };
}

async function sandboxDetails(sandbox: AboutParts["sandbox"]): Promise<object> {
  try {
    const { tier, watchesMemory } = await sandbox();
    return { tier, watches_memory: watchesMemory };
  } catch (error) {
    if (error instanceof SandboxError) return { tier: null, problem: error.message };
    throw error;
  }
}

function loadGauges({ threads, requests, ...lines }: EmbeddedLoad): Gauge[] {
  return [
    gauge("conviction_research_threads", "Threads that research; 0 where the main thread does.", threads),
    gauge("conviction_requests_in_progress", "Requests in progress, waiting ones included.", requests),
    ...Object.entries(lines).flatMap(([kind, { running, waiting, expectedWaitMs }]) => [
      gauge(`conviction_${kind}_running`, `Questions of the line "${kind}" that are worked on.`, running),
      gauge(`conviction_${kind}_waiting`, `Questions of the line "${kind}" that wait.`, waiting),
      gauge(`conviction_${kind}_expected_wait_seconds`, `What a new caller would wait there.`, expectedWaitMs / 1000),
    ]),
  ];
}

function gauge(name: string, help: string, value: number): Gauge {
  return { name, help, value };
}
