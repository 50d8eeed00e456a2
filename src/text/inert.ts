import { oneLine } from "./control.ts";

/** Invisible, and no part of an address or of a name that somebody is called by. */
const JOINER = "\u2060";

/** A dot as in the name of a host. No host ends like a file of a run or a list, whose name is there to be copied. */
const ADDRESS_DOT =
  /(?<=[\p{L}\p{N}])\.(?=\p{L}{2})(?!(?:csv|tsv|jsonl?|html|xlsx|parquet|sqlite)(?![\p{L}\p{N}.-]))/gu;

/** Signs with a meaning in Markdown, HTML or a chat, and signs that look alike and have none. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  "<": "\u2039",
  ">": "\u203a",
  "[": "(",
  "]": ")",
  "`": "'",
  "*": "\u2217",
  "~": "\u223c",
  "|": "\u00a6",
  "\\": "/",
};

/**
 * Makes a line that reads the same wherever it is shown: in a mail, a chat that takes Markdown or marks of its own, or
 * a page. A name that is called by `@` calls nobody, and what looks like an address is no link.
 * @param text Untrusted text.
 * @returns One line without control characters.
 */
export function inertLine(text: string): string {
  return inertPath(text)
    .replace(/:(?=\/\/)|\b(?:mailto|tel|data|javascript|file):(?=\S)/gi, (sign) => sign + JOINER)
    .replace(ADDRESS_DOT, `.${JOINER}`);
}

/**
 * As {@linkcode inertLine}, for a path: one of letters, digits, `/`, `.`, `-` and `_` stays as it is, to be copied.
 * @param path A path, parts of which somebody else named.
 * @returns One line without control characters.
 */
export function inertPath(path: string): string {
  return oneLine(path).toWellFormed()
    .replace(/[<>[\]`*~|\\]/g, (sign) => LOOK_ALIKE[sign] ?? sign)
    .replace(/@/g, `@${JOINER}`);
}
