import { daysBetween } from "../calendar/day.ts";
import { type FolderLock, LockedError, lockFolder } from "../disk/folder_lock.ts";
import type { DeliveryPort } from "./delivery_port.ts";
import { earlierOf, noteLines, reportedBy, untoldProblems } from "./earlier_messages.ts";
import { type DeliveryState, type KeptDelivery, type KeptMessage, nightDelivery } from "./kept_message.ts";
import type { EarlierDelivery, NightDelivery, NightMessage } from "./message.ts";
import { deliveriesTo, Outbox } from "./outbox.ts";
import { pause, pauseMs } from "./pauses.ts";
import { programProblem, sendMail } from "./send_mail.ts";
import type { SendOutcome } from "./send_outcome.ts";
import { sendWebhook, webhookBody, wholeText } from "./send_webhook.ts";
import { type NightTarget, secretsOf } from "./target.ts";
import { createRedactor } from "../text/redact.ts";
import { stripControl } from "../text/control.ts";

/** For the attempts at one target; the last one may end later. */
const BUDGET_MS = 120_000;
/** A message that is not delivered after this many days is old news. */
const KEEP_DAYS = 7;
/** Pause between two looks at the lock. */
const LOCK_MS = 500;

const SENDERS = { webhook: sendWebhook, mail: sendMail, program: sendToProgram } as const;

/** What became of the messages of a list. */
export interface NightDeliveries {
  /** Tonight's message, by target. */
  readonly deliveries: readonly NightDelivery[];
  /** Those of earlier nights: delivered just now, still waiting, or with a problem that no delivered message told. */
  readonly earlier: readonly EarlierDelivery[];
  /** Nights of messages that are in doubt, tonight's included, as long as nobody said that they know it. */
  readonly doubts: readonly string[];
  /** Paths of files in the outbox that cannot be read: what became of these messages is not known. */
  readonly damaged: readonly string[];
}

/** An outbox, whose lock is held, and what its messages are delivered with. */
interface Delivering {
  readonly outbox: Outbox;
  readonly port: DeliveryPort;
  /** The deliveries of earlier messages that succeeded just now. */
  readonly arrived: Set<KeptDelivery>;
}

/**
 * Keeps a message and delivers it, once to each target, however often it is called; messages of earlier nights that
 * wait for these targets are tried first. Each attempt is written down before it is made, and what came of it after:
 * one whose process died in between is in doubt, and is not repeated.
 * @param message The message of tonight; one with its id that is kept already stays as it was composed. Undefined where
 * there is none yet: only earlier ones are tried.
 * @param targets Where messages go now.
 * @throws {DiskError} when the outbox cannot be written.
 */
export async function deliverNight(
  message: NightMessage | undefined,
  targets: readonly NightTarget[],
  port: DeliveryPort,
): Promise<NightDeliveries> {
  const outbox = new Outbox(port.outbox, port);
  const tonight = targets.length === 0 ? undefined : message;
  if (tonight !== undefined) outbox.keep(tonight, { targets, now: port.clock.now() });
  using lock = await locked(port);
  if (lock === undefined) {
    return { deliveries: withoutLock(tonight, targets), earlier: [], doubts: [], damaged: outbox.damaged };
  }
  outbox.readAgain();
  const delivering: Delivering = { outbox, port, arrived: new Set() };
  await settle(delivering);
  const earlier = outbox.messages.map((kept) => kept.message.id).filter((id) => id !== tonight?.id);
  const open = await Promise.all(targets.map((target) => attemptEach(earlier, target, delivering)));
  if (tonight !== undefined) await compose(tonight.id, targets, delivering);
  await Promise.all(targets.map((target, at) => attemptAgain(tonight, open[at] ?? [], { target, delivering })));
  return resultOf(tonight, targets, delivering);
}

/** The lock of the outbox; undefined when another process does not let go of it. */
async function locked({ outbox, clock, signal }: DeliveryPort): Promise<FolderLock | undefined> {
  const endMs = clock.monotonicMs() + BUDGET_MS;
  for (;;) {
    try {
      return lockFolder(outbox, { now: clock.now() });
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      if (signal?.aborted || clock.monotonicMs() >= endMs) return undefined;
      await pause(LOCK_MS, { clock, signal });
    }
  }
}

function withoutLock(message: NightMessage | undefined, targets: readonly NightTarget[]): readonly NightDelivery[] {
  if (message === undefined) return [];
  const problem = "another process is delivering messages of this list; kept, and retried at the next start";
  return targets.map(({ shown }) => ({ target: shown, state: "failed", problem }));
}

/** What was under way when a process died is in doubt; what waits for too long is given up. */
async function settle({ outbox, port: { clock, isSeen } }: Delivering): Promise<void> {
  const at = clock.now().toISOString();
  const today = at.slice(0, "YYYY-MM-DD".length);
  for (const { message: { id, night }, deliveries } of outbox.messages) {
    for (const [digest, delivery] of Object.entries(deliveries)) {
      const change = (state: DeliveryState, problem: string) =>
        outbox.changeDelivery(id, digest, { ...delivery, state, at, problem });
      if (delivery.state === "sending") {
        await change("doubtful", "the process ended while it was under way: it may have arrived");
      } else if (isSeen && isDoubt(delivery)) {
        await outbox.changeDelivery(id, digest, { ...delivery, seenAt: at });
      } else if (delivery.state === "waiting" && daysBetween(night, today) > KEEP_DAYS) {
        await change("dropped", `${delivery.problem ?? "it was not sent"}; given up after ${KEEP_DAYS} days`);
      }
    }
  }
}

function isDoubt({ state, seenAt }: KeptDelivery): boolean {
  return state === "doubtful" && seenAt === undefined;
}

/** Makes the text of a message final, once, and adds the targets that it does not have yet. */
async function compose(id: string, targets: readonly NightTarget[], { outbox, port }: Delivering): Promise<void> {
  const kept = outbox.find(id);
  if (kept === undefined) return; // its file is damaged, and resultOf() says so
  const deliveries = { ...deliveriesTo(targets, port.clock.now()), ...kept.deliveries };
  if (kept.isComposed) return await outbox.change(id, { deliveries });
  const problems = untoldProblems(outbox.messages).filter((problem) => problem.id !== id);
  const text = [kept.message.text.trimEnd(), ...noteLines(problems), ""].join("\n");
  await outbox.change(id, {
    message: { ...kept.message, text },
    isComposed: true,
    tells: reportedBy(problems),
    deliveries,
  });
}

/** A message that may be sent again soon, and the wait that its target asked for. */
interface Open {
  readonly id: string;
  readonly askedMs: number | undefined;
}

/** Attempts tonight's message, and after growing pauses whatever still waits for the target, within the budget. */
async function attemptAgain(
  tonight: NightMessage | undefined,
  earlier: readonly Open[],
  { target, delivering }: { readonly target: NightTarget; readonly delivering: Delivering },
): Promise<void> {
  const { port } = delivering;
  const { clock, signal } = port;
  const random = () => port.random();
  const endMs = clock.monotonicMs() + BUDGET_MS;
  let open = [...earlier, ...tonight === undefined ? [] : await attemptEach([tonight.id], target, delivering)];
  for (let failures = 1; open.length > 0; failures++) {
    const asked = open.map(({ askedMs }) => askedMs).filter((askedMs) => askedMs !== undefined);
    const waitMs = pauseMs(failures, { random, askedMs: asked.length === 0 ? undefined : Math.max(...asked) });
    if (clock.monotonicMs() + waitMs > endMs) return;
    await pause(waitMs, { clock, signal });
    if (signal?.aborted) return;
    open = [...await attemptEach(open.map(({ id }) => id), target, delivering)];
  }
}

/** Attempts those of some messages that wait for a target, once each. */
async function attemptEach(
  ids: readonly string[],
  target: NightTarget,
  delivering: Delivering,
): Promise<readonly Open[]> {
  const open: Open[] = [];
  for (const id of ids) {
    const kept = delivering.outbox.find(id);
    const delivery = kept?.deliveries[target.digest];
    if (kept === undefined || delivery?.state !== "waiting") continue;
    const outcome = await attempt(kept, { target, delivery }, delivering);
    if (outcome.state === "not_taken" && outcome.again === "soon") open.push({ id, askedMs: outcome.askedMs });
  }
  return open;
}

/** Writes the intent, sends, and writes what came of it. */
async function attempt(
  kept: KeptMessage,
  { target, delivery }: { readonly target: NightTarget; readonly delivery: KeptDelivery },
  { outbox, port, arrived }: Delivering,
): Promise<SendOutcome> {
  const write = async (state: DeliveryState, problem?: string) => {
    const at = port.clock.now().toISOString();
    const change = { shown: target.shown, state, attempts: delivery.attempts + 1, at, problem };
    await outbox.changeDelivery(kept.message.id, target.digest, change);
    return change;
  };
  await write("sending");
  const outcome = await SENDERS[target.kind](kept, target, port);
  if (outcome.state === "delivered") arrived.add(await write("delivered"));
  else await write(outcome.state === "not_taken" ? "waiting" : outcome.state, outcome.problem);
  return outcome;
}

function resultOf(
  tonight: NightMessage | undefined,
  targets: readonly NightTarget[],
  { outbox, arrived }: Delivering,
): NightDeliveries {
  const kept = tonight && outbox.find(tonight.id);
  const problem = "what is kept of it cannot be read: it may have arrived, and is not sent again";
  const deliveries = targets.map(({ digest, shown }): NightDelivery => {
    const delivery = kept?.deliveries[digest];
    return delivery === undefined ? { target: shown, state: "doubtful", problem } : nightDelivery(delivery);
  });
  const others = outbox.messages.filter(({ message: { id } }) => id !== tonight?.id);
  return {
    deliveries: tonight === undefined ? [] : deliveries,
    earlier: earlierOf(others, arrived),
    doubts: outbox.messages.flatMap(({ message: { night }, deliveries: kept }) =>
      Object.values(kept).some(isDoubt) ? [night] : []
    ),
    damaged: outbox.damaged,
  };
}

const LIMIT_MS = 60_000;
/** EX_TEMPFAIL of `sysexits.h`: the program says that nothing was delivered, and that it may be run again. */
const TRY_AGAIN = 75;

/**
 * Hands a message to a program, once: JSON on its standard input; text, subject and page as `$1`, `$2` and `$3`.
 * Only a program that says so is run again: another status may come from a step after the delivery.
 */
async function sendToProgram(kept: KeptMessage, target: NightTarget, port: DeliveryPort): Promise<SendOutcome> {
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
