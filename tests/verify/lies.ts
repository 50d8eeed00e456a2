import type { Draft, Statement } from "../../src/data/claim.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { verify } from "../../src/verify/verify.ts";
import type { List } from "../../src/data/phrases/phrase.ts";
import { type FaultKind, type Random, some } from "./faults/kind.ts";
import { ALLOWED_KINDS, BLIND_KINDS } from "./faults/kinds.ts";
import type { Lie, Scene } from "./faults/scene.ts";
import type { StructuralKind } from "./faults/structural.ts";
import { statementsOf } from "./draft_maker.ts";
import type { World } from "./worlds.ts";

/** What became of one changed sentence. */
export interface Verdict {
  readonly kind: string;
  readonly class: string;
  readonly changesMeaning: boolean;
  readonly isCaught: boolean;
  readonly text: string;
}

/** All kinds, by one signature: what a liar makes of a sentence of an answer. */
export const KINDS: readonly StructuralKind[] = [...BLIND_KINDS.map(blind), ...ALLOWED_KINDS];

/** A kind that looks at the text alone. */
function blind(kind: FaultKind): StructuralKind {
  return {
    ...kind,
    apply: (statement, { random }) =>
      kind.apply(statement.text, random).map((text) => ({ statement: { ...statement, text } })),
  };
}

/** How many sentences are lied about. */
export interface Choice {
  readonly random: Random;
  /** Enough wrong sentences of one kind; a rare kind makes fewer. */
  readonly enough: number;
}

/** Tells lies of every kind about sentences of worlds, and verifies each in an answer of its own. */
export function verdictsOn(worlds: readonly World[], { random, enough }: Choice): readonly Verdict[] {
  const pool = shuffled(worlds.flatMap((world) => saidIn(world, random)), random);
  return KINDS.flatMap((kind) => {
    const verdicts: Verdict[] = [];
    for (const { statement, scene } of pool) {
      if (verdicts.length >= enough) break;
      for (const lie of kind.apply(statement, scene)) verdicts.push(verdict(kind, lie, scene));
    }
    return verdicts;
  });
}

/** The sentences that are dropped as they are: there must be none, or lies about them prove nothing. */
export function droppedIn(worlds: readonly World[]): readonly string[] {
  const sentences = worlds.flatMap((world) => saidIn(world, () => 0));
  return sentences.filter(({ statement, scene }) => isCaught({ ...scene, statement }, scene.view)).map((
    { statement },
  ) => statement.text);
}

function verdict(kind: StructuralKind, lie: Lie, scene: Scene): Verdict {
  return {
    kind: kind.name,
    class: kind.class,
    changesMeaning: kind.changesMeaning,
    isCaught: isCaught({ ...held(scene), companies: scene.companies, list: scene.list, ...lie }, scene.view),
    text: lie.statement.text,
  };
}

/** A sentence is caught when it is removed from its list. */
export function isCaught({ statement, companies, list, ...about }: Said, view: DatasetView): boolean {
  const draft: Draft = { companies, ...held(about), reasoning: [], drivers: [], risks: [], [list]: [statement] };
  return verify(draft, view).kept[list].length === 0;
}

/** A sentence as it stands in an answer. */
interface Said {
  readonly statement: Statement;
  readonly companies: readonly string[];
  readonly weights?: Draft["weights"];
  readonly side?: Draft["side"];
  readonly list: List;
}

interface Held {
  readonly weights?: Draft["weights"] | undefined;
  readonly side?: Draft["side"] | undefined;
}

/** The weights of an answer, and the side of a case, where it has some. */
function held({ weights, side }: Held): Pick<Scene, "weights" | "side"> {
  return { ...(weights && { weights }), ...(side && { side }) };
}

const LISTS: readonly List[] = ["reasoning", "drivers", "risks"];
/** Sentences of each phrase and day, so that rare phrases are lied about as often as others. */
const PER_PHRASE = 4;

function saidIn(world: World, random: Random): readonly { readonly statement: Statement; readonly scene: Scene }[] {
  return world.days.flatMap(({ asOf, view, answers }) => {
    const known = {
      view,
      statements: distinct(answers),
      otherDays: distinct(world.days.filter((day) => day.asOf !== asOf).flatMap((day) => day.answers)),
      random,
    };
    const all = answers.flatMap(({ draft }) =>
      LISTS.flatMap((list) =>
        [...draft[list], ...list === "reasoning" ? draft.folded ?? [] : []].map((statement) => ({
          statement,
          scene: { ...known, ...held(draft), companies: draft.companies, list },
        }))
      )
    );
    const phrases = Map.groupBy(all, ({ statement, scene }) => `${scene.list} ${statement.saying.phrase}`);
    return [...phrases.values()].flatMap((same) => some(same, random, PER_PHRASE));
  });
}

function distinct(answers: readonly { readonly draft: Draft }[]): readonly Statement[] {
  const all = answers.flatMap(({ draft }) => statementsOf(draft));
  return [...new Map(all.map((one) => [`${one.saying.about} ${one.text}`, one])).values()];
}

function shuffled<T>(all: readonly T[], random: Random): readonly T[] {
  return some(all, random, all.length);
}
