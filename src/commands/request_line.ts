import type { Answered } from "../door/door.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { jsonLine } from "../view/lines.ts";

const MAX_METHOD = 10;
const MAX_PATH = 100;
const MAX_AGENT = 40;
const MAX_FAILURE = 300;
/** Characters of an owner: `owner_` and as much of the digest as the id of a key shows. */
const OWNER_CHARS = "owner_".length + 8;

/** A request as a line; a question is in a body, and a query may hold anything. */
type RequestLine = (answered: Answered, now: Date) => string;

/** Forms of the line of a request: for a person, and for a program that reads logs. */
export const REQUEST_LINES = {
  text: ({ method, path, status, ms, userAgent, hasLeft }, now) => {
    const time = now.toISOString().replace(/\.\d+/, "");
    const left = hasLeft ? " (caller left)" : "";
    const what = `${excerpt(method, MAX_METHOD)} ${excerpt(path, MAX_PATH)} ${status}${left}`;
    return `${time} ${what} ${Math.round(ms)} ms ${userAgent === "" ? "-" : excerpt(userAgent, MAX_AGENT)}`;
  },
  json: ({ method, path, status, ms, userAgent, hasLeft, requestId, owner }, now) =>
    jsonLine({
      time: now.toISOString(),
      request_id: requestId,
      owner: owner?.slice(0, OWNER_CHARS),
      method: excerpt(method, MAX_METHOD),
      path: excerpt(path, MAX_PATH),
      status,
      ms: Math.round(ms * 10) / 10,
      ...(hasLeft && { caller_left: true }),
      user_agent: excerpt(userAgent, MAX_AGENT),
    }),
} as const satisfies Readonly<Record<string, RequestLine>>;

/** What the operator hears of a request that failed inside the service; its caller gets 500 and the same identifier. */
export function failureLine(error: unknown, requestId: string): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return oneLine(`request ${requestId} failed: ${excerpt(message, MAX_FAILURE)}`);
}
