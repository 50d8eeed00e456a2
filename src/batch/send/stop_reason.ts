/** Why a run stops before its last row: a limit of the user's, or a service that cannot be worked with. */
export type StopCode =
  | "max_requests"
  | "max_cost"
  | "max_failures"
  | "until"
  | "stalled"
  | "refused"
  | "breaker";

/** A run that stops by itself says why, and what to do. */
export interface StopReason {
  /** For programs. */
  readonly code: StopCode;
  /** One sentence for people, with what to do next. */
  readonly message: string;
}
