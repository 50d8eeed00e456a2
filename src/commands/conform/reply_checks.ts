import type { Exchange, RequestName } from "./ask.ts";
import type { Check } from "./check.ts";
import { isElsewhere, isExcused, isSuccess, type Shown, statusWords } from "./shown.ts";
import {
  fail,
  type Kind,
  notShown,
  NUMBER,
  OBJECT,
  pass,
  STRING,
  STRINGS,
  valueWords,
  type Verdict,
  wrongField,
} from "./verdict.ts";
import { fieldOf } from "./wire.ts";

/** Section 2.1, the body of the reasoning operation. */
export const RESULT_CHECKS: readonly Check[] = [
  { id: "2.1.body", says: "the body is a JSON object", judge: isObjectBody },
  {
    id: "2.1.agent_thesis",
    says: "agent_thesis is an object",
    judge: (shown) => field(shown, ["agent_thesis"], OBJECT),
  },
  thesisField("signal", STRING),
  thesisField("confidence", NUMBER),
  thesisField("reasoning", STRING),
  { id: "2.1.key_drivers", says: "key_drivers is an array of string", judge: list("key_drivers") },
  { id: "2.1.risks", says: "risks is an array of string", judge: list("risks") },
];

/** Sections 4.1 and 4.2, the operations that answer. */
export const OPERATION_CHECKS: readonly Check[] = [
  { id: "4.1.request", says: "model, input and stream are taken", judge: isRequestTaken },
  { id: "4.1.stream", says: "stream true gives a stream of events", judge: isStream },
  { id: "4.1.sse", says: "an SSE stream is text/event-stream", judge: isEventStreamType },
  { id: "4.2.path", says: "POST /api/v1/agent/reasoning exists", judge: (shown) => isThere(shown, "reasoning") },
  { id: "4.2.status", says: "success is HTTP 200", judge: isStatus200 },
];

/** Section 9, where the operations are. */
export const PREFIX_CHECKS: readonly Check[] = [
  { id: "9.streaming", says: "the streaming API is under /v1", judge: isStreamingHere },
  { id: "9.files", says: "files are under /v1", judge: (shown) => isThere(shown, shown.download) },
  {
    id: "9.reasoning",
    says: "the reasoning operation is under /api/v1",
    judge: (shown) => isThere(shown, "reasoning"),
  },
];

function thesisField(name: string, kind: Kind): Check {
  return {
    id: `2.1.${name}`,
    says: `agent_thesis.${name} is ${kind.name}`,
    judge: (shown) => field(shown, ["agent_thesis", name], kind),
  };
}

function list(name: string): Check["judge"] {
  return (shown) => field(shown, [name], STRINGS);
}

function isObjectBody(shown: Shown): Verdict {
  const { result } = shown;
  if (result === undefined) return notShown(shown.wordsOf("reasoning"));
  const { at, value, isJson } = result;
  if (OBJECT.has(value)) return pass("a JSON object");
  return fail({ at: `${at}, body`, expected: "a JSON object", found: isJson ? valueWords(value) : String(value) });
}

/** The last name's holder is judged by a check of its own. */
function field(shown: Shown, path: readonly string[], kind: Kind): Verdict {
  const { result } = shown;
  if (result === undefined) return notShown(shown.wordsOf("reasoning"));
  const holder = path.slice(0, -1).reduce<unknown>(fieldOf, result.value);
  const place = path.slice(0, -1).map((name) => `, ${name}`).join("");
  if (!OBJECT.has(holder)) return notShown(`${place === "" ? "the body" : path[0]} is not an object`);
  const name = path.at(-1) ?? "";
  const wrong = wrongField({ at: result.at + place, wire: holder }, name, { kind });
  return wrong === undefined ? pass(valueWords(fieldOf(holder, name))) : fail(wrong);
}

function isRequestTaken(shown: Shown): Verdict {
  for (const name of ["stream", "plain"] as const) {
    const exchange = shown.of(name);
    if (exchange === undefined || isSuccess(exchange)) continue;
    // Method and path of create response are not shown.
    const isOpen = exchange.reply === undefined || isExcused(exchange) || isElsewhere(exchange);
    if (isOpen && exchange.outcome !== "broke") return notShown(shown.wordsOf(name));
    return fail({ at: shown.at(name), expected: "an answer", found: endWords(exchange) });
  }
  const sent = shown.of("stream")?.json ?? {};
  const missing = fieldOf(sent, "model") === undefined ? "; no model was sent: --model NAME sends one" : "";
  return shown.of("stream") === undefined
    ? notShown(shown.wordsOf("stream"))
    : pass(`${Object.keys(sent).join(", ")} were sent${missing}`);
}

function isStream(shown: Shown): Verdict {
  const exchange = shown.of("stream");
  if (exchange === undefined || !isSuccess(exchange)) return notShown(shown.wordsOf("stream"));
  const [first] = shown.streams;
  if (first?.at === shown.at("stream")) return pass(`${first.data.length} events`);
  if (exchange.outcome === "late") return notShown(shown.wordsOf("stream"));
  const found = exchange.bytes.length === 0 ? "an empty body" : new TextDecoder().decode(exchange.bytes);
  return fail({ at: `${shown.at("stream")}, body`, expected: "lines that begin with data:", found });
}

function isEventStreamType(shown: Shown): Verdict {
  const exchange = shown.of("stream");
  if (exchange?.reply === undefined || !isSuccess(exchange)) return notShown(shown.wordsOf("stream"));
  if (shown.streams[0]?.at !== shown.at("stream")) return notShown("the reply is not a stream");
  const type = exchange.reply.headers.get("content-type") ?? "nothing";
  if (/^text\/event-stream *(?:;|$)/i.test(type)) return pass(type);
  return fail({ at: `${shown.at("stream")}, content-type`, expected: "text/event-stream", found: type });
}

/** Whether an operation is where the specification says. */
function isThere(shown: Shown, name: RequestName): Verdict {
  const exchange = shown.of(name);
  if (exchange?.reply === undefined) return notShown(shown.wordsOf(name));
  const { method, path, reply: { status } } = exchange;
  if (!isElsewhere(exchange)) return pass(`${method} ${path} answered ${status}`);
  return fail({ at: shown.at(name), expected: `${method} ${path}`, found: statusWords(exchange) });
}

function isStatus200(shown: Shown): Verdict {
  const exchange = shown.of("reasoning");
  if (exchange === undefined || isExcused(exchange) || isElsewhere(exchange)) {
    return notShown(shown.wordsOf("reasoning"));
  }
  if (exchange.reply === undefined && exchange.outcome !== "broke") return notShown(shown.wordsOf("reasoning"));
  if (exchange.reply?.status === 200) return pass("200");
  return fail({ at: shown.at("reasoning"), expected: "200", found: endWords(exchange) });
}

/** The path of create response is not shown, so another one is no failure; one outside the prefix is. */
function isStreamingHere(shown: Shown): Verdict {
  const exchange = shown.of("stream");
  if (exchange?.reply === undefined) return notShown(shown.wordsOf("stream"));
  if (isSuccess(exchange)) return pass(`${exchange.method} ${exchange.path} answered ${exchange.reply.status}`);
  const location = exchange.reply.headers.get("location") ?? "";
  const target = URL.canParse(location, exchange.url) ? new URL(location, exchange.url) : undefined;
  const isOutside = isElsewhere(exchange) && target !== undefined && !/\/v1\//.test(target.pathname);
  if (!isOutside) return notShown(shown.wordsOf("stream"));
  return fail({ at: shown.at("stream"), expected: "a path under /v1", found: statusWords(exchange) });
}

/** What came in place of an answer. */
export function endWords(exchange: Exchange): string {
  return exchange.reply === undefined ? exchange.problem ?? "no reply" : statusWords(exchange);
}
