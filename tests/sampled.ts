/** Sweeps of many similar cases: a seeded tenth of them in `deno task test`, all in `deno task dev test:all`. */

/** Whether this is `deno task dev test:all`: it uses other programs, and every sweep is whole. */
export const IS_WHOLE = Deno.env.get("CONVICTION_TESTS") === "all";

const PART = 10;
const today = () => new Date().toISOString().slice(0, 10).replaceAll("-", "");

/** The seed of the samples: the date, or `CONVICTION_TEST_SEED` to repeat a run. */
export const SEED = Number(Deno.env.get("CONVICTION_TEST_SEED") ?? today()) | 0;

/** One case of every ten consecutive ones, so that every part of a sweep is covered. */
export function sampled<T>(cases: readonly T[]): readonly T[] {
  if (IS_WHOLE) return cases;
  const random = randomFrom(SEED);
  return Array.from({ length: Math.ceil(cases.length / PART) }, (_, at) => {
    const ten = cases.slice(PART * at, PART * (at + 1));
    return ten.slice(Math.floor(random() * ten.length)).slice(0, 1);
  }).flat();
}

/** How often fast-check tries a property, and its seed. */
export function runsOf(whole: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: IS_WHOLE ? whole : Math.ceil(whole / PART), seed: SEED };
}

/** Lehmer's generator with Park and Miller's constants: from 0 up to 1, reproducible by the seed. */
function randomFrom(seed: number): () => number {
  const modulus = 2 ** 31 - 1;
  let state = Math.abs(seed) % (modulus - 1) + 1;
  return () => (state = state * 48_271 % modulus) / modulus;
}
