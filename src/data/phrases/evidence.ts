import { phraseRows, type Phrases } from "./phrase.ts";

/** How a value stands among those of companies, or among the company's own past, as the end of `is ...`. */
const DEGREES = {
  very_high: "among the highest 10%",
  high: "above average",
  middling: "about average",
  low: "below average",
  very_low: "among the lowest 10%",
  above_usual: "above its usual level",
  usual: "near its usual level",
  below_usual: "below its usual level",
} as const;

/** The same of what is strong or weak. */
export const STRENGTHS = {
  ...DEGREES,
  very_high: "among the strongest 10%",
  very_low: "among the weakest 10%",
} as const;

/**
 * The sentences about scored measures, each with a mark of its side and its place, and then the published effect, which may be
 * left out: of each a row of {@linkcode phraseRows} with its metric, what is high or low and its value; its `half` is the effect
 * of a value in the upper half and of one in the lower, and degrees have the usual words where it has none of its own.
 */
export function evidenceRows(table: string): Phrases {
  return Object.assign(
    {},
    ...Object.entries(phraseRows(table)).map(([metric, { words = {}, ...row }]): Phrases => {
      const effect = `${metric}_effect`;
      const { half = {}, ...own } = words;
      const slot = row.text.includes("{level}") ? "level" : "degree";
      return {
        [`evidence.${metric}`]: {
          ...row,
          lists: ["drivers", "risks"],
          of: metric,
          text: `{mark}${row.text}{place}.{effect}`,
          words: { [slot]: DEGREES, ...own },
          parts: {
            mark: { role: "mark", least: 0, most: 1 },
            place: { role: "place", least: 0, most: 1 },
            effect: { role: effect, least: 0, most: 1 },
          },
        },
        [`effect.${metric}`]: { role: effect, text: " {half}.", words: { half } },
      };
    }),
  );
}
