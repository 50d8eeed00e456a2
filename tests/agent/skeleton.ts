/** A text without what is the company's alone in it: to see how many texts there are, and whose they are. */

/** Words that mean the same. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:rose|up|brought|above|higher|gained|climbed)\b/g, "UP"],
  [/\b(?:fell|down|cost|below|lower|lost|dropped)\b/g, "DOWN"],
  [/\b(?:stronger|better|larger|more|nearer|longer|shallower)\b/g, "MORE"],
  [/\b(?:weaker|worse|smaller|less|further|shorter|deeper)\b/g, "LESS"],
  [/\bthan (?:for|of|that of|those of)\b/g, "than"],
  [/\b(?:19 in 20|9 in 10|4 in 5|any other)\b/g, "MOST"],
];

const MONTHS = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;

/**
 * The skeleton of a text: names, figures and dates removed, synonyms mapped, sentences sorted.
 * @param text Reasoning, drivers and risks.
 * @param names All that names somebody: tickers, companies, groups.
 */
export function skeletonOf(text: string, names: readonly string[]): string {
  const bare = withoutNames(text, names).replace(MONTHS, "#");
  const sentences = bare.split(/(?<=[.])\s+(?=[A-Z@#])|\n/).map((sentence) => {
    const mapped = SYNONYMS.reduce((words, [word, same]) => words.replace(word, same), sentence);
    return mapped.replace(/[-+]?\d[\d,.-]*\d|\d/g, "#").replace(/\s+/g, " ").trim();
  });
  return sentences.filter((one) => one !== "").toSorted().join("\n");
}

/** The text with `@` for every name. */
function withoutNames(text: string, names: readonly string[]): string {
  const known = names.toSorted((one, other) => other.length - one.length).map((name) =>
    name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  return text.replace(new RegExp(`(?<![A-Za-z0-9])(?:${known.join("|")})(?![A-Za-z0-9])`, "g"), "@");
}
