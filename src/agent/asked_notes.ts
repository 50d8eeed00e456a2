import { joinTexts } from "../data/phrases/phrase.ts";
import { daySpan, longDay } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Asked, AskedTime, Unmet } from "../data/question/asked.ts";

/** Most characters of a piece of a question that an answer repeats. */
const MAX_SHOWN = 40;
/** Pieces that are named one by one; of a long list the rest is counted. */
const MAX_NAMED = 5;

/** Says by name what of a question is not met. */
export function unmetSentences({ unmet, isOnlyUnmet }: Pick<Asked, "unmet" | "isOnlyUnmet">): readonly string[] {
  const named = unmet.slice(0, MAX_NAMED);
  const more = unmet.length - named.length;
  const rest = more > 0 ? [`So ${more === 1 ? "is one further piece" : `are ${more} further pieces`} of it.`] : [];
  if (!isOnlyUnmet) return [...named.map((one) => `${quoted(one)} is left out: ${one.why}.`), ...rest];
  const pieces = named.map((one) => `${quoted(one)} (${one.why})`);
  return [`The data cannot answer this: ${pieces.join(", ")}.`, ...rest];
}

/** Says which days were read from a question. */
export function readingSentences({ times }: Pick<Asked, "times">, view: DatasetView): readonly string[] {
  const isAsked = times.some(({ to }) => to === view.asOf);
  const read = joinTexts(times.filter((time) => !isPlain(time)).map(readingOf), "list");
  if (read === "") return isAsked ? [`This answer is as of ${longDay(view.asOf)}, as the question asks.`] : [];
  return [`${read}.`];
}

/** A day that is written as an answer writes it. */
function isPlain({ from, to, text }: AskedTime): boolean {
  return from === to && (text.includes(to) || text.includes(longDay(to)));
}

function readingOf(time: AskedTime): string {
  const { from, to, cut } = time;
  const begins = cut === "start" || cut === "both" ? ", where the data begins" : "";
  const ends = cut === "end" || cut === "both" ? ", as no later day is known" : "";
  return `${quoted(time)} is taken as ${daySpan(from, to)}${begins}${ends}`;
}

function quoted({ text }: Pick<Unmet, "text">): string {
  const line = text.replace(/\s+/g, " ");
  return JSON.stringify(line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line);
}
