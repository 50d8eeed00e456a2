/** The words that fill the shapes of made sentences; as many ways to say a thing as people have. */
import type { FiscalPeriod, Statements } from "../../../src/data/statements.ts";

/** What the periods of a sentence are called. */
export interface Names {
  readonly period: FiscalPeriod;
  readonly prior: FiscalPeriod;
  readonly statements: Statements | undefined;
  readonly isBalance: boolean;
  /** Chooses among the ways. */
  readonly form: number;
}

const ITEMS: Readonly<Record<string, readonly string[]>> = {
  revenue: ["revenue", "net sales", "total revenue", "sales"],
  net_income: ["net income", "net profit", "net income"],
  operating_income: ["operating income", "operating profit", "income from operations"],
  gross_profit: ["gross profit"],
  research_and_development: [
    "R&D expense",
    "research and development expense",
    "R&D spending",
    "research and development costs",
  ],
  operating_cash_flow: [
    "operating cash flow",
    "cash flow from operations",
    "net cash provided by operating activities",
  ],
  capital_expenditure: ["capital expenditures", "capex", "capital spending"],
  free_cash_flow: ["free cash flow", "FCF"],
  cost_of_revenue: ["cost of revenue", "cost of sales"],
  assets: ["total assets"],
  equity: ["shareholders' equity", "stockholders' equity", "total equity"],
  inventory: ["inventory", "inventories"],
  cash: ["cash and cash equivalents"],
  current_assets: ["current assets", "total current assets"],
  gross_margin: ["gross margin", "gross profit margin"],
  operating_margin: ["operating margin", "operating profit margin"],
  net_margin: ["net margin", "net profit margin"],
  eps_diluted: ["diluted EPS"],
};

/** A name of an item. */
export function itemWords(item: string, words: number): string {
  const names = ITEMS[item] ?? [item];
  return names[words % names.length] ?? item;
}

/** An amount of money. */
export function amountText(value: number, unit: "billion" | "million" | "one", words: number): string {
  if (unit === "one") return `$${value.toFixed(2)}`;
  const part = value / (unit === "billion" ? 1e9 : 1e6);
  const [digits, text] = unit === "billion" ? [part.toFixed(1 + words % 2), "billion"] : [grouped(part), "million"];
  const short = unit === "billion" ? "bn" : "m";
  switch (words % 5) {
    case 0:
    case 1:
      return `$${digits} ${text}`;
    case 2:
      return `USD ${digits} ${text}`;
    case 3:
      return `$${digits}${short}`;
    default:
      return `${digits} ${text} dollars`;
  }
}

function grouped(value: number): string {
  return Math.abs(value) < 0.5 ? value.toFixed(3) : Math.round(value).toLocaleString("en-US");
}

/** A share in per cent. */
export function percentText(value: number, words: number): string {
  const digits = (100 * value).toFixed(words % 3 === 0 && Math.abs(value) > 0.05 ? 0 : 1);
  return words % 4 === 0 ? `${digits} percent` : `${digits}%`;
}

/** Words of a rise, or of a fall. */
export function changeWords(way: 1 | -1, words: number): Readonly<Record<string, string>> {
  const choose = (...list: readonly string[]) => list[words % list.length] ?? "";
  return way === 1
    ? {
      rose: choose("rose", "grew", "increased", "climbed", "went up", "jumped"),
      rise: choose("rise", "grow", "increase", "climb"),
      up: "up",
      noun: choose("rise", "increase", "gain", "jump"),
      "a rise": choose("a rise", "an increase", "a gain"),
      higher: "higher",
      more: choose("more", "higher"),
    }
    : {
      rose: choose("fell", "declined", "decreased", "dropped", "went down", "slipped"),
      rise: choose("fall", "decline", "decrease", "drop"),
      up: "down",
      noun: choose("fall", "decrease", "decline", "drop"),
      "a rise": choose("a fall", "a decrease", "a decline"),
      higher: "lower",
      more: choose("less", "lower"),
    };
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const ORDINALS = ["first", "second", "third", "fourth"];

/** What the period and the one a year before are called, and the day on which it ended. */
export function periodWords(
  { period, prior, statements, form, isBalance }: Names,
): { readonly period: string; readonly prior: string; readonly day: string } {
  const isYear = Date.parse(period.end) - Date.parse(period.start) > 300 * 86_400_000;
  const name = (one: FiscalPeriod) => isYear ? yearName(one, form, isBalance) : quarterName(one, statements, form);
  return { period: name(period), prior: name(prior), day: dayName(period.end) };
}

function fiscalYear(end: string): number {
  return new Date(Date.parse(end) - 7 * 86_400_000).getUTCFullYear();
}

function yearName({ end }: FiscalPeriod, form: number, isBalance: boolean): string {
  const year = fiscalYear(end);
  const names = [
    ...[`fiscal ${year}`, `fiscal year ${year}`, `FY${year}`, `FY ${year}`, `FY${String(year).slice(2)}`],
    ...(isBalance ? [] : [`the fiscal year ended ${dayName(end)}`, `the year ended ${end}`]),
    ...(end.endsWith("12-31") ? [`${year}`, `${year}`] : []),
  ];
  return names[form % 5 < 3 ? form % 5 : form % names.length] ?? `fiscal ${year}`;
}

function quarterName(one: FiscalPeriod, statements: Statements | undefined, form: number): string {
  const year = statements?.years.find(({ start, end }) => start <= one.start && one.end <= end);
  const last = statements?.years[0];
  const begin = year?.start ?? (last === undefined ? one.start : last.end);
  const number = Math.floor((Date.parse(one.start) - Date.parse(begin) + 20 * 86_400_000) / (90 * 86_400_000));
  const of = year === undefined ? fiscalYear(last?.end ?? one.end) + 1 : fiscalYear(year.end);
  const names = [
    `the ${ORDINALS[number]} quarter of fiscal ${of}`,
    `Q${number + 1} FY${of}`,
    `Q${number + 1} of fiscal ${of}`,
    `the quarter ended ${dayName(one.end)}`,
    `the three months ended ${dayName(one.end)}`,
    `Q${number + 1} FY${String(of).slice(2)}`,
    `the ${ORDINALS[number]} fiscal quarter of ${of}`,
  ];
  return names[form % 5 < 3 ? form % 5 : form % names.length] ?? `Q${number + 1} FY${of}`;
}

function dayName(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${date}, ${year}`;
}
