import { excerpt, oneLine, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";
import { shellWord } from "../../text/typed_command.ts";
import type { Exchange } from "./exchange.ts";

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
  const type = exchange.header("content-type") ?? "no content type";
  const requestId = exchange.header("x-request-id") ?? exchange.header("request-id");
  const limits = exchange.limits.map(([name, value]) => `${name}: ${excerpt(value, MAX_VALUE)}`);
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

/** Milliseconds as seconds, like `0.52 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function timesOf({ headMs, firstMs, endMs, size }: Exchange): string {
  const times = [["head", headMs], ["first byte", firstMs], ["end", endMs]] as const;
  const words = times.flatMap(([name, ms]) => ms === undefined ? [] : [`${name} after ${seconds(ms)}`]);
  return [...words, `${counted(size, "byte")}`].join(" · ");
}
