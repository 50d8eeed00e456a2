import { VOCABULARY } from "../../../src/data/vocabulary.ts";
import type { PhraseId } from "../../../src/data/phrases/phrase.ts";
import { knownClaim, lied, type Scene } from "./scene.ts";
import { type StructuralKind, toldKinds } from "./structural.ts";
import { changed, changedParts, nodesOf, phraseOf, type Told, told } from "./told.ts";

/** Parts whose phrase is exchanged for another of the same role, by what the kind is called. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  "another reason": ["reason"],
  "another event of the probability": ["statement"],
  "another kind of place": ["place"],
  "another part of the history": ["history_effect"],
  "another missing measure": VOCABULARY.byRole.keys().filter((role) => role.startsWith("lacks_")).toArray(),
};

/** Facts whose measure is exchanged while the figure stays. */
const FACTS = ["risk_fact", "past_fact", "close_place", "domain_score"];

/** Sentences that may be said of a company only in some cases. */
const SPECIAL: Readonly<Record<string, PhraseId>> = {
  "no view said where there is one": "company.no_view",
  "a name left out of a set that is in it": "set.left_out",
  "prices said to end that do not": "bars.old",
  "a price said to stand still that moves": "bars.still",
  "no prices said where there are some": "company.no_prices",
  "no measure pulls, where one does": "company.unled",
  "no bear case said where there is one": "lead.no_bear",
  "an excess called wrong where it is right": "note.mixed",
  "a short history where it is long": "note.history",
};

/** The sentence with one phrase of these roles said as another of its role, which the sentence does not say yet. */
function reroled(node: Told, roles: readonly string[], scene: Scene): readonly Told[] {
  return changedParts(node, (children, { name, node: one }) => {
    const part = phraseOf(one.phrase).parts?.[name];
    if (part === undefined || !roles.includes(part.role)) return [];
    const said = children.map(({ phrase }) => phrase);
    const others = (VOCABULARY.byRole.get(part.role) ?? []).filter((id) => !said.includes(id));
    const of = phraseOf(one.phrase).of ?? Object.values(one.slots).find((claim) => claim.of !== undefined)?.of;
    return children.flatMap((child, at) =>
      others.flatMap((id) => {
        const other = lied(id, { about: child.about, of, instead: { ...child, slots: {} }, scene });
        return other ? [children.with(at, other)] : [];
      })
    );
  });
}

/** A fact with the figure of the one in whose place it stands. */
function withFigureOf(fact: Told, old: Told): Told | undefined {
  const figureIn = (node: Told) => Object.values(node.slots).find(({ value }) => typeof value === "number");
  const [own, other] = [figureIn(fact), figureIn(old)];
  if (own === undefined || other === undefined || own.value === other.value) return undefined;
  return { ...fact, slots: { ...fact.slots, [own.metric]: { ...own, value: other.value, shown: other.shown } } };
}

/** What may be left out without a word becoming wrong. */
const OPTIONAL = ["effect", "recent", "past", "impact", "excess", "made", "chance"];

/** Phrases that may be said, but not here. */
export const ALLOWED_PHRASES: readonly StructuralKind[] = toldKinds("allowed phrases", [
  ...Object.entries(ROLES).map(([name, roles]) => ({
    name,
    make: (node: Told, scene: Scene) => reroled(node, roles, scene).filter((one) => told(one).text !== told(node).text),
  })),
  ...Object.entries(SPECIAL).map(([name, id]) => ({
    name,
    make: (node: Told, scene: Scene) => {
      const isLong = knownClaim(scene.statements, { metric: "momentum_12_1", entities: node.about }) !== undefined;
      const isSaid = scene.statements.some(({ saying: { phrase, about } }) =>
        phrase === id && about.join() === node.about.join()
      );
      const said = isSaid || !isLong || node.about.length > 1
        ? undefined
        : lied(id, { about: node.about, instead: node, scene });
      return said ? [said] : [];
    },
  })),
  {
    name: "no view on companies where there is one",
    make: (node, scene) =>
      node.phrase !== "set.thesis"
        ? []
        : ["set.no_view", "set.no_view_many"].flatMap((id) =>
          lied(id, { about: node.about, instead: node, scene }) ?? []
        ),
  },
  {
    name: "one company said to have a score where others have one too",
    make: (node, scene) => {
      const [first] = node.about;
      const said = node.phrase === "set.thesis" && first !== undefined &&
        lied("set.thesis_alone", { about: [first], of: "score", instead: node, scene });
      return said ? [said] : [];
    },
  },
  {
    name: "no prices of a company that nobody asked about",
    make: (node, scene) => {
      const said = lied("company.no_prices", { about: ["ZZZZ"], instead: node, scene });
      return said ? [said] : [];
    },
  },
  {
    name: "the companies named as a whole sector",
    make: (node, scene) =>
      changed(node, (one) => {
        const [company] = one.about.map((ticker) => scene.view.companies.find((known) => known.ticker === ticker));
        const sector = scene.view.companies.filter((known) => known.sector === company?.sector);
        if (
          one.phrase !== "whom.tickers" || company?.sector === undefined ||
          sector.every(({ ticker }) => one.about.includes(ticker))
        ) return [];
        return ["whom.sector", "whom.many"].flatMap((id) => lied(id, { about: one.about, instead: one, scene }) ?? []);
      }),
  },
  {
    name: "another metric's phrase with this figure",
    make: (node, scene) =>
      changedParts(node, (children, { name, node: one }) => {
        const role = phraseOf(one.phrase).parts?.[name]?.role ?? "";
        if (!FACTS.includes(role)) return [];
        return children.flatMap((child, at) =>
          (VOCABULARY.byRole.get(role) ?? []).filter((id) => id !== child.phrase).flatMap((id) => {
            const fact = lied(id, { about: child.about, instead: { ...child, slots: {} }, scene });
            const wrong = fact && withFigureOf(fact, child);
            return wrong ? [children.with(at, wrong)] : [];
          })
        );
      }),
  },
  {
    name: "another measure's evidence with this figure",
    make: (node, scene) =>
      !node.phrase.startsWith("evidence.")
        ? []
        : Object.keys(VOCABULARY.phrases).filter((id) => id.startsWith("evidence.") && id !== node.phrase).flatMap(
          (id) => {
            const said = lied(id, { about: node.about, instead: node, scene });
            const wrong = said && withFigureOf(said, node);
            return wrong ? [wrong] : [];
          },
        ),
  },
  {
    name: "the effect of another measure",
    make: (node, scene) =>
      changedParts(
        node,
        (_, { name }) =>
          name !== "effect"
            ? []
            : Object.keys(VOCABULARY.phrases).filter((id) =>
              id.startsWith("effect.") && id !== node.phrase.replace("evidence.", "effect.")
            )
              .flatMap((id) => {
                const of = id.replace("effect.", "");
                const other = lied(id, { about: node.about, of, instead: node, scene });
                return other ? [[other]] : [];
              }),
      ),
  },
  {
    name: "a part left out that the phrase requires",
    make: (node) =>
      changedParts(
        node,
        (children, { name, node: one }) =>
          (phraseOf(one.phrase).parts?.[name]?.least ?? 1) > 0 && children.length > 0 ? [[]] : [],
      ),
  },
  {
    name: "one of all left out",
    make: (node) =>
      changedParts(
        node,
        (children, { name, node: one }) =>
          phraseOf(one.phrase).parts?.[name]?.all && children.length > 1
            ? children.map((_, at) => children.toSpliced(at, 1))
            : [],
      ),
  },
  {
    name: "a part that may be left out is left out",
    keepsMeaning: true,
    make: (node) => changedParts(node, (_, { name }) => OPTIONAL.includes(name) ? [[]] : []),
  },
  {
    name: "a phrase twice in a part",
    make: (node) => changedParts(node, (children) => children.map((child, at) => children.toSpliced(at, 0, child))),
  },
  {
    name: "too many phrases in a part",
    make: (node, scene) =>
      changedParts(node, (children, { name, node: one }) => {
        const part = phraseOf(one.phrase).parts?.[name];
        if (part?.most !== 1 || children.length !== 1) return [];
        return (VOCABULARY.byRole.get(part.role) ?? []).flatMap((id) => {
          const more = lied(id, { about: one.about, instead: one, scene });
          return more ? [[...children, more]] : [];
        });
      }),
  },
  {
    name: "phrases of two parts exchanged",
    make: (node) =>
      changed(node, (one) => {
        const names = Object.keys(one.parts);
        return names.flatMap((name, at) =>
          names.slice(at + 1).map((other) => ({
            ...one,
            parts: { ...one.parts, [name]: one.parts[other] ?? [], [other]: one.parts[name] ?? [] },
          }))
        );
      }).filter((one) => told(one).text !== told(node).text),
  },
  {
    name: "a sentence inside a sentence",
    make: (node, { statements }) => {
      const other = statements.find(({ saying }) => saying.phrase !== node.phrase);
      return other === undefined ? [] : changedParts(node, (children) => [[...children, node]]);
    },
  },
  {
    name: "a part as a sentence",
    make: (node) => nodesOf(node).slice(1),
  },
  {
    name: "a phrase about another company inside",
    make: (node, { companies, view }) =>
      changedParts(node, (children, { name, node: one }) => {
        const other = [...companies, ...view.companies.map(({ ticker }) => ticker)].find((ticker) =>
          !one.about.includes(ticker)
        );
        const isNamed = phraseOf(one.phrase).parts?.[name]?.about === "others";
        return other === undefined || isNamed
          ? []
          : children.map((child, at) => children.with(at, { ...child, about: [other] }));
      }),
  },
]);
