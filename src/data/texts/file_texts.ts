import type { FileOwner } from "../filings/record_file.ts";
import type { TextKind } from "../text_document.ts";
import type { FileTexts } from "./text_tables.ts";
import { aboutText, type ReadText, type StoredDocument } from "./text_file.ts";

/** How many texts of a kind there are, and when they became known. */
export interface TextSpan {
  readonly kind: TextKind;
  /** Texts, at least 1. */
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** What is said of the texts of a file about one company. */
export interface SaidOfTexts {
  readonly owner: FileOwner;
  /** Of those with a day. */
  readonly spans: readonly TextSpan[];
  /** Those whose filing has to be found first. */
  readonly undated: number;
}

/** The texts of a file as they are kept. */
export interface GatheredTexts {
  readonly contents: FileTexts;
  /** Of each group of them. */
  readonly said: readonly SaidOfTexts[];
  /** Texts that the file has more than once about one company; the one that was known first is kept. */
  readonly repeated: number;
}

type Own = StoredDocument & { readonly text: number };

/** Puts the texts of a file together by company, each once. */
export function gatherTexts(read: readonly ReadText[]): GatheredTexts {
  const texts = new Map<string, number>();
  const contents: string[] = [];
  const companies = new Map<string, { readonly owner: FileOwner; readonly documents: Map<string, Own> }>();
  let repeated = 0;
  for (const { name, owners, kind, title, published, filing, text, sections } of read) {
    const about = aboutText(text);
    const at = texts.getOrInsertComputed(about.sha256, () => contents.push(text) - 1);
    const filed = filing === undefined ? {} : { filing };
    const days = published === undefined ? {} : { day: published.day, known: published.known };
    const document: Own = { name, kind, title, ...days, ...about, sections, ...filed, text: at };
    for (const owner of owners) {
      const key = owner.cik ?? JSON.stringify(owner.tickers ?? []);
      const company = companies.getOrInsertComputed(key, () => ({ owner, documents: new Map<string, Own>() }));
      const before = company.documents.get(about.sha256);
      if (before !== undefined) repeated += 1;
      // one without a day is kept last: its filing may never be found
      if (before === undefined || (document.known ?? "9999") < (before.known ?? "9999")) {
        company.documents.set(about.sha256, document);
      }
    }
  }
  const groups = [...companies.values()].map(({ owner, documents }) => {
    const own = [...documents.values()];
    return { said: saidOf(owner, own), documents: own };
  });
  return {
    contents: { texts: contents, groups: groups.map((one) => ({ ...one, said: JSON.stringify(one.said) })) },
    said: groups.map(({ said }) => said),
    repeated,
  };
}

function saidOf(owner: FileOwner, documents: readonly Own[]): SaidOfTexts {
  const dated = documents.filter(({ known }) => known !== undefined);
  const spans = [...Map.groupBy(dated, ({ kind }) => kind)].map(([kind, own]): TextSpan => {
    const [first = "", last = ""] = edgesOf(own.flatMap(({ known }) => known ?? []));
    return { kind, count: own.length, first, last };
  });
  return { owner, spans, undated: documents.length - dated.length };
}

/** The first and the last of days. */
export function edgesOf(days: readonly string[]): readonly [first?: string, last?: string] {
  const [first] = days;
  if (first === undefined) return [];
  return [days.reduce((a, b) => a < b ? a : b), days.reduce((a, b) => a > b ? a : b)];
}
