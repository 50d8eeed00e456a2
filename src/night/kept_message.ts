import { jsonIn } from "../text/json_read.ts";
import { z } from "zod";
import type { NightDelivery, NightMessage } from "./message.ts";

/**
 * What is known of a message at one target.
 * - `waiting`: it was not sent, or the target took nothing: it is tried again.
 * - `sending`: written before it is sent; found by a later start, the process died meanwhile.
 * - `delivered`, `refused`, `doubtful`, `dropped`: final, whatever comes.
 */
export type DeliveryState = "waiting" | "sending" | "delivered" | "refused" | "doubtful" | "dropped";

/** A message and what became of it. */
export interface KeptMessage {
  readonly message: NightMessage;
  /** Names the message to its targets: the same in each attempt. */
  readonly key: string;
  /** When it was kept, ISO 8601. */
  readonly keptAt: string;
  /** Whether its text is final: what became of earlier messages is added before the first attempt. */
  readonly isComposed: boolean;
  /** The problems of earlier messages that its text tells. */
  readonly tells: readonly string[];
  /** By the digest of the target. */
  readonly deliveries: Readonly<Record<string, KeptDelivery>>;
}

/** A delivery as it is reported: what waits is kept. */
export function nightDelivery({ shown: target, state, problem = "it was not sent" }: KeptDelivery): NightDelivery {
  if (state === "delivered") return { target, state };
  if (state === "doubtful" || state === "sending") return { target, state: "doubtful", problem };
  const next = state === "waiting" ? "; kept, and retried at the next start" : "";
  return { target, state: "failed", problem: problem + next };
}

const messageSchema = z.object({
  id: z.string(),
  kind: z.enum(["ended", "stopped", "stale", "missed"]),
  night: z.iso.date(),
  list: z.string(),
  subject: z.string(),
  text: z.string(),
  page: z.string().optional(),
  folder: z.string().optional(),
  status: z.number(),
  alerts: z.array(z.unknown()),
  alertCount: z.number().optional(),
}) satisfies z.ZodType<NightMessage>;

const deliverySchema = z.object({
  /** The target without what is secret in it. */
  shown: z.string(),
  state: z.enum(["waiting", "sending", "delivered", "refused", "doubtful", "dropped"]),
  /** How often it was sent. */
  attempts: z.number(),
  /** Time of the last change, ISO 8601. */
  at: z.string(),
  /** Why it is not delivered, in a sentence without a full stop. */
  problem: z.string().optional(),
  /** When a person said that they know of its doubt, ISO 8601. */
  seenAt: z.string().optional(),
});

/** A message at one target, as the outbox keeps it. */
export type KeptDelivery = Readonly<z.infer<typeof deliverySchema>>;

const keptSchema = z.object({
  message: messageSchema,
  key: z.string(),
  keptAt: z.string(),
  isComposed: z.boolean(),
  tells: z.array(z.string()),
  deliveries: z.record(z.string(), deliverySchema),
}) satisfies z.ZodType<KeptMessage>;

/** Reads a file of the outbox; undefined when it is not one, or damaged. */
export function readKept(text: string): KeptMessage | undefined {
  return keptSchema.safeParse(jsonIn(text)).data;
}
