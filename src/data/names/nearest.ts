import type { Company } from "../dataset.ts";
import { normaliseTicker } from "../ticker.ts";
import { edits } from "../../text/nearest_name.ts";
import { nameKeys, nameWords, shortName } from "./company_name.ts";

const MAX_NEAREST = 3;
/** Allowed edits per letter. */
const MAX_CHANGES_PER_LETTER = 0.34;

interface Spelling {
  readonly text: string;
  /** A bit for each letter in it. */
  readonly letters: number;
  readonly company: Company;
}

/** Finds the companies that a misspelt name may mean. */
export class NearestNames {
  readonly #companies: readonly Company[];
  #tickers: readonly Spelling[] | undefined;
  #names: readonly Spelling[] = [];

  constructor(companies: readonly Company[]) {
    this.#companies = companies;
  }

  /** The companies with the most similar ticker or name, the nearest first, at most three; empty when none is close. */
  of(text: string): readonly Company[] {
    const ticker = normaliseTicker(text);
    const name = shortName(nameWords(text)).join(" ");
    const shares = new Map<Company, number>();
    const { tickers, names } = this.#spellings();
    for (const { company, share } of [...closeTo(ticker, tickers), ...closeTo(name, names)]) {
      shares.set(company, Math.min(share, shares.get(company) ?? Infinity));
    }
    const place = (company: Company) => this.#companies.indexOf(company);
    return [...shares].sort(([one, share], [other, otherShare]) => share - otherShare || place(one) - place(other))
      .slice(0, MAX_NEAREST).map(([company]) => company);
  }

  /** Whether a word is nearly a company's name, but no ticker. */
  isNearName(word: string): boolean {
    return closeTo(nameWords(word).join(" "), this.#spellings().names).length > 0;
  }

  #spellings(): { readonly tickers: readonly Spelling[]; readonly names: readonly Spelling[] } {
    if (this.#tickers === undefined) {
      this.#tickers = this.#companies.map((company) => spelling(company.ticker, company));
      this.#names = this.#companies.flatMap((company) =>
        [company.name, ...company.aliases ?? []].flatMap((one) => nameKeys(one).short)
          .map((name) => spelling(name, company))
      );
    }
    return { tickers: this.#tickers, names: this.#names };
  }
}

function spelling(text: string, company: Company): Spelling {
  return { text, letters: lettersOf(text), company };
}

function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

function closeTo(text: string, known: readonly Spelling[]): { readonly company: Company; readonly share: number }[] {
  const letters = lettersOf(text);
  const found: { readonly company: Company; readonly share: number }[] = [];
  for (const one of known) {
    // an edit changes at most two letters, so that most names need no count of edits
    const most = MAX_CHANGES_PER_LETTER * Math.min(text.length, one.text.length);
    const isFar = Math.abs(text.length - one.text.length) > most || bits(letters ^ one.letters) > 2 * most;
    if (isFar && !(text.length >= 4 && one.text.startsWith(text))) continue;
    const share = changeShare(text, one.text);
    if (share <= MAX_CHANGES_PER_LETTER) found.push({ company: one.company, share });
  }
  return found;
}

function bits(word: number): number {
  let rest = word;
  let count = 0;
  for (; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Edits divided by the shorter length; a prefix of four letters or more counts as one edit. */
function changeShare(text: string, known: string): number {
  const length = Math.min(text.length, known.length);
  if (length === 0 || Math.abs(text.length - known.length) > length) return Infinity;
  if (text.length >= 4 && known.startsWith(text)) return 1 / text.length;
  return edits(text, known) / length;
}
