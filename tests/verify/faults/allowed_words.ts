import { rowOf } from "../../../src/data/metrics/metric.ts";
import { lied } from "./scene.ts";
import { type StructuralKind, toldKinds } from "./structural.ts";
import { changed, changedClaims, phraseOf, type Told } from "./told.ts";

/** Judgements with more than one spelling. */
const SPELLED = [
  "signal",
  "side",
  "level",
  "degree",
  "half",
  "position",
  "direction",
  "unled",
  "frequency",
  "basis",
  "mixed",
  "fifth",
  "even",
  "span_way",
  "span_beat",
  "span_cover",
  "span_none",
] as const;

/** The sentence with each other word that its phrase may hold there. */
function otherWords(node: Told, metric: string): readonly Told[] {
  return changed(node, (one) => {
    const claim = one.slots[metric];
    if (claim === undefined) return [];
    return Object.entries(phraseOf(one.phrase).words?.[metric] ?? {}).filter(([value]) => value !== claim.value)
      .map(([value, shown]) => ({ ...one, slots: { ...one.slots, [metric]: { ...claim, value, shown } } }));
  });
}

/** A judgement that the data do not give, in words that are allowed. */
export const ALLOWED_WORDS: readonly StructuralKind[] = toldKinds("allowed words", [
  ...SPELLED.map((metric) => ({
    name: `another ${metric}`,
    make: (node: Told) => otherWords(node, metric),
  })),
  {
    name: "another word, the claim right",
    make: (node) =>
      SPELLED.flatMap((metric) =>
        changed(node, (one) => {
          const claim = one.slots[metric];
          return claim === undefined
            ? []
            : spellingsOf(one, metric).filter((shown) => shown !== claim.shown).map((shown) => ({
              ...one,
              slots: { ...one.slots, [metric]: { ...claim, shown } },
            }));
        })
      ),
  },
  {
    name: "another judgement in the claim, the word right",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          claim.unit === "word"
            ? ["yes", "no", "up", "high", "bullish", ""].filter((value) => value !== claim.value).map((value) => ({
              ...claim,
              value,
            }))
            : [],
      ),
  },
  {
    name: "a judgement that is no judgement",
    make: (node) =>
      changedClaims(
        node,
        (claim) =>
          claim.unit === "word"
            ? ["certain", "constructor"].map((value) => ({ ...claim, value, shown: "certain" }))
            : [],
      ),
  },
  {
    name: "a tension where there is none",
    make: (node, scene) => {
      const [ticker] = node.about;
      if (ticker === undefined || node.about.length > 1 || node.phrase.startsWith("tension.")) return [];
      return ["tension.up_down", "tension.down_up"].flatMap((id) =>
        lied(id, { about: [ticker], instead: node, scene }) ?? []
      );
    },
  },
  {
    name: "a tension turned round",
    make: (node, scene) =>
      changed(node, (one) => {
        const turn = { "tension.up_down": "tension.down_up", "tension.down_up": "tension.up_down" }[one.phrase];
        const [up] = one.parts["up"] ?? [];
        const [down] = one.parts["down"] ?? [];
        if (turn === undefined || up === undefined || down === undefined) return [];
        const pulled = (from: Told, way: "up" | "down") =>
          lied(`${from.phrase.replace(/\..*/, "")}.${way}`, { about: one.about, instead: from, scene });
        const [newUp, newDown] = [pulled(down, "up"), pulled(up, "down")];
        return newUp && newDown ? [{ ...one, parts: { up: [newUp], down: [newDown] } }] : [];
      }),
  },
]);

function spellingsOf({ phrase }: Told, metric: string): readonly string[] {
  return rowOf(metric)?.unit === "word" ? Object.values(phraseOf(phrase).words?.[metric] ?? {}) : [];
}
