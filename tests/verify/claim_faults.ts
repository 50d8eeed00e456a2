import type { Claim, Statement } from "../../src/data/claim.ts";
import { metricOf, VOCABULARY } from "../../src/data/domains.ts";
import type { MetricId } from "../../src/data/metrics/metric.ts";
import { type Fault, shifts } from "./faults.ts";

/** Every fault of every kind in one claim of a sentence; where the text shows the claim, it may be wrong too. */
export function faultsInClaims(statement: Statement, tickers: readonly string[]): Fault[] {
  const { claims } = statement;
  return claims.flatMap((claim, at) => {
    const others = (wrong: readonly Claim[]) =>
      wrong.map((one): Statement => ({ ...statement, claims: claims.toSpliced(at, 1, one) }));
    const kinds: Readonly<Record<string, readonly Statement[]>> = {
      "a claim's value": others(
        wrongValues(claim).filter((value) => value !== claim.value).map((value) => ({ ...claim, value })),
      ),
      "a claim's window": others(
        otherMetrics(claim).map((metric) => ({ ...claim, metric, formula: metricOf(metric).formula })),
      ),
      "a claim's frequency": others([{ ...claim, frequency: claim.frequency === "daily" ? "monthly" : "daily" }]),
      "a claim's basis": others([{ ...claim, basis: claim.basis === "price" ? "total_return" : "price" }]),
      "a claim's source": others(
        ["elsewhere.csv", ""].filter((one) => one !== (claim.source ?? "")).map((source) => ({ ...claim, source })),
      ),
      "a claim's formula": others([{ ...claim, formula: `${claim.formula} ` }]),
      "a claim's unit": others([{ ...claim, unit: claim.unit === "ratio" ? "score" : "ratio" }]),
      "a claim's currency": others(claim.currency ? [{ ...claim, currency: "EUR" }, withoutCurrency(claim)] : []),
      "a claim's company": others(wrongEntities(claim, tickers).map((entities) => ({ ...claim, entities }))),
      "a claim's date": others(shifts(claim.as_of).map((as_of) => ({ ...claim, as_of }))),
      "a claim's comparison": others(claim.of ? [{ ...claim, of: otherOf(claim.of) }, withoutOf(claim)] : []),
      "a claim's shown": others(
        ["", "9", `${claim.shown || "not "}0`, `-${claim.shown}`]
          .filter((shown) => shown !== claim.shown) // this is right for a count of 9
          .map((shown) => ({ ...claim, shown })),
      ),
      "a missing claim": [{ ...statement, claims: claims.toSpliced(at, 1) }],
      "a claim not shown": [{ ...statement, claims: [...claims, { ...claim, id: "extra", value: 1e9, shown: "1e9" }] }],
      "text and claim alike": alike(statement, at),
    };
    return Object.entries(kinds).flatMap(([kind, all]) => all.map((one) => ({ kind, statement: one })));
  });
}

function wrongValues({ value, unit }: Claim): readonly (number | string)[] {
  if (unit !== "date" && typeof value === "string") return ["", "bearish", "none", "daily", "MSFT", 1];
  if (typeof value === "string") return [...shifts(value), "", 20171229];
  const off = value === 0 ? 1e-6 : value * 1e-6;
  return [value + off, value - off, -value - off, value * 1000, value / 1000 + off, NaN, Infinity, String(value)];
}

function otherMetrics({ metric, unit }: Claim): readonly MetricId[] {
  const all = Object.keys(VOCABULARY.metrics);
  return all.filter((other) => other !== metric && metricOf(other).unit === unit);
}

function wrongEntities({ entities }: Claim, tickers: readonly string[]): readonly (readonly string[])[] {
  const [other = "ZZZZ"] = tickers.filter((ticker) => !entities.includes(ticker));
  return [[], [other], ["ZZZZ"], [...entities, other], [...entities, ...entities]];
}

function otherOf(of: string): MetricId {
  return of === "momentum_12_1" ? "volatility" : "momentum_12_1";
}

function withoutOf({ of: _, ...claim }: Claim): Claim {
  return claim;
}

function withoutCurrency({ currency: _, ...claim }: Claim): Claim {
  return claim;
}

/** The last digit changed in the text and in `shown`; then in the value too. */
function alike({ text, claims, saying }: Statement, at: number): Statement[] {
  const claim = claims[at];
  if (claim === undefined || !/\d/.test(claim.shown)) return [];
  const shown = claim.shown.replace(/\d(?!.*\d)/, (digit) => String((Number(digit) + 1) % 10));
  const start = text.indexOf(claim.shown);
  const wrong = text.slice(0, start) + shown + text.slice(start + claim.shown.length);
  const figure = Number(shown.replace("\u2212", "-").replace(/[^\d.-]/g, ""));
  const value = claim.unit === "date" ? shown : claim.unit === "fraction" ? figure / 100 : figure;
  return [{ ...claim, shown }, { ...claim, shown, value }].map((one) => ({
    text: wrong,
    claims: claims.toSpliced(at, 1, one),
    saying,
  }));
}
