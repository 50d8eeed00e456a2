import { RESPONSES_BASE, ROUTES } from "../protocol/route.ts";
import { downloadFile, fileTargetOf } from "./download_file.ts";
import type { Outgoing, ServiceRequest } from "./exchange.ts";
import type { FileLinks } from "./file_links.ts";
import { jsonReply, type Reply } from "./reply.ts";
import { RESULT_SCHEMA } from "./result_schema.ts";
import type { ServiceSettings } from "./settings.ts";
import { siteFile } from "./site/site.ts";

const OPERATIONS = Object.values(ROUTES).filter(({ path }) => path !== ROUTES.listPaths.path);
/** Every operation, as a sentence names them. */
export const SPELLED = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
/** The list of paths. */
export const PATHS = jsonReply({
  service: "conviction",
  authorization: "Bearer <API_KEY>",
  paths: OPERATIONS,
  responses_base: RESPONSES_BASE,
});

/** Where clients of assistants look for OAuth when they have no key (RFC 8414, 9728, 7591). */
const OAUTH =
  /^\/(?:\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)\b.*|authorize|register|token)$/;

const NO_OAUTH = { // in the form of OAuth, whose clients show the description and fail on any other form
  error: "invalid_request",
  error_description:
    "Cannot sign in: this service has no OAuth; send its key in the header Authorization: Bearer <API_KEY>",
};

/** What is open, and the request's path. */
export interface OpenParts extends Pick<ServiceSettings, "about" | "fileStore"> {
  readonly links: FileLinks;
  readonly origins: readonly string[];
  /** That of the specification, in either dialect. */
  readonly path: string;
}

/** What is answered without a key: a browser that asks first, who looks for OAuth, health, the page, a link to a file. */
export async function openToAll(
  request: ServiceRequest,
  { about, fileStore, links, origins, path }: OpenParts,
): Promise<Outgoing | undefined> {
  const { method, headers } = request;
  const asked = preflight(request, origins);
  if (asked) return { status: 204, headers: asked, body: "" };
  if (OAUTH.test(path)) return jsonReply(NO_OAUTH, { status: 404 });
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (path === ROUTES.getHealth.path && !headers.has("authorization")) return isHealthy(about, { hasKey: false });
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

/**
 * The reply that the service answers and keeps, and with a key what it works with.
 * @throws {RequestError} 503 while answers cannot be kept, so that a load balancer sends requests elsewhere.
 */
export async function isHealthy(
  about: ServiceSettings["about"],
  { hasKey }: { readonly hasKey: boolean },
): Promise<Reply> {
  await about?.check?.();
  const details = hasKey ? await about?.details() : {};
  return jsonReply({ status: "ok", ...(about && { version: about.version }), ...details });
}

let made: Promise<Reply> | undefined;

/** The reply with the description of the service, made when somebody first asks for it. */
function openApiReply(): Promise<Reply> {
  return made ??= import("./openapi/document.ts").then(({ openApiDocument }) =>
    jsonReply(openApiDocument(RESULT_SCHEMA), { headers: { "cache-control": "public, max-age=300" } })
  );
}

/** Headers of a reply that a page may read. */
const SHOWN =
  "content-disposition, conviction-idempotency, conviction-response-id, etag, mcp-session-id, retry-after, " +
  "www-authenticate, x-request-id";

/** What lets a page of an allowed origin read a reply; empty for any other request. */
export function corsHeaders({ headers }: ServiceRequest, origins: readonly string[]): Readonly<Record<string, string>> {
  if (origins.length === 0) return {};
  const origin = headers.get("origin");
  const varies = { vary: "origin" };
  if (origin === null || !origins.includes(origin)) return varies;
  return { ...varies, "access-control-allow-origin": origin, "access-control-expose-headers": SHOWN };
}

/** Headers of the answer to a browser of an allowed origin that asks first: clients set headers of their own. */
export function preflight(
  request: ServiceRequest,
  origins: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const { method, headers } = request;
  const isAsked = method === "OPTIONS" && headers.has("access-control-request-method") &&
    origins.includes(headers.get("origin") ?? "");
  if (!isAsked) return undefined;
  return {
    "access-control-allow-methods": "GET, HEAD, POST, DELETE",
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "authorization",
    "access-control-max-age": "600", // seconds
    ...(headers.has("access-control-request-private-network") && { "access-control-allow-private-network": "true" }),
  };
}
