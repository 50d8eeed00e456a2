/** Under which names the ledger keeps what a run must know of itself after a restart. */

/** The state of rate, limit and breaker. */
export const PACE_NOTE = "pace";
/** What was spent. */
export const SPENT_NOTE = "spent";
/** That the service runs a repeated key once. */
export const HONOURS_KEYS_NOTE = "honours_keys";
