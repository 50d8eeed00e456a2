/** Nights in a row, each in processes of their own that are killed at seeded moments and started again. */
import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { isSession } from "../../src/calendar/exchange_days.ts";
import { lastSession } from "../../src/calendar/last_session.ts";
import { readNight } from "../../src/night/night_file.ts";
import { type FaultReceiver, startReceiver, status, TAKES } from "../night/fault_receiver.ts";
import { SEED } from "../lanes.ts";
import { xorshift } from "../xorshift.ts";

/** Where nights take place: the first of their weekdays, and the prices that the source has, by ticker. */
export interface World {
  readonly first: string;
  readonly prices: ReadonlyMap<string, string>;
}

/** Made prices, of the past, because bars of days to come are skipped; the Thursday of the fourth week is Thanksgiving. */
export const MADE: World = {
  first: "2025-11-03",
  prices: new Map(["AAA", "BBB", "CCC", "DDD"].map((ticker, at) => [ticker, pricesOf(at + 1)])),
};

/** Real prices of four names, with Christmas and the turn of the year between the nights. */
export async function realWorld(path: string): Promise<World> {
  const body = (await Deno.open(path)).readable.pipeThrough(new DecompressionStream("gzip"));
  const lines = (await new Response(body).text()).split("\n");
  const header = lines[0]?.replace(/,[^,]*$/, "") ?? "";
  const prices = ["AAPL", "IBM", "KO", "MSFT"].map((ticker): [string, string] => {
    const rows = lines.filter((line) => line.endsWith(`,${ticker}`)).map((line) => line.slice(0, -ticker.length - 1));
    return [ticker, `${[header, ...rows].join("\n")}\n`];
  });
  return { first: "2017-12-04", prices: new Map(prices) };
}

/** More starts than this would be a night that does not end. */
const MOST_STARTS = 8;

/** What is in store for a night. */
interface Fate {
  readonly night: string;
  /** The source has nothing new: until later in the night, or at all. */
  readonly stale: "no" | "late" | "all night";
  /** After how many printed lines each of the first starts is killed. */
  readonly kills: readonly number[];
  /** Whether the receiver takes nothing from the first start that reaches it. */
  readonly isReceiverBusy: boolean;
}

/** What became of a night. */
export interface NightCount {
  readonly night: string;
  readonly isStale: boolean;
  /** Exit statuses; 137 where it was killed. */
  readonly codes: readonly number[];
  /** Rows that are done; none where nothing was asked. */
  readonly done: number;
  /** Kinds of the messages that need nothing more. */
  readonly told: readonly string[];
}

/** A place for nights. */
export interface Nights extends AsyncDisposable {
  readonly folder: string;
  readonly receiver: FaultReceiver;
  /** Does a night to its end, whatever befalls it. */
  live(fate: Fate): Promise<NightCount>;
}

/** The fates of nights, seeded. */
export function fatesOf(
  count: number,
  { canBeStale, first }: Pick<World, "first"> & { readonly canBeStale: boolean },
): readonly Fate[] {
  const random = xorshift(SEED);
  const days: string[] = [];
  for (let day = dayNumber(first); days.length < count; day += 1) if ((day + 3) % 7 < 5) days.push(dayText(day));
  return days.map((night, at) => {
    const kills = at % 2 === 0
      ? Array.from({ length: 1 + Math.floor(random() * 2) }, () => Math.floor(random() * 7))
      : [];
    const stale = !canBeStale || !isSession(night) ? "no" : at % 6 === 1 ? "late" : at % 6 === 4 ? "all night" : "no";
    return { night, stale, kills, isReceiverBusy: at % 3 === 0 };
  });
}

/** Makes a list, a source of prices and a receiver of messages. */
export async function makeNights(
  { prices }: World,
  args: (folder: string) => readonly string[],
): Promise<Nights> {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/data`);
  await Deno.mkdir(`${folder}/source`);
  await Deno.writeTextFile(`${folder}/desk.csv`, `ticker\n${[...prices.keys()].join("\n")}\n`);
  for (const [ticker, text] of prices) await Deno.writeTextFile(`${folder}/source/${ticker}.csv`, text);
  let isBusy = false;
  const busy = { name: "429", reply: status("429 Busy", "retry-after: 3600\r\n") };
  const receiver = startReceiver(() => isBusy ? busy : TAKES);
  const flags = [...args(folder), "--notify", `${receiver.base}/told`];
  return {
    ...{ folder, receiver },
    async live({ night, stale, kills, isReceiverBusy }) {
      const codes: number[] = [];
      isBusy = isReceiverBusy;
      let source = lastSession(new Date(`${night}T22:30:00Z`));
      if (stale !== "no") source = dayBefore(source);
      for (let start = 0; start < MOST_STARTS; start++) {
        for (const [ticker, text] of prices) {
          await Deno.writeTextFile(`${folder}/source/${ticker}.lines`, `${linesUpTo(source, text)}`);
        }
        const at = new Date(Date.parse(`${night}T22:30:00Z`) + start * 600_000);
        const code = await startNight({ folder, args: flags, at, killAfter: kills[start] });
        codes.push(code);
        if (code === 0 || (code === 4 && stale === "all night" && !isBusy)) break;
        if (code === 4 && stale === "late") source = lastSession(at);
        if (code !== 137) isBusy = false;
      }
      const record = readNight(`${folder}/runs/desk`, night);
      const isStale = stale === "all night";
      return {
        night,
        isStale,
        codes,
        done: record?.steps.screen?.figures?.["done"] ?? 0,
        told: Object.keys(record?.messages ?? {}),
      };
    },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Starts a night, and kills it when it has printed so many lines. */
async function startNight(
  { folder, args, at, killAfter }: {
    readonly folder: string;
    readonly args: readonly string[];
    readonly at: Date;
    readonly killAfter: number | undefined;
  },
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-q",
      "--no-check",
      "--allow-all",
      new URL("night_child.ts", import.meta.url).pathname,
      "desk.csv",
      ...args,
    ],
    cwd: folder,
    env: { INIT_CWD: folder, TZ: "UTC", NO_COLOR: "1", CONVICTION_TEST_NOW: at.toISOString(), CONVICTION_BASE_URL: "" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let lines = 0;
  const kill = () => {
    try {
      if (killAfter !== undefined && lines >= killAfter) child.kill("SIGKILL");
    } catch {
      // it has ended
    }
  };
  kill();
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const piece of stream) {
      lines += piece.filter((byte) => byte === 10).length;
      kill();
    }
  };
  const [{ code }] = await Promise.all([child.status, read(child.stdout), read(child.stderr)]);
  return code;
}

/** The program that the source runs: bars up to the day it has; with the coreutils alone, as a bare machine has them. */
export const BARS = `cmd:head -n "$(cat source/{ticker}.lines)" source/{ticker}.csv`;

/** The header, and the bars up to a day. */
function linesUpTo(day: string, text: string): number {
  return 1 + text.trimEnd().split("\n").slice(1).filter((line) => line.slice(0, day.length) <= day).length;
}

function dayBefore(day: string): string {
  let before = dayNumber(day) - 1;
  while (!isSession(dayText(before))) before -= 1;
  return dayText(before);
}

/** Two years of sessions: a walk of small steps. */
function pricesOf(seed: number): string {
  const random = xorshift(seed);
  const lines = ["Date,Open,High,Low,Close,Volume"];
  let close = 50 + 10 * seed;
  for (let day = dayNumber("2023-12-01"); day <= dayNumber("2025-12-31"); day += 1) {
    if (!isSession(dayText(day))) continue;
    const open = close;
    close *= 1 + (random() - 0.495) / 40;
    const [high, low] = [Math.max(open, close) * 1.005, Math.min(open, close) * 0.995];
    lines.push([dayText(day), ...[open, high, low, close].map((price) => price.toFixed(2)), 100_000].join(","));
  }
  return `${lines.join("\n")}\n`;
}
