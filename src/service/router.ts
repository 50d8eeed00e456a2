import { RequestError } from "../protocol/request_error.ts";
import { RESPONSES_BASE, ROUTES } from "../protocol/route.ts";
import { MCP_PATH } from "./assistants.ts";
import { downloadFile, fileTargetOf, notFound } from "./download_file.ts";
import type { Outgoing, ServiceRequest } from "./exchange.ts";
import type { FileLinks, LinkedFile } from "./file_links.ts";
import { responseTargetsOf } from "./get_response.ts";
import { limitsReply, type ServiceLimits } from "./limits.ts";
import type { Meter } from "./meter.ts";
import { modelOf } from "./models.ts";
import { isHealthy, PATHS, SPELLED } from "./open_paths.ts";
import type { Operations } from "./operations.ts";
import { jsonReply } from "./reply.ts";
import type { Job, ServiceSettings } from "./settings.ts";

/** Answers an authorized request. */
type Operation = (job: Job) => Promise<Outgoing>;

/** What the operations work with. */
export interface RouterParts {
  readonly meter: Meter;
  readonly links: FileLinks;
  readonly limits: ServiceLimits;
  readonly research: Operations;
}

/** Finds the operation of a request; `path` is that of the specification, in either dialect. */
export type Router = (request: ServiceRequest, path: string) => Operation;

/**
 * Creates the search for the operation of a request, which needs a key to be run.
 *
 * The search throws a {@linkcode RequestError}: 404 where nothing is, 405 for another method.
 */
export function createRouter(settings: ServiceSettings, parts: RouterParts): Router {
  const { research, links } = parts;
  const fixed = fixedPaths(settings, parts);
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
      return () => Promise.resolve(research.models.show(model));
    }
    const found = fixed.get(path);
    if (found === undefined) throw isNowhere(path);
    if (found.method !== undefined) allow(request, [found.method]);
    return found.answer;
  };
}

interface FixedPath {
  readonly path: string;
  /** Absent where every method is answered, with a refusal. */
  readonly method: string | undefined;
  readonly answer: Operation;
}

/** The operations of the paths that name nothing. */
function fixedPaths(
  settings: ServiceSettings,
  { limits, research, meter }: RouterParts,
): ReadonlyMap<string, FixedPath> {
  const { about } = settings;
  const listPaths = () => Promise.resolve(PATHS);
  const rows: readonly FixedPath[] = [
    { ...ROUTES.listPaths, path: ROUTES.describe.path, answer: listPaths },
    { ...ROUTES.listPaths, answer: listPaths }, // GET needs no key and does not come here
    {
      ...ROUTES.getLimits,
      answer: () => Promise.resolve(limitsReply(limits, { ...settings, responseStore: research.responses })),
    },
    { ...ROUTES.getHealth, answer: () => isHealthy(about, { hasKey: true }) },
    { ...ROUTES.getMetrics, answer: () => Promise.resolve(meter.reply(about?.gauges() ?? [])) },
    { ...ROUTES.listModels, answer: () => Promise.resolve(research.models.list()) },
    { ...ROUTES.createResponse, answer: (job) => research.createResponse(job) },
    { path: MCP_PATH, method: settings.mcp && "POST", answer: (job) => research.assist(job) },
    { ...ROUTES.reason, answer: (job) => research.reason(job) },
  ];
  return new Map(rows.map((row) => [row.path, row]));
}

async function linkFile(
  file: LinkedFile,
  { links, fileStore }: Pick<RouterParts, "links"> & Pick<ServiceSettings, "fileStore">,
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
