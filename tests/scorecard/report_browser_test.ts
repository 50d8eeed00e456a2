/**
 * Scorecard case 13: hostile texts and SVGs in a report run no script in a real browser, with and without the page's
 * policy. Each is first shown to run in a page that escapes nothing.
 */
import { deepEqual, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { hostileInput } from "../view/report_hostile_input.ts";
import { HOSTILE_SVG, HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { printFigure } from "./figure.ts";
import { findChromium } from "../browser/chromium.ts";
import { visit, watched } from "./script_visitor.ts";

const chromium = findChromium();
const missing = missingProgram(chromium ?? "chromium");
const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
testNeeding(missing, "hostile texts and SVGs in a report run no script in Chromium", async (test) => {
  await using browser = await watched(chromium ?? "chromium");

  for (const [at, { name, text, careless }] of HOSTILE_TEXTS.entries()) {
    await test.step(`${name} runs in a page that escapes nothing, but not under the policy`, async () => {
      const page = `<!DOCTYPE html><meta charset="utf-8"><body>${careless(text)}`;
      deepEqual((await visit(browser, page, 1)).ran, [String(at)]);
      const [policy = ""] = POLICY.exec(reportPage(hostileInput())) ?? [];
      deepEqual((await visit(browser, page.replace("<body>", `${policy}<body>`))).ran, []);
    });
  }

  await test.step("the hostile SVG runs four times inline in a page that escapes nothing, and never as an image", async () => {
    const page = (body: string) => `<!DOCTYPE html><meta charset="utf-8"><body>${body}`;
    deepEqual((await visit(browser, page(HOSTILE_SVG), 4)).ran, ["100", "101", "102", "103"]);
    deepEqual((await visit(browser, page(`<img src="data:image/svg+xml;base64,${btoa(HOSTILE_SVG)}">`))).ran, []);
  });

  const report = reportPage(hostileInput());
  const bare = report.replace(POLICY, "");
  ok(bare.length < report.length);
  const harmless: boolean[] = [];
  for (const [words, page] of [["with its policy", report], ["without its policy", bare]] as const) {
    const step = await test.step(`a report ${words} runs no script and makes no request`, async () => {
      deepEqual(await visit(browser, page), { ran: [], asked: [] });
    });
    harmless.push(step);
  }
  if (harmless.includes(false)) return;
  printFigure(
    13,
    `${HOSTILE_TEXTS.length} hostile texts and an SVG in every field: 0 scripts ran, with and without the policy`,
  );
});
