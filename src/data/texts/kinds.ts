import type { TextKind } from "../text_document.ts";

/** What a folder or the name of a file says of the texts in it. */
const IN_PATH: readonly (readonly [TextKind, RegExp])[] = [
  ["call", /(?:^|[/_.-])(?:transcripts?|(?:earnings[_-]?)?calls?)(?=[/_.-])/i],
  ["post", /(?:^|[/_.-])(?:social|posts?|tweets?|reddit|stocktwits)(?=[/_.-])/i],
  ["news", /(?:^|[/_.-])(?:news|headlines?|articles?|press|feeds?)(?=[/_.-])/i],
];
const IN_CELL: readonly (readonly [TextKind, RegExp])[] = [
  ["call", /^(?:(?:earnings )?call|(?:call )?transcript)s?$/i],
  ["post", /^(?:post|tweet|message|comment)s?$/i],
  ["news", /^(?:news|article|headline|story)s?$/i],
];
/** Half of 1,197 real calls have 10,223 characters or more. */
const LEAST_CALL_CHARS = 8_000;

/** The kind of texts that the path of a file names, if it does. */
export function kindInPath(file: string): TextKind | undefined {
  return IN_PATH.find(([, shape]) => shape.test(file))?.[0];
}

/** The kind of a text that was not filed: as its row names it, else by what it has, else by the path of its file. */
export function kindOfRow(
  { named, hasTitle, chars }: { readonly named: string; readonly hasTitle: boolean; readonly chars: number },
  file: string,
): TextKind {
  const said = IN_CELL.find(([, shape]) => shape.test(named.trim()))?.[0] ?? kindInPath(file);
  return said ?? (chars >= LEAST_CALL_CHARS ? "call" : hasTitle ? "news" : "other");
}

/** The kind of a text that was filed under a form: `10-K405/A` is a `10-K`. */
export function kindOfForm(form: string = ""): TextKind {
  return (["10-K", "10-Q", "8-K"] as const).find((kind) => form.toUpperCase().startsWith(kind)) ?? "other";
}
