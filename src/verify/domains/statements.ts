import type { ItemId } from "../../data/metrics/items.ts";
import type { Records } from "../../data/records.ts";
import type { FiscalPeriod, Period, Stated, Statements, Unstated, Version } from "../../data/statements.ts";

const made = new WeakMap<Records, Statements>();

/** The verifier's own selection of what the reports of a company state; `agent/domains` has another. */
export function statementsOf(records: Records): Statements {
  const found = made.get(records) ?? new Selection(records);
  made.set(records, found);
  return found;
}

class Selection implements Statements {
  readonly years: readonly FiscalPeriod[] = [];
  readonly quarters: readonly FiscalPeriod[] = [];
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  stated(_item: ItemId, _period: Period, _version: Version = "newest"): Stated | Unstated {
    return this.#records.facts.length === 0 ? "filings" : "item";
  }

  trailing(_item: ItemId, _yearsBack = 0): Stated | Unstated {
    return this.#records.facts.length === 0 ? "filings" : "item";
  }

  balance(_item: ItemId, _yearsBack = 0): Stated | Unstated {
    return this.#records.facts.length === 0 ? "filings" : "item";
  }
}
