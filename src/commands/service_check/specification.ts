import { isRecord } from "../../text/options.ts";
import { firstNames } from "../../text/cut.ts";
import { FIELD_LINES, PAYLOADS } from "./field_lines.ts";
import { REPLY_LINES } from "./reply_lines.ts";
import { RULE_LINES } from "./rule_lines.ts";
import { fieldOf, type RequestName, type Shown } from "./shown.ts";
import { STREAM_LINES } from "./stream_lines.ts";
import { type Check, valueWords } from "./verdict.ts";

/** The sections of the specification that say something of the wire. */
export const SECTIONS: readonly (readonly [number: string, title: string])[] = [
  ["2.1", "Agent reasoning result"],
  ["2.2", "Response object"],
  ["2.3", "Output item"],
  ["2.4", "Code execution"],
  ["2.5", "File reference"],
  ["3", "States and transitions"],
  ["4.1", "Create response"],
  ["4.2", "Agent reasoning"],
  ["4.3", "Download file"],
  ["5", "Authentication"],
  ["6.1", "Wire format"],
  ["6.2", "Event types"],
  ["6.3", "Rules"],
  ["7", "Errors"],
  ["8", "Limits"],
  ["9", "Versioning"],
];

const KNOWN: readonly string[] = [
  ...PAYLOADS.map(([type]) => type),
  "response.output_text.done",
  "response.content_part.added",
  "response.content_part.done",
  "response.output_item.done",
  "verification.started",
  "verification.done",
  "error",
];
const MOST_PHASES = 12;

/** What the specification leaves open, and what this service does there: never a failure. */
const OPEN_LINES: readonly Check[] = [
  open("2.1.values", "values of signal, range of confidence", ({ result }) => {
    const thesis = fieldOf(result?.wire, "agent_thesis");
    if (!isRecord(thesis)) return undefined;
    return `signal ${valueWords(thesis["signal"])}, confidence ${valueWords(thesis["confidence"])}`;
  }),
  open("2.2.fields", "other fields of the response object", (shown) => namesIn(completed(shown, "response"))),
  open(
    "2.2.scale",
    "other fields of the verification, scale of confidence",
    (shown) => namesIn(completed(shown, "response", "metadata", "verification")),
  ),
  open("2.3.fields", "fields of the message item", (shown) => {
    const items = shown.eventsOf("response.output_item.added").map(({ wire }) => fieldOf(wire, "item"));
    return namesIn(items.filter((item) => fieldOf(item, "type") === "message"));
  }),
  open("3.transitions", "states and transitions", (shown) => {
    const statuses = shown.eventsOf("response.created", "response.completed")
      .map(({ type, wire }) => [fieldOf(wire, "response", "status"), type] as const)
      .flatMap(([status, type]) => status === undefined ? [] : `${valueWords(status)} in ${type}`);
    return [...new Set(statuses)].join(", ") || undefined;
  }),
  open("4.1.path", "method and path of create response", operation("stream")),
  open("4.1.parameters", "which request fields are required, and others"),
  open("4.1.plain", "the body without a stream", (shown) => {
    const exchange = shown.of("plain");
    if (exchange?.reply === undefined) return shown.wordsOf("plain");
    const type = exchange.header("content-type") ?? "no content type";
    return `${exchange.reply.status}, ${type}, ${exchange.bytes.length} bytes`;
  }),
  open("4.2.request", "the body of the reasoning request", operation("reasoning")),
  open("4.3.headers", "headers and error replies of the download", (shown) => {
    const { reply } = shown.of(shown.download) ?? {};
    return reply && [...reply.headers.keys()].join(", ");
  }),
  open("5.issuing", "how keys are issued"),
  open("5.others", "whether other operations need the key", operation("reasoning without key")),
  open("6.2.others", "types of events beside those of the table", ({ events }) => {
    const others = new Set(events.map(({ type }) => type).filter((type) => !KNOWN.includes(type)));
    return events.length === 0 ? undefined : [...others].join(", ") || "none came";
  }),
  open("6.3.order", "the order of events", ({ streams: [stream] }) => {
    if (stream === undefined) return undefined;
    const types = [...new Set(stream.events.map(({ type }) => type))];
    return `first seen: ${firstNames(types, MOST_PHASES)}`;
  }),
  open("6.3.payloads", "other payloads, and that of the error event", (shown) => {
    const [error] = shown.eventsOf("error");
    return error && `error has ${namesIn([error.wire])}`;
  }),
  open("6.3.alerts", "THESIS_DRIFT, EARNINGS_BEAT and INSIDER_BUY"),
  open("7.codes", "error codes, statuses and bodies", operation("unknown company")),
  open("8.limits", "rates, sizes, timeouts and retention", (shown) => {
    const exchange = shown.of("stream") ?? shown.of("reasoning");
    return exchange?.limits.map(([name, value]) => `${name}: ${value}`).join(", ") || undefined;
  }),
  open("9.policy", "deprecation and compatibility"),
];

const ALL: readonly Check[] = [FIELD_LINES, REPLY_LINES, STREAM_LINES, RULE_LINES, OPEN_LINES].flat();

/** Every line of the specification that an exchange can show, section by section. */
export const CHECKS: readonly (Check & { readonly section: string })[] = SECTIONS.flatMap(([section]) =>
  ALL.filter(({ id }) => id.startsWith(`${section}.`)).map((check) => ({ ...check, section }))
);

/** @param shows What this service does; undefined when no request shows it. */
function open(id: string, says: string, shows?: (shown: Shown) => string | undefined): Check {
  const why = (shown: Shown) => shows?.(shown) ?? "no request asks for it";
  return { id, says, judge: (shown) => ({ verdict: "not shown", by: "specification", why: why(shown) }) };
}

/** A part of each completed response. */
function completed(shown: Shown, ...path: readonly string[]): unknown[] {
  return shown.eventsOf("response.completed").map(({ wire }) => fieldOf(wire, ...path));
}

/** The names of the fields of the first object. */
function namesIn(values: readonly unknown[]): string | undefined {
  const first = values.find(isRecord);
  return first && Object.keys(first).join(", ");
}

/** A request, and what it came to. */
function operation(name: RequestName): (shown: Shown) => string {
  return (shown) => {
    const { sending } = shown.of(name) ?? {};
    if (sending === undefined) return shown.wordsOf(name);
    const fields = sending.json === undefined ? "" : ` with ${Object.keys(sending.json).join(", ")}`;
    return `${sending.method} ${sending.path}${fields}: ${shown.wordsOf(name)}`;
  };
}
