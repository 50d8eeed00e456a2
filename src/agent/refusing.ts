import { isWholeSector, subjectsOf } from "../data/names/subjects.ts";
import type { Asked } from "../data/question/asked.ts";
import { saidIn } from "../protocol/answer_block.ts";
import { fold } from "../terms/fold.ts";
import { itemOf, ITEMS } from "../data/metrics/items.ts";
import { NO_ITEM, NOT_READ } from "../data/question/query.ts";
import type { Conclusion, Step } from "./step.ts";

/** What can be asked, for a question that names no subject of the data. */
export const INSTEAD = "You can ask about results, cash flow, valuation, price trend, risk and comparisons.";

/** The question that is nearest to one of which nothing can be answered, by the words of it. */
const NEAREST: readonly (readonly [words: RegExp, question: (ticker: string) => string])[] = [
  [/expensive|cheap|valu|multiple|priced|worth|teuer|cher/, (ticker) => `What is ${ticker}'s P/E?`],
  [/risk|drawdown|crash|safe|downside|volatil/, (ticker) => `How risky is ${ticker}?`],
  [/insider|director|executive|ceo|cfo/, (ticker) => `Are insiders buying or selling at ${ticker}?`],
  [/call|transcript|management|tone|guidance/, (ticker) => `What did ${ticker} say on its last call?`],
];

/** The nearest question to one of which nothing can be answered; `undefined` where it names nothing that the data hold. */
export function nearestQuestion({ mentions, unmet, text }: Asked): string | undefined {
  const [only, other, ...more] = subjectsOf(mentions).map(({ ticker }) => ticker);
  const [group] = mentions.groups;
  if (isWholeSector(mentions) && group !== undefined) return `What risks does the ${group.name} sector run?`;
  if (only === undefined || more.length > 0) return undefined;
  if (other !== undefined) return `Compare ${only} and ${other}`;
  const item = nearestItem(unmet);
  if (item !== undefined) return `What is ${only}'s ${item}?`;
  const words = fold(text);
  return NEAREST.find(([asked]) => asked.test(words))?.[1](only) ?? `Analyse ${only}`;
}

/** An item whose name shares a word with what is not understood. */
function nearestItem(unmet: Asked["unmet"]): string | undefined {
  const asked = unmet.flatMap(({ text, why }) => why === NOT_READ || why === NO_ITEM ? text : []).join(" ");
  const words = new Set(fold(asked).match(/[a-z]{4,}/g));
  const names = Object.keys(ITEMS).flatMap((id) => itemOf(id)?.name ?? []);
  return names.find((name) => name.split(" ").some((word) => words.has(word)));
}

/** The nearest question, and the steps that answer it. */
export interface Nearest {
  readonly question: string;
  readonly steps: AsyncIterable<Step>;
}

/** Refuses a question; where only its subject is known, with the first sentence of what answers the nearest question. */
export async function* refuse(
  refusal: Exclude<Conclusion, { kind: "thesis" }>,
  { taken, nearest }: { readonly taken: readonly string[]; readonly nearest: Nearest | undefined },
): AsyncGenerator<Step, void, undefined> {
  const instead = refusal.kind === "not_answered" ? [await insteadOf(nearest) ?? INSTEAD] : [];
  const told = [...taken, refusal.message];
  yield { kind: "text", delta: [told.join(" "), ...instead].join("\n\n") };
  yield { kind: "conclusion", conclusion: { ...refusal, message: [...told, ...instead].join(" ") } };
}

async function insteadOf(nearest: Nearest | undefined): Promise<string | undefined> {
  if (nearest === undefined) return undefined;
  const steps = await Array.fromAsync(nearest.steps);
  const [lead] = steps.flatMap((step) =>
    step.kind === "conclusion" && step.conclusion.kind === "thesis"
      ? saidIn(step.conclusion.result.metadata?.sections, { kind: "lead" })
      : []
  );
  return lead === undefined ? undefined : `Ask ${JSON.stringify(nearest.question)} instead: ${lead}`;
}
