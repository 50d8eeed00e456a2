import type { Asked } from "./asked.ts";
import { fold } from "../../terms/fold.ts";
import { PRESENT, SAME, THEN, TIME_LEAD } from "./follow_words.ts";
import { BLANK, blanked, byStart } from "../../terms/places.ts";
import { namesSubject } from "./subject.ts";

/**
 * A question with the time of one before in the place of "then" or "that year".
 * @returns `undefined` where it says neither, or none before names a time.
 */
export function withTimeBefore(
  asked: Asked,
  before: readonly Asked[],
): { readonly text: string; readonly time: string; readonly isEarlier: boolean } | undefined {
  const { text, times, facts } = asked;
  const folded = fold(text);
  const match = THEN.exec(folded) ?? (namesSubject(asked) ? null : SAME.exec(folded));
  if (match === null || match[0] === "then" && PRESENT.test(folded)) return undefined;
  if (times.length > 0 || facts.some(({ periods }) => periods.length > 0)) return undefined;
  const dated = before.findLast((one) => timesIn(one).length > 0);
  if (dated === undefined) return undefined;
  const time = timesIn(dated).map(({ start, end }) => dated.text.slice(start, end).trim()).join(" ");
  const said = `${text.slice(0, match.index)}${time}${text.slice(match.index + match[0].length)}`;
  return { text: said, time, isEarlier: dated !== before.at(-1) };
}

/** The question before with the times of another in the place of its own. */
export function withTimes(last: Asked, own: Asked): string {
  const times = timesIn(own).map(({ start, end }) => own.text.slice(start, end).trim()).join(" ");
  const bare = blanked(last.text, timesIn(last)).replaceAll(BLANK, "").trim();
  const [, asked = "", end = ""] = /^[\s,]*(.*?)([\s?.!]*)$/s.exec(bare) ?? [];
  return `${`${asked} ${times}`.replace(/\s{2,}/g, " ").trim()}${end.trim()}`;
}

/** Where a question names times, each with the word before it that belongs to it. */
function timesIn({ text, times, facts, unmet }: Asked): readonly { readonly start: number; readonly end: number }[] {
  const folded = fold(text);
  const words = [...times, ...facts.flatMap(({ periods }) => periods), ...unmet].map((one) => one.text);
  return [...new Set(words)].flatMap((word) => {
    const at = text.indexOf(word);
    if (at < 0 || word === "") return [];
    const lead = TIME_LEAD.exec(folded.slice(0, at))?.[0] ?? "";
    return [{ start: at - lead.length, end: at + word.length }];
  }).toSorted(byStart);
}
