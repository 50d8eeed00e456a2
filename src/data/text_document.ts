/** What a text is. */
export const TEXT_KINDS = ["10-K", "10-Q", "8-K", "call", "news", "post", "other"] as const;

/** One of {@linkcode TEXT_KINDS}. */
export type TextKind = (typeof TEXT_KINDS)[number];

/** A part of a text under a heading of its own, like `Item 1A`. */
export interface TextSection {
  /** Its heading's short name, like `Item 1A`; of a call `remarks` and `questions`. */
  readonly name: string;
  /** In UTF-16 units of the text, the end not included. */
  readonly start: number;
  readonly end: number;
}

/**
 * A text about a company, as it is quoted from: normalised once when it is read and never changed again, so that its
 * digest and every place in it stay what they are.
 */
export interface TextDocument {
  /** Unique in a dataset and the same each time the file is read, like `10-K 0000320193-17-000070` or `calls.jsonl 12`. */
  readonly id: string;
  readonly kind: TextKind;
  /** In the words of its source, cut to 120 characters; empty where it has none. */
  readonly title: string;
  /** Day of its publication, `YYYY-MM-DD`. */
  readonly day: string;
  /** First day on which it may be used: that of its publication where an hour is given, else the session after it. */
  readonly known: string;
  /** `id` of the source it was read from. */
  readonly source: string;
  /** SHA-256 of the normalised text in UTF-8, hex. */
  readonly sha256: string;
  /** Length of the normalised text in UTF-16 units. */
  readonly chars: number;
  /** In order, without overlap; empty where it has no headings that are known. */
  readonly sections: readonly TextSection[];
}

/** A stretch of whole sentences of a text that a search found. */
export interface Passage {
  /** `id` of its text. */
  readonly document: string;
  readonly start: number;
  readonly end: number;
  /** How well it fits, by BM25: higher is better, comparable within one search. */
  readonly rank: number;
}

/** What is looked for in texts. */
export interface TextQuery {
  /** Words of which any may stand in a passage; word forms are folded (`supply` finds `supplies`). Quoted words stand together. */
  readonly words: string;
  /** Default: all. */
  readonly kinds?: readonly TextKind[];
  /** First and last day of their publication, `YYYY-MM-DD`, both included. Default: any. */
  readonly from?: string;
  readonly to?: string;
  /** Most passages. Default: 10. */
  readonly limit?: number;
}

/** The texts about one company that are known by a day. */
export interface CompanyTexts {
  /** In ascending order of `known`, then of `id`. */
  readonly documents: readonly TextDocument[];
  /**
   * The normalised text of one of {@linkcode documents}.
   * @throws {RangeError} when there is none of that `id`.
   */
  text(id: string): string;
  /** Passages of them, best first; of equal ones the newer text, then the earlier place. */
  find(query: TextQuery): readonly Passage[];
}

/** The texts about one company, held elsewhere and loaded when they are asked for. */
export interface StoredTexts {
  readonly ticker: string;
  /** First and last day on which one of them became known. */
  readonly first: string;
  readonly last: string;
  /** Those known by a day, `YYYY-MM-DD`. */
  until(day: string): CompanyTexts;
}

/** Of a company about which there is no text. */
export const NO_TEXTS: CompanyTexts = {
  documents: [],
  text: (id) => {
    throw new RangeError(`No text ${id}`);
  },
  find: () => [],
};
