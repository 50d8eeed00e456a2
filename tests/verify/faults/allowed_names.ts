import type { Claim } from "../../../src/data/claim.ts";
import { calledName } from "../../../src/data/company_label.ts";
import { knownClaim, lied, type Scene } from "./scene.ts";
import { type StructuralKind, toldKinds } from "./structural.ts";
import { changedClaims, nodesOf, takenApart, type Told, told, withClaims } from "./told.ts";

/** Some companies that the sentence is not about: of its answer first, then of the data. */
function othersThan(node: Told, { companies, view }: Scene): readonly string[] {
  const all = [...companies, ...view.companies.map(({ ticker }) => ticker)];
  return [...new Set(all)].filter((ticker) => !node.about.includes(ticker)).slice(0, 3);
}

/** What a sentence about it alone calls a company of the data. */
function shortOf(ticker: string, { companies }: Scene["view"]): string | undefined {
  const company = companies.find((one) => one.ticker === ticker);
  return company && calledName(company, 1);
}

/** The whole sentence about another company, with the figures it had. */
function renamed(node: Told, [from, to]: readonly [from: string, to: string], { view }: Scene): Told {
  const [own = from, other] = [from, to].map((ticker) => shortOf(ticker, view));
  const name = (tickers: readonly string[]) => tickers.map((ticker) => ticker === from ? to : ticker);
  const deep = (one: Told): Told => ({
    ...one,
    about: name(one.about),
    parts: Object.fromEntries(Object.entries(one.parts).map(([part, children]) => [part, children.map(deep)])),
  });
  return deep(withClaims(node, (claim) => {
    const entities = name(claim.entities);
    if (entities.join() === claim.entities.join()) return claim;
    if (claim.unit !== "name" || claim.metric === "market" || claim.metric === "sector") return { ...claim, entities };
    const shown = claim.shown.replace(new RegExp(`\\b${from}\\b`), to).replace(own, () => other ?? to);
    return { ...claim, entities, value: String(claim.value).replace(from, to), shown };
  }));
}

function named(node: Told, metric: string, change: (claim: Claim) => readonly Claim[]): readonly Told[] {
  return changedClaims(node, (claim) => claim.metric === metric ? change(claim) : []);
}

/** That none bought is true of many companies, at one rank. */
const isOfMany = (node: Told) => told(node).claims.some(({ metric, value }) => metric === "buyers_30d" && value === 0);
const isOfOne = ({ entities, unit }: Claim) => entities.length === 1 && unit !== "name" && unit !== "word";

/** Another company, another set of companies, another benchmark. */
export const ALLOWED_NAMES: readonly StructuralKind[] = toldKinds("allowed names", [
  {
    name: "another company's name over these figures",
    make: (node, scene) =>
      node.about.slice(0, 2).flatMap((from) => othersThan(node, scene).map((to) => renamed(node, [from, to], scene)))
        .filter((one) => told(one).text !== told(node).text && hasFigure(one) && !isOfMany(one)),
  },
  {
    name: "another name in the text, the claims as they were",
    make: (node, scene) =>
      named(
        node,
        "ticker",
        (claim) =>
          othersThan(node, scene).flatMap((ticker) =>
            [ticker, shortOf(ticker, scene.view) ?? ticker].map((shown) => ({ ...claim, value: ticker, shown }))
          ),
      ),
  },
  {
    name: "another company's name in brackets",
    make: (node, { view }) =>
      named(
        node,
        "name",
        (claim) =>
          view.companies.filter(({ ticker, name }) => ticker !== claim.value && name !== ticker).slice(0, 3).map((
            { name },
          ) => ({
            ...claim,
            shown: `${claim.value} (${name})`,
          })),
      ),
  },
  {
    name: "a company that the data do not know",
    make: (node, scene) => node.about.slice(0, 1).map((from) => renamed(node, [from, "ZZZZ"], scene)),
  },
  {
    name: "the benchmark as the company",
    make: (node, scene) =>
      scene.view.benchmark === undefined
        ? []
        : node.about.slice(0, 1).map((from) => renamed(node, [from, scene.view.benchmark ?? ""], scene)),
  },
  {
    name: "another company's figure under this name",
    make: (node, scene) =>
      changedClaims(
        node,
        (claim) =>
          !isOfOne(claim) || claim.metric === "as_of" ? [] : othersThan(node, scene).flatMap((ticker) => {
            const other = knownClaim(scene.statements, { ...claim, entities: [ticker] });
            return other === undefined || isAlmost(other.value, claim.value)
              ? []
              : [{ ...claim, value: other.value, shown: other.shown }];
          }),
      ),
  },
  {
    name: "another company's figure with its own claim",
    make: (node, scene) =>
      changedClaims(
        node,
        (claim) =>
          !isOfOne(claim)
            ? []
            : othersThan(node, scene).flatMap((ticker) =>
              knownClaim(scene.statements, { ...claim, entities: [ticker] }) ?? []
            ),
      ),
  },
  {
    name: "another company's part in this sentence",
    make: (node, scene) => {
      const other = scene.statements.map(takenApart).find((one) =>
        one.phrase === node.phrase && one.about.length === 1 && one.about[0] !== node.about[0]
      );
      return other === undefined || node.about.length > 1
        ? []
        : Object.entries(node.parts).flatMap(([name, children]) => {
          const parts = other.parts[name] ?? [];
          return parts.length === 0 || children.length === 0
            ? []
            : [{ ...node, parts: { ...node.parts, [name]: parts } }];
        });
    },
  },
  {
    name: "a sentence about a company of another answer",
    make: (node, { statements, companies }) =>
      node.about.length > 1
        ? []
        : statements.filter(({ saying }) =>
          saying.phrase === node.phrase && saying.about.length === 1 && !companies.includes(saying.about[0] ?? "")
        ).slice(0, 3).map(takenApart),
  },
  {
    name: "a company added to a set, the figures as they were",
    make: (node, scene) =>
      node.about.length < 2
        ? []
        : othersThan(node, scene).filter((ticker) => isScored(ticker, scene)).map((ticker) =>
          resized(node, [...node.about, ticker], scene)
        ),
  },
  {
    name: "a company taken out of a set, the figures as they were",
    make: (node, scene) =>
      node.about.length < 3 || !hasMean(node)
        ? []
        : node.about.map((ticker) => resized(node, node.about.filter((one) => one !== ticker), scene)),
  },
  {
    name: "a company twice in a set",
    make: (node, scene) =>
      node.about.length < 2
        ? []
        : node.about.slice(0, 2).map((ticker) => resized(node, [...node.about, ticker], scene)),
  },
  {
    name: "a verdict on a part of the companies, as if on all",
    make: (node, scene) => {
      const parts = scene.statements.filter(({ saying: { phrase, about } }) =>
        phrase === node.phrase && about.length < node.about.length && about.every((one) => node.about.includes(one))
      ).map(takenApart);
      const whom = node.parts["whom"];
      // one that says of how many it speaks is true of the part
      const isListed = nodesOf(node).some(({ slots }) => slots["companies"] ?? slots["ticker"] ?? slots["compared"]);
      if (node.about.length < 2 || isListed) return [];
      return parts.flatMap((part) => {
        if (whom === undefined) return [part];
        const same = whom.flatMap(({ phrase }) => lied(phrase, { about: part.about, instead: part, scene }) ?? []);
        return [{ ...part, parts: { ...part.parts, whom: same } }];
      }).filter((part) => told(part).text !== told(node).text);
    },
  },
  {
    name: "another sector",
    make: (node) =>
      named(
        node,
        "sector",
        (claim) =>
          ["Energy", "Health Care", "Utilities"].filter((sector) => sector !== claim.value)
            .map((sector) => ({ ...claim, value: sector, shown: sector })),
      ),
  },
  {
    name: "another benchmark's name",
    make: (node) =>
      named(node, "market", (claim) =>
        [
          { ...claim, value: "^IXIC", shown: "the Nasdaq Composite" },
          { ...claim, shown: "the DAX" },
          { ...claim, value: "INDEX", shown: "the index" },
        ].filter(({ shown }) => shown !== claim.shown)),
  },
  {
    name: "a company as the benchmark",
    make: (node, scene) =>
      named(
        node,
        "market",
        (claim) => othersThan(node, scene).map((ticker) => ({ ...claim, value: ticker, shown: ticker })),
      ),
  },
  {
    name: "the companies of a mean in another order",
    keepsMeaning: true,
    make: (node, scene) => !hasMean(node) ? [] : [resized(node, node.about.toReversed(), scene)],
  },
]);

/** A company without a score changes no mean. */
function isScored(ticker: string, { statements }: Scene): boolean {
  return knownClaim(statements, { metric: "score", entities: [ticker] }) !== undefined;
}

/** Whether two figures differ by rounding alone. */
function isAlmost(one: number | string, other: number | string): boolean {
  return one === other || Math.abs(Number(one) - Number(other)) < 1e-9;
}

/** A sentence without a figure may be as true of another company. */
function hasFigure(node: Told): boolean {
  return told(node).claims.some(({ value }) => typeof value === "number");
}

function hasMean(node: Told): boolean {
  return nodesOf(node).some(({ slots }) =>
    Object.values(slots).some(({ unit, entities }) => entities.length > 1 && (unit === "score" || unit === "ratio"))
  );
}

/** The sentence about another set, said everywhere where it was about the old one. */
function resized(node: Told, about: readonly string[], scene: Scene): Told {
  const old = node.about.join(" ");
  const deep = (one: Told): Told => {
    const isOld = one.about.join(" ") === old;
    const parts = Object.fromEntries(Object.entries(one.parts).map(([name, children]) => [name, children.map(deep)]));
    const slots = Object.entries(one.slots).map(([slot, claim]): [string, Claim] => {
      if (claim.entities.join(" ") !== old) return [slot, claim];
      if (slot !== "companies") return [slot, { ...claim, entities: about }];
      const list = lied("whom.tickers", { about, instead: one, scene })?.slots["companies"];
      return [slot, list ?? claim];
    });
    return { ...one, about: isOld ? about : one.about, slots: Object.fromEntries(slots), parts };
  };
  return deep(node);
}
