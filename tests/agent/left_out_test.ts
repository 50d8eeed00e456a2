/** Names of a set without a view: the answer names each and says why, and speaks of the others only. */
import type { Dataset } from "../../src/data/dataset.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { askOf, textOf, thesisOf } from "./ask.ts";
import { csv, INDEX, padded, scaled, STOCK } from "./trap_bars.ts";

const NAMES = {
  "AAA.csv": csv(STOCK),
  "BBB.csv": csv(scaled(STOCK, 2)),
  "OLD.csv": csv(STOCK.slice(0, 900)),
  "PAD.csv": csv(padded(STOCK, 900)),
  "^GSPC.csv": csv(INDEX),
};

/** The answer of a folder of two names with a view and two without. */
async function answer(input: string) {
  return await inFolder(NAMES, async (folder) => {
    const steps = await askOf(await openFolder(folder), input);
    const thesis = thesisOf(steps);
    equal(thesis.metadata?.verification?.claims_removed, 0);
    return { text: textOf(steps), risks: thesis.risks, signal: thesis.agent_thesis.signal };
  });
}

const OLD = "No view on OLD as of 28 Jul 2016: prices stop that day, well before the date asked about.";
const PAD = /No view on PAD as of 19 Dec 2017: the price has not moved or traded since \d+ Jul 2016\./;

Deno.test("a comparison names each company without a view, and why", async () => {
  const { text, risks } = await answer("Compare AAA, BBB, OLD and PAD");
  match(text, /^AAA and BBB have the same chance .* to 19 Dec 2017\)\. /);
  ok(text.includes(OLD), text);
  match(text, PAD);
  equal(risks[0], "OLD's prices stop on 28 Jul 2016, well before the date asked about.");
  match(risks[1] ?? "", /^PAD's shares have not moved or traded since \d+ Jul 2016/);
});

Deno.test("one company with a view is not taken together, and nothing is the most of one", async () => {
  const { text } = await answer("Compare AAA, OLD and PAD");
  match(
    text,
    /^AAA's chance .* Only AAA can be scored: \w+ /,
  );
  ok(!/taken together| has the (?:highest|lowest) /.test(text), text);
  ok(text.includes(OLD), text);
});

Deno.test("without any view the answer says so once, and the risks say why", async () => {
  const { text, risks, signal } = await answer("Compare OLD and PAD");
  equal(signal, "no_view");
  deepEqual(text.match(/No view on [^:]*/g), [
    "No view on OLD (as of 28 Jul 2016) and PAD (as of 19 Dec 2017)",
  ]);
  deepEqual(risks.map((risk) => risk.slice(0, 3)), ["OLD", "PAD"]);
});

Deno.test("a mean is of the companies that are named: one with a chance and no score is left out of both", async () => {
  const files = { ...NAMES, "NEW.csv": csv(STOCK.slice(-300)) };
  await inFolder(files, async (folder) => {
    const data = await openFolder(folder);
    const { text, chance } = await chanceIn(data, "Analyse AAA, BBB and NEW");
    match(text, /AAA and BBB, taken together: .*average chance of a 15% drawdown .*AAA and BBB: average score /);
    match(text, /No view on NEW as of 19 Dec 2017: /);
    const own = await Promise.all(["AAA", "BBB"].map((ticker) => chanceIn(data, `Analyse ${ticker}`)));
    const mean = own.reduce((sum, one) => sum + (one.chance ?? NaN), 0) / own.length;
    ok(Math.abs((chance ?? NaN) - mean) < 1e-4, `${chance} ${mean}`);
    ok((await chanceIn(data, "Analyse NEW")).chance !== undefined, "NEW has a chance of its own");
  });
});

async function chanceIn(data: Dataset, input: string) {
  const steps = await askOf(data, input);
  return { text: textOf(steps), chance: thesisOf(steps).metadata?.drawdown_probability };
}

Deno.test("of many companies without a view none is passed over", async () => {
  const babies = [..."ABCDEFGHIJKL"].map((letter) => `NE${letter}`);
  const files = Object.fromEntries(babies.map((ticker) => [`${ticker}.csv`, csv(STOCK.slice(-40))]));
  await inFolder({ ...NAMES, ...files }, async (folder) => {
    const text = textOf(await askOf(await openFolder(folder), `Compare AAA, BBB and ${babies.join(", ")}`));
    for (const ticker of babies) match(text, new RegExp(`No view on [^.:]*${ticker}`));
    match(text, /No view on NEI, NEJ, NEK and NEL either\./);
  });
});

Deno.test("a company with fewer than seven others beside it says that it is scored against its own past", async () => {
  for (const [names, isAlone] of [[7, true], [8, false]] as const) {
    const files = Array.from({ length: names }, (_, at) => [`N${at}.csv`, csv(scaled(STOCK, 1 + at))]);
    await inFolder({ ...Object.fromEntries(files), "^GSPC.csv": csv(INDEX) }, async (folder) => {
      const text = textOf(await askOf(await openFolder(folder), "Analyse N3"));
      const said =
        "N3 is scored against its own history: the data hold fewer than eight companies with daily prices to " +
        "19 Dec 2017, and beside more of them its score may differ.";
      equal(text.includes(said), isAlone, `${names} companies: ${text}`);
    });
  }
});
