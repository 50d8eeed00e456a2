/** A company without prices beside one with them. */
import { match } from "../assert.ts";
import { madeWorld } from "../verify/made_world.ts";
import { askOf, markdownOf } from "./ask.ts";

Deno.test("of two companies that are compared each has its rows in the table, though one has no prices", async () => {
  const said = markdownOf(await askOf(madeWorld(1, "price"), "Compare JANU and PAPR"));
  match(said, /^\| JANU year [^\n]*\d[^\n]*\n(?:\|[^\n]*\n)*\| PAPR year [^\n]*\d/m);
});
