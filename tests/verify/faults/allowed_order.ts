import type { Claim } from "../../../src/data/claim.ts";
import { lied } from "./scene.ts";
import { type StructuralKind, toldKinds } from "./structural.ts";
import { changed, nodesOf, phraseOf, type Told, withAbout, withClaims } from "./told.ts";

/** A phrase with one entry for each of its companies, in their order. */
interface Ranking {
  readonly node: Told;
  readonly part: string;
  readonly entries: readonly Told[];
}

function rankingOf(node: Told): Ranking | undefined {
  const part = Object.entries(phraseOf(node.phrase).parts ?? {}).find(([, one]) => one.about === "each")?.[0];
  const entries = part === undefined ? [] : node.parts[part] ?? [];
  return part === undefined || entries.length < 2 ? undefined : { node, part, entries };
}

/** The sentence with the entries of a ranking changed, and the companies that it is about with them. */
function reranked(node: Told, change: (entries: readonly Told[]) => readonly (readonly Told[])[]): readonly Told[] {
  return changed(node, (one) => {
    const ranking = rankingOf(one);
    if (ranking === undefined || one.slots["order"] === undefined) return [];
    return change(ranking.entries).map((entries) => {
      const about = entries.flatMap((entry) => entry.about);
      return { ...withAbout(one, about), parts: { ...one.parts, [ranking.part]: entries } };
    });
  });
}

/** The figure by which an entry is ranked. */
function figureOf({ slots }: Told): Claim | undefined {
  return slots["score"] ?? slots["drawdown_probability"] ?? slots["value"] ?? slots["span_return"];
}

const isTied = (one: Told | undefined, other: Told | undefined) =>
  one === undefined || other === undefined || figureOf(one)?.value === figureOf(other)?.value;

function exchanged<T>(all: readonly T[], one: number, other: number): readonly T[] {
  const [first, second] = [all[one], all[other]];
  return first === undefined || second === undefined ? all : all.with(one, second).with(other, first);
}

/** The entry under the name of another company: name, and whom its claims are about. */
function renamedTo(entry: Told, { about, slots }: Told): Told {
  const isOwn = (claim: Claim) => claim.entities.join() === entry.about.join();
  const deep = (node: Told): Told => ({
    ...node,
    about,
    parts: Object.fromEntries(Object.entries(node.parts).map(([name, children]) => [name, children.map(deep)])),
  });
  const named = deep(withClaims(entry, (claim) => isOwn(claim) ? { ...claim, entities: about } : claim));
  const ticker = slots["ticker"];
  return { ...named, slots: { ...named.slots, ...(ticker && { ticker }) } };
}

/** Phrases of one end, and what they are at the other. */
const OTHER_END: Readonly<Record<string, string>> = Object.fromEntries(
  ["answer", "answer_has", "span", "span_has"].flatMap((id) =>
    [["more", "less"], ["most", "least"]].flatMap(([one, other]) => [
      [`${id}.${one}`, `${id}.${other}`],
      [`${id}.${other}`, `${id}.${one}`],
    ])
  ),
);

/** The order of a table's rows, which has no words. */
function isHead({ phrase }: Told): boolean {
  return /_(?:top|all)\./.test(phrase);
}

/** Lists in another order, and the first and last of a set. */
export const ALLOWED_ORDER: readonly StructuralKind[] = toldKinds("allowed order", [
  {
    name: "a ranking reversed with its figures",
    make: (node) => reranked(node, (entries) => isTied(entries[0], entries.at(-1)) ? [] : [entries.toReversed()]),
  },
  {
    name: "two neighbours of a ranking exchanged",
    make: (node) =>
      reranked(
        node,
        (entries) =>
          entries.slice(1).flatMap((_, at) =>
            isTied(entries[at], entries[at + 1]) ? [] : [exchanged(entries, at, at + 1)]
          ),
      ),
  },
  {
    name: "the last of a ranking put first",
    make: (node) =>
      reranked(
        node,
        (entries) => isTied(entries[0], entries.at(-1)) ? [] : [[...entries.slice(-1), ...entries.slice(0, -1)]],
      ),
  },
  {
    name: "two names of a ranking exchanged, the figures in place",
    make: (node) =>
      reranked(node, (entries) =>
        entries.slice(1).flatMap((other, at) => {
          const one = entries[at];
          return one === undefined || isTied(one, other)
            ? []
            : [entries.with(at, renamedTo(one, other)).with(at + 1, renamedTo(other, one))];
        })),
  },
  {
    name: "a company left out of a ranking",
    make: (node) =>
      reranked(node, (entries) => entries.length < 2 ? [] : entries.map((_, at) => entries.toSpliced(at, 1))),
  },
  {
    name: "a company twice in a ranking",
    make: (node) => reranked(node, (entries) => entries.map((entry, at) => entries.toSpliced(at, 0, entry))),
  },
  {
    name: "a company of another answer in a ranking",
    make: (node, { statements, companies }) => {
      const strangers = statements.flatMap((one) => one.claims).filter(({ unit, metric, entities }) =>
        unit === "name" && metric === "ticker" && !companies.includes(entities[0] ?? "")
      ).slice(0, 3);
      return reranked(
        node,
        (entries) =>
          strangers.flatMap((ticker) =>
            entries.slice(0, 2).map((entry, at) =>
              entries.with(at, renamedTo(entry, { ...entry, about: ticker.entities, slots: { ticker } }))
            )
          ),
      );
    },
  },
  {
    name: "a ranking under the heading of the other end",
    make: (node, scene) =>
      changed(node, (one) => {
        const other = OTHER_END[one.phrase];
        const heading = other && lied(other, { about: one.about, instead: one, scene });
        return heading ? [{ ...heading, parts: one.parts }] : [];
      }),
  },
  {
    name: "the head of a table without its first company",
    make: (node) =>
      changed(
        node,
        (one) => isHead(one) && one.about.length > 2 ? [withAbout(one, one.about.slice(1))] : [],
      ),
  },
  {
    name: "the rows of a table reversed",
    make: (node) => changed(node, (one) => isHead(one) ? [withAbout(one, one.about.toReversed())] : []),
  },
  {
    name: "another company is the extreme",
    make: (node, scene) =>
      changed(node, (one) => {
        if (one.slots["extreme"] === undefined || rankingOf(one)) return [];
        const own = Object.values(one.slots).find(({ unit }) => unit === "fraction");
        return scene.companies.filter((ticker) => ticker !== one.about[0]).flatMap((ticker) => {
          const said = lied(one.phrase, { about: [ticker], instead: { ...one, slots: {} }, scene });
          const figure = Object.values(said?.slots ?? {}).find(({ unit }) => unit === "fraction");
          return said && figure?.value !== own?.value ? [said] : [];
        });
      }),
  },
  {
    name: "one extreme said as the other",
    make: (node, scene) =>
      changed(node, (one) => {
        const other = OTHER_END[one.phrase];
        const said = one.slots["extreme"] && other && lied(other, { about: one.about, instead: one, scene });
        return said ? [said] : [];
      }),
  },
  {
    name: "an extreme of fewer companies than the answer's",
    make: (node, scene) =>
      changed(node, (one) => {
        if (one.slots["extreme"] === undefined || rankingOf(one)) return [];
        return scene.companies.filter((ticker) => ticker !== one.about[0]).flatMap((ticker) =>
          lied(one.phrase, { about: [ticker], instead: { ...one, slots: {} }, scene }) ?? []
        );
      }).map((said) => {
        const top = nodesOf(node).find(({ slots, phrase }) => slots["extreme"] && phrase.startsWith("answer_has."))
          ?.about[0];
        return { said, set: { companies: scene.companies.filter((ticker) => ticker !== top) } };
      }),
  },
]);
