/** Reads a workbook as far as its tests need: parts, sheets, and cells as in the markup. */

/** A cell of a sheet. */
export interface ReadCell {
  /** Like `A1`. */
  readonly place: string;
  /** `s` for a text; empty for a number. */
  readonly type: string;
  /** The text, or the digits of the number. */
  readonly value: string;
}

/** The contents of a workbook. */
export interface ReadWorkbook {
  /** Every part by its path. */
  readonly parts: ReadonlyMap<string, string>;
  /** Rows of cells by sheet name; empty cells are omitted. */
  readonly sheets: ReadonlyMap<string, readonly (readonly ReadCell[])[]>;
}

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

export async function readWorkbook(bytes: Uint8Array): Promise<ReadWorkbook> {
  const parts = await unzip(bytes);
  const texts = [...(parts.get("xl/sharedStrings.xml") ?? "").matchAll(/<si><t[^>]*>([\s\S]*?)<\/t><\/si>/g)]
    .map(([, text = ""]) => decode(text));
  const names = [...(parts.get("xl/workbook.xml") ?? "").matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = ""]) =>
    name
  );
  return {
    parts,
    sheets: new Map(names.map((name, at) => {
      const xml = parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? "";
      return [
        name,
        [...xml.matchAll(/<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, row = ""]) => cellsOf(row, texts)),
      ];
    })),
  };
}

/** The values of the column with this name in the given row of the sheet. */
export function columnOf(rows: readonly (readonly ReadCell[])[], title: string, headerRow = 0): (string | undefined)[] {
  const letters = rows[headerRow]?.find(({ value }) => value === title)?.place.replace(/\d+/, "");
  return rows.slice(headerRow + 1).map((row) => row.find(({ place }) => place.replace(/\d+/, "") === letters)?.value);
}

function cellsOf(row: string, texts: readonly string[]): ReadCell[] {
  const cells = [...row.matchAll(/<c r="([A-Z]+\d+)"(?: s="\d+")?(?: t="(\w+)")?>([\s\S]*?)<\/c>/g)];
  return cells.map(([, place = "", type = "", inner = ""]) => {
    const [, value = `no value in ${inner}`] = /^<v>([^<]*)<\/v>$/.exec(inner) ?? [];
    return { place, type, value: type === "s" ? texts[Number(value)] ?? `no text ${value}` : value };
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

function decode(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

async function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== END) end--;
  const parts = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error(`Cannot read the archive: no entry at ${at}`);
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const start = view.getUint32(at + 42, true);
    const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const packed = bytes.slice(data, data + view.getUint32(at + 20, true));
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    parts.set(path, await inflated(packed, view.getUint16(at + 10, true)));
    at += 46 + name + extra + comment;
  }
  return parts;
}

async function inflated(packed: Uint8Array<ArrayBuffer>, method: number): Promise<string> {
  if (method === 0) return new TextDecoder().decode(packed);
  return await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
