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

const FILE = "date,close\n" + "2020-01-01,1\n".repeat(2000);
/** Long enough for the first half to be read before the connection breaks. */
const HALF_MS = 30;

const ACTS = {
  "answers": answer,
  "refuses the stream": ({ stream }) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM),
  "cancels the stream": ({ stream }) => stream.close(http2.constants.NGHTTP2_CANCEL),
  "ends the session": ({ stream }) => stream.session?.destroy(),
  "holds its requests": () => {},
  "cancels the file": (reply) => cut(reply, http2.constants.NGHTTP2_CANCEL),
  "ends the file without an error": (reply) => cut(reply, http2.constants.NGHTTP2_NO_ERROR),
  "sends the file": (reply) => reply.writeHead(200, { "content-type": "text/csv" }).end(FILE),
};

/** The others speak HTTP/2 only. */
const ACTS_OF_BOTH = ["holds its requests", "cancels the file", "ends the file without an error"];

const [folder, act, mostStreams, atOnce] = process.argv.slice(2);
const settings = mostStreams === undefined ? {} : { maxConcurrentStreams: Number(mostStreams) };
const certified = { cert: readFileSync(`${folder}/localhost.pem`), key: readFileSync(`${folder}/localhost.key`) };
const held = [];
let deliveries = 0;
let most = 0;
let isLate = false;

const server = http2.createSecureServer({ ...certified, settings, allowHTTP1: ACTS_OF_BOTH.includes(act) });
server.on("sessionError", () => {});
server.on("request", (request, reply) => {
  if (act === "holds its requests") hold(reply);
  request.on("error", () => {}).on("data", () => {}).on("end", () => {
    deliveries++;
    ACTS[act](reply);
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

function hold(reply) {
  most = Math.max(most, held.push(reply));
  if (most === Number(atOnce) || isLate) release();
}

function release() {
  for (const reply of held.splice(0)) answer(reply);
}

function answer(reply) {
  reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(THESIS));
}

function cut(reply, code) {
  reply.writeHead(200, { "content-type": "text/csv" }).write(FILE.slice(0, FILE.length / 2));
  setTimeout(() => reply.stream ? reply.stream.close(code) : reply.socket.destroy(), HALF_MS);
}
