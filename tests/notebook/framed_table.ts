/** A table of a cell in a real browser, within its sandboxed frame. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Chromium } from "../browser/chromium.ts";
import { type Frame, frameOf } from "../browser/frame.ts";

/** Opens an output of a cell as a page of its own, and finds the frame in it. */
export async function openFramedTable(browser: Chromium, html: string): Promise<Frame & AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "cell.html");
  await Deno.writeTextFile(path, `<!DOCTYPE html><meta charset="utf-8"><body>${html}`);
  await browser.visit(String(pathToFileURL(path)));
  const frame = await frameOf(browser, `document.querySelector("iframe")`);
  return { ...frame, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}
