import { constants, crc32, deflateRawSync } from "node:zlib";

/** A file of an archive. */
export interface ZipPart {
  /** Its path, in ASCII. */
  readonly path: string;
  /** Its text, in pieces; iterated after the parts before it are written. */
  readonly text: Iterable<string>;
}

/** Characters that are compressed at once; longer blocks compress no better. */
const BLOCK_CHARS = 512 * 1024;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Version 2.0 of the format, which has folders and deflate. */
const VERSION = 20;
const DEFLATE = 8;
/** 1 January 1980, the first day that the format knows: equal contents are equal bytes. */
const DAY = 0x21;

/** A part that was compressed. */
interface Entry {
  readonly path: Uint8Array;
  readonly crc: number;
  /** Compressed bytes. */
  readonly packed: number;
  /** Bytes of the text. */
  readonly size: number;
  /** Where its header begins, from the start of the archive. */
  readonly at: number;
}

/**
 * Writes a zip archive (PKWARE's APPNOTE 6.3) in pieces. Of one part the compressed bytes are in memory at once, never
 * the text.
 * @param parts The files, together below 4 GiB.
 */
export function* zipPieces(parts: Iterable<ZipPart>): Generator<Uint8Array, void, undefined> {
  const entries: Entry[] = [];
  let at = 0;
  for (const part of parts) {
    const { entry, blocks } = pack(part, at);
    const header = localHeader(entry);
    entries.push(entry);
    yield header;
    yield* blocks;
    at += header.length + entry.packed;
  }
  const directory = entries.map(centralHeader);
  yield* directory;
  yield endRecord({ count: entries.length, bytes: directory.reduce((sum, { length }) => sum + length, 0), at });
}

function pack({ path, text }: ZipPart, at: number): { readonly entry: Entry; readonly blocks: readonly Uint8Array[] } {
  const encoder = new TextEncoder();
  const blocks: Uint8Array[] = [];
  let [crc, size] = [0, 0];
  for (const block of blocksOf(text)) {
    const bytes = encoder.encode(block);
    crc = crc32(bytes, crc);
    size += bytes.length;
    blocks.push(deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }));
  }
  blocks.push(deflateRawSync(new Uint8Array())); // the block that ends the others
  const packed = blocks.reduce((sum, { length }) => sum + length, 0);
  return { entry: { path: encoder.encode(path), crc, packed, size, at }, blocks };
}

/** Joins short pieces, because each block is compressed by itself. */
function* blocksOf(text: Iterable<string>): Generator<string, void, undefined> {
  let pieces: string[] = [];
  let length = 0;
  for (const piece of text) {
    pieces.push(piece);
    length += piece.length;
    if (length < BLOCK_CHARS) continue;
    yield pieces.join("");
    [pieces, length] = [[], 0];
  }
  yield pieces.join("");
}

function localHeader(entry: Entry): Uint8Array {
  return record([[4, LOCAL], ...sharedFields(entry)], entry.path);
}

function centralHeader(entry: Entry): Uint8Array {
  // no comment, first disk, no attributes
  const rest = [[2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]] as const;
  return record([[4, CENTRAL], [2, VERSION], ...sharedFields(entry), ...rest], entry.path);
}

/** The fields of both headers, from the version to the length of what follows the path. */
function sharedFields({ path, crc, packed, size }: Entry): readonly Field[] {
  const stored: readonly Field[] = [[4, crc], [4, packed], [4, size]];
  return [[2, VERSION], [2, 0], [2, DEFLATE], [2, 0], [2, DAY], ...stored, [2, path.length], [2, 0]];
}

function endRecord({ count, bytes, at }: { readonly count: number; readonly bytes: number; readonly at: number }) {
  return record([[4, END], [2, 0], [2, 0], [2, count], [2, count], [4, bytes], [4, at], [2, 0]]);
}

/** Bytes and value of a field; least significant byte first. */
type Field = readonly [bytes: 2 | 4, value: number];

function record(fields: readonly Field[], tail: Uint8Array = new Uint8Array()): Uint8Array {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const made = new Uint8Array(length + tail.length);
  const view = new DataView(made.buffer);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  made.set(tail, length);
  return made;
}
