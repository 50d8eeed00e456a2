import { matching } from "./fold.ts";

/** Words that make a figure another one than that of the reports; of folded text. */
interface Reason {
  /** Why that one is not known: ends the sentence `"adjusted EPS" is left out: ...`, without a full stop. */
  readonly why: string;
  /** Why a text with one of them is not decided on; absent of words that a text is read with. */
  readonly text?: string;
  readonly words: string;
  /** More of them in a question. */
  readonly asked: string;
}

/** In order. */
const REASONS: readonly Reason[] = [
  {
    why: "figures are as reported, unadjusted",
    text: "the sentence is of figures that are adjusted, or not those of the reports",
    words:
      "adjusted|non-gaap|pro[- ]forma|constant[- ]currency|organic(?:ally)?|excluding|excludes?|ex-items|run[- ]rate|annuali[sz]ed|underlying|normali[sz]ed|like-for-like|currency-neutral|inflation",
    asked: "core|proforma|bereinigte?[snr]?|ajuste?e?s?|ajustad[oa]s?|rettificat[oa]",
  },
  {
    why: "it is not covered",
    text: "the sentence is of a part of the company",
    words:
      "segments?|divisions?|business unit|subsidiar(?:y|ies)|region(?:al)?|in (?:china|europe|japan|north america|the americas|asia|the united states|the us)|iphones?(?! maker)|ipads?|data ?center|gaming|automotive|youtube|wearables|google cloud|aws",
    asked:
      "china|chine|cina|europe|japan|americas?|asia|international|domestic|foreign|macs?|data cent(?:er|re)s?|services|subscriptions?|advertising|cloud|azure|hardware|software|wholesale",
  },
  {
    why: "it is not covered",
    words: "forward|estimated|consensus|guid(?:ed|ance)|projected|street|ntm",
    asked: "geschatzte[rsn]?",
  },
  { why: "it is not covered", words: "implied|skew|options?", asked: "implizite[rsn]?" },
];

/** Of a text: why it is not decided on, and the words. */
export const STATED: readonly (readonly [string, RegExp])[] = REASONS.flatMap(({ text, words }) =>
  text === undefined ? [] : [[text, matching`\b(?:${words})\b`] as const]
);

const ASKED = REASONS.map(({ why, words, asked }) => ({
  why,
  pattern: matching`\b(?:${words}|${asked})\b`,
}));

/** Why words of a question are not read, where a row knows them. */
export function reasonOf(folded: string): string | undefined {
  return ASKED.find(({ pattern }) => pattern.test(folded))?.why;
}
