/** Parses JSON, in which Python writes `NaN` and `Infinity`: they are read as `null`. @returns Undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    let isText = false;
    const plain = text.replace(/\\[^]|"|-?\b(?:NaN|Infinity)\b/g, (part) => {
      if (part === '"') isText = !isText;
      return isText || part.length < "NaN".length ? part : "null";
    });
    return plain === text ? undefined : parseJson(plain);
  }
}

const FENCE = "```";

/** The JSON that a text is, or holds between marks of code, as language models put them; else the other value. */
export function jsonOr(text: string, otherwise: unknown): unknown {
  const json = parseJson(text);
  const from = text.indexOf(FENCE) + FENCE.length;
  const to = text.lastIndexOf(FENCE);
  if (json !== undefined || from >= to) return json === undefined ? otherwise : json;
  return parseJson(text.slice(from, to).replace(/^\w+/, "")) ?? otherwise;
}
