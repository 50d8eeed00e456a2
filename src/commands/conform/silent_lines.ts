import type { RequestName } from "./ask.ts";
import type { Check } from "./check.ts";
import { PAYLOADS } from "./event_checks.ts";
import type { Shown } from "./shown.ts";
import { valueWords } from "./verdict.ts";
import { fieldOf, isWire } from "./wire.ts";

/** What the specification leaves open, and what this service does there: never a failure. */
export const SILENT_LINES: readonly Check[] = [
  line("2.1.values", "values of signal, range of confidence", valuesOf),
  line("2.2.fields", "other fields of the response object", (shown) => namesIn(shown, ["response"])),
  line(
    "2.2.scale",
    "other fields of the verification, scale of confidence",
    (shown) => namesIn(shown, ["response", "metadata", "verification"]),
  ),
  line("2.3.fields", "fields of the message item", messageFields),
  line("3.transitions", "states and transitions", statuses),
  line("4.1.path", "method and path of create response", (shown) => operation(shown, "stream")),
  line("4.1.parameters", "which request fields are required, and others", () => undefined),
  line("4.1.plain", "the body without a stream", (shown) => body(shown, "plain")),
  line("4.2.request", "the body of the reasoning request", (shown) => operation(shown, "reasoning")),
  line("4.3.headers", "headers and error replies of the download", headerNames),
  line("5.issuing", "how keys are issued", () => undefined),
  line("5.others", "whether other operations need the key", (shown) => operation(shown, "reasoning without key")),
  line("6.2.others", "types of events beside those of the table", otherTypes),
  line("6.3.order", "the order of events", order),
  line("6.3.payloads", "other payloads, and that of the error event", errorFields),
  line("6.3.alerts", "THESIS_DRIFT, EARNINGS_BEAT and INSIDER_BUY", () => undefined),
  line("7.codes", "error codes, statuses and bodies", (shown) => operation(shown, "unknown company")),
  line("8.limits", "rates, sizes, timeouts and retention", limitHeaders),
  line("9.policy", "deprecation and compatibility", () => undefined),
];

const KNOWN: ReadonlySet<string> = new Set([
  ...PAYLOADS.map(([type]) => type),
  "response.output_text.done",
  "response.content_part.added",
  "response.content_part.done",
  "response.output_item.done",
  "verification.started",
  "verification.done",
  "error",
]);
const LIMIT_HEADER = /^(?:x-)?rate-?limit(?:-|$)|^retry-after(?:-ms)?$/;
const MOST_PHASES = 12;

/** @param shows What this service does; undefined when no request shows it. */
function line(id: string, says: string, shows: (shown: Shown) => string | undefined): Check {
  return {
    id,
    says,
    judge: (shown) => ({ verdict: "not shown", by: "specification", why: shows(shown) ?? "no request asks for it" }),
  };
}

function valuesOf({ result }: Shown): string | undefined {
  const thesis = fieldOf(result?.value, "agent_thesis");
  if (!isWire(thesis)) return undefined;
  return `signal ${valueWords(thesis["signal"])}, confidence ${valueWords(thesis["confidence"])}`;
}

function namesIn(shown: Shown, path: readonly string[]): string | undefined {
  const values = shown.eventsOf("response.completed").map(({ wire }) => path.reduce<unknown>(fieldOf, wire));
  const first = values.find(isWire);
  return first && Object.keys(first).join(", ");
}

function messageFields(shown: Shown): string | undefined {
  const items = shown.eventsOf("response.output_item.added").map(({ wire }) => fieldOf(wire, "item"));
  const message = items.filter(isWire).find((item) => item["type"] === "message");
  return message && Object.keys(message).join(", ");
}

function statuses(shown: Shown): string | undefined {
  const said = shown.eventsOf("response.created", "response.completed")
    .flatMap(({ type, wire }) => {
      const status = fieldOf(fieldOf(wire, "response"), "status");
      return status === undefined ? [] : [`${valueWords(status)} in ${type}`];
    });
  return said.length === 0 ? undefined : [...new Set(said)].join(", ");
}

function operation(shown: Shown, name: RequestName): string | undefined {
  const exchange = shown.of(name);
  if (exchange === undefined) return shown.wordsOf(name);
  const fields = exchange.json === undefined ? "" : ` with ${Object.keys(exchange.json).join(", ")}`;
  return `${exchange.method} ${exchange.path}${fields}: ${shown.wordsOf(name)}`;
}

function body(shown: Shown, name: RequestName): string | undefined {
  const exchange = shown.of(name);
  if (exchange?.reply === undefined) return shown.wordsOf(name);
  const type = exchange.reply.headers.get("content-type") ?? "no content type";
  return `${exchange.reply.status}, ${type}, ${exchange.bytes.length} bytes`;
}

function headerNames(shown: Shown): string | undefined {
  const { reply } = shown.of(shown.download) ?? {};
  return reply && [...reply.headers.keys()].join(", ");
}

function otherTypes(shown: Shown): string | undefined {
  if (shown.events.length === 0) return undefined;
  const types = new Set(shown.events.map(({ type }) => type));
  const others = [...types].filter((type) => !KNOWN.has(type));
  return others.length === 0 ? "none came" : others.join(", ");
}

function order(shown: Shown): string | undefined {
  const [stream] = shown.streams;
  if (stream === undefined) return undefined;
  const phases = [...new Set(stream.events.map(({ type }) => type))];
  const more = phases.length - MOST_PHASES;
  return `first seen: ${phases.slice(0, MOST_PHASES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function errorFields(shown: Shown): string | undefined {
  const [error] = shown.eventsOf("error");
  return error && `error has ${Object.keys(error.wire).join(", ")}`;
}

function limitHeaders(shown: Shown): string | undefined {
  const { reply } = shown.of("stream") ?? shown.of("reasoning") ?? {};
  const said = [...(reply?.headers ?? [])].filter(([name]) => LIMIT_HEADER.test(name));
  return said.length === 0 ? undefined : said.map(([name, value]) => `${name}: ${value}`).join(", ");
}
