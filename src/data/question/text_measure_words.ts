import type { MetricId } from "../metrics/metric.ts";
import { BLANK } from "../../terms/places.ts";

/** Words that ask for a measure of texts, and which end of it is the better one. */
interface TextWords {
  readonly metric: MetricId;
  readonly words: RegExp;
  readonly good?: "highest" | "lowest";
}

/** Whose: a name is blanked out where words are looked for. */
const WHOSE = `(?:the |its |their |${BLANK}+(?:'s?)? )?`;
const CALL = String.raw`${WHOSE}(?:(?:last|latest|newest|most recent|recent) )?(?:(?:earnings|conference) )?calls?\b`;
/** Which text a measure is of: what is measured is the newest call. */
const OF_A_CALL = `(?: (?:of|in|on|during) ${CALL})`;
const TONE = "(?:tone|sentiment|wording)";
const REPORT = "(?:risk factors|annual reports?|10-?ks?|filings?)";

function anyOf(...words: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${words.join("|")})`, "g");
}

/** In order: what one has taken, no later one reads. "Uncertainty" alone is more often that of a price. */
export const TEXT_WORDS: readonly TextWords[] = [
  {
    metric: "tone_change",
    good: "highest",
    words: anyOf(
      `(?:change[sd]?|shift(?:s|ed)?) (?:in|of) ${WHOSE}${TONE}${OF_A_CALL}?`,
      String.raw`${TONE} (?:changes?|changed|shifts?|shifted)\b${OF_A_CALL}?`,
    ),
  },
  {
    metric: "uncertainty",
    good: "lowest",
    words: anyOf(
      String.raw`uncertain words?\b${OF_A_CALL}?`,
      `uncertainty${OF_A_CALL}`,
      `how uncertain (?:is|are|was|were) ${CALL}`,
      String.raw`(?<=\bby )uncertainty\b`,
    ),
  },
  {
    metric: "tone",
    good: "highest",
    words: anyOf(String.raw`(?:(?:(?:earnings|conference) )?calls?(?:'s)? )?${TONE}\b${OF_A_CALL}?`),
  },
  {
    metric: "filing_change",
    good: "lowest",
    words: anyOf(String.raw`filing changes?\b`, String.raw`change[sd]? (?:in|of|to) ${WHOSE}${REPORT}\b`),
  },
  {
    metric: "news_volume",
    words: anyOf(
      String.raw`news (?:volumes?|flow|coverage)\b`,
      String.raw`newsflow\b`,
      String.raw`(?:how much|media|press|public|investor) attention\b`,
      String.raw`(?:media|press) coverage\b`,
    ),
  },
];

/** Where a word after it says of what a measure of texts is, and asks for nothing else. */
export const OF_A_TEXT = String
  .raw`(?<!\b(?:tone|sentiment|wording|uncertainty|uncertain (?:words?|is|are|was|were)) [^.?!]{0,40})(?<!\bchange[sd]? (?:in|of|to) ${WHOSE})`;
