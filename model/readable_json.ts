/** JSON that was read. */
export interface Readable {
  readonly value: unknown;
  /** The JSON itself, without what stood around it. */
  readonly text: string;
}

const FENCED = /^```(?:json)?\s*\n?([\s\S]*?)\n?```$/;

/** The JSON that a text is, perhaps between the marks of a block of code; undefined where it is none. */
export function readableJson(text: string): Readable | undefined {
  const trimmed = text.trim();
  const bare = FENCED.exec(trimmed)?.[1] ?? trimmed;
  try {
    return { value: JSON.parse(bare), text: bare };
  } catch {
    return undefined; // the caller has the text
  }
}
