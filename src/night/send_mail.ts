import type { DeliveryPort, NightProgramEnd } from "./delivery_port.ts";
import type { KeptMessage } from "./kept_message.ts";
import type { SendOutcome } from "./send_outcome.ts";
import type { NightTarget } from "./target.ts";
import { Buffer } from "node:buffer";
import { excerpt, oneLine } from "../text/control.ts";
import { wholeText } from "./send_webhook.ts";
import type { NightMessage } from "./message.ts";

/** Mail systems refuse more than 10 MB or so, and base64 makes it a third longer. */
export const MAX_ATTACHED_BYTES = 2_000_000;
const LIMIT_MS = 60_000;

/**
 * Exit statuses of `sysexits.h` in which the system says that it took nothing, and a later attempt may succeed: host
 * unknown, service unavailable, an error of the system, no file created.
 */
const TOOK_NOTHING: readonly number[] = [68, 69, 71, 73];
/** Usage, data, input, addressee unknown: the letter itself is refused. */
const REFUSED: readonly number[] = [64, 65, 66, 67];
/** Software, input or output, temporary failure: sendmail(8) ends with the last of these for a letter it has queued. */
const DOUBTFUL: readonly number[] = [70, 74, 75];
const MISSING = 127;

/** Hands a message to the mail system of this machine, once. */
export async function sendMail(kept: KeptMessage, target: NightTarget, port: DeliveryPort): Promise<SendOutcome> {
  const { message, key } = kept;
  const page = message.page === undefined ? undefined : port.readFile(message.page, MAX_ATTACHED_BYTES);
  const parts = { to: target.address, from: port.mailFrom, key, date: port.clock.now(), page };
  const end = await port.sendMail({ input: letterOf(message, parts), limitMs: LIMIT_MS });
  if (end.code === 0) return { state: "delivered" };
  const problem = programProblem("sendmail", end);
  if (end.code === undefined || DOUBTFUL.includes(end.code)) {
    return { state: "doubtful", problem: `${problem}: it may have queued the message` };
  }
  if (end.code === MISSING) {
    const advice = "there is no sendmail on this machine: install msmtp (package msmtp-mta), or use a webhook";
    return { state: "not_taken", problem: advice, again: "next_start" };
  }
  if (REFUSED.includes(end.code)) return { state: "refused", problem };
  return { state: "not_taken", problem, again: TOOK_NOTHING.includes(end.code) ? "soon" : "next_start" };
}

/** What a letter is made of beside its message. */
export interface LetterParts {
  /** Mail addresses, joined with commas; checked when they were read. */
  readonly to: string;
  /** The sender; without one the mail system adds it. */
  readonly from?: string | undefined;
  /** Names the letter: the same in each attempt. */
  readonly key: string;
  readonly date: Date;
  /** The page, to be attached. */
  readonly page?: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * A line with encoded words has 76 characters at most (RFC 2047, section 2): beside `Subject: `, `=?UTF-8?B?` and `?=`
 * there is room for 39 bytes of text.
 */
const WORD_BYTES = 39;
/** A line of quoted-printable or base64 (RFC 2045, section 6.7 and 6.8). */
const LINE_CHARS = 76;
/** A line of a header, by RFC 5322, section 2.1.1. */
const HEADER_CHARS = 998;
const encoder = new TextEncoder();

/** Makes a letter (RFC 5322) with lines that end as on Unix, for a program like `sendmail`. */
export function letterOf(message: NightMessage, { to, from, key, date, page }: LetterParts): string {
  const boundary = `=_${key}`; // no line of quoted-printable or base64 holds "=_"
  const head = [
    ...(from === undefined ? [] : [`From: ${from}`]),
    `To: ${to.replaceAll(",", ",\n ")}`,
    `Subject: ${encodedHeader(oneLine(message.subject))}`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`, // RFC 5322, section 3.3
    `Message-ID: <${key}@${from?.split("@").at(-1) ?? "conviction.invalid"}>`,
    "Auto-Submitted: auto-generated", // no one is away and answers (RFC 3834)
    "MIME-Version: 1.0",
  ];
  const text = textPart(wholeText(message));
  if (page === undefined) return [...head, ...text, ""].join("\n");
  const name = `${message.night}.html`;
  const attached = [
    `Content-Type: text/html; charset=utf-8; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    ...lines(Buffer.from(page).toString("base64"), LINE_CHARS),
  ];
  const type = `Content-Type: multipart/mixed;\n boundary="${boundary}"`;
  const parts = [text, attached].flatMap((part) => [`--${boundary}`, ...part]);
  return [...head, type, "", ...parts, `--${boundary}--`, ""].join("\n");
}

function textPart(text: string): string[] {
  return [
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    ...text.replace(/\n$/, "").split("\n").flatMap(quotedPrintable),
  ];
}

/** Plain where it is ASCII and fits; else in encoded words, none of which splits a character. */
function encodedHeader(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes("=?") && text.length < HEADER_CHARS / 2) return text;
  const words: string[] = [];
  let word = "";
  for (const char of text) {
    if (encoder.encode(word + char).length > WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += char;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join("\n ");
}

/** The lines of one line of text; a line that is cut ends with "=". */
function quotedPrintable(line: string): string[] {
  const bytes = encoder.encode(line);
  const signs = Array.from(bytes, (byte, at) => {
    const isLastBlank = at === bytes.length - 1 && (byte === 0x20 || byte === 0x09);
    const isPlain = (byte >= 0x20 && byte <= 0x7e && byte !== 0x3d) || byte === 0x09;
    return isPlain && !isLastBlank ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  const done: string[] = [];
  let current = "";
  for (const [at, sign] of signs.entries()) {
    if (current.length + sign.length > LINE_CHARS - 1) {
      done.push(`${current}=`);
      current = "";
    }
    current += current === "" ? safeStart(sign, signs.slice(at + 1, at + 5).join("")) : sign;
  }
  return [...done, current];
}

/** The first sign of a line, encoded where mail systems change it: a dot, and "From " of their mailboxes (RFC 2049). */
function safeStart(sign: string, next: string): string {
  if (sign === ".") return "=2E";
  return sign === "F" && next === "rom " ? "=46" : sign;
}

function lines(text: string, chars: number): string[] {
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, at) => text.slice(at * chars, (at + 1) * chars));
}

const MAX_WORDS = 120;

/** How a program failed, with the first words it printed. */
export function programProblem(name: string, { code, output }: NightProgramEnd): string {
  const words = excerpt(output, MAX_WORDS);
  const how = code === undefined ? `${name} did not end by itself` : `${name} exited with status ${code}`;
  return words === "" ? how : `${how} (${words})`;
}
