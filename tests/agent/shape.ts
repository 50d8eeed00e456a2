/** Whether an answer has the shape of one that is read: few words, few figures a sentence, a lead that answers. */

/** Most words of prose, and what must be there, for each kind of question. */
export const SHAPES = {
  thesis: { words: 230, has: [/\*\*Why\*\*/, /\*\*Risks\*\*/, /would change/, /^\|/m] },
  fact: { words: 90, has: [] },
  verdict: { words: 160, has: [/^\*\*(?:Yes|No|Somewhat|Neither)\b/] },
  compare: { words: 130, has: [/^\|/m] },
  screen: { words: 60, has: [/^\|/m] },
  sector: { words: 190, has: [/^\|/m] },
  portfolio: { words: 160, has: [/^\|/m] },
  change: { words: 150, has: [/^\|/m] },
  case: { words: 215, has: [/[Aa]gainst the case/, /would weaken/] },
  filings: { words: 190, has: [/no view/i, /^\|/m, /`deno /] },
  refusal: { words: 60, has: [/`deno |Ask /] },
} as const;

/** The kind of question that a shape is of. */
export type ShapeKind = keyof typeof SHAPES;

const MOST = { leadWords: 32, figures: 4, meanFigures: 1.5, meanWords: 16, grade: 11, ranks: 2 };
const DAY = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*(?: \d{4})?/;
/** What has digits and is no figure: days, periods, and the names of things. */
const NO_FIGURES = new RegExp(
  `${DAY.source}|\\b\\d{4}-\\d\\d-\\d\\d|\\b(?:FY|Q[1-4] )\\d{4}|\\b(?:19|20)\\d\\d\\b|S&P 500|Q[1-4]|10-[KQ]|8-K|` +
    `\\b(?:63|200|52|60|12-1|12)[- ](?:day|week|month|trading)\\w*|95 ?%|15 ?% (?:drawdown|fall)|10 ?% fall`,
  "g",
);

/** What is wrong with the shape of an answer in Markdown; nothing where it is right. */
export function shapeProblems(markdown: string, kind: ShapeKind): readonly string[] {
  const { words: most, has } = SHAPES[kind];
  const prose = proseOf(markdown);
  const sentences = prose.flatMap((line) => line.split(/(?<=[.!?:])\s+(?=[A-Z“$\d−])/))
    .filter((one) => /[A-Za-z]{3}/.test(one));
  const counts = sentences.map((one) => figuresIn(one));
  const [lead = ""] = prose;
  const words = sum(prose.map(wordsIn));
  const limits: readonly (readonly [what: string, value: number, most: number])[] = [
    ["words", words, most],
    ["words of the lead", wordsIn(lead), MOST.leadWords],
    ["figures of the lead", figuresIn(lead), MOST.figures],
    ["figures of a sentence", Math.max(0, ...counts), MOST.figures],
    ["figures of a sentence in the mean", sum(counts) / Math.max(1, counts.length), MOST.meanFigures],
    [
      "sentences of more than 3 figures",
      counts.filter((one) => one > 3).length,
      Math.max(1, Math.floor(0.15 * counts.length)),
    ],
    ["words of a sentence in the mean", words / Math.max(1, sentences.length), MOST.meanWords],
    ["school years that it takes to read", gradeOf(sentences), MOST.grade],
    ["ranks in prose", prose.join(" ").match(/\brank(?:ed)? \d+/g)?.length ?? 0, MOST.ranks],
    ["days in digits", markdown.replace(/`[^`]*`/g, "").match(/\d{4}-\d\d-\d\d/g)?.length ?? 0, 0],
    ["blanks before a percent sign", markdown.match(/\d %/g)?.length ?? 0, 0],
  ];
  return [
    ...limits.filter(([, value, limit]) => value > limit)
      .map(([what, value, limit]) => `${what}: ${Number(value.toFixed(2))} of at most ${limit}`),
    ...has.filter((one) => !one.test(markdown)).map((one) => `nothing matches ${one}`),
  ];
}

/** The lines without tables and sources, as they are read aloud. */
function proseOf(markdown: string): readonly string[] {
  return markdown.split("\n").filter((line) => line.trim() !== "" && !/^\||^\[\d/.test(line)).map((line) =>
    line.replace(/`[^`]*`/g, "CODE").replace(/\[[\d, ]+\]/g, "").replace(/^\s*(?:[-*>]|\d+\.)\s+|[*_`\\]/g, "").trim()
  );
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((one) => one !== "").length;
}

function figuresIn(text: string): number {
  return text.replace(NO_FIGURES, "day").match(/[-−+]?\$?\d[\d,]*\.?\d*/g)?.length ?? 0;
}

/** Flesch and Kincaid's school grade. */
function gradeOf(sentences: readonly string[]): number {
  const words = sentences.map((one) => one.replace(NO_FIGURES, "day").match(/[A-Za-z][A-Za-z'’-]*/g) ?? [])
    .filter((one) => one.length > 0);
  const count = words.flat().length;
  return 0.39 * count / words.length + 11.8 * sum(words.flat().map(syllables)) / count - 15.59;
}

function syllables(word: string): number {
  const plain = word.replace(/[^A-Za-z]/g, "").toLowerCase();
  const groups = plain.match(/[aeiouy]+/g)?.length ?? 0;
  return Math.max(1, plain.endsWith("e") && !plain.endsWith("le") && groups > 1 ? groups - 1 : groups);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
