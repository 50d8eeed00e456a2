import { statementsOf } from "../../../src/agent/domains/statements.ts";
import { type Records, recordsUntil } from "../../../src/data/records.ts";
import type { Statements } from "../../../src/data/statements.ts";

/** What the reports of a company state, as known by a day, of all its records. */
export function statementsAt(records: Records, day: string): Statements {
  return statementsOf(recordsUntil(records, day));
}
