/** Why a message is sent. */
export type NightMessageKind =
  /** The run ended: finished, or with rows that are not done. */
  | "ended"
  /** A limit, an error or a person stopped it. */
  | "stopped"
  /** The data are older than is allowed: nothing was asked. */
  | "stale"
  /** No run had begun by the hour it was expected at. */
  | "missed";

/** The one message of a night, as it is kept before it is delivered. */
export interface NightMessage {
  /** Names the message: list, night and kind, like `desk 2026-11-23 ended`. The same for each start of a night. */
  readonly id: string;
  readonly kind: NightMessageKind;
  /** The night, `YYYY-MM-DD`: the day it began on. */
  readonly night: string;
  /** Name of the list. */
  readonly list: string;
  /** One line. */
  readonly subject: string;
  /** Some fifteen lines of plain text: alerts, what the run says of itself, its page; or what happened instead. */
  readonly text: string;
  /** Absolute path of the page, if any. */
  readonly page?: string | undefined;
  /** The folder of the run; absent where none began. */
  readonly folder?: string | undefined;
  /** Exit status of the night. */
  readonly status: number;
  /** The first lines of `alerts.jsonl`, the weightiest first. */
  readonly alerts: readonly unknown[];
  /** How many alerts there are, where `alerts` does not hold all of them. */
  readonly alertCount?: number | undefined;
}

/** What became of a message at one target. */
export interface NightDelivery {
  /** The target without what is secret in it. */
  readonly target: string;
  /** `doubtful`: it was under way when the process died, and is not sent again. */
  readonly state: "delivered" | "failed" | "doubtful";
  /** Why, in a sentence; absent when it was delivered. */
  readonly problem?: string | undefined;
}

/** What became of a message of an earlier night at one target. */
export interface EarlierDelivery extends NightDelivery {
  /** Its night, `YYYY-MM-DD`. */
  readonly night: string;
  /** Why it was sent. */
  readonly kind: NightMessageKind;
}
