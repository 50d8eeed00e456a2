/**
 * What cells show of hostile texts and of a picture that is an SVG runs no script and asks for nothing in a real
 * browser, in a page without a policy. That each text runs where nothing is escaped, report_browser_test.ts shows.
 */
import { deepEqual, ok } from "../assert.ts";
import { show } from "conviction/notebook";
import { rememberOrigin } from "../../src/notebook/origin.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { hostileValues, SVG_AS_PNG } from "../fixtures/hostile_values.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { cell } from "../notebook/cells.ts";
import { findChromium } from "../browser/chromium.ts";
import { visit, watched } from "./script_visitor.ts";

const chromium = findChromium();
/** A page whose end shows that nothing left its card: no open tag or comment of a text swallowed it. */
const page = (body: string) => `<!DOCTYPE html><meta charset="utf-8"><body>${body}<script>ran("the end")</script>`;

testNeeding(
  missingProgram(chromium ?? "chromium"),
  "hostile texts in a cell run no script in Chromium",
  async (test) => {
    await using browser = await watched(chromium ?? "chromium");
    for (const { name, text } of HOSTILE_TEXTS) {
      await test.step(`${name} in every field of an answer, a thesis and an outcome`, async () => {
        const { display, puts } = cell();
        for (const value of Object.values(hostileValues(text))) {
          await show(rememberOrigin(value, { question: text, fetchFile: () => Promise.resolve(SVG_AS_PNG) }), {
            display,
          });
        }
        await show(text, { display });
        const markup = puts.map(({ bundle }) => String(bundle["text/html"])).join("");
        ok(markup.length > 1_000);
        deepEqual(await visit(browser, page(markup), 1), { ran: ["the end"], asked: [] });
      });
    }
  },
);
