import { z } from "zod";
import type { Statement } from "../../data/claim.ts";
import type { ModelMessage } from "../model_port.ts";
import { type Candidate, type Candidates, candidatesOf } from "./candidates.ts";
import { MAX_REPAIRS, MAX_SENTENCES } from "./limits.ts";
import type { Gathered } from "./plan.ts";
import { CHOOSE_PROMPT } from "./prompts.ts";
import { quotedData } from "./quoted_data.ts";
import { replyJson } from "./reply_json.ts";
import { toldOf } from "./told.ts";
import type { Turn } from "./turn.ts";

/** The sentences of a model's choice, as the product says them. */
export interface Chosen {
  readonly answer: readonly string[];
  /** Figures and judgements in them, all verified. */
  readonly claimsVerified: number;
  /** The statements that passed. */
  readonly kept: readonly Statement[];
}

/** Enough for a model that thinks before it replies. */
const MAX_TOKENS = 4_000;
/** Most mistakes that a model is told of at once. */
const MAX_REASONS = 8;

const choiceSchema = z.strictObject({
  sentences: z.array(z.strictObject({ phrase: z.string(), claims: z.array(z.string()) })),
});

const { $schema: _, ...CHOICE_SHAPE } = z.toJSONSchema(choiceSchema);

type Choice = z.infer<typeof choiceSchema>["sentences"][number];

/** A reply, read. */
interface ReadChoice {
  readonly chosen: readonly Candidate[];
  /** What is wrong with it, for the model. */
  readonly reasons: readonly string[];
  /** How many of its sentences are left out, where it has any. */
  readonly wrong?: number;
}

/** Asks the model which sentences to say, and says those that are verified. */
export async function chooseSentences(gathered: readonly Gathered[], turn: Turn): Promise<Chosen> {
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
async function choiceOf(
  gathered: readonly Gathered[],
  { work, talk, notes }: Turn,
): Promise<readonly Candidate[]> {
  const none = (why: string) => {
    notes.push(`It chose no sentence: ${why}`);
    return [];
  };
  if (talk.over !== undefined) return none(talk.over); // before a list that nobody would read
  const candidates = candidatesOf(gathered, work);
  let messages: readonly ModelMessage[] = [
    { role: "system", text: CHOOSE_PROMPT },
    { role: "user", text: `${toldOf(work)}\n${toldSentences(candidates, gathered)}` },
  ];
  const shape = { name: "sentences", schema: CHOICE_SHAPE };
  for (let repairs = 0;; repairs++) {
    const reply = await talk.ask({ messages, shape, maxTokens: MAX_TOKENS });
    const isLast = repairs === MAX_REPAIRS;
    if (typeof reply === "string") return none(reply);
    if (reply.failure !== undefined) {
      if (isLast) return none(reply.message);
      continue;
    }
    const { chosen, reasons, wrong } = readChoice(reply.text, candidates.all);
    if (reasons.length === 0) return chosen.length > 0 ? chosen : none("none of those that can be said answers it.");
    if (isLast && wrong === undefined) return none(`after ${MAX_REPAIRS} repairs, its reply was no JSON of sentences.`);
    if (isLast) {
      notes.push(`After ${MAX_REPAIRS} repairs, ${wrong} of the sentences it chose cannot be said and are left out.`);
      return chosen;
    }
    messages = [...messages, { role: "assistant", text: reply.text }, { role: "user", text: repairOf(reasons) }];
  }
}

/** The sentences and the values of their claims as JSON. */
function toldSentences({ all, isCut }: Candidates, gathered: readonly Gathered[]): string {
  const values = new Map(all.flatMap(({ claims }) =>
    [...claims].map(([id, { unit, shown }]) => [
      id,
      unit === "quote" ? quotedData("quote", shown) : shown,
    ])
  ));
  return JSON.stringify({
    looked_up: gathered.map(({ line }) => line),
    sentences: all.map(({ told }) => told),
    ...(isCut && { left_out: "more can be said than is listed" }),
    values: Object.fromEntries(values),
  });
}

function repairOf(reasons: readonly string[]): string {
  const told = reasons.slice(0, MAX_REASONS);
  const more = reasons.length > told.length ? [`and ${reasons.length - told.length} more`] : [];
  return `That cannot be said:\n- ${[...told, ...more].join("\n- ")}\nReply with the whole choice again, as JSON only.`;
}

function readChoice(text: string, all: readonly Candidate[]): ReadChoice {
  const read = choiceSchema.safeParse(replyJson(text)?.value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join(".") ?? "";
    const why = where === "" ? "the reply is no JSON of the form that is asked for" : `${where}: ${issue?.message}`;
    return { chosen: [], reasons: [`${why}.`] };
  }
  const byId = new Map(all.map((one) => [one.told.id, one]));
  const said = new Set<string>();
  const reasons: string[] = [];
  const right = read.data.sentences.flatMap((choice) => {
    const reason = wrongIn(choice, { byId, said });
    said.add(choice.phrase);
    if (reason !== undefined) reasons.push(reason);
    return reason === undefined ? byId.get(choice.phrase) ?? [] : [];
  });
  const over = Math.max(0, right.length - MAX_SENTENCES);
  if (over > 0) reasons.push(`${right.length} sentences are more than ${MAX_SENTENCES}.`);
  const wrong = read.data.sentences.length - right.length + over;
  return { chosen: right.slice(0, MAX_SENTENCES), reasons, wrong };
}

/** What is wrong with one sentence of a choice. */
function wrongIn(
  { phrase, claims }: Choice,
  { byId, said }: { readonly byId: ReadonlyMap<string, Candidate>; readonly said: ReadonlySet<string> },
): string | undefined {
  const name = JSON.stringify(phrase);
  const candidate = byId.get(phrase);
  if (candidate === undefined) return `${name} is no id of the list.`;
  if (said.has(phrase)) return `${name} is chosen twice.`;
  const own = candidate.told.claims;
  const isSame = claims.length === own.length && own.every((id) => claims.includes(id));
  return isSame ? undefined : `the claims of ${name} are ${JSON.stringify(own)}.`;
}
