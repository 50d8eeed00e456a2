/** The faces of `packages/npm` have the names of `conviction/batch` and `conviction/types` that Node can use. */
import { deepEqual, ok } from "../assert.ts";
import { ROOT } from "../house/module_graph.ts";

const OF_A_SCREEN = ["LockedError", "VerifyError"];

/** Every exported name of a face, types too. */
async function namesOf(path: string): Promise<Set<string>> {
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) => list.split(","));
  const own = [...text.matchAll(/^export function (\w+)/gm)].map(([, name = ""]) => name);
  return new Set([...own, ...lists.map((name) => name.replace(/^\s*type /, "").trim())].filter((name) => name !== ""));
}

Deno.test("the package for Node exports the values of conviction/batch, but for the errors of a screen", async () => {
  const [whole, reading] = await Promise.all([import("conviction/batch"), import("../../packages/npm/batch.ts")]);
  deepEqual(
    Object.keys(whole).filter((name) => !OF_A_SCREEN.includes(name)).toSorted(),
    Object.keys(reading).toSorted(),
  );
});

for (
  const [entry, path, face] of [
    ["batch", "src/batch/mod.ts", "packages/npm/batch.ts"],
    ["types", "types.ts", "packages/npm/types.ts"],
  ] as const
) {
  Deno.test(`every type of the package for Node is one of conviction/${entry}`, async () => {
    const [whole, reading] = await Promise.all([namesOf(path), namesOf(face)]);
    ok(reading.size > 30, `too few names found: ${reading.size}`);
    deepEqual([...reading].filter((name) => !whole.has(name)), []);
  });
}
