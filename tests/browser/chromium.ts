/** A headless Chromium over its own protocol: Debian's `chromium` is enough, no driver is needed. */
import { join } from "node:path";
import { hasProgram } from "../needs.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
/** A sandboxed frame stays in the process of its page, so that one connection sees into both; the sandbox is the same. */
const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"],
  "--disable-features=IsolateSandboxedIframes",
];
const PORT_FILE = "DevToolsActivePort";
const STARTS_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 25;

/** How a page is viewed. */
export interface PageLook {
  /** Width of the window, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly scheme?: "light" | "dark";
}

type Fields = Record<string, unknown>;
type Listener = (method: string, params: Fields) => void;

/** The name of an available browser; undefined without one. */
export function findChromium(): string | undefined {
  return NAMES.find((name) => hasProgram(name));
}

/** One browser with one page. */
export class Chromium implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #socket: WebSocket;
  readonly #folder: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<Fields>>();
  readonly #listeners = new Set<Listener>();
  #session = "";
  #last = 0;

  private constructor(process: Deno.ChildProcess, socket: WebSocket, folder: string) {
    this.#process = process;
    this.#socket = socket;
    this.#folder = folder;
    socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(data)));
  }

  /**
   * Starts a browser with a fresh profile.
   * @param fonts Folder of the only fonts it has; an empty folder for none. Default: those of the machine.
   */
  static async start(name: string, { fonts }: { readonly fonts?: string } = {}): Promise<Chromium> {
    const folder = await Deno.makeTempDir({ prefix: "chromium-" });
    const env: Record<string, string> = fonts === undefined
      ? {}
      : { FONTCONFIG_FILE: await writeFontSettings(folder, fonts) };
    const args = [...FLAGS, `--user-data-dir=${folder}`, "about:blank"];
    const process = new Deno.Command(name, { args, env, stdin: "null", stdout: "null", stderr: "null" }).spawn();
    const socket = new WebSocket(await addressOf(folder));
    await new Promise((done, failed) => {
      socket.addEventListener("open", done);
      socket.addEventListener("error", () => failed(new Error("Cannot reach the browser")));
    });
    const browser = new Chromium(process, socket, folder);
    await browser.#open();
    return browser;
  }

  /** Sends one command to the page. */
  send(method: string, params: Fields = {}): Promise<Fields> {
    const id = ++this.#last;
    const reply = Promise.withResolvers<Fields>();
    this.#waiting.set(id, reply);
    this.#socket.send(JSON.stringify({ id, method, params, ...this.#session && { sessionId: this.#session } }));
    return reply.promise;
  }

  /** Listens to the page's events; the result stops it. */
  listen(listener: Listener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** Opens an address and waits until the page is loaded and painted once. */
  async visit(url: string, look: PageLook = { width: 1400, height: 900 }): Promise<void> {
    const { width, height, scheme = "light" } = look;
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    const loaded = Promise.withResolvers<void>();
    using _heard = this.listen((method) => method === "Page.loadEventFired" && loaded.resolve());
    using _leaves = this.listen((method, { type }) => {
      // A page with unsaved work asks whether to leave it
      const isAsked = method === "Page.javascriptDialogOpening" && type === "beforeunload";
      if (isAsked) this.send("Page.handleJavaScriptDialog", { accept: true }).catch(() => {});
    });
    await this.send("Page.navigate", { url });
    await loaded.promise;
    await this.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  }

  /**
   * The awaited value of an expression in the page; the page's policy does not apply.
   * @param contextId A frame's context, of `Runtime.executionContextCreated`. Default: the page.
   * @throws {Error} when the expression throws.
   */
  async evaluate(expression: string, contextId?: number): Promise<unknown> {
    const where = contextId === undefined ? {} : { contextId };
    const params = { expression, awaitPromise: true, returnByValue: true, ...where };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", params);
    if (exceptionDetails !== undefined) throw new Error(`Cannot evaluate: ${JSON.stringify(exceptionDetails)}`);
    return (result as { readonly value?: unknown } | undefined)?.value;
  }

  /** Presses and releases the mouse's left button at a point of the window, in CSS pixels. */
  async click(x: number, y: number): Promise<void> {
    const at = { x, y, button: "left", clickCount: 1 };
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { ...at, type });
    }
  }

  /** Presses a key with Ctrl. */
  async pressCtrl(letter: string): Promise<void> {
    const upper = letter.toUpperCase();
    const key = { key: letter, code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0), modifiers: 2 };
    for (const type of ["rawKeyDown", "keyUp"]) await this.send("Input.dispatchKeyEvent", { ...key, type });
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.send("Input.insertText", { text });
  }

  /** A screenshot of the window, as PNG. */
  async screenshot(): Promise<Uint8Array> {
    return bytesOf(await this.send("Page.captureScreenshot", { format: "png" }));
  }

  /** The page printed on A4, as PDF. */
  async print(): Promise<Uint8Array> {
    return bytesOf(await this.send("Page.printToPDF", { preferCSSPageSize: true, printBackground: true }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((done) => this.#socket.addEventListener("close", done));
    this.#session = "";
    this.send("Browser.close").catch(() => {});
    await this.#process.status;
    this.#socket.close();
    await closed;
    await Deno.remove(this.#folder, { recursive: true }).catch(() => {});
  }

  async #open(): Promise<void> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.#session = String(sessionId);
    for (const domain of ["Page", "Runtime", "Network"]) await this.send(`${domain}.enable`);
  }

  #receive(message: Fields & { id?: number; method?: string; params?: Fields; result?: Fields; error?: Fields }): void {
    if (message.id === undefined) {
      for (const listener of this.#listeners) listener(message.method ?? "", message.params ?? {});
      return;
    }
    const reply = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) reply?.resolve(message.result ?? {});
    else reply?.reject(new Error(`Cannot drive the browser: ${JSON.stringify(message.error)}`));
  }
}

/** The rules of the machine, like what stands in for Arial, but the fonts of one folder only. */
async function writeFontSettings(folder: string, fonts: string): Promise<string> {
  const path = join(folder, "fonts.conf");
  const parts = [`<dir>${fonts}</dir>`, `<cachedir>${join(folder, "fonts")}</cachedir>`];
  const rules = `<include ignore_missing="yes">/etc/fonts/conf.d</include>`;
  await Deno.writeTextFile(path, `<?xml version="1.0"?><fontconfig>${parts.join("")}${rules}</fontconfig>`);
  return path;
}

/** The browser writes its port and path into its profile. */
async function addressOf(folder: string): Promise<string> {
  for (let waited = 0; waited < STARTS_WITHIN_MS; waited += LOOK_AGAIN_MS) {
    const [port = "", path] = await Deno.readTextFile(join(folder, PORT_FILE)).then(
      (text) => text.split("\n"),
      () => [],
    );
    if (path !== undefined) return `ws://127.0.0.1:${port}${path.trim()}`;
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
  throw new Error("Cannot start the browser: it opens no port");
}

function bytesOf({ data }: Fields): Uint8Array {
  return Uint8Array.from(atob(String(data)), (char) => char.charCodeAt(0));
}
