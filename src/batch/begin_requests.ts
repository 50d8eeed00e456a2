import { PACE_NOTE, SPENT_NOTE } from "./ledger/ledger_schema.ts";
import type { Machine } from "./machine.ts";
import type { RunLimits } from "./send/limits.ts";
import { type Pace, Pacer } from "./send/pacer.ts";
import { RunningRequests } from "./send/run_requests.ts";
import type { Sending } from "./send/sending.ts";
import { type RetryBudget, Spending } from "./send/spending.ts";
import { Brake } from "./send/verdict.ts";

const MINUTE_MS = 60_000;

/** What the requests of a run need beside their limits. */
interface Needs
  extends Pick<Sending, "research" | "ledger" | "meter" | "folder" | "wantsFiles" | "verify" | "onEvent" | "stop"> {
  /** Gives up the requests under way. Default: never. */
  readonly signal?: AbortSignal | undefined;
  /** A pace that is shared with other requests. Default: their own, as the limits say. */
  readonly pacer?: Pace | undefined;
  /** Further attempts of a run that this is a part of. Default: the requests are a whole run. */
  readonly retryBudget?: (() => RetryBudget) | undefined;
}

/** Makes the requests of a ledger ready to be sent, with the pace and the spending that it remembers. */
export function beginRequests(
  { machine: { clock, random, durability }, concurrency, rate, until, brake, ...limits }: RunLimits & {
    readonly machine: Pick<Machine, "clock" | "random" | "durability">;
  },
  { signal = new AbortController().signal, retryBudget, pacer: shared, ...needs }: Needs,
): RunningRequests {
  const { research, ledger, meter } = needs;
  const modelMs = 1_000 * (limits.languageModel?.budget.seconds ?? 0); // no limit cuts what a budget allows
  const { attemptMs = 10 * MINUTE_MS + modelMs, requestMs = 60 * MINUTE_MS, stallMs = 30 * MINUTE_MS } = limits;
  const known = { requests: ledger.requestsByState(), saved: ledger.note(SPENT_NOTE), retryBudget };
  const spending = new Spending(limits, known);
  const pacer = shared ?? new Pacer({
    concurrency,
    rate,
    clock,
    random,
    saved: ledger.note(PACE_NOTE),
    maxConcurrent: research.maxConcurrent,
  });
  meter.watch({ pacer, spending });
  return new RunningRequests({
    ...needs,
    clock,
    random,
    durability,
    pacer,
    spending,
    signal,
    attemptMs,
    requestMs,
    stallMs,
    until,
    brake: brake === "off" ? undefined : new Brake(),
  });
}
