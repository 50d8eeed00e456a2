type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Two pipes being read. */
export interface Output {
  /** Settles when both pipes have ended or were cut. */
  readonly texts: Promise<[stdout: string, stderr: string]>;
  /** Stops reading; what came so far is kept. */
  cut(): void;
}

/**
 * Reads both pipes as they fill; `.output()` would hold everything a flooding child prints.
 * @param pipes Standard output and standard error of the child.
 * @param limit Bytes kept of both together, and what to call when there are more.
 */
export function readOutput(
  pipes: { stdout: Bytes; stderr: Bytes },
  limit: { maxBytes: number; onFull: () => void },
): Output {
  const left = { bytes: limit.maxBytes };
  const readers = [pipes.stdout.getReader(), pipes.stderr.getReader()] as const;
  const cut = () => {
    for (const reader of readers) reader.cancel().catch(() => {}); // A pipe that broke is cut too.
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
