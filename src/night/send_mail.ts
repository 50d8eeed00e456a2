import type { DeliveryPort } from "./delivery_port.ts";
import type { KeptMessage } from "./kept_message.ts";
import { letterOf } from "./letter.ts";
import { programProblem } from "./program_problem.ts";
import type { SendOutcome } from "./send_outcome.ts";
import type { NightTarget } from "./target.ts";

/** Mail systems refuse more than 10 MB or so, and base64 makes it a third longer. */
export const MAX_ATTACHED_BYTES = 2_000_000;
const LIMIT_MS = 60_000;

/**
 * Exit statuses of `sysexits.h` in which the system says that it took nothing, and a later attempt may succeed: host
 * unknown, service unavailable, an error of the system, no file created.
 */
const TOOK_NOTHING: readonly number[] = [68, 69, 71, 73];
/** Usage, data, input, addressee unknown: the letter itself is refused. */
const REFUSED: readonly number[] = [64, 65, 66, 67];
/** Software, input or output, temporary failure: sendmail(8) ends with the last of these for a letter it has queued. */
const DOUBTFUL: readonly number[] = [70, 74, 75];
const MISSING = 127;

/** Hands a message to the mail system of this machine, once. */
export async function sendMail(kept: KeptMessage, target: NightTarget, port: DeliveryPort): Promise<SendOutcome> {
  const { message, key } = kept;
  const page = message.page === undefined ? undefined : port.readFile(message.page, MAX_ATTACHED_BYTES);
  const parts = { to: target.address, from: port.mailFrom, key, date: port.clock.now(), page };
  const end = await port.sendMail({ input: letterOf(message, parts), limitMs: LIMIT_MS });
  if (end.code === 0) return { state: "delivered" };
  const problem = programProblem("sendmail", end);
  if (end.code === undefined || DOUBTFUL.includes(end.code)) {
    return { state: "doubtful", problem: `${problem}: it may have queued the message` };
  }
  if (end.code === MISSING) {
    const advice = "there is no sendmail on this machine: install msmtp (package msmtp-mta), or use a webhook";
    return { state: "not_taken", problem: advice, again: "next_start" };
  }
  if (REFUSED.includes(end.code)) return { state: "refused", problem };
  return { state: "not_taken", problem, again: TOOK_NOTHING.includes(end.code) ? "soon" : "next_start" };
}
