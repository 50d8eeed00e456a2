/** A notebook in JupyterLab or Notebook 7, as a person sees it in a browser. */
import type { Chromium } from "../browser/chromium.ts";
import { type Frame, frameOf } from "../browser/frame.ts";
import type { FrontEnd, JupyterServer } from "./jupyter_server.ts";

/** How long a notebook may stand still: much longer than a cell or an output takes on a busy machine. */
const DEADLINE_MS = 90_000;
const LOOK_AGAIN_MS = 50;
/** Characters of a page in an error. */
const MOST_SHOWN = 2_000;
/** Tall, so that no cell is left out because it is out of sight. */
const WINDOW = { width: 1200, height: 6000 } as const;

/** What is below a cell. */
export interface CellOutput {
  /** What a person reads. */
  readonly text: string;
  /** Elements of the output area. */
  readonly count: number;
  /** The markup that the front end made of it. */
  readonly html: string;
  /** What is saved for each output. */
  readonly saved: readonly SavedOutput[];
}

/** An output in the notebook's file. */
export interface SavedOutput {
  readonly output_type: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly name?: string;
  readonly ename?: string;
  readonly evalue?: string;
}

/** One frame of the screen. */
export interface Sample {
  /** Elements of the output area. */
  readonly count: number;
  /** Characters that a person reads. */
  readonly length: number;
  readonly isRunning: boolean;
}

/** What the page is asked with; `at` counts cells from 0. */
const HELPERS = `globalThis.nb = (() => {
  const panel = () => jupyterapp.shell.currentWidget;
  const cell = (at) => panel().content.widgets[at];
  const prompt = (at) => cell(at).node.querySelector(".jp-InputPrompt").innerText;
  const children = (at) => [...cell(at).outputArea.node.querySelectorAll(".jp-OutputArea-child")];
  const length = (at) => children(at).map((child) => child.innerText).join("").length;
  return {
    panel, cell,
    isRunning: (at) => prompt(at).includes("*"),
    progress: () => panel().content.widgets.map((_, at) => prompt(at) + children(at).length).join(),
    isIdle: () => panel().sessionContext.session?.kernel?.status === "idle",
    output: (at) => ({
      text: cell(at).outputArea.node.innerText,
      html: cell(at).outputArea.node.innerHTML,
      count: children(at).length,
      saved: cell(at).outputArea.model.toJSON(),
    }),
    sampled: [],
    sample: (at) => {
      const look = () => {
        nb.sampled.push({ count: children(at).length, length: length(at), isRunning: nb.isRunning(at) });
        requestAnimationFrame(look);
      };
      look();
    },
    run: (command) => void jupyterapp.commands.execute(command),
    middle: (selector) => {
      const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
  };
})(); true`;

/** A notebook that is open. */
export class NotebookPage {
  readonly #browser: Chromium;

  private constructor(browser: Chromium) {
    this.#browser = browser;
  }

  /** Opens a notebook's file, and waits until its kernel is there. */
  static async open(browser: Chromium, server: JupyterServer, frontEnd: FrontEnd, name: string): Promise<NotebookPage> {
    const page = new NotebookPage(browser);
    const path = frontEnd === "lab" ? `lab/tree/${name}?reset` : `notebooks/${name}`;
    await browser.visit(`${server.url}/${path}`, WINDOW);
    await page.until("globalThis.jupyterapp?.shell?.currentWidget?.content?.widgets?.length > 0", "the notebook opens");
    await browser.evaluate(HELPERS);
    await page.until("nb.isIdle()", "the kernel starts");
    return page;
  }

  /** The value of an expression in the page. */
  ask(expression: string): Promise<unknown> {
    return this.#browser.evaluate(expression);
  }

  /** Waits until an expression is true in the page, for as long as cells run or outputs come. */
  async until(expression: string, what: string): Promise<void> {
    let seen: unknown;
    for (let moved = Date.now(); Date.now() < moved + DEADLINE_MS;) {
      if (await this.ask(expression).catch(() => false) === true) return;
      const progress = await this.ask("nb.progress()").catch(() => "no notebook is open");
      if (progress !== seen) moved = Date.now();
      seen = progress;
      await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
    }
    const shown = String(await this.ask("document.body.innerText")).slice(-MOST_SHOWN);
    throw new Error(`Cannot wait until ${what}; the page ends with:\n${shown}`);
  }

  /** Presses "Run All Cells". */
  async runAll(): Promise<void> {
    await this.ask('nb.run("notebook:run-all-cells")');
  }

  /** Waits until a cell has run. */
  async ran(at: number): Promise<CellOutput> {
    await this.until(
      `/\\d/.test(nb.cell(${at}).node.querySelector(".jp-InputPrompt").innerText)`,
      `cell ${at} has run`,
    );
    return this.output(at);
  }

  /** What is below a cell now. */
  async output(at: number): Promise<CellOutput> {
    return await this.ask(`nb.output(${at})`) as CellOutput;
  }

  /** From now on looks at a cell's output in each frame of the screen. */
  async sample(at: number): Promise<void> {
    await this.ask(`nb.sample(${at})`);
  }

  /** What was seen since then. */
  async samples(): Promise<readonly Sample[]> {
    return await this.ask("nb.sampled") as readonly Sample[];
  }

  /** The frame of a cell's first table. */
  frame(at: number): Promise<Frame> {
    return frameOf(this.#browser, `nb.cell(${at}).outputArea.node.querySelector("iframe")`);
  }

  /** Ends the kernel, as "Shut Down Kernel" does. */
  async shutDown(): Promise<void> {
    await this.ask("nb.panel().sessionContext.shutdown()");
  }

  /** Clicks the toolbar's Stop button. */
  async stop(): Promise<void> {
    await this.#click('.jp-NotebookPanel-toolbar [data-command="notebook:interrupt-kernel"]');
  }

  /** Saves with Ctrl+S. */
  async save(): Promise<void> {
    await this.#browser.pressCtrl("s");
    await this.until("!nb.panel().context.model.dirty", "the notebook is saved");
  }

  async #click(selector: string): Promise<void> {
    const { x, y } = await this.ask(`nb.middle(${JSON.stringify(selector)})`) as { x: number; y: number };
    await this.#browser.click(x, y);
  }
}
