// Controls end an SVG document for every reader; direction marks turn the words around them.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

/** One line of text that may stand in a picture, cut at `maxChars` characters. */
export function plainText(text: string, maxChars: number): string {
  const line = text.toWellFormed().replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= maxChars ? line : `${characters.slice(0, maxChars - 1).join("")}…`;
}
