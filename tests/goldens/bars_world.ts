/** Companies whose bars follow the rule of `bars_measures.py`, but for the changes that it wrote beside them. */
import type { Bar } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import BARS from "./bars_measures.json" with { type: "json" };
import { sessionsUntil } from "./filed_worlds.ts";

type Bars = readonly (Readonly<Required<Bar>> | undefined)[];

const days = sessionsUntil(BARS.day);
const PRICES = ["open", "high", "low", "close"];

function ruled(place: number): Bars {
  return days.map((date, at) => {
    const cents = 4000 + 37 * (at + 13 * place) % 101 * 3 + 2 * at + place;
    const prices = { open: (cents - 20) / 100, high: (cents + 60) / 100, low: (cents - 50) / 100, close: cents / 100 };
    return { date, ...prices, volume: 500 + 53 * at % 97 };
  });
}

/** One change, like `0-180 all *2`. */
function changed(bars: Bars, change: string, every: ReadonlyMap<string, Bars>): Bars {
  const [rows = "", field = "", value = ""] = change.split(" ");
  const [first = 0, end = 0] = rows.split("-").map(Number);
  if (field === "as") return every.get(value) ?? [];
  const fields = field === "all" ? PRICES : [field];
  return bars.map((bar, at) => {
    if (bar === undefined || at < first || at >= end) return bar;
    if (field === "left") return undefined;
    const edited = Object.entries(bar).map(([name, own]) => {
      const isEdited = fields.includes(name);
      return [
        name,
        isEdited ? value.startsWith("*") ? Number(own) * Number(value.slice(1)) : Number(value.slice(1)) : own,
      ];
    });
    return Object.fromEntries(edited);
  });
}

const every = new Map<string, Bars>();
for (const [place, { of, changes }] of BARS.made.entries()) {
  every.set(of, changes.reduce<Bars>((bars, change) => changed(bars, change, every), ruled(place)));
}

export const BARS_WORLD = createDataset({
  ...{ name: "Made bars", notice: "", sources: [{ id: "made", title: "Made", sha256: "" }] },
  companies: BARS.made.map(({ of: ticker }) => ({ ticker, name: ticker })),
  series: [...every].map(([ticker, bars]) =>
    seriesOf(
      { ticker, frequency: "daily", basis: "price", currency: "USD", source: "made" },
      bars.filter((bar) => bar !== undefined),
    )
  ),
});
