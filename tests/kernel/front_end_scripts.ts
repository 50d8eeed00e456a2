/** Whether scripts of hostile texts run in a front end: of outputs that escape them none, of careless ones all. */
import { deepEqual, equal } from "../assert.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { open, openAsStranger, reopen, type Scene } from "./front_end_scene.ts";
import { hostileThings } from "./hostile_things.ts";
import type { NotebookPage } from "./notebook_page.ts";

/** Far longer than it takes: each try presses all there is. */
const TRIES = 200;
const HELPERS = JSON.stringify(new URL("hostile_things.ts", import.meta.url).href);
const TEXTS = JSON.stringify(new URL("../fixtures/hostile_texts.ts", import.meta.url).href);

/** A cell for each text, because JupyterLab draws the first 50 outputs of a cell; then a run, a value and an error. */
const HOSTILE = [
  `import { show } from "conviction/notebook";
  import { HOSTILE_TEXTS } from ${TEXTS};
  import { hostileRun, hostileThings } from ${HELPERS};
  const texts = HOSTILE_TEXTS.map(({ text }) => text);`,
  ...HOSTILE_TEXTS.map((_, at) => `for (const thing of hostileThings(texts[${at}])) await show(thing);`),
  "for (const thing of [hostileRun(), hostileRun().rows]) await show(thing);",
  "hostileThings(texts.join())[0]",
  "throw new Error(texts.join())",
  "1 + 1",
];

/** In an output these run in a frame only: Jupyter sets its markup as a text and opens its links elsewhere. */
const FRAMED = new Set(["an SVG that loads", "a link to a script"]);

/** The same texts where nobody escapes, and a picture of a foreign host. */
const CARELESS = [
  ...HOSTILE_TEXTS.map(({ name, text, careless }) => {
    const frame = `<iframe srcdoc="${careless(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`;
    return outputOf(FRAMED.has(name) ? frame : careless(text));
  }),
  outputOf('<img src="http://foreign.invalid/x.png">'),
  "1 + 1",
];

function outputOf(html: string): string {
  return `await Deno.jupyter.display(${JSON.stringify({ "text/html": html })}, { raw: true });`;
}

/** What a reader can do with the outputs without leaving the page. */
const PRESS_ALL = `(async () => {
  for (const output of document.querySelectorAll(".jp-OutputArea-output")) {
    const inside = [...output.querySelectorAll("iframe")].flatMap(({ contentDocument }) => contentDocument ?? []);
    for (const one of output.querySelectorAll("details")) one.open = true;
    for (const one of [output, ...inside].flatMap((part) => [...part.querySelectorAll("a")])) {
      if (/^(?:#|javascript:)/i.test(one.getAttribute("href") ?? "")) one.click();
    }
    for (const one of output.querySelectorAll("*")) {
      for (const name of ["mouseover", "focus", "toggle"]) one.dispatchEvent(new Event(name));
    }
  }
  await new Promise((done) => setTimeout(done, 100));
})()`;

/** Shows both notebooks live, saved and opened again, the hostile one as a stranger's too. */
export async function isHarmless(scene: Scene): Promise<void> {
  using seen = watch(scene);
  const live = await open(scene, "careless.ipynb", CARELESS);
  await live.runAll();
  await live.ran(CARELESS.length - 1);
  await runsAll(seen, live);
  await live.save();
  seen.forget();
  await runsAll(seen, await reopen(scene, "careless.ipynb"));

  const page = await open(scene, "hostile.ipynb", HOSTILE);
  seen.forget();
  await page.runAll();
  await page.ran(HOSTILE.length - 1);
  await showsAll(page);
  await page.save();
  await showsAll(await reopen(scene, "hostile.ipynb"));
  await showsAll(await openAsStranger(scene, "hostile.ipynb"));
  deepEqual({ ran: [...seen.ran], asked: seen.asked }, { ran: [], asked: [] });
}

/** Each thing has an output, and nothing but the error failed: of a cell that fails the others run all the same. */
async function showsAll(page: NotebookPage): Promise<void> {
  const things = HOSTILE_TEXTS.map(({ text }) => hostileThings(text).length);
  const outputs = await Promise.all(HOSTILE.map((_, at) => page.output(at)));
  deepEqual(outputs.map(({ count }) => count), [0, ...things, 2, 1, 1, 1]);
  const failed = outputs.flatMap(({ saved }) => saved).filter(({ output_type }) => output_type === "error");
  equal(failed.length, 1, JSON.stringify(failed));
  await page.ask(PRESS_ALL);
}

/** Waits until every careless text has run and the foreign host was asked. */
async function runsAll(seen: ReturnType<typeof watch>, page: NotebookPage): Promise<void> {
  const missing = () => [
    ...HOSTILE_TEXTS.filter((_, at) => !seen.ran.has(String(at))).map(({ name }) => name),
    ...seen.asked.some((url) => url.includes("foreign.invalid")) ? [] : ["a request to a foreign host"],
  ];
  for (let tries = 0; tries < TRIES && missing().length > 0; tries++) await page.ask(PRESS_ALL);
  deepEqual(missing(), [], "what was not noticed in a careless cell");
}

/** Watches for scripts that ran, and for requests to other hosts than the server. */
function watch({ browser, server }: Scene) {
  const ran = new Set<string>();
  const asked: string[] = [];
  const { origin } = new URL(server.url);
  const heard = browser.listen((method, params) => {
    if (method === "Runtime.bindingCalled") ran.add(String(params["payload"]));
    if (method !== "Network.requestWillBeSent") return;
    const { url } = params["request"] as { readonly url: string };
    if (!url.startsWith(`${origin}/`) && !/^(?:data|about|blob):/.test(url)) asked.push(url);
  });
  return {
    ...{ ran, asked },
    forget() {
      ran.clear();
      asked.length = 0;
    },
    [Symbol.dispose]: () => heard[Symbol.dispose](),
  };
}
