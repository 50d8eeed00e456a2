/** A frame of a page, used as a person does. */
import type { Chromium } from "./chromium.ts";

const DEADLINE_MS = 60_000;

/** A frame. */
export interface Frame {
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

/** Finds the frame of the element that an expression in the page gives. */
export async function frameOf(browser: Chromium, element: string): Promise<Frame> {
  let world = await worldOf(browser, element);
  const evaluate = (expression: string) => browser.evaluate(expression, world);
  const cornerOf = (one: string) =>
    `(() => { const box = (${one}).getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })()`;
  return {
    evaluate,
    async until(expression) {
      for (const end = performance.now() + DEADLINE_MS; performance.now() < end;) {
        try {
          if (await evaluate(expression) === true) return;
        } catch {
          world = await worldOf(browser, element); // the frame has loaded its document meanwhile
        }
      }
      throw new Error(`Never true in the frame: ${expression}`);
    },
    async click(expression) {
      const [x = 0, y = 0, width = 0, height = 0] = await evaluate(cornerOf(expression)) as number[];
      const [left = 0, top = 0] = await browser.evaluate(cornerOf(element)) as number[];
      await browser.click(left + 1 + x + width / 2, top + 1 + y + height / 2); // the frame has a border of 1 pixel
    },
    async press(key) {
      for (const type of ["keyDown", "keyUp"]) await browser.send("Input.dispatchKeyEvent", { type, key, code: key });
    },
    type: (text) => browser.type(text),
  };
}

/** Where code of the frame runs; a world of ours, which the frame's policy does not bind. */
async function worldOf(browser: Chromium, element: string): Promise<number> {
  const { result } = await browser.send("Runtime.evaluate", { expression: element });
  const { objectId } = result as { readonly objectId?: string };
  const { node } = await browser.send("DOM.describeNode", { objectId });
  const { frameId } = node as { readonly frameId?: string };
  const { executionContextId } = await browser.send("Page.createIsolatedWorld", { frameId });
  return Number(executionContextId);
}
