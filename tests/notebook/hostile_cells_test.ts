/** What cells show of hostile texts, as markup: no element and no attribute of them is there. */
import { deepEqual, ok } from "../assert.ts";
import { show } from "conviction/notebook";
import { rememberOrigin } from "../../src/notebook/origin.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { hostileValues, SVG_AS_PNG } from "../fixtures/hostile_values.ts";
import { tagsOf } from "../view/report_tags.ts";
import { cell } from "./cells.ts";

const ELEMENTS = new Set(
  ("a article b blockquote br code dd details div dl dt em figcaption figure h3 h4 img li ol p pre section small span summary table tbody td th tr ul")
    .split(" "),
);
const ATTRIBUTES = new Set("alt aria-hidden href open rel scope src start style target".split(" "));

for (const { name, text } of [...HOSTILE_TEXTS, { name: "controls", text: "\u202e\x1b[31m\x00\x9b2Jred" }]) {
  Deno.test(`${name} in every field of an answer, a thesis and an outcome stays a text`, async () => {
    for (const [what, value] of Object.entries(hostileValues(text))) {
      const { display, puts } = cell();
      await show(rememberOrigin(value, { question: text, fetchFile: () => Promise.resolve(SVG_AS_PNG) }), { display });
      const { "text/plain": plain, "text/html": markup, ...pictures } = puts[0]?.bundle ?? {};
      for (const { name: tag, attributes } of tagsOf(String(markup))) {
        ok(ELEMENTS.has(tag.replace(/^\//, "")), `${what}: <${tag}>`);
        for (const [attribute, said] of attributes) {
          ok(ATTRIBUTES.has(attribute), `${what}: <${tag} ${attribute}>`);
          if (attribute === "href") ok(/^https?:\/\//.test(said), said);
          if (attribute === "src") ok(said.startsWith("data:image/png;base64,"), said);
        }
      }
      // deno-lint-ignore no-control-regex -- it searches for control characters
      ok(!/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/.test(`${plain}${markup}`), what);
      deepEqual(Object.keys(pictures), [], "an SVG is not shown as a PNG");
    }
  });
}
