import type { Scene } from "./scene.ts";
import { type StructuralKind, toldKinds } from "./structural.ts";
import type { Told } from "./told.ts";

const isEvidence = ({ phrase }: Told) => phrase.startsWith("evidence.");
const isMarked = ({ parts }: Told) => (parts["mark"] ?? []).length > 0;

/** Without a view, a driver may be on either side. */
function hasView({ statements, companies, side }: Scene): boolean {
  return side !== undefined ||
    statements.some(({ saying: { phrase, about } }) =>
      ["company.view", "company.thesis", "set.thesis"].includes(phrase) && about.join() === companies.join()
    );
}

/** The right sentence under the wrong heading: an unmarked measure says by its list on which side it is. */
export const ALLOWED_LISTS: readonly StructuralKind[] = toldKinds("allowed lists", [
  {
    name: "what speaks against the view among the drivers",
    make: (node, scene) =>
      scene.list === "risks" && isEvidence(node) && hasView(scene) ? [{ said: node, set: { list: "drivers" } }] : [],
  },
  {
    name: "what supports the view among the risks",
    make: (node, scene) =>
      scene.list === "drivers" && isEvidence(node) && !isMarked(node) && hasView(scene)
        ? [{ said: node, set: { list: "risks" } }]
        : [],
  },
  {
    name: "the mark of a side left out of a driver",
    make: (node, { list }) =>
      list === "drivers" && isMarked(node) ? [{ ...node, parts: { ...node.parts, mark: [] } }] : [],
  },
  {
    name: "a risk as a driver",
    make: (node, { list }) => list === "risks" && !isEvidence(node) ? [{ said: node, set: { list: "drivers" } }] : [],
  },
  {
    name: "a sentence of the reasoning as a driver",
    make: (node, { list }) => list === "reasoning" ? [{ said: node, set: { list: "drivers" } }] : [],
  },
]);
