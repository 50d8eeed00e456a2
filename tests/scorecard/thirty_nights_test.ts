/** Nights unattended: killed, with stale data, with receivers that take nothing. */
import { deepEqual, ok } from "../assert.ts";
import { faultServer } from "../fixtures/fault_server.ts";
import { IS_WHOLE } from "../lanes.ts";
import { missingShared, sharedPath, testAtNight } from "../needs.ts";
import { BARS, fatesOf, MADE, makeNights, type NightCount, type Nights, realWorld, type World } from "./nights.ts";

const NIGHTS = IS_WHOLE ? 30 : 6;
const NAMES = 4;

/** What went wrong, by kind. */
async function damageOf(counts: readonly NightCount[], { folder, receiver }: Nights) {
  const runs = (await Array.fromAsync(Deno.readDir(`${folder}/runs/desk`))).filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => name);
  const wanted = counts.filter(({ isStale }) => !isStale).map(({ night }) => night);
  return {
    missed: counts.filter(({ isStale, done }) => done !== (isStale ? 0 : NAMES)).map(({ night }) => night),
    untold: counts.filter(({ told, isStale }) => !told.includes(isStale ? "stale" : "ended")).map(({ night }) => night),
    toldTwice: [...receiver.taken].filter(([, times]) => times > 1).map(([key]) => key),
    otherRuns: runs.filter((name) => !name.startsWith(".") && !wanted.includes(name)),
  };
}

function figureOf(counts: readonly NightCount[], { receiver }: Nights): string {
  const starts = counts.flatMap(({ codes }) => codes);
  const of = (wanted: number) => starts.filter((code) => code === wanted).length;
  return `${counts.length} nights, ${starts.length} starts, ${of(137)} killed, ${of(4)} stopped as stale, ` +
    `${of(1)} with a message that was not taken, ${receiver.taken.size} messages`;
}

function say(figure: string): void {
  // deno-lint-ignore no-console -- prints a figure for the reader
  console.log(`nights, ${figure}`);
}

const NONE = { missed: [], untold: [], toldTwice: [], otherRuns: [] };

testAtNight(
  "nights over a service with faults: none is missed, nothing is paid twice, nobody is told twice",
  async () => {
    await using server = await faultServer({
      isIdempotent: true,
      latency: 5,
      rules: [
        { then: { kind: "status", status: 503, retryAfter: { ms: 5 } }, rate: 0.15, firstDeliveries: 1 },
        { then: { kind: "reset", at: "headers" }, every: 9 },
      ],
    });
    await using nights = await makeNights(MADE, () => ["--base-url", server.baseUrl, "--files", "none"]);
    const counts: NightCount[] = [];
    for (const fate of fatesOf(NIGHTS, { ...MADE, canBeStale: false })) counts.push(await nights.live(fate));
    say(`remote: ${figureOf(counts, nights)}; ${server.log.executionsByKey.size} paid`);
    deepEqual(await damageOf(counts, nights), NONE);
    deepEqual([...server.log.executionsByKey.values()].filter((times) => times > 1), [], "paid twice under one key");
    deepEqual([...server.log.executionsByQuestion.values()], Array(NAMES).fill(NIGHTS), "paid once a night");
  },
);

/** Nights over a data folder that a source fills. */
async function growing(world: World): Promise<void> {
  await using nights = await makeNights(world, (folder) => [
    ...["--data", `${folder}/data`, "--from", BARS],
    ...["--max-age", "0d", "--files", "none"],
  ]);
  const counts: NightCount[] = [];
  for (const fate of fatesOf(NIGHTS, { ...world, canBeStale: true })) counts.push(await nights.live(fate));
  say(`embedded, from ${world.first}: ${figureOf(counts, nights)}`);
  deepEqual(await damageOf(counts, nights), NONE);
  ok(counts.some(({ isStale }) => isStale));
}

testAtNight(
  "nights over a data folder that grows: none is missed, a stale one asks nothing, nobody is told twice",
  async () => {
    await growing(MADE);
  },
);

const REAL = "prices/sp500_daily_2013-2018.csv.gz";
if (missingShared(REAL) === undefined) {
  testAtNight("nights over real prices that grow: none is missed, a stale one asks nothing", async () => {
    await growing(await realWorld(sharedPath(REAL)));
  });
}
