import type { Clock } from "../pace/clock.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { RowError } from "../run/outcome.ts";
import { type CallFailure, readFailure } from "./delivery.ts";
import type { Ledger } from "./ledger.ts";
import type { OpenRequest } from "./ledger_rows.ts";
import type { ResearchPort } from "./ports.ts";
import { saveFiles, wantedFiles } from "./save_files.ts";

/** Whom and how to ask. */
export interface AskContext {
  readonly research: ResearchPort;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** The run's folder. */
  readonly folder: string;
  readonly serviceSurvives: boolean;
  /** Gives up what is on its way. */
  readonly signal: AbortSignal;
}

/** Takes one request as far as it goes; each step is durable before the next. */
export async function ask(open: OpenRequest, context: AskContext): Promise<void> {
  const result = open.result ?? await askForThesis(open, context);
  if (result === undefined || wantedFiles({ ...open, result }).length === 0) return;
  const saved = await saveFiles({ ...open, result }, context);
  if (saved !== undefined) await context.ledger.saved(open.id, saved);
}

async function askForThesis(open: OpenRequest, context: AskContext): Promise<ReasoningResult | undefined> {
  const { research, ledger, clock, signal } = context;
  await ledger.intent(open.id, clock.now().toISOString());
  const startMs = clock.monotonicMs();
  const secondsSince = () => (clock.monotonicMs() - startMs) / 1000;
  let result: ReasoningResult;
  try {
    result = await research.reason(open.request, { signal, idempotencyKey: open.idempotencyKey });
  } catch (thrown) {
    const end = settle(readFailure(thrown), context);
    await ledger.ended(open.id, { ...end, seconds: secondsSince() });
    return undefined;
  }
  const state = wantedFiles({ ...open, result }).length > 0 ? "answered" : "done";
  await ledger.answered(open.id, { state, result, seconds: secondsSince() });
  return result;
}

function settle(
  { delivery, error }: CallFailure,
  { signal, serviceSurvives }: AskContext,
): { state: "failed" | "in_doubt" | "planned"; error: RowError } {
  // Given up before it left, or with a service that ends with this process: nothing was spent.
  const isUnspent = delivery === "not_sent" || (delivery === "maybe_sent" && !serviceSurvives);
  if (signal.aborted && isUnspent) return { state: "planned", error };
  return { state: delivery === "maybe_sent" ? "in_doubt" : "failed", error };
}
