/** A night: each step once, however often it is started, and whatever ends it. */
import { deepEqual, equal, match, rejects, throws } from "../assert.ts";
import { LockedError } from "../../src/disk/folder_lock.ts";
import { openNight, readNight } from "../../src/night/night_file.ts";
import type { NightStep } from "../../src/night/night_record.ts";
import { runNight, type StepEnd, type StepWork } from "../../src/night/run_night.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

const NAME = { night: "2026-11-23", list: "desk" };
const clock = manualClock("2026-11-23T22:30:00Z");

/** Starts a night in a folder; each step says what came of it, or throws. */
async function start(
  runs: string,
  ends: Readonly<Partial<Record<NightStep, StepEnd | Error>>>,
  { again = [], stop = new AbortController() }: {
    readonly again?: readonly NightStep[];
    readonly stop?: AbortController;
  } = {},
) {
  const worked: NightStep[] = [];
  const steps = (["fetch", "check", "screen", "compare", "alerts"] as const).map((step): StepWork => ({
    step,
    isAgain: again.includes(step),
    work() {
      worked.push(step);
      const end = ends[step] ?? { words: `${step} of start ${starts(runs)}` };
      return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
    },
  }));
  using file = openNight(runs, NAME, { now: clock.now() });
  await file.begin(clock.now());
  const told: string[] = [];
  const end = await runNight(file, steps, {
    clock,
    stop: stop.signal,
    onStep: ({ step, state, words }) => told.push(`${step} ${state}: ${words}`),
    wordsOf: (error) => `it threw ${error instanceof Error ? error.message : error}`,
  });
  return { worked, told, kind: end.kind, status: end.status, error: end.error };
}

function starts(runs: string): number {
  return readNight(runs, NAME.night)?.starts.length ?? 0;
}

Deno.test("a night that ended is only told again: no step is done a second time", async () => {
  const runs = await Deno.makeTempDir();
  const first = await start(runs, {});
  deepEqual(first.worked, ["fetch", "check", "screen", "compare", "alerts"]);
  deepEqual([first.kind, first.status], ["ended", 0]);
  const second = await start(runs, {});
  deepEqual(second.worked, []);
  deepEqual(second.told, first.told.map((line) => line.replace(" done:", " kept:")));
  equal(starts(runs), 2);
});

const STOPS: readonly {
  readonly when: string;
  readonly end: StepEnd | Error;
  readonly kind: string;
  readonly status: number;
  readonly again: readonly NightStep[];
}[] = [
  {
    when: "a limit stopped the screen",
    end: { words: "1 of 2", status: 3, ends: "stopped" },
    kind: "stopped",
    status: 3,
    again: ["screen", "compare", "alerts"],
  },
  {
    when: "the screen failed",
    end: new Error("disk full"),
    kind: "stopped",
    status: 1,
    again: ["screen", "compare", "alerts"],
  },
  {
    when: "rows are not done, which is an end",
    end: { words: "1 of 2", status: 1 },
    kind: "ended",
    status: 1,
    again: [],
  },
  {
    when: "the data turned out stale: they are fetched and checked again",
    end: { words: "3 sessions old", status: 4, ends: "stale" },
    kind: "stale",
    status: 4,
    again: ["fetch", "check", "screen", "compare", "alerts"],
  },
];
for (const { when, end, kind, status, again } of STOPS) {
  Deno.test(`another start does what is left when ${when}`, async () => {
    const runs = await Deno.makeTempDir();
    const first = await start(runs, { screen: end });
    deepEqual([first.kind, first.status], [kind, status]);
    if (end instanceof Error) {
      equal(first.error, end);
      equal(first.told.at(-1), "screen stopped: it threw disk full");
    }
    const second = await start(runs, {});
    deepEqual(second.worked, again);
    deepEqual([second.kind, second.status], ["ended", again.length === 0 ? status : 0]);
  });
}

Deno.test("a step that a person asks for again is done again, and so is what follows it", async () => {
  const runs = await Deno.makeTempDir();
  await start(runs, {});
  deepEqual((await start(runs, {}, { again: ["screen"] })).worked, ["screen", "compare", "alerts"]);
});

Deno.test("a night that is told to stop begins no further step, exits with 130, and goes on", async () => {
  const runs = await Deno.makeTempDir();
  const stop = new AbortController();
  stop.abort();
  const stopped = await start(runs, {}, { stop });
  deepEqual(stopped.worked, []);
  deepEqual([stopped.told, stopped.kind, stopped.status], [["fetch stopped: interrupted"], "stopped", 130]);
  equal((await start(runs, {})).worked.length, 5);
});

Deno.test("one process does a night of a list; the refusal names it", async () => {
  const runs = await Deno.makeTempDir();
  using _held = openNight(runs, NAME, { now: clock.now() });
  throws(() => openNight(runs, { ...NAME, night: "2026-11-24" }, { now: clock.now() }), LockedError);
  await rejects(() => start(runs, {}), /process \d+ has been working in it since 2026-11-23 22:30 UTC/);
});

Deno.test("what is no file of a night is refused by its path, and leaves no lock behind", async () => {
  const runs = await Deno.makeTempDir();
  await start(runs, {});
  await Deno.writeTextFile(`${runs}/.nights/2026-11-23.json`, '{"version":1,');
  for (const _ of ["first", "again"]) {
    throws(
      () => openNight(runs, NAME, { now: clock.now() }),
      /^InputError: Cannot read .*2026-11-23\.json: it is not the record of a night; remove it to start the night again$/,
    );
  }
});

Deno.test("a night writes down what a step begins with before it is done", async () => {
  const runs = await Deno.makeTempDir();
  using file = openNight(runs, NAME, { now: clock.now() });
  const screen: StepWork = {
    step: "screen",
    begins: () => ({ folder: "2026-11-23-2" }),
    work: () => {
      match(readNight(runs, NAME.night)?.folder ?? "", /^2026-11-23-2$/);
      return Promise.reject(new Error("killed"));
    },
  };
  const running = { clock, stop: new AbortController().signal, onStep: () => {}, wordsOf: String };
  equal((await runNight(file, [screen], running)).status, 1);
  equal(file.record.folder, "2026-11-23-2");
});
