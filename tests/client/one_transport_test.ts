import { deepEqual, equal } from "../assert.ts";
import { connect } from "conviction";
import { startRawServer } from "./raw_server.ts";

const BODY = JSON.stringify({
  agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "even" },
  key_drivers: [],
  risks: [],
});
// the server closes after each reply and says so, else a later request may leave on a connection that is just closing
const HEAD = `content-type: application/json\r\ncontent-length: ${BODY.length}\r\nconnection: close\r\n`;

const ODD: readonly { readonly what: string; readonly reply: string }[] = [
  { what: "status 600", reply: `HTTP/1.1 600 Odd\r\n${HEAD}\r\n${BODY}` },
  { what: "status 999", reply: `HTTP/1.1 999 Odd\r\n${HEAD}\r\n${BODY}` },
  { what: "a head of 200 kB", reply: `HTTP/1.1 200 OK\r\n${HEAD}x-long: ${"x".repeat(200_000)}\r\n\r\n${BODY}` },
  { what: "bare line feeds", reply: `HTTP/1.1 200 OK\r\n${HEAD}\r\n`.replaceAll("\r\n", "\n") + BODY },
];
for (const { what, reply } of ODD) {
  Deno.test(`a reply with ${what} ends in the same way, alone and among sixteen at once`, async () => {
    await using server = startRawServer(async ({ send, close }) => {
      await send(reply);
      close();
    });
    const research = connect({ baseUrl: server.baseUrl });
    const end = () =>
      research.reason("x", { retries: 0 }).then(
        ({ agent_thesis }) => agent_thesis.signal,
        (error: Error) => `${error.name}: ${error.message}`,
      );
    const alone = await end();
    const ends = await Promise.all(Array.from({ length: 16 }, end));
    deepEqual([...new Set(ends)], [alone]);
    equal(server.requests.length, 17);
  });
}
