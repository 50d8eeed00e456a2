/** The notebooks of a person in JupyterLab and Notebook 7, in Chromium: what is seen, pressed, saved and opened again. */
import { screen } from "conviction/batch";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { findChromium } from "../browser/chromium.ts";
import { JUPYTER, missingProgram, testNeeding } from "../needs.ts";
import { watched } from "../scorecard/script_visitor.ts";
import { sweep } from "../sweeps.ts";
import { type Kind, KINDS, KINDS_SETUP, LIVE, slowTape, stopCells, TABLE } from "./front_end_cells.ts";
import { open, openAsStranger, reopen, type Scene } from "./front_end_scene.ts";
import { isHarmless } from "./front_end_scripts.ts";
import { heldService } from "./held_service.ts";
import { JupyterServer } from "./jupyter_server.ts";
import { namesService } from "./names_service.ts";
import type { CellOutput, NotebookPage } from "./notebook_page.ts";

const chromium = findChromium();
const missing = missingProgram(JUPYTER) ?? missingProgram(chromium ?? "chromium");

for (const frontEnd of sweep("kernel/front_ends", ["lab", "notebook"] as const)) {
  const name = frontEnd === "lab" ? "JupyterLab" : "Notebook 7";
  testNeeding(
    missing,
    `${name} shows all that notebooks show, while it comes, saved and opened again`,
    async (test) => {
      await using server = await JupyterServer.start(frontEnd);
      await using browser = await watched(chromium ?? "chromium");
      await Deno.writeTextFile(server.path("slow.jsonl"), await slowTape());
      const scene = { server, browser, frontEnd };
      for (const [what, work] of Object.entries(STEPS)) await test.step(what, () => work(scene));
    },
  );
}

const STEPS: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  "an answer grows in place in one output, and is there when the notebook is opened again": grows,
  "Stop ends a growing answer as incomplete, and the next cell has its variables": stops,
  "every kind of value shows itself once, and show() shows it once": showsAll,
  "hostile texts run no script and ask no foreign host, live, saved, and in a notebook of a stranger": isHarmless,
  "a table of 3,000 rows sorts and filters without a kernel, and a stranger's has its first rows once": sortsAlone,
};

async function grows(scene: Scene): Promise<void> {
  const page = await open(scene, "live.ipynb", LIVE);
  await page.sample(1);
  await page.runAll();
  match((await page.ran(2)).text, /42/);
  const seen = (await page.samples()).filter(({ isRunning, length }) => isRunning && length > 0);
  const lengths = [...new Set(seen.map(({ length }) => length))];
  ok(lengths.length > 3, `it was seen with ${lengths} characters`);
  deepEqual([...new Set(seen.map(({ count }) => count))], [1]);
  const last = await page.output(1);
  match(last.text, /bullish|bearish|neutral/i);
  equal(last.count, 1);
  await page.save();
  const again = await reopen(scene, "live.ipynb");
  deepEqual(wordsOf(await again.output(1)), wordsOf(last));
  const strange = await openAsStranger(scene, "live.ipynb");
  deepEqual(wordsOf(await strange.output(1)), wordsOf(last));
}

/** Where lines break is a matter of styles. */
function wordsOf({ text, count }: CellOutput) {
  return { count, words: text.replace(/\s+/g, "") };
}

async function stops(scene: Scene): Promise<void> {
  await using service = heldService();
  const page = await open(scene, "stop.ipynb", stopCells(service.baseUrl));
  await page.runAll();
  await page.until('nb.output(1).text.includes("two")', "the answer has begun");
  await page.stop();
  match((await page.ran(2)).text, /kept,aborted,one two/);
  const stopped = await page.output(1);
  match(stopped.text, /Incomplete answer: stopped[^]*one two/);
  equal(stopped.count, 1);
  await (await service.arrived(0)).left;
}

async function showsAll(scene: Scene): Promise<void> {
  for (const [folder, shift] of [["first", 0], ["second", 2]] as const) {
    const list = ["AAA", "BBB", "CCC", "GONE"].map((ticker) => ({ ticker }));
    const options = { folder: scene.server.path(folder), prompt: "Analyse {{ticker}}" };
    await Array.fromAsync(screen(list, namesService(shift), options));
  }
  const cells = KINDS.flatMap((kind) => kind.isOurs ? [{ ...kind, cell: kind.value }] : []);
  const shown = KINDS.map((kind) => ({ ...kind, cell: `await show(${kind.value})` }));
  const all = [...cells, ...shown];
  const page = await open(scene, "kinds.ipynb", [KINDS_SETUP, ...all.map(({ cell }) => cell), "1 + 1"]);
  using errors = consoleErrors(scene);
  await page.runAll();
  await page.ran(all.length + 1);
  await areSeen(page, all);
  await page.save();
  deepEqual(errors.seen, []);
  await areSeen(await reopen(scene, "kinds.ipynb"), all);
  const strange = await openAsStranger(scene, "kinds.ipynb");
  equal(await strange.ask('document.querySelector(".jp-OutputArea iframe")'), null);
  await areSeen(strange, all.map((kind) => ({ ...kind, where: kind.where === "frame" ? "page" : kind.where })));
}

async function areSeen(page: NotebookPage, all: readonly (Kind & { readonly cell: string })[]): Promise<void> {
  for (const [at, { cell, sees, where }] of all.entries()) {
    const { count, saved, html } = await page.output(at + 1);
    deepEqual([count, saved.length], [1, 1], `${cell}: ${html.slice(0, 300)}`);
    const seen = await seenIn(page, at + 1, where);
    ok(sees.test(seen), `${cell}: ${seen} in ${html.slice(0, 500)}`);
  }
}

/** Errors in the console from now on; while Jupyter itself loads, it has its own. */
function consoleErrors({ browser }: Scene) {
  const seen: string[] = [];
  const heard = browser.listen((method, params) => {
    const isError = method === "Runtime.exceptionThrown" ||
      (method === "Runtime.consoleAPICalled" && params["type"] === "error");
    if (isError) seen.push(JSON.stringify(params));
  });
  return { seen, [Symbol.dispose]: () => heard[Symbol.dispose]() };
}

/** What a person sees below a cell. */
async function seenIn(page: NotebookPage, at: number, where: typeof KINDS[number]["where"]): Promise<string> {
  if (where === "page") return (await page.output(at)).text;
  if (where === "frame") {
    const frame = await page.frame(at);
    await frame.until('document.getElementById("count")?.textContent !== ""');
    return String(await frame.evaluate("document.body.innerText"));
  }
  const drawn = where === "drawing" ? "canvas, svg.marks" : "img";
  const size = `(nb.cell(${at}).outputArea.node.querySelector("${drawn}")?.getBoundingClientRect().width ?? 0)`;
  await page.until(`${size} > 50`, `cell ${at} draws`);
  return String(await page.ask(size));
}

const COUNT = 'document.getElementById("count").textContent';
const FIRST = '[...document.querySelectorAll("#rows tr[id]")].slice(0, 3).map((row) => row.children[1].textContent)';
const HEADER = '[...document.querySelectorAll("#head button")].find((button) => button.textContent === "value")';

async function sortsAlone(scene: Scene): Promise<void> {
  const page = await open(scene, "table.ipynb", TABLE);
  await page.runAll();
  await page.ran(0);
  await page.save();
  await page.shutDown();
  const frame = await page.frame(0);
  await frame.until(`${COUNT} === "3,000 rows"`);
  deepEqual(await frame.evaluate(FIRST), ["0", "1919", "838"]);
  await frame.click(HEADER);
  await frame.until(`${FIRST}.join() === "2999,2998,2997"`);
  await frame.click('document.getElementById("text")');
  await frame.type("299x");
  await frame.until(`${COUNT} === "3 of 3,000 rows"`);
  const strange = await openAsStranger(scene, "table.ipynb");
  equal(await strange.ask('nb.cell(0).outputArea.node.querySelector("iframe")'), null);
  const { text, count } = await strange.output(0);
  deepEqual([text.split("row 0x").length - 1, text.split("3,000 rows").length - 1, count], [1, 1, 1], text);
}
