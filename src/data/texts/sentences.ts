/** A stretch of a text, in UTF-16 units, the end not included. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** After these, in lower case, a full stop ends no sentence. */
const SHORT = new Set(
  ("mr mrs ms dr prof st jr sr inc corp co ltd llc plc no nos vs etc eg ie approx est fig sec art vol jan feb mar " +
    "apr jun jul aug sep sept oct nov dec gen gov sen rep hon rev u.s u.k e.g i.e p.m a.m").split(" "),
);

/**
 * The sentences of a text, each without the space around it, in order. One scan over the characters: a full stop, a question
 * mark or an exclamation mark ends a sentence where a space follows and the next word begins with a capital, a digit or a
 * quotation mark; an empty line or the end of a line ends one always. A full stop after an initial or a usual short
 * form ends none.
 */
export function sentencesOf(text: string, { start = 0, end = text.length }: Partial<Stretch> = {}): readonly Stretch[] {
  const found: Stretch[] = [];
  let from = start;
  const close = (to: number) => {
    const stretch = trimmed(text, { start: from, end: to });
    if (stretch.end > stretch.start) found.push(stretch);
    from = to;
  };
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) close(at + 1);
    else if ((code === 0x2e || code === 0x3f || code === 0x21) && isEnd(text, at, end)) {
      close(afterMarks(text, at, end));
      at = from - 1;
    }
  }
  close(end);
  return found;
}

/** Closing quotation marks and brackets belong to the sentence that they close. */
function afterMarks(text: string, at: number, end: number): number {
  let to = at + 1;
  while (to < end && `.!?"')]\u201d\u2019`.includes(text.charAt(to))) to++;
  return to;
}

function isEnd(text: string, at: number, end: number): boolean {
  const to = afterMarks(text, at, end);
  if (to >= end) return true;
  if (!/\s/.test(text.charAt(to))) return false;
  if (text.charAt(at) !== ".") return true;
  let next = to;
  while (next < end && /\s/.test(text.charAt(next))) next++;
  if (next < end && !/[\p{Lu}\p{Nd}"'(\[\u201c\u2018$€£]/u.test(text.charAt(next))) return false;
  let first = at;
  while (first > 0 && /[\p{L}.]/u.test(text.charAt(first - 1))) first--;
  const word = text.slice(first, at).toLowerCase();
  const isInitial = word.length === 1 && /\p{L}/u.test(word) && !/\p{Nd}/u.test(text.charAt(first - 1)); // "$4.5m."
  return !isInitial && !SHORT.has(word);
}

function trimmed(text: string, { start, end }: Stretch): Stretch {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

/** Length towards which sentences are joined, in UTF-16 units. */
const USUAL_CHARS = 600;

/** The passages of a text: whole sentences that follow each other, of about 600 characters; a longer sentence is one alone. */
export function passagesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let open: Stretch | undefined;
  for (const { start, end } of sentencesOf(text)) {
    if (open !== undefined && end - open.start > USUAL_CHARS) {
      found.push(open);
      open = undefined;
    }
    open = { start: open?.start ?? start, end };
  }
  return open === undefined ? found : [...found, open];
}
