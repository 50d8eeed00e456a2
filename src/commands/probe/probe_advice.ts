import { excerpt } from "../../text/control.ts";
import { jsonOr } from "../../protocol/parse_json.ts";
import { readServiceError } from "../../protocol/service_error.ts";
import { type Exchange, headerOf, replyLines, requestLines } from "./exchange_lines.ts";
import { pointerText } from "../../protocol/json_pointer.ts";

/** The operations a service may have. */
export type Operation = "reason" | "stream" | "file";

/** Why an operation gave no usable result. */
export interface ProbeFailure {
  /** What kind of failure it is. */
  readonly kind: "not_sent" | "broke" | "timeout" | "reply" | "failed" | "incomplete";
  /** The message of the error. */
  readonly message: string;
}

/** What advice depends on. */
export interface Failed {
  readonly operation: Operation;
  readonly failure: ProbeFailure;
  /** The last exchange; absent when nothing was sent. */
  readonly exchange: Exchange | undefined;
  readonly baseUrl: string;
  readonly hasKey: boolean;
}

/** What to do about a failure, and what to use instead where that is known. */
export interface Advice {
  readonly line: string;
  /** The address to ask. */
  readonly baseUrl?: string;
  /** Where the thesis is in the reply, as a JSON pointer. */
  readonly resultAt?: string;
  /** What the service wants in the body and did not get. */
  readonly fields?: readonly string[];
}

const OPERATION_NAMES: Readonly<Record<Operation, string>> = {
  reason: "reasoning",
  stream: "streaming",
  file: "file",
};

/** Says what to try when an operation failed. */
export function probeAdvice(failed: Failed): Advice {
  const { failure, exchange, baseUrl } = failed;
  switch (failure.kind) {
    case "not_sent":
      return { line: `Nothing answers at ${baseUrl}: check host and port, http or https, and that the service runs.` };
    case "broke":
      return {
        line: "The connection broke: try again; if it breaks after the same time again, a proxy may cut it.",
      };
    case "timeout":
      return { line: "The service sent nothing in time: check whether it is busy, and try a shorter --prompt." };
    case "incomplete":
      return { line: "The answer has no end: compare the last events above with what the service documents." };
    case "failed":
      return { line: "The service ended the answer: its reason is above; try another --prompt." };
    case "reply":
      return exchange?.reply === undefined
        ? { line: "Try again." }
        : replyAdvice(failed, { exchange, status: exchange.reply.status });
  }
}

function replyAdvice(failed: Failed, { exchange, status }: { exchange: Exchange; status: number }): Advice {
  const { baseUrl, hasKey, operation, failure } = failed;
  const type = (headerOf(exchange, "content-type") ?? "").toLowerCase();
  if (status >= 300 && status < 400) return redirectAdvice(exchange);
  if (status === 401 || status === 403) {
    return {
      line: hasKey
        ? "The key was refused: check CONVICTION_API_KEY, and that it is a key of this service."
        : `No key was sent: it goes to the address in CONVICTION_BASE_URL only. Set both CONVICTION_BASE_URL=${baseUrl} and CONVICTION_API_KEY, and omit --base-url.`,
    };
  }
  if (/model/i.test(exchange.body.slice(0, 500)) && [400, 404, 422].includes(status)) {
    return { line: "The service mentions the model: name one with --model." };
  }
  if (status === 404 || status === 405) {
    return {
      line: `There is no ${OPERATION_NAMES[operation]} operation at ${
        pathOf(exchange)
      }: the base URL is the part before /v1 and /api/v1; a service may have the operation elsewhere (--path), or lack it (--only selects one).`,
    };
  }
  if (status === 400 || status === 422) {
    const other = operation === "reason" ? " (--body sends another one)" : "";
    const { param = "" } = readServiceError(jsonOr(exchange.body, undefined));
    const sent = Object(jsonOr(exchange.request.body ?? "", undefined));
    const fields = param.split(",").filter((name) => /^\w+$/.test(name) && !Object.hasOwn(sent, name));
    return { line: `The service refused the request${other}: ${bodyStart(exchange)}`, fields };
  }
  if (status === 429) return { line: `Too many requests: ${waitOf(exchange)}` };
  if (status >= 500) return { line: "The service failed: try later, and give its operators the request id." };
  const packed = headerOf(exchange, "content-encoding")?.trim().toLowerCase() ?? "";
  if (failure.message.includes("the body is compressed")) return { line: packedAdvice(packed) };
  if (type.includes("html") || exchange.body.trimStart().startsWith("<")) {
    return { line: "A web page answered: the address is that of a site, a login or a proxy, not of the service." };
  }
  if (operation === "stream" && type.includes("json")) {
    return { line: "It answers in one piece and does not stream: `screen` needs only the reasoning operation." };
  }
  if (operation === "reason" && type.includes("json")) {
    return thesisAdvice(exchange, failure);
  }
  return { line: `The body is not what this operation returns: ${bodyStart(exchange)}` };
}

function packedAdvice(coding: string): string {
  return `The service, or a proxy before it, packs replies as ${excerpt(coding, 40)} though ` +
    '"accept-encoding: identity" asks it not to: turn that off there, or have it use gzip, which a thesis may be packed with.';
}

/** What the schema says of a field that came as another kind. */
const OTHER_KIND = /: ([\w.]+): Invalid input: expected (\w+), received (?!undefined)(\w+)/;

function thesisAdvice({ body }: Exchange, { message }: ProbeFailure): Advice {
  const place = thesisPlace(body);
  if (place !== undefined) return { line: `There is a thesis at ${place}: use --result-at.`, resultAt: place };
  const [, field, expected, received] = OTHER_KIND.exec(message) ?? [];
  if (field !== undefined) {
    return {
      line: `${field} came as a ${received} and must be a ${expected}: only the service, or one in front of it, can ` +
        "change that; what comes is kept, and --read-again reads it once it can be read.",
    };
  }
  return {
    line: "A thesis needs the fields listed above as missing: they are read under the specification's names only.",
  };
}

function redirectAdvice(exchange: Exchange): Advice {
  const location = headerOf(exchange, "location") ?? "";
  const from = new URL(exchange.request.url);
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target === undefined) return { line: "It redirects without saying where to." };
  const path = /\/(?:api\/)?v1\/.*$/;
  const baseUrl = target.origin + target.pathname.replace(path, "").replace(/\/$/, "");
  const isOwnPath = path.test(target.pathname);
  return {
    line: `It redirects to ${
      excerpt(target.origin + target.pathname, 200)
    }; redirects are not followed, so that they cannot redirect a key.`,
    ...(isOwnPath ? { baseUrl } : {}),
  };
}

function waitOf(exchange: Exchange): string {
  const after = headerOf(exchange, "retry-after");
  return after === undefined
    ? "it does not say how long to wait."
    : `it asks to wait (retry-after: ${excerpt(after, 60)}).`;
}

function bodyStart({ body }: Exchange): string {
  return excerpt(body, 300) || "it is empty.";
}

function pathOf({ request }: Exchange): string {
  return new URL(request.url).pathname;
}

/** The report of an operation. */
interface ProbeReport {
  readonly operation: Operation;
  readonly exchanges: readonly Exchange[];
  readonly fields: readonly string[];
  readonly failure: ProbeFailure | undefined;
  /** What to try; absent when nothing failed. */
  readonly advice: string | undefined;
}

const TITLES: Readonly<Record<Operation, string>> = {
  reason: "Reasoning",
  stream: "Stream",
  file: "File",
};
const MAX_MESSAGE = 400;

/** Reports one request to an operation: what was sent, what came back, how it was read, and what to try. */
export function probeReport({ operation, exchanges, fields, failure, advice }: ProbeReport): string[] {
  return [
    "",
    `== ${TITLES[operation]} ==`,
    ...exchanges.flatMap((exchange) => [...requestLines(exchange), ...replyLines(exchange)]),
    ...(fields.length === 0 ? [] : ["", ...fields]),
    ...(failure === undefined ? [] : ["", `FAILED: ${excerpt(failure.message, MAX_MESSAGE)}`]),
    ...(advice === undefined ? [] : [advice]),
  ];
}

const MAX_LOOKED_AT = 5_000;
const MAX_DEPTH = 8;

/** A value inside a body, and its path. */
interface Step {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** Finds a thesis deeper in a body than the specification puts it; the outermost one counts. */
export function thesisPlace(body: string): string | undefined {
  const queue: Step[] = [{ value: jsonOr(body, undefined), path: [] }];
  for (let at = 0; at < Math.min(queue.length, MAX_LOOKED_AT); at++) {
    const { value, path } = queue[at] ?? { value: undefined, path: [] };
    const inner = typeof value === "string" ? jsonOr(value, undefined) : value;
    if (isThesis(inner)) return path.length === 0 ? undefined : pointerText(path);
    if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) continue;
    for (const [name, next] of Object.entries(value)) queue.push({ value: next, path: [...path, name] });
  }
  return undefined;
}

function isThesis(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "agent_thesis" in value || ["signal", "confidence", "reasoning"].every((name) => name in value);
}
