import type { RecordReader, RecordsRead } from "../../../src/data/filings/record_file.ts";
import { HEAD_CHARS } from "../../../src/data/filings/record_file.ts";
import { ok } from "../../assert.ts";
import { readGzip } from "../support.ts";
import { sharedPath } from "../../needs.ts";

/** Reads a text as a file with a reader that recognises it, in two pieces. */
export function readText(reader: RecordReader, text: string, file: string = "made.json"): Promise<RecordsRead> {
  ok(reader.looksLike(text.slice(0, HEAD_CHARS), file), `not recognised as a ${reader.kind}`);
  return readPieces(reader, text, file);
}

/** Reads a text whether the reader recognises it or not. */
export function readPieces(reader: RecordReader, text: string, file: string = "made.json"): Promise<RecordsRead> {
  return reader.read(inTwo(text), { file });
}

/** Reads a file of the developers' real data. */
export async function readShared(reader: RecordReader, path: string): Promise<RecordsRead> {
  return await readText(reader, await readGzip(sharedPath(path)), path);
}

async function* inTwo(text: string): AsyncGenerator<string, void, undefined> {
  const middle = text.length >> 1;
  yield await Promise.resolve(text.slice(0, middle));
  yield text.slice(middle);
}
