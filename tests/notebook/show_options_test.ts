import { rejects } from "../assert.ts";
import { show, type ShowOptions } from "conviction/notebook";

const REFUSED: readonly (readonly [unknown, string])[] = [
  [{ everyMS: 50 }, "Cannot show this: there is no option everyMS; did you mean everyMs?"],
  [{ everyMs: "50" }, "Cannot show this: everyMs must be a number of milliseconds from 0, not a text"],
  [50, "Cannot show this: its options must be an object, not 50"],
];

for (const [options, message] of REFUSED) {
  Deno.test(`show() shows nothing: ${message}`, async () => {
    await rejects(() => show("text", options as ShowOptions), { name: "InputError", message });
  });
}
