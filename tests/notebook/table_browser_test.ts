/** A table of a cell in Chromium, clicked and typed into as a person does. No kernel is there. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { show } from "conviction/notebook";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { Chromium, findChromium } from "../browser/chromium.ts";
import { openCell } from "./cell.ts";
import { openFramedTable } from "./framed_table.ts";
import { thesisRow } from "./rows_of_run.ts";

const chromium = findChromium();
const missing = missingProgram(chromium ?? "chromium");

async function outputOf(rows: readonly object[]): Promise<string> {
  const cell = openCell();
  await show(rows, { display: cell.display });
  return cell.html();
}

const COUNT = `document.getElementById("count").textContent`;
/** The cells of the first rows in one column. */
const column = (at: number, most = 4) =>
  `[...document.querySelectorAll("#rows tr[id]")].slice(0, ${most}).map((row) => row.children[${at}].textContent)`;
const header = (title: string) =>
  `[...document.querySelectorAll("#head button")].find((button) => button.textContent === "${title}")`;
const place = (title: string) =>
  `[...document.querySelectorAll("#head button")].findIndex((button) => button.textContent === "${title}")`;
const sorting = (title: string) => `${header(title)}.parentElement.getAttribute("aria-sort")`;

const ROWS = [
  { name: "nine", value: 9, kind: "odd" },
  { name: "ten", value: 10, kind: "even" },
  { name: "none", value: null, kind: "even" },
  { name: "minus two", value: -2, kind: "even" },
];

testNeeding(
  missing,
  "a table sorts by a click on a column, numbers as numbers, and rows without a value last",
  async () => {
    await using browser = await Chromium.start(chromium ?? "chromium");
    await using table = await openFramedTable(browser, await outputOf(ROWS));
    await table.until(`${COUNT} === "4 rows"`);
    const orders = [];
    for (let clicks = 0; clicks < 3; clicks++) {
      await table.click(header("value"));
      orders.push([await table.evaluate(sorting("value")), await table.evaluate(column(1))]);
    }
    deepEqual(orders, [
      ["descending", ["10", "9", "-2", ""]],
      ["ascending", ["-2", "9", "10", ""]],
      [null, ["9", "10", "", "-2"]],
    ]);
  },
);

testNeeding(missing, "a table is filtered by typing, and says how many rows are left", async () => {
  await using browser = await Chromium.start(chromium ?? "chromium");
  await using table = await openFramedTable(browser, await outputOf(ROWS));
  await table.until(`${COUNT} === "4 rows"`);
  await table.click(`document.getElementById("text")`);
  await table.type("EVEN n");
  deepEqual(await table.evaluate(column(0)), ["ten", "none", "minus two"]);
  equal(await table.evaluate(COUNT), "3 of 4 rows");
});

testNeeding(missing, "arrows and Enter open the details of a row, and Escape closes them", async () => {
  await using browser = await Chromium.start(chromium ?? "chromium");
  const rows = [1, 2, 3].map((row) => thesisRow(row, { reasoning: `Why number ${row}.` }));
  await using table = await openFramedTable(browser, await outputOf(rows));
  await table.until(`${COUNT} === "3 rows"`);
  await table.evaluate(`document.getElementById("grid").focus()`);
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await table.press(key);
  await table.until(`!document.getElementById("detail").hidden`);
  match(
    String(await table.evaluate(`document.getElementById("detail").textContent`)),
    /T2 · Company 2.*Why number 2\./s,
  );
  await table.press("Escape");
  equal(await table.evaluate(`document.getElementById("detail").hidden`), true);
});

testNeeding(
  missing,
  "where the frame is, the short table is not seen; where it is not, nothing covers it",
  async () => {
    await using browser = await Chromium.start(chromium ?? "chromium");
    await using _table = await openFramedTable(browser, await outputOf(ROWS));
    const look = `getComputedStyle(document.querySelector("th")).visibility`;
    equal(await browser.evaluate(look), "hidden");
    await browser.evaluate(`document.querySelector("iframe").remove()`);
    equal(await browser.evaluate(look), "visible");
  },
);

testNeeding(missing, "the frame follows the theme of JupyterLab, whatever the browser's own setting is", async () => {
  await using browser = await Chromium.start(chromium ?? "chromium");
  await using table = await openFramedTable(browser, await outputOf(ROWS));
  await browser.send("Emulation.setEmulatedMedia", { features: [] }); // an emulated setting would not be followed
  for (const [isLight, scheme] of [["false", "dark"], ["true", "light"]]) {
    await browser.evaluate(`document.body.dataset.jpThemeLight = "${isLight}"`);
    await table.until(`matchMedia("(prefers-color-scheme: ${scheme})").matches`);
  }
});

testNeeding(missing, "3,000 rows are drawn a screenful at a time, and the last one is reached", async () => {
  await using browser = await Chromium.start(chromium ?? "chromium");
  const rows = Array.from({ length: 3_000 }, (_, at) => thesisRow(at + 1));
  await using table = await openFramedTable(browser, await outputOf(rows));
  await table.until(`${COUNT} === "3,000 rows"`);
  ok(Number(await table.evaluate(`document.querySelectorAll("#rows tr").length`)) < 100);
  await table.evaluate(`document.getElementById("box").scrollTop = 1e9`);
  await table.until(`[...document.querySelectorAll("#rows tr[id] th")].at(-1)?.textContent === "T3000"`);
});

/** Beside those that run in a page, texts that could end the data or the program of the frame. */
const BREAKERS = ["</script><script>ran(50)</script>", "<!--<script>", "\u2028ran(51)", "\"'`", "]]>", "\\u003cscript"];

testNeeding(missing, "no hostile text of a table runs as a script, and each is shown as it is", async () => {
  await using browser = await Chromium.start(chromium ?? "chromium");
  await browser.send("Runtime.addBinding", { name: "ran" });
  const ran: unknown[] = [];
  using _heard = browser.listen((method, { payload }) => method === "Runtime.bindingCalled" && ran.push(payload));
  const careless = `<iframe sandbox="allow-scripts" srcdoc="<script>ran('careless')</script>"></iframe>`;
  await using page = await openFramedTable(browser, careless);
  await page.until(`document.readyState === "complete"`);
  deepEqual(ran.splice(0), ["careless"]);
  const texts = [...HOSTILE_TEXTS.map(({ text }) => text.replace(/ran\((\d+)\)/, "ran('$1')")), ...BREAKERS];
  const ours = texts.map((text, at) =>
    thesisRow(at + 1, { ticker: text, company: text, signal: text, drivers: [text], risks: [text], reasoning: text })
  );
  const own = texts.map((text) => ({ text, [text]: text }));
  for (const rows of [ours, own]) {
    await using table = await openFramedTable(browser, await outputOf(rows));
    await table.until(`${COUNT} === "${rows.length} rows"`);
    const first = rows === own ? 0 : await table.evaluate(place("Company"));
    deepEqual(
      await table.evaluate(column(Number(first), texts.length)),
      texts.map((text) => text.replace(/[\s\u2028]+/g, " ").trim()).map((text) =>
        rows === own || text.length <= 60 ? text : `${text.slice(0, 59)}…`
      ),
    );
    for (const at of texts.keys()) {
      await table.evaluate(`document.getElementById("r${at}")?.click()`);
      await table.until(`!document.getElementById("detail").hidden`);
    }
    equal(await table.evaluate(`document.querySelectorAll("img, svg, iframe, script").length`), 2);
  }
  deepEqual(ran, []);
});
