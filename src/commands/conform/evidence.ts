import { join } from "node:path";
import { makeFolder } from "../../disk/folder.ts";
import { sha256 } from "../../disk/digest.ts";
import { InputError } from "../../protocol/errors.ts";
import type { Host } from "../host.ts";
import type { Exchange, RequestName } from "./ask.ts";

// C0 but tab and newline, DEL, C1, bidi controls, byte order mark.
// deno-lint-ignore no-control-regex -- it matches control characters
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A folder with the exchanges of one run, each written when it is over: what was paid for is not lost. */
export class EvidenceFolder {
  readonly #folder: string;
  readonly #writeNew: Host["writeNew"];

  /**
   * Makes the folder, and writes a first file into it.
   * @throws {InputError} when it holds the evidence of another run, or cannot be written.
   */
  constructor(folder: string, { about, writeNew }: Pick<Host, "writeNew"> & { readonly about: string }) {
    this.#folder = folder;
    this.#writeNew = writeNew;
    try {
      makeFolder(folder);
    } catch (cause) {
      throw new InputError(`Cannot write evidence: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
    this.write("about.txt", about);
  }

  /** @throws {InputError} when the file exists, or cannot be written. */
  write(name: string, text: string): void {
    const path = join(this.#folder, name);
    if (this.#writeNew(path, text)) return;
    throw new InputError(`Cannot write ${path}: it exists or may not be written; name a new folder`);
  }
}

/** Like `01-stream.txt`. */
export function evidenceName(name: RequestName, at: number): string {
  return `${String(at + 1).padStart(2, "0")}-${name.replaceAll(" ", "-")}.txt`;
}

/**
 * An exchange as a text: request, then reply, with heads and bodies as they were, but without the key. Control
 * characters are escapes like `\u000d`, so that a terminal obeys none; of a body that is no text come its size and its
 * SHA-256.
 */
export function evidenceText(exchange: Exchange, redact: (text: string) => string): string {
  const { method, url, headers, json, reply, problem } = exchange;
  const sent = Object.entries(headers).map(([name, value]) =>
    name === "authorization" ? `authorization: ${credentialOf(exchange)}` : redact(`${name}: ${value}`)
  );
  const came = Array.from(reply?.headers ?? [], ([name, value]) => redact(`${name}: ${value}`));
  const lines = [
    redact(`${method} ${url}`),
    ...sent,
    ...(json === undefined ? [] : ["", redact(JSON.stringify(json))]),
    "",
    reply === undefined ? "(no reply)" : String(reply.status),
    ...came,
    "",
    redact(bodyText(exchange)),
    ...(problem === undefined ? [] : [redact(`(${problem})`)]),
  ];
  return `${escaped(lines.join("\n"))}\n`;
}

function credentialOf({ key }: Exchange): string {
  return key === "own" ? "Bearer $CONVICTION_API_KEY" : "Bearer $A_WRONG_KEY";
}

/** What calls itself a text is shown as one even where some of its bytes are none. */
function bodyText({ bytes, reply }: Exchange): string {
  const isText = /^(?:text\/|application\/json)/i.test(reply?.headers.get("content-type") ?? "");
  try {
    return new TextDecoder("utf-8", { fatal: !isText, ignoreBOM: true }).decode(bytes);
  } catch {
    return `(${bytes.length} bytes that are not UTF-8, SHA-256 ${sha256(bytes)})`;
  }
}

function escaped(text: string): string {
  return text.replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
