import { type BrokenService, rewrite } from "./change.ts";

/** Services that break section 6.1. */
export const WIRE: readonly BrokenService[] = [
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
