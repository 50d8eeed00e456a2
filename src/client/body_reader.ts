/**
 * A reader of a reply's body that an abort cancels: a pending read then returns `done`, so callers must check the
 * signal.
 *
 * The fetch of Deno 2.9.6 drops its signal when the Request is garbage collected: an abort then no longer cancels the
 * body, and the client would wait for a silent service for ever. Delete this when
 * `tests/client/abort_after_gc_test.ts` passes without it.
 */
export function readerOf(reply: Response, signal: AbortSignal): ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> {
  const reader = (reply.body ?? new Blob().stream()).getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  return reader;
}

/**
 * The pieces of a reply's body. Whoever leaves early closes the reply.
 * @throws The reason of the signal, when it aborts.
 */
export async function* piecesOf(
  reply: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = readerOf(reply, signal);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    signal.throwIfAborted();
  } finally {
    await reader.cancel().catch(() => {}); // the connection may be broken already
  }
}
