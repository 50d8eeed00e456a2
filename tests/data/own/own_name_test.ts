import fc from "fast-check";
import { ok } from "../../assert.ts";
import { runsOf } from "../../sweeps.ts";
import { isOwnName, ownName } from "../../../src/data/own_name.ts";

Deno.test("whatever a caller calls a column, its name is short, one word and no markup", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.nat(), (file, column, at) => {
      const name = ownName(file, column, at);
      ok(isOwnName(name), name);
      ok(/^[a-z0-9]+(?:_[a-z0-9]+)*\.[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name) && name.length <= 90, name);
    }),
    runsOf("data/own/own_table", 1_000),
  );
});
