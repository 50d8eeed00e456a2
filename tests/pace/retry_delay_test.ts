import { deepEqual, equal, ok } from "../assert.ts";
import fc from "fast-check";
import { readRetryAfter, retryDelayMs } from "../../src/pace/retry_delay.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

Deno.test("the longest delay doubles from half a second and stops at 8 s", () => {
  const longest = [1, 2, 3, 4, 5, 6, 50].map((failures) => retryDelayMs(failures, { random: () => 1 }));
  deepEqual(longest, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

Deno.test("a delay is random over the whole range from 0, and never below what the service asked for", () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(fc.integer({ min: 1, max: 100 }), unit, (failures, drawn) => {
    const random = () => drawn;
    const most = retryDelayMs(failures, { random: () => 1 });
    equal(retryDelayMs(failures, { random }), drawn * most);
    const asked = retryDelayMs(failures, { random, askedMs: 2000 });
    ok(asked >= 2000 && asked <= 2500);
  }));
});

const ASKED = [
  { headers: {}, ms: undefined },
  { headers: { "retry-after": "3" }, ms: 3000 },
  { headers: { "retry-after": " 0 " }, ms: 0 },
  { headers: { "retry-after": "1.5" }, ms: 1500 },
  { headers: { "retry-after-ms": "250" }, ms: 250 },
  { headers: { "retry-after-ms": "250", "retry-after": "3" }, ms: 250 },
  { headers: { "retry-after-ms": "soon", "retry-after": "3" }, ms: 3000 },
  { headers: { "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT" }, ms: 30_000 },
  { headers: { "retry-after": "Friday, 20-Nov-26 12:00:30 GMT" }, ms: 30_000 },
  { headers: { "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" }, ms: 0 },
  { headers: { "retry-after": "-5" }, ms: undefined },
  { headers: { "retry-after": "tomorrow" }, ms: undefined },
  { headers: { "retry-after": "Mon, soon" }, ms: undefined },
  { headers: { "retry-after": "" }, ms: undefined },
] as const;

for (const { headers, ms } of ASKED) {
  Deno.test(`the headers ${JSON.stringify(headers)} ask for ${ms === undefined ? "no wait" : `${ms} ms`}`, () => {
    equal(readRetryAfter(new Headers(headers), NOW), ms);
  });
}
