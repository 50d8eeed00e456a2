import {
  type DialectPath,
  dialectPathOf,
  IDEMPOTENCY_HONOURED_HEADER,
  REQUEST_ID_HEADER,
  ROUTES,
} from "../protocol/route.ts";
import { MCP_PATH } from "./assistants.ts";
import { type Exchanged, type Outgoing, type ServiceRequest, withHeaders, withoutBody } from "./exchange.ts";
import { causeOf, failureOf, failureReply, isUnexpected } from "./failure.ts";
import { FileLinks } from "./file_links.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { Meter } from "./meter.ts";
import { corsHeaders, openToAll } from "./open_paths.ts";
import { Operations } from "./operations.ts";
import type { ServiceLoad } from "./runs.ts";
import { toResponse } from "./reply.ts";
import { createRouter, type Router } from "./router.ts";
import type { ServiceSettings } from "./settings.ts";
import { isClosing } from "./slots.ts";
import { type Authorize, type Caller, createAuthorize } from "./tenants/authorize.ts";

/** Answers one HTTP request; never rejects. */
export type Service = (request: Request) => Promise<Response>;

/** A service that can be closed. */
export interface ClosableService extends AsyncDisposable {
  /** Answers one HTTP request; never rejects. */
  (request: Request): Promise<Response>;
  /** The same for a caller that has no web `Request` at hand, like a port; never rejects. */
  exchange(request: ServiceRequest): Promise<Exchanged>;
  /** What it does at this moment. */
  load(): ServiceLoad;
  /**
   * Stops all work, including background responses and streams, and answers new requests with 503.
   * Resolves after the agents have cleaned up; then the stores may be closed.
   */
  close(): Promise<void>;
}

/**
 * Creates the research service: a function from request to response that opens no port and uses the given clock.
 *
 * Every operation requires a bearer key. Aborting the request or cancelling the body of the response stops
 * the agent, except for background responses.
 * @param settings The agent, the file store, the keys and the limits.
 * @throws {ApiKeyError} when a key is not valid in a header.
 *
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 * import { createService, MemoryFileStore, systemClock } from "conviction/service";
 *
 * const newId = () => crypto.randomUUID().replaceAll("-", "");
 * const service = createService({
 *   agent: async function* () {
 *     yield { kind: "conclusion", conclusion: { kind: "no_subject", message: "Name a company" } };
 *   },
 *   fileStore: new MemoryFileStore({ newId }),
 *   apiKeys: ["sk-local"],
 *   clock: systemClock,
 *   newId,
 * });
 * const request = new Request("http://localhost/v1/responses", { method: "POST" });
 * strictEqual((await service(request)).status, 401);
 * ```
 */
export function createService(settings: ServiceSettings): ClosableService {
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const meter = new Meter();
  const research = new Operations({ ...settings, meter }, limits);
  const links = new FileLinks(settings);
  const find = createRouter(settings, { limits, research, meter, links });
  const authorize = behindPaths(createAuthorize({ apiKeys: settings.apiKeys, ring: settings.keys }), find);
  const origins = settings.corsOrigins ?? [];
  let closed: Promise<void> | undefined;
  const exchange = async (request: ServiceRequest): Promise<Exchanged> => {
    const requestId = `req_${settings.newId()}`;
    const startMs = settings.clock.now().getTime();
    let outgoing: Outgoing;
    let caller: Caller | undefined;
    let place: DialectPath | undefined;
    try {
      place = dialectPathOf(new URL(request.url).pathname);
      if (closed) throw isClosing();
      const open = await openToAll(request, { ...settings, links, origins, path: place.path });
      if (open) outgoing = open;
      else {
        const { dialect, path } = place;
        caller = authorize(request, path);
        outgoing = await find(request, path)({ request, dialect, requestId, caller, owner: caller.owner });
      }
    } catch (error) {
      const cause = causeOf(error, request.signal);
      const failure = failureOf(cause);
      if (isUnexpected(failure)) settings.onFailure?.(cause, requestId);
      outgoing = failureReply(failure, place?.dialect);
    }
    if (caller) {
      const seconds = Math.max(0, settings.clock.now().getTime() - startMs) / 1000; // the wall clock may be set back
      meter.answered({ operation: operationOf(request), status: outgoing.status, seconds });
    }
    const named = { [REQUEST_ID_HEADER]: requestId, [IDEMPOTENCY_HONOURED_HEADER]: "honoured" };
    const headers = { ...corsHeaders(request, origins), ...named };
    if (request.method === "HEAD") outgoing = withoutBody(outgoing);
    return { outgoing: withHeaders(outgoing, headers), requestId, owner: caller?.owner };
  };
  const service: Service = async (request) => toResponse((await exchange(request)).outgoing);
  const close = () => closed ??= research.close();
  return Object.assign(service, { exchange, load: () => research.load, close, [Symbol.asyncDispose]: close });
}

/** Where nothing is, 404 comes before the key: clients that look for OAuth expect it, and `GET /` lists the other paths. */
function behindPaths(authorize: Authorize, find: Router): (request: ServiceRequest, path: string) => Caller {
  return (request, path) => {
    try {
      return authorize(request);
    } catch (error) {
      if (!PATTERNS.some(({ pattern }) => pattern.test(path))) find(request, path);
      throw error;
    }
  };
}

const NAMED = { ...ROUTES, assist: { method: "POST", path: MCP_PATH } };
const PATTERNS = Object.entries(NAMED).map(([name, { method, path }]) => {
  return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) };
});

/** The name of the operation that a request asks for, from the table of routes; `none` for what is not in it. */
function operationOf({ method, url }: Pick<ServiceRequest, "method" | "url">): string {
  const { path } = dialectPathOf(new URL(url).pathname);
  const asked = method === "HEAD" ? "GET" : method;
  return PATTERNS.find((one) => one.method === asked && one.pattern.test(path))?.name ?? "none";
}
