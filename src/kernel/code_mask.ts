/** How many characters before a slash say whether it begins a regular expression. */
const NEAR = 40;

/**
 * A program in which strings, templates, comments and regular expressions are blank but for their quotes and line ends,
 * so that brackets and words can be searched. It tells a regular expression from a division by what stands before.
 */
export function codeMask(code: string): string {
  const mask = [...Array(code.length).keys()].map((at) => code[at] ?? "");
  const blank = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (mask[at] !== "\n") mask[at] = " ";
  };
  let at = 0;
  while (at < code.length) {
    const end = endOfText(code, at, mask.slice(Math.max(0, at - NEAR), at).join(""));
    if (end === undefined) at++;
    else {
      const isQuoted = /["'`]/.test(code[at] ?? "");
      blank(at + (isQuoted ? 1 : 0), end - (isQuoted ? 1 : 0));
      at = end;
    }
  }
  return mask.join("");
}

/** How deep each place of a mask is in brackets. */
export function depthsOf(mask: string): number[] {
  let depth = 0;
  return Array.from(mask, (char) => {
    if (/[)\]}]/.test(char)) depth--;
    const here = depth;
    if (/[([{]/.test(char)) depth++;
    return here;
  });
}

/** Where the comment, string, template or regular expression ends that begins here; undefined where none begins. */
function endOfText(code: string, at: number, before: string): number | undefined {
  const two = code.slice(at, at + 2);
  if (two === "//") return indexFrom(code, "\n", at);
  if (two === "/*") return indexFrom(code, "*/", at + 2, 2);
  const char = code[at];
  if (char === '"' || char === "'") return endOfQuoted(code, at, char);
  if (char === "`") return endOfTemplate(code, at);
  if (char === "/" && beginsPattern(before)) return endOfPattern(code, at);
  return undefined;
}

function indexFrom(code: string, text: string, from: number, length = 0): number {
  const found = code.indexOf(text, from);
  return found < 0 ? code.length : found + length;
}

function endOfQuoted(code: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < code.length && code[at] !== quote && code[at] !== "\n") at += code[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, code.length);
}

function endOfTemplate(code: string, from: number): number {
  let at = from + 1;
  while (at < code.length && code[at] !== "`") {
    if (code.slice(at, at + 2) === "${") at = endOfHole(code, at + 2);
    else at += code[at] === "\\" ? 2 : 1;
  }
  return Math.min(at + 1, code.length);
}

/** After the `}` that ends `${...}` of a template. */
function endOfHole(code: string, from: number): number {
  let at = from;
  for (let depth = 1; at < code.length && depth > 0;) {
    if (code[at] === "{") depth++;
    if (code[at] === "}") depth--;
    at = endOfText(code, at, code.slice(Math.max(0, at - NEAR), at)) ?? at + 1;
  }
  return at;
}

function beginsPattern(before: string): boolean {
  return /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|await|in|of|void|delete|throw))\s*$/.test(before);
}

function endOfPattern(code: string, from: number): number {
  let isInClass = false;
  for (let at = from + 1; at < code.length && code[at] !== "\n"; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === "[") isInClass = true;
    else if (code[at] === "]") isInClass = false;
    else if (code[at] === "/" && !isInClass) return at + 1;
  }
  return from + 1; // a division after all
}
