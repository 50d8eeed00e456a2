import { z } from "zod";
import type { Statement } from "../../data/claim.ts";
import { marketName } from "../../data/market_name.ts";
import { cut } from "../../text/cut.ts";
import type { ModelMessage } from "../model_port.ts";
import { figuresOf, gateComment, type GateTerms, namesOf } from "./comment_gate.ts";
import { COMMENT_WORDS } from "./comment_words.ts";
import { MAX_REPAIRS } from "./limits.ts";
import { QUOTED_DATA_RULE, quotedData } from "./quoted_data.ts";
import { replyJson, sentencesShape } from "./reply_json.ts";
import { feedback, MAX_SHOWN, type Turn } from "./talk.ts";

/** Most sentences of a comment. */
const MAX_SENTENCES = 4;
const MAX_TOKENS = 600;

const PROMPT = `You comment on figures that are verified. Each sentence relates figures to each other or to the request.
Reply with JSON only: {"sentences": ["..."]}, at most ${MAX_SENTENCES} sentences; {"sentences": []} where there is nothing to say.

Rules for each sentence, which a program checks:
- It holds at least one slot like {{claim:AAPL.volatility}}, copied from the list. The program writes the figure there, and what it is of. A word stands before a slot, and a blank, a comma or the end after it.
- Every other word is one of the listed words, in small letters but for the first, or a listed name.
- No digits, number words, directions, comparisons, praise, blame, negations, days or quotation marks: the listed words have none.
- It ends with one full stop. Between words stand blanks and , ; : alone.
- ${QUOTED_DATA_RULE}

Listed words: ${[...COMMENT_WORDS].join(" ")}`;

const SHAPE = sentencesShape("comment", { type: "string" }, MAX_SENTENCES);
const replySchema = z.looseObject({ sentences: z.array(z.string()) });

/** Asks the model for words of its own about what is verified; what does not pass the gate is left out. */
export async function comment(kept: readonly Statement[], { work, talk, notes }: Turn): Promise<readonly string[]> {
  const { companies, desk: { view: { benchmark } }, input } = work;
  const market = benchmark === undefined ? [] : [marketName(benchmark)];
  const ofMarket = market.flatMap((name) => [name, name.replace(/^the /, "The ")]).map((name) => [name, name] as const);
  const terms: GateTerms = { figures: figuresOf(kept), names: new Map([...namesOf(companies), ...ofMarket]) };
  if (terms.figures.size === 0) return [];
  const base = [{ role: "system", text: PROMPT }, { role: "user", text: material({ input, kept, terms }) }] as const;
  let repair: readonly ModelMessage[] = [];
  const passed: string[] = [];
  for (let left = MAX_REPAIRS;; left--) {
    const reply = await talk.ask({ messages: [...base, ...repair], shape: SHAPE, maxTokens: MAX_TOKENS });
    if (typeof reply === "string" || reply.failure !== undefined) {
      const what = passed.length === 0 ? "Its comment" : "The rest of its comment";
      notes.push(`${what} is left out: ${typeof reply === "string" ? reply : reply.message}`);
      return passed;
    }
    const { sentences, problems } = read(reply.text, { terms, most: MAX_SENTENCES - passed.length });
    passed.push(...new Set(sentences).difference(new Set(passed)));
    if (problems.length === 0 || passed.length === MAX_SENTENCES) return passed;
    if (left === 0) {
      notes.push(
        "Of its comment is left out what is in words, figures or names of its own, or not in the form asked for.",
      );
      return passed;
    }
    const text = cut(repairOf(problems, passed.length), MAX_SHOWN);
    repair = feedback(reply.text, text);
  }
}

function material({ input, kept, terms: { figures, names } }: {
  readonly input: string;
  readonly kept: readonly Statement[];
  readonly terms: GateTerms;
}): string {
  return [
    "The request:",
    quotedData("request", input, MAX_SHOWN),
    "What is verified:",
    quotedData("answer", kept.map(({ text }) => text).join("\n")),
    `Names: ${[...names.keys()].join("; ")}`,
    "Slots, and what the program writes there:",
    ...[...figures].map(([id, text]) => `{{claim:${id}}} ${text}`),
  ].join("\n");
}

/** What passes of a reply, and what is wrong with the rest. */
function read(
  text: string,
  { terms, most }: { readonly terms: GateTerms; readonly most: number },
): { readonly sentences: readonly string[]; readonly problems: readonly string[] } {
  const reply = replySchema.safeParse(replyJson(text)?.value);
  if (!reply.success) return { sentences: [], problems: ['The reply is not JSON like {"sentences": ["..."]}.'] };
  const all = reply.data.sentences;
  const gated = all.slice(0, most).map((sentence) => gateComment(sentence, terms));
  return {
    sentences: gated.flatMap((one) => "text" in one ? [one.text] : []),
    problems: [
      ...gated.flatMap((one, at) => "text" in one ? [] : [`Sentence ${at + 1}: ${one.problems.join("; ")}.`]),
      ...(all.length > most ? [`There are ${all.length} sentences; at most ${most} may stand there.`] : []),
    ],
  };
}

function repairOf(problems: readonly string[], passed: number): string {
  const kept = passed === 0 ? "" : `${passed} of the sentences are kept; do not repeat them. `;
  return `${kept}${problems.join("\n")}\nReply with JSON again, with better sentences in place of these, or with none.`;
}
