import type { Wire } from "../good_service.ts";
import { ADDED, type BrokenService, CALL, drop, first, missing, move, part } from "./change.ts";

/** Services that break sections 6.3 and 7. */
export const RULES: readonly BrokenService[] = [
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
