import { readRetryAfter } from "../pace/retry_delay.ts";
import { IDEMPOTENCY_HEADER } from "../protocol/route.ts";
import { excerpt } from "../text/control.ts";
import { createRedactor } from "../text/redact.ts";
import type { DeliveryPort } from "./delivery_port.ts";
import type { KeptMessage } from "./kept_message.ts";
import type { SendOutcome } from "./send_outcome.ts";
import { type NightTarget, secretsOf } from "./target.ts";
import type { NightMessage } from "./message.ts";

/** For an attempt from its first byte to the head of the reply, with redirects. */
const LIMIT_MS = 30_000;
/** A receiver that moved within its host; more would be a loop. */
const MAX_REDIRECTS = 3;
/** These keep method and body; others would ask for a page instead. */
const SAME_REQUEST: readonly number[] = [307, 308];
/** The receiver took nothing: it waited for the rest, it is too early, or too much (RFC 9110, 8470 and 6585). */
const TOOK_NOTHING: readonly number[] = [408, 425, 429];
const MAX_WORDS = 120;

type Sending = Pick<DeliveryPort, "fetch" | "readFailure" | "clock">;

/**
 * Posts a message to a web address, once. What each end means stands in `docs/nightly.md`.
 * @param kept The message; its key is sent as `Idempotency-Key`.
 */
export async function sendWebhook(kept: KeptMessage, target: NightTarget, port: Sending): Promise<SendOutcome> {
  const tooLate = new AbortController();
  const cancel = port.clock.schedule(LIMIT_MS, () => tooLate.abort());
  try {
    const reply = await post(kept, target, { port, signal: tooLate.signal });
    const words = reply.ok ? "" : await wordsOf(reply, target, tooLate);
    await reply.body?.cancel().catch(() => {}); // what follows the status changes nothing
    return outcomeOf(reply, { words, now: port.clock.now() });
  } catch (error) {
    if (tooLate.signal.aborted) return doubtful(`no answer came within ${LIMIT_MS / 1000} s`);
    const { delivery, reason, isLasting } = port.readFailure(error);
    if (delivery !== "not_sent") return doubtful("the connection broke before an answer came");
    return { state: "not_taken", problem: reason, again: isLasting ? "next_start" : "soon" };
  } finally {
    cancel();
  }
}

async function post(
  kept: KeptMessage,
  { address }: NightTarget,
  { port, signal }: { readonly port: Sending; readonly signal: AbortSignal },
): Promise<Response> {
  const init: RequestInit = {
    method: "POST",
    body: JSON.stringify(webhookBody(kept)),
    headers: {
      "content-type": "application/json",
      "user-agent": "conviction",
      accept: "*/*",
      [IDEMPOTENCY_HEADER]: kept.key,
    },
    redirect: "manual", // the address is a key, and so is what it redirects to
    signal,
  };
  let url = address;
  for (let followed = 0;; followed++) {
    const reply = await port.fetch(url, init);
    const next = followed < MAX_REDIRECTS ? sameHost(reply, url) : undefined;
    if (next === undefined) return reply;
    await reply.body?.cancel().catch(() => {});
    url = next;
  }
}

/** Where a reply redirects the same request to, on the same host; undefined where it does not. */
function sameHost(reply: Response, from: string): string | undefined {
  const location = reply.headers.get("location") ?? "";
  if (!SAME_REQUEST.includes(reply.status) || !URL.canParse(location, from)) return undefined;
  const here = new URL(from);
  const there = new URL(location, from);
  const isUpgrade = here.protocol === "http:" && there.protocol === "https:" && here.hostname === there.hostname;
  return there.origin === here.origin || isUpgrade ? there.href : undefined;
}

/** The rule of what is sent again: only what the receiver says that it did not take. */
function outcomeOf(
  reply: Response,
  { words, now }: { readonly words: string; readonly now: Date },
): SendOutcome {
  const { status, headers } = reply;
  const answered = `it answered ${status}${words === "" ? "" : ` (${words})`}`;
  if (reply.ok) return { state: "delivered" };
  const askedMs = readRetryAfter(headers, now);
  if (TOOK_NOTHING.includes(status)) return { state: "not_taken", problem: answered, again: "soon", askedMs };
  if (status >= 500) {
    // A gateway also sends a bare 503 when its own connection broke after the message had passed.
    if (askedMs === undefined) return doubtful(answered);
    return { state: "not_taken", problem: answered, again: "soon", askedMs };
  }
  if (status < 400) {
    const advice = "it redirects, which is not followed to another host, nor by another method";
    return { state: "refused", problem: `${answered}: ${advice}; name the address where it answers` };
  }
  return { state: "refused", problem: answered };
}

function doubtful(problem: string): SendOutcome {
  return { state: "doubtful", problem: `${problem}: it may have received the message` };
}

/** The first words of a refusal, like `no_service`. A body that does not end is left after the time limit. */
async function wordsOf(reply: Response, target: NightTarget, { signal }: AbortController): Promise<string> {
  const reader = reply.body?.getReader();
  signal.addEventListener("abort", () => void reader?.cancel().catch(() => {})); // fetch may forget it: body_reader.ts
  try {
    const { value } = await reader?.read() ?? {};
    const text = new TextDecoder().decode(value);
    return text.trimStart().startsWith("<") ? "" : excerpt(createRedactor(secretsOf(target))(text), MAX_WORDS);
  } catch {
    return ""; // the status is known, and that is what counts
  } finally {
    reader?.releaseLock();
  }
}

/** The body of a webhook, and the standard input of a program. */
export interface WebhookBody {
  /** Subject and text: what Slack, Mattermost and others of that form show. */
  readonly text: string;
  /** The message field by field, apart from the fields that such a receiver knows. */
  readonly conviction: Omit<NightMessage, "text" | "alertCount"> & {
    /** Names the message: the same in each attempt. */
    readonly key: string;
    /** How many alerts there are; `alerts` holds the weightiest. */
    readonly alert_count: number;
  };
}

/** Makes the body of a webhook. */
export function webhookBody({ message, key }: Pick<KeptMessage, "message" | "key">): WebhookBody {
  const { text: _, alertCount, ...fields } = message;
  return {
    text: wholeText(message),
    conviction: { key, ...fields, alert_count: alertCount ?? fields.alerts.length },
  };
}

/** The message where nothing but its text is shown. */
export function wholeText({ subject, text }: Pick<NightMessage, "subject" | "text">): string {
  return `${subject}\n${text}`;
}
