/**
 * Scorecard case 13: hostile texts and SVGs in a report run no script in a real browser, with and without the page's
 * policy, and so does nothing that it links. Each is first shown to run in a page that escapes nothing.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deepEqual, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { hostileInput } from "../view/report_hostile_input.ts";
import { HOSTILE_SVG, HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { printFigure } from "./figure.ts";
import { type Chromium, findChromium } from "../browser/chromium.ts";
import { thesisRow } from "../view/report_rows.ts";
import { MAX_WAITS, PRESS_ALL, visit, WAIT, watched } from "./script_visitor.ts";

const chromium = findChromium();
const missing = missingProgram(chromium ?? "chromium");
const LINKS = `[...document.querySelectorAll("a[href^=files]")].map(({ href }) => href)`;
/** All kinds of files that are saved under their own ending and linked. */
const INERT = "bin csv tsv txt md log json jsonl parquet pdf png jpg jpeg gif webp xlsx docx pptx".split(" ");
const BODIES: Readonly<Record<string, string>> = {
  "an SVG": HOSTILE_SVG,
  "a page": `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body>${
    HOSTILE_TEXTS.map(({ text, careless }) => careless(text)).join("")
  }<a href="javascript:ran(200)">x</a>${HOSTILE_SVG}<svg><use href="https://evil.example/a.svg#x"/></svg></body></html>`,
};

/** A run whose files have every ending, of which all that are linked are in its report. */
async function hostileRun() {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(join(folder, "files/1_A"), { recursive: true });
  const rows = [...INERT, "svg", "SVG", "html", "xhtml", "mhtml", "xml"].map((ending, at) => {
    const path = `files/1_A/x.${ending}`;
    return thesisRow(at + 1, { files: [{ path, bytes: 1, sha256: "", mediaType: "" }] });
  });
  await Deno.writeTextFile(join(folder, "report.html"), reportPage({ ...hostileInput(), rows }));
  return {
    url: String(pathToFileURL(join(folder, "report.html"))),
    /** Writes a body into a file, opens it as its link does, and returns what ran and what it asked for. */
    async open(browser: Chromium, href: string, body: string, expected = 0): Promise<string[]> {
      await Deno.writeTextFile(new URL(href), BODIES[body] ?? "");
      const seen: string[] = [];
      // A PDF is shown by an extension of the browser
      using _heard = browser.listen((method, { payload, request }) => {
        if (method === "Runtime.bindingCalled") seen.push(String(payload));
        const url = (request as { readonly url?: string } | undefined)?.url ?? "file:";
        if (method === "Network.requestWillBeSent" && !/^(?:file|chrome-extension):/.test(url)) seen.push(url);
      });
      await browser.send("Page.navigate", { url: href });
      await browser.evaluate(PRESS_ALL).catch(() => {}); // a download leaves no page
      for (let waits = 0; seen.length < expected && waits < MAX_WAITS; waits++) await browser.evaluate(WAIT);
      await browser.visit("about:blank");
      return seen;
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

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
  const linked =
    await test.step("nothing that the report links runs a script, whatever is in the file; the SVG and the page it would run", async () => {
      await using run = await hostileRun();
      const hrefs = await browser.visit(run.url).then(() => browser.evaluate(LINKS)) as readonly string[];
      deepEqual(hrefs.map((href) => href.split(".").at(-1)), INERT);
      for (const href of hrefs) {
        for (const body of Object.keys(BODIES)) deepEqual([href, await run.open(browser, href, body)], [href, []]);
      }
      for (
        const [ending, body] of [["svg", "an SVG"], ["html", "a page"], ["xhtml", "an SVG"], ["xml", "an SVG"]] as const
      ) {
        ok((await run.open(browser, new URL(`files/1_A/x.${ending}`, run.url).href, body, 1)).length > 0, ending);
      }
    });
  harmless.push(linked);
  if (harmless.includes(false)) return;
  printFigure(
    13,
    `${HOSTILE_TEXTS.length} hostile texts and an SVG in every field: 0 scripts ran, with and without the policy`,
  );
});
