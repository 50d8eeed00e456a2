import { longDay } from "../calendar/day.ts";
import { z } from "zod";
import { BUILT_IN_MAPS, type ChanceMap, type ChanceMaps } from "./metrics/chance.ts";

/** Name of the card in the folder of the index, which is in the data folder. */
export const CARD_FILE = "calibration.json";

/** What stands in a card as its kind. */
export const CARD_KIND = "conviction calibration";

const day = z.iso.date();
const share = z.number().min(0).max(1);
const count = z.int().min(0);

const fittedMap = z.strictObject({
  /** First day on which the map may be used: the last outcome it was fitted on was complete before it. */
  from: day,
  level: z.number().min(-20).max(20),
  slope: z.number().gt(0).max(10),
  cases: count,
});

const judgedDate = z.strictObject({
  date: day,
  cases: count,
  /** Mean chance, share that fell, and share known on the day, of outcomes complete before it. */
  said: share,
  happened: share,
  known: share,
  /** 1 - Brier score / that of the share known; absent where that is 0. Of the built-in map: `built_in`. */
  skill: z.number().optional(),
  built_in: z.number().optional(),
  area_under_curve: share.optional(),
});

const tenth = z.strictObject({ cases: count, said: share, happened: share, low: share, high: share });

const part = z.strictObject({
  /** What the maps were fitted and judged on; `jumps` were left out for a move beyond 40% after their day. */
  sample: z.strictObject({ names: count, cases: count, jumps: count, first: day, last: day }),
  /** In order of their days. */
  maps: z.array(fittedMap).min(1),
  /** Each date judged by the last map that was fitted before it. */
  judged: z.strictObject({
    dates: z.array(judgedDate),
    independent_dates: count,
    /** Over all dates, each weighing as its number of cases. */
    skill: z.number().optional(),
    built_in: z.number().optional(),
    /** Mean of the dates. */
    area_under_curve: share.optional(),
    said: share.optional(),
    happened: share.optional(),
    /** Cases in groups of about equal number by their chance, with the 95% interval of Wilson 1927. */
    tenths: z.array(tenth),
  }),
});

const card = z.strictObject({
  kind: z.literal(CARD_KIND),
  version: z.literal(1),
  /** Eight hex digits, of the content. */
  id: z.string().regex(/^[0-9a-f]{8}$/),
  data: z.string(),
  rule: z.string(),
  daily: part.optional(),
  monthly: part.optional(),
});

/** A card of calibration: maps by the day from which they may be used, and how each did after it. */
export type CalibrationCard = z.infer<typeof card>;

/** What a card says of the bars of one frequency. */
export type CardPart = z.infer<typeof part>;

/**
 * Reads a card.
 * @returns The card, or why it is not one.
 */
export function readCard(text: string): CalibrationCard | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `it is not JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  const read = card.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `${issue?.path.join(".") || "it"}: ${issue?.message ?? "not a card"}` };
  }
  const broken = [read.data.daily, read.data.monthly].some((one) => one !== undefined && !isInOrder(one));
  return broken ? { problem: "its maps are not in the order of their days" } : read.data;
}

function isInOrder({ maps }: CardPart): boolean {
  return maps.every(({ from }, at) => at === 0 || from > (maps[at - 1]?.from ?? ""));
}

/**
 * The maps of a card for a day: of each frequency the last one that was fitted on nothing later than the day. Where the
 * card has none so early, the built-in one is used, and the name says so.
 * @param asOf `YYYY-MM-DD`.
 */
export function mapsOf(card: CalibrationCard, asOf: string): ChanceMaps {
  const daily = mapAt(card.daily, asOf);
  const monthly = mapAt(card.monthly, asOf);
  const { daily: usualDaily, monthly: usualMonthly } = BUILT_IN_MAPS;
  return { name: nameOf(card, { asOf, daily, monthly }), daily: daily ?? usualDaily, monthly: monthly ?? usualMonthly };
}

type FittedMap = CardPart["maps"][number];

function mapAt(part: CardPart | undefined, asOf: string): ChanceMap & Pick<FittedMap, "from"> | undefined {
  return part?.maps.findLast(({ from }) => from <= asOf);
}

function nameOf(
  { id, ...card }: CalibrationCard,
  { daily, monthly }: { asOf: string; daily: { from: string } | undefined; monthly: { from: string } | undefined },
): string {
  const used = [["daily", daily], ["monthly", monthly]] as const;
  const words = used.flatMap(([name, map]) => map ? [`${name} on outcomes before ${longDay(map.from)}`] : []);
  const early = used.flatMap(([name, map]) => {
    const first = card[name]?.maps[0]?.from;
    return map === undefined && first !== undefined ? [`${name} maps begin on ${longDay(first)}`] : [];
  });
  if (words.length === 0) return `${BUILT_IN_MAPS.name}; not by card ${id}, whose ${early.join(" and ")}`;
  return `card ${id}: fitted ${words.join(", ")}${words.length < used.length ? "; else built-in" : ""}`;
}
