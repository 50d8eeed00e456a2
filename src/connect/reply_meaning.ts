import { Buffer } from "node:buffer";
import { readRetryAfter } from "../pace/retry_delay.ts";
import { excerpt } from "../text/control.ts";
import { SecretFilter } from "../text/redact.ts";
import type { BrokenReply, SourceReply } from "./exchange.ts";
import type { FetchLimits } from "./fetch_limits.ts";
import type { ReplyProblem, SourceRequest } from "./source.ts";

/** What a reply means for its request, and for the source. */
export type ReplyMeaning =
  /** It is what was asked for. */
  | { readonly kind: "body"; readonly body: Uint8Array; readonly headers: Headers }
  /** It is as it was. */
  | { readonly kind: "unchanged" }
  /** It is something else; `isFault`: the source itself fails, which the next request may find too. */
  | { readonly kind: "refused"; readonly problem: string; readonly isFault: boolean }
  /** The same request may succeed a little later. */
  | { readonly kind: "again"; readonly problem: string }
  /** The source has no such file. */
  | { readonly kind: "absent" }
  /** Nothing may be sent to the source for a time; without one, as the limits say. */
  | { readonly kind: "pause"; readonly problem: string; readonly pauseMs: number | undefined };

const MAX_SHOWN_CHARS = 120;
const PAGE_START = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;
const PAGE_NAME = /\.x?html?$/i;
const GONE: readonly number[] = [404, 410];
const LATER: readonly number[] = [429, 503];
const PASSING: readonly number[] = [408, 425, 500, 502, 504];

/** What is needed to understand a reply. */
export interface MeaningOptions {
  readonly limits: FetchLimits;
  readonly now: Date;
  /** Whether that the source has no such file is no refusal. */
  readonly mayBeAbsent: boolean;
  /** Whether it was asked for on the condition that it changed. */
  readonly isConditional: boolean;
  /** Keys, which nothing that is kept may hold. */
  readonly secrets: readonly string[];
}

/** Understands a reply: by its status, and one with status 200 by what it holds. */
export function meaningOf(
  reply: SourceReply | BrokenReply,
  request: SourceRequest,
  options: MeaningOptions,
): ReplyMeaning {
  if ("broken" in reply) return brokenMeaning(reply);
  const { status, body, headers } = reply;
  if (status === 304) {
    return options.isConditional ? { kind: "unchanged" } : refused("it answers 304, which was not asked for");
  }
  if (status !== 200) return statusMeaning(reply, request, options);
  if (body.length === 0) return { kind: "refused", problem: "it sent nothing", isFault: true };
  // First: a refusal may quote the key, as Alpha Vantage's at its limit does, and still say for how long.
  const problem = request.problemOf(body);
  const { mayBePage = PAGE_NAME.test(new URL(request.url).pathname) } = request;
  const page = mayBePage ? undefined : pageProblem(body);
  // A source that knows the page, as of a limit that is used up, says more of it.
  if (page !== undefined && typeof problem !== "object") return { kind: "refused", problem: page, isFault: true };
  if (problem !== undefined) return problemMeaning(problem);
  if (holdsKey(body, options.secrets)) return refused("what it sent holds the key, which must be in no file");
  return { kind: "body", body, headers };
}

function brokenMeaning({ broken, isLasting, isOfThisFile }: BrokenReply): ReplyMeaning {
  if (!isLasting) return { kind: "again", problem: broken };
  return { kind: "refused", problem: broken, isFault: !isOfThisFile };
}

function statusMeaning(
  { status, body, headers }: SourceReply,
  request: SourceRequest,
  { limits, now, mayBeAbsent }: MeaningOptions,
): ReplyMeaning {
  const own = request.problemOfStatus?.(status, body);
  if (own !== undefined) return problemMeaning(own);
  const asked = readRetryAfter(headers, now);
  const problem = `it answers ${status}${excerptOf(body)}`;
  if (status === 401) return { kind: "pause", problem: `${problem}: it refuses the key`, pauseMs: Infinity };
  if (status === 403) return { kind: "pause", problem, pauseMs: Math.max(limits.blockedMs, asked ?? 0) };
  if (LATER.includes(status)) return { kind: "pause", problem, pauseMs: asked };
  if (PASSING.includes(status)) return { kind: "again", problem };
  if (GONE.includes(status) && mayBeAbsent) return { kind: "absent" };
  return { kind: "refused", problem, isFault: status >= 500 };
}

function problemMeaning(problem: string | ReplyProblem): ReplyMeaning {
  if (typeof problem === "string") return refused(problem);
  const { text, pauseMs, isFault = false } = problem;
  return pauseMs === undefined ? { ...refused(text), isFault } : { kind: "pause", problem: text, pauseMs };
}

function refused(problem: string): Extract<ReplyMeaning, { readonly kind: "refused" }> {
  return { kind: "refused", problem, isFault: false };
}

/** A page to log in on, or about a robot, in place of a file. */
function pageProblem(body: Uint8Array): string | undefined {
  const start = new TextDecoder().decode(body.subarray(0, 1_000));
  if (!PAGE_START.test(start)) return undefined;
  const title = /<title[^>]*>([^<]*)/i.exec(new TextDecoder().decode(body.subarray(0, 10_000)))?.[1] ?? "";
  return `a page of HTML came${title.trim() === "" ? "" : `: "${excerpt(title, MAX_SHOWN_CHARS)}"`}`;
}

/** The reason that a source gives, where it is short and no page. */
function excerptOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, 500)).trim();
  return text === "" || text.startsWith("<") ? "" : `: ${excerpt(text, MAX_SHOWN_CHARS)}`;
}

function holdsKey(body: Uint8Array, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  return new SecretFilter(secrets).clean(text) !== text;
}
