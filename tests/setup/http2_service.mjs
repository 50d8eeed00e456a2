/**
 * An HTTP/2 service, as a process of Node: an assertion inside Deno's nghttp2 (`find_stream_on_goaway_func`) once ended
 * a whole test run together with its server.
 *
 *   node http2_service.mjs FOLDER ACT [MOST_STREAMS AT_ONCE]
 *
 * FOLDER holds the certificate; ACT is a name below. It prints its port, and at the end of its input
 * `{"deliveries":1,"most":1}`: how many requests it read whole, and how many it held at once.
 */
import { readFileSync } from "node:fs";
import http2 from "node:http2";

const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: ["d"], risks: [] };
/** So that a failure is no hang. */
const GUARD_MS = 60_000;

const ACTS = {
  "answers": answer,
  "refuses the stream": (stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM),
  "cancels the stream": (stream) => stream.close(http2.constants.NGHTTP2_CANCEL),
  "ends the session": (stream) => stream.session?.destroy(),
  "holds its requests": () => {},
};

const [folder, act, mostStreams, atOnce] = process.argv.slice(2);
const settings = mostStreams === undefined ? {} : { maxConcurrentStreams: Number(mostStreams) };
const certified = { cert: readFileSync(`${folder}/localhost.pem`), key: readFileSync(`${folder}/localhost.key`) };
const held = [];
let deliveries = 0;
let most = 0;
let isLate = false;

const server = http2.createSecureServer({ ...certified, settings });
server.on("sessionError", () => {});
server.on("stream", (stream) => {
  if (act === "holds its requests") hold(stream);
  stream.on("error", () => {}).on("data", () => {}).on("end", () => {
    deliveries++;
    ACTS[act](stream);
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on("end", () => {
  process.stdout.write(`${JSON.stringify({ deliveries, most })}\n`, () => process.exit(0));
});
setTimeout(() => {
  isLate = true;
  release();
}, GUARD_MS).unref();

function hold(stream) {
  most = Math.max(most, held.push(stream));
  if (most === Number(atOnce) || isLate) release();
}

function release() {
  for (const stream of held.splice(0)) answer(stream);
}

function answer(stream) {
  stream.respond({ ":status": 200, "content-type": "application/json" });
  stream.end(JSON.stringify(THESIS));
}
