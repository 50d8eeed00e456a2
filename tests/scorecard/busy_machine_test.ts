/** The sample run again and again on a machine that is busy with something else: every run leaves the same bytes. */
import { deepEqual, equal } from "../assert.ts";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../src/disk/digest.ts";
import { IS_WHOLE } from "../lanes.ts";
import { testAtNight } from "../needs.ts";

/** Another number comes after `--` of `deno test`: beside busy loops a run takes ten seconds, and all other tests longer. */
const RUNS = Number(Deno.args[0] ?? (IS_WHOLE ? 6 : 2));
const LOOPS = navigator.hardwareConcurrency;
/** Prices and statements in three files each and a table of figures, for each of twenty names. */
const FILES = 20 * 7;
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Keeps every core busy until it is disposed. */
function startLoops(): AsyncDisposable {
  const loops = Array.from(
    { length: LOOPS },
    () => new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;);"], stdin: "null" }).spawn(),
  );
  return {
    async [Symbol.asyncDispose]() {
      for (const loop of loops) loop.kill("SIGKILL");
      await Promise.all(loops.map((loop) => loop.status));
    },
  };
}

/** Runs the first command of the README, and returns the digests of the table and of the files. */
async function sampleRun(): Promise<Readonly<Record<string, string>>> {
  const folder = await Deno.makeTempDir();
  const out = `${folder}/out`;
  const { code, stderr } = await new Deno.Command("deno", {
    args: ["task", "-q", "--config", CONFIG, "screen", "--out", out],
    env: { INIT_CWD: folder, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  equal(code, 0, new TextDecoder().decode(stderr));
  const digests: Record<string, string> = {};
  for (const path of ["theses.csv", ...await filesIn(`${out}/files`, "files")]) {
    digests[path] = sha256(await Deno.readFile(`${out}/${path}`));
  }
  await Deno.remove(folder, { recursive: true });
  return digests;
}

async function filesIn(folder: string, name: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${name}/${entry.name}`;
    if (entry.isDirectory) paths.push(...await filesIn(`${folder}/${entry.name}`, path));
    else paths.push(path);
  }
  return paths.toSorted();
}

testAtNight(`${RUNS} sample runs beside ${LOOPS} busy loops leave the same ${FILES} files and table`, async () => {
  await using _busy = startLoops();
  const first = await sampleRun();
  equal(Object.keys(first).length, 1 + FILES);
  for (let run = 2; run <= RUNS; run++) deepEqual(await sampleRun(), first, `run ${run}`);
});
