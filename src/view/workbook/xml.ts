/** The start of each part. */
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
/** Namespaces of the markup (ECMA-376 part 1). */
export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

const LETTERS = 26;
const CODE_OF_A = 65;

/** Escapes the text of an attribute. */
export function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Escapes the text of an element. */
export function content(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** `A` for 1, `AA` for 27. */
export function columnName(column: number): string {
  const rest = column - 1;
  const before = rest < LETTERS ? "" : columnName(Math.floor(rest / LETTERS));
  return before + String.fromCharCode(CODE_OF_A + rest % LETTERS);
}
