/**
 * Scorecard case 13: hostile texts and SVGs in a report run no script in a real browser, with and without the page's
 * policy. Each is first shown to run in a page that escapes nothing.
 */
import { deepEqual, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { reportPage } from "../../src/view/page/page.ts";
import { hostileInput } from "../view/report_hostile_input.ts";
import { HOSTILE_SVG, HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { printFigure } from "./figure.ts";
import { Chromium, findChromium } from "./report_chromium.ts";

const chromium = findChromium();
const missing = missingProgram(chromium ?? "chromium");
const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
const WAIT = "new Promise((done) => setTimeout(done, 100))";
/** Limit for scripts that are expected to run; on an idle machine they take a tenth of a second. */
const MAX_WAITS = 600;
/** What a reader can do without leaving the page: open, click, hover, focus, scroll. */
const PRESS_ALL = `(async () => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll("a:not([href^=files]):not([download])")) {
    if (/^(?:#|javascript:)/i.test(one.getAttribute("href") ?? "")) one.click();
  }
  for (const one of document.querySelectorAll("*")) {
    for (const name of ["mouseover", "focus", "toggle"]) one.dispatchEvent(new Event(name));
  }
  scrollTo(0, document.body.scrollHeight);
  await ${WAIT};
})()`;

interface Visit {
  /** Names of the scripts that ran. */
  readonly ran: readonly string[];
  /** Requests other than the page itself. */
  readonly asked: readonly string[];
}

/**
 * Opens a page, does everything a reader can do, and returns the scripts that ran and the requests made.
 * Where scripts are expected, it waits for that many.
 */
async function visit(browser: Chromium, page: string, expected = 0): Promise<Visit> {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "report.html");
    await Deno.writeTextFile(path, page);
    const url = String(pathToFileURL(path));
    const ran = new Set<string>();
    const asked: string[] = [];
    using _heard = browser.listen((method, params) => {
      if (method === "Runtime.bindingCalled") ran.add(String(params.payload));
      if (method === "Network.requestWillBeSent") asked.push(String((params.request as { readonly url: string }).url));
    });
    await browser.visit(url);
    await browser.evaluate(PRESS_ALL);
    for (let waited = 0; ran.size < expected && waited < MAX_WAITS; waited++) await browser.evaluate(WAIT);
    await browser.visit("about:blank");
    return {
      ran: [...ran].toSorted(),
      asked: asked.filter((one) => !one.startsWith(url) && !/^(?:data|about):/.test(one)),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A browser whose pages can call `ran(n)` to report to us, regardless of a script policy. */
async function watched(): Promise<Chromium> {
  const browser = await Chromium.start(chromium ?? "chromium");
  await browser.send("Runtime.addBinding", { name: "report" });
  await browser.send("Page.addScriptToEvaluateOnNewDocument", {
    source: "globalThis.ran = (which) => report(String(which))",
  });
  return browser;
}

testNeeding(missing, "hostile texts and SVGs in a report run no script in Chromium", async (test) => {
  await using browser = await watched();

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
