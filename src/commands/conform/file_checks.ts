import type { RequestName } from "./ask.ts";
import type { Check } from "./check.ts";
import { endWords } from "./reply_checks.ts";
import { type AnnouncedFile, isElsewhere, isExcused, isSuccess, type Shown, statusWords } from "./shown.ts";
import { fail, type Failure, notShown, pass, type Verdict } from "./verdict.ts";
import { fieldOf } from "./wire.ts";

/** Sections 4.3 and 5, the download of a file. */
export const FILE_CHECKS: readonly Check[] = [
  { id: "4.3.path", says: "GET /v1/files/{file_id} gives the file", judge: isDownloaded },
  { id: "4.3.raw", says: "the reply is the raw content", judge: isRaw },
  { id: "4.3.bytes", says: "as many bytes as were announced", judge: isAsAnnounced },
];

/** Section 5, authentication. */
export const KEY_CHECKS: readonly Check[] = [
  { id: "5.bearer", says: "the key is taken as Authorization: Bearer", judge: isKeyTaken },
  { id: "5.streaming", says: "the streaming API takes the key", judge: isKeyTakenByStream },
  { id: "5.no_key", says: "no file without a key", judge: (shown) => isRefused(shown, "file without key") },
  { id: "5.wrong_key", says: "no file with a wrong key", judge: (shown) => isRefused(shown, "file with wrong key") },
];

function isDownloaded(shown: Shown): Verdict {
  const name = shown.download;
  const exchange = shown.of(name);
  const isOpen = exchange === undefined || isExcused(exchange) ||
    (exchange.reply === undefined && exchange.outcome !== "broke");
  if (isOpen) return notShown(shown.wordsOf(name));
  if (isSuccess(exchange)) return pass(`${exchange.reply?.status}, ${exchange.bytes.length} bytes`);
  return fail({ at: shown.at(name), expected: "the content of the file", found: endWords(exchange) });
}

/** The download, where it succeeded, and what was announced of it. */
interface Download {
  readonly at: string;
  readonly bytes: Uint8Array;
  readonly announced: AnnouncedFile | undefined;
}

function downloadOf(shown: Shown): Download | undefined {
  const exchange = shown.of(shown.download);
  if (exchange === undefined || !isSuccess(exchange)) return undefined;
  const { file } = shown;
  const announced = file !== undefined && exchange.path.endsWith(encodeURIComponent(file.fileId)) ? file : undefined;
  return { at: shown.at(shown.download), bytes: exchange.bytes, announced };
}

function isRaw(shown: Shown): Verdict {
  const download = downloadOf(shown);
  if (download === undefined) return notShown(shown.wordsOf(shown.download));
  const { at, bytes, announced } = download;
  const filename = fieldOf(announced?.wire, "filename");
  const signature = typeof filename === "string" ? signatureOf(filename) : undefined;
  if (signature === undefined) return notShown("no announced filename says how its content begins");
  if (signature.begins(bytes)) return pass(`it begins as ${signature.name}`);
  return fail({ at: `${at}, body`, expected: signature.name, found: firstBytes(bytes) });
}

function isAsAnnounced(shown: Shown): Verdict {
  const download = downloadOf(shown);
  const exchange = shown.of(shown.download);
  if (download === undefined || exchange === undefined) return notShown(shown.wordsOf(shown.download));
  const { at, bytes, announced } = download;
  const header = exchange.reply?.headers.get("content-length") ?? undefined;
  const counts = [fieldOf(announced?.wire, "bytes"), fieldOf(announced?.wire, "size"), header && Number(header)]
    .filter((count) => typeof count === "number");
  if (exchange.outcome === "too long" || exchange.outcome === "late") return notShown(shown.wordsOf(shown.download));
  const wrong = counts.find((count) => count !== bytes.length);
  if (wrong !== undefined) return fail(differs({ at, expected: wrong, found: bytes.length }));
  if (exchange.outcome === "broke") return fail({ at, expected: "the whole content", found: exchange.problem ?? "" });
  return counts.length === 0 ? notShown("no number of bytes was announced") : pass(`${bytes.length} bytes`);
}

function differs(
  { at, expected, found }: { readonly at: string; readonly expected: number; readonly found: number },
): Failure {
  return { at: `${at}, body`, expected: `${expected} bytes`, found: `${found} bytes` };
}

function isKeyTaken(shown: Shown): Verdict {
  const exchange = shown.of("file");
  if (exchange?.reply === undefined) return notShown(shown.wordsOf("file"));
  if (isSuccess(exchange)) return pass(`${exchange.reply.status} with the key`);
  if (![401, 403].includes(exchange.reply.status)) return notShown(shown.wordsOf("file"));
  return fail({ at: shown.at("file"), expected: "the file", found: statusWords(exchange) });
}

/** A key that no operation takes is a wrong one. */
function isKeyTakenByStream(shown: Shown): Verdict {
  const exchange = shown.of("stream");
  if (exchange?.reply === undefined || exchange.key !== "own") return notShown(shown.wordsOf("stream"));
  if (isSuccess(exchange)) return pass(`${exchange.reply.status} with the key`);
  const reasoning = shown.of("reasoning");
  const isGood = reasoning !== undefined && isSuccess(reasoning);
  if (!isGood || ![401, 403].includes(exchange.reply.status)) return notShown(shown.wordsOf("stream"));
  return fail({ at: shown.at("stream"), expected: "an answer, as the key is good", found: statusWords(exchange) });
}

/** A refusal says something about keys only where the file is there. */
function isRefused(shown: Shown, name: RequestName): Verdict {
  const exchange = shown.of(name);
  if (exchange?.reply === undefined) return notShown(shown.wordsOf(name));
  if (isSuccess(exchange)) {
    const found = `${exchange.reply.status}, ${exchange.bytes.length} bytes`;
    return fail({ at: shown.at(name), expected: "a refusal", found });
  }
  const withKey = shown.of("file");
  const isThere = withKey !== undefined && isSuccess(withKey);
  const { status } = exchange.reply;
  const isRefusal = status >= 400 && status < 500 && !isElsewhere(exchange) || (isThere && status === 404);
  return isRefusal ? pass(`refused with ${status}`) : notShown(shown.wordsOf(name));
}

/** How the content of a kind of file begins. */
interface Signature {
  /** Like `a PNG image`. */
  readonly name: string;
  begins(bytes: Uint8Array): boolean;
}

const SHOWN_BYTES = 16;

/** By the end of the filename; a text of one of these is neither a web page nor JSON nor base64 around it. */
const SIGNATURES: readonly (Signature & { readonly ends: RegExp })[] = [
  { ends: /\.png$/i, name: "a PNG image", begins: startsWith("\x89PNG\r\n\x1a\n") },
  { ends: /\.jpe?g$/i, name: "a JPEG image", begins: startsWith("\xff\xd8\xff") },
  { ends: /\.gif$/i, name: "a GIF image", begins: startsWith("GIF8") },
  { ends: /\.pdf$/i, name: "a PDF", begins: startsWith("%PDF-") },
  { ends: /\.(?:xlsx|docx|zip)$/i, name: "a ZIP archive", begins: startsWith("PK") },
  {
    ends: /\.svg$/i,
    name: "an SVG image",
    begins: (bytes) => /^\ufeff?\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(head(bytes)),
  },
  { ends: /\.json$/i, name: "JSON", begins: (bytes) => /^\s*[[{"\dtfn-]/.test(head(bytes)) },
  {
    ends: /\.(?:csv|tsv|txt)$/i,
    name: "a table or a text, not a web page or an object",
    begins: (bytes) => !/^\ufeff?\s*(?:<!doctype|<html|\{)/i.test(head(bytes)),
  },
];

/** How the content of a file of this name begins; undefined for other names. */
function signatureOf(filename: string): Signature | undefined {
  return SIGNATURES.find(({ ends }) => ends.test(filename));
}

/** The first bytes, as a text when they are one. */
function firstBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return "nothing";
  const text = head(bytes);
  if (/^[\t\n\r -~]*$/.test(text)) return JSON.stringify(text);
  return Array.from(bytes.subarray(0, SHOWN_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

function startsWith(start: string): Signature["begins"] {
  return (bytes) => Array.from(start).every((char, at) => bytes[at] === char.charCodeAt(0));
}

function head(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 200));
}
