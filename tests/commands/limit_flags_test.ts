import { deepEqual, ok, throws } from "../assert.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { readFlags } from "../../src/commands/flags.ts";
import { LIMIT_FLAGS, limitsOf } from "../../src/commands/limit_flags.ts";

const EVENING = new Date("2026-11-20T22:00:00");

function limits(args: readonly string[], file = {}) {
  const flags = readFlags(args, LIMIT_FLAGS);
  ok(flags !== "help");
  return Object.fromEntries(
    Object.entries(limitsOf(flags, { file, now: EVENING })).filter(([, value]) => value !== undefined),
  );
}

const GOOD = [
  { args: [], is: {} },
  { args: ["--concurrency", "16", "--limit", "5"], is: { concurrency: 16, limit: 5 } },
  { args: ["--concurrency", "auto"], is: { concurrency: "auto" } },
  { args: ["--rate", "5/s"], is: { rate: [{ count: 5, perMs: 1_000 }] } },
  {
    args: ["--rate", "5/s, 100/min,1000 / h"],
    is: { rate: [{ count: 5, perMs: 1_000 }, { count: 100, perMs: 60_000 }, { count: 1000, perMs: 3_600_000 }] },
  },
  { args: ["--timeout", "90s"], is: { attemptMs: 90_000 } },
  { args: ["--timeout", "1.5m"], is: { attemptMs: 90_000 } },
  { args: ["--max-requests", "100"], is: { maxRequests: 100 } },
  { args: ["--price", "0.25", "--max-cost", "10"], is: { price: 0.25, maxCost: 10 } },
  { args: ["--max-failures", "0"], is: { maxFailures: { count: 0 } } },
  { args: ["--max-failures", "2.5%"], is: { maxFailures: { share: 0.025 } } },
  { args: ["--until", "23:30"], is: { until: new Date("2026-11-20T23:30:00") } },
  { args: ["--until", "6:30"], is: { until: new Date("2026-11-21T06:30:00") } },
  { args: ["--until", "22:00"], is: { until: new Date("2026-11-21T22:00:00") } },
  { args: ["--reuse-within", "7d"], is: { reuseWithinMs: 7 * 86_400_000 } },
];
for (const { args, is } of GOOD) {
  Deno.test(`screen ${args.join(" ")} at 22:00 has the limits ${JSON.stringify(is)}`, () =>
    deepEqual(limits(args), is));
}

Deno.test("limits of conviction.json apply unless a flag replaces them", () => {
  const file = { rate: "2/s", concurrency: "4", price: "0.5" };
  deepEqual(limits(["--concurrency", "9"], file), {
    concurrency: 9,
    rate: [{ count: 2, perMs: 1_000 }],
    price: 0.5,
  });
});

const BAD_SETTINGS = [
  { file: { rate: "5" }, says: 'Cannot use "rate" of conviction.json, 5: it is not like 5/s, 100/min or 5/s,100/min' },
  {
    file: { concurrency: "0" },
    says: 'Cannot use "concurrency" of conviction.json, 0: it is not a whole number from 1',
  },
  {
    file: { price: "free" },
    says: 'Cannot use "price" of conviction.json, free: it is not an amount above 0, like 0.25',
  },
];
for (const { file, says } of BAD_SETTINGS) {
  Deno.test(`a wrong setting ${JSON.stringify(file)} of conviction.json is an error that names the file`, () => {
    throws(() => limits([], file), (error) => error instanceof InputError && error.message === says);
  });
}

const BAD = [
  ["--concurrency", "many"],
  ["--concurrency", "0"],
  ["--limit", "0"],
  ["--rate", "5"],
  ["--rate", "0/s"],
  ["--rate", "5/week"],
  ["--rate", "5/s;9/min"],
  ["--timeout", "90"],
  ["--timeout", "0s"],
  ["--max-requests", "1.5"],
  ["--price", "free"],
  ["--price", "0"],
  ["--max-cost", "1e9"],
  ["--max-failures", "101%"],
  ["--max-failures", "few"],
  ["--until", "25:00"],
  ["--until", "6"],
  ["--reuse-within", "week"],
];
for (const [flag = "", value = ""] of BAD) {
  Deno.test(`screen ${flag} ${value} is a usage error that names the value`, () => {
    throws(
      () => limits([flag, value]),
      (error) => error instanceof InputError && error.message.startsWith(`Cannot use ${flag} ${value}: it is`),
    );
  });
}
