// Asks the service that served this page. Nothing here draws.

/** Addresses start where the page is, which may be below a path of a proxy. */
const BASE = new URL(".", document.baseURI);

/** A refusal of the service, in its own words. */
export class Refusal extends Error {
  constructor(status, message, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Sends a request with the key; a status of 400 and above is a {@linkcode Refusal}. */
export async function send(path, { key, signal, body }) {
  const headers = { authorization: `Bearer ${key}` };
  const init = body === undefined ? { headers, signal } : {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  };
  const reply = await fetch(new URL(path, BASE), init);
  if (reply.ok) return reply;
  const error = await reply.json().then(({ error }) => error, () => undefined);
  throw new Refusal(reply.status, error?.message ?? `The service answered ${reply.status}`, error?.code);
}

/** Yields the events of an answer as they come; throws when the connection ends before the answer does. */
export async function* ask(question, { key, signal, previous }) {
  const body = { input: question, stream: true, ...(previous && { previous_response_id: previous }) };
  const reply = await send("v1/responses", { key, signal, body });
  let rest = "";
  for await (const text of reply.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      if (!block.startsWith("data: ")) continue; // a comment keeps the connection open
      if (block === "data: [DONE]") return;
      yield JSON.parse(block.slice("data: ".length));
    }
  }
  throw new Error("The connection ended before the answer did");
}
