import { longDay } from "../calendar/day.ts";
import { type KeptDelivery, type KeptMessage, nightDelivery } from "./kept_message.ts";
import type { EarlierDelivery } from "./message.ts";

/** A message at one target where it did not arrive, or may not have, and that no delivered message tells of. */
export interface UntoldProblem {
  /** Names the problem: message, target and state. */
  readonly key: string;
  readonly id: string;
  readonly night: string;
  readonly delivery: KeptDelivery;
}

/** Most problems named in a message. */
const MOST = 5;

/** The problems that no delivered message tells, that of the earliest night first. */
export function untoldProblems(messages: readonly KeptMessage[]): readonly UntoldProblem[] {
  const arrived = messages.filter(({ deliveries }) =>
    Object.values(deliveries).some(({ state }) => state === "delivered")
  );
  const arrivedKeys = new Set(arrived.flatMap(({ tells }) => tells));
  return messages.flatMap(({ message: { id, night }, deliveries }) =>
    Object.entries(deliveries)
      .map(([digest, delivery]) => ({ key: `${id} ${digest} ${delivery.state}`, id, night, delivery }))
      .filter(({ key, delivery: { state } }) => state !== "delivered" && !arrivedKeys.has(key))
  );
}

/** The names of the problems that {@linkcode noteLines} names; what it counts only is named by the next message. */
export function reportedBy(problems: readonly UntoldProblem[]): readonly string[] {
  return problems.slice(0, MOST).map(({ key }) => key);
}

/** What a message tells of earlier ones; nothing where all arrived. */
export function noteLines(problems: readonly UntoldProblem[]): readonly string[] {
  if (problems.length === 0) return [];
  const named = problems.slice(0, MOST).map(({ night, delivery: { shown, state, problem } }) => {
    const what = state === "doubtful" || state === "sending" ? "may not have arrived" : "did not arrive";
    const next = state === "waiting" ? "; it will be retried" : "";
    return `- The message of ${longDay(night)} ${what} at ${shown}: ${problem ?? "it was not sent"}${next}.`;
  });
  const more = problems.length - MOST;
  return ["", "Earlier messages:", ...named, ...(more > 0 ? [`- and ${more} more.`] : [])];
}

/** What is said of earlier messages at a start. */
export function earlierOf(
  messages: readonly KeptMessage[],
  arrived: ReadonlySet<KeptDelivery>,
): readonly EarlierDelivery[] {
  const untold = new Set(untoldProblems(messages).map(({ delivery }) => delivery));
  return messages.flatMap(({ message: { night, kind }, deliveries }) =>
    Object.values(deliveries)
      .filter((delivery) => arrived.has(delivery) || delivery.state === "waiting" || untold.has(delivery))
      .map((delivery) => ({ night, kind, ...nightDelivery(delivery) }))
  );
}
