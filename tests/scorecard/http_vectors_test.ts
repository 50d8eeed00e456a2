/** Scorecard case 1, second half: the HTTP cases of the web platform's event source tests, by name. */
import { equal, match } from "../assert.ts";
import { reply, startRawServer } from "../client/raw_server.ts";
import { COMPLETED, DELTA, DONE } from "./bad_stream.ts";
import { printFigure } from "./figure.ts";
import { ONE_ATTEMPT, sceneOf } from "./scene.ts";

const BODY = DELTA + COMPLETED + DONE;
const ofType = (type: string) => reply(BODY, { type });
const ofStatus = (status: string) => reply(BODY, { status, type: "text/event-stream" });

/** `error` is absent where the answer must be read. Unlike in a browser, a redirect is not followed. */
const CASES: readonly { readonly name: string; readonly reply: string; readonly error?: RegExp }[] = [
  { name: "format-mime-bogus", reply: ofType("text/x-bogus"), error: /is text\/x-bogus, not text\/event-stream/ },
  { name: "format-mime-trailing-semicolon", reply: ofType("text/event-stream;") },
  { name: "format-mime-valid-bogus", reply: ofType("text/event-stream;x=bogus") },
  ...["204 No Content", "205 Reset Content", "210 HAHA", "299 HEHE", "404 Not Found", "410 Gone", "503 Unavailable"]
    .map(
      (status) => ({
        name: `request-status-error (${status})`,
        reply: status.startsWith("204") ? `HTTP/1.1 ${status}\r\n\r\n` : ofStatus(status),
        error: new RegExp(`service answered ${status.slice(0, 3)}`),
      }),
    ),
  ...["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect"].map((status) => ({
    name: `request-redirect (${status})`,
    reply: reply("", { status, more: "location: /v1/responses\r\n" }),
    error: /it redirects, and redirects are not followed/,
  })),
  { name: "request-accept", reply: ofType("text/event-stream") },
];

let held = 0;
for (const { name, reply: answer, error: expected } of CASES) {
  Deno.test(`scorecard 1: ${name} ${expected === undefined ? "is read" : "is rejected"}`, async () => {
    await using server = startRawServer(({ send }) => send(answer));
    const answered = sceneOf(server.baseUrl).research.stream("x", ONE_ATTEMPT).final();
    const error = await answered.then(() => undefined, (reason) => reason);
    equal(error?.name, expected === undefined ? undefined : "HttpError");
    if (expected !== undefined) match(error.message, expected);
    match(server.requests[0] ?? "", /\r\naccept: text\/event-stream\r\n/);
    held++;
  });
}

Deno.test.afterAll(() => printFigure(1, `${held} of ${CASES.length} HTTP cases`));
