import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { valueAt } from "../../protocol/json_pointer.ts";
import type { Asked } from "../../run/outcome.ts";
import { dayOfThesis, textOfThesis, type ThesisCheck } from "../../run/thesis_check.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { ThesisVerifier } from "./ports.ts";

const REQUESTED_AS_OF = ["metadata", "as_of"];

/** An answer whose text is to be checked. */
export interface Answered extends Pick<OpenRequest, "id" | "input" | "isShared"> {
  readonly asked: Pick<Asked, "request" | "startedAt">;
  readonly result: ReasoningResult;
}

/**
 * Checks what an answer states, about the tickers of all rows that share it. A check that fails is a value: the answer
 * is paid for, and stays.
 */
export async function checkThesis(
  { id, input, isShared, asked, result }: Answered,
  { verify, ledger, now }: { readonly verify: ThesisVerifier; readonly ledger: Ledger; readonly now: Date },
): Promise<ThesisCheck> {
  const rows = isShared ? ledger.rowsOf(id) : [input];
  const { startedAt = now.toISOString() } = asked;
  try {
    return await verify.verifyThesis({
      text: textOfThesis(result),
      tickers: [...new Set(rows.map(({ ticker }) => ticker))],
      day: dayOfThesis(result, { requested: valueAt(asked.request, REQUESTED_AS_OF), startedAt }),
    });
  } catch (error) {
    return { problem: `the check failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
