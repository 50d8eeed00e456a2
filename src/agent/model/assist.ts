import type { LanguageModelReport } from "../../protocol/language_model.ts";
import type { Assist } from "../assisting.ts";
import type { UsedModel } from "../model_port.ts";
import type { Step } from "../step.ts";
import { chooseSentences } from "./choose.ts";
import { ClaimLedger } from "./claim_ledger.ts";
import { comment } from "./comment.ts";
import { offeredTools } from "./offered_tools.ts";
import { planCalls } from "./plan.ts";
import { Talk, type Turn } from "./talk.ts";

/**
 * Lets a model plan which tools are used, choose which sentences are said, and, where its terms allow it, comment. Every
 * sentence it chooses is made and verified by the product; what it cannot do is said, and the answer goes on without it.
 */
export function createAssist({ terms, ask, schedule = () => () => {} }: UsedModel): Assist {
  return async function* (work) {
    const talk = new Talk({ terms, ask, signal: work.signal });
    const notes: string[] = [];
    yield { kind: "waiting" }; // what is said before is whole
    try {
      const parts = yield* withSignsOfLife(partsOf({ work, talk, notes }, terms), schedule);
      return { ...talk.spent, ...parts, ...(notes.length > 0 && { notes }) };
    } catch (error) {
      work.signal.throwIfAborted();
      const name = error instanceof Error ? error.name : "unknown";
      notes.push(`Its part is left out: this program failed (${name}).`);
      return { ...talk.spent, answer: [], claims_verified: 0, notes };
    }
  };
}

/** Longest silence of an answer that waits for its model: whoever reads it gives up after a multiple of it. */
export const SIGN_MS = 15_000;

/** The steps, and between them a sign that there is more to come. */
async function* withSignsOfLife<T>(
  steps: AsyncGenerator<Step, T, undefined>,
  schedule: Required<UsedModel>["schedule"],
): AsyncGenerator<Step, T, undefined> {
  for (let next = steps.next();;) {
    const sign = Promise.withResolvers<undefined>();
    const cancel = schedule(SIGN_MS, () => sign.resolve(undefined));
    next.catch(() => {}); // whoever leaves does not wait for it
    const came = await Promise.race([next, sign.promise]).finally(cancel);
    if (came?.done) return came.value;
    if (came === undefined) yield { kind: "waiting" };
    else {
      yield came.value;
      next = steps.next();
    }
  }
}

type Parts = Pick<LanguageModelReport, "looked_up" | "answer" | "claims_verified" | "comments" | "files">;

async function* partsOf(turn: Turn, { mayComment }: UsedModel["terms"]): AsyncGenerator<Step, Parts, undefined> {
  const { work, notes } = turn;
  const ledger = new ClaimLedger(work);
  const gathered = yield* planCalls(offeredTools(work, ledger), turn);
  notes.push(...ledger.notes);
  const { answer, claimsVerified, kept } = await chooseSentences(gathered, turn);
  const comments = mayComment && kept.length > 0 ? await comment(kept, turn) : [];
  work.signal.throwIfAborted();
  const files = gathered.flatMap(({ files = [] }) => files);
  return {
    looked_up: gathered.map(({ line }) => line),
    answer,
    claims_verified: claimsVerified,
    ...(comments.length > 0 && { comments }),
    ...(files.length > 0 && { files }),
  };
}
