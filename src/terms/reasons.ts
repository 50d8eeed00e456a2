/** Words beside a figure that make it another one, and why that one is not known; of folded text. */
export interface Reason {
  /** Ends the sentence `"adjusted EPS" is left out: ...`, without a full stop. */
  readonly why: string;
  /** What a sentence with one of them is said to be of, where a text is checked. */
  readonly text: string;
  readonly words: string;
}

/** In order. */
export const REASONS: readonly Reason[] = [
  {
    why: "figures are those of the reports, and none is adjusted",
    text: "the sentence is of figures that are adjusted, or not those of the reports",
    words: String
      .raw`adjusted|non-gaap|pro[- ]?forma|constant[- ]currency|organic(?:ally)?|ex-items|run[- ]rate|underlying|normali[sz]ed|like-for-like|currency-neutral|core|bereinigte?[snr]?|ajuste?e?s?|ajustad[oa]s?|rettificat[oa]`,
  },
  {
    why: "no parts of companies are read",
    text: "the sentence is of a part of the company",
    words: String
      .raw`segments?|divisions?|business units?|subsidiar(?:y|ies)|region(?:al)?|china|chine|cina|europe|japan|north america|the americas|americas|asia|international|domestic|foreign|iphones?(?! maker)|ipads?|macs?|wearables|data ?cent(?:er|re)s?|gaming|automotive|youtube|services|subscriptions?|advertising|cloud|azure|aws|google cloud|hardware|software|wholesale`,
  },
  {
    why: "no estimates are read",
    text: "the sentence speaks of a plan, a forecast or a condition",
    words: String.raw`forward|estimated|consensus|guid(?:ed|ance)|projected|street|ntm`,
  },
  {
    why: "no prices of options are read",
    text: "the sentence is of prices of options",
    words: String.raw`implied|skew|options?`,
  },
];

const PATTERNS = REASONS.map((row) => ({ row, pattern: new RegExp(String.raw`\b(?:${row.words})\b`) }));

/** Why words are not read, where a row knows them. */
export function reasonOf(folded: string): Reason | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(folded))?.row;
}
