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
export function unmetSentences({ unmet }: Pick<Asked, "unmet">): readonly string[] {
  const named = unmet.slice(0, MAX_NAMED);
  const more = unmet.length - named.length;
  const byReason = Map.groupBy(named, ({ why }) => why === NOT_READ || why === NOT_COVERED ? "" : why);
  return [
    ...byReason.entries().map(([why, some]) => {
      const words = why === "" ? some : some.filter(({ text }) => !CLAUSE.test(text));
      if (words.length === 0) return `${why.replace(/^./, (first) => first.toUpperCase())}.`;
      const is = words.length > 1 || PLURAL.test(words[0]?.text ?? "") ? "are" : "is";
      const lacks = why === "" ? "covered yet" : `${why.startsWith("the data ") ? "available" : "covered"}: ${why}`;
      const said = `${joinTexts(words.map(quoted), "list")} ${is} not ${lacks}.`;
      return said.replace(/^"[a-z](?=[a-z-]*[ "])/, (first) => first.toUpperCase()); // no name of a column
    }),
    ...more > 0 ? [`Further parts of the question that are left out: ${more}.`] : [],
  ];
}

/** What begins so is a question of its own, which its reason answers. */
const CLAUSE = /^(?:what|which|who|when|where|why|how|will|do|does|did)\b/i;
/** One word or two in the plural, and no "EPS", "news", "analysis" or "gross". */
const PLURAL = /^\S+(?: \S+)?(?<!new|[A-Zsui])s$/;

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
