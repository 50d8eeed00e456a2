/** A filing day that is assumed bounds what was known; it is not the day on which results came. */
import { deepEqual, equal, ok } from "../assert.ts";
import { resultsAt } from "../../src/agent/domains/events.ts";
import { markedAsAssumed } from "../../src/data/assumed_filing.ts";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { type FiledFact, NO_RECORDS, type Records } from "../../src/data/records.ts";
import { newestResults } from "../../src/verify/domains/events.ts";

const NUMBER = "0000000001-24-000001";

function report(accession: string, filed: string): FiledFact {
  const year = { start: "2023-01-01", end: "2023-12-31" };
  const filing = { form: "10-K", accession, filed, known: nextSession(filed), source: "made" };
  return { tag: "us-gaap/Revenues", unit: "USD", ...year, value: 1, ...filing };
}

const assumed = report(markedAsAssumed("made-20231231"), "2024-04-01");
const stated = report(NUMBER, "2024-04-20");
const of = (...facts: readonly FiledFact[]): Records => ({ ...NO_RECORDS, facts });

Deno.test("a report whose filing day is assumed does not tell when results came", () => {
  ok("lacks" in resultsAt(of(assumed), "2024-05-01"));
  equal(typeof newestResults(of(assumed), "2024-05-01"), "string");
});

Deno.test("beside one whose filing day is known, that one does", () => {
  const found = resultsAt(of(assumed, stated), "2024-05-01");
  deepEqual("lacks" in found ? found : [found.day, found.filing.accession], ["2024-04-20", NUMBER]);
  const second = newestResults(of(assumed, stated), "2024-05-01");
  deepEqual(typeof second === "string" ? second : [second.filed, second.filing.accession], ["2024-04-20", NUMBER]);
});
