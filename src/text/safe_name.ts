import { textIn } from "./json_read.ts";

const UNKNOWN_EXTENSION = "bin";
/** Run nothing when they are opened: no system executes them, no browser runs a script of theirs. */
const INERT: readonly string[] =
  `${UNKNOWN_EXTENSION} csv tsv txt md log json jsonl parquet pdf png jpg jpeg gif webp xlsx docx pptx`.split(" ");
/** Kept, but linked by nobody: see {@linkcode isQuietSvg}. HTML, XHTML, MHTML and XML become `.bin`. */
const EXTENSIONS: readonly string[] = [...INERT, "svg"];
const MAX_STEM_BYTES = 80;
const LAST_RESORT = "file";
/** Windows opens a device for these, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/**
 * Makes a safe file name from one that a server sent: `[A-Za-z0-9._-]` only, one path segment, not hidden,
 * not a device, at most 80 bytes before its extension. Different names may map to one.
 * @param options `fallback`: the name to use when no part of the given one is usable; made safe too.
 */
export function safeName(name: string | undefined, options: { readonly fallback: string }): string {
  const given = split(name ?? "");
  const fallback = split(options.fallback);
  const isKnown = given.stem !== "" || given.extension !== UNKNOWN_EXTENSION;
  const { extension } = isKnown ? given : fallback;
  return `${given.stem || fallback.stem || LAST_RESORT}.${extension}`;
}

/** Whether a saved file may be linked, so that a browser opens it: nothing in it can run. */
export function isInert(path: string): boolean {
  return INERT.includes(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

/** Where an SVG does something, asks for something elsewhere, or may hide that it does. */
const ACTIVE_SVG: readonly RegExp[] = [
  /<(?:[\w.-]+:)?(?:script|foreignObject|animate\w*|set|handler|listener|iframe|object|embed|audio|video|link)\b/i,
  /\son[a-z]+\s*=|(?:javascript|vbscript):|1999\/xhtml/i,
  /\b(?:href|src)\s*=\s*(?!["'](?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]))/i,
  /url\(\s*(?!["']?(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]))|@import|\\[0-9a-f]/i, // styles know escapes
  /<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet|xmlns[^=>]*=\s*["'][^"'>]*&|\0/i,
  /<\?xml[^>]*\bencoding\s*=(?!\s*["'](?:utf-?8|us-ascii|iso-8859-1)["'])/i,
];

/** Whether a browser that opens this SVG by itself runs nothing and loads nothing. */
export function isQuietSvg(content: Uint8Array): boolean {
  const text = textIn(content);
  return text !== undefined && !ACTIVE_SVG.some((one) => one.test(text)); // none in another encoding
}

function split(name: string): { stem: string; extension: string } {
  const segment = name.split(/[\\/]/).at(-1) ?? "";
  const ascii = segment.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^A-Za-z0-9._-]+/g, "_");
  const dot = ascii.lastIndexOf(".");
  const ending = ascii.slice(dot + 1).toLowerCase();
  const isKept = dot >= 0 && (ending === UNKNOWN_EXTENSION || EXTENSIONS.includes(ending));
  return {
    stem: cleanStem(isKept ? ascii.slice(0, dot) : ascii),
    extension: isKept ? ending : UNKNOWN_EXTENSION,
  };
}

function cleanStem(text: string): string {
  const shown = text.replace(/\.{2,}/g, ".").replace(/^[._-]+/, "");
  const stem = shown.replace(DEVICE, "$&_").slice(0, MAX_STEM_BYTES);
  return stem.replace(/[._-]+$/, "").replace(DEVICE, "$&_");
}
