import type { LanguageModelReport } from "../../protocol/language_model.ts";
import type { Assist } from "../assisting.ts";
import type { ModelMessage, UsedModel } from "../model_port.ts";
import type { Step } from "../step.ts";
import { ClaimLedger } from "./claim_ledger.ts";
import { comment } from "./comment.ts";
import { offeredTools } from "./offered_tools.ts";
import { CHOOSE_PROMPT, type Gathered, planCalls } from "./plan.ts";
import { estimatedTokens, feedback, Talk, type Turn } from "./talk.ts";
import { z } from "zod";
import type { Statement } from "../../data/claim.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { MAX_REPAIRS, MAX_REPLY_TOKENS, MAX_SENTENCES } from "./limits.ts";
import { replyJson, sentencesShape } from "./reply_json.ts";
import { shownWork } from "./shown_work.ts";

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

/** The sentences of a model's choice, as the product says them. */
interface Chosen {
  readonly answer: readonly string[];
  /** Figures and judgements in them, all verified. */
  readonly claimsVerified: number;
  /** The statements that passed. */
  readonly kept: readonly Statement[];
}

/** Most mistakes that a model is shown at once. */
const MAX_REASONS = 5;
/** Room for these and its reply, kept in every prompt. */
const REPAIR_TOKENS = 350;

const choiceSchema = z.strictObject({ sentences: z.array(z.string()) });

/** The JSON of a choice: the ids of the list, so that a server which keeps to it lets a model write no other. */
function shapeOf(ids: readonly string[]) {
  return sentencesShape("sentences", { type: "string", ...(ids.length > 0 && { enum: ids }) }, MAX_SENTENCES);
}

/** A reply, read. */
interface ReadChoice {
  readonly chosen: readonly Candidate[];
  /** What is wrong with it, for the model. */
  readonly reasons: readonly string[];
  /** How many of its sentences are left out, where it has any. */
  readonly wrong?: number;
}

/** Asks the model which sentences to say, and says those that are verified. */
async function chooseSentences(gathered: readonly Gathered[], turn: Turn): Promise<Chosen> {
  const { work: { companies, desk: { view }, ports }, notes } = turn;
  const chosen = await choiceOf(gathered, turn);
  if (chosen.length === 0) return { answer: [], claimsVerified: 0, kept: [] };
  const { kept: { reasoning: kept }, verification } = ports.verify({
    companies: companies.map(({ ticker }) => ticker),
    reasoning: chosen.map(({ statement }) => statement),
    drivers: [],
    risks: [],
  }, view);
  const dropped = chosen.length - kept.length;
  if (dropped > 0) notes.push(`Of the sentences it chose, ${dropped} did not pass verification and are left out.`);
  return { answer: kept.map(({ text }) => text), claimsVerified: verification.claims_verified ?? 0, kept };
}

/** The sentences that the model chooses; what of its choice is wrong in the end is left out, and noted. */
async function choiceOf(gathered: readonly Gathered[], turn: Turn): Promise<readonly Candidate[]> {
  const { talk, notes } = turn;
  const none = (why: string) => {
    notes.push(`It chose no sentence: ${why}`);
    return [];
  };
  if (talk.over !== undefined) return none(talk.over); // before a list that nobody would read
  let list = listOf(gathered, turn);
  let repair: readonly ModelMessage[] = [];
  for (let repairs = 0;; repairs++) {
    const reply = await talk.ask({ ...list, messages: [...list.messages, ...repair], maxTokens: MAX_REPLY_TOKENS });
    const isLast = repairs === MAX_REPAIRS;
    if (typeof reply === "string") return none(reply);
    if (reply.failure !== undefined) {
      if (isLast) return none(reply.message);
      if (reply.failure === "too_long") list = listOf(gathered, turn);
      continue;
    }
    const { chosen, reasons, wrong } = readChoice(reply.text, list.all);
    if (reasons.length > 0 && !isLast) {
      repair = feedback(reply.text, repairOf(reasons));
      continue;
    }
    if (list.leftAsked > 0) {
      notes.push(`Its list had no room for ${counted(list.leftAsked, "sentence")} of what was looked up.`);
    }
    if (reasons.length === 0) return chosen.length > 0 ? chosen : none("none of those that can be said answers it.");
    if (wrong === undefined) return none(`after ${MAX_REPAIRS} repairs, its reply was no JSON of sentences.`);
    notes.push(`After ${MAX_REPAIRS} repairs, ${wrong} of the sentences it chose cannot be said and are left out.`);
    return chosen;
  }
}

/** What a model is asked, with as many sentences as its prompt has room for. */
function listOf(gathered: readonly Gathered[], { work, talk }: Turn) {
  const system = { role: "system", text: CHOOSE_PROMPT } as const;
  const lines = gathered.map(({ line }) => line);
  const lookedUp = lines.length === 0 ? [] : [`Looked up: ${lines.join("; ")}`];
  const before = [shownWork(work), ...lookedUp, "Sentences:"].join("\n");
  const empty = estimatedTokens({ messages: [system, { role: "user", text: before }], shape: shapeOf([]) });
  const { all, left, leftAsked } = candidatesOf(gathered, { work, most: talk.promptTokens - empty - REPAIR_TOKENS });
  const more = left === 0 ? [] : [`Left out for want of room: ${left} sentences.`];
  const text = [before, ...all.map(({ shown }) => shown), ...more].join("\n");
  const messages: readonly ModelMessage[] = [system, { role: "user", text }];
  return { messages, shape: shapeOf(all.map(({ id }) => id)), all, leftAsked };
}

function repairOf(reasons: readonly string[]): string {
  const some = reasons.slice(0, MAX_REASONS);
  const more = reasons.length > some.length ? [`and ${reasons.length - some.length} more`] : [];
  return `That cannot be said:\n- ${[...some, ...more].join("\n- ")}\nReply with the whole choice again, as JSON only.`;
}

function readChoice(text: string, all: readonly Candidate[]): ReadChoice {
  const read = choiceSchema.safeParse(replyJson(text)?.value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join(".") ?? "";
    const why = where === "" ? "the reply is no JSON of the form that is asked for" : `${where}: ${issue?.message}`;
    return { chosen: [], reasons: [`${why}.`] };
  }
  const byId = new Map(all.map((one) => [one.id, one]));
  const ids = [...new Set(read.data.sentences)];
  const right = ids.flatMap((id) => byId.get(id) ?? []);
  const unknown = ids.filter((id) => !byId.has(id));
  const over = Math.max(0, right.length - MAX_SENTENCES);
  const tooMany = over > 0 ? [`${right.length} sentences are more than ${MAX_SENTENCES}.`] : [];
  const reasons = [...unknown.map((id) => `${JSON.stringify(cut(id, MAX_ID))} is no id of the list.`), ...tooMany];
  return { chosen: right.slice(0, MAX_SENTENCES), reasons, wrong: unknown.length + over };
}

/** Most characters of what is no id. */
const MAX_ID = 40;
