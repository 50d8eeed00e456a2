import type { Step } from "../agent/step.ts";
import type { Reply } from "./reply.ts";

/** Upper bounds of the times until a reply begins, in seconds. */
const BOUNDS_S: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A figure that is read when somebody asks. */
export interface Gauge {
  /** In the style of Prometheus, like `conviction_requests_running`. */
  readonly name: string;
  /** What it is, in a sentence. */
  readonly help: string;
  /** As it is now. */
  readonly value: number;
}

/** An answered request. */
export interface Metered {
  /** Name of the operation, like `reason`, or `none` for a path that does not exist. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  /** Seconds until the reply began. */
  readonly seconds: number;
}

interface Times {
  readonly counts: number[];
  seconds: number;
  requests: number;
}

/** Counts what a service does. Labels come from tables of the service, never from a request. */
export class Meter {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #times = new Map<string, Times>();

  /** Counts a request. */
  answered({ operation, status, seconds }: Metered): void {
    this.#add("conviction_requests_total", { operation, status });
    const times = this.#times.getOrInsertComputed(
      operation,
      () => ({ counts: BOUNDS_S.map(() => 0), seconds: 0, requests: 0 }),
    );
    for (const [at, bound] of BOUNDS_S.entries()) if (seconds <= bound) times.counts[at] = (times.counts[at] ?? 0) + 1;
    times.seconds += seconds;
    times.requests++;
  }

  /** Counts a step of the agent. */
  step(step: Step): void {
    switch (step.kind) {
      case "tool_call":
        return this.#add("conviction_tool_calls_total", { tool: step.name });
      case "code_output":
        return this.#add("conviction_code_runs_total", { outcome: step.return_code === 0 ? "done" : "failed" });
      case "verification_done":
        this.#add("conviction_claims_total", { outcome: "verified" }, step.verification.claims_verified ?? 0);
        return this.#add("conviction_claims_total", { outcome: "removed" }, step.verification.claims_removed ?? 0);
      case "conclusion":
        return this.#add("conviction_answers_total", { conclusion: step.conclusion.kind });
      default:
        return;
    }
  }

  /** Every figure as a reply in the text format of Prometheus, version 0.0.4. */
  reply(gauges: readonly Gauge[]): Reply {
    const lines = [...this.#counters(), ...this.#histogram(), ...gauges.flatMap(gaugeLines)];
    const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
    return { status: 200, headers, body: `${lines.join("\n")}\n` };
  }

  #add(name: string, labels: Readonly<Record<string, string | number>>, more = 1): void {
    const counts = this.#counts.getOrInsertComputed(name, () => new Map<string, number>());
    const key = labelsOf(labels);
    counts.set(key, (counts.get(key) ?? 0) + more);
  }

  #counters(): string[] {
    return [...this.#counts].flatMap(([name, counts]) => [
      `# HELP ${name} ${HELP[name]}`,
      `# TYPE ${name} counter`,
      ...[...counts].map(([labels, count]) => `${name}${labels} ${count}`),
    ]);
  }

  #histogram(): string[] {
    const name = "conviction_reply_seconds";
    const rows = [...this.#times].flatMap(([operation, { counts, seconds, requests }]) => [
      ...counts.map((count, at) => `${name}_bucket${labelsOf({ operation, le: BOUNDS_S[at] ?? "" })} ${count}`),
      `${name}_bucket${labelsOf({ operation, le: "+Inf" })} ${requests}`,
      `${name}_sum${labelsOf({ operation })} ${seconds}`,
      `${name}_count${labelsOf({ operation })} ${requests}`,
    ]);
    if (rows.length === 0) return [];
    return [`# HELP ${name} Seconds until a reply began.`, `# TYPE ${name} histogram`, ...rows];
  }
}

const HELP: Readonly<Record<string, string>> = {
  conviction_requests_total: "Requests with an accepted key, by operation and HTTP status.",
  conviction_tool_calls_total: "Tools that the agent called.",
  conviction_code_runs_total: "Programs that the agent ran.",
  conviction_claims_total: "Claims of answers, by outcome of their verification.",
  conviction_answers_total: "Answers, by how they ended.",
};

function gaugeLines({ name, help, value }: Gauge): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

function labelsOf(labels: Readonly<Record<string, string | number>>): string {
  const shown = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`);
  return `{${shown.join(",")}}`;
}
