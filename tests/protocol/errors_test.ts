/** The stack of an error, which a cell may make short. */
import { equal, match } from "../assert.ts";
import { presentErrorsBy, ResearchError } from "../../src/protocol/errors.ts";

class LateError extends ResearchError {
  override readonly name = "LateError";
}

Deno.test("an error has a stack of its own, and once something presents errors, what that makes of it", () => {
  const before = new LateError("Cannot b");
  match(before.stack ?? "", /^\w*Error: Cannot b\n +at /);
  presentErrorsBy((error, stack) => `${error.name} of ${stack.split(": ")[1]?.split("\n")[0]}`);
  const after = new LateError("Cannot c");
  presentErrorsBy(undefined); // as all other tests have it
  equal(after.stack, "LateError of Cannot c");
  after.stack = "mine";
  equal(after.stack, "mine");
  match(before.stack ?? "", /^\w*Error: Cannot b\n/);
});
