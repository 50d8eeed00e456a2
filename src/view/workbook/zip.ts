import { constants, deflateRawSync } from "node:zlib";
import { Zip, ZipPassThrough } from "fflate";

/** A file of an archive. */
export interface ZipPart {
  /** Its path, in ASCII. */
  readonly path: string;
  /** Its text, in pieces; iterated after the parts before it are written. */
  readonly text: Iterable<string>;
}

/** Characters that are compressed at once; longer blocks compress no better. */
const BLOCK_CHARS = 512 * 1024;
const DEFLATE = 8;
/** The first day that the format knows, by the clock of any machine: equal contents are equal bytes. */
const DAY = new Date(1980, 0, 1);

/**
 * Writes a zip archive in pieces; a block of the text is in memory at once.
 * @param parts The files, together below 4 GiB.
 */
export function* zipPieces(parts: Iterable<ZipPart>): Generator<Uint8Array, void, undefined> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    pieces.push(bytes);
  });
  const encoder = new TextEncoder();
  for (const { path, text } of parts) {
    const file = new DeflatedFile(path);
    zip.add(file);
    for (const block of blocksOf(text)) {
      file.push(encoder.encode(block));
      yield* pieces.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* pieces;
}

/** A file of an archive, compressed by zlib block by block: the package's own code takes twice as long. */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATE;
  override mtime = DAY;

  protected override process(block: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, new Uint8Array(deflateRawSync(block, { finishFlush })), isLast);
  }
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
    pieces = [];
    length = 0;
  }
  yield pieces.join("");
}
