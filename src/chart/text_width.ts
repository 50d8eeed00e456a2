/** Width of a line of text, in units of the font size. */
export type TextWidth = (text: string) => number;

/**
 * Measures text with the advance widths of a TrueType font, so that Vega and resvg agree.
 * Reads the OpenType tables head, hhea, hmtx and the format 4 subtable of cmap. Kerning is ignored
 * because our fonts have none.
 * @throws {RangeError} when a table is missing.
 */
export function textWidth(font: Uint8Array<ArrayBuffer>): TextWidth {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = readTables(view);
  const unitsPerEm = view.getUint16(at(tables, "head") + 18);
  const metricCount = view.getUint16(at(tables, "hhea") + 34);
  const glyphOf = readCharacters(view, at(tables, "cmap"));
  const hmtx = at(tables, "hmtx");
  const advance = (character: string) => {
    const glyph = glyphOf(character.codePointAt(0) ?? 0);
    return view.getUint16(hmtx + 4 * Math.min(glyph, metricCount - 1)) / unitsPerEm;
  };
  return (text) => [...text].reduce((width, character) => width + advance(character), 0);
}

function readTables(view: DataView): Map<string, number> {
  const tables = new Map<string, number>();
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = 12 + 16 * index;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte)));
    tables.set(tag.join(""), view.getUint32(record + 8));
  }
  return tables;
}

function at(tables: Map<string, number>, tag: string): number {
  const offset = tables.get(tag);
  if (offset === undefined) throw new RangeError(`Cannot read the font: the table ${tag} is missing`);
  return offset;
}

/** Maps a character to its glyph; 0 is the glyph of a missing character. */
function readCharacters(view: DataView, cmap: number): (codePoint: number) => number {
  const start = cmap + view.getUint32(cmap + 8); // In our fonts all encodings share one subtable.
  if (view.getUint16(start) !== 4) throw new RangeError("Cannot read the font: cmap format is not 4");
  const length = view.getUint16(start + 6); // segCountX2
  const ends = start + 14;
  const starts = start + 16 + length;
  const deltas = starts + length;
  const offsets = starts + 2 * length;
  return (codePoint) => {
    for (let segment = 0; segment < length; segment += 2) {
      if (view.getUint16(ends + segment) < codePoint) continue;
      const first = view.getUint16(starts + segment);
      if (first > codePoint) return 0;
      const offset = view.getUint16(offsets + segment);
      const delta = view.getUint16(deltas + segment);
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const glyph = view.getUint16(offsets + segment + offset + 2 * (codePoint - first));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
