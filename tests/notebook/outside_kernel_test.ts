/** What the module leaves alone where no cell shows it. */
import { equal, ok } from "../assert.ts";
import { ResearchError } from "../../src/protocol/errors.ts";
import "conviction/notebook";

Deno.test("outside a kernel an error keeps its stack, and what nothing awaits is reported by the runtime", () => {
  const { stack = "" } = new ResearchError("Cannot read a: it is b");
  ok(stack.includes(import.meta.url), stack);
  equal(Symbol.for("conviction.unawaited") in globalThis, false);
});
