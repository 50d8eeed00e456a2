import { joinTexts } from "../data/phrases/phrase.ts";
import { daySpan, longDay } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Asked, AskedTime, Unmet } from "../data/question/asked.ts";
import { NOT_COVERED, NOT_READ } from "../data/question/query.ts";

/** Most characters of a piece of a question that an answer repeats. */
const MAX_SHOWN = 40;
/** Pieces that are named one by one; of a long list the rest is counted. */
const MAX_NAMED = 5;

/** Says by name what of a question is not met. */
export function unmetSentences({ unmet, isOnlyUnmet }: Pick<Asked, "unmet" | "isOnlyUnmet">): readonly string[] {
  const named = unmet.slice(0, MAX_NAMED);
  const more = unmet.length - named.length;
  const byReason = Map.groupBy(named, ({ why }) => why === NOT_READ || why === NOT_COVERED ? "" : ` (${why})`);
  const pieces = [...byReason].map(([why, some]) => `${joinTexts(some.map(quoted), "list")}${why}`);
  const isOfData = isOnlyUnmet && named.every(({ why }) => why.startsWith("the data "));
  return [
    ...pieces.length === 0
      ? []
      : [`${isOfData ? "The data cannot answer this" : "Not covered yet"}: ${pieces.join(", ")}.`],
    ...more > 0 ? [`${more} more of its parts ${more > 1 ? "are" : "is"} left out.`] : [],
  ];
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
