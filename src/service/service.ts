import {
  type DialectPath,
  dialectPathOf,
  IDEMPOTENCY_HONOURED_HEADER,
  REQUEST_ID_HEADER,
  RESPONSES_BASE,
  ROUTES,
} from "../protocol/route.ts";
import { MCP_PATH } from "./assistants.ts";
import { type Caller, createAuthorize } from "./tenants/authorize.ts";
import { downloadFile, fileTargetOf, notFound } from "./download_file.ts";
import { RequestError } from "../protocol/request_error.ts";
import { causeOf, failureOf, failureReply, isUnexpected } from "./failure.ts";
import { responseTargetsOf } from "./get_response.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { type Exchanged, type Outgoing, type ServiceRequest, withHeaders, withoutBody } from "./exchange.ts";
import { FileLinks, type LinkedFile } from "./file_links.ts";
import { isHealthy } from "./health.ts";
import { DEFAULT_LIMITS, limitsReply, type ServiceLimits } from "./limits.ts";
import { Meter } from "./meter.ts";
import { openApiReply } from "./openapi_reply.ts";
import { operationOf } from "./operation_of.ts";
import { jsonReply, toResponse } from "./reply.ts";
import { modelOf } from "./models.ts";
import { Operations, type ServiceLoad } from "./operations.ts";
import type { Job, ServiceSettings } from "./settings.ts";
import { siteFile } from "./site/site.ts";
import { isClosing } from "./slots.ts";

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

type Operation = (job: Job) => Promise<Outgoing>;

/**
 * Creates the research service: a function from request to response that opens no port and uses the given clock.
 *
 * Every operation requires a bearer key. Aborting the request or cancelling the body of the response stops
 * the agent, except for background responses.
 *
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
  const authorize = createAuthorize({ apiKeys: settings.apiKeys, ring: settings.keys });
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const meter = new Meter();
  const research = new Operations({ ...settings, meter }, limits);
  const links = new FileLinks(settings);
  const find = createRouter(settings, { limits, research, meter, links });
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
        caller = authorize(request); // first, so that 404 reveals nothing without a key
        const { dialect, path } = place;
        outgoing = await find(request, path)({ request, dialect, requestId, caller, owner: caller.owner });
      }
    } catch (error) {
      const cause = causeOf(error, request.signal);
      const failure = failureOf(cause);
      if (isUnexpected(failure)) settings.onFailure?.(cause, requestId);
      outgoing = failureReply(failure, place?.dialect);
    }
    if (caller) {
      const seconds = (settings.clock.now().getTime() - startMs) / 1000;
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

const OPERATIONS = Object.values(ROUTES).filter(({ path }) => path !== ROUTES.listPaths.path);
const SPELLED = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
const PATHS = jsonReply({
  service: "conviction",
  authorization: "Bearer <API_KEY>",
  paths: OPERATIONS,
  responses_base: RESPONSES_BASE,
});

interface OpenParts extends Pick<ServiceSettings, "about" | "fileStore"> {
  readonly links: FileLinks;
  readonly origins: readonly string[];
  /** That of the specification, in either dialect. */
  readonly path: string;
}

/** What is answered without a key: a browser that asks first, whether the service is well, the page, a link to a file. */
async function openToAll(
  request: ServiceRequest,
  { about, fileStore, links, origins, path }: OpenParts,
): Promise<Outgoing | undefined> {
  const { method, headers } = request;
  const asked = preflight(request, origins);
  if (asked) return { status: 204, headers: asked, body: "" };
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (path === ROUTES.getHealth.path && !headers.has("authorization")) return isHealthy(about);
  if (path === ROUTES.describe.path) return openApiReply();
  const target = fileTargetOf(path);
  if (target?.action === "downloadFile") {
    const owner = links.ownerOf(target.fileId, new URL(request.url).searchParams);
    if (owner === undefined) return undefined;
    const file = await downloadFile(request, { ...target, owner, fileStore });
    file.headers.set("cross-origin-resource-policy", "cross-origin");
    return file;
  }
  const page = await siteFile({ method, pathname: path, accept: headers.get("accept") });
  return page ?? (path === ROUTES.listPaths.path ? PATHS : undefined);
}

interface Parts {
  readonly meter: Meter;
  readonly links: FileLinks;
  readonly limits: ServiceLimits;
  readonly research: Operations;
}

/** Finds the operation of a request; `path` is that of the specification, in either dialect. */
type Router = (request: ServiceRequest, path: string) => Operation;

function createRouter(settings: ServiceSettings, { limits, research, meter, links }: Parts): Router {
  const { models } = research;
  return (request, path) => {
    const file = fileTargetOf(path);
    if (file?.action === "downloadFile") {
      allow(request, ["GET"]);
      return ({ owner }) => downloadFile(request, { ...file, owner, fileStore: settings.fileStore });
    }
    if (file) {
      allow(request, [ROUTES.linkFile.method]);
      return ({ owner }) => linkFile({ ...file, owner }, { links, fileStore: settings.fileStore });
    }
    const targets = responseTargetsOf(path);
    if (targets !== undefined) {
      allow(request, Object.keys(targets));
      const target = targets[request.method === "HEAD" ? "GET" : request.method];
      if (target) return (job) => research.onResponse(job, target);
    }
    const model = modelOf(path);
    if (model !== undefined) {
      allow(request, [ROUTES.getModel.method]);
      return () => Promise.resolve(models.show(model));
    }
    switch (path) {
      case ROUTES.describe.path:
      case ROUTES.listPaths.path: // GET needs no key and does not come here
        allow(request, [ROUTES.listPaths.method]);
        return () => Promise.resolve(PATHS);
      case ROUTES.getLimits.path:
        allow(request, [ROUTES.getLimits.method]);
        return () => Promise.resolve(limitsReply(limits, { ...settings, responseStore: research.responses }));
      case ROUTES.getHealth.path:
        allow(request, [ROUTES.getHealth.method]);
        return async () => isHealthy(settings.about, await settings.about?.details());
      case ROUTES.getMetrics.path:
        allow(request, [ROUTES.getMetrics.method]);
        return () => Promise.resolve(meter.reply(settings.about?.gauges() ?? []));
      case ROUTES.listModels.path:
        allow(request, [ROUTES.listModels.method]);
        return () => Promise.resolve(models.list());
      case ROUTES.createResponse.path:
        allow(request, [ROUTES.createResponse.method]);
        return (job) => research.createResponse(job);
      case MCP_PATH:
        if (settings.mcp !== undefined) allow(request, ["POST"]);
        return (job) => research.assist(job);
      case ROUTES.reason.path:
        allow(request, [ROUTES.reason.method]);
        return (job) => research.reason(job);
      default:
        throw isNowhere(path);
    }
  };
}

async function linkFile(
  file: LinkedFile,
  { links, fileStore }: Pick<OpenParts, "links" | "fileStore">,
): Promise<Outgoing> {
  if (!await fileStore.find(file.fileId, file.owner)) throw notFound();
  const { path, expiresAt } = links.make(file);
  return jsonReply({ object: "file.link", file_id: file.fileId, path, expires_at: expiresAt });
}

/** Operations of older clients; what they ask is asked elsewhere. */
const COMPLETIONS: readonly string[] = ["/v1/chat/completions", "/v1/completions"];

function isNowhere(path: string): RequestError {
  const advice = `send it to ${ROUTES.createResponse.path}, with a client of the Responses style whose base URL ends ` +
    `in ${RESPONSES_BASE}`;
  const state = COMPLETIONS.includes(path)
    ? `this service has no chat completions; ${advice}`
    : `nothing exists at this path; the paths are ${SPELLED.join(", ")}; for clients of the Responses style those ` +
      `below /v1 are also below ${RESPONSES_BASE}`;
  return new RequestError(`Cannot find the resource: ${state}`, { status: 404, code: "not_found" });
}

/** Where GET is allowed HEAD is: it gets the same headers. */
function allow({ method }: ServiceRequest, allowed: readonly string[]): void {
  const methods = allowed.flatMap((one) => one === "GET" ? ["GET", "HEAD"] : [one]);
  if (methods.includes(method)) return;
  throw new RequestError(`Cannot ${method} this path: it accepts ${methods.join(" and ")}`, {
    status: 405,
    code: "method_not_allowed",
    headers: { allow: methods.join(", ") },
  });
}
