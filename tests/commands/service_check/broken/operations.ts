import type { BrokenService } from "./change.ts";
import { RESULT_FIELDS } from "./resources.ts";

/** What the stream about an unknown company does not show either. */
const NO_STREAM = [
  ...["metadata", "verification", "confidence"].map((name) => `2.2.${name}`),
  ...["function_call.arguments", "function_call.call_id", "function_call.name"].map((name) => `2.3.${name}`),
  ...["2.3.function_call_output.call_id", "2.3.function_call_output.output", "2.3.message", "2.3.type"],
  ...["files", "input", "item_id", "return_code", "stderr", "stdout"].map((name) => `2.4.${name}`),
  ...["2.5.file_id", "2.5.filename", "2.5.objects", "4.3.bytes", "4.3.path", "4.3.raw", "9.files"],
  ...["5.bearer", "5.no_key", "5.wrong_key"],
  ...["added", "input_delta", "output", "started"].map((name) => `6.2.code_execution.${name}`),
  ...["completed", "content_part.done", "function_call_arguments.delta", "function_call_arguments.done"]
    .map((name) => `6.2.${name}`),
  ...["output_item.added", "output_item.done", "output_text.delta", "output_text.done", "verification.done"]
    .map((name) => `6.2.${name}`),
  ...["1.end", "1.full", "1.start", "2.call", "2.result", "3", "4.completed", "4.verification"]
    .map((name) => `6.3.${name}`),
];

/** Services that break sections 4, 5 and 9. */
export const OPERATIONS: readonly BrokenService[] = [
  {
    breaks: "an answer without a stream fails",
    change: ({ plain }) => Object.assign(plain, { status: 500, body: "oops" }),
    fails: { "4.1.request": "request 6 (plain) | an answer | 500: oops" },
  },
  {
    breaks: "stream true gives one JSON object",
    change: ({ stream }) => Object.assign(stream, { headers: { "content-type": "application/json" }, body: "{}" }),
    fails: { "4.1.stream": "request 1 (stream), body | lines that begin with data: | {}" },
    hides: ["4.1.sse", ...NO_STREAM],
  },
  {
    breaks: "a stream is text/plain",
    change: ({ stream }) => stream.headers["content-type"] = "text/plain",
    fails: { "4.1.sse": "request 1 (stream), content-type | text/event-stream | text/plain" },
  },
  {
    breaks: "the reasoning operation is elsewhere",
    change: ({ reasoning }) => Object.assign(reasoning, { status: 404, body: "no such path" }),
    fails: {
      "4.2.path": "request 2 (reasoning) | POST /api/v1/agent/reasoning | 404: no such path",
      "9.reasoning": "request 2 (reasoning) | POST /api/v1/agent/reasoning | 404: no such path",
    },
    hides: ["4.2.status", "2.1.body", ...RESULT_FIELDS],
  },
  {
    breaks: "the reasoning operation answers 204",
    change: ({ reasoning }) => reasoning.status = 204,
    fails: { "4.2.status": "request 2 (reasoning) | 200 | 204" },
    hides: ["2.1.body", ...RESULT_FIELDS],
  },
  {
    breaks: "the reasoning operation answers 500",
    change: ({ reasoning }) => Object.assign(reasoning, { status: 500, body: "oops" }),
    fails: { "4.2.status": "request 2 (reasoning) | 200 | 500: oops" },
    hides: ["2.1.body", ...RESULT_FIELDS],
  },
  {
    breaks: "an announced file is not there",
    change: ({ file }) => Object.assign(file, { status: 404, headers: {}, body: "gone" }),
    fails: {
      "4.3.path": "request 3 (file) | the content of the file | 404: gone",
      "9.files": "request 3 (file) | GET /v1/files/file%2F1 | 404: gone",
    },
    hides: ["4.3.raw", "4.3.bytes", "5.bearer"],
  },
  {
    breaks: "a file comes as base64 in JSON",
    change: ({ file }) => Object.assign(file, { headers: {}, body: '{"base64":""}' }),
    fails: {
      "4.3.raw": 'request 3 (file), body | a PNG image | "{\\"base64\\":\\"\\"}"',
      "4.3.bytes": "request 3 (file), body | 12 bytes | 13 bytes",
    },
  },
  {
    breaks: "a file has other bytes than announced",
    change: ({ file }) => Object.assign(file, { headers: {}, body: (file.body as Uint8Array).subarray(0, 10) }),
    fails: { "4.3.bytes": "request 3 (file), body | 12 bytes | 10 bytes" },
  },
  {
    breaks: "a file breaks off",
    change: ({ file }) => Object.assign(file, { body: (file.body as Uint8Array).subarray(0, 10), isBroken: true }),
    fails: { "4.3.bytes": "request 3 (file), body | 12 bytes | 10 bytes" },
  },
  {
    breaks: "the key is refused for a file",
    change: ({ file }) => Object.assign(file, { status: 403, headers: {}, body: "no" }),
    fails: { "5.bearer": "request 3 (file) | the file | 403: no" },
    hides: ["4.3.path", "4.3.raw", "4.3.bytes"],
  },
  {
    breaks: "the streaming API refuses the key that reasoning takes",
    change: ({ stream }) => Object.assign(stream, { status: 401, body: "no" }),
    fails: { "5.streaming": "request 1 (stream) | an answer, as the key is good | 401: no" },
    hides: ["4.1.request", "4.1.stream", "4.1.sse", "9.streaming", ...NO_STREAM],
  },
  {
    breaks: "a file is served without a key",
    change: ({ refusals }) => refusals.none = undefined,
    fails: { "5.no_key": "request 4 (file without key) | a refusal | 200, 12 bytes" },
  },
  {
    breaks: "a file is served with a wrong key",
    change: ({ refusals }) => refusals.wrong = undefined,
    fails: { "5.wrong_key": "request 5 (file with wrong key) | a refusal | 200, 12 bytes" },
  },
  {
    breaks: "create response redirects out of /v1",
    change: ({ stream }) =>
      Object.assign(stream, { status: 307, headers: { location: "/v2/responses" }, body: "moved" }),
    fails: { "9.streaming": "request 1 (stream) | a path under /v1 | 307 to /v2/responses: moved" },
    hides: ["4.1.request", "4.1.stream", "4.1.sse", "5.streaming", ...NO_STREAM],
  },
];
