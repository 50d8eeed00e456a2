import { isWholeSector, subjectsOf } from "../data/names/mentions.ts";
import type { Asked } from "../data/question/asked.ts";
import { saidIn, withMinus } from "../protocol/answer_block.ts";
import { fold } from "../terms/fold.ts";
import { rowOf } from "../data/metrics/metric.ts";
import { PLURAL_ITEMS } from "../data/metrics/facts.ts";
import { type ItemId, itemOf, ITEMS } from "../data/metrics/items.ts";
import { NOT_COVERED, NOT_READ } from "../data/question/query.ts";
import { readFacts } from "../data/question/read_facts.ts";
import { readMeasures } from "../data/question/read_measures.ts";
import { addCommand } from "./verified_answer.ts";
import type { Conclusion, Step } from "./step.ts";

/** The items of a question are the same on any day. */
const NO_DAY = "2000-01-01";

/** What can be asked, for a question that names no subject of the data. */
export const INSTEAD = "You can ask about results, cash flow, valuation, price trend, risk and comparisons.";

/** The question that is nearest to one of which nothing can be answered, by words that name what it is near to. */
const NEAR: readonly (readonly [words: RegExp, question: (ticker: string) => string])[] = [
  [/\bebit/, (ticker) => `What was ${ticker}'s operating income in the last fiscal year?`],
  [/return on|\bro[ei]c?\b|profitab/, (ticker) => `What was ${ticker}'s net margin in the last fiscal year?`],
  [/dividend/, (ticker) => `What were ${ticker}'s dividends paid in the last fiscal year?`],
  [/sharpe|sortino|treynor/, (ticker) => `What is ${ticker}'s annualised volatility?`],
  [/catalyst/, (ticker) => `What would change the view on ${ticker}?`],
];
/** The same by its subject, where it names no item. */
const ABOUT: typeof NEAR = [
  [/expensive|cheap|valu|multiple|priced|worth|teuer|cher/, (ticker) => `What is ${ticker}'s P/E?`],
  [/risk|drawdown|crash|safe|downside|volatil/, (ticker) => `How risky is ${ticker}?`],
  [/insider|director|executive|ceo|cfo/, (ticker) => `Are insiders buying or selling at ${ticker}?`],
  [/call|transcript|management|tone|guidance/, (ticker) => `What did ${ticker} say on its last call?`],
];

/**
 * The nearest questions to one of which nothing can be answered, nearest first: what is understood of it is kept, be it an
 * item or a measure; none where it names nothing that the data hold.
 */
export function nearestQuestions({ mentions, unmet, text }: Asked): readonly string[] {
  const [only, other, ...more] = subjectsOf(mentions).map(({ ticker }) => ticker);
  const [group] = mentions.groups;
  if (isWholeSector(mentions) && group !== undefined) return [`What risks does the ${group.name} sector run?`];
  if (only === undefined || more.length > 0) return [];
  if (other !== undefined) return [`Compare ${only} and ${other}`];
  const words = fold(text);
  const by = (rows: typeof NEAR) => rows.find(([asked]) => asked.test(words))?.[1](only);
  const asked = [by(NEAR), itemQuestion(only, { text, unmet }), by(ABOUT), measureQuestion(only, words)];
  return [...asked.filter((one) => one !== undefined), `Analyse ${only}`, lastYear(only, "revenue")];
}

/** About the item that it names, or else one whose name shares a word with what is not understood. */
function itemQuestion(ticker: string, { text, unmet }: Pick<Asked, "text" | "unmet">): string | undefined {
  const [named] = readFacts(text, NO_DAY).facts;
  const item = named && itemOf(named.item);
  if (named === undefined || item?.kind !== "flow") {
    const name = item?.name ?? nearestItem(unmet);
    return name === undefined ? undefined : `What is ${ticker}'s ${name.replace("{market}", "the market")}?`;
  }
  return lastYear(ticker, named.item);
}

function lastYear(ticker: string, id: ItemId): string {
  return `What ${PLURAL_ITEMS.has(id) ? "were" : "was"} ${ticker}'s ${itemOf(id).name} in the last fiscal year?`;
}

/** About a measure that it names. */
function measureQuestion(ticker: string, words: string): string | undefined {
  const names = readMeasures(words, words).flatMap(({ metric }) => metric === "score" ? [] : rowOf(metric)?.name ?? []);
  const name = names.find((one) => !/ \/ |\(/.test(one));
  return name === undefined ? undefined : `What is ${ticker}'s ${name.replace("{market}", "the market")}?`;
}

/** An item whose name shares a word with what is not understood. */
function nearestItem(unmet: Asked["unmet"]): string | undefined {
  const asked = unmet.flatMap(({ text, why }) => why === NOT_READ || why === NOT_COVERED ? text : []).join(" ");
  const words = new Set(fold(asked).match(/[a-z]{4,}/g));
  const names = Object.values(ITEMS).map(({ name }) => name);
  return names.find((name) => name.split(" ").some((word) => words.has(word)));
}

/** The nearest question, and the steps that answer it. */
export interface Nearest {
  readonly question: string;
  readonly steps: AsyncIterable<Step>;
}

/** Refuses a question about these tickers; where only its subject is known, with the first sentence of what answers the nearest question. */
export async function* refuse(
  refusal: Exclude<Conclusion, { kind: "thesis" }>,
  { about, taken, nearest, unmet }: {
    readonly about: readonly string[];
    readonly taken: readonly string[];
    readonly nearest: readonly Nearest[];
    readonly unmet: Asked["unmet"];
  },
): AsyncGenerator<Step, void, undefined> {
  const [, missing] = unmet.flatMap(({ why }) => /^the data hold no (.+)$/.exec(why) ?? []);
  const instead = refusal.kind === "not_answered"
    ? [await insteadOf(nearest) ?? INSTEAD, ...missing === undefined ? [] : addCommand(missing, about)]
    : [];
  const first = [...taken, refusal.message];
  yield { kind: "text", delta: [first.join(" "), ...instead].join("\n\n") };
  yield { kind: "conclusion", conclusion: { ...refusal, message: [...first, ...instead].join(" ") } };
}

/** The first of them whose answer lacks nothing. */
async function insteadOf(nearest: readonly Nearest[]): Promise<string | undefined> {
  for (const { question, steps } of nearest) {
    for await (const step of steps) {
      if (step.kind !== "conclusion" || step.conclusion.kind !== "thesis") continue;
      const { sections } = step.conclusion.result.metadata ?? {};
      const [lead] = saidIn(sections, { kind: "next" }).length > 0 ? [] : saidIn(sections, { kind: "lead" });
      const [quote] = lead?.endsWith(":") ? saidIn(sections, { kind: "quote" }) : [];
      const said = [lead, quote].filter((one) => one !== undefined).join(" ");
      if (said !== "") return `Ask ${JSON.stringify(question)} instead. The answer: ${withMinus(said)}`;
    }
  }
  return undefined;
}
