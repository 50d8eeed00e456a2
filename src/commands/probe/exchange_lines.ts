import { excerpt, oneLine, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";
import { shellWord } from "../../text/shell_word.ts";

/** One request and what came back, as it was on the wire. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string | undefined;
  };
  /** Head of the reply; absent when none came. */
  readonly reply?: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
  /** The start of the body, as text. */
  readonly body: string;
  /** The end of the body, as text. */
  readonly tail: string;
  /** Bytes of the body that were read. */
  readonly bytes: number;
  /** Milliseconds from sending to the head, the first and the last byte of the body. */
  readonly headMs?: number;
  readonly firstMs?: number;
  readonly endMs?: number;
}

const LIMIT_HEADER = /^(?:x-)?rate-?limit(?:-|$)|^retry-after(?:-ms)?$/;
const MAX_BODY = 2_000;
const MAX_VALUE = 200;

/**
 * The request as a command that sends it again, with the key of the environment.
 * @returns Lines of a `curl` command.
 */
export function requestLines({ request: { method, url, headers, body } }: Exchange): string[] {
  const shown = headers.map(([name, value]) =>
    name === "authorization" ? `-H "authorization: Bearer $CONVICTION_API_KEY"` : `-H ${shellWord(`${name}: ${value}`)}`
  );
  const data = body === undefined ? [] : [`--data-raw ${shellWord(cut(stripControl(body), MAX_BODY))}`];
  const parts = [`curl -X ${method} ${shellWord(url)}`, ...shown, ...data];
  return parts.map((part, at) => `${at === 0 ? "" : "  "}${part}${at < parts.length - 1 ? " \\" : ""}`);
}

/**
 * What came back: status, type, times, and what the service says about its limits.
 * @returns Lines for a person, also where no reply came.
 */
export function replyLines(exchange: Exchange): string[] {
  const { reply } = exchange;
  if (reply === undefined) return ["no reply"];
  const type = headerOf(exchange, "content-type") ?? "no content type";
  const requestId = headerOf(exchange, "x-request-id") ?? headerOf(exchange, "request-id");
  const limits = reply.headers.filter(([name]) => LIMIT_HEADER.test(name))
    .map(([name, value]) => `${name}: ${excerpt(value, MAX_VALUE)}`);
  return [
    [
      `${reply.status}${reply.statusText === "" ? "" : ` ${oneLine(reply.statusText)}`}`,
      excerpt(type, MAX_VALUE),
      requestId === undefined ? "no request id" : `request id ${excerpt(requestId, MAX_VALUE)}`,
    ].join(" · "),
    timesOf(exchange),
    limits.length === 0 ? "limits: no header states any" : `limits: ${limits.join(" · ")}`,
  ];
}

/** The value of a header of the reply. */
export function headerOf({ reply }: Exchange, name: string): string | undefined {
  return reply?.headers.find(([other]) => other === name)?.[1];
}

/** Milliseconds as seconds, like `0.52 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function timesOf({ headMs, firstMs, endMs, bytes }: Exchange): string {
  const times = [["head", headMs], ["first byte", firstMs], ["end", endMs]] as const;
  const words = times.flatMap(([name, ms]) => ms === undefined ? [] : [`${name} after ${seconds(ms)}`]);
  return [...words, `${counted(bytes, "byte")}`].join(" · ");
}
