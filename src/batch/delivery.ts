import type { RowError } from "../run/outcome.ts";

/** Whether a request left the machine. */
export type Delivery = "not_sent" | "maybe_sent" | "answered";

/** What a failed call means for its row. */
export interface CallFailure {
  readonly delivery: Delivery;
  readonly error: RowError;
}

/**
 * Reads an error of the client by its fields, so that any client can be handed in.
 * @param thrown What the call threw.
 * @returns An error that does not say whether it was sent may have been sent.
 */
export function readFailure(thrown: unknown): CallFailure {
  const fields = typeof thrown === "object" && thrown !== null ? thrown as Record<string, unknown> : {};
  const status = typeof fields["status"] === "number" ? fields["status"] : undefined;
  const body = fields["body"] ?? fields["excerpt"];
  return {
    delivery: deliveryOf(fields, status),
    error: {
      code: codeOf(fields, status),
      message: thrown instanceof Error ? thrown.message : String(thrown),
      ...(body === undefined ? {} : { body }),
    },
  };
}

function deliveryOf({ delivery, name }: Record<string, unknown>, status: number | undefined): Delivery {
  if (delivery === "not_sent" || delivery === "answered" || delivery === "maybe_sent") return delivery;
  // What is no thesis was answered all the same, and may be billed.
  return status !== undefined || name === "ProtocolError" ? "answered" : "maybe_sent";
}

function codeOf(fields: Record<string, unknown>, status: number | undefined): string {
  const { code, name } = fields;
  if (typeof code === "string" && code !== "") return code;
  if (status !== undefined) return `http_${status}`;
  // TimeoutError -> timeout
  const words = typeof name === "string" ? name.replace(/Error$/, "") : "";
  return words.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase() || "unknown";
}
