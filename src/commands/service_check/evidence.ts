import { join } from "node:path";
import { makeFolder } from "../../disk/folder.ts";
import { sha256 } from "../../disk/digest.ts";
import { InputError } from "../../protocol/errors.ts";
import type { Host } from "../host.ts";
import { textIn } from "./read_stream.ts";
import type { Planned } from "./shown.ts";

// C0 but tab and newline, DEL, C1, bidi controls, byte order mark.
// deno-lint-ignore no-control-regex -- it matches control characters
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Makes a folder for the exchanges of one run, and writes a first file into it.
 * @returns Writes another; it throws as this does, where the file exists.
 * @throws {InputError} when it holds the evidence of another run, or cannot be written.
 */
export function openEvidence(
  folder: string,
  { about, writeNew }: Pick<Host, "writeNew"> & { readonly about: string },
): (name: string, text: string) => void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new InputError(`Cannot write evidence: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    if (writeNew(path, text)) return;
    throw new InputError(`Cannot write ${path}: it exists or may not be written; name a new folder`);
  };
  write("about.txt", about);
  return write;
}

/**
 * An exchange as a text: request, then reply, with heads and bodies as they were, but without the key. Control
 * characters are escapes like `\u000d`, so that a terminal obeys none; of a body that is no text come its size and its
 * SHA-256.
 */
export function evidenceText(exchange: Planned, redact: (text: string) => string): string {
  const { request: { method, url, headers, body }, sending, reply, problem } = exchange;
  const key = sending.key === "own" ? "CONVICTION_API_KEY" : "A_WRONG_KEY";
  const came = [...reply?.headers ?? []];
  const lines = [
    redact(`${method} ${url}`),
    ...headers.map(([name, value]) =>
      name === "authorization" ? `authorization: Bearer $${key}` : redact(`${name}: ${value}`)
    ),
    ...(body === undefined ? [] : ["", redact(body)]),
    "",
    String(reply?.status ?? "(no reply)"),
    ...came.map(([name, value]) => redact(`${name}: ${value}`)),
    "",
    redact(bodyText(exchange)),
    ...(problem === undefined ? [] : [redact(`(${problem})`)]),
  ];
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${lines.join("\n").replace(CONTROL, escape)}\n`;
}

/** What calls itself a text is shown as one even where some of its bytes are none. */
function bodyText(exchange: Planned): string {
  const { bytes } = exchange;
  const isText = /^(?:text\/|application\/json)/i.test(exchange.header("content-type") ?? "");
  if (isText) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return textIn(bytes) ?? `(${bytes.length} bytes that are not UTF-8, SHA-256 ${sha256(bytes)})`;
}
