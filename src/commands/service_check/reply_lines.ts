import { isElsewhere, isExcused, isSuccess, type Planned, type RequestName, type Shown, statusWords } from "./shown.ts";
import { fieldOf } from "./shown.ts";
import { type Check, fail, notShown, pass, type Verdict } from "./verdict.ts";

/** Sections 4, 5 and 9: the operations, the file, the key, and where they are. */
export const REPLY_LINES: readonly Check[] = [
  { id: "4.1.request", says: "model, input and stream are taken", judge: isRequestTaken },
  reply("4.1.stream", "stream true gives a stream of events", "stream", (exchange, shown) => {
    if (!isSuccess(exchange)) return undefined;
    if (isStreamed(shown)) return pass(`${shown.streams[0]?.data.length} events`);
    if (exchange.outcome === "late") return undefined;
    const found = exchange.size === 0 ? "an empty body" : exchange.text;
    return fail({ at: `${shown.at("stream")}, body`, expected: "lines that begin with data:", found });
  }),
  reply("4.1.sse", "an SSE stream is text/event-stream", "stream", (exchange, shown) => {
    if (!isSuccess(exchange)) return undefined;
    if (!isStreamed(shown)) return notShown("the reply is not a stream");
    const found = exchange.header("content-type") ?? "nothing";
    if (/^text\/event-stream *(?:;|$)/i.test(found)) return pass(found);
    return fail({ at: `${shown.at("stream")}, content-type`, expected: "text/event-stream", found });
  }),
  isThere("4.2.path", "POST /api/v1/agent/reasoning exists", "reasoning"),
  reply("4.2.status", "success is HTTP 200", "reasoning", (exchange, shown) => {
    if (isExcused(exchange) || isElsewhere(exchange) || isLost(exchange)) return undefined;
    if (exchange.reply?.status === 200) return pass("200");
    return fail({ at: shown.at("reasoning"), expected: "200", found: statusWords(exchange) });
  }),
  reply("4.3.path", "GET /v1/files/{file_id} gives the file", "download", (exchange, shown) => {
    if (isExcused(exchange) || isLost(exchange)) return undefined;
    if (isSuccess(exchange)) return pass(sizeWords(exchange));
    return fail({ at: shown.at(shown.download), expected: "the content of the file", found: statusWords(exchange) });
  }),
  reply("4.3.raw", "the reply is the raw content", "download", isRaw),
  reply("4.3.bytes", "as many bytes as were announced", "download", isAsAnnounced),
  reply("5.bearer", "the key is taken as Authorization: Bearer", "file", (exchange, shown) => {
    if (isSuccess(exchange)) return pass(`${exchange.reply?.status} with the key`);
    if (!isRefusal(exchange)) return undefined;
    return fail({ at: shown.at("file"), expected: "the file", found: statusWords(exchange) });
  }),
  reply("5.streaming", "the streaming API takes the key", "stream", (exchange, shown) => {
    if (exchange.sending.key !== "own") return undefined;
    if (isSuccess(exchange)) return pass(`${exchange.reply?.status} with the key`);
    const other = shown.of("reasoning"); // a key that no operation takes is a wrong one
    if (other === undefined || !isSuccess(other) || !isRefusal(exchange)) return undefined;
    return fail({ at: shown.at("stream"), expected: "an answer, as the key is good", found: statusWords(exchange) });
  }),
  isRefused("5.no_key", "no file without a key", "file without key"),
  isRefused("5.wrong_key", "no file with a wrong key", "file with wrong key"),
  reply("9.streaming", "the streaming API is under /v1", "stream", (exchange, shown) => {
    if (isSuccess(exchange)) return pass(answerWords(exchange));
    // The path of create response is not shown, so another one is no failure; one outside the prefix is.
    const target = URL.parse(exchange.header("location") ?? "", exchange.request.url);
    if (!isElsewhere(exchange) || target === null || /\/v1\//.test(target.pathname)) return undefined;
    return fail({ at: shown.at("stream"), expected: "a path under /v1", found: statusWords(exchange) });
  }),
  isThere("9.files", "files are under /v1", "download"),
  isThere("9.reasoning", "the reasoning operation is under /api/v1", "reasoning"),
];

/** A request, or the one that shows the content of a file. */
type Asked = RequestName | "download";

/** A line about the reply to a request; without a verdict it is not shown, as it is where the request was not sent. */
function reply(
  id: string,
  says: string,
  asked: Asked,
  judge: (exchange: Planned, shown: Shown) => Verdict | undefined,
): Check {
  return {
    id,
    says,
    judge(shown) {
      const name = asked === "download" ? shown.download : asked;
      const exchange = shown.of(name);
      return exchange && judge(exchange, shown) || notShown(shown.wordsOf(name));
    },
  };
}

/** An operation is where the specification says. */
function isThere(id: string, says: string, asked: Asked): Check {
  return reply(id, says, asked, (exchange, shown) => {
    if (exchange.reply === undefined) return undefined;
    if (!isElsewhere(exchange)) return pass(answerWords(exchange));
    const { method, path } = exchange.sending;
    const at = shown.at(asked === "download" ? shown.download : asked);
    return fail({ at, expected: `${method} ${path}`, found: statusWords(exchange) });
  });
}

/** A refusal says something about keys only where the file is there. */
function isRefused(id: string, says: string, name: RequestName): Check {
  return reply(id, says, name, (exchange, shown) => {
    const { status = 0 } = exchange.reply ?? {};
    if (isSuccess(exchange)) return fail({ at: shown.at(name), expected: "a refusal", found: sizeWords(exchange) });
    const withKey = shown.of("file");
    const isHidden = status === 404 && withKey !== undefined && isSuccess(withKey);
    const isRefusal = status >= 400 && status < 500 && !isElsewhere(exchange);
    return isRefusal || isHidden ? pass(`refused with ${status}`) : undefined;
  });
}

function isRequestTaken(shown: Shown): Verdict {
  for (const name of ["stream", "plain"] as const) {
    const exchange = shown.of(name);
    if (exchange === undefined || isSuccess(exchange)) continue;
    // Method and path of create response are not shown.
    const isOpen = exchange.reply === undefined || isExcused(exchange) || isElsewhere(exchange);
    if (isOpen && exchange.outcome !== "broke") return notShown(shown.wordsOf(name));
    return fail({ at: shown.at(name), expected: "an answer", found: statusWords(exchange) });
  }
  const { json } = shown.of("stream")?.sending ?? {};
  if (json === undefined) return notShown(shown.wordsOf("stream"));
  const missing = fieldOf(json, "model") === undefined ? "; no model was sent: --model NAME sends one" : "";
  return pass(`${Object.keys(json).join(", ")} were sent${missing}`);
}

function isStreamed(shown: Shown): boolean {
  return shown.streams[0]?.at === shown.at("stream");
}

/** Whether no reply came, and the service did not break off. */
function isLost({ reply, outcome }: Planned): boolean {
  return reply === undefined && outcome !== "broke";
}

function isRefusal({ reply }: Planned): boolean {
  return reply?.status === 401 || reply?.status === 403;
}

function answerWords({ sending: { method, path }, reply }: Planned): string {
  return `${method} ${path} answered ${reply?.status}`;
}

function sizeWords({ reply, bytes }: Planned): string {
  return `${reply?.status}, ${bytes.length} bytes`;
}

/** The file as it was announced, where that is the one which was downloaded. */
function announced({ sending: { path } }: Planned, { file }: Shown): unknown {
  const id = fieldOf(file?.wire, "file_id");
  return typeof id === "string" && path.endsWith(encodeURIComponent(id)) ? file?.wire : undefined;
}

function isRaw(exchange: Planned, shown: Shown): Verdict | undefined {
  if (!isSuccess(exchange)) return undefined;
  const filename = fieldOf(announced(exchange, shown), "filename");
  const known = typeof filename === "string" ? SIGNATURES.find(([ends]) => ends.test(filename)) : undefined;
  if (known === undefined) return notShown("no announced filename says how its content begins");
  const [, expected, begins] = known;
  const { bytes } = exchange;
  if (typeof begins === "string" ? latin1(bytes).startsWith(begins) : begins.test(head(bytes))) {
    return pass(`it begins as ${expected}`);
  }
  return fail({ at: `${shown.at(shown.download)}, body`, expected, found: firstBytes(bytes) });
}

function isAsAnnounced(exchange: Planned, shown: Shown): Verdict | undefined {
  const { bytes: { length }, outcome, problem = "" } = exchange;
  if (!isSuccess(exchange) || outcome === "too long" || outcome === "late") return undefined;
  const at = shown.at(shown.download);
  const header = exchange.header("content-length");
  const file = announced(exchange, shown);
  const counts = [fieldOf(file, "bytes"), fieldOf(file, "size"), header && Number(header)]
    .filter((count) => typeof count === "number");
  const wrong = counts.find((count) => count !== length);
  if (wrong !== undefined) return fail({ at: `${at}, body`, expected: `${wrong} bytes`, found: `${length} bytes` });
  if (outcome === "broke") return fail({ at, expected: "the whole content", found: problem });
  return counts.length === 0 ? notShown("no number of bytes was announced") : pass(`${length} bytes`);
}

const SHOWN_BYTES = 16;

/**
 * How the content of a kind of file begins, by the end of its name: with these bytes, or with a text like this. A text
 * of one of these kinds is neither a web page nor JSON nor base64 around it.
 */
const SIGNATURES: readonly (readonly [ends: RegExp, name: string, begins: string | RegExp])[] = [
  [/\.png$/i, "a PNG image", "\x89PNG\r\n\x1a\n"],
  [/\.jpe?g$/i, "a JPEG image", "\xff\xd8\xff"],
  [/\.gif$/i, "a GIF image", "GIF8"],
  [/\.pdf$/i, "a PDF", "%PDF-"],
  [/\.(?:xlsx|docx|zip)$/i, "a ZIP archive", "PK"],
  [/\.svg$/i, "an SVG image", /^\ufeff?\s*<(?:\?xml|!--|!doctype svg|svg)/i],
  [/\.json$/i, "JSON", /^\s*[[{"\dtfn-]/],
  [
    /\.(?:csv|tsv|txt)$/i,
    "a table or a text, not a web page or an object",
    /^(?!\ufeff?\s*(?:<!doctype|<html|\{))/i,
  ],
];

/** The first bytes, as a text when they are one. */
function firstBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return "nothing";
  const text = head(bytes);
  if (/^[\t\n\r -~]*$/.test(text)) return JSON.stringify(text);
  return Array.from(bytes.subarray(0, SHOWN_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

/** The first bytes, each as a character. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, SHOWN_BYTES));
}

function head(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 200));
}
