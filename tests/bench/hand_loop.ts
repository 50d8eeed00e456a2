/**
 * What a good engineer writes by hand, the reference for a typed stream: it splits at blank lines, parses JSON and
 * yields one event at a time. It validates nothing and supports only this framing.
 */
export async function* handLoop(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const text = new TextDecoder();
  let buffer = "";
  for await (const chunk of body) {
    buffer += text.decode(chunk, { stream: true });
    let start = 0;
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n", start)) {
      const data = buffer.slice(start + "data: ".length, end);
      start = end + 2;
      if (data === "[DONE]") return;
      yield JSON.parse(data);
    }
    buffer = buffer.slice(start);
  }
}
