/** Which tests are run, and which part of each large sweep. */

/**
 * `quick`: no process, no port, no waiting. `test`: all that needs Node alone, with the day's slice of each sweep.
 * `more`: what needs other programs, and the day's share of what only a night runs. `night`: all of it, whole.
 */
export type Lane = "quick" | "test" | "more" | "night";

const LANES: readonly string[] = ["quick", "test", "more", "night"] satisfies Lane[];
const isLane = (name: string): name is Lane => LANES.includes(name);
const named = Deno.env.get("CONVICTION_TESTS") ?? "test";
if (!isLane(named)) throw new Error(`Cannot run the tests of ${JSON.stringify(named)}: name one of ${LANES}`);

/** What is run, as `tests/run.ts` hands it in; `test` where `deno test` was started by hand. */
export const LANE: Lane = named;

/** Whether every sweep is whole. */
export const IS_WHOLE = LANE === "night";

/** Whether other programs are used: Python, Chromium, strace. */
export const HAS_PROGRAMS = LANE === "more" || LANE === "night";

const today = () => new Date().toISOString().slice(0, 10).replaceAll("-", "");

/** The day as YYYYMMDD, or what `CONVICTION_TEST_SEED` says to repeat a run: the seed of all that is drawn. */
export const SEED = Number(Deno.env.get("CONVICTION_TEST_SEED") ?? today()) | 0;

/** The number of that day: one more each day, so that consecutive days take consecutive slices. */
export const DAY = dayOf(String(SEED));

function dayOf(digits: string): number {
  const ms = Date.parse(digits.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"));
  return Number.isNaN(ms) ? Math.abs(SEED) : Math.floor(ms / 86_400_000);
}
