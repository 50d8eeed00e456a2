/** Scorecard case 23: a row that a run reported as done survives a power cut. */
import { deepEqual, ok } from "../assert.ts";
import { hasProgram, missingProgram, testNeeding } from "../needs.ts";
import { createGate } from "../../src/pace/gate.ts";
import { IS_WHOLE } from "../lanes.ts";
import { sweep } from "../sweeps.ts";
import { printFigure } from "./figure.ts";
import { check } from "./left_out.ts";
import { type DiskCall, run, runWithFault, sweepCommand } from "./strace.ts";
import {
  complete,
  CONCURRENCY,
  faultPoints,
  makeReference,
  makeScene,
  type Reference,
  resume,
  tornIn,
} from "./sweep_run.ts";

const IMAGES = 32;
const AT_ONCE = 2;
const AIMS = 6;
const IMAGE_BYTES = 24 * 1024 * 1024;
/** The journal reaches the disk only on request: unsynced data is lost. */
const MOUNT = ["mount", "-o", "loop,commit=300,noatime"];

/** Why this machine cannot simulate a power cut; undefined when it can. */
async function obstacle(): Promise<string | undefined> {
  const missing = missingProgram("strace", "mount");
  if (missing !== undefined) return missing;
  if (!hasProgram("mkfs.ext4", ["-V"])) return "mkfs.ext4"; // it does not know --version
  if (Deno.uid() !== 0) return "not root";
  const base = await Deno.makeTempDir();
  try {
    await using _disk = await makeDisk(base);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

/** A file system in a file. */
interface Disk extends AsyncDisposable {
  readonly folder: string;
  /** The state after a power cut at this moment, mounted. */
  cut(): Promise<Disk>;
}

async function makeDisk(base: string): Promise<Disk> {
  const image = `${base}/disk`;
  const file = await Deno.open(image, { create: true, write: true });
  await file.truncate(IMAGE_BYTES);
  file.close();
  await must(["mkfs.ext4", "-q", image]);
  return await mountDisk(base, image);
}

async function mountDisk(base: string, image: string): Promise<Disk> {
  const folder = `${image}.mounted`;
  await Deno.mkdir(folder);
  await must([...MOUNT, image, folder]);
  return {
    folder,
    async cut() {
      // The copy has what the file system has written; data held only in memory is lost.
      await Deno.copyFile(image, `${image}.cut`);
      return await mountDisk(base, `${image}.cut`);
    },
    async [Symbol.asyncDispose]() {
      // An open file must not leave a disk mounted on the machine.
      await must(["umount", folder]).catch(() => must(["umount", "--lazy", folder]));
    },
  };
}

async function must(command: readonly string[]): Promise<void> {
  const { code, stderr } = await run(command).catch((error) => ({ code: -1, stderr: String(error) }));
  if (code !== 0) throw new Error(`Cannot run ${command[0]}: ${stderr.trim()}`);
}

/** Damage of one power cut. */
interface Cut {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly torn: readonly string[];
  readonly sentTwice: readonly string[];
  readonly inDoubt: number;
  readonly differs: readonly string[];
}

async function cutAt(point: DiskCall, reference: Reference, aims = AIMS): Promise<Cut> {
  await using scene = await makeScene(reference);
  const base = await Deno.makeTempDir();
  try {
    await using disk = await makeDisk(base);
    const [list = "", , ...rest] = scene.args;
    const folder = `${disk.folder}/out`;
    const command = sweepCommand(list, folder, ...rest);
    const { isHit, next, stdout } = await runWithFault({ command, folder }, point, "SIGKILL");
    if (!isHit && aims > 1) return await cutAt(next, reference, aims - 1);
    await using after = await disk.cut();
    const found = { ...scene, folder: `${after.folder}/out` };
    const torn = tornIn(found.folder, reference);
    const acknowledged = [...stdout.matchAll(/^(\d+) done$/gm)].map(([, row = ""]) => row);
    const lost = acknowledged.filter((row) => !hasItsFiles(found.folder, row, reference));
    const damage = await resume(found);
    const differs = damage.lost.length > 0 ? [] : await complete(found);
    return {
      ...{ acknowledged: acknowledged.length, inDoubt: damage.inDoubt, differs },
      lost: [...lost.map((row) => `files of row ${row}`), ...damage.lost],
      torn: [...torn, ...damage.torn],
      sentTwice: damage.sentTwice,
    };
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

/** Before any repair: a row reported as done has its files on disk. */
function hasItsFiles(folder: string, row: string, { files }: Reference): boolean {
  const own = [...files].filter(([path]) => path.startsWith(`files/${row}_`));
  return own.length === 2 && own.every(([path, content]) => {
    try {
      return Deno.readTextFileSync(`${folder}/${path}`) === content;
    } catch {
      return false;
    }
  });
}

const reason = await obstacle();

testNeeding(reason, `scorecard 23: a power cut loses nothing that was acknowledged`, async () => {
  const reference = await makeReference();
  const points = sweep("scorecard/power_cut", await faultPoints(reference, IMAGES), 10_000);
  const work = (point: DiskCall) => cutAt(point, reference);
  const gate = createGate(AT_ONCE);
  const cuts = await Promise.all(points.map((point) => gate(() => work(point))));
  const all = (pick: (cut: Cut) => readonly string[]) => cuts.flatMap(pick);
  const found = {
    lost: all(({ lost }) => lost),
    torn: all(({ torn }) => torn),
    sentTwice: all(({ sentTwice }) => sentTwice),
    differs: all(({ differs }) => differs),
  };
  const acknowledged = cuts.reduce((sum, cut) => sum + cut.acknowledged, 0);
  const inDoubt = Math.max(...cuts.map((cut) => cut.inDoubt));
  printFigure(
    23,
    `${cuts.length} images after a power cut, ${acknowledged} acknowledged rows: ${found.lost.length} lost, ` +
      `${found.torn.length} torn, ${found.sentTwice.length} sent twice, at most ${inDoubt} in doubt`,
  );
  const stuck = found.lost.filter((what) => /Cannot read the ledger .*readonly database/.test(what));
  check("21 a ledger killed while its journal changes", () => deepEqual(stuck, []));
  const lost = found.lost.filter((what) => !stuck.includes(what));
  deepEqual({ ...found, lost }, { lost: [], torn: [], sentTwice: [], differs: [] });
  ok(cuts.length >= (IS_WHOLE ? 30 : 4) && inDoubt <= CONCURRENCY, `${cuts.length} images, ${inDoubt} in doubt`);
  ok(acknowledged > cuts.length, "the cuts came late enough to lose something");
});
