// deno-lint-ignore-file no-console -- it says what it drew
/**
 * Draws the pictures of the docs again, from runs over the sample: `deno task -q dev pictures`, which draws that of a
 * notebook too. A test knows from which theses they were drawn, and asks for new ones where these change.
 * Needs Chromium, and for the workbook LibreOffice and pdftoppm (poppler-utils). Look at each before you commit it.
 */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openPrices } from "conviction";
import { openRun } from "conviction/batch";
import { drawdownChart, priceChart, rankingChart, thesisChart } from "conviction/chart";
import { type LaterCase, laterCases } from "../bench/chance_bench.ts";
import { ROOT } from "../commands/run_pipeline.ts";
import { listen } from "../../src/door/listen.ts";
import { cellOutput } from "../../src/notebook/show.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { drawSpec } from "../../src/chart/render.ts";
import { reliabilityChartSpec } from "../../src/chart/reliability_chart.ts";
import { equalCountBins } from "../../src/score/equal_count_bins.ts";
import { Chromium, findChromium, type PageLook } from "../browser/chromium.ts";
import { digestOf, DRAWN_FROM } from "./drawn_from.ts";

const DESKTOP = { width: 1100, height: 900 } as const;
const PHONE = { width: 360, height: 780 } as const;
/** What a phone shows, from left to right: where it is scrolled to, and in which scheme. */
const PHONES = [
  { scheme: "light", at: "header" },
  { scheme: "light", at: "#r2" },
  { scheme: "dark", at: "#score" },
] as const;

const folder = await Deno.makeTempDir();
try {
  await screen("sample", "--since", "none");
  await screen("friday", "--as-of", "2025-03-28", "--since", "none");
  await screen("monday", "--since", "friday");
  await using browser = await Chromium.start(findChromium() ?? "chromium");
  await browser.send("Emulation.setScrollbarsHidden", { hidden: true });
  await keep("portfolio.png", await pictureOf(browser, "sample", "#portfolio"));
  await keep("report.png", await pictureOf(browser, "sample", "#risk"));
  await keep("report_changes.png", await pictureOf(browser, "monday", "#changed"));
  await keep("report_phone.png", await phonesBeside(browser, "sample"));
  await keep("charts.png", await chartsBeside(browser, "sample"));
  const chance = await pictureOfChance();
  if (chance !== undefined) await keep("chance_of_a_fall.png", chance);
  await keep("workbook.png", await pictureOfWorkbook("sample"));
  await keep("chart.png", await Deno.readFile(join(folder, "sample", await chartOf("sample", "AAPL"))));
  await keep("table.png", await pictureOfTable(browser, "sample"));
  await keep("page.png", await pictureOfPage(browser, "Analyse AAPL"));
  await Deno.writeTextFile(DRAWN_FROM, `${JSON.stringify({ "theses.csv": await digestOf(join(folder, "sample")) })}\n`);
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Screens the sample into a folder, with the rights to draw charts. */
async function screen(out: string, ...args: readonly string[]): Promise<void> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "pipelines/conviction.ts", "screen", "--out", out, ...args],
    cwd: ROOT,
    env: { INIT_CWD: folder, npm_lifecycle_event: "", NO_COLOR: "1" },
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`Cannot screen the sample:\n${new TextDecoder().decode(stdout)}`);
}

/** Said and happened of the chance of a fall, after the days its map was fitted on; nothing without the data. */
async function pictureOfChance(): Promise<Uint8Array | undefined> {
  const cases = await laterCases();
  if (cases === undefined) return undefined;
  const panel = (title: string, probabilityOf: (one: LaterCase) => number) => {
    const forecasts = cases.map((one) => ({ probability: probabilityOf(one), happened: one.happened }));
    const points = equalCountBins(forecasts).map(({ said, happened, forecasts: { length: count } }) => ({
      ...{ said: said.value, happened: happened.value, low: happened.low, high: happened.high, count },
    }));
    return { title, points, baseRate: forecasts.filter((one) => one.happened).length / forecasts.length };
  };
  const days = cases.map(({ date }) => date).sort();
  const spec = reliabilityChartSpec({
    title: "A fall of 15% within 63 trading days: said and happened",
    subtitle: [
      `${cases.length.toLocaleString("en-US")} cases of S&P 500 names, every day ${days[0]} to ${
        days.at(-1)
      }, after the fit;`,
      "4 of these dates do not overlap, and intervals are as if cases were independent",
    ],
    panels: [
      panel("Before: the formula", (one) => one.before),
      panel("Now: mapped to what happened", (one) => one.probability),
    ],
  });
  return (await drawSpec(spec)).png;
}

async function keep(name: string, png: Uint8Array): Promise<void> {
  await Deno.writeFile(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), png);
  console.log(`docs/${name}: ${Math.round(png.length / 1000)} kB`);
}

/** The page of a run from its top to the end of an element, without another one. */
async function pictureOf(browser: Chromium, run: string, last: string, hidden = "#none"): Promise<Uint8Array> {
  const hide = `document.querySelector(${JSON.stringify(hidden)})?.remove()`;
  const end = `Math.ceil(document.querySelector(${JSON.stringify(last)}).getBoundingClientRect().bottom)`;
  await visit(browser, run, DESKTOP);
  await browser.evaluate(hide);
  const height = Number(await browser.evaluate(end)) + 24;
  await visit(browser, run, { ...DESKTOP, height });
  await browser.evaluate(hide);
  return browser.screenshot();
}

/** The page on a phone, three times, in one picture. */
async function phonesBeside(browser: Chromium, run: string): Promise<Uint8Array> {
  const images: string[] = [];
  for (const { scheme, at } of PHONES) {
    await visit(browser, run, { ...PHONE, scheme });
    await browser.evaluate(`(() => {
      const one = document.querySelector(${JSON.stringify(at)});
      if (one.parentElement.localName === "details") one.parentElement.open = true;
      (one.previousElementSibling ?? one).scrollIntoView();
      return new Promise((done) => setTimeout(done, 300)); // the arrow of a card turns
    })()`);
    images.push(`<img src="data:image/png;base64,${(await browser.screenshot()).toBase64()}">`);
  }
  const style = "body{margin:0;display:flex;gap:20px;background:#fff}img{border:1px solid #dde2e7;border-radius:12px}";
  const path = join(folder, "phones.html");
  await Deno.writeTextFile(path, `<!DOCTYPE html><style>${style}</style>${images.join("")}`);
  const width = PHONES.length * (PHONE.width + 2) + (PHONES.length - 1) * 20;
  await browser.visit(String(pathToFileURL(path)), { width, height: PHONE.height + 2 });
  return browser.screenshot();
}

/** Four kinds of charts, two beside two. */
async function chartsBeside(browser: Chromium, run: string): Promise<Uint8Array> {
  const prices = await openPrices();
  const { rows } = await openRun(join(folder, run));
  const thesis = rows.filter(({ ticker }) => ticker === "AAPL");
  const events = [...thesis, { date: "2025-04-02", label: "US tariffs" }];
  const charts = [
    priceChart(prices, "AAPL", { events, currency: "USD", source: "sample" }),
    ...thesis.map((row) => thesisChart(row)),
    drawdownChart(prices, "AAPL", { events, source: "sample" }),
    rankingChart(rows, { source: "sample" }),
  ];
  const images: string[] = [];
  for (const chart of charts) images.push(`<img src="data:image/png;base64,${(await chart.png()).toBase64()}">`);
  const style =
    "body{margin:0;display:grid;grid-template-columns:1fr 1fr;align-items:start;background:#fff}img{zoom:.5}";
  const path = join(folder, "charts.html");
  await Deno.writeTextFile(path, `<!DOCTYPE html><style>${style}</style>${images.join("")}`);
  await browser.visit(String(pathToFileURL(path)), { width: 1400, height: 900 });
  const bounds = "[document.body.scrollWidth, document.body.scrollHeight]";
  const [width = 0, height = 0] = await browser.evaluate(bounds) as number[];
  await browser.visit(String(pathToFileURL(path)), { width, height });
  return browser.screenshot();
}

function visit(browser: Chromium, run: string, look: PageLook): Promise<void> {
  return browser.visit(String(pathToFileURL(join(folder, run, "report.html"))), look);
}

/** Where a run keeps the chart of a name's price. */
async function chartOf(run: string, name: string): Promise<string> {
  const { outcomes } = await openRun(join(folder, run));
  const files = outcomes.flatMap((one) => one.input.ticker === name && "files" in one ? one.files : []);
  return files.find(({ path }) => path?.endsWith(`${name}_price_drawdown.png`))?.path ?? "";
}

/** A run as the value of a cell. */
async function pictureOfTable(browser: Chromium, run: string): Promise<Uint8Array> {
  const { "text/html": html } = await cellOutput(await openRun(join(folder, run)));
  const path = join(folder, "table.html");
  await Deno.writeTextFile(path, `<!DOCTYPE html><meta charset="utf-8"><body>${html}`);
  await browser.visit(String(pathToFileURL(path)), { width: 1000, height: 640 });
  return browser.screenshot();
}

/** The service's own page with an answer to a question. */
async function pictureOfPage(browser: Chromium, question: string): Promise<Uint8Array> {
  const apiKey = "sk-of-the-picture";
  await using embedded = await openEmbedded({ data: undefined, apiKeys: [apiKey] });
  const listener = await listen(embedded.service, { port: 0 });
  await browser.visit(`${listener.url}/`, { width: 1000, height: 900 });
  for (const [id, value] of [["key", apiKey], ["question", question]] as const) {
    await browser.evaluate(`document.getElementById("${id}").focus()`);
    await browser.type(value);
  }
  await browser.evaluate(`document.getElementById("question").form.requestSubmit()`);
  const isDone = `document.getElementById("status").textContent === "Done" && document.images.length > 0 &&
    [...document.images].every((one) => one.complete && one.naturalWidth > 0)`;
  await browser.evaluate(
    `new Promise((done) => { const look = () => (${isDone}) ? done() : requestAnimationFrame(look); look(); })`,
  );
  await browser.evaluate("scrollTo(0, 0)");
  const picture = await browser.screenshot();
  await listener.close();
  return picture;
}

/** The upper part of the first page of the printed workbook. */
async function pictureOfWorkbook(run: string): Promise<Uint8Array> {
  const settings = `-env:UserInstallation=${pathToFileURL(join(folder, "libreoffice"))}`;
  const workbook = join(folder, run, "theses.xlsx");
  await command("soffice", [settings, "--headless", "--convert-to", "pdf", "--outdir", folder, workbook]);
  const crop = ["-W", "1169", "-H", "490"];
  await command("pdftoppm", [
    ...crop,
    "-r",
    "100",
    "-png",
    "-singlefile",
    join(folder, "theses.pdf"),
    join(folder, "workbook"),
  ]);
  return Deno.readFile(join(folder, "workbook.png"));
}

async function command(name: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(name, { args: [...args], stdout: "null" }).output();
  if (!success) throw new Error(`Cannot run ${name}: ${new TextDecoder().decode(stderr)}`);
}
