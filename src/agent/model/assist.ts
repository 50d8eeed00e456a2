import type { LanguageModelReport } from "../../protocol/language_model.ts";
import type { Assist } from "../assisting.ts";
import type { UsedModel } from "../model_port.ts";
import type { Step } from "../step.ts";
import { chooseSentences } from "./choose.ts";
import { ClaimLedger } from "./claim_ledger.ts";
import { comment } from "./comment.ts";
import { offeredTools } from "./offered_tools.ts";
import { planCalls } from "./plan.ts";
import { Talk } from "./talk.ts";
import type { Turn } from "./turn.ts";

/**
 * Lets a model plan which tools are used, choose which sentences are said, and, where its terms allow it, comment. Every
 * sentence it chooses is made and verified by the product; what it cannot do is said, and the answer goes on without it.
 */
export function createAssist({ terms, ask }: UsedModel): Assist {
  return async function* (work) {
    const talk = new Talk({ terms, ask, signal: work.signal });
    const turn: Turn = { work, talk, notes: [] };
    try {
      const parts = yield* partsOf(turn, terms);
      return { ...talk.spent, ...parts, ...notesOf(turn) };
    } catch (error) {
      work.signal.throwIfAborted();
      turn.notes.push(
        `Its part is left out: this program failed (${error instanceof Error ? error.name : "unknown"}).`,
      );
      return { ...talk.spent, answer: [], claims_verified: 0, ...notesOf(turn) };
    }
  };
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

function notesOf({ notes }: Turn): Pick<LanguageModelReport, "notes"> {
  return notes.length > 0 ? { notes } : {};
}
