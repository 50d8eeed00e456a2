import { dialectPathOf, ROUTES } from "../protocol/route.ts";
import { MCP_PATH } from "./assistants.ts";
import type { ServiceRequest } from "./exchange.ts";

const NAMED = { ...ROUTES, assist: { method: "POST", path: MCP_PATH } };
const PATTERNS = Object.entries(NAMED).map(([name, { method, path }]) => {
  return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) };
});

/** The name of the operation that a request asks for, from the table of routes; `none` for what is not in it. */
export function operationOf({ method, url }: Pick<ServiceRequest, "method" | "url">): string {
  const { path } = dialectPathOf(new URL(url).pathname);
  const asked = method === "HEAD" ? "GET" : method;
  return PATTERNS.find((one) => one.method === asked && one.pattern.test(path))?.name ?? "none";
}
