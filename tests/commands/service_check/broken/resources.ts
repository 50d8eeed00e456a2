import type { Wire } from "../good_service.ts";
import { ADDED, type BrokenService, CODE, drop, files, first, item, metadata, output, part, thesis } from "./change.ts";

/** The lines about the fields of a result. */
export const RESULT_FIELDS = ["agent_thesis", "signal", "confidence", "reasoning", "key_drivers", "risks"].map((name) =>
  `2.1.${name}`
);
const THESIS_FIELDS = ["2.1.signal", "2.1.confidence", "2.1.reasoning"];

/** Services that break section 2. */
export const RESOURCES: readonly BrokenService[] = [
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
