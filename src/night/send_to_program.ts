import { createRedactor } from "../text/redact.ts";
import { stripControl } from "../text/control.ts";
import type { DeliveryPort } from "./delivery_port.ts";
import type { KeptMessage } from "./kept_message.ts";
import { programProblem } from "./program_problem.ts";
import type { SendOutcome } from "./send_outcome.ts";
import { type NightTarget, secretsOf } from "./target.ts";
import { webhookBody, wholeText } from "./webhook_body.ts";

const LIMIT_MS = 60_000;
/** EX_TEMPFAIL of `sysexits.h`: the program says that nothing was delivered, and that it may be run again. */
const TRY_AGAIN = 75;

/**
 * Hands a message to a program, once: JSON on its standard input; text, subject and page as `$1`, `$2` and `$3`. Only a
 * program that says so is run again: another status may come from a step after the delivery.
 */
export async function sendToProgram(kept: KeptMessage, target: NightTarget, port: DeliveryPort): Promise<SendOutcome> {
  const { message } = kept;
  const args = [wholeText(message), message.subject, message.page ?? ""];
  const input = `${JSON.stringify(webhookBody(kept))}\n`;
  const ended = await port.runCommand(target.address, { args, input, limitMs: LIMIT_MS });
  const output = createRedactor(secretsOf(target))(stripControl(ended.output)).trimEnd();
  for (const line of output === "" ? [] : output.split("\n")) port.log(line);
  if (ended.code === 0) return { state: "delivered" };
  const problem = programProblem(target.shown, { ...ended, output });
  if (ended.code === undefined) {
    return { state: "doubtful", problem: `${problem}: it may have delivered the message` };
  }
  return ended.code === TRY_AGAIN ? { state: "not_taken", problem, again: "soon" } : { state: "refused", problem };
}
