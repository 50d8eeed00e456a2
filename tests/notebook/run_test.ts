import { createHash } from "node:crypto";
import { equal, match, ok } from "../assert.ts";
import { openRun, screen } from "conviction/batch";
import { show } from "conviction/notebook";
import { openCell, sanitised } from "./cell.ts";

const SCORES: Readonly<Record<string, number>> = { AAA: 0.1, BBB: 0.4, CCC: -0.2 };
const LIST = [...Object.keys(SCORES), "GONE"].map((ticker) => ({ ticker, desk: "Energy" }));

/** A service that knows three names. */
const research = {
  reason({ input }: { readonly input?: unknown }) {
    const ticker = Object.keys(SCORES).find((name) => String(input).includes(name));
    if (ticker === undefined) return Promise.reject(new Error("The data does not know it"));
    return Promise.resolve({
      agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: `${ticker} moves with the market.` },
      ...{ key_drivers: [`${ticker}'s low volatility`], risks: [`${ticker} may fall`] },
      metadata: { score: SCORES[ticker] },
    });
  },
  download: () => Promise.reject(new Error("no files here")),
};

async function madeRun(list: readonly Record<string, string>[] = LIST) {
  const parent = await Deno.makeTempDir();
  const folder = `${parent}/runs/first`;
  for await (const _ of screen(list, research, { folder, prompt: "Analyse {{ticker}}" }));
  return { run: await openRun(folder), parent, [Symbol.asyncDispose]: () => Deno.remove(parent, { recursive: true }) };
}

Deno.test("a run begins with whether it is complete, the best name is first where no risk is stated, and the failures have their words", async () => {
  await using made = await madeRun();
  const cell = openCell();
  await show(made.run, { display: cell.display });
  match(cell.text(), /^⚠ Incomplete: 1 of 4 names missing \(1 in doubt\)\n/);
  match(cell.text(), /BBB +1 .*\nAAA +2 .*\nCCC +3 /);
  match(cell.text(), /GONE, in doubt: .*The data does not know it/);
  match(sanitised(cell.html()), /BBB.*AAA.*CCC.*GONE/s);
  match(sanitised(cell.html()), /1 in doubt \(GONE\): The data does not know it/);
});

Deno.test("a complete run says so", async () => {
  await using made = await madeRun(LIST.slice(0, 3));
  const cell = openCell();
  await show(made.run, { display: cell.display });
  match(cell.text(), /^✓ Complete: all 3 names covered\n/);
});

Deno.test("the output of a run names its folder from runs/ on, and no path of the machine", async () => {
  await using made = await madeRun();
  const cell = openCell();
  await show(made.run, { display: cell.display });
  for (const output of [cell.text(), cell.html()]) {
    match(output, /Folder: runs\/first/);
    ok(!output.includes(made.parent));
  }
});

Deno.test("a row of a run opens to its thesis where scripts do not run", async () => {
  await using made = await madeRun();
  const cell = openCell();
  await show(made.run, { display: cell.display });
  match(sanitised(cell.html()), /<details><summary>BBB moves.*?BBB moves with the market\./s);
});

Deno.test("the outcomes of a run are shown as its rows are", async () => {
  await using made = await madeRun();
  const [outcomes, rows] = [openCell(), openCell()];
  await show(made.run.outcomes, { display: outcomes.display });
  await show(made.run.rows, { display: rows.display });
  equal(outcomes.text(), rows.text());
  match(rows.text(), /AAA .* +2 /);
});

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);

/** A service whose answers have a picture. */
const drawing = {
  reason: () =>
    Promise.resolve({
      agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "AAA moves with the market." },
      ...{ key_drivers: ["AAA's calm"], risks: [], metadata: { files: [{ file_id: "one", filename: "chart.png" }] } },
    }),
  async download(_file: unknown, folder: string) {
    const path = `${folder}/chart.png`;
    await Deno.writeFile(path, PNG);
    return { path, bytes: PNG.length, sha256: createHash("sha256").update(PNG).digest("hex"), mediaType: "image/png" };
  },
};

Deno.test("an outcome of a run, read again or just made, is shown with the pictures in the run's folder", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const made = await Array.fromAsync(screen([{ ticker: "AAA" }], drawing, { folder }));
    for (const [outcome] of [made, (await openRun(folder)).outcomes]) {
      const cell = openCell();
      ok(outcome);
      await show(outcome, { display: cell.display });
      equal(cell.puts[0]?.bundle["image/png"], PNG.toBase64());
      ok(!cell.html().includes(folder));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
