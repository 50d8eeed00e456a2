/** The byte that the wrapper writes first on standard output, before the untrusted code is loaded. */
const STARTED = 0;

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Output of a child being read. */
export interface Output {
  /** Settles when both pipes end or are cut. */
  readonly texts: Promise<[stdout: string, stderr: string]>;
  /** Stops reading and keeps what was read. */
  cut(): void;
}

/**
 * Reads both pipes up to a limit; `.output()` would buffer everything a flooding child prints.
 * @param options `maxBytes` of both pipes together; `onFull` is called when there are more; `onStart` is called when
 * the program runs.
 */
export function readOutput(
  pipes: { stdout: Bytes; stderr: Bytes },
  options: { maxBytes: number; onFull: () => void; onStart: () => void },
): Output {
  const left = { bytes: options.maxBytes };
  const readers = [pipes.stdout.getReader(), pipes.stderr.getReader()] as const;
  const cut = () => {
    for (const reader of readers) reader.cancel().catch(() => {}); // The pipe may already be broken.
  };
  const onFull = () => {
    cut();
    options.onFull();
  };
  const [stdout, stderr] = readers;
  const out = readText(afterStart(stdout, options.onStart), left, onFull);
  return { texts: Promise.all([out, readText(chunksOf(stderr), left, onFull)]), cut };
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

async function* chunksOf(reader: Reader): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Removes the byte of the wrapper. */
async function* afterStart(
  reader: Reader,
  onStart: () => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let isFirst = true;
  for await (const chunk of chunksOf(reader)) {
    const isStart = isFirst && chunk[0] === STARTED;
    isFirst = false;
    if (isStart) onStart();
    yield isStart ? chunk.subarray(1) : chunk;
  }
}

async function readText(chunks: Chunks, left: { bytes: number }, onFull: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) {
    const kept = chunk.subarray(0, left.bytes);
    left.bytes -= kept.length;
    text += decoder.decode(kept, { stream: true });
    if (kept.length < chunk.length) onFull();
  }
  return text + decoder.decode();
}
