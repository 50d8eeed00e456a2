import type { Company } from "../dataset.ts";
import { nameKeys, nameWords, shortName } from "./company_name.ts";
import { normaliseTicker } from "../ticker.ts";

const MAX_NEAREST = 3;
/** Allowed edits per letter. */
const MAX_CHANGES_PER_LETTER = 0.34;

/** The companies with the most similar ticker or name; empty when none is close. */
export function nearestCompanies(
  text: string,
  companies: readonly Company[],
): Company[] {
  const ticker = normaliseTicker(text);
  const name = shortName(nameWords(text)).join(" ");
  const scored = companies.map((company) => ({
    company,
    share: Math.min(
      changeShare(ticker, company.ticker),
      ...namesOf(company).map((one) => changeShare(name, one)),
    ),
  }));
  return scored.filter(({ share }) => share <= MAX_CHANGES_PER_LETTER)
    .sort((one, other) => one.share - other.share)
    .slice(0, MAX_NEAREST).map(({ company }) => company);
}

function namesOf({ name, aliases = [] }: Company): string[] {
  return [name, ...aliases].flatMap((one) => nameKeys(one).short);
}

/** Edits divided by the shorter length; a prefix of four letters or more counts as one edit. */
function changeShare(text: string, known: string): number {
  const length = Math.min(text.length, known.length);
  if (length === 0 || Math.abs(text.length - known.length) > length) return Infinity;
  if (text.length >= 4 && known.startsWith(text)) return 1 / text.length;
  return distance(text, known) / length;
}

/** Optimal string alignment: insert, remove, replace, or swap two neighbours (Damerau 1964). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
