/** Companies are compared at one frequency, or not ranked. */
import type { Draft } from "../../src/data/claim.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { verify } from "../../src/verify/verify.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { ask, askOf, outputsOf, ports, sample, textOf, thesisOf } from "./ask.ts";
import { closesOnly, csv, INDEX, monthEnds, type Row, scaled, STOCK } from "./trap_bars.ts";

/** The frequency that `price_history` reports of each ticker. */
async function frequencies(input: string): Promise<Readonly<Record<string, string>>> {
  const outputs = outputsOf(await ask(input), "price_history").map(({ output }) => output);
  return Object.fromEntries((outputs as { ticker: string; frequency: string }[]).map((one) => [
    one.ticker,
    one.frequency,
  ]));
}

Deno.test("daily bars speak where a company stands alone, month-ends where another one has no more", async () => {
  deepEqual(await frequencies("Analyse AAPL"), { AAPL: "daily" });
  deepEqual(await frequencies("Analyse AAPL and MSFT"), { AAPL: "monthly", MSFT: "monthly" });
});

Deno.test("a chance of a fall from month-ends says so, and one from days does not", async () => {
  const words = /(?:days\)|months) is [\d.]+%, between month-ends, from up to three years of monthly prices/;
  match(textOf(await ask("Analyse MSFT")), words);
  match(thesisOf(await ask("Analyse MSFT")).risks[0] ?? "", words);
  match(
    textOf(await ask("Analyse AAPL and MSFT")),
    /average chance of a 15% drawdown within three months is \d+%, between month-ends, from up to three years of/,
  );
  ok(!/month-ends/.test(thesisOf(await ask("Analyse AAPL")).risks[0] ?? ""));
});

/** A folder of companies with these files. */
async function textAbout(files: Readonly<Record<string, string>>, input: string): Promise<string> {
  return await inFolder({ ...files, "^GSPC.csv": csv(INDEX) }, async (folder) => {
    const steps = await askOf(await openFolder(folder), input);
    equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
    return textOf(steps);
  });
}

Deno.test("companies without a common frequency are not ranked, and the answer says why", async () => {
  const text = await textAbout(
    { "AAA.csv": csv(STOCK), "BBB.csv": closesOnly(monthEnds(STOCK)) },
    "Analyse AAA and BBB",
  );
  match(text, /No ranking is given: some have daily prices, others only monthly\./);
  ok(!/ has the (?:higher|lower) /.test(text), text);
});

/** Nine companies of which the last has a bar less than the others. */
function nine(): Readonly<Record<string, string>> {
  const rows = (at: number): readonly Row[] => scaled(STOCK, 1 + at / 7);
  return Object.fromEntries([..."ABCDEFGHI"].map((letter, at) => [
    `${letter.repeat(3)}.csv`,
    csv(letter === "I" ? rows(at).slice(0, -1) : rows(at)),
  ]));
}

Deno.test("scores among companies and scores among a company's own past are not ranked together", async () => {
  const unlike = await textAbout(nine(), "Analyse AAA and III");
  match(
    unlike,
    /No ranking is given by score: some scores are against other companies, others against a company's own past\./,
  );
  match(unlike, /Scored against their own history, as the data hold fewer than eight companies to compare with: III\./);
  const alike = await textAbout(nine(), "Analyse AAA and BBB");
  ok(!alike.includes("against their own history"), alike);
  ok(!alike.includes("No ranking is given"), alike);
});

Deno.test("a figure of daily bars does not pass in a comparison of month-ends", async () => {
  const drafts: Draft[] = [];
  const dataset = sample;
  const keep = ports({
    dataset,
    verify: (draft, view) => {
      drafts.push(draft);
      return verify(draft, view);
    },
  });
  await ask("How risky is AAPL?", keep);
  await ask("Analyse AAPL and MSFT", keep);
  const [alone, together] = drafts;
  if (alone === undefined || together === undefined) throw new TypeError("there are no drafts");
  const slipped = { ...together, reasoning: alone.reasoning.filter(({ saying }) => saying.phrase === "answer.risk") };
  equal(slipped.reasoning.length, 1);
  deepEqual(verify(slipped, dataset.at(dataset.asOf)).kept.reasoning, []);
  equal(verify(alone, dataset.at(dataset.asOf)).verification.claims_removed, 0);
});

Deno.test("in a comparison what cannot be believed of a company comes first among the risks, and costs its share of the confidence", async () => {
  const files = { "AAA.csv": csv(STOCK), "BBB.csv": csv(scaled(STOCK, 1.7, { from: STOCK.length - 120 })) };
  await inFolder({ ...files, "^GSPC.csv": csv(INDEX) }, async (folder) => {
    const { risks, metadata } = thesisOf(await askOf(await openFolder(folder), "Analyse AAA and BBB"));
    match(
      risks[0] ?? "",
      /^BBB's close moves .* with nothing in the data to explain it: .* figures that span that day are left out\.$/,
    );
    equal(metadata?.verification?.confidence, 0.75);
    equal(metadata?.verification?.claims_removed, 0);
  });
});
