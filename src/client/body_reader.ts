/**
 * The reader of a reply's body, which an abort ends: a read that waits then answers done, so whoever reads asks the
 * signal why.
 *
 * Deno's fetch (2.9.6) forgets its signal once the request is garbage collected: from then on an abort reaches no
 * body, and a silent service would be waited for without end. Delete this when `tests/client/abort_after_gc_test.ts`
 * passes without.
 */
export function readerOf(reply: Response, signal: AbortSignal): ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> {
  const reader = (reply.body ?? new Blob().stream()).getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  return reader;
}
