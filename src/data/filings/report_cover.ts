import { nameLine } from "../../text/control.ts";
import { normaliseTicker } from "../ticker.ts";
import type { ReportContext } from "./report_contexts.ts";
import type { WrittenText } from "./report_facts.ts";
import { readDay, readFlag } from "./report_text.ts";

/** What the cover page of a report says it is. */
export interface Cover {
  /** Like `10-K`, or `10-K/A` of an amendment. */
  readonly form?: string;
  /** The day on which the period ends that it reports on. */
  readonly period?: string;
  /** Ten digits. */
  readonly cik?: string;
  readonly name?: string;
  /** Those of the whole company first, then of common shares, then of others, like notes that are listed. */
  readonly tickers: readonly string[];
}

/** A symbol of another length is a sentence, like that there is none. */
const TICKER = /^[A-Z][A-Z0-9.-]{0,9}$/;

/** Reads the cover page from the texts of a report. */
export function coverOf(
  texts: readonly WrittenText[],
  contextOf: (id: string) => ReportContext | undefined,
): Cover {
  const isWhole = ({ context }: WrittenText) => (contextOf(context)?.parts ?? []).length === 0;
  const one = (name: string) => { // a report of several companies has covers of its parts too
    const found = texts.filter(({ tag }) => tag === `dei/${name}`);
    return found.find(isWhole) ?? found[0];
  };
  const type = one("DocumentType");
  const day = one("DocumentPeriodEndDate");
  const cik = one("EntityCentralIndexKey");
  const form = formOf(type?.text ?? "", one("AmendmentFlag"));
  const period = readDay(day?.text ?? "") ?? contextOf(day?.context ?? type?.context ?? "")?.end;
  const number = cik?.text.trim() ?? "";
  const name = nameLine(one("EntityRegistrantName")?.text);
  return {
    ...(form !== undefined && { form }),
    ...(period !== undefined && { period }),
    ...(/^\d{1,10}$/.test(number) && { cik: number.padStart(10, "0") }),
    ...(name !== "" && { name }),
    tickers: tickersOf(texts, contextOf),
  };
}

function formOf(type: string, amendment: WrittenText | undefined): string | undefined {
  const form = type.trim().toUpperCase();
  if (!/^[A-Z0-9][A-Z0-9 /-]{0,19}$/.test(form)) return undefined;
  const isAmendment = amendment !== undefined && readFlag(amendment.text, amendment.format) === true;
  return isAmendment && !form.endsWith("/A") ? `${form}/A` : form;
}

function tickersOf(
  texts: readonly WrittenText[],
  contextOf: (id: string) => ReportContext | undefined,
): readonly string[] {
  const listed = texts.filter(({ tag }) => tag === "dei/TradingSymbol").flatMap(({ text, context }) => {
    const ticker = normaliseTicker(text.trim());
    const member = contextOf(context)?.parts[0]?.member;
    const order = member === undefined ? 0 : /^us-gaap\/Common/.test(member) ? 1 : 2;
    return TICKER.test(ticker) ? [{ ticker, order }] : [];
  });
  return [...new Set(listed.toSorted((a, b) => a.order - b.order).map(({ ticker }) => ticker))];
}
