/** Files of the page by their path; texts that are loaded with the first visit. */
const FILES = {
  "/": { type: "text/html", load: () => import("./page.html", { with: { type: "text" } }) },
  "/site/page.css": { type: "text/css", load: () => import("./page.css", { with: { type: "text" } }) },
  "/site/page.js": { type: "text/javascript", load: () => import("./page.js", { with: { type: "text" } }) },
  "/site/answer.js": { type: "text/javascript", load: () => import("./answer.js", { with: { type: "text" } }) },
  "/site/api.js": { type: "text/javascript", load: () => import("./api.js", { with: { type: "text" } }) },
} as const;

/** Nothing from elsewhere runs, loads, frames the page or is sent anywhere; pictures are bytes that the page fetched. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What a request says that may ask for the page. */
interface Visit {
  readonly method: string;
  readonly pathname: string;
  /** The header `Accept`; a program that asks for anything gets no page. */
  readonly accept: string | null;
}

/** A file of the page, as it is sent. */
export interface SiteFile {
  readonly status: 200;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The file of the page that a request asks for; `undefined` when it asks for none. */
export async function siteFile({ method, pathname, accept }: Visit): Promise<SiteFile | undefined> {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (pathname === "/" && !(accept ?? "").includes("text/html")) return undefined;
  const file = Object.hasOwn(FILES, pathname) ? FILES[pathname as keyof typeof FILES] : undefined;
  if (file === undefined) return undefined;
  const { default: body } = await file.load() as { readonly default: string };
  return {
    status: 200,
    headers: {
      "content-type": `${file.type}; charset=utf-8`,
      "content-security-policy": POLICY,
      "cache-control": "no-cache",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "vary": "accept",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
    body,
  };
}
