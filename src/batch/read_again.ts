import { InputError } from "../protocol/errors.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Sending } from "./send/sending.ts";
import { isWhole } from "./send/save_files.ts";

/**
 * Reads the kept replies of failed requests as the service is read now; sends nothing. Files that the answers name are
 * downloaded when the run resumes.
 * @returns What came of it, as a sentence.
 * @throws {InputError} when the port cannot read a reply.
 */
export async function readAgain(
  ledger: Ledger,
  { research, ...wanted }: Pick<Sending, "research" | "wantsFiles" | "verify">,
): Promise<string> {
  const { readReply } = research;
  if (readReply === undefined) {
    throw new InputError("Cannot use readAgain: the service has no readReply", { options: ["readAgain"] });
  }
  let replies = 0;
  let theses = 0;
  for (const { id, body, seconds } of ledger.keptReplies()) {
    replies++;
    const result = thesisIn(() => readReply.call(research, body));
    if (result === undefined) continue;
    theses++;
    const state = isWhole(result, wanted) ? "done" : "answered"; // the run saves what is missing
    await ledger.answered(id, { state, result, seconds });
  }
  return `${theses} of ${replies} kept ${replies === 1 ? "reply" : "replies"} could be read as a thesis`;
}

/** One that is still no thesis stays failed, with its first error. */
function thesisIn(read: () => ReasoningResult): ReasoningResult | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
