// deno-lint-ignore-file no-console -- it says what it drew
/**
 * Draws docs/notebook.png again, a finished answer in JupyterLab: `deno run -A tests/pages/notebook_picture.ts`.
 * Needs Chromium, and Jupyter as `CONVICTION_JUPYTER`. Look at it before you commit it.
 */
import { fileURLToPath } from "node:url";
import { Chromium, findChromium } from "../browser/chromium.ts";
import { JupyterServer } from "../kernel/jupyter_server.ts";
import { notebookOf } from "../kernel/notebook_of.ts";
import { NotebookPage } from "../kernel/notebook_page.ts";

const [scheme = "Light", path = fileURLToPath(new URL("../../docs/notebook.png", import.meta.url))] = Deno.args;
const CELLS = [
  'import { connect } from "conviction";\nimport { show } from "conviction/notebook";\nconst research = connect();',
  'const answer = await show(research.stream("Analyse AAPL"));',
];

await using server = await JupyterServer.start("lab");
await using browser = await Chromium.start(findChromium() ?? "chromium");
await Deno.writeTextFile(server.path("ask.ipynb"), notebookOf(CELLS, "typescript", "conviction"));
const page = await NotebookPage.open(browser, server, "lab", "ask.ipynb");
await page.ask(`jupyterapp.commands.execute("apputils:change-theme", { theme: "JupyterLab ${scheme}" })`);
await page.ask('jupyterapp.commands.execute("application:toggle-left-area")');
await page.runAll();
await page.ran(1);
await page.save();
await browser.send("Emulation.setDeviceMetricsOverride", {
  ...{ width: 1200, height: 1100, deviceScaleFactor: 1, mobile: false },
});
await page.ask("new Promise((done) => setTimeout(done, 1_000))"); // the theme's files arrive
const png = await browser.screenshot();
await Deno.writeFile(path, png);
console.log(`${path}: ${Math.round(png.length / 1000)} kB`);
