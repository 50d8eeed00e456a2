const UNKNOWN_EXTENSION = "bin";
/** Run nothing when they are opened: no system executes them, no browser runs a script of theirs. */
const INERT: readonly string[] =
  `${UNKNOWN_EXTENSION} csv tsv txt md log json jsonl parquet pdf png jpg jpeg gif webp xlsx docx pptx`.split(" ");
/** Kept, but not inert: a browser that opens an SVG runs its scripts. HTML, XHTML, MHTML and XML become `.bin`. */
const EXTENSIONS: readonly string[] = [...INERT, "svg"];
const MAX_STEM_BYTES = 80;
const LAST_RESORT = "file";
/** Windows opens a device for these, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** Options of a safe name. */
export interface SafeNameOptions {
  /** Name to use when no part of the given one is usable; made safe too. */
  readonly fallback: string;
  /** Allowed extensions, lower case without the dot; any other becomes `.bin`. */
  readonly extensions?: readonly string[];
}

/**
 * Makes a safe file name from one that a server sent: `[A-Za-z0-9._-]` only, one path segment, not hidden,
 * not a device, at most 80 bytes before its extension.
 * @param name Name that the server sent.
 * @param options The fallback and the allowed extensions.
 * @returns A name that cannot leave its folder; different names may map to one, see {@linkcode uniqueName}.
 */
export function safeName(name: string | undefined, options: SafeNameOptions): string {
  const extensions = options.extensions ?? EXTENSIONS;
  const given = split(name ?? "", extensions);
  const fallback = split(options.fallback, extensions);
  const isKnown = given.stem !== "" || given.extension !== UNKNOWN_EXTENSION;
  const { extension } = isKnown ? given : fallback;
  return `${given.stem || fallback.stem || LAST_RESORT}.${extension}`;
}

/**
 * Makes a name unique in a folder: adds `-2`, `-3` and so on before the extension.
 * @param name A name from {@linkcode safeName}.
 * @param taken The names in the folder; case is ignored.
 * @returns The name itself when it is unique.
 */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  const used = new Set(Array.from(taken, (other) => other.toLowerCase()));
  const dot = name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : "";
  let candidate = name;
  for (let count = 2; used.has(candidate.toLowerCase()); count++) {
    const suffix = `-${count}`;
    candidate = stem.slice(0, MAX_STEM_BYTES - suffix.length) + suffix + extension;
  }
  return candidate;
}

/** Whether a saved file may be linked, so that a browser opens it: nothing in it can run. */
export function isInert(path: string): boolean {
  return INERT.includes(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

function split(name: string, extensions: readonly string[]): { stem: string; extension: string } {
  const segment = name.split(/[\\/]/).at(-1) ?? "";
  const ascii = segment.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^A-Za-z0-9._-]+/g, "_");
  const dot = ascii.lastIndexOf(".");
  const ending = ascii.slice(dot + 1).toLowerCase();
  const isKept = dot >= 0 && (ending === UNKNOWN_EXTENSION || extensions.includes(ending));
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
