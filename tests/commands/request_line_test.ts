import { equal } from "../assert.ts";
import { failureLine } from "../../src/commands/serve_command.ts";

const CASES: readonly (readonly [error: unknown, line: string])[] = [
  [new TypeError("no such step"), "request req_1 failed: TypeError: no such step"],
  [new Error("two\nlines"), "request req_1 failed: Error: two lines"],
  ["a text", "request req_1 failed: a text"],
];
Deno.test("a failure inside the service is one line for its operator, with the identifier that its caller got", () => {
  for (const [error, line] of CASES) equal(failureLine(error, "req_1"), line);
  equal(failureLine(new Error("x".repeat(5_000)), "req_1").length < 400, true);
});
