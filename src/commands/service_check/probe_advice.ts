import { excerpt } from "../../text/control.ts";
import { jsonOr } from "../../protocol/parse_json.ts";
import { readServiceError } from "../../protocol/service_error.ts";
import type { Exchange } from "./exchange.ts";
import { placesIn } from "./thesis_fields.ts";
import type { RemoteSettings } from "../../setup/settings.ts";
import type { Probed, ProbeFailure } from "./probe_requests.ts";
import { pointerText } from "../../protocol/json_pointer.ts";

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

const OPERATION_NAMES = { reason: "reasoning", stream: "streaming", file: "file" } as const;
const ADVICE: Readonly<Record<Exclude<ProbeFailure["kind"], "not_sent">, string>> = {
  broke: "The connection broke: try again; if it breaks after the same time again, a proxy may cut it.",
  timeout: "The service sent nothing in time: check whether it is busy, and try a shorter --prompt.",
  incomplete: "The answer has no end: compare the last events above with what the service documents.",
  failed: "The service ended the answer: its reason is above; try another --prompt.",
  reply: "Try again.",
};

/** Says what to try when an operation failed. */
export function probeAdvice(probed: Probed, settings: RemoteSettings): Advice | undefined {
  const { failure, exchanges } = probed;
  const exchange = exchanges.at(-1);
  if (failure === undefined) return undefined;
  if (failure.kind === "not_sent") {
    const { baseUrl } = settings;
    return { line: `Nothing answers at ${baseUrl}: check host and port, http or https, and that the service runs.` };
  }
  return failure.kind === "reply" && exchange?.reply !== undefined
    ? replyAdvice({ ...settings, ...probed, failure, exchange, status: exchange.reply.status })
    : { line: ADVICE[failure.kind] };
}

interface Refused extends Probed, RemoteSettings {
  readonly failure: ProbeFailure;
  readonly exchange: Exchange;
  readonly status: number;
}

function replyAdvice({ baseUrl, apiKey, operation, failure, exchange, status }: Refused): Advice {
  const type = (exchange.header("content-type") ?? "").toLowerCase();
  if (status >= 300 && status < 400) return redirectAdvice(exchange);
  if (status === 401 || status === 403) {
    return {
      line: apiKey !== undefined
        ? "The key was refused: check CONVICTION_API_KEY, and that it is a key of this service."
        : `No key was sent: it goes to the address in CONVICTION_BASE_URL only. Set both CONVICTION_BASE_URL=${baseUrl} and CONVICTION_API_KEY, and omit --base-url.`,
    };
  }
  if (/model/i.test(exchange.text.slice(0, 500)) && [400, 404, 422].includes(status)) {
    return { line: "The service mentions the model: name one with --model." };
  }
  if (status === 404 || status === 405) {
    return {
      line: `There is no ${OPERATION_NAMES[operation]} operation at ${
        new URL(exchange.request.url).pathname
      }: the base URL is the part before /v1 and /api/v1; a service may have the operation elsewhere (--path), or lack it (--only selects one).`,
    };
  }
  if (status === 400 || status === 422) {
    const other = operation === "reason" ? " (--body sends another one)" : "";
    const { param = "" } = readServiceError(jsonOr(exchange.text, undefined));
    const sent = Object(jsonOr(exchange.request.body ?? "", undefined));
    const fields = param.split(",").filter((name) => /^\w+$/.test(name) && !Object.hasOwn(sent, name));
    return { line: `The service refused the request${other}: ${bodyStart(exchange)}`, fields };
  }
  if (status === 429) return { line: `Too many requests: ${waitOf(exchange)}` };
  if (status >= 500) return { line: "The service failed: try later, and give its operators the request id." };
  const packed = exchange.header("content-encoding")?.trim().toLowerCase() ?? "";
  if (failure.message.includes("the body is compressed")) return { line: packedAdvice(packed) };
  if (type.includes("html") || exchange.text.trimStart().startsWith("<")) {
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

function thesisAdvice({ text: body }: Exchange, { message }: ProbeFailure): Advice {
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
  const location = exchange.header("location") ?? "";
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
  const after = exchange.header("retry-after");
  return after === undefined
    ? "it does not say how long to wait."
    : `it asks to wait (retry-after: ${excerpt(after, 60)}).`;
}

function bodyStart({ text: body }: Exchange): string {
  return excerpt(body, 300) || "it is empty.";
}

/** Finds a thesis deeper in a body than the specification puts it; the outermost one counts. */
export function thesisPlace(body: string): string | undefined {
  const found = placesIn(jsonOr(body, undefined)).find(({ value }) =>
    isThesis(typeof value === "string" ? jsonOr(value, undefined) : value)
  );
  return found === undefined || found.path.length === 0 ? undefined : pointerText(found.path);
}

function isThesis(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "agent_thesis" in value || ["signal", "confidence", "reasoning"].every((name) => name in value);
}
