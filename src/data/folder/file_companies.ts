import type { Company, DataProblem } from "../dataset.ts";
import { normaliseTicker, tickerOfFile } from "../ticker.ts";
import { createResolver, type Resolver } from "../names/resolve.ts";
import { counted } from "../../text/counted.ts";
import { tickerOfPath } from "../texts/call_file.ts";
import type { FiledCompany, FiledFile, FiledTexts } from "./filed_file.ts";
import type { TickerTable } from "./ticker_table.ts";

/** The records of one company in one file. */
export interface FilePart extends FiledCompany {
  readonly file: string;
  /** What the file is. */
  readonly kind: string;
  /** Present where these are its texts, not its records. */
  readonly texts?: FiledTexts;
}

/** The texts of a company as a part of its file: no records. */
function textPart({ file, kind = "" }: FiledFile, texts: FiledTexts): FilePart {
  return { file, kind, owner: texts.said.owner, shelves: [], bytes: () => NO_BYTES, texts };
}

const NO_BYTES = new Uint8Array();

/** A company of the data, and what files hold of it. */
export interface CompanyOfFiles {
  readonly ticker: string;
  /** In order of files. */
  readonly parts: readonly FilePart[];
  /** As its files name it. */
  readonly name?: string;
  readonly cik?: string;
}

/** What is known of companies beside their records. */
export interface KnownCompanies {
  /** Those of `companies.csv`. */
  readonly listed: readonly Company[];
  /** Tickers that have prices. */
  readonly priced: ReadonlySet<string>;
  /** The SEC's table of tickers, which serves where `companies.csv` does not. */
  readonly table: TickerTable;
}

/** Which company has which records, and what was doubtful about it. */
export interface CompaniesOfFiles {
  readonly companies: readonly CompanyOfFiles[];
  readonly problems: readonly DataProblem[];
}

/**
 * Finds whose the records of files are: by the CIK against `companies.csv`, and the SEC's table for tickers with prices;
 * else by the tickers that a list of filings names, or the newest of the other files; else by the file's name; else by
 * the usual ticker of the CIK in that table; else by the company of the data that goes by the name in them; else they are of a
 * company `CIK0000320193`, and a remark says which line would join them. Tickers that a company has
 * beside its usual one get its records too, where they have prices or are listed.
 */
export function companiesOfFiles(files: readonly FiledFile[], known: KnownCompanies): CompaniesOfFiles {
  const problems: DataProblem[] = [];
  const parts = files.flatMap((one): FilePart[] => {
    const { file, kind = "", companies } = one;
    return [...companies.map((own) => ({ ...own, file, kind })), ...one.texts.map((texts) => textPart(one, texts))];
  });
  const owners = new Owners(known, problems);
  for (const { file, owner, shelves } of parts) {
    const inside = owner.cik;
    const outside = cikInPath(file);
    if (shelves.length === 0 || inside === undefined || outside === undefined || inside === outside) continue;
    const message = `Its name says CIK ${outside}, and its content CIK ${inside}, which is used`;
    problems.push({ kind: "remark", file, line: 1, column: 1, message });
  }
  const byCik = Map.groupBy(parts, (part) => cikOfPart(part, owners.listed));
  const found = new Map<string, FilePart[]>();
  const about = new Map<string, { readonly name?: string; readonly cik?: string }>();
  const newestFirst = [...byCik].toSorted(([, one], [, other]) => lastOf(one) < lastOf(other) ? 1 : -1);
  for (const [cik, group] of newestFirst) {
    const tickers = cik === undefined ? undefined : owners.tickersOf(cik, group);
    const usual = usualFirst(group).find(({ owner }) => owner.name !== undefined)?.owner.name;
    for (const part of group.filter(({ shelves, texts }) => shelves.length > 0 || texts !== undefined)) {
      const name = cik === undefined ? part.owner.name : usual;
      for (const ticker of tickers ?? owners.tickersOfPart(part)) {
        found.set(ticker, [...found.get(ticker) ?? [], part]);
        const words = { ...(name !== undefined && { name }), ...(cik !== undefined && { cik }) };
        about.set(ticker, { ...words, ...about.get(ticker) });
      }
    }
  }
  const companies = [...found].map(([ticker, own]) => ({ ticker, parts: inOrderOfFiles(own), ...about.get(ticker) }));
  return { companies: companies.toSorted((one, other) => one.ticker < other.ticker ? -1 : 1), problems };
}

function inOrderOfFiles(parts: readonly FilePart[]): readonly FilePart[] {
  return parts.toSorted((one, other) => one.file < other.file ? -1 : one.file > other.file ? 1 : 0);
}

/** The CIK in the file, in its path, or of the ticker that it names in `companies.csv`. */
function cikOfPart({ owner, file }: FilePart, listed: readonly Company[]): string | undefined {
  const named = owner.cik ?? cikInPath(file);
  if (named !== undefined) return named;
  const tickers = owner.tickers?.map(normaliseTicker) ?? [];
  return tickers.length > 0 ? listed.find(({ ticker }) => tickers.includes(ticker))?.cik : undefined;
}

/** Folders and files of the SEC are named after the CIK: `CIK0000320193.json`, `filings/0000320193/...`. */
function cikInPath(path: string): string | undefined {
  return /(?:^|[/_-])(?:CIK)?(\d{10})(?=[/._-])(?!-\d\d-\d{6})/i.exec(path)?.[1];
}

function lastOf(parts: readonly FilePart[]): string {
  return parts.flatMap(({ shelves }) => shelves.map(({ last }) => last)).reduce(
    (one, other) => one > other ? one : other,
    "",
  );
}

/** Lists of filings before others, because they name tickers of today; then those with the newest records. */
function usualFirst(parts: readonly FilePart[]): readonly FilePart[] {
  const rank = ({ kind, shelves }: FilePart) =>
    `${kind === "submissions file" ? 1 : 0} ${shelves.map(({ last }) => last).toSorted().at(-1) ?? ""}`;
  return parts.toSorted((one, other) => rank(one) < rank(other) ? 1 : rank(one) > rank(other) ? -1 : 0);
}

/** Finds tickers; a ticker that is not listed has the records of one CIK. */
class Owners {
  /** Companies of `companies.csv`, and those with prices that the SEC's table has. */
  readonly listed: readonly Company[];
  readonly #known: KnownCompanies;
  readonly #problems: DataProblem[];
  readonly #cikOf: Map<string, string>;
  #names: Resolver | undefined;
  readonly #listed: ReadonlyMap<string | undefined, readonly Company[]>;

  constructor(known: KnownCompanies, problems: DataProblem[]) {
    this.#known = known;
    this.#problems = problems;
    const own = new Set(known.listed.map(({ ticker }) => ticker));
    const priced = [...known.priced].filter((ticker) => !own.has(ticker));
    this.listed = [...known.listed, ...priced.flatMap((ticker) => known.table.rows.get(ticker) ?? [])];
    this.#listed = Map.groupBy(this.listed, ({ cik }) => cik);
    this.#cikOf = new Map(this.listed.flatMap(({ ticker, cik }) => cik === undefined ? [] : [[ticker, cik]]));
  }

  /** The tickers of a CIK, at least one. */
  tickersOf(cik: string, parts: readonly FilePart[]): readonly string[] {
    const listed = (this.#listed.get(cik) ?? []).map(({ ticker }) => ticker);
    const named = usualFirst(parts).find(({ owner }) => (owner.tickers?.length ?? 0) > 0)?.owner.tickers ?? [];
    const [usual, ...others] = named.map(normaliseTicker);
    const isOfData = (ticker: string) => this.#isOfData(ticker);
    const candidates = [
      ...(usual === undefined || listed.length > 0 && !isOfData(usual) ? [] : [usual]),
      ...others.filter(isOfData),
    ];
    const own = candidates.filter((ticker) => this.#isFree(ticker, { cik, parts }));
    const tickers = [...new Set([...listed, ...own])];
    if (tickers.length > 0) return this.#take(tickers, cik);
    const inName = parts.map(({ file }) => tickerInName(file, isOfData)).find((one) => one !== undefined);
    const inTable = this.#known.table.usual.get(cik);
    const name = usualFirst(parts).find(({ owner }) => owner.name !== undefined)?.owner.name;
    const called = name === undefined ? undefined : this.#called(name);
    const wanted = [inName, inTable, called].filter((one) => one !== undefined);
    const free = wanted.find((one) => this.#isFree(one, { cik, parts }));
    if (wanted.length === 0 && usual === undefined) this.#unjoined(cik, { name, parts });
    return this.#take([free ?? `CIK${cik}`], cik);
  }

  /** The company of the data without a CIK that goes by the name in a file. */
  #called(name: string): string | undefined {
    const all = [...this.#known.listed, ...[...this.#known.priced].map((ticker) => ({ ticker, name: ticker }))];
    const byTicker = new Map(all.toReversed().map((one) => [one.ticker, { ...one, cik: one.ticker }])); // of one name none is taken
    this.#names ??= createResolver([...byTicker.values()]);
    const ticker = this.#names.resolve(name)?.ticker;
    return ticker === undefined || this.#cikOf.has(ticker) ? undefined : ticker;
  }

  /** Says which line of `companies.csv` would give records a ticker. */
  #unjoined(cik: string, { name = "no name", parts }: { name: string | undefined; parts: readonly FilePart[] }): void {
    const [file = ""] = parts.map((part) => part.file).toSorted();
    const open = [...this.#known.priced].filter((ticker) => !this.#cikOf.has(ticker));
    const line = `${open.length === 1 ? open[0] : "TICKER"},${cik}`;
    const message = `No ticker is known for CIK ${cik} (${name}), so it goes by that number: below "ticker,cik" in ` +
      `companies.csv the line "${line}" joins it, and so does the SEC's company_tickers.json in the folder`;
    this.#problems.push({ kind: "remark", file, line: 1, column: 1, message });
  }

  /** The tickers of records without a CIK. */
  tickersOfPart({ owner, file, texts }: FilePart): readonly string[] {
    const named = owner.tickers?.map(normaliseTicker).filter((ticker) => ticker !== "") ?? [];
    const own = named.filter((ticker) => this.#isOfData(ticker)); // classes of shares have the same records
    if (named.length > 0) return own.length > 0 ? own : named.slice(0, 1);
    if (texts !== undefined) return this.#tickersOfTexts(file, texts);
    const inName = tickerInName(file, () => true);
    if (inName !== undefined) return [inName];
    this.#add(file, "Not used: neither its content nor its name says whose records it holds");
    return [];
  }

  /** A text is of the company that the name of its file or folder says, never of one that is guessed. */
  #tickersOfTexts(file: string, { said: { spans, undated } }: FiledTexts): readonly string[] {
    const inPath = tickerOfPath(file, (ticker) => this.#isOfData(ticker));
    if (inPath !== undefined) return [inPath];
    const count = spans.reduce((sum, one) => sum + one.count, undated);
    this.#add(
      file,
      `Of ${counted(count, "entry")} nothing is used: neither they nor the path of the file name a company`,
    );
    return [];
  }

  #isOfData(ticker: string): boolean {
    return this.#known.priced.has(ticker) || this.#known.listed.some((one) => one.ticker === ticker);
  }

  #take(tickers: readonly string[], cik: string): readonly string[] {
    for (const ticker of tickers) this.#cikOf.set(ticker, cik);
    return tickers;
  }

  /** Whether a ticker is of no other CIK; the files of one that is are a problem. */
  #isFree(ticker: string, { cik, parts }: { readonly cik: string; readonly parts: readonly FilePart[] }): boolean {
    const other = this.#cikOf.get(ticker);
    if (other === undefined || other === cik) return true;
    for (const { file } of parts) {
      this.#add(file, `Not of ${ticker}: its CIK is ${cik}, and ${this.#whoGives(ticker)} ${ticker} the CIK ${other}`);
    }
    return false;
  }

  #whoGives(ticker: string): string {
    if (this.#known.listed.some((one) => one.ticker === ticker)) return "companies.csv gives";
    return this.#known.table.rows.get(ticker)?.cik === this.#cikOf.get(ticker)
      ? "the table of tickers gives"
      : "newer files give";
  }

  #add(file: string, message: string): void {
    this.#problems.push({ kind: "skipped", file, line: 1, column: 1, message });
  }
}

/** The ticker in a file's name: `AAPL_CIK0000320193.json`, `AAPL.json`; in small letters only where the data has it. */
function tickerInName(path: string, isOfData: (ticker: string) => boolean): string | undefined {
  const name = path.split("/").at(-1) ?? path;
  const named = /^([A-Z][A-Z0-9.-]{0,8})_CIK\d{10}\b/.exec(name)?.[1];
  if (named !== undefined) return normaliseTicker(named);
  const prefix = /^([a-z]{1,5})-\d{8}(?:_htm)?\./.exec(name)?.[1]?.toUpperCase(); // as EDGAR names most reports
  if (prefix !== undefined && isOfData(prefix)) return prefix;
  const ticker = tickerOfFile(name);
  const isCapital = /^[A-Z][A-Z.-]{0,5}\./.test(name);
  return ticker !== undefined && (isCapital || isOfData(ticker)) ? ticker : undefined;
}
