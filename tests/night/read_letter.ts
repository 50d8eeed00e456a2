/** An independent reader of letters: headers unfolded, encoded words, quoted-printable, base64, parts. */
import { Buffer } from "node:buffer";

/** A part of a letter, or a letter whole. */
export interface ReadPart {
  /** By their names in lower case; of two with one name both, in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Decoded. */
  readonly body: Buffer;
  readonly parts: readonly ReadPart[];
}

/** Reads a letter with lines that end as on Unix. */
export function readLetter(source: string): ReadPart {
  const at = source.indexOf("\n\n");
  const lines = source.slice(0, at).replace(/\n[ \t]+/g, " ").split("\n");
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name === "") throw new Error(`Cannot read a header: ${line}`);
    headers.set(name.toLowerCase(), [...headers.get(name.toLowerCase()) ?? [], words(value)]);
  }
  const raw = source.slice(at + 2);
  const [type = ""] = headers.get("content-type") ?? [];
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary === undefined) return { headers, body: decoded(raw, headers), parts: [] };
  const pieces = `\n${raw}`.split(`\n--${boundary}`);
  if (pieces.at(-1)?.trim() !== "--") throw new Error("the last boundary is missing");
  const parts = pieces.slice(1, -1).map((piece) => readLetter(piece.slice(1)));
  return { headers, body: Buffer.alloc(0), parts };
}

function words(value: string): string {
  return value.replace(/(?<=\?=) +(?==\?)/g, "").replace(
    /=\?utf-8\?b\?([^?]*)\?=/gi,
    (_, text: string) => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64")),
  );
}

function decoded(raw: string, headers: ReadonlyMap<string, readonly string[]>): Buffer {
  const [encoding = "7bit"] = headers.get("content-transfer-encoding") ?? [];
  if (encoding === "base64") return Buffer.from(raw, "base64");
  if (encoding !== "quoted-printable") throw new Error(`Cannot read ${encoding}`);
  const signs = raw.replace(/=\n/g, "").replace(
    /=([0-9A-F]{2})/g,
    (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(signs, "latin1");
}
