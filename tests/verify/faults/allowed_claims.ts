import type { Claim, Saying, Statement } from "../../../src/data/claim.ts";
import { METRICS_OF_CLAIMS } from "./metrics.ts";
import type { Scene } from "./scene.ts";
import { statementKinds, type StructuralKind } from "./structural.ts";

type Change = (claim: Claim, scene: Scene) => readonly Claim[];

/** One claim changed; text and phrase stay. */
const claims = (name: string, change: Change) => ({
  name,
  make: (statement: Statement, scene: Scene) =>
    statement.claims.flatMap((claim, at) =>
      change(claim, scene).map((other) => ({ ...statement, claims: statement.claims.with(at, other) }))
    ),
});

/** Words, names and what is of weights alone have none. */
const hasBars = ({ frequency }: Claim) => frequency !== undefined;

function otherEntities({ entities }: Claim, { view }: Scene): readonly (readonly string[])[] {
  const [other = "ZZZZ"] = view.companies.map(({ ticker }) => ticker).filter((ticker) => !entities.includes(ticker));
  return [[], [other], ["ZZZZ"], [...entities, other], [...entities, ...entities]];
}

/** Claims that are right elsewhere, and sentences whose text, claims and phrase are of different sentences. */
export const ALLOWED_CLAIMS: readonly StructuralKind[] = statementKinds("allowed claims", [
  claims(
    "a claim of another metric",
    (claim) =>
      METRICS_OF_CLAIMS.filter(({ id, unit }) => unit === claim.unit && id !== claim.metric).map(({ id, formula }) => ({
        ...claim,
        metric: id,
        formula,
      })),
  ),
  claims("a claim of another unit", (claim) => [{ ...claim, unit: claim.unit === "ratio" ? "score" : "ratio" }]),
  claims(
    "a claim in another currency",
    (claim) => claim.currency === undefined ? [{ ...claim, currency: "USD" }] : [{ ...claim, currency: "EUR" }],
  ),
  claims(
    "a claim about other companies",
    (claim, scene) => otherEntities(claim, scene).map((entities) => ({ ...claim, entities })),
  ),
  claims(
    "a claim of something else",
    (claim) =>
      claim.of === undefined
        ? [{ ...claim, of: "volatility" }]
        : [{ ...claim, of: claim.of === "volatility" ? "beta" : "volatility" }],
  ),
  claims("a claim of nothing", ({ of, ...claim }) => of === undefined ? [] : [claim]),
  claims(
    "a claim of another day",
    (claim) =>
      ["2014-01-31", "2026-11-22", ""].filter((day) => day !== claim.as_of).map((as_of) => ({ ...claim, as_of })),
  ),
  claims(
    "a claim from another source",
    (claim) =>
      hasBars(claim)
        ? ["elsewhere.csv", ""].map((source) => ({ ...claim, source }))
        : [{ ...claim, source: "elsewhere.csv" }],
  ),
  claims(
    "a claim from bars of another frequency",
    (claim) => hasBars(claim) ? [{ ...claim, frequency: claim.frequency === "daily" ? "monthly" : "daily" }] : [],
  ),
  claims(
    "a claim from bars of another basis",
    (claim) => hasBars(claim) ? [{ ...claim, basis: claim.basis === "price" ? "total_return" : "price" }] : [],
  ),
  claims(
    "a claim with another formula",
    (claim) => [{ ...claim, formula: `${claim.formula} ` }, { ...claim, formula: "" }],
  ),
  claims(
    "a claim with another value",
    (claim) =>
      typeof claim.value === "number"
        ? [NaN, Infinity, claim.value * (1 + 1e-6) + 1e-9, String(claim.value)].map((value) => ({ ...claim, value }))
        : ["", "none", 20171229].filter((value) => value !== claim.value).map((value) => ({ ...claim, value })),
  ),
  claims(
    "a claim shown otherwise",
    (claim) =>
      ["9", `${claim.shown}0`, `-${claim.shown}`, claim.shown === "" ? "yes" : ""].filter((shown) =>
        shown !== claim.shown
      ).map((shown) => ({ ...claim, shown })),
  ),
  {
    name: "claims in another order",
    make: (statement) =>
      statement.claims.slice(1).map((other, at) => ({
        ...statement,
        claims: statement.claims.with(at + 1, statement.claims[at] ?? other).with(at, other),
      })),
  },
  {
    name: "a claim left out",
    make: (statement) => statement.claims.map((_, at) => ({ ...statement, claims: statement.claims.toSpliced(at, 1) })),
  },
  {
    name: "a claim twice",
    make: (statement) =>
      statement.claims.map((claim, at) => ({ ...statement, claims: statement.claims.toSpliced(at, 0, claim) })),
  },
  {
    name: "a claim that no slot shows",
    make: (statement, { statements }) =>
      (statements.find(({ text }) => text !== statement.text)?.claims ?? []).slice(0, 3).map((claim) => ({
        ...statement,
        claims: [...statement.claims, claim],
      })),
  },
  {
    name: "the text of another sentence",
    make: (statement, { statements }) =>
      statements.filter(({ text }) => text !== statement.text).slice(0, 20).map(({ text }) => ({ ...statement, text })),
  },
  {
    name: "the claims of another sentence",
    make: (statement, { statements }) =>
      statements.filter((other) => other.saying.phrase === statement.saying.phrase && other.text !== statement.text)
        .map(({ claims }) => ({
          ...statement,
          claims,
        })),
  },
  {
    name: "the phrase of another sentence",
    make: (statement, { statements }) =>
      statements.filter(({ saying, text }) => saying.phrase !== statement.saying.phrase && text !== statement.text)
        .slice(0, 20).map(({ saying }) => ({
          ...statement,
          saying,
        })),
  },
  {
    name: "a phrase that does not exist",
    make: (statement) =>
      ["", "constructor", "__proto__", "toString", `${statement.saying.phrase} `].map((phrase) => ({
        ...statement,
        saying: { ...statement.saying, phrase },
      })),
  },
  {
    name: "a part that the phrase does not have",
    make: (statement) =>
      ["more", "constructor", "effect2"].map((name) => ({
        ...statement,
        saying: { ...statement.saying, parts: { ...statement.saying.parts, [name]: [statement.saying] } },
      })),
  },
  {
    name: "told of something else",
    make: (statement) =>
      [
        "volatility",
        "beta",
        "constructor",
        "",
        "2020-01-01/2020-02-31",
        "2020-02-03/2020-02-01",
        "2020-02-03/2020-06-30",
      ]
        .filter((of) => of !== statement.saying.of)
        .map((of): Statement => ({ ...statement, saying: { ...statement.saying, of } })),
  },
  {
    name: "told of nothing",
    make: ({ saying: { of, ...saying }, ...statement }) => of === undefined ? [] : [{ ...statement, saying }],
  },
  {
    name: "about no company or another",
    make: (statement, { view }) =>
      [[], ["ZZZZ"], [...statement.saying.about, view.companies.at(-1)?.ticker ?? "ZZZZ"]].map((about): Statement => {
        const saying: Saying = { ...statement.saying, about };
        return { ...statement, saying };
      }).filter(({ saying }) => new Set(saying.about).size === saying.about.length || saying.about.length > 1),
  },
]);
