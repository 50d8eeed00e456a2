import { wordsAfter } from "../../../src/data/company_label.ts";
import type { Claim, Saying, Statement } from "../../../src/data/claim.ts";
import { VOCABULARY } from "../../../src/data/vocabulary.ts";
import { joinTexts, type Phrase, type PhraseId, piecesOf } from "../../../src/data/phrases/phrase.ts";

/** A phrase with the claims of its slots and the phrases of its parts: a sentence that can be changed consistently. */
export interface Told {
  readonly phrase: PhraseId;
  readonly about: readonly string[];
  /** What the phrase is told to be about, where it takes something. */
  readonly of?: string | undefined;
  readonly slots: Readonly<Record<string, Claim>>;
  readonly parts: Readonly<Record<string, readonly Told[]>>;
}

/** The definition of a phrase. */
export function phraseOf(id: PhraseId): Phrase {
  const phrase = VOCABULARY.phrases[id];
  if (phrase === undefined) throw new TypeError(`Cannot define ${JSON.stringify(id)}: it is no phrase`);
  return phrase;
}

/** Gives each claim of a statement to its slot. */
export function takenApart({ saying, claims }: Statement): Told {
  const left = claims.values();
  const take = ({ phrase, about, of, parts }: Saying): Told => {
    const slots: Record<string, Claim> = {};
    const filled: Record<string, readonly Told[]> = {};
    for (const piece of piecesOf(phraseOf(phrase))) {
      if ("words" in piece) continue;
      const children = parts[piece.slot];
      if (children) filled[piece.slot] = children.map(take);
      else if (!isPart(phrase, piece.slot)) slots[piece.slot] = claimOr(left.next().value, piece.slot);
    }
    return { phrase, about, ...(of !== undefined && { of }), slots, parts: filled };
  };
  return take(saying);
}

/** The statement in which text, claims and saying agree. */
export function told(node: Told): Statement {
  let before = "";
  const said = piecesOf(phraseOf(node.phrase)).map((piece): Pick<Statement, "text" | "claims"> => {
    if ("words" in piece) return { text: wordsAfter(before, piece.words), claims: [] };
    const claim = node.slots[piece.slot];
    if (claim) return { text: before = claim.shown, claims: [claim] };
    const children = (node.parts[piece.slot] ?? []).map(told);
    const join = phraseOf(node.phrase).parts?.[piece.slot]?.join;
    return {
      text: joinTexts(children.map(({ text }) => text), join),
      claims: children.flatMap(({ claims }) => claims),
    };
  });
  return {
    text: said.map(({ text }) => text).join(""),
    claims: said.flatMap(({ claims }) => claims),
    saying: sayingOf(node),
  };
}

/** Every sentence with one of its phrases changed. */
export function changed(node: Told, change: (node: Told) => readonly Told[]): readonly Told[] {
  const inParts = Object.entries(node.parts).flatMap(([name, children]) =>
    children.flatMap((child, at) =>
      changed(child, change).map((other) => ({
        ...node,
        parts: { ...node.parts, [name]: children.with(at, other) },
      }))
    )
  );
  return [...change(node), ...inParts];
}

/** Every sentence with one of its claims changed, in text and claim alike. */
export function changedClaims(node: Told, change: (claim: Claim, node: Told) => readonly Claim[]): readonly Told[] {
  return changed(
    node,
    (one) =>
      Object.entries(one.slots).flatMap(([slot, claim]) =>
        change(claim, one).map((other) => ({ ...one, slots: { ...one.slots, [slot]: other } }))
      ),
  );
}

/** Every sentence with the phrases of one of its parts changed. */
export function changedParts(
  node: Told,
  change: (
    children: readonly Told[],
    place: { readonly name: string; readonly node: Told },
  ) => readonly (readonly Told[])[],
): readonly Told[] {
  return changed(
    node,
    (one) =>
      Object.entries(one.parts).flatMap(([name, children]) =>
        change(children, { name, node: one }).map((others) => ({ ...one, parts: { ...one.parts, [name]: others } }))
      ),
  );
}

/** The sentence with every claim changed. */
export function withClaims(node: Told, change: (claim: Claim) => Claim): Told {
  return {
    ...node,
    slots: Object.fromEntries(Object.entries(node.slots).map(([slot, claim]) => [slot, change(claim)])),
    parts: Object.fromEntries(
      Object.entries(node.parts).map(([name, children]) => [name, children.map((one) => withClaims(one, change))]),
    ),
  };
}

/** The phrase about other companies, with the claims it made about the old ones together. */
export function withAbout(node: Told, about: readonly string[]): Told {
  const old = node.about.join(" ");
  const isOld = ({ entities }: { readonly entities: readonly string[] }) => entities.join(" ") === old;
  return {
    ...node,
    about,
    slots: Object.fromEntries(
      Object.entries(node.slots).map(([slot, claim]) => [slot, isOld(claim) ? { ...claim, entities: about } : claim]),
    ),
  };
}

/** All phrases of a sentence, the outermost first. */
export function nodesOf(node: Told): readonly Told[] {
  return [node, ...Object.values(node.parts).flat().flatMap(nodesOf)];
}

function sayingOf({ phrase, about, of, parts }: Told): Saying {
  return {
    phrase,
    about,
    ...(of !== undefined && { of }),
    parts: Object.fromEntries(Object.entries(parts).map(([name, children]) => [name, children.map(sayingOf)])),
  };
}

function isPart(id: PhraseId, slot: string): boolean {
  return phraseOf(id).parts?.[slot] !== undefined;
}

function claimOr(claim: Claim | undefined, slot: string): Claim {
  if (claim === undefined) throw new TypeError(`Cannot take a sentence apart: the slot ${slot} has no claim`);
  return claim;
}
