import type { DatasetView } from "../../data/dataset.ts";
import { sentencesOf, type Stretch } from "../../data/texts/sentences.ts";
import { checkedSentence, openContext } from "./check_sentence.ts";
import type { CheckedSentence, Finding, TextAbout, TextReport } from "./text_report.ts";

/**
 * Checks a text on the data: each figure and judgement is proven, false or unknown, with the nearest that the data say.
 *
 * What is decided and what not is in `docs/verify.md`. A sentence is read by itself, in one pass; the company and the time
 * that it does not name are those of the sentences before it.
 * @param text Any text in English, of any source.
 * @param view The data, as of a day.
 * @param about What the text is about where it does not say so.
 */
export function verifyText(text: string, view: DatasetView, about: TextAbout = {}): TextReport {
  const context = openContext(view, { ...about, text });
  const lines = lineCounter(text);
  const sentences: CheckedSentence[] = [];
  for (const stretch of sentencesOf(text).flatMap((one) => atPossessives(text, one))) {
    const claims = checkedSentence(text, stretch, context);
    if (claims.length === 0) continue;
    const findings = new Set(claims.map(({ finding }) => finding));
    const finding: Finding = findings.has("false") ? "false" : findings.has("unknown") ? "unknown" : "proven";
    sentences.push({ ...stretch, line: lines(stretch.start), finding, claims });
  }
  const count = (wanted: Finding) =>
    sentences.reduce((sum, { claims }) => sum + claims.filter(({ finding }) => finding === wanted).length, 0);
  return { asOf: view.asOf, sentences, proven: count("proven"), false: count("false"), unknown: count("unknown") };
}

/** A sentence may end in "the index's.": to the scan of texts, whose sentences are stored, its `s.` is an initial. */
function atPossessives(text: string, { start, end }: Stretch): readonly Stretch[] {
  const ends = [...text.slice(start, end).matchAll(/(?<=['’]s\.) +(?=\p{Lu})/gu)];
  const starts = [start, ...ends.map(({ index, 0: gap }) => start + index + gap.length)];
  return starts.map((from, at) => ({ start: from, end: at < ends.length ? start + (ends[at]?.index ?? 0) : end }));
}

/** Physical lines of places that are asked for in ascending order. */
function lineCounter(text: string): (place: number) => number {
  let line = 1;
  let at = 0;
  return (place) => {
    for (; at < place; at++) if (text.charCodeAt(at) === 0x0a) line += 1;
    return line;
  };
}
