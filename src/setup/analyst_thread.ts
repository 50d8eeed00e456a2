import { createHash } from "node:crypto";
import { createAnalyst } from "../agent/analyst.ts";
import { createAssist } from "../agent/model/assist.ts";
import type { ModelTerms } from "../agent/model_port.ts";
import type { LoadedDataset } from "../data/dataset.ts";
import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";
import { verify } from "../verify/verify.ts";
import { AgentThread } from "./agent_thread.ts";
import { answerForParent } from "./answer_for_parent.ts";
import { type DataSettings, openDataset } from "./open_dataset.ts";
import type { OutsidePorts } from "./thread_messages.ts";

/**
 * The thread's main module, as a data URL: on Deno 2.9 the `Worker` of Node takes no `https:` URL, which this module has
 * when it comes from a registry.
 */
const MAIN = `import { analyseForParent } from ${JSON.stringify(import.meta.url)}; analyseForParent();`;
/** An analyst over 500 names of five years takes less than a fifth of it. */
const MAX_HEAP_MIB = 1_024;

/** What a thread is given. */
export interface AnalystThreadOptions {
  readonly data: DataSettings;
  /** How it may use a model; the calls are made in the thread that starts it. Default: there is none. */
  readonly model?: ModelTerms | undefined;
  /** That of the data of the service. */
  readonly fingerprint: string;
  readonly ports: OutsidePorts;
  readonly clock: Pick<Clock, "schedule">;
}

/** What crosses to the thread as it starts. */
type Given = Pick<AnalystThreadOptions, "data" | "model">;

/** Starts a thread with an analyst of its own, over the same data. */
export function startAnalystThread({ data, model, ...options }: AnalystThreadOptions): AgentThread {
  const given: Given = { data, model };
  return new AgentThread({ ...options, data: given, main: MAIN, maxHeapMiB: MAX_HEAP_MIB });
}

/** Runs the analyst, in the thread. */
export function analyseForParent(): void {
  answerForParent(async ({ askModel, ...ports }, given) => {
    const { data, model } = given as Given;
    const dataset = await openDataset(data);
    const assist = model && createAssist({ terms: model, ask: askModel, schedule: systemClock.schedule });
    const agent = createAnalyst({ dataset, verify, ...ports }, { assist });
    const [first] = dataset.at(dataset.asOf).companies;
    return {
      agent,
      fingerprint: fingerprintOf(dataset),
      first: first?.ticker,
      warm: assist && createAnalyst({ dataset, verify, ...ports }), // nobody pays a model for it
    };
  });
}

/** Of all that was read, by the digests of its files: equal for two datasets that give the same answers. */
export function fingerprintOf(dataset: LoadedDataset): string {
  const { notice, asOf, span, shelves, problems } = dataset;
  const { companies, sources, benchmark, maps } = dataset.at(span.last);
  const refused = problems.filter(({ kind }) => kind === "refused"); // a remark may be of this opening alone
  const read = { notice, asOf, span, shelves, refused, companies, sources, benchmark, maps };
  return createHash("sha256").update(JSON.stringify(read)).digest("hex");
}
