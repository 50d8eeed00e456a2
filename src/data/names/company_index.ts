import type { Company } from "../dataset.ts";
import { bareName, nameKeys, nameWords } from "./company_name.ts";
import { normaliseTicker } from "../ticker.ts";
import { wordKind } from "./words.ts";

/** A spelling of a name, as words, and its company. */
export interface KnownName {
  readonly words: readonly string[];
  readonly company: Company;
}

/** Lookup tables from tickers, CIKs and names to companies. */
export class CompanyIndex {
  readonly companies: readonly Company[];
  readonly #byTicker = new Map<string, Company>();
  readonly #byCik = new Map<string, Company>();
  /** Tickers without the dot before the share class, unless another ticker has that spelling. */
  readonly #byJoined = new Map<string, Company>();
  readonly #byName: ReadonlyMap<string, Company>;
  readonly #byFirstWord: ReadonlyMap<string, readonly KnownName[]>;

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
    const names = [...this.#byName].map(([key, company]) => ({ words: key.split(" "), company }));
    names.sort((one, other) => other.words.length - one.words.length);
    this.#byFirstWord = Map.groupBy(names, ({ words }) => words[0] ?? "");
  }

  /** The company of a ticker in any spelling. */
  byTicker(token: string): Company | undefined {
    return this.#byTicker.get(normaliseTicker(token));
  }

  /** The company of a CIK, with or without leading zeros. */
  byCik(token: string): Company | undefined {
    const [, digits] = /^(?:CIK\s*:?\s*)?(\d{1,10})$/i.exec(token.trim()) ?? [];
    return digits === undefined ? undefined : this.#byCik.get(digits.padStart(10, "0"));
  }

  /** The company of a name, full or short. */
  byName(token: string): Company | undefined {
    const words = nameWords(token);
    return this.#byName.get(words.join(" ")) ?? this.#byName.get(bareName(words).join(" "));
  }

  /** The company of a ticker written without the dot before its share class. */
  byJoinedTicker(token: string): Company | undefined {
    return this.#byJoined.get(normaliseTicker(token));
  }

  /** Names that begin with a word, the longest first. */
  namesFrom(word: string): readonly KnownName[] {
    return this.#byFirstWord.get(word) ?? [];
  }
}

/** A fuller spelling wins over a shorter one; a spelling shared by two companies is left out. */
function indexNames(companies: readonly Company[]): Map<string, Company> {
  const index = new Map<string, Company>();
  const levels = ["full", "bare", "short"] as const;
  const keys = companies.map((company) => ({
    company,
    own: nameKeys(company.name),
    others: (company.aliases ?? []).map(nameKeys),
  }));
  for (const level of levels) {
    const found = keys.flatMap(({ company, own, others }) => {
      const aliases = level === "short" ? [] : others.flatMap((one) => one[level]);
      return [...own[level], ...aliases].map((key) => ({ key, company }));
    }).filter(({ key }) => key !== "" && !index.has(key));
    for (const [key, owners] of Map.groupBy(found, (one) => one.key)) {
      const [first] = owners;
      const isOne = owners.every(({ company }) => isSameFirm(company, first?.company));
      // Otherwise "General" for General Mills would match every other use of the word.
      const isLoose = level === "short" && wordKind(key) !== "none";
      if (first && isOne && !isLoose) index.set(key, first.company);
    }
  }
  return index;
}

/** Two share classes of one firm: either may match its name. */
function isSameFirm(one: Company, other: Company | undefined): boolean {
  return one === other || one.cik !== undefined && one.cik === other?.cik;
}

function putFirst(map: Map<string, Company>, key: string, company: Company): void {
  if (!map.has(key)) map.set(key, company);
}
