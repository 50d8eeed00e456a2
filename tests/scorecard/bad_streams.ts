import { reply, STREAM_HEAD } from "../client/raw_server.ts";
import { type BadStream, COMPLETED, DELTA, DONE, TIMED_OUT } from "./bad_stream.ts";
import { SILENT } from "./silent_streams.ts";

const CHUNKED = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const whole = (body: string, more = "") => reply(body, { type: "text/event-stream", more });
const lengthHead = (bytes: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${bytes}\r\n\r\n`;

const TRUNCATED = { error: "AnswerTruncatedError", state: "truncated" } as const;
const TRUNCATED_A = { ...TRUNCATED, text: "A" } as const;
const FAILED = { error: "AnswerFailedError", state: "failed", text: "A" } as const;
const REFUSED = { error: "HttpError", state: "failed" } as const;
const BROKEN = { error: "ConnectionError", state: "failed" } as const;
const COMPLETE = { state: "completed", text: "A", warnings: [] } as const;

/** No stream begins. */
const NO_STREAM: readonly BadStream[] = [
  { does: "closes without a reply", act: "", ends: BROKEN },
  { does: "resets the connection while the request is sent", act: "", answerAt: "head", ends: BROKEN },
  { does: "closes inside the head of its reply", act: "HTTP/1.1 200 OK\r\ncontent-ty", ends: BROKEN },
  { does: "does not speak HTTP", act: "SSH-2.0-OpenSSH_9.2\r\n", ends: BROKEN },
  { does: "sends a body without a head", act: DELTA + COMPLETED + DONE, ends: BROKEN },
  {
    does: "sends two lengths",
    act: "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n" + DELTA,
    ends: BROKEN,
  },
  {
    does: "switches the protocol",
    act: "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    ends: REFUSED,
    says: /101/,
  },
  { does: "answers 204", act: "HTTP/1.1 204 No Content\r\n\r\n", ends: REFUSED, says: /204/ },
  {
    does: "answers 404 in HTML",
    act: reply("<html>", { status: "404 Not Found", type: "text/html" }),
    ends: REFUSED,
    says: /404/,
  },
  {
    does: "answers 500 and closes inside the body",
    act: "HTTP/1.1 500 Oh\r\ncontent-length: 100\r\n\r\nhal",
    ends: REFUSED,
    says: /500/,
  },
  {
    does: "redirects",
    act: reply("", { status: "302 Found", more: "location: http://127.0.0.1:1/\r\n" }),
    ends: REFUSED,
    says: /302: it redirects/,
  },
  {
    does: "sends a login page with 200",
    act: reply("<html>login", { type: "text/html" }),
    ends: REFUSED,
    says: /is text\/html/,
  },
  { does: "sends JSON with 200", act: reply("{}"), ends: REFUSED, says: /is application\/json/ },
  { does: "sends no content type", act: `HTTP/1.1 200 OK\r\n\r\n${DELTA}`, ends: REFUSED, says: /no content type/ },
  {
    does: "never sends the head",
    act: async ({ gone }, { clock }) => {
      clock.advance(30_000);
      await gone();
    },
    ends: TIMED_OUT,
    says: /no reply came within 30 s/,
  },
];

/** The stream is cut. */
const CUT: readonly BadStream[] = [
  { does: "sends an empty stream", act: STREAM_HEAD, ends: TRUNCATED },
  { does: "sends only the terminator", act: STREAM_HEAD + DONE, ends: TRUNCATED },
  { does: "sends the terminator before the end", act: STREAM_HEAD + DELTA + DONE, ends: TRUNCATED_A },
  { does: "closes between two events", act: STREAM_HEAD + DELTA, ends: TRUNCATED_A },
  { does: "closes inside an event", act: STREAM_HEAD + DELTA + DELTA.slice(0, -9), ends: TRUNCATED_A },
  {
    does: "closes inside the JSON of response.completed",
    act: STREAM_HEAD + DELTA + COMPLETED.slice(0, -3),
    ends: TRUNCATED_A,
  },
  { does: "closes before the announced length", act: lengthHead(9999) + DELTA, ends: TRUNCATED_A },
  { does: "announces less than it sends", act: lengthHead(DELTA.length + 9) + DELTA + COMPLETED, ends: TRUNCATED_A },
  { does: "closes before the last chunk", act: CHUNKED + chunk(DELTA), ends: TRUNCATED_A },
  { does: "closes inside a chunk", act: CHUNKED + chunk(DELTA) + chunk(DELTA).slice(0, 30), ends: TRUNCATED_A },
  { does: "sends an invalid chunk size", act: `${CHUNKED}${chunk(DELTA)}zz\r\n${DELTA}`, ends: TRUNCATED_A },
  {
    does: "withholds its last event and breaks the connection",
    act: CHUNKED + chunk(DELTA) + chunk(COMPLETED.trimEnd()),
    ends: { ...COMPLETE, warnings: ["missing_done", "missing_final_blank_line"] },
  },
];

/** The content is not an answer. */
const WRONG: readonly BadStream[] = [
  {
    does: "sends an event that is not JSON",
    act: whole(`${DELTA}data: oops\n\n${COMPLETED}`),
    ends: TRUNCATED_A,
    says: /not JSON/,
  },
  {
    does: "sends an event that is a list",
    act: whole(`${DELTA}data: []\n\n${COMPLETED}`),
    ends: TRUNCATED_A,
    says: /not a JSON object/,
  },
  {
    does: "sends more than maxBytes",
    act: whole(DELTA + `: ${"x".repeat(5000)}\n\n` + COMPLETED),
    ends: TRUNCATED,
    says: /limit maxBytes/,
  },
  { does: "sends a bare error event", act: whole(`${DELTA}data: {"type":"error"}\n\n${DONE}`), ends: FAILED },
  {
    does: "sends a flat error event",
    act: whole(`${DELTA}data: {"type":"error","code":"c","message":"m"}\n\n`),
    ends: FAILED,
    says: /with c: m/,
  },
  {
    does: "sends a nested error event",
    act: whole(`${DELTA}data: {"type":"error","error":{"code":"c","message":"m"}}\n\n`),
    ends: FAILED,
    says: /with c: m/,
  },
  {
    does: "sends an error that is a text",
    act: whole(`${DELTA}data: {"type":"error","error":"m"}\n\n`),
    ends: FAILED,
    says: /: m$/,
  },
  {
    does: "completes after an error event",
    act: whole(`${DELTA}data: {"type":"error"}\n\n${COMPLETED}${DONE}`),
    ends: FAILED,
  },
  {
    does: "ends with response.failed",
    act: whole(`${DELTA}data: {"type":"response.failed","response":{"error":{"message":"m"}}}\n\n`),
    ends: FAILED,
    says: /: m$/,
  },
  {
    does: "ends with response.incomplete",
    act: whole(`${DELTA}data: {"type":"response.incomplete","response":{}}\n\n`),
    ends: FAILED,
  },
  {
    does: "sends response.completed without a response",
    act: whole(`${DELTA}data: {"type":"response.completed"}\n\n${DONE}`),
    ends: TRUNCATED_A,
  },
];

/** Unusual, but the answer is complete. */
const ODD: readonly BadStream[] = [
  {
    does: "leaves out the terminator",
    act: whole(DELTA + COMPLETED),
    ends: { ...COMPLETE, warnings: ["missing_done"] },
  },
  {
    does: "leaves out the last blank line",
    act: whole((DELTA + COMPLETED).trimEnd()),
    ends: { ...COMPLETE, warnings: ["missing_done", "missing_final_blank_line"] },
  },
  { does: "sends more after the terminator", act: whole(DELTA + COMPLETED + DONE + DELTA), ends: COMPLETE },
  {
    does: "sends early hints before its reply",
    act: "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n" + whole(DELTA + COMPLETED + DONE),
    ends: COMPLETE,
  },
  {
    does: "sends unknown events",
    act: whole(`data: {"type":"response.newer"}\n\n${DELTA}${COMPLETED}${DONE}`),
    ends: COMPLETE,
  },
  {
    does: "breaks the connection after response.completed",
    act: CHUNKED + chunk(DELTA + COMPLETED),
    ends: { ...COMPLETE, warnings: ["missing_done"] },
  },
];

export const BAD_STREAMS: readonly BadStream[] = [...NO_STREAM, ...CUT, ...SILENT, ...WRONG, ...ODD];
