import { MAX_TERM_CHARS, MAX_TERMS } from "../about.ts";
import { TEXT_TOPICS } from "../text_topics.ts";
import { fold } from "../../terms/fold.ts";
import { NO_TOPIC } from "./text_words.ts";

/** Most words of ours that stand together, and of a term that is no topic. */
const MAX_WORDS = 3;

/** The topics by their words, each without a plural's ending. */
const BY_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(TEXT_TOPICS).toReversed().flatMap(([id, { name, words }]) =>
    [name, ...words].map((one) => [bare(one.split(" ")), `#${id}`] as const)
  ),
);

/** Most parts of a term. */
const MAX_PARTS = 3;

/** What a topic in the words of a question is looked for by: topics of ours, then other words; those that stand together at once. */
export function readTerms(topic: string): readonly string[] {
  const terms = runsOf(fold(topic)).map((run) => [...new Set(termsOf(run))].slice(0, MAX_PARTS).join("+"))
    .filter((term) => term !== "");
  const own = terms.filter((term) => term.startsWith("#"));
  return [...new Set([...own, ...terms])].slice(0, MAX_TERMS);
}

/** The words that stand together, without those that are no topic. */
function runsOf(folded: string): readonly (readonly string[])[] {
  return folded.split(/[^\p{L}\p{N}&'.\s-]+/u).flatMap((part) => {
    const runs: string[][] = [[]];
    for (const written of part.split(/\s+/)) {
      const word = written.replace(/^[^\p{L}\p{N}]+|(?:'s)?[^\p{L}\p{N}]*$/gu, "");
      if (word === "" || NO_TOPIC.has(word)) runs.push([]);
      else runs.at(-1)?.push(word);
    }
    return runs;
  }).filter((run) => run.length > 0);
}

function termsOf(run: readonly string[]): readonly string[] {
  const terms: string[] = [];
  let free: string[] = [];
  const close = () => {
    const term = free.join(" ");
    if (term !== "" && term.length <= MAX_TERM_CHARS) terms.push(term);
    free = [];
  };
  for (let at = 0; at < run.length;) {
    const size = [3, 2, 1].find((count) => at + count <= run.length && BY_WORDS.has(bare(run.slice(at, at + count))));
    if (size === undefined) {
      free.push(run[at] ?? "");
      if (free.length === MAX_WORDS) close();
      at++;
      continue;
    }
    close();
    terms.push(BY_WORDS.get(bare(run.slice(at, at + size))) ?? "");
    at += size;
  }
  close();
  return terms;
}

function bare(words: readonly string[]): string {
  return words.map((word) => word.length > 3 ? word.replace(/ies$/, "y").replace(/(?<!s)s$/, "") : word).join(" ");
}
