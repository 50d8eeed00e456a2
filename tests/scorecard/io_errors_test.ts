/** Scorecard case 22: a disk that fails at any call is reported, and no row is lost. */
import { deepEqual, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { createGate } from "../../src/pace/gate.ts";
import { IS_WHOLE } from "../lanes.ts";
import { sweep } from "../sweeps.ts";
import { printFigure } from "./figure.ts";
import { check } from "./left_out.ts";
import { type DiskCall, type Ended, type Injection, runWithFault, sweepCommand } from "./strace.ts";
import {
  complete,
  CONCURRENCY,
  type Damage,
  faultPoints,
  makeReference,
  makeScene,
  type Reference,
  resume,
  ROWS,
} from "./sweep_run.ts";

const AIMED = 230;
const WANTED = 190;
const AT_ONCE = 3;
/** On a busy machine commits join otherwise than in the reference, so that an aim misses more often. */
const AIMS = 6;

const HOT_JOURNAL = /Cannot read the ledger .*readonly database/;

interface Failure extends Damage {
  readonly at: string;
  readonly isHit: boolean;
  readonly isLoud: boolean;
  /** The message, when it is not one of ours. */
  readonly foreign: readonly string[];
  /** Failures that the run reported as success. */
  readonly silent: readonly string[];
  readonly differs: readonly string[];
}

/** Whether a run reported a problem: by its exit status or by a row that is not done. */
function isLoud({ code, stdout }: Ended): boolean {
  return code !== 0 || /^\d+ (?!done)/m.test(stdout);
}

interface Aim {
  readonly reference: Reference;
  readonly fault: Injection;
  /** Maximum number of attempts to hit the call. */
  readonly aims: number;
}

/** The runtime has its own files; when the fault hits one of them, it reports that and exits. */
function isQuiet(stderr: string): boolean {
  return stderr === "" || stderr.includes("Deno has panicked");
}

async function failAt(point: DiskCall, { reference, fault, aims }: Aim): Promise<Failure> {
  await using scene = await makeScene(reference);
  const ended = await runWithFault({ command: sweepCommand(...scene.args), folder: scene.folder }, point, fault);
  const { isHit } = ended;
  if (!isHit && aims > 1) return await failAt(ended.next, { reference, fault, aims: aims - 1 });
  const silent: string[] = [];
  if (!isLoud(ended)) {
    const isWhole = [...ended.stdout.matchAll(/^\d+ done$/gm)].length === ROWS &&
      await Deno.readTextFile(`${scene.folder}/theses.csv`) === reference.theses;
    if (!isWhole) silent.push(`exit ${ended.code}, ${ended.stdout}`);
    // Reads are served from memory, so content that did not reach the disk must be reported.
    if (isHit && /^\d+ +(write|fsync|rename)\(.*\.part\b/.test(ended.hit ?? "")) silent.push("not reported");
  }
  const foreign = /^error foreign (.*)/m.exec(ended.stdout)?.[1] ?? (isQuiet(ended.stderr) ? undefined : ended.stderr);
  const damage = await resume(scene);
  const differs = damage.lost.length > 0 ? [] : await complete(scene);
  return {
    ...{ at: `${fault} at ${ended.at}`, isHit },
    // A fault that hit something else, like the child's own output, does not count.
    ...{ isLoud: isLoud(ended), foreign: foreign === undefined || !isHit ? [] : [foreign], silent, ...damage, differs },
  };
}

testNeeding(
  missingProgram("strace"),
  "scorecard 22: a disk that is full or broken at any call is reported, and no row is lost",
  async () => {
    const reference = await makeReference();
    const points = await faultPoints(reference, AIMED);
    const all = points.map((point, at) => ({ point, fault: at % 2 === 0 ? "ENOSPC" as const : "EIO" as const }));
    const faults = sweep("scorecard/io_errors", all, 15_000);
    const gate = createGate(AT_ONCE);
    const failures = await Promise.all(
      faults.map(({ point, fault }) => gate(() => failAt(point, { reference, fault, aims: AIMS }))),
    );
    const each = (pick: (failure: Failure) => readonly string[]) =>
      failures.flatMap((failure) => pick(failure).map((what) => `${failure.at}: ${what}`));
    const hit = failures.filter(({ isHit }) => isHit);
    const found = {
      silent: each(({ silent }) => silent),
      torn: each(({ torn }) => torn),
      lost: each(({ lost }) => lost),
      sentTwice: each(({ sentTwice }) => sentTwice),
      differs: each(({ differs }) => differs),
      foreign: each(({ foreign }) => foreign),
    };
    const inDoubt = Math.max(...failures.map(({ inDoubt }) => inDoubt));
    printFigure(
      22,
      `${hit.length} of ${faults.length} calls failed by a fault, ${
        hit.filter(({ isLoud }) => isLoud).length
      } reported, ` +
        `the others done: ${found.silent.length} silent, ${found.torn.length} torn, ${found.lost.length} lost, ` +
        `${found.sentTwice.length} sent twice, at most ${inDoubt} in doubt, ${found.foreign.length} in foreign words`,
    );
    const stuck = found.lost.filter((what) => HOT_JOURNAL.test(what));
    check("21 a ledger killed while its journal changes", () => deepEqual(stuck, []));
    check("22 words for what the ledger meets", () => deepEqual(found.foreign, []));
    const lost = found.lost.filter((what) => !stuck.includes(what));
    deepEqual({ ...found, lost, foreign: [] }, {
      silent: [],
      torn: [],
      lost: [],
      sentTwice: [],
      differs: [],
      foreign: [],
    });
    ok(hit.length >= (IS_WHOLE ? WANTED : 0.75 * faults.length), `${hit.length} calls were hit`);
    ok(inDoubt <= CONCURRENCY, `${inDoubt} in doubt`);
  },
);
