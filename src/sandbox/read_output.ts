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
 * @param limit Bytes kept of both pipes together; `onFull` is called when there are more.
 */
export function readOutput(
  pipes: { stdout: Bytes; stderr: Bytes },
  limit: { maxBytes: number; onFull: () => void },
): Output {
  const left = { bytes: limit.maxBytes };
  const readers = [pipes.stdout.getReader(), pipes.stderr.getReader()] as const;
  const cut = () => {
    for (const reader of readers) reader.cancel().catch(() => {}); // The pipe may already be broken.
  };
  const onFull = () => {
    cut();
    limit.onFull();
  };
  const [stdout, stderr] = readers;
  return { texts: Promise.all([readText(stdout, left, onFull), readText(stderr, left, onFull)]), cut };
}

async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  left: { bytes: number },
  onFull: () => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const kept = read.value.subarray(0, left.bytes);
    left.bytes -= kept.length;
    text += decoder.decode(kept, { stream: true });
    if (kept.length < read.value.length) onFull();
  }
  return text + decoder.decode();
}
