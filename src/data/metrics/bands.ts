import { HAIR } from "./metric_row.ts";

/** A limit between two words: a figure on it has the word above where `isAbove`. */
interface Limit {
  readonly at: number;
  readonly isAbove: boolean;
}

/** Words for a figure by where it lies, the lowest first, and the limits between one and the next. */
interface Bands<Word extends string> {
  readonly words: readonly Word[];
  readonly limits: readonly Limit[];
  /** As a definition says it. */
  readonly formula: string;
}

type WordOf<Row extends string> = Row extends `${infer Word} ${string}` ? Word : Row;

const SAID: Readonly<Record<string, string>> = { "<": "under", "<=": "up to", ">=": "from", ">": "over" };

/** A row is a word and its limit; the one without a limit lies between the others. */
function bands<const Row extends string>(...rows: readonly Row[]): Bands<WordOf<Row>> {
  const cells = rows.map((row) => row.split(" "));
  const limited = cells.filter(({ length }) => length > 1);
  const others = cells.filter(({ length }) => length === 1).map(([word]) => `else ${word}`);
  return {
    words: cells.map(([word]) => word as WordOf<Row>),
    limits: limited.map(([, sign = "", at]) => ({ at: Number(at), isAbove: sign === "<" || sign === ">=" })),
    formula: [...limited.map(([word, sign = "", at]) => `${word} ${SAID[sign]} ${at}`), ...others].join(", "),
  };
}

/** A view is bearish up to the first probability, bullish from the second. */
export const NEUTRAL = { from: 0.48, to: 0.52 } as const;

/** Judgements of one figure; `agent/band.ts` finds its word from below, `verify/band.ts` from above. */
export const BANDS = {
  signal: bands(`bearish <= ${NEUTRAL.from}`, "neutral", `bullish >= ${NEUTRAL.to}`),
  side: bands("against < -0.3", "neither", "for > 0.3"),
  pull: bands("down < -0.3", "neither", "up > 0.3"),
  level: bands("very_low <= 0.1", "low < 0.35", "middling", "high > 0.65", "very_high >= 0.9"),
  degree: bands("below_usual < 0.35", "usual", "above_usual > 0.65"),
  half: bands("lower < 0.5", "upper"),
  position: bands("bottom <= 0.1", "lower <= 0.4", "middle", "upper >= 0.6", "top >= 0.9"),
  fifth: bands("bottom <= 0.2", "middle", "top >= 0.8"),
  // Altman 1968
  zone: bands("distress < 1.81", "grey", "safe > 2.99"),
  direction: bands("below < 0", "above"),
  span_way: bands("down < 0", "even", "up > 0"),
  span_beat: bands("less < 0", "even", "more > 0"),
  fact_backed: bands("no <= 0", "part", "yes >= 1"),
} as const;

/** A judgement of one figure. */
export type BandId = keyof typeof BANDS;
/** What a judgement may say. */
export type Band<Id extends BandId> = (typeof BANDS)[Id]["words"][number];

/** Decimals that show a probability on its side of both lines: 2, or more close to one, as of a neutral 0.519. */
export function probabilityDecimals(probability: number): number {
  const isBullish = (one: number) => one >= NEUTRAL.to - HAIR;
  const isBearish = (one: number) => one <= NEUTRAL.from + HAIR;
  const isShownBy = (shown: number) =>
    isBullish(shown) === isBullish(probability) && isBearish(shown) === isBearish(probability);
  return [2, 3, 4].find((decimals) => isShownBy(Number(probability.toFixed(decimals)))) ?? 5;
}
