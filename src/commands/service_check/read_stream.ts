import { objectIn } from "../../text/json_read.ts";
import { DONE } from "../../protocol/sse.ts";
/** Lines between two blank lines. */
export interface Block {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  /** The contents of its `data:` lines: one text that all of them are, or one for each that is JSON by itself. */
  readonly data: readonly string[];
}

/** What one event says. */
export interface StreamData {
  /** From 1. */
  readonly number: number;
  readonly line: number;
  readonly text: string;
  /** The JSON object; undefined when it is not one. */
  readonly wire: unknown;
}

/** The bytes of a stream, read as forgivingly as they can be: what is odd about one thing must not hide another. */
export interface ReadStream {
  readonly blocks: readonly Block[];
  readonly data: readonly StreamData[];
  /** How its lines end: of these which came. */
  readonly lineEnds: readonly string[];
  readonly isUtf8: boolean;
}

const COLON = /^data: ?/;
const LINE_ENDS = [["LF", /(?<!\r)\n/], ["CR LF", /\r\n/], ["CR", /\r(?!\n)/]] as const;

/** @param isWhole Whether the end of the stream came: without it an unfinished block may be cut, and is not read. */
export function readStream(bytes: Uint8Array, { isWhole }: { readonly isWhole: boolean }): ReadStream {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const blocks = blocksOf(text, { isWhole });
  const data = blocks.flatMap(({ line, data }) => data.map((text) => ({ line, text, wire: objectIn(text) })));
  return {
    blocks,
    data: data.map((one, at) => ({ number: at + 1, ...one })),
    lineEnds: LINE_ENDS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name),
    isUtf8: !isWhole || textIn(bytes) !== undefined, // the last character of a cut stream may be cut
  };
}

/** Whether an event is the end of the stream. */
export function isDone({ text }: StreamData): boolean {
  return text === DONE;
}

/** The text of bytes with a byte order mark left in it; undefined when they are not UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function blocksOf(text: string, { isWhole }: { readonly isWhole: boolean }): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = (end: number) => {
    if (open.length > 0) blocks.push({ line: end - open.length, lines: open, data: dataOf(open) });
    open = [];
  };
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [at, line] of lines.entries()) {
    if (line === "") close(at + 1);
    else open.push(line);
  }
  if (isWhole) close(lines.length + 1);
  // A byte order mark is part of the first line.
  const [first, ...rest] = blocks;
  if (!text.startsWith("\ufeff") || first === undefined) return blocks;
  return [{ ...first, lines: [`\ufeff${first.lines[0]}`, ...first.lines.slice(1)] }, ...rest];
}

function dataOf(lines: readonly string[]): string[] {
  const contents = lines.filter((line) => COLON.test(line)).map((line) => line.replace(COLON, ""));
  const isEachAnEvent = contents.length > 1 && contents.every((text) => text === DONE || objectIn(text) !== undefined);
  if (isEachAnEvent || contents.length === 0) return contents;
  return [contents.join("\n")];
}
