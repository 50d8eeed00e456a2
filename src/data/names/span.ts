/** A piece of a request, by its places in the text. */
export interface Span {
  readonly start: number;
  /** After its last character. */
  readonly end: number;
}

/** Whether two pieces share a character. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The text with blanks in place of some pieces, so that places stay the same. */
export function blank(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { start, end } of spans) {
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  }
  return rest;
}
