import type { Replies, Wire } from "./good_service.ts";

/** A service that breaks one thing, and the lines of the specification that it breaks by that. */
export interface BrokenService {
  readonly breaks: string;
  readonly change: (replies: Replies) => void;
  /** Each check that fails, and what its evidence says: of where, what was expected and what was found. */
  readonly fails: Readonly<Record<string, string>>;
  /** Checks that the breakage leaves nothing to look at. */
  readonly hides?: readonly string[];
}

const ADDED = "response.output_item.added";
const CODE = "response.code_execution";
const CALL = "response.function_call_arguments";
const RESULT_FIELDS = ["agent_thesis", "signal", "confidence", "reasoning", "key_drivers", "risks"].map((name) =>
  `2.1.${name}`
);
const THESIS_FIELDS = ["2.1.signal", "2.1.confidence", "2.1.reasoning"];

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

/** The events of a type, in order. */
function of({ events }: Replies, type: string): Wire[] {
  return events.filter((event) => event.type === type);
}

/** The first event of a type, or the item in the first `output_item.added` of an item type. */
function first(replies: Replies, type: string): Wire {
  return of(replies, type)[0] ?? missing(type);
}

function item(replies: Replies, type: string, event = ADDED): Wire {
  const items = of(replies, event).map(({ item }) => item as Wire);
  return items.find((one) => one.type === type) ?? missing(type);
}

function part(value: Wire, ...path: readonly string[]): Wire {
  return path.reduce((wire, name) => wire[name] as Wire, value);
}

function missing(what: string): never {
  throw new Error(`the good service has no ${what}`);
}

/** Leaves out the events that a test names. */
function drop(replies: Replies, isDropped: (event: Wire) => boolean): void {
  replies.events = replies.events.filter((event) => !isDropped(event));
}

/** Moves the first event of a type to a place from the start, or from the end where it is negative. */
function move(replies: Replies, type: string, to: number): void {
  const event = first(replies, type);
  drop(replies, (other) => other === event);
  replies.events.splice(to, 0, event);
}

/** Changes the text of the stream. */
function rewrite(replies: Replies, change: (text: string) => string): void {
  const { write } = replies;
  replies.write = (events) => change(String(write(events)));
}

const thesis = (replies: Replies) => replies.result.agent_thesis as Wire;
const output = (replies: Replies) => first(replies, `${CODE}.output`);
const files = (replies: Replies) => output(replies).files as Wire[];
const metadata = (replies: Replies) => part(first(replies, "response.completed"), "response", "metadata");

/** Section 2. */
const RESOURCES: readonly BrokenService[] = [
  {
    breaks: "the reasoning body is a text",
    change: ({ reasoning }) => reasoning.body = "It is up.",
    fails: { "2.1.body": "request 2 (reasoning), body | a JSON object | It is up." },
    hides: RESULT_FIELDS,
  },
  {
    breaks: "the result is wrapped",
    change: (replies) => replies.result = { data: replies.result },
    fails: {
      "2.1.agent_thesis": "request 2 (reasoning), agent_thesis | an object | nothing",
      "2.1.key_drivers": "key_drivers | an array of string | nothing",
      "2.1.risks": "risks | an array of string | nothing",
    },
    hides: THESIS_FIELDS,
  },
  {
    breaks: "agent_thesis is a text",
    change: (replies) => replies.result.agent_thesis = "up",
    fails: { "2.1.agent_thesis": 'request 2 (reasoning), agent_thesis | an object | "up"' },
    hides: THESIS_FIELDS,
  },
  {
    breaks: "signal is a number",
    change: (replies) => thesis(replies).signal = 1,
    fails: { "2.1.signal": "request 2 (reasoning), agent_thesis, signal | a string | 1" },
  },
  {
    breaks: "confidence is a text",
    change: (replies) => thesis(replies).confidence = "0.7",
    fails: { "2.1.confidence": 'agent_thesis, confidence | a number | "0.7"' },
  },
  {
    breaks: "reasoning is missing",
    change: (replies) => delete thesis(replies).reasoning,
    fails: { "2.1.reasoning": "agent_thesis, reasoning | a string | nothing" },
  },
  {
    breaks: "key_drivers is a string",
    change: ({ result }) => result.key_drivers = "momentum",
    fails: { "2.1.key_drivers": 'key_drivers | an array of string | "momentum"' },
  },
  {
    breaks: "a risk is an object",
    change: ({ result }) => result.risks = [{ text: "a fall" }],
    fails: { "2.1.risks": 'risks | an array of string | [{"text":"a fall"}]' },
  },
  {
    breaks: "metadata is a text",
    change: (replies) => part(first(replies, "response.completed"), "response").metadata = "none",
    fails: {
      "2.2.metadata": 'event 23 response.completed, response, metadata | an object | "none"',
      "6.3.4.verification": "the results of event 15 (verification.done) | nothing",
    },
    hides: ["2.2.verification", "2.2.confidence"],
  },
  {
    breaks: "verification is a list",
    change: (replies) => metadata(replies).verification = [0.9],
    fails: { "2.2.verification": "response, metadata, verification | an object | [0.9]" },
    hides: ["2.2.confidence"],
  },
  {
    breaks: "the verification's confidence is a text",
    change: (replies) => part(metadata(replies), "verification").confidence = "high",
    fails: { "2.2.confidence": 'metadata, verification, confidence | a number | "high"' },
  },
  {
    breaks: "an item is of another type",
    change: ({ events }) => events.splice(1, 0, { type: ADDED, item: { type: "mcp_call" } }),
    fails: {
      "2.3.type":
        'event 2 response.output_item.added, item, type | message, function_call, function_call_output | "mcp_call"',
    },
  },
  {
    breaks: "a call has no call_id",
    change: (replies) => delete item(replies, "function_call").call_id,
    fails: {
      "2.3.function_call.call_id": "event 2 response.output_item.added, item, call_id | a string | nothing",
      "6.3.1.start":
        'event 3 response.function_call_arguments.delta | an earlier response.output_item.added of the call "call_1"',
      "6.3.2.call": 'event 7 response.output_item.added, item, call_id | the call_id of a function_call | "call_1"',
    },
    hides: ["6.3.1.end", "6.3.1.full", "6.3.2.result"],
  },
  {
    breaks: "a call has no name",
    change: (replies) => delete item(replies, "function_call").name,
    fails: { "2.3.function_call.name": "event 2 response.output_item.added, item, name | a string | nothing" },
  },
  {
    breaks: "a finished call has arguments that are an object",
    change: (replies) => item(replies, "function_call", "response.output_item.done").arguments = { ticker: "AAPL" },
    fails: {
      "2.3.function_call.arguments":
        'event 6 response.output_item.done, item, arguments | a string | {"ticker":"AAPL"}',
    },
  },
  {
    breaks: "a finished result has no call_id",
    change: (replies) => delete item(replies, "function_call_output", "response.output_item.done").call_id,
    fails: {
      "2.3.function_call_output.call_id": "event 8 response.output_item.done, item, call_id | a string | nothing",
    },
  },
  {
    breaks: "a result has no output",
    change: (replies) => delete item(replies, "function_call_output").output,
    fails: {
      "2.3.function_call_output.output":
        "event 7 response.output_item.added, item, output | the tool's result | nothing",
    },
  },
  {
    breaks: "a message has no content part",
    change: (replies) => drop(replies, ({ type }) => String(type).startsWith("response.content_part")),
    fails: { "2.3.message": "request 1 (stream) | a response.content_part.added | a message with text and no part" },
    hides: ["6.2.content_part.done"],
  },
  {
    breaks: "code runs under another item_id",
    change: (replies) => first(replies, `${CODE}.started`).item_id = "ce_2",
    fails: {
      "2.4.item_id":
        'event 12 response.code_execution.started, item_id | the item_id of a response.code_execution.added | "ce_2"',
    },
  },
  {
    breaks: "the code is not sent",
    change: (replies) => drop(replies, ({ type }) => type === `${CODE}.input_delta`),
    fails: { "2.4.input": "a response.code_execution.input_delta of this execution | none" },
    hides: ["6.2.code_execution.input_delta"],
  },
  {
    breaks: "stdout is null",
    change: (replies) => output(replies).stdout = null,
    fails: { "2.4.stdout": "event 13 response.code_execution.output, stdout | a string | null" },
  },
  {
    breaks: "stderr is missing",
    change: (replies) => delete output(replies).stderr,
    fails: { "2.4.stderr": "event 13 response.code_execution.output, stderr | a string | nothing" },
  },
  {
    breaks: "return_code is a text",
    change: (replies) => output(replies).return_code = "0",
    fails: { "2.4.return_code": 'return_code | a number | "0"' },
  },
  {
    breaks: "files is an object",
    change: (replies) => output(replies).files = { file_id: "file_1" },
    fails: { "2.4.files": 'files | an array or null | {"file_id":"file_1"}' },
    hides: [
      ...["2.5.objects", "2.5.file_id", "2.5.filename", "4.3.path", "4.3.raw", "4.3.bytes"],
      ...["5.bearer", "5.no_key", "5.wrong_key", "9.files"],
    ],
  },
  {
    breaks: "a file is named by its id alone",
    change: (replies) => files(replies).push("file_3" as unknown as Wire),
    fails: { "2.5.objects": 'event 13 response.code_execution.output, files/2 | an object | "file_3"' },
  },
  {
    breaks: "a file has no file_id",
    change: (replies) => delete files(replies)[1]?.file_id,
    fails: { "2.5.file_id": "files/1, file_id | a string | nothing" },
  },
  {
    breaks: "a filename is null",
    change: (replies) => part(output(replies), "files", "1").filename = null,
    fails: { "2.5.filename": "files/1, filename | a string | null" },
  },
];

/** Sections 4, 5 and 9. */
const OPERATIONS: readonly BrokenService[] = [
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
    hides: ["4.1.request", "4.1.stream", "4.1.sse", ...NO_STREAM],
  },
];

/** Section 6.1. */
const WIRE: readonly BrokenService[] = [
  {
    breaks: "[DONE] is missing",
    change: (replies) => rewrite(replies, (text) => text.replace("data: [DONE]\n\n", "")),
    fails: { "6.1.done": "request 1 (stream) | a final data: [DONE] | the end of the stream after" },
  },
  {
    breaks: "an event follows [DONE]",
    change: (replies) => rewrite(replies, (text) => `${text}data: {"type":"ping"}\n\n`),
    fails: { "6.1.done": 'event 25 on line 49 | a final data: [DONE] | after it {"type":"ping"}' },
  },
  {
    breaks: "there is a further line before [DONE]",
    change: (replies) => rewrite(replies, (text) => text.replace("data: [DONE]", "bye\ndata: [DONE]")),
    fails: { "6.1.line": 'request 1 (stream), line 47 | one line that begins with data: | "bye"' },
  },
  {
    breaks: "events have names in a line of their own",
    change: (replies) => rewrite(replies, (text) => text.replace("data:", "event: response.created\ndata:")),
    fails: { "6.1.line": 'line 1 | one line that begins with data: | "event: response.created"' },
  },
  {
    breaks: "the JSON of an event is on two data lines",
    change: (replies) => rewrite(replies, (text) => text.replace('{"type"', '{\ndata: "type"')),
    fails: { "6.1.line": 'line 1 | one line that begins with data: | an event of 2 lines: data: { data: "type"' },
  },
  {
    breaks: "a byte order mark comes first",
    change: (replies) => rewrite(replies, (text) => `\ufeff${text}`),
    fails: { "6.1.line": "line 1 | one line that begins with data:" },
  },
  {
    breaks: "two events have no blank line between them",
    change: (replies) => rewrite(replies, (text) => text.replace("\n\n", "\n")),
    fails: { "6.1.separated": "line 1 | two newlines (LF LF) between events | 2 events without a blank line" },
  },
  {
    breaks: "lines end with CR alone",
    change: (replies) => rewrite(replies, (text) => text.replaceAll("\n", "\r")),
    fails: { "6.1.separated": "two newlines (LF LF) between events | lines that end with CR" },
  },
  {
    breaks: "lines end with CR LF",
    change: (replies) => rewrite(replies, (text) => text.replaceAll("\n", "\r\n")),
    fails: { "6.1.separated": "two newlines (LF LF) between events | lines that end with CR LF" },
  },
  {
    breaks: "an event is not JSON",
    change: (replies) => rewrite(replies, (text) => `data: hello\n\n${text}`),
    fails: { "6.1.json": "event 1 on line 1 | a JSON object | hello" },
  },
  {
    breaks: "an event is not UTF-8",
    change: (replies) => {
      const { write } = replies;
      replies.write = (events) =>
        Uint8Array.from(Array.from(String(write(events)).replace("Apple", "Appl\xe9")), byteOf);
    },
    fails: {
      "6.1.json": "request 1 (stream) | JSON, which is UTF-8 | bytes that are not UTF-8",
      "6.3.3": "text",
    },
  },
  {
    breaks: "an event has no type",
    change: ({ events }) => events.splice(1, 0, { hello: 1 }),
    fails: { "6.1.type": "event 2 on line 3, type | a string | nothing" },
  },
];

function byteOf(char: string): number {
  return char.charCodeAt(0);
}

/** Section 6.2. */
const EVENTS: readonly BrokenService[] = [
  {
    breaks: "a text delta is an object",
    change: (replies) => first(replies, "response.output_text.delta").delta = { text: "Apple" },
    fails: {
      "6.2.output_text.delta": 'event 18 response.output_text.delta, delta | a string | {"text":"Apple"}',
      "6.3.3": "event 20 response.output_text.done, text",
    },
  },
  {
    breaks: "response.created has no response",
    change: (replies) => delete first(replies, "response.created").response,
    fails: { "6.2.created": "event 1 response.created, response | an object | nothing" },
  },
  {
    breaks: "an added item is its type alone",
    change: ({ events }) => events.splice(1, 0, { type: ADDED, item: "message" }),
    fails: { "6.2.output_item.added": 'event 2 response.output_item.added, item | an object | "message"' },
  },
  {
    breaks: "response.completed has no response",
    change: (replies) => delete first(replies, "response.completed").response,
    fails: {
      "6.2.completed": "event 23 response.completed, response | an object | nothing",
      "6.3.4.verification": "the results of event 15 (verification.done) | nothing",
    },
    hides: ["2.2.metadata", "2.2.verification", "2.2.confidence"],
  },
  {
    breaks: "an arguments delta names its item in place of its call",
    change: (replies) => {
      const [, delta] = of(replies, `${CALL}.delta`);
      Object.assign(delta ?? missing("delta"), { call_id: undefined, item_id: "fc_1" });
    },
    fails: {
      "6.2.function_call_arguments.delta":
        "event 4 response.function_call_arguments.delta, call_id | a string | nothing",
      "6.3.1.full": "event 5 response.function_call_arguments.done, arguments",
    },
  },
  {
    breaks: "the full arguments are an object",
    change: (replies) => first(replies, `${CALL}.done`).arguments = { ticker: "AAPL" },
    fails: {
      "6.2.function_call_arguments.done":
        'event 5 response.function_call_arguments.done, arguments | a string | {"ticker"',
    },
  },
  {
    breaks: "a code execution has no name",
    change: (replies) => delete first(replies, `${CODE}.added`).name,
    fails: { "6.2.code_execution.added": "event 9 response.code_execution.added, name | a string | nothing" },
  },
  {
    breaks: "a piece of code is missing",
    change: (replies) => delete first(replies, `${CODE}.input_delta`).delta,
    fails: {
      "6.2.code_execution.input_delta": "event 10 response.code_execution.input_delta, delta | a string | nothing",
    },
  },
  {
    breaks: "the start of code has no item_id",
    change: (replies) => delete first(replies, `${CODE}.started`).item_id,
    fails: { "6.2.code_execution.started": "event 12 response.code_execution.started, item_id | a string | nothing" },
  },
  {
    breaks: "the output of code has no item_id",
    change: (replies) => delete output(replies).item_id,
    fails: {
      "6.2.code_execution.output": "event 13 response.code_execution.output, item_id | a string | nothing",
      "2.4.input":
        "event 13 response.code_execution.output | a response.code_execution.input_delta of this execution | none",
    },
  },
  {
    breaks: "text follows its end",
    change: (replies) => move(replies, "response.output_text.done", 18),
    fails: {
      "6.2.output_text.done": "event 20 response.output_text.delta | no text after event 19, where it was complete",
    },
  },
  {
    breaks: "a part ends twice",
    change: (replies) => replies.events.splice(-1, 0, { type: "response.content_part.done" }),
    fails: {
      "6.2.content_part.done":
        "event 23 response.content_part.done | a response.content_part.added for it | 2 ends of 1 starts",
    },
  },
  {
    breaks: "an item ends that never started",
    change: (replies) => replies.events.splice(-1, 0, { type: "response.output_item.done" }),
    fails: {
      "6.2.output_item.done":
        "event 23 response.output_item.done | a response.output_item.added for it | 4 ends of 3 starts",
    },
  },
  {
    breaks: "a verification ends that never started",
    change: (replies) => drop(replies, ({ type }) => type === "verification.started"),
    fails: { "6.2.verification.done": "event 14 verification.done | a verification.started for it | 0 starts" },
  },
];

/** Sections 6.3 and 7. */
const RULES: readonly BrokenService[] = [
  {
    breaks: "arguments come before their call",
    change: (replies) => move(replies, ADDED, 3),
    fails: {
      "6.3.1.start":
        "event 2 response.function_call_arguments.delta | an earlier response.output_item.added of the call",
    },
  },
  {
    breaks: "arguments do not end",
    change: (replies) => drop(replies, ({ type }) => type === `${CALL}.done`),
    fails: {
      "6.3.1.end": 'event 2 response.output_item.added | a response.function_call_arguments.done of "call_1" | none',
    },
    hides: ["6.2.function_call_arguments.done", "6.3.1.full"],
  },
  {
    breaks: "a delta follows the full arguments",
    change: (replies) => move(replies, `${CALL}.done`, 3),
    fails: {
      "6.3.1.end":
        "event 5 response.function_call_arguments.delta | no delta after response.function_call_arguments.done",
    },
  },
  {
    breaks: "the deltas do not add up to the arguments",
    change: (replies) => first(replies, `${CALL}.delta`).delta = '{"name":',
    fails: { "6.3.1.full": "event 5 response.function_call_arguments.done, arguments" },
  },
  {
    breaks: "the full arguments differ",
    change: (replies) => first(replies, `${CALL}.done`).arguments = '{"ticker":"IBM"}',
    fails: { "6.3.1.full": '"{\\"ticker\\":\\"AAPL\\"}", 17 characters, from character 11 on' },
  },
  {
    breaks: "a result is of no call",
    change: ({ events }) =>
      events.splice(8, 0, { type: ADDED, item: { type: "function_call_output", call_id: "call_9", output: 1 } }),
    fails: {
      "6.3.2.call": 'event 9 response.output_item.added, item, call_id | the call_id of a function_call | "call_9"',
    },
  },
  {
    breaks: "a call has no result",
    change: (replies) => drop(replies, ({ item }) => (item as Wire | undefined)?.type === "function_call_output"),
    fails: {
      "6.3.2.result":
        "event 2 response.output_item.added | a response.output_item.added of a function_call_output with",
    },
    hides: ["2.3.function_call_output.call_id", "2.3.function_call_output.output", "6.3.2.call"],
  },
  {
    breaks: "the text differs from its deltas",
    change: (replies) => first(replies, "response.output_text.done").text = "Apple is down.",
    fails: {
      "6.3.3":
        'event 20 response.output_text.done, text | "Apple is up.", 12 characters, from character 9 on | "Apple is down."',
    },
  },
  {
    breaks: "the final response has another text",
    change: (replies) => {
      const [message] = part(first(replies, "response.completed"), "response").output as Wire[];
      part(message ?? missing("message"), "content", "0").text = "Apple is up";
    },
    fails: { "6.3.3": "event 23 response.completed, response, output" },
  },
  {
    breaks: "response.completed is missing",
    change: (replies) => drop(replies, ({ type }) => type === "response.completed"),
    fails: { "6.3.4.completed": "request 1 (stream) | a response.completed | the end after response.output_item.done" },
    hides: [
      ...["2.2.metadata", "2.2.verification", "2.2.confidence", "6.2.completed"],
      ...["6.3.1.end", "6.3.2.result", "6.3.4.verification"],
    ],
  },
  {
    breaks: "metadata is missing on the completed response",
    change: (replies) => delete part(first(replies, "response.completed"), "response").metadata,
    fails: { "6.3.4.verification": "response.completed, response, metadata, verification | the results of event 15" },
    hides: ["2.2.metadata", "2.2.verification", "2.2.confidence"],
  },
  {
    breaks: "a stream breaks off without a word",
    change: ({ unknown }) =>
      Object.assign(unknown, { body: 'data: {"type":"response.created","response":{}}\n\n', isBroken: true }),
    fails: {
      "6.1.done": "request 7 (unknown company) | a final data: [DONE]",
      "6.3.4.completed": "request 7 (unknown company) | a response.completed | the end after response.created",
      "7.error": "request 7 (unknown company) | an event of type error",
    },
  },
  {
    breaks: "a failure is response.failed",
    change: ({ unknown }) => unknown.body = String(unknown.body).replace('"error"', '"response.failed"'),
    fails: {
      "6.3.4.completed": "request 7 (unknown company) | a response.completed | the end after response.failed",
      "7.error": "request 7 (unknown company) | an event of type error | the end of the stream after response.failed",
    },
  },
];

/** Every broken service: each check that can fail is failed by at least one of them. */
export const BROKEN_SERVICES: readonly BrokenService[] = [...RESOURCES, ...OPERATIONS, ...WIRE, ...EVENTS, ...RULES];
