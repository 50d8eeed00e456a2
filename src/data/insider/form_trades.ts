import { daysLater } from "../../calendar/day.ts";
import { cikOf } from "../filings/read_json.ts";
import type { ProblemLog } from "../problem_log.ts";
import type { InsiderRole, InsiderTrade } from "../records.ts";
import { excerpt, inQuotes } from "../../text/control.ts";
import { dueDay, knownFrom, readTradeDay, whyNoTradeDay } from "./trade_day.ts";
import { type FormRow, isNo, isYes, type OwnershipForm } from "./ownership_form.ts";

/** Where a form was found, and what is known of its filing. */
export interface FormPlace {
  readonly source: string;
  readonly log: ProblemLog;
  readonly accession?: string | undefined;
  /** Day on which it was filed. */
  readonly filed?: string | undefined;
  /** The last day that can be. */
  readonly latest?: string | undefined;
}

const MAX_NAME_CHARS = 80;
/** Form 5 is due so many days after the company's fiscal year (17 CFR 240.16a-3(f)). */
const FORM_5_DAYS = 45;

/**
 * The trades of a form: all transactions of its table that is not of derivatives, whatever their code. Several owners who
 * report together have made one trade, of the first of them.
 */
export function tradesOfForm(form: OwnershipForm, place: FormPlace): readonly InsiderTrade[] {
  const whole = wholeForm(form, place);
  if (typeof whole === "string") {
    if (form.rows.length > 0) place.log.add(`The form is skipped: ${whole}`);
    return [];
  }
  const rows = form.rows.map((row, at) => ({ row, at, fields: fieldsOf(row, { ...place, planned: whole.isPlanned }) }));
  const days = rows.flatMap(({ fields }) => typeof fields === "string" ? [] : [fields.day]);
  const notBefore = [...days, readTradeDay(form.signed) ?? "", whole.dueFrom].toSorted().at(-1) ?? "";
  return rows.flatMap(({ fields, at }): readonly InsiderTrade[] => {
    if (typeof fields === "string") {
      place.log.add(`Transaction ${at + 1} is skipped: ${fields}`, { line: 1 });
      return [];
    }
    return [{
      ...whole.owner,
      ...fields,
      ...whole.amended,
      ...filingOf(fields.day, place, notBefore),
      source: place.source,
    }];
  });
}

/** What all trades of a form share, or why none of them can be read. */
function wholeForm({ type, owners, planned, amends, period }: OwnershipForm, { log }: FormPlace) {
  const [first] = owners;
  const name = excerpt(first?.name ?? "", MAX_NAME_CHARS);
  if (!/^[345](?:\/A)?$/.test(type)) return `its type is ${inQuotes(type)}`;
  if (first === undefined || name === "") return "it names no owner";
  const cik = cikOf(first.cik);
  const isPlanned = isYes(planned) ? true : isNo(planned) ? false : undefined;
  if (planned !== "" && isPlanned === undefined) {
    log.add(
      `aff10b5One is ${inQuotes(planned)}: whether its trades were planned is unknown`,
    );
  }
  const original = readTradeDay(amends);
  const end = type.startsWith("5") ? readTradeDay(period) : undefined;
  return {
    owner: { person: name, ...(cik !== undefined && { cik }), roles: rolesOf(owners.flatMap(({ roles }) => roles)) },
    isPlanned,
    amended: type.endsWith("/A") ? { amends: original ?? "" } : {},
    dueFrom: end === undefined ? "" : daysLater(end, FORM_5_DAYS),
  };
}

/** Each once, in the order of the form. */
function rolesOf(roles: readonly InsiderRole[]): readonly InsiderRole[] {
  return (["officer", "director", "ten_percent", "other"] as const).filter((role) => roles.includes(role));
}

/** A filing day that nothing gives is assumed, and never before the form can have been written. */
function filingOf(
  day: string,
  { filed, accession }: FormPlace,
  notBefore: string,
): Pick<InsiderTrade, "accession" | "filed" | "isFilingAssumed" | "known"> {
  const due = dueDay(day);
  const on = filed ?? (due > notBefore ? due : notBefore);
  return {
    ...(accession !== undefined && { accession }),
    filed: on,
    ...(filed === undefined && { isFilingAssumed: true }),
    known: knownFrom(on),
  };
}

/** What one transaction states, or why it states nothing. */
export function fieldsOf(
  { day: written, code, shares: count, price: each, way, held: after }: FormRow,
  { filed, latest, planned }: Pick<FormPlace, "filed" | "latest"> & { readonly planned: boolean | undefined },
): Pick<InsiderTrade, "day" | "code" | "shares" | "price" | "held" | "isPlanned"> | string {
  const day = readTradeDay(written);
  if (day === undefined) return `${inQuotes(written)} is not a day`;
  const problem = whyNoTradeDay(day, { filed, latest });
  if (problem !== undefined) return problem;
  const letter = code.trim().toUpperCase();
  if (!/^[A-Z]$/.test(letter)) return `${inQuotes(code)} is not a transaction code`;
  if (letter === "P" && way.trim() === "D") return "it is a purchase (P) that disposes of shares";
  if (letter === "S" && way.trim() === "A") return "it is a sale (S) that acquires shares";
  const [shares, price, held] = [count, each, after].map(amountOf);
  if (shares === undefined || Number.isNaN(shares)) return `${inQuotes(count)} is not a number of shares`;
  if (Number.isNaN(price)) return `${inQuotes(each)} is not a price`;
  const isOnMarket = letter === "P" || letter === "S";
  if (isOnMarket && shares === 0) return `it is a ${letter === "P" ? "purchase" : "sale"} of 0 shares`;
  return {
    day,
    code: letter,
    shares,
    ...(price !== undefined && !(isOnMarket && price === 0) && { price }),
    ...(held !== undefined && !Number.isNaN(held) && { held }),
    ...(planned !== undefined && { isPlanned: planned }),
  };
}

/** `undefined` for an empty text, `NaN` for one that is no amount. */
export function amountOf(text: string): number | undefined {
  const bare = text.trim();
  if (bare === "") return undefined;
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(bare) && /\d/.test(bare)
    ? Number(bare.replaceAll(",", ""))
    : NaN;
}
