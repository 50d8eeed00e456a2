/** The page as a PDF: a page for each name, light, with links, names in any script. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deepEqual, equal, ok } from "../assert.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { Chromium, findChromium } from "../browser/chromium.ts";
import { hasProgram, missingProgram, testNeeding } from "../needs.ts";
import { manifestOf, thesisRow } from "../view/report_rows.ts";

const chromium = findChromium();
const missing = missingProgram(chromium ?? "chromium") ??
  (hasProgram("pdftotext", ["-v"]) && hasProgram("pdftoppm", ["-v"])
    ? undefined
    : "pdftotext and pdftoppm (poppler-utils)");
const NAMES = ["Avery Dennison", "Газпром", "Ελλάκτωρ", "トヨタ自動車", "腾讯控股", "삼성전자", "أرامكو السعودية"];
/** A page is dark, or a box covers it, where more of its pixels than this are darker than a medium grey. */
const MOST_DARK = 0.1;
const GREY = 100;

function rows(count: number) {
  return Array.from({ length: count }, (_, at) =>
    thesisRow(at + 1, {
      ...{ ticker: `T${at + 1}`, company: NAMES[at % NAMES.length], score: 0.9 - at / 100, rank: at + 1 },
      drawdownProbability: 0.1,
      reasoning: `Sentence ${at + 1} that only this name has. ${"It moves with the market. ".repeat(40)}`,
      files: [{ path: `files/${at + 1}_T/a.png`, bytes: 1, sha256: "", mediaType: "image/png" }],
    }));
}

async function printed(count: number, act: (pdf: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "report.html");
    await Deno.writeTextFile(path, reportPage({ manifest: manifestOf(), rows: rows(count), folder: "run" }));
    await using browser = await Chromium.start(chromium ?? "chromium");
    await browser.visit(pathToFileURL(path).href, { width: 1400, height: 900, scheme: "dark" });
    await Deno.writeFile(join(folder, "report.pdf"), await browser.print());
    await act(join(folder, "report.pdf"), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function run(name: string, args: readonly string[]): Promise<Uint8Array> {
  const { success, stdout, stderr } = await new Deno.Command(name, { args: [...args], stdin: "null" }).output();
  ok(success, new TextDecoder().decode(stderr));
  return stdout;
}

async function pagesOf(pdf: string): Promise<string[]> {
  const text = new TextDecoder().decode(await run("pdftotext", ["-layout", pdf, "-"]));
  return text.split("\f").slice(0, -1);
}

/** Shares of dark pixels, page by page, from pictures in the form PGM. */
async function darkShares(pdf: string, folder: string): Promise<number[]> {
  await run("pdftoppm", ["-r", "40", "-gray", pdf, join(folder, "page")]);
  const pages = (await Array.fromAsync(Deno.readDir(folder))).filter(({ name }) => name.endsWith(".pgm"));
  return await Promise.all(pages.map(async ({ name }) => {
    const bytes = await Deno.readFile(join(folder, name));
    const head = /^P5\s+\d+\s+\d+\s+\d+\s/.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 60)))?.[0] ?? "";
    const pixels = bytes.subarray(head.length);
    return pixels.filter((pixel) => pixel < GREY).length / pixels.length;
  }));
}

testNeeding(missing, "a short report prints each name on a page of its own, whole, light, with links", async () => {
  await printed(NAMES.length, async (pdf, folder) => {
    const pages = await pagesOf(pdf);
    const cards = pages.filter((page) => page.includes("Drivers"));
    deepEqual(cards.map((page) => /\bT\d\b/.exec(page)?.[0]), NAMES.map((_, at) => `T${at + 1}`));
    cards.forEach((page, at) => {
      ok(page.includes(`Sentence ${at + 1} that only`), `page of ${at + 1}: ${page.slice(0, 300)}`);
      equal(page.split("It moves with the market.").length > 20, true, "a reasoning is cut");
    });
    for (const name of NAMES.slice(0, 3)) ok(pages.some((page) => page.includes(name)), `${name} is not in the text`);
    deepEqual((await darkShares(pdf, folder)).filter((share) => share === 0 || share > MOST_DARK), []);
    ok(new TextDecoder("latin1").decode(await Deno.readFile(pdf)).includes("/Link"), "no link is left");
  });
});

const SCRIPTS = [
  { language: "ja", name: "トヨタ自動車" },
  { language: "zh-cn", name: "腾讯控股" },
  { language: "ko", name: "삼성전자" },
  { language: "ar", name: "السعودية" },
];
for (const { language, name } of SCRIPTS) {
  const fonts = missing === undefined && hasProgram("fc-list")
    ? new TextDecoder().decode(new Deno.Command("fc-list", { args: [`:lang=${language}`] }).outputSync().stdout)
    : "";
  const lacks = missing ?? (fonts.trim() === "" ? `a font for ${language}` : undefined);
  testNeeding(lacks, `a report prints a name in the script of ${language} as text that can be found`, async () => {
    await printed(NAMES.length, async (pdf) => {
      const text = (await pagesOf(pdf)).join("\n").normalize("NFKC");
      ok(text.includes(name) || text.includes([...name].reverse().join("")), text.slice(0, 500));
    });
  });
}

testNeeding(missing, "a long report prints a line for each name in place of a page", async () => {
  await printed(60, async (pdf) => {
    const pages = await pagesOf(pdf);
    equal(pages.filter((page) => page.includes("Drivers")).length, 0);
    ok(pages.length < 20, `${pages.length} pages`);
    ok(pages.some((page) => page.includes("Sentence 60 that only")));
  });
});
