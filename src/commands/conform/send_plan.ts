import { ask, type AskOptions, type Exchange, type RequestName } from "./ask.ts";
import { type PlanOptions, STEPS } from "./plan.ts";

/** What came of the plan. */
export interface Sent {
  /** In the order in which they were sent. */
  readonly exchanges: ReadonlyMap<RequestName, Exchange>;
  /** Why the others were not sent. */
  readonly leftOut: ReadonlyMap<RequestName, string>;
}

/** How the plan is sent. */
export interface SendOptions {
  readonly maxRequests: number;
  readonly ask: AskOptions;
  /** Called before each request. */
  before(name: RequestName): void;
  /** Called after each request, with the number of those before it. */
  after(name: RequestName, exchange: Exchange, at: number): void;
}

/** No key, no right, too many requests, no service: the next request would not fare better. */
const REFUSALS: readonly number[] = [401, 403, 429, 503];

/** Sends the requests of the plan one after the other, each once, until the cap or a reason to stop. */
export async function sendPlan(plan: PlanOptions, { maxRequests, ask: options, ...tell }: SendOptions): Promise<Sent> {
  const exchanges = new Map<RequestName, Exchange>();
  const leftOut = new Map<RequestName, string>();
  for (const { name, sending } of STEPS) {
    const isFull = exchanges.size >= maxRequests;
    const request = isFull
      ? `--max-requests ${maxRequests} leaves it out`
      : stopReason(exchanges) ?? sending(plan, exchanges);
    if (typeof request === "string") {
      leftOut.set(name, request);
      continue;
    }
    tell.before(name);
    const exchange = await ask(request, options);
    tell.after(name, exchange, exchanges.size);
    exchanges.set(name, exchange);
  }
  return { exchanges, leftOut };
}

/** Why nothing more is asked; undefined while something is. */
function stopReason(exchanges: ReadonlyMap<RequestName, Exchange>): string | undefined {
  const all = [...exchanges.values()];
  if (all.some(({ outcome }) => outcome === "stopped")) return "stopped";
  if (all.some(({ outcome }) => outcome === "unreachable")) return "the service cannot be reached";
  const statuses = new Set(all.map(({ reply }) => reply?.status));
  const [status] = statuses;
  const isRefused = exchanges.size > 1 && statuses.size === 1 && status !== undefined && REFUSALS.includes(status);
  return isRefused ? `the service refuses each request with ${status}` : undefined;
}
