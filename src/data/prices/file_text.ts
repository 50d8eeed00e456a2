import type { Hash } from "node:crypto";

/** Opening a pipe waits for its writer, and a device may never end. */
export async function checkIsFile(path: string): Promise<void> {
  if (!(await Deno.stat(path)).isFile) throw new Error("it is a folder, a pipe or a device");
}

/** The first bytes of every gzip file. */
const GZIP = [0x1f, 0x8b];

/**
 * The text of a file, decompressed if it is gzip by its name or its first bytes.
 * @param path Where it is.
 * @param options `hash` takes the file's own bytes; `encoding` is that of the text, by default found by its first bytes;
 * with `isStrict` bytes of another encoding are an error, and not shown as U+FFFD.
 */
export async function* decodeFile(
  path: string,
  { hash, encoding, isStrict = false }: { hash?: Hash; encoding?: "windows-1252"; isStrict?: boolean } = {},
): AsyncGenerator<string, void, undefined> {
  await checkIsFile(path);
  const file = await Deno.open(path);
  const isPacked = await beginsAsGzip(file) || /\.gz$/i.test(path);
  const bytes = file.readable.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        hash?.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  const plain = isPacked ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
  let decoder: TextDecoder | undefined;
  for await (const chunk of plain) {
    decoder ??= new TextDecoder(encoding ?? encodingOf(chunk), { fatal: isStrict });
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

async function beginsAsGzip(file: Deno.FsFile): Promise<boolean> {
  const bytes = new Uint8Array(GZIP.length);
  const count = await file.read(bytes);
  await file.seek(0, Deno.SeekMode.Start);
  return count === GZIP.length && GZIP.every((byte, at) => bytes[at] === byte);
}

/** Whether a file is text in the encoding that its first bytes say, UTF-8 without them. */
export async function isWellEncoded(path: string): Promise<boolean> {
  try {
    for await (const _ of decodeFile(path, { isStrict: true }));
    return true;
  } catch {
    return false;
  }
}

/** Excel writes "Unicode text" as UTF-16 with a mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
