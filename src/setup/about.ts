import config from "../../deno.json" with { type: "json" };
import type { LoadedDataset } from "../data/dataset.ts";
import type { About } from "../service/settings.ts";

/** What the embedded service says of itself. */
export function aboutService({ asOf, span, files, problems }: LoadedDataset): About {
  return {
    version: config.version,
    details: () =>
      Promise.resolve({
        data: { as_of: asOf, first_day: span.first, last_day: span.last, files, problems: problems.length },
      }),
    gauges: () => [
      {
        name: "process_resident_memory_bytes",
        help: "Resident memory of the process, in bytes.",
        value: Deno.memoryUsage().rss,
      },
      {
        name: "conviction_data_last_day_seconds",
        help: "Last day of the data, as Unix time.",
        value: Date.parse(span.last) / 1000,
      },
    ],
  };
}
