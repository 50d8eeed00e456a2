/** A server and a browser of one front end, and how a notebook is opened there. */
import { equal } from "../assert.ts";
import type { Chromium } from "../browser/chromium.ts";
import type { FrontEnd, JupyterServer } from "./jupyter_server.ts";
import { notebookOf } from "./notebook_of.ts";
import { NotebookPage } from "./notebook_page.ts";

/** Where notebooks are looked at. */
export interface Scene {
  readonly server: JupyterServer;
  readonly browser: Chromium;
  readonly frontEnd: FrontEnd;
}

/** Writes a notebook and opens it. */
export async function open(scene: Scene, name: string, cells: readonly string[]): Promise<NotebookPage> {
  await Deno.writeTextFile(scene.server.path(name), notebookOf(cells, "typescript", "conviction"));
  return await reopen(scene, name);
}

/** Opens a notebook's file again: in a page that has not seen it. */
export function reopen({ server, browser, frontEnd }: Scene, name: string): Promise<NotebookPage> {
  return NotebookPage.open(browser, server, frontEnd, name);
}

/** Opens the notebook as one that somebody else ran: Jupyter has no signature of it. */
export async function openAsStranger(scene: Scene, name: string): Promise<NotebookPage> {
  const notebook = JSON.parse(await Deno.readTextFile(scene.server.path(name)));
  notebook.metadata.title = "another one";
  await Deno.writeTextFile(scene.server.path(`strange_${name}`), JSON.stringify(notebook));
  const page = await reopen(scene, `strange_${name}`);
  equal(await page.ask("nb.cell(0).model.trusted"), false);
  return page;
}
