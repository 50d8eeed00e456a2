import { longDay } from "../../src/calendar/day.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { makeCard } from "../../src/calibrate/make_card.ts";
import { applyMap, fitMap } from "../../src/calibrate/fit_map.ts";
import { collectCases } from "../../src/calibrate/collect_cases.ts";
import { type CalibrationCard, mapsOf, readCard } from "../../src/data/calibration_card.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { BUILT_IN_MAPS } from "../../src/data/metrics/chance.ts";
import { checkFolder } from "../../src/data/folder/check_folder.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { ask, ports, thesisOf } from "../agent/ask.ts";
import { inFolder } from "../data/in_folder.ts";
import { madePrices } from "./prices.ts";

const PRICES = madePrices();

async function cardOf(dataset: Dataset): Promise<CalibrationCard> {
  const made = await makeCard(dataset);
  ok("card" in made, "there is a card");
  return made.card;
}

Deno.test("each map of a card is fitted on outcomes complete before its day, and no row after that day changes it", async () => {
  const all = await inFolder({ "prices.csv": PRICES }, async (path) => await cardOf(await openFolder(path)));
  ok((all.daily?.maps.length ?? 0) > 5);
  const cut = all.daily?.maps.at(3)?.from ?? "";
  const rows = PRICES.split("\n").filter((row, at) => at === 0 || row.slice(0, 10) <= cut).join("\n");
  const early = await inFolder({ "prices.csv": rows }, async (path) => await cardOf(await openFolder(path)));
  deepEqual(early.daily?.maps, all.daily?.maps.slice(0, 4));
});

Deno.test("a card says what its maps would have said: each date by the map of that day, against the share known", async () => {
  await inFolder({ "prices.csv": PRICES }, async (path) => {
    const dataset = await openFolder(path);
    const { daily } = await cardOf(dataset);
    const { cases } = collectCases(dataset.at("9999-12-31"), "daily");
    const judged = daily?.judged.dates.at(2);
    const before = cases.filter(({ exit }) => exit < (judged?.date ?? ""));
    const map = fitMap(before);
    const here = cases.filter(({ entry }) => entry === judged?.date);
    ok(map !== undefined && judged !== undefined && here.length === judged.cases);
    const known = before.filter(({ fell }) => fell).length / before.length;
    const loss = (said: (odds: number) => number) =>
      here.reduce((sum, { odds, fell }) => sum + (said(odds) - Number(fell)) ** 2, 0);
    equal(judged.known, known);
    ok(Math.abs((judged.skill ?? NaN) - (1 - loss((odds) => applyMap(map, odds)) / loss(() => known))) < 1e-12);
    ok((daily?.judged.area_under_curve ?? 0) > 0.6, "made prices of unequal deviation can be told apart");
    deepEqual(readCard(JSON.stringify(await cardOf(dataset))), await cardOf(dataset));
  });
});

Deno.test("an answer uses the last map from before its day, says so, and is verified; before the first map the built-in one", async () => {
  await inFolder({ "prices.csv": PRICES }, async (path) => {
    const before = await openFolder(path);
    const card = await cardOf(before);
    await Deno.mkdir(`${path}/.conviction`, { recursive: true });
    await Deno.writeTextFile(`${path}/.conviction/calibration.json`, JSON.stringify(card));
    const [first, second] = card.daily?.maps ?? [];
    const dayBefore = new Date(Date.parse(first?.from ?? "") - 86_400_000).toISOString().slice(0, 10);
    const dataset = await openFolder(path);
    equal(
      (await checkFolder(path)).calibration,
      `Calibration: card ${card.id}, daily maps from ${longDay(first?.from)} on`,
    );
    const calibrationAt = async (asOf: string) => {
      const { metadata } = thesisOf(await ask({ input: "Analyse NC", asOf }, ports({ dataset })));
      equal(metadata?.verification?.claims_removed, 0);
      ok(metadata?.drawdown_probability !== undefined);
      return metadata.calibration ?? "";
    };
    match(
      await calibrationAt(dayBefore),
      /drawdown risk built-in: .*; not by card [0-9a-f]{8}, whose daily maps begin on/,
    );
    match(
      await calibrationAt(second?.from ?? ""),
      new RegExp(`card ${card.id}: fitted daily on outcomes before ${longDay(second?.from)}`),
    );
    deepEqual(dataset.at(dayBefore).maps.daily, BUILT_IN_MAPS.daily);
    equal(mapsOf(card, second?.from ?? "").daily.level, second?.level);
    equal(mapsOf(card, first?.from ?? "").daily.level, first?.level);
  });
});

const BROKEN = [
  { name: "no JSON", text: "{", why: /it is not JSON/ },
  { name: "another kind", text: `{"kind":"card"}`, why: /kind: / },
  { name: "a slope below 0", text: withMaps([{ from: "2012-01-02", level: 0, slope: -1, cases: 9 }]), why: /slope/ },
  {
    name: "maps out of order",
    text: withMaps(["2012-01-02", "2011-01-03"].map((from) => ({ from, level: 0, slope: 1, cases: 9 }))),
    why: /not in the order of their days/,
  },
];
for (const { name, text, why } of BROKEN) {
  Deno.test(`a card with ${name} is a problem of the folder, and the built-in map serves`, async () => {
    await inFolder({ "prices.csv": madePrices({ names: 1, days: 300 }) }, async (path) => {
      await Deno.mkdir(`${path}/.conviction`, { recursive: true });
      await Deno.writeTextFile(`${path}/.conviction/calibration.json`, text);
      const dataset = await openFolder(path);
      const problem = dataset.problems.find(({ file }) => file === ".conviction/calibration.json");
      match(problem?.message ?? "", /This card of calibration is not used, the built-in map is/);
      match(problem?.message ?? "", why);
      equal(dataset.at(dataset.asOf).maps, BUILT_IN_MAPS);
      match((await checkFolder(path)).calibration ?? "", /^\.conviction\/calibration\.json: This card .* is not used/);
    });
  });
}

function withMaps(maps: readonly unknown[]): string {
  const sample = { names: 1, cases: 9, jumps: 0, first: "2010-01-04", last: "2011-01-03" };
  const daily = { sample, maps, judged: { dates: [], independent_dates: 0, tenths: [] } };
  return JSON.stringify({ kind: "conviction calibration", version: 1, id: "0123abcd", data: "", rule: "", daily });
}
