import { deepEqual, equal, match, ok } from "../assert.ts";
import { openRuns } from "conviction/batch";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { nameTrend, TrendMaker } from "../../src/run/trend.ts";
import { sparkText } from "../../src/view/history_blocks.ts";
import { screenNight, weekdays } from "./night_runs.ts";

const DAYS = weekdays("2024-01-01", 12);
const LAST = DAYS.at(-1) ?? "";

/** Twelve nights: AAPL bullish for four nights, then neutral. The last has a page and a workbook. */
async function twelveNights(folder = "runs/desk"): Promise<string> {
  const base = await Deno.makeTempDir();
  for (const [at, asOf] of DAYS.entries()) {
    const options = { ...asOf === LAST ? { formats: ["report", "xlsx"] as const } : {}, folder: `${folder}/${asOf}` };
    await screenNight(base, { name: asOf, asOf, scores: { AAPL: at < 4 ? 0.5 : 0, IBM: -0.3 }, options });
  }
  return base;
}

Deno.test("the page of a run has on each card how long the signal has stood, and a line of its scores", async () => {
  const base = await twelveNights();
  const page = await Deno.readTextFile(`${base}/runs/desk/${LAST}/report.html`);
  match(page, /<b>Signal<\/b> neutral for 8 nights, bullish before that<br>/);
  match(page, /<b>Signal<\/b> bearish for 12 nights<br>/);
  match(page, /<small>Score, 12 nights, −1 to 1: ▇{4}▅{8}<\/small>/);
  equal(page.match(/<small>Score, 12 nights, −1 to 1: /g)?.length, 2);
});

Deno.test("an export of the run, alone or after its list was pruned, writes the same page", async () => {
  const base = await twelveNights();
  const page = `${base}/runs/desk/${LAST}/report.html`;
  const before = await Deno.readTextFile(page);
  for (const name of DAYS.slice(0, -1)) await Deno.remove(`${base}/runs/desk/${name}`, { recursive: true });
  const now = new Date("2024-02-01T00:00:00Z");
  await exportRun(`runs/desk/${LAST}`, { base, versions: { conviction: "test" }, now });
  equal(await Deno.readTextFile(page), before);
});

Deno.test("runs outside a folder of runs/ have no history: their page has none, and nothing is written beside them", async () => {
  const base = await twelveNights("elsewhere/desk");
  const page = await Deno.readTextFile(`${base}/elsewhere/desk/${LAST}/report.html`);
  ok(!page.includes("<b>Signal</b>"));
  const beside = await Array.fromAsync(Deno.readDir(`${base}/elsewhere/desk`), ({ name }) => name);
  deepEqual(beside.filter((name) => name.includes("history")), []);
});

Deno.test("a screen adds its run to the history when it is finished", async () => {
  const base = await twelveNights();
  const opened = await openRuns("desk", { base, keep: false });
  for (const { folder } of opened.runs) await Deno.remove(folder, { recursive: true });
  equal((await openRuns("desk", { base, keep: false })).historyOf("AAPL")[0]?.nights.length, 12);
});

const STREAKS: readonly { signals: readonly (string | undefined)[]; streak: unknown }[] = [
  { signals: [], streak: undefined },
  { signals: [undefined], streak: undefined },
  { signals: ["up"], streak: { signal: "up", nights: 1, since: "1", before: undefined } },
  { signals: ["up", "up", undefined, "up"], streak: { signal: "up", nights: 3, since: "1", before: undefined } },
  { signals: ["up", "down", "down"], streak: { signal: "down", nights: 2, since: "2", before: "up" } },
  { signals: ["up", "down", "up"], streak: { signal: "up", nights: 1, since: "3", before: "down" } },
  { signals: ["up", "down", undefined], streak: { signal: "down", nights: 1, since: "2", before: "up" } },
];
for (const { signals, streak } of STREAKS) {
  Deno.test(`the streak of ${JSON.stringify(signals)} counts nights with a thesis only`, () => {
    const maker = new TrendMaker();
    signals.forEach((signal, at) => maker.add(String(at + 1), { signal }));
    deepEqual(maker.trend.streak, streak);
  });
}

Deno.test("a trend keeps the last sixty scores, whatever came before", () => {
  const maker = new TrendMaker();
  for (let at = 0; at < 100; at++) maker.add(String(at), { signal: "up", score: at / 100 });
  deepEqual([maker.trend.scores.length, maker.trend.scores[0]?.score], [60, 0.4]);
});

const MONTHS: readonly { when: string; nights: readonly string[]; ago: number | undefined }[] = [
  { when: "of nights a week apart the last at least thirty days earlier", nights: ["01-05", "01-12", "02-12"], ago: 1 },
  { when: "none where the only earlier night is two months old and more", nights: ["01-05", "03-12"], ago: undefined },
];
for (const { when, nights, ago } of MONTHS) {
  Deno.test(`the score a month ago is ${when}`, () => {
    const maker = new TrendMaker();
    nights.forEach((night, at) => maker.add(`2024-${night}`, { signal: "up", score: at }));
    equal(nameTrend("AAPL", maker.trend).monthAgo, ago);
  });
}

const LINES: readonly { scores: readonly number[]; text: string }[] = [
  { scores: [], text: "" },
  { scores: [-1, -0.76, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1], text: "▁▁▃▄▅▆▇██" },
  { scores: [-7, 7], text: "▁█" },
];
for (const { scores, text } of LINES) {
  Deno.test(`a line of the scores ${JSON.stringify(scores)} has one scale from -1 to 1`, () => {
    equal(sparkText(scores, 20), text);
    equal(sparkText(scores, 2), [...text].slice(-2).join(""));
  });
}
