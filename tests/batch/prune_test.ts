import { cpSync } from "node:fs";
import { deepEqual, equal, match, rejects } from "../assert.ts";
import { InputError, openRuns, screen } from "conviction/batch";
import { planPrune } from "../../src/batch/history/prune_plan.ts";
import { pruneRuns } from "../../src/batch/history/prune_runs.ts";
import { pruneCommand } from "../../src/commands/prune_command.ts";
import { lockFolder } from "../../src/disk/folder_lock.ts";
import { testHost } from "../commands/captured.ts";
import { saying, screenNight, weekdays } from "./night_runs.ts";
import { testMachine } from "./test_machine.ts";

const DAYS = weekdays("2024-01-01", 10);
const [FIRST = "", SECOND = ""] = DAYS;
const LAST = DAYS.at(-1) ?? "";
/** Two weeks later: of ten nights, eight were finished more than twelve days ago. */
const NOW = new Date(`2024-01-23T00:00:00Z`);
const DAY_MS = 86_400_000;
const KEEP = { keepMs: 12 * DAY_MS, now: NOW } as const;

/** Ten nights of one name, each compared with the one before: a copy of those that are screened once. */
async function tenNights(): Promise<string> {
  const base = await Deno.makeTempDir();
  cpSync(await (screened ??= screenTen()), base, { recursive: true, preserveTimestamps: true });
  return base;
}

let screened: Promise<string> | undefined;

async function screenTen(): Promise<string> {
  const base = await Deno.makeTempDir();
  for (const [at, asOf] of DAYS.entries()) {
    await screenNight(base, { name: asOf, asOf, scores: { AAPL: at / 20 }, options: { since: "last" } });
  }
  return base;
}

const foldersOf = (base: string) =>
  [...Deno.readDirSync(`${base}/runs/desk`)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();
const scoresOf = async (base: string) =>
  (await openRuns("desk", { base })).historyOf("AAPL")[0]?.nights.map(({ score }) => score);
const planned = async (base: string, keepMs: number = KEEP.keepMs) =>
  await planPrune("desk", { ...KEEP, keepMs, base });

Deno.test("pruning removes the folders of old runs, keeps the last ones, and the history says the same", async () => {
  const base = await tenNights();
  const before = await scoresOf(base);
  const plan = await planned(base);
  deepEqual(plan.removable.map(({ name }) => name), DAYS.slice(0, 8));
  deepEqual([plan.young, plan.kept, plan.halfRemoved, plan.problems], [2, [], [], []]);
  deepEqual(plan.removable.map(({ comparedBy }) => comparedBy).at(-1), DAYS[8]);
  deepEqual(foldersOf(base), DAYS);
  const { removed, bytes, problems } = pruneRuns(plan, { now: NOW });
  deepEqual([removed, problems, bytes > 0], [DAYS.slice(0, 8), [], true]);
  deepEqual(foldersOf(base), DAYS.slice(8));
  deepEqual(await scoresOf(base), before);
  deepEqual((await planned(base)).removable, []);
});

Deno.test("the last finished run stays, however old it is", async () => {
  const base = await tenNights();
  const plan = await planned(base, 1);
  deepEqual(plan.removable.map(({ name }) => name), DAYS.slice(0, 9));
  deepEqual(plan.kept, [{ name: LAST, why: "it is the last finished run of its list, service and question" }]);
});

const STAYS: readonly { what: string; make: (path: string) => Disposable | void; why: RegExp }[] = [
  {
    what: "one that another process works in",
    make: (path) => lockFolder(path, { now: NOW }),
    why: /^process \d+ is working in it$/,
  },
  {
    what: "one with a file that no run wrote",
    make: (path) => Deno.writeTextFileSync(`${path}/notes.md`, "mine"),
    why: /^it holds notes.md, which no run wrote; move that away first$/,
  },
];
for (const { what, make, why } of STAYS) {
  Deno.test(`an old run stays when it is ${what}`, async () => {
    const base = await tenNights();
    using _made = make(`${base}/runs/desk/${FIRST}`) ?? undefined;
    const plan = await planned(base);
    deepEqual(plan.removable.map(({ name }) => name), DAYS.slice(1, 8));
    equal(plan.kept[0]?.name, FIRST);
    match(plan.kept[0]?.why ?? "", why);
  });
}

Deno.test("a run that is taken up or finished again after the plan stays, and the others go", async () => {
  const base = await tenNights();
  const plan = await planned(base);
  using _lock = lockFolder(`${base}/runs/desk/${FIRST}`, { now: NOW });
  await screenNight(base, {
    ...{ name: SECOND, asOf: SECOND, day: "2024-01-22", scores: { AAPL: 1 / 20 } },
    options: { retryFailed: true, since: "last" },
  });
  const { removed, problems } = pruneRuns(plan, { now: NOW });
  deepEqual(removed, DAYS.slice(2, 8));
  deepEqual(problems.map(({ name }) => name), [FIRST, SECOND]);
  match(problems[0]?.message ?? "", /is working in it; it is kept$/);
  match(problems[1]?.message ?? "", /^it changed meanwhile and is kept$/);
});

Deno.test("an unfinished run stays, and so do folders that hold no run and what links lead to", async () => {
  const base = await tenNights();
  const [open, other, outside] = [`${base}/runs/desk/open`, `${base}/runs/desk/other`, `${base}/outside`];
  const machine = testMachine({ folder: base, day: "2023-12-01" });
  const rows = screen([{ ticker: "AAPL" }], saying({ asOf: FIRST, scores: { AAPL: 1 } }), {
    ...{ folder: open, machine, stop: AbortSignal.abort() },
  });
  for await (const _ of rows);
  for (const folder of [other, outside]) await Deno.mkdir(folder);
  await Deno.writeTextFile(`${outside}/kept.txt`, "x");
  await Deno.symlink(outside, `${base}/runs/desk/2023-12-02`);
  pruneRuns(await planned(base), { now: NOW });
  deepEqual(foldersOf(base), [...DAYS.slice(8), "open", "other"]);
  equal(await Deno.readTextFile(`${outside}/kept.txt`), "x");
});

Deno.test("what a killed pruning left half-removed is passed over by readers, and removed by the next one", async () => {
  const base = await tenNights();
  const before = await scoresOf(base);
  await Deno.rename(`${base}/runs/desk/${FIRST}`, `${base}/runs/desk/.removing-${FIRST}`);
  await Deno.remove(`${base}/runs/desk/.removing-${FIRST}/ledger.sqlite`);
  deepEqual(await scoresOf(base), before);
  deepEqual((await openRuns("desk", { base })).problems, []);
  const plan = await planned(base);
  deepEqual(plan.halfRemoved.map(({ name }) => name), [`.removing-${FIRST}`]);
  deepEqual(pruneRuns(plan, { now: NOW }).removed, DAYS.slice(0, 8));
  deepEqual(foldersOf(base), DAYS.slice(8));
});

const REFUSED: readonly { what: string; make: (base: string) => void; list: string; message: RegExp }[] = [
  {
    what: "a folder that is not under runs/",
    make: (base) => Deno.renameSync(`${base}/runs`, `${base}/kept`),
    list: "kept/desk",
    message: /^Cannot prune \S+: it is not a folder under runs\/; only the runs of a list are removed$/,
  },
  {
    what: "a list whose history cannot be written",
    make: (base) => Deno.writeTextFileSync(`${base}/runs/desk/history.sqlite`, "x".repeat(9000)),
    list: "desk",
    message: /^Cannot prune .*: the history of its runs cannot keep 2024-01-01: history.sqlite: .*nothing was removed$/,
  },
  { what: "a list without runs", make: () => {}, list: "other", message: /^Cannot open the runs of other: / },
];
for (const { what, make, list, message } of REFUSED) {
  Deno.test(`pruning refuses ${what}`, async () => {
    const base = await tenNights();
    make(base);
    await rejects(planPrune(list, { ...KEEP, base }), (error) => {
      equal(error instanceof InputError, true);
      match(String((error as Error).message), message);
      return true;
    });
  });
}

/** Runs the command on a clock of two weeks later. */
async function ran(base: string, ...args: readonly string[]) {
  const host = testHost({ ...testMachine({ folder: base, day: "2024-01-23" }) });
  const status = await pruneCommand(args, host);
  return { status, out: host.out.text, err: host.err.text };
}

Deno.test("prune without --yes lists what would go and how much it is, and removes nothing", async () => {
  const base = await tenNights();
  const { status, out, err } = await ran(base, "desk", "--keep", "12d");
  deepEqual([status, err], [0, ""]);
  match(out, /^runs\/desk: 8 runs to remove, 2 to keep\n {2}2024-01-01 {2}finished 2024-01-0\d {2}\d+\.\d MiB\n/);
  match(out, /\n {2}2024-01-11 was compared with 2024-01-10: its files keep that, but an export of it will not\n/);
  match(out, /\n\d+\.\d MiB in all. Nothing was removed; --yes removes it. The history of each name stays.\n$/);
  deepEqual(foldersOf(base), DAYS);
});

Deno.test("prune --yes removes it, and says so; a second one has nothing to remove", async () => {
  const base = await tenNights();
  const { status, out } = await ran(base, "runs/desk", "--keep", "12d", "--yes");
  equal(status, 0);
  match(out, /\nRemoved 8 folders, \d+\.\d MiB. The history of each name stays.\n$/);
  deepEqual(foldersOf(base), DAYS.slice(8));
  match((await ran(base, "desk", "--keep", "12d")).out, /: 0 runs to remove, 2 to keep\nNothing to remove.\n$/);
  deepEqual(JSON.parse((await ran(base, "desk", "--keep", "12d", "--json")).out).removable, []);
});

const WRONG: readonly { args: readonly string[]; says: RegExp }[] = [
  { args: [], says: /Cannot prune: give a list that was screened/ },
  { args: ["desk"], says: /Cannot prune without --keep: say how long runs stay, like --keep 90d/ },
  { args: ["desk", "other", "--keep", "1d"], says: /"other" is one too many/ },
  { args: ["desk", "--keep", "soon"], says: /Cannot use --keep soon: it is not a time like/ },
];
for (const { args, says } of WRONG) {
  Deno.test(`prune ${args.join(" ")} is wrong usage`, async () => {
    const { status, err } = await ran("/nowhere", ...args);
    equal(status, 2);
    match(err, says);
  });
}
