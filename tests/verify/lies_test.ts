import { deepEqual, equal, ok } from "../assert.ts";
import { IS_WHOLE, SEED } from "../lanes.ts";
import { countOf } from "../sweeps.ts";
import { BLIND_KINDS } from "./faults/kinds.ts";
import { droppedIn, KINDS, type Verdict, verdictsOn } from "./lies.ts";
import { xorshift } from "../xorshift.ts";
import { madeWorlds, numpyWorld, sampleWorld } from "./worlds.ts";

/** At night, enough for more than 10,000 sentences. */
const ENOUGH = countOf("verify/lies", 300);

const isAllowed = (one: { readonly class: string }) => one.class.startsWith("allowed");

function say(line: string): void {
  // deno-lint-ignore no-console -- prints the catch rate for the reader
  console.log(line);
}

/** One line for each class: its kinds, its sentences, and how many of them are dropped. */
function sayByClass(verdicts: readonly Verdict[]): void {
  for (const [name, all] of Map.groupBy(verdicts, (one) => one.class)) {
    const [wrong, caught] = [all.filter((one) => one.changesMeaning), all.filter(({ isCaught }) => isCaught)];
    const kinds = new Set(all.map(({ kind }) => kind)).size;
    const kept = all.length - caught.length;
    say(`${name}: ${kinds} kinds, ${all.length} sentences, ${wrong.length} of another meaning; ${kept} pass`);
  }
}

Deno.test("every sentence of another meaning is caught, of at least 150 kinds", async (test) => {
  say(`seed ${SEED}, up to ${ENOUGH} sentences of a kind`);
  const worlds = [await sampleWorld(), ...await madeWorlds(), await numpyWorld()];
  const verdicts = verdictsOn(worlds, { random: xorshift(SEED || 1), enough: ENOUGH });
  sayByClass(verdicts);
  await test.step("the sentences themselves pass", () => deepEqual(droppedIn(worlds), []));
  await test.step("none of another meaning passes", () => {
    const missed = verdicts.filter(({ changesMeaning, isCaught }) => changesMeaning && !isCaught);
    deepEqual(missed.map((one) => `${one.class}: ${one.kind}: ${one.text}`), []);
  });
  await test.step("every kind has a name of its own, and makes sentences", () => {
    equal(new Set(KINDS.map(({ name }) => name)).size, KINDS.length);
    const made = new Set(verdicts.map(({ kind }) => kind));
    if (IS_WHOLE) deepEqual(KINDS.filter(({ name }) => !made.has(name)).map(({ name }) => name), []);
    ok(made.size >= KINDS.length / 2, `${made.size} of ${KINDS.length} kinds`);
  });
  await test.step("a third of kinds and sentences swap what is allowed; more than thirty kinds know no phrase", () => {
    const allowed = KINDS.filter(isAllowed).length;
    const sentences = verdicts.filter(isAllowed).length;
    say(
      `${KINDS.length} kinds, ${allowed} of them allowed; ${verdicts.length} sentences, ${sentences} of them allowed`,
    );
    ok(KINDS.length >= 150 && allowed * 3 >= KINDS.length, `${allowed} of ${KINDS.length} kinds`);
    ok(
      !IS_WHOLE || (verdicts.length >= 10_000 && sentences * 3 >= verdicts.length),
      `${sentences} of ${verdicts.length} sentences`,
    );
    ok(BLIND_KINDS.length >= 30);
  });
});
