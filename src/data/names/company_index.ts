import type { Company } from "../dataset.ts";
import { FIRMS, isFirm, otherTickersOf } from "./aliases.ts";
import { bareName, nameKeys, nameWords } from "./company_name.ts";
import { listingsOf } from "./instrument_table.ts";
import { normaliseTicker } from "../ticker.ts";
import { wordKind } from "./words.ts";

/** A spelling of a name and its company. */
export interface KnownName {
  readonly company: Company;
  /** Its other share classes that this spelling means as well. */
  readonly classes: readonly Company[];
  /** The words of the name in each of the ways it is written. */
  readonly spellings: readonly (readonly string[])[];
}

/** Lookup tables from tickers, CIKs and names to companies. */
export class CompanyIndex {
  readonly companies: readonly Company[];
  readonly #byTicker = new Map<string, Company>();
  readonly #byCik = new Map<string, Company>();
  /** Tickers without the dot before the share class, unless another ticker has that spelling. */
  readonly #byJoined = new Map<string, Company>();
  /** By the letters of a name without blanks, so that "Wal Mart" finds "Walmart". */
  readonly #byName: ReadonlyMap<string, KnownName>;
  /** By a first word that only one firm's name begins with. */
  readonly #byFirstWord: ReadonlyMap<string, KnownName>;

  constructor(companies: readonly Company[]) {
    this.companies = companies;
    for (const company of companies) {
      putFirst(this.#byTicker, normaliseTicker(company.ticker), company);
      if (company.cik !== undefined) putFirst(this.#byCik, company.cik, company);
    }
    for (const company of companies) {
      putFirst(this.#byJoined, company.ticker.replace(".", ""), company);
    }
    this.#byName = indexNames(companies);
    this.#byFirstWord = indexFirstWords(this.#byName);
  }

  /** The company of a ticker in any spelling. */
  byTicker(token: string): Company | undefined {
    const ticker = normaliseTicker(token);
    const found = this.#byTicker.get(ticker);
    if (found !== undefined || !/[.: ]/.test(ticker)) return found;
    return listingsOf(ticker).map((one) => this.#byTicker.get(one)).find((one) => one !== undefined);
  }

  /** The company whose ticker was or became this one, if the data lacks this one. */
  byOtherTicker(token: string): Company | undefined {
    const ticker = normaliseTicker(token);
    if (this.#byTicker.has(ticker)) return undefined;
    return otherTickersOf(ticker).map((other) => this.#byTicker.get(other)).find((found) => found !== undefined);
  }

  /** The company of a CIK, with or without leading zeros. */
  byCik(token: string): Company | undefined {
    const [, digits] = /^(?:CIK\s*:?\s*)?(\d{1,10})$/i.exec(token.trim()) ?? [];
    return digits === undefined ? undefined : this.#byCik.get(digits.padStart(10, "0"));
  }

  /** The company of a name, full or short. */
  byName(token: string): KnownName | undefined {
    const words = nameWords(token);
    return this.byLetters(words.join("")) ?? this.byLetters(bareName(words).join(""));
  }

  /** The name with these letters: lower case, without blanks. */
  byLetters(letters: string): KnownName | undefined {
    return this.#byName.get(letters);
  }

  /** The only firm whose name begins with a word, if the word is not one that means something else. */
  byFirstWord(word: string): KnownName | undefined {
    return this.#byFirstWord.get(word);
  }

  /** The company of a ticker written without the dot before its share class. */
  byJoinedTicker(token: string): Company | undefined {
    return this.#byJoined.get(normaliseTicker(token));
  }
}

interface Spelling {
  readonly key: string;
  readonly company: Company;
  /** Of our own table: its companies are of one firm. */
  readonly firm?: unknown;
}

/** A fuller spelling wins over a shorter one; a spelling shared by two firms is left out. */
function indexNames(companies: readonly Company[]): Map<string, KnownName> {
  const index = new Map<string, KnownName>();
  const keys = companies.map((company) => ({
    company,
    own: nameKeys(company.name),
    others: (company.aliases ?? []).map(nameKeys),
  }));
  const ownOf = (level: "full" | "bare") =>
    keys.flatMap(({ company, own, others }) =>
      [own, ...others].flatMap((one) => one[level]).map((key) => ({ key, company }))
    );
  put(index, ownOf("full"));
  put(index, ownOf("bare"));
  put(index, usualNames(companies));
  // Otherwise "General" for General Mills would match every other use of the word.
  const short = keys.flatMap(({ company, own }) => own.short.map((key) => ({ key, company })));
  put(index, short.filter(({ key }) => wordKind(key) === "none"));
  return index;
}

function put(index: Map<string, KnownName>, spellings: readonly Spelling[]): void {
  const found = spellings.map((one) => ({ ...one, letters: one.key.replaceAll(" ", "") }))
    .filter(({ letters }) => letters !== "");
  for (const [letters, owners] of Map.groupBy(found, (one) => one.letters)) {
    const known = index.get(letters);
    const [first] = owners;
    const ways = [...new Set(owners.map(({ key }) => key))].map((key) => key.split(" "));
    if (known !== undefined) {
      const isSame = owners.some(({ company }) => company === known.company);
      if (isSame) index.set(letters, { ...known, spellings: [...known.spellings, ...ways] });
    } else if (first !== undefined && owners.every((one) => isOfFirm(one, first))) {
      const classes = new Set(owners.map(({ company }) => company));
      classes.delete(first.company);
      index.set(letters, { company: first.company, classes: [...classes], spellings: ways });
    }
  }
}

/** The names of our own table, for the firms that the data holds. */
function usualNames(companies: readonly Company[]): Spelling[] {
  const byTicker = new Map(companies.map((company) => [company.ticker, company]));
  return FIRMS.flatMap((firm) =>
    firm.tickers.flatMap((ticker) => {
      const company = byTicker.get(ticker);
      if (company === undefined) return [];
      const words = company.name === ticker ? [] : nameWords(company.name);
      return isFirm(words, firm) ? firm.names.map((key) => ({ key, company, firm })) : [];
    })
  );
}

/** A shorter first word is too often part of another name. */
const LEAST_FIRST_LETTERS = 5;

function indexFirstWords(names: ReadonlyMap<string, KnownName>): Map<string, KnownName> {
  const index = new Map<string, KnownName>();
  const shared = new Set<string>();
  for (const known of names.values()) {
    const [first = "", ...rest] = known.spellings[0] ?? [];
    for (const word of rest) if (word !== first) shared.add(word);
    const other = index.get(first);
    if (other === undefined) index.set(first, known);
    else if (!isSameFirm(other.company, known.company) && other.company !== known.company) shared.add(first);
  }
  for (const word of index.keys()) {
    if (shared.has(word) || word.length < LEAST_FIRST_LETTERS || wordKind(word) !== "none") index.delete(word);
  }
  return index;
}

function isOfFirm(one: Spelling, other: Spelling): boolean {
  return one.firm !== undefined && one.firm === other.firm || isSameFirm(one.company, other.company);
}

/** Two share classes of one firm: either may match its name. */
function isSameFirm(one: Company, other: Company): boolean {
  if (one === other || one.cik !== undefined && one.cik === other.cik) return true;
  if (one.cik !== undefined && other.cik !== undefined) return false;
  return one.name === other.name || classless(one.name) !== "" && classless(one.name) === classless(other.name);
}

const CLASS = /[\s,(-]+(?:(?:class|series)\s+[a-z]|[a-d])\)?$/i;

/** A name without its share class; empty for a name that has none. */
function classless(name: string): string {
  return CLASS.test(name) ? nameWords(name.replace(CLASS, "")).join(" ") : "";
}

function putFirst(map: Map<string, Company>, key: string, company: Company): void {
  if (!map.has(key)) map.set(key, company);
}
