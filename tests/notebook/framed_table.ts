/** A table of a cell in a real browser, within its sandboxed frame. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Chromium } from "../browser/chromium.ts";

const DEADLINE_MS = 20_000;

/** The frame of a table on a page. */
export interface FramedTable extends AsyncDisposable {
  /** The value of an expression in the frame. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression in the frame is true. */
  until(expression: string): Promise<void>;
  /** Clicks the middle of the element that an expression in the frame gives, with the mouse. */
  click(expression: string): Promise<void>;
  /** Presses a key where the focus is. */
  press(key: string): Promise<void>;
  /** Types a text where the focus is. */
  type(text: string): Promise<void>;
}

/** Opens an output of a cell as a page of its own, and finds the frame in it. */
export async function openFramedTable(browser: Chromium, html: string): Promise<FramedTable> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "cell.html");
  await Deno.writeTextFile(path, `<!DOCTYPE html><meta charset="utf-8"><body>${html}`);
  await browser.visit(String(pathToFileURL(path)));
  const { frameTree } = await browser.send("Page.getFrameTree") as {
    readonly frameTree: { readonly childFrames?: readonly { readonly frame: { readonly id: string } }[] };
  };
  const frameId = frameTree.childFrames?.[0]?.frame.id;
  const { executionContextId: contextId } = await browser.send("Page.createIsolatedWorld", { frameId });
  const evaluate = async (expression: string) => {
    const reply = await browser.send("Runtime.evaluate", {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    return (reply["result"] as { readonly value?: unknown }).value;
  };
  const until = async (expression: string) => {
    for (const end = performance.now() + DEADLINE_MS; performance.now() < end;) {
      if (await evaluate(expression) === true) return;
    }
    throw new Error(`Never true in the frame: ${expression}`);
  };
  return {
    ...{ evaluate, until },
    async click(expression) {
      const place = `(() => { const box = (${expression}).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()`;
      const [x = 0, y = 0] = await evaluate(place) as number[];
      const [left = 0, top = 0] = await browser.evaluate(
        `(() => { const box = document.querySelector("iframe").getBoundingClientRect(); return [box.x + 1, box.y + 1]; })()`,
      ) as number[];
      for (const type of ["mousePressed", "mouseReleased"]) {
        const mouse = { type, x: left + x, y: top + y, button: "left", clickCount: 1 };
        await browser.send("Input.dispatchMouseEvent", mouse);
      }
    },
    async press(key) {
      for (const type of ["keyDown", "keyUp"]) await browser.send("Input.dispatchKeyEvent", { type, key, code: key });
    },
    async type(text) {
      await browser.send("Input.insertText", { text });
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
