import { deepEqual, equal, match, rejects } from "../assert.ts";
import { SandboxError } from "../../src/sandbox/run_code.ts";
import { appears, makeRoom, run, testOnTier, TIERS } from "./sandbox_fixture.ts";

const DENIED = /NotCapable|Requires/;

const READS_IN_WORKER = `export default (module: string) => new Promise((resolve, reject) => {
  const url = "data:text/javascript," + encodeURIComponent(module);
  const worker = new Worker(url, { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => { event.preventDefault(); reject(new Error(event.message)); };
});`;

/** Works on until it is killed, whatever else happens; holds a lock as long as it lives. */
const HOLDS_LOCK = `export default () => {
  Deno.openSync("lock", { create: true, write: true }).lockSync(true);
  Deno.writeTextFileSync("ready", "");
  for (;;);
};`;

for (const { tier, missing } of TIERS) {
  testOnTier(
    { tier, missing },
    `runCode() confines a worker of the code in the same way, on the tier ${tier}`,
    async () => {
      await using room = await makeRoom();
      const url = JSON.stringify(`file://${encodeURI(room.secretPath)}`);
      const input = `import x from ${url} with { type: "json" }; postMessage(x);`;
      // Under the default memory a second isolate does not even start.
      const found = await run(room, READS_IN_WORKER, { tier, input, limits: { memoryBytes: 4 * 2 ** 30 } });
      match(found.stderr, DENIED);
    },
  );

  testOnTier(
    { tier, missing },
    `runCode() leaves no process behind when it stops code on the tier ${tier}`,
    async () => {
      await using room = await makeRoom();
      const controller = new AbortController();
      const running = run(room, HOLDS_LOCK, { tier, signal: controller.signal });
      await appears("ready", { folder: room.scratch, until: running });
      const [folder] = await Array.fromAsync(Deno.readDir(room.scratch));
      using lock = await Deno.open(`${room.scratch}/${folder?.name}/out/lock`, { write: true });
      controller.abort();
      equal((await running).stopped_by, "aborted");
      await lock.lock(true); // free only when the process that holds it has ended
    },
  );

  testOnTier({ tier, missing }, `runCode() says on which tier code ran: ${tier}`, async () => {
    await using room = await makeRoom();
    equal((await run(room, "export default () => 1", { tier })).tier, tier);
  });
}

Deno.test("runCode() refuses code over its limit before anything starts", async () => {
  await using room = await makeRoom();
  const code = `export default () => "${"é".repeat(500_000)}"`;
  await rejects(run(room, code), {
    name: SandboxError.name,
    message: "Cannot run code: it has 1000023 bytes, over 1000000; pass data as the input, not in the code",
  });
  deepEqual(await Array.fromAsync(Deno.readDir(room.scratch)), []);
});

Deno.test("runCode() accepts a result below its limit and rejects one above", async () => {
  await using room = await makeRoom();
  const code = 'export default (n: number) => "x".repeat(n)';
  const limits = { resultBytes: 1000 };
  equal((await run(room, code, { limits, input: 998 })).result, "x".repeat(998));
  match((await run(room, code, { limits, input: 999 })).stderr, /1001 bytes, over 1000/);
});

for (const { tier, missing } of TIERS.filter(({ tier }) => tier !== "permissions")) {
  testOnTier(
    { tier, missing },
    `runCode() stops code at its processor time, before the wall clock, on ${tier}`,
    async () => {
      await using room = await makeRoom();
      const limits = { cpuSeconds: 1, wallMs: 60_000 };
      const found = await run(room, "export default () => { for (;;); }", { tier, limits });
      deepEqual([found.stopped_by, found.return_code], ["time", 128 + 24]);
    },
  );
}

Deno.test("runCode() passes nothing from one run to the next", async () => {
  await using room = await makeRoom();
  const code = `export default async () => {
    const before = [localStorage.getItem("a"), await caches.has("b")];
    localStorage.setItem("a", "left");
    await caches.open("b");
    return before;
  };`;
  deepEqual((await run(room, code)).result, [null, false]);
  deepEqual((await run(room, code)).result, [null, false]);
});
