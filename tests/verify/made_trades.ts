import { nextSession } from "../../src/calendar/exchange_days.ts";
import { inOrder, type InsiderTrade, NO_RECORDS, type StoredRecords } from "../../src/data/records.ts";

/** A trade of a made insider: who, code, day, shares, and what is not usual about it. */
type Made =
  & Pick<InsiderTrade, "person" | "code" | "day" | "shares">
  & Partial<Pick<InsiderTrade, "roles" | "price" | "isPlanned" | "amends" | "isFilingAssumed" | "filed">>;

/** A grant long ago, from which on forms are read, and one of this month. */
const READ: readonly Made[] = [
  { person: "A", code: "A", day: "2020-01-10", shares: 10, price: 0 },
  { person: "A", code: "A", day: "2020-11-10", shares: 10, price: 0 },
  { person: "A", code: "F", day: "2020-12-10", shares: 10, price: 90 },
];
const bought = (person: string, day: string, other: Partial<Made> = {}): Made => ({
  ...{ person, code: "P", day, shares: 1000, price: 50.25, ...other },
});
const sold = (person: string, day: string, other: Partial<Made> = {}): Made => ({
  ...{ person, code: "S", day, shares: 700, price: 60, ...other },
});

/** Insiders of made companies: buying and selling, planned and not, amended, of no role, and of no filing day. */
const TRADES: Readonly<Record<string, readonly Made[]>> = {
  ENA: [...READ, bought("A", "2020-12-03"), bought("B", "2020-12-14"), bought("B", "2020-12-15", { price: 51 })],
  ENB: [...READ, bought("A", "2020-11-12", { shares: 40_000 }), sold("B", "2020-09-02", { isPlanned: false })],
  ENC: [...READ, sold("A", "2020-10-05"), sold("B", "2020-10-06", { roles: [] })],
  END: [...READ, sold("A", "2020-10-05", { isPlanned: true }), sold("B", "2020-10-07", { isPlanned: false })],
  ENE: [...READ, bought("A", "2020-12-03", { isFilingAssumed: true }), bought("B", "2020-12-04")],
  ENF: [
    ...READ,
    bought("A", "2020-12-03"),
    bought("A", "2020-12-03", { shares: 10, amends: "2020-12-05", filed: "2020-12-18" }),
  ],
  ENG: [...READ, bought("F", "2020-12-03", { roles: ["ten_percent"] }), sold("A", "2020-11-04", { isPlanned: true })],
  ENH: [...READ, bought("A", "2020-12-07"), sold("B", "2020-12-08", { isFilingAssumed: true })],
  ENI: READ,
  ENJ: [{ person: "A", code: "A", day: "2020-01-10", shares: 10, price: 0 }],
  ENK: [{ person: "A", code: "A", day: "2020-12-10", shares: 10, price: 0 }, sold("B", "2020-12-15")],
  ENL: [...READ, bought("A", "2020-12-03", { shares: 13_000, price: 115 })],
  // in another currency than the closes, and ordinary shares at the price of a receipt
  ENM: [...READ, bought("A", "2020-12-03", { shares: 50_000, price: 47 })],
  ENN: [...READ, bought("A", "2020-12-03", { shares: 2_501_582_400, price: 120 }), bought("B", "2020-12-04")],
  // their forms begin within the 30 days
  REL: [bought("A", "2020-12-10", { price: 107 }), bought("B", "2020-12-14", { price: 108 })],
  REM: [bought("A", "2020-12-10", { price: 92 })],
  MONA: [...READ, bought("A", "2020-11-17"), bought("B", "2020-11-18")],
  EURO: [...READ, bought("A", "2020-12-03"), bought("B", "2020-12-04")],
  BABY: [...READ, sold("A", "2020-12-03")],
};

/** The trades of made insiders. */
export function madeTrades(): readonly StoredRecords[] {
  return Object.entries(TRADES).map(([ticker, all]) => {
    const trades = inOrder(all.map(tradeOf));
    const days = { first: trades[0]?.known ?? "", last: trades.at(-1)?.known ?? "" };
    return { ticker, shelves: ["trades"], ...days, load: () => ({ ...NO_RECORDS, trades }) };
  });
}

function tradeOf({ roles = ["officer"], ...made }: Made): InsiderTrade {
  const filed = made.filed ?? new Date(Date.parse(made.day) + 2 * 86_400_000).toISOString().slice(0, 10);
  return { ...made, roles, filed, known: nextSession(filed), source: "made.csv" };
}
