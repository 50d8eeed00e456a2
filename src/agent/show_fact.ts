import { type FactStyle, readStyle } from "../data/fact_period.ts";
import { MARGINS } from "../data/metrics/facts.ts";
import { type ItemId, itemOf } from "../data/metrics/items.ts";
import { moneyText } from "../protocol/money_text.ts";

const SCALES = { one: 1, k: 1e3, m: 1e6, bn: 1e9, trn: 1e12 } as const;
const SUFFIXES = { one: "", k: " thousand", m: "m", bn: "bn", trn: "trn" } as const;
/** Digits of an amount whose rounding is not asked for. */
const DIGITS = 4;
const MOST_DECIMALS = 6;
/** A smaller share of a unit cannot be shown in it. */
const LEAST = 1e-6;

/**
 * Shows an amount of an item: `$229.2bn`, `$9.21`, `5.126bn`, `38.5%`; in the unit and rounding of a
 * style, where there is one. An amount that is not 0 is never rounded to 0.
 */
export function showFact(
  value: number,
  { item, unit, style = "" }: { readonly item: ItemId; readonly unit: string; readonly style?: string | undefined },
): string {
  const asked = readStyle(style) ?? {};
  const kind = itemOf(item).unit;
  if (kind === "ratio") {
    if (MARGINS.includes(item)) return `${rounded(value * 100, asked.decimals ?? 1)}%`;
    return rounded(value, asked.decimals ?? 2);
  }
  const [currency = ""] = unit.split("/");
  if (kind === "per_share") return moneyText(perShare(value, asked), currency);
  return kind === "shares" ? scaled(value, asked) : moneyText(scaled(value, asked), currency);
}

function perShare(value: number, { unit, decimals }: FactStyle): string {
  if (unit === "one" && decimals === undefined) return plain(value);
  return rounded(value, decimals ?? 2);
}

function scaled(value: number, { unit, decimals }: FactStyle): string {
  const size = Math.abs(value);
  const usual = size >= SCALES.bn ? "bn" : size >= SCALES.m ? "m" : "one";
  const chosen = unit === undefined || size / SCALES[unit] < LEAST ? usual : unit;
  const part = value / SCALES[chosen];
  if (decimals !== undefined) return `${rounded(part, decimals)}${SUFFIXES[chosen]}`;
  if (chosen === "one") return `${plain(part)}${SUFFIXES[chosen]}`;
  const before = Math.floor(Math.log10(Math.max(1, Math.abs(part)))) + 1;
  return `${rounded(part, Math.max(0, DIGITS - before))}${SUFFIXES[chosen]}`;
}

const plainFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: MOST_DECIMALS });

/** With as many decimals as it has, at most six. */
function plain(value: number): string {
  return plainFormat.format(Number(value.toPrecision(15)));
}

function rounded(value: number, decimals: number): string {
  const exact = Number(value.toPrecision(12)); // a half that was computed in another way is rounded alike
  for (let places = decimals; places <= MOST_DECIMALS; places++) {
    const text = halfUp(exact, places);
    if (exact === 0 || Number(text) !== 0) return withThousands(text);
  }
  return exact.toPrecision(2);
}

/** Rounds the digits of a number, not its binary form: 50.525 is 50.53. */
function halfUp(value: number, places: number): string {
  const [digits = "0", power = "0"] = String(Math.abs(value)).split("e");
  const whole = Math.round(Number(`${digits}e${Number(power) + places}`));
  const text = Number(`${whole}e${-places}`).toFixed(places);
  return value < 0 && whole !== 0 ? `-${text}` : text;
}

/** Digits with a comma between thousands. */
export function withThousands(text: string): string {
  const [whole = "", decimals] = text.split(".");
  const shown = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return decimals === undefined ? shown : `${shown}.${decimals}`;
}
