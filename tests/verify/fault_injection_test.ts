import { deepEqual, equal, ok } from "../assert.ts";
import { runsOf, sweep } from "../sweeps.ts";
import fc from "fast-check";
import type { Statement } from "../../src/data/claim.ts";
import type { Dataset, DatasetView } from "../../src/data/dataset.ts";
import { lastDay } from "../../src/data/series.ts";
import { openHistory } from "../worlds/history.ts";
import { verify } from "../../src/verify/verify.ts";
import { faultsInData } from "./data_faults.ts";
import { draftOf, statementsOf } from "./draft_maker.ts";
import { type Fault, faultsInText } from "./faults.ts";
import { RIGHT } from "./sample_drafts.ts";
import { walks, walksOf } from "./walks.ts";

const SAMPLE_TICKERS = ["AAPL", "IBM", "MSFT", "XRX", "^GSPC"];
const WALK_TICKERS = ["AAA", "BBB", "III", "INDEX"];

/** A fault is caught when the sentence is removed, or confidence is 0. */
function isCaught(statement: Statement, view: DatasetView): boolean {
  const { verification, kept } = verify(draftOf(statement), view);
  return statementsOf(kept).length === 0 || verification.confidence === 0;
}

function faultsIn(statements: readonly Statement[], tickers: readonly string[]): Fault[] {
  return statements.flatMap((one) => faultsInText(one, tickers));
}

function say(line: string): void {
  // deno-lint-ignore no-console -- prints the catch rate for the reader
  console.log(line);
}

/** A fault in the data is noticed when a figure cannot be recomputed, or the bars are reported as wrong. */
function isNoticed(statements: readonly Statement[], view: DatasetView): boolean {
  const { claims_removed = 0, checks = [] } = verify(draftOf(...statements), view).verification;
  return claims_removed > 0 || checks.some(({ name, passed, total }) => name === "bars" && passed < total);
}

/** Prints how many of each kind are caught, and returns the others. */
function missedOf(faults: readonly Fault[], view: DatasetView): string[] {
  const kinds = Map.groupBy(faults, ({ kind }) => kind);
  return [...kinds].flatMap(([kind, all]) => {
    const missed = all.filter(({ statement }) => !isCaught(statement, view));
    say(`${kind}: caught ${all.length - missed.length} of ${all.length}`);
    return missed.map(({ statement: { text, claims } }) =>
      `${kind}: ${text} | ${claims.map(({ id }) => id).join(", ")}`
    );
  });
}

async function sampleView(): Promise<{ sample: Dataset; view: DatasetView }> {
  const sample = await openHistory();
  return { sample, view: sample.at("2017-12-29") };
}

Deno.test("a correct draft is kept unchanged", async () => {
  const { view } = await sampleView();
  for (const statement of RIGHT) {
    const { verification, kept } = verify(draftOf(statement), view);
    deepEqual(statementsOf(kept), [statement]);
    equal(verification.claims_removed, 0);
    equal(verification.confidence, 1);
  }
});

Deno.test("every single fault in the text of a sentence about the sample is caught", async () => {
  const { view } = await sampleView();
  const faults = faultsIn(RIGHT, SAMPLE_TICKERS);
  ok(faults.length > 3000);
  deepEqual(missedOf(sweep("verify/fault_injection", faults), view), []);
});

Deno.test("every bar of the sample's last year that is dropped, doubled or changed is noticed", async () => {
  const { view } = await sampleView();
  for (const ticker of ["AAPL", "IBM"]) {
    const own = RIGHT.filter(({ claims }) => claims.every(({ entities }) => entities.includes(ticker)));
    const faults = sweep("verify/fault_injection, bars", faultsInData(view, ticker));
    const missed = faults.filter((fault) => !isNoticed(own, fault.view));
    say(`${ticker}: noticed ${faults.length - missed.length} of ${faults.length} faults in bars`);
    deepEqual(missed.map(({ kind }) => kind), []);
  }
});

Deno.test("a figure of a later day is rejected under every date", async () => {
  const { sample, view } = await sampleView();
  const later = sample.at("2018-02-28");
  for (const statement of RIGHT) {
    const asLater = later.prices("AAPL").map(lastDay)[0] ?? "";
    const dated = (as_of: string): Statement => ({
      ...statement,
      text: statement.text.replace("2017-12-29", as_of),
      claims: statement.claims.map((claim) => ({
        ...claim,
        as_of,
        ...(claim.unit === "date" && { value: as_of, shown: as_of }),
      })),
    });
    ok(isCaught(dated(asLater), view));
    // true on 2017-12-29 but stated of the later day; and a view that shows later bars
    ok(isCaught(dated("2017-12-29"), later));
    const leaking = { ...later, asOf: "2017-12-29" };
    equal(verify(draftOf(statement), leaking).verification.confidence, 0);
  }
});

Deno.test("drafts about random walks are kept, and every fault in them is caught", () => {
  fc.assert(
    fc.property(walks(), fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), ({ view, statements }, picks) => {
      deepEqual(statementsOf(verify(draftOf(...statements), view).kept).length, statements.length);
      const faults = faultsIn(statements, WALK_TICKERS);
      for (const pick of picks) {
        const fault = faults[pick % faults.length];
        ok(fault && isCaught(fault.statement, view), `${fault?.kind}: ${fault?.statement.text}`);
      }
    }),
    runsOf("verify/fault_injection, walks", 20),
  );
});

Deno.test("every bar of a random walk's last year that is dropped, doubled or changed is noticed", () => {
  const { view, statements } = walksOf(1);
  equal(verify(draftOf(...statements), view).verification.confidence, 1);
  for (const { kind, view: wrong } of sweep("verify/fault_injection, bars", faultsInData(view, "AAA"))) {
    ok(isNoticed(statements, wrong), kind);
  }
});
