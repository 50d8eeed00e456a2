/** Holds replies of a service against its own description, `/openapi.json`. */
import { type Dialect, dialectPathOf, type ROUTES } from "../../src/protocol/route.ts";
import { openApiDocument } from "../../src/service/openapi/document.ts";
import type { ServiceRequest } from "../../src/service/exchange.ts";
import type { ClosableService, Service } from "../../src/service/service.ts";
import { RESULT_SCHEMA } from "../../src/service/result_schema.ts";
import { problemsOf, resolve } from "./json_schema.ts";

/** A part of the document. */
export interface Part {
  // deno-lint-ignore no-explicit-any -- a document of JSON, read as its test needs it
  readonly [name: string]: any;
}

/** The document, as it is on the wire. */
export const DOCUMENT: Part = JSON.parse(JSON.stringify(openApiDocument(RESULT_SCHEMA)));

/** An operation of the document. */
export interface Described {
  readonly id: keyof typeof ROUTES;
  readonly method: string;
  readonly path: string;
  readonly operation: Part;
}

/** Every operation of the document. */
export const DESCRIBED: readonly Described[] = Object.entries(DOCUMENT.paths as Part).flatMap(([path, item]) =>
  Object.entries(item as Part).filter(([method]) => method !== "servers").map(([method, operation]) => (
    { id: operation.operationId, method: method.toUpperCase(), path, operation }
  ))
);

const PATTERNS = DESCRIBED.map((one) => {
  return { ...one, pattern: new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`) };
});

/** Headers of a reply, by names in lower case. */
interface HeaderList {
  keys(): Iterable<string>;
  has(name: string): boolean;
  get(name: string): string | null | undefined;
}

/** A request and its reply. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: HeaderList;
  /** Absent where it is not looked at. */
  readonly body?: string;
}

/** Statuses of a request for no operation: a browser that asks first, pages, and what is refused. */
const ELSEWHERE: readonly number[] = [200, 204, 304, 401, 404, 405, 503];
const NAMED_HEADERS = ["x-request-id", "retry-after", "www-authenticate", "content-range", "etag"];

/** What of a reply is not as the document says; empty when all is. */
export function undescribed({ method, url, status, headers, body }: Exchange): readonly string[] {
  const { dialect, path } = dialectPathOf(new URL(url).pathname);
  const plain = path.replace(/(?<=^\/v1\/files\/[^/]+)\/content$/, "");
  const asked = method === "HEAD" ? "GET" : method;
  const found = PATTERNS.find((one) => one.method === asked && one.pattern.test(plain));
  const at = `${method} ${path} ${status}`;
  if (found === undefined) return ELSEWHERE.includes(status) ? [] : [`${at}: no operation answers so`];
  const reply: Part | undefined = found.operation.responses[status];
  if (reply === undefined) return [`${at}: ${found.id} has no such reply`];
  const told = Object.keys(reply.headers);
  const untold = [...headers.keys()].filter((name) => isNamed(name) && !told.includes(name));
  return [
    ...untold.map((name) => `${at}: the header ${name} is not described`),
    ...["x-request-id", "conviction-idempotency"].filter((name) => !headers.has(name)).map((name) =>
      `${at}: no ${name}`
    ),
    ...(body === undefined || method === "HEAD" ? [] : ofBody(body, { reply, dialect, type: typeOf(headers) }))
      .map((problem) => `${at}: ${problem}`),
  ];
}

/**
 * A service whose replies are held against the document, in process and over a port: each status, each header, and the
 * body of each refusal.
 */
export function held(service: ClosableService): ClosableService {
  const hold = (reply: Exchange) => {
    const problems = undescribed(reply);
    if (problems.length > 0) throw new Error(`/openapi.json does not describe the reply: ${problems.join("; ")}`);
  };
  const asked: Service = async (request) => {
    const reply = await service(request);
    const { status, headers } = reply;
    const body = status >= 400 ? { body: await reply.clone().text() } : {};
    hold({ method: request.method, url: request.url, status, headers, ...body });
    return reply;
  };
  return Object.assign(asked, service, {
    exchange: async (request: ServiceRequest) => {
      const exchanged = await service.exchange(request);
      const { status, headers, body } = exchanged.outgoing;
      const refused = status >= 400 && typeof body === "string" ? { body } : {};
      const list = headers instanceof Headers ? headers : new Map(Object.entries(headers)); // tests count web objects
      hold({ method: request.method, url: request.url, status, headers: list, ...refused });
      return exchanged;
    },
  });
}

interface BodyContext {
  readonly reply: Part;
  readonly dialect: Dialect;
  readonly type: string;
}

function ofBody(body: string, { reply, dialect, type }: BodyContext): readonly string[] {
  if (reply.content === undefined) return body === "" ? [] : ["it has a body"];
  const content = reply.content[type] ?? reply.content["*/*"];
  if (content === undefined) return [`${type} is not described`];
  if (type === "application/json") return problemsOf(JSON.parse(body), content.schema, DOCUMENT);
  return type === "text/event-stream" ? ofStream(body, dialect) : [];
}

function ofStream(body: string, dialect: Dialect): readonly string[] {
  const blocks = body.split("\n\n").filter((block) => block !== "");
  if (blocks.at(-1) !== "data: [DONE]") return ["the last line is not [DONE]"];
  const schema = { $ref: `#/components/schemas/${dialect === "responses" ? "ResponsesStreamEvent" : "StreamEvent"}` };
  return blocks.slice(0, -1).flatMap((block) => {
    const event = JSON.parse(block.replace(/^data: /, ""));
    return ofEvent(event, schema).map((problem) => `${event.type}: ${problem}`);
  });
}

/** By the schema of its type, so that a problem names what is wrong; the union must have that type. */
function ofEvent(event: Part, { $ref }: { readonly $ref: string }): readonly string[] {
  const named: string | undefined = resolve($ref, DOCUMENT).discriminator
    ? (resolve($ref, DOCUMENT) as Part).discriminator.mapping[event.type]
    : undefined;
  return named === undefined ? ["no event of this stream"] : problemsOf(event, { $ref: named }, DOCUMENT);
}

function isNamed(header: string): boolean {
  return header.startsWith("conviction-") || NAMED_HEADERS.includes(header);
}

function typeOf(headers: HeaderList): string {
  return (headers.get("content-type") ?? "").replace(/;.*/, "");
}
