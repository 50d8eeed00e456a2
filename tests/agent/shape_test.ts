/** Answers keep to the shape of their kind: their words, their figures, and what stands first. */
import { deepEqual } from "../assert.ts";
import { ask, markdownOf } from "./ask.ts";
import { type ShapeKind, shapeProblems } from "./shape.ts";

const QUESTIONS: readonly (readonly [kind: ShapeKind, question: string])[] = [
  ["thesis", "Analyse Apple"],
];

for (const [kind, question] of QUESTIONS) {
  Deno.test(`the answer to "${question}" has the shape of ${kind}`, async () => {
    const text = markdownOf(await ask(question));
    deepEqual(shapeProblems(text, kind), [], text);
  });
}
