/** What a quote is bound to: a stretch of one text, and the text that it was when it was quoted. */
export interface QuoteKey {
  /** `id` of the text. */
  readonly document: string;
  /** First 16 hex digits of the SHA-256 of the text. */
  readonly digest: string;
  /** In UTF-16 units of the text, the end not included. */
  readonly start: number;
  readonly end: number;
}

/** Digits of a digest in a key. */
export const DIGEST_CHARS = 16;

/** A key as claims are of it, like `1200-1345 9f86d081884c7d65 calls.jsonl 12`. */
export function quoteKey({ document, digest, start, end }: QuoteKey): string {
  return `${start}-${end} ${digest} ${document}`;
}

/** Reads a key; `undefined` where a text is none. */
export function readQuoteKey(text: string): QuoteKey | undefined {
  const [, first, last, digest = "", document = ""] =
    /^(0|[1-9]\d{0,9})-([1-9]\d{0,9}) ([0-9a-f]{16}) (.+)$/s.exec(text) ?? [];
  const start = Number(first);
  const end = Number(last);
  return start < end ? { document, digest, start, end } : undefined;
}
