import { deepEqual, equal, rejects, throws } from "../assert.ts";
import { createGate } from "../../src/pace/gate.ts";

Deno.test("a gate runs a limited number at once, and the rest in order", async () => {
  const gate = createGate(2);
  const doors = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const log: string[] = [];
  const passing = doors.map(({ promise }, at) =>
    gate(async () => {
      log.push(`in ${at}`);
      await promise;
      log.push(`out ${at}`);
      return at;
    })
  );
  doors[1]?.resolve();
  await passing[1];
  for (const door of doors) door.resolve();
  deepEqual(await Promise.all(passing), [0, 1, 2, 3]);
  deepEqual(log.slice(0, 4), ["in 0", "in 1", "out 1", "in 2"]);
  equal(log.indexOf("in 3") > log.indexOf("out 0") || log.indexOf("in 3") > log.indexOf("out 2"), true);
});

Deno.test("a failure frees its place for the next", async () => {
  const gate = createGate(1);
  await rejects(gate(() => Promise.reject(new Error("no"))), { message: "no" });
  equal(await gate(() => Promise.resolve("next")), "next");
});

Deno.test("a gate of width 0 is rejected", () => {
  throws(() => createGate(0), { name: "RangeError" });
});

Deno.test("work that is to be alone waits for what runs, and what arrives later waits for it", async () => {
  const gate = createGate(2);
  const doors = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const log: string[] = [];
  const work = (at: number) => async () => {
    log.push(`in ${at}`);
    await doors[at]?.promise;
    log.push(`out ${at}`);
  };
  const passing = [gate(work(0)), gate.alone(work(1)), gate(work(2))];
  for (const door of doors) door.resolve();
  await Promise.all(passing);
  deepEqual(log, ["in 0", "out 0", "in 1", "out 1", "in 2", "out 2"]);
});
