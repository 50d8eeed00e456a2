import { drop, first, metadata, output, part, rewrite } from "./broken/change.ts";
import { type Replies, type Wire, written } from "./good_service.ts";

/** A service that keeps the specification, and differs from the good one where that is silent. */
export interface OtherService {
  readonly when: string;
  readonly change: (replies: Replies) => void;
  /** Where an operation could not be asked: 3. */
  readonly code?: 3;
}

const completed = (replies: Replies) => part(first(replies, "response.completed"), "response");

/** Each fails no line. */
export const OTHER_SERVICES: readonly OtherService[] = [
  {
    when: "comments keep the connection open",
    change: (replies) => rewrite(replies, (text) => `: ping\n\n${text.replace("\n\n", "\n\n: ping\n\n\n")}`),
  },
  {
    when: "there is no space after data:",
    change: (replies) => rewrite(replies, (text) => text.replaceAll("data: ", "data:")),
  },
  {
    when: "nothing follows [DONE], not even a newline",
    change: (replies) => rewrite(replies, (text) => text.trimEnd()),
  },
  {
    when: "there are more than two newlines",
    change: (replies) => rewrite(replies, (text) => text.replaceAll("\n\n", "\n\n\n")),
  },
  {
    when: "events have types and fields of their own",
    change: ({ events }) => {
      events.splice(1, 0, { type: "response.in_progress", sequence_number: 1 });
      for (const [at, event] of events.entries()) event.sequence_number = at;
    },
  },
  {
    when: "text has characters beyond the first plane",
    change: (replies) => {
      Object.assign(first(replies, "response.output_text.delta"), { delta: "📈\u2028Apple" });
      const text = "📈\u2028Apple is up.";
      first(replies, "response.output_text.done").text = text;
      part(completed(replies), "output", "0", "content", "0").text = text;
    },
  },
  {
    when: "no full text is sent beside the deltas",
    change: (replies) => {
      delete first(replies, "response.output_text.done").text;
      delete completed(replies).output;
    },
  },
  { when: "files is null", change: (replies) => output(replies).files = null },
  { when: "files is empty", change: (replies) => output(replies).files = [] },
  { when: "a file has no name", change: (replies) => delete part(output(replies), "files", "0").filename },
  {
    when: "the output of a tool is an object",
    change: ({ events }) => {
      const items = events.map(({ item }) => item as Wire | undefined);
      for (const item of items) if (item?.type === "function_call_output") item.output = { rows: [1] };
    },
  },
  {
    when: "a call is announced without arguments",
    change: ({ events }) => delete part(events[1] ?? {}, "item").arguments,
  },
  {
    when: "a call takes no arguments",
    change: (replies) => {
      drop(replies, ({ type }) => type === "response.function_call_arguments.delta");
      first(replies, "response.function_call_arguments.done").arguments = "";
    },
  },
  {
    when: "nothing is verified, and metadata is absent",
    change: (replies) => {
      drop(replies, ({ type }) => String(type).startsWith("verification."));
      delete completed(replies).metadata;
    },
  },
  {
    when: "metadata is null",
    change: (replies) => {
      drop(replies, ({ type }) => String(type).startsWith("verification."));
      completed(replies).metadata = null;
    },
  },
  {
    when: "verification has a scale of its own",
    change: (replies) => part(metadata(replies), "verification").confidence = 97,
  },
  {
    when: "verification follows the text",
    change: ({ events }) => {
      const verification = events.splice(13, 2);
      events.splice(-1, 0, ...verification);
    },
  },
  {
    when: "only text is answered",
    change: (replies) =>
      replies.events = [
        { type: "response.output_text.delta", delta: "Apple" },
        { type: "response.completed", response: {} },
      ],
  },
  {
    when: "signal and confidence are of another kind",
    change: ({ result }) => Object.assign(result.agent_thesis as Wire, { signal: "BUY", confidence: 72 }),
  },
  {
    when: "there is nothing to say",
    change: ({ result }) => Object.assign(result, { key_drivers: [], risks: [], more: 1 }),
  },
  { when: "an answer without a stream is refused", change: ({ plain }) => plain.status = 400 },
  {
    when: "an unknown company is a 422",
    change: ({ unknown }) => Object.assign(unknown, { status: 422, headers: {}, body: "{}" }),
  },
  {
    when: "an unknown company is a text",
    change: (replies) =>
      replies.unknown.body = written([
        { type: "response.output_text.delta", delta: "unknown" },
        { type: "response.completed", response: { metadata: {} } },
      ]),
  },
  {
    when: "a file without a key looks as if it did not exist",
    change: ({ refusals }) => refusals.none = { status: 404, headers: {}, body: "" },
  },
  {
    when: "a download without a key leads to a login",
    change: ({ refusals }) => refusals.none = { status: 302, headers: { location: "/login" }, body: "" },
  },
  {
    when: "a file has no announced size",
    change: (replies) => {
      delete part(output(replies), "files", "0").bytes;
      replies.file.headers = {};
    },
  },
  {
    when: "create response has another path",
    change: ({ stream, plain, unknown }) => {
      for (const reply of [stream, plain, unknown]) Object.assign(reply, { status: 404, body: "no such path" });
    },
    code: 3,
  },
  {
    when: "the reasoning operation wants another body",
    change: ({ reasoning }) => Object.assign(reasoning, { status: 422, body: "ticker is missing" }),
    code: 3,
  },
  {
    when: "too many requests were sent",
    change: ({ reasoning }) => Object.assign(reasoning, { status: 429, body: "later" }),
    code: 3,
  },
];
