/** A machine for the delivery of messages in a test: real network and disk, time that passes by itself. */
import { clearImmediate, setImmediate } from "node:timers";
import { type DeliveryParts, deliveryPort } from "../../src/commands/notify_night.ts";
import { notifyTargets } from "../../src/commands/notify_flags.ts";
import { type Durability, RELAXED } from "../../src/disk/durability.ts";
import type { DeliveryPort } from "../../src/night/delivery_port.ts";
import type { NightMessage } from "../../src/night/message.ts";
import type { NightTarget } from "../../src/night/target.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";

/** Limits of one attempt: these pass only when a test says so. */
const LIMITS_MS: readonly number[] = [30_000, 60_000];

/** A clock whose pauses pass at once and whose limits do not. */
export function nightClock(start: string): ManualClock {
  const clock = manualClock(start);
  return {
    ...clock,
    schedule(delayMs, callback) {
      const cancel = clock.schedule(delayMs, callback);
      if (LIMITS_MS.includes(delayMs)) return cancel;
      const dueMs = clock.monotonicMs() + delayMs;
      const turn = setImmediate(() => clock.advance(Math.max(0, dueMs - clock.monotonicMs())));
      return () => {
        clearImmediate(turn);
        cancel();
      };
    },
  };
}

/** A night of a test. */
export interface TestNight {
  readonly port: DeliveryPort & { readonly clock: ManualClock };
  readonly logged: string[];
}

/** The machine of one start. */
export function nightPort(
  { folder, night = "2026-11-23", env = {}, typed = [], signal, durability = RELAXED }: {
    /** Folder of the list; the outbox is below it. */
    readonly folder: string;
    readonly night?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Default: nothing waits for the disk. */
    readonly durability?: Durability;
  } & Partial<Pick<DeliveryParts, "typed" | "signal">>,
): TestNight {
  const clock = nightClock(`${night}T22:30:00Z`);
  const logged: string[] = [];
  const read = (name: string) => env[name];
  const host = { clock, random: () => 0.5, fetch: networkFetch, env: read, folder, durability };
  const parts = { outbox: `${folder}/.nights/outbox`, typed, log: (line: string) => void logged.push(line), signal };
  return { port: { ...deliveryPort(host, parts), clock }, logged };
}

/** One target as it would be typed. */
export function targetOf(text: string, env: Readonly<Record<string, string>> = {}): NightTarget {
  const [target] = notifyTargets([text], { env: (name) => env[name] });
  if (target === undefined) throw new Error(`Cannot test: no target of ${text}`);
  return target;
}

/** A message of a night. */
export function messageOf(night = "2026-11-23", change: Partial<NightMessage> = {}): NightMessage {
  return {
    ...{ id: `desk ${night} ended`, kind: "ended", night, list: "desk", status: 0 },
    subject: `desk ${night}: 498 of 500 theses, 1 alert`,
    text: "1 alert:\n- NVDA: bullish to bearish.\n",
    alerts: [{ kind: "THESIS_DRIFT", ticker: "NVDA", message: "NVDA: bullish to bearish" }],
    ...change,
  };
}
