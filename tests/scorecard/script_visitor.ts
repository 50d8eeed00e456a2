/** A browser that opens a page, does all a reader can do, and tells the scripts that ran and the requests made. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium } from "../browser/chromium.ts";

/** A tenth of a second in the page. */
export const WAIT = "new Promise((done) => setTimeout(done, 100))";
/** Limit for scripts that are expected to run; on an idle machine they take a tenth of a second. */
export const MAX_WAITS = 600;
/** What a reader can do without leaving the page: open, click, hover, focus, scroll. */
export const PRESS_ALL = `(async () => {
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

/** What a page did. */
export interface Visit {
  /** Names of the scripts that ran. */
  readonly ran: readonly string[];
  /** Requests other than the page itself. */
  readonly asked: readonly string[];
}

/**
 * Opens a page, does everything a reader can do, and returns the scripts that ran and the requests made.
 * Where scripts are expected, it waits for that many.
 */
export async function visit(browser: Chromium, page: string, expected = 0): Promise<Visit> {
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
export async function watched(name: string): Promise<Chromium> {
  const browser = await Chromium.start(name);
  await browser.send("Runtime.addBinding", { name: "report" });
  await browser.send("Page.addScriptToEvaluateOnNewDocument", {
    source: "globalThis.ran = (which) => report(String(which))",
  });
  return browser;
}
