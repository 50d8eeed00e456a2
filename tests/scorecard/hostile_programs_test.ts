/**
 * Scorecard case 19: hostile programs are contained on each tier: none gets at a secret, the network or another process,
 * none goes on, and none takes the machine's memory. Of each tier the log has the figures.
 */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { CodeRun, SandboxTier } from "../../src/sandbox/run_code.ts";
import { IS_WHOLE } from "../lanes.ts";
import { HOSTILE_PROGRAMS, type HostileProgram } from "../sandbox/hostile_programs.ts";
import { makeRoom, type Room, run, testOnTier, TIERS } from "../sandbox/sandbox_fixture.ts";
import { sweep } from "../sweeps.ts";
import { printFigure } from "./figure.ts";
import { mebibytes } from "./memory.ts";

const MIB = 2 ** 20;
/** Of one program; the limits of the kernel are exact, the host looks every 50 ms. */
const MOST_MEMORY: Readonly<Record<SandboxTier, number>> = {
  "bubblewrap": 512 * MIB,
  "permissions+limits": 512 * MIB,
  "permissions": 2048 * MIB,
};
const MOST_GROWTH = 32 * MIB;
const HARMLESS = "export default () => 1";
const ROUNDS = IS_WHOLE ? 7 : 1;
const WARM_UP = IS_WHOLE ? 30 : 1;

/** The day's programs, and always one that fills the memory. */
const PROGRAMS = [
  ...new Set([
    ...sweep("scorecard/hostile_programs", HOSTILE_PROGRAMS, 3_000),
    ...HOSTILE_PROGRAMS.filter(({ end }) => end === "memory").slice(0, 1),
  ]),
];

const DENIED = /NotCapable|Requires|not allowed|was requested|were requested|EPERM/;
const NOT_THERE = /NotFound|No such file/;

for (const { tier, missing } of TIERS) {
  const name = `scorecard 19: ${PROGRAMS.length} hostile programs are contained on the tier ${tier}`;
  testOnTier({ tier, missing }, name, async () => {
    await using room = await makeRoom();
    await using server = listen();
    // What is loaded once, and the room that V8 takes at first, is no growth.
    for (let round = 0; round < WARM_UP; round++) await run(room, HARMLESS, { tier });
    const wrong: string[] = [];
    let peak = 0;
    const before = heldHere();
    for (const program of PROGRAMS) {
      const found = await run(room, codeOf(program, { room, port: server.port }), { tier, ...program });
      peak = Math.max(peak, found.peak_bytes ?? 0);
      try {
        checkEnd(found, program);
        equal(server.requests(), 0);
        equal(await Deno.readTextFile(room.secretPath), '"canary-7d1f"');
        deepEqual(await namesBeside(room), ["scratch", "secret.json"]);
      } catch (error) {
        wrong.push(`a program that ${program.does}: ${error}`);
      }
    }
    const growth = heldHere() - before;
    const cost = await costOf(room, tier);
    printFigure(
      19,
      `${tier}: ${PROGRAMS.length - wrong.length} of ${PROGRAMS.length} contained, at most ${
        mebibytes(peak)
      } MiB each; the thread that runs them grew by ` +
        `${mebibytes(Math.max(0, growth))} MiB; a run takes ${cost.toFixed(1)} times as long as Deno alone`,
    );
    deepEqual(wrong, []);
    ok(HOSTILE_PROGRAMS.length >= 60);
    ok(peak > 256 * MIB, "the memory of the programs was watched");
    ok(peak < MOST_MEMORY[tier], `${peak}`);
    // Beside so few programs what other tests of this realm hold would count.
    if (IS_WHOLE) ok(growth < MOST_GROWTH, `${growth}`);
  });
}

/** Bytes of this thread's heap and buffers: the memory of the process is also that of the tests beside this one. */
function heldHere(): number {
  const { heapTotal, external } = Deno.memoryUsage();
  return heapTotal + external;
}

function codeOf({ code }: HostileProgram, { room, port }: { room: Room; port: number }): string {
  const values = {
    FILE_URL: JSON.stringify(`file://${encodeURI(room.secretPath)}`),
    SECRET: JSON.stringify(room.secretPath),
    PORT: `${port}`,
    HOST: `${Deno.pid}`,
  };
  return Object.entries(values).reduce((text, [word, value]) => text.replaceAll(word, value), code);
}

function checkEnd(found: CodeRun, { end }: HostileProgram): void {
  if (typeof end === "object" && "result" in end) return deepEqual([found.result, found.return_code], [end.result, 0]);
  equal("result" in found, false, JSON.stringify(found));
  if (end instanceof RegExp) return match(found.stderr, end);
  if (end !== "refused" && end !== "memory") return equal(found.stopped_by, end, JSON.stringify(found));
  if (end === "refused") {
    equal(found.stopped_by, undefined);
    return match(
      found.stderr,
      found.tier === "bubblewrap" ? new RegExp(`${DENIED.source}|${NOT_THERE.source}`) : DENIED,
    );
  }
  // Without limits of the kernel only V8's own, which counts the heap, is beside that of the host.
  if (found.tier === "permissions" && found.stopped_by !== "memory") match(found.stderr, /heap/);
}

async function namesBeside({ secretPath }: Room): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(".", `file://${secretPath}`)));
  return entries.map(({ name }) => name).toSorted();
}

/** How many times longer a program takes in the sandbox than in a Deno of its own: the median of some rounds. */
async function costOf(room: Room, tier: SandboxTier): Promise<number> {
  const path = `${room.scratch}/../alone.ts`;
  await Deno.writeTextFile(path, `(${HARMLESS.replace("export default ", "")})()`);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await timeOf(() =>
      new Deno.Command(Deno.execPath(), { args: ["run", "--quiet", "--no-config", path] }).output()
    );
    ratios.push(await timeOf(() => run(room, HARMLESS, { tier })) / alone);
  }
  await Deno.remove(path);
  return ratios.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Server extends AsyncDisposable {
  readonly port: number;
  requests(): number;
}

/** Answers nobody, and counts who came. */
function listen(): Server {
  let requests = 0;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepting = (async () => {
    for await (const connection of listener) {
      requests += 1;
      connection.close();
    }
  })();
  return {
    port: listener.addr.port,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
    },
  };
}
