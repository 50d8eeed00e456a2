import { ADDED, type BrokenService, CALL, CODE, drop, first, missing, move, of, output } from "./change.ts";

/** Services that break section 6.2. */
export const EVENTS: readonly BrokenService[] = [
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
