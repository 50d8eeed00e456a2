/** Scorecard case 21: a run killed at any disk call loses, tears and repeats nothing. */
import { deepEqual, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { createGate } from "../../src/pace/gate.ts";
import { IS_WHOLE } from "../lanes.ts";
import { sweep } from "../sweeps.ts";
import { printFigure } from "./figure.ts";
import { check } from "./left_out.ts";
import { type DiskCall, runWithFault, sweepCommand } from "./strace.ts";
import {
  complete,
  CONCURRENCY,
  type Damage,
  faultPoints,
  makeReference,
  makeScene,
  type Reference,
  resume,
} from "./sweep_run.ts";

const AT_ONCE = 3;
const AIMS = 6;

/** Kill points to aim at, and how many must land: the calls of two runs differ slightly. */
const SWEEPS = [
  { service: "that repeats a repeated key", isIdempotent: false, aimed: 290, wanted: 250 },
  { service: "that honours keys", isIdempotent: true, aimed: 110, wanted: 90 },
] as const;

const HOT_JOURNAL = /Cannot read the ledger .*readonly database/;

interface Kill extends Damage {
  readonly at: string;
  readonly isLanded: boolean;
  /** Differences from a run that was never killed, after everything is done. */
  readonly differs: readonly string[];
  /** Maximum number of executions of one key. */
  readonly executions: number;
}

interface Aim {
  readonly reference: Reference;
  readonly isIdempotent: boolean;
  /** Maximum number of attempts to land the kill. */
  readonly aims: number;
}

async function killAt(point: DiskCall, { reference, isIdempotent, aims }: Aim): Promise<Kill> {
  await using scene = await makeScene(reference, { isIdempotent });
  const ended = await runWithFault({ command: sweepCommand(...scene.args), folder: scene.folder }, point, "SIGKILL");
  const { isHit: isLanded } = ended;
  if (!isLanded && aims > 1) return await killAt(ended.next, { reference, isIdempotent, aims: aims - 1 });
  const damage = await resume(scene);
  const differs = damage.lost.length > 0 ? [] : await complete(scene);
  const executions = Math.max(0, ...scene.server.log.executionsByKey.values());
  return { at: ended.at, isLanded, ...damage, differs, executions };
}

for (const { service, isIdempotent, aimed, wanted } of SWEEPS) {
  testNeeding(
    missingProgram("strace"),
    `scorecard 21: a run killed at any disk call loses, tears and repeats nothing, with a service ${service}`,
    async () => {
      const reference = await makeReference();
      const points = sweep("scorecard/kill_sweep", await faultPoints(reference, aimed), 15_000);
      const work = (point: DiskCall) => killAt(point, { reference, isIdempotent, aims: AIMS });
      const gate = createGate(AT_ONCE);
      const kills = await Promise.all(points.map((point) => gate(() => work(point))));
      const landed = kills.filter(({ isLanded }) => isLanded).length;
      const all = (pick: (kill: Kill) => readonly string[]) =>
        kills.flatMap((kill) => pick(kill).map((what) => `${kill.at}: ${what}`));
      const [torn, lost, differs] = [all(({ torn }) => torn), all(({ lost }) => lost), all(({ differs }) => differs)];
      const sentTwice = isIdempotent ? [] : all(({ sentTwice }) => sentTwice);
      const inDoubt = Math.max(...kills.map(({ inDoubt }) => inDoubt));
      const executions = Math.max(...kills.map(({ executions }) => executions));
      printFigure(
        21,
        `${landed} of ${points.length} kills landed, service ${service}: ${torn.length} torn, ${lost.length} lost, ` +
          `${sentTwice.length} sent twice, at most ${inDoubt} in doubt, ${differs.length} unlike a run never killed` +
          (isIdempotent ? `, at most ${executions} execution of a key` : ""),
      );
      const stuck = lost.filter((what) => HOT_JOURNAL.test(what));
      check("21 a ledger killed while its journal changes", () => deepEqual(stuck, []));
      const others = lost.filter((what) => !stuck.includes(what));
      deepEqual({ torn, lost: others, sentTwice, differs }, { torn: [], lost: [], sentTwice: [], differs: [] });
      // a kill lands where its call comes at all; of a day's handful a share says little
      ok(landed >= (IS_WHOLE ? wanted : 0.5 * points.length), `${landed} of ${points.length} kills landed`);
      ok(inDoubt <= CONCURRENCY, `${inDoubt} in doubt`);
      if (isIdempotent) deepEqual(executions, 1);
    },
  );
}
