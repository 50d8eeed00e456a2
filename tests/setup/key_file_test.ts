import { deepEqual, equal, match, rejects, throws } from "../assert.ts";
import { createService } from "../../src/service/service.ts";
import { MemoryFileStore } from "../../src/service/file_store.ts";
import { digestOf } from "../../src/service/tenants/authorize.ts";
import type { KeyRecord } from "../../src/service/tenants/key_records.ts";
import { changeKeyFile, readKeyFile, watchKeys } from "../../src/setup/key_file.ts";

/** A clock that a test moves; `tick` runs what is due. */
function handClock(start: string) {
  let at = Date.parse(start);
  let due: (() => void) | undefined;
  return {
    now: () => new Date(at),
    schedule: (_ms: number, work: () => void) => {
      due = work;
      return () => due = undefined;
    },
    tick(to?: string) {
      if (to !== undefined) at = Date.parse(to);
      const work = due;
      due = undefined;
      work?.();
    },
    get isStopped() {
      return due === undefined;
    },
  };
}

const record = (name: string, more: Partial<KeyRecord> = {}): KeyRecord => {
  const digest = digestOf(`sk-${name}`).toHex();
  return { id: `key_${digest.slice(0, 8)}`, name, digest, created: "2026-01-01T00:00:00.000Z", ...more };
};

/** A service whose keys are in a file, and what it answers to each of them. */
async function scene(...keys: readonly KeyRecord[]) {
  const path = `${await Deno.makeTempDir()}/keys.json`;
  await changeKeyFile(path, () => keys);
  const clock = handClock("2026-01-01T12:00:00Z");
  const problems: string[] = [];
  const ring = watchKeys(path, { clock, onProblem: (message) => void problems.push(message) });
  const newId = () => crypto.randomUUID();
  const fileStore = new MemoryFileStore({ newId });
  const service = createService({ agent: async function* () {}, fileStore, apiKeys: [], keys: ring, clock, newId });
  const ask = async (name: string) => {
    const headers = { authorization: `Bearer sk-${name}` };
    return (await service(new Request("http://a/v1/limits", { headers }))).status;
  };
  return { path, clock, problems, ring, ask };
}

Deno.test("a key that is added, revoked or expires counts from the next look at its file, without a restart", async () => {
  const { path, clock, ring, ask } = await scene(
    record("desk"),
    record("night", { expires: "2026-01-01T13:00:00.000Z" }),
  );
  deepEqual([await ask("desk"), await ask("night"), await ask("new")], [200, 200, 401]);
  await changeKeyFile(path, (keys) => [...keys, record("new")]);
  clock.tick();
  deepEqual([await ask("desk"), await ask("night"), await ask("new")], [200, 200, 200]);
  await changeKeyFile(
    path,
    (keys) => keys.map((key) => key.name === "desk" ? { ...key, revoked: clock.now().toISOString() } : key),
  );
  clock.tick("2026-01-01T13:00:00Z");
  deepEqual([await ask("desk"), await ask("night"), await ask("new")], [401, 401, 200]);
  ring[Symbol.dispose]();
  equal(clock.isStopped, true);
});

Deno.test("a key that is revoked aborts the work of its caller alone; new limits do not", async () => {
  const { path, clock, ring } = await scene(record("desk"), record("other"));
  const signals = ring.accepted.map(({ caller }) => caller.revoked);
  await changeKeyFile(path, (keys) => keys.map((key) => ({ ...key, max_concurrent: 2 })));
  clock.tick();
  deepEqual(signals.map((signal) => signal?.aborted), [false, false]);
  deepEqual(ring.accepted.map(({ caller }) => caller.limits?.maxConcurrent), [2, 2]);
  await changeKeyFile(path, (keys) => keys.filter(({ name }) => name === "other"));
  clock.tick();
  deepEqual(signals.map((signal) => signal?.aborted), [true, false]);
  match(String(signals[0]?.reason?.message), /^Cannot finish the answer: the key was revoked or has expired$/);
  ring[Symbol.dispose]();
});

Deno.test("a file that can no longer be read is reported once, and the keys that were read before stay", async () => {
  const { path, clock, problems, ring, ask } = await scene(record("desk"));
  await Deno.writeTextFile(path, '{"version": 1, "keys": [');
  clock.tick();
  clock.tick();
  equal(problems.length, 1);
  match(problems[0] ?? "", /^Cannot read the keys in .*: it is not JSON .*; the keys that were read before stay$/);
  await Deno.remove(path);
  clock.tick();
  equal(problems.length, 2);
  match(problems[1] ?? "", /the file is gone/);
  equal(await ask("desk"), 200);
  await changeKeyFile(path, () => [record("new")]);
  clock.tick();
  deepEqual([await ask("desk"), await ask("new")], [401, 200]);
  ring[Symbol.dispose]();
});

Deno.test("a service does not start with a file of keys that is not there, or is none", async () => {
  const folder = await Deno.makeTempDir();
  const options = { clock: handClock("2026-01-01T00:00:00Z"), onProblem: () => {} };
  throws(
    () => watchKeys(`${folder}/keys.json`, options),
    /Cannot read the keys in .*: there is no such file; `conviction keys create` makes it$/,
  );
  await Deno.writeTextFile(`${folder}/keys.json`, "[]");
  throws(() => watchKeys(`${folder}/keys.json`, options), /Cannot read the keys in/);
});

Deno.test("a change that fails leaves the file as it was", async () => {
  const { path, ring } = await scene(record("desk"));
  ring[Symbol.dispose]();
  const before = readKeyFile(path);
  await rejects(
    () =>
      changeKeyFile(path, () => {
        throw new Error("no");
      }),
    /no/,
  );
  deepEqual(readKeyFile(path), before);
});
