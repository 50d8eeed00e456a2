import { valueAt } from "../protocol/json_pointer.ts";
import type { ThesisOutcome } from "./outcome.ts";

/** Prices are a few days old over a long weekend; more than this is worth a word. */
const EXPECTED_AGE_DAYS = 7;
const DAY_MS = 86_400_000;
const AS_OF = ["metadata", "as_of"];
/** Names up to this length must be in the same case to count as named: a short ticker is an English word in lower case. */
const MAX_EXACT_CHARS = 3;
const LETTER = /[\p{L}\p{N}]/u;
/** A ticker of these stands in a folded text wherever it stands in the text itself, and has no legal form. */
const PLAIN_TICKER = /^[\w.^=-]+$/;
/** One stands for another. */
const SEPARATORS = " ./-";
const HEAD_END = /[ ./-]|$/;
/** Endings that an answer need not repeat to have named the company. */
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|plc|ltd|limited|llc|lp|sa|ag|nv|se|group|holdings?|the|class [a-z])\.?$/i;

/** What the other rows say about one. */
export interface AmongOthers {
  /** First row whose different request gave word for word this reasoning. */
  readonly twin?: number | undefined;
  /** Newest date any row's data ends, `YYYY-MM-DD`. */
  readonly newestAsOf?: string | undefined;
}

/**
 * What a reader should know before trusting a thesis, as short sentences.
 * @param outcome A row with a thesis.
 * @param others What the other rows say about it.
 * @returns Nothing, mostly.
 */
export function warningsOf(outcome: ThesisOutcome, { twin, newestAsOf }: AmongOthers): string[] {
  const { agent_thesis: { confidence }, key_drivers } = outcome.result;
  const warnings: string[] = [];
  if (!namesItsSubject(outcome)) warnings.push("names neither ticker nor company");
  if (twin !== undefined) warnings.push(`same reasoning as row ${twin}`);
  if (!(confidence >= 0 && confidence <= 1)) warnings.push("confidence outside 0 to 1");
  if (key_drivers.length === 0) warnings.push("no drivers");
  if (isOlderThanExpected(outcome, newestAsOf)) warnings.push("data older than expected");
  return warnings;
}

function namesItsSubject({ input, result }: ThesisOutcome): boolean {
  const { agent_thesis, key_drivers, risks, metadata } = result;
  const { ticker, company = "" } = input;
  const isPlain = PLAIN_TICKER.test(ticker);
  // Most answers spell the ticker as the list does, and need not be folded to find it.
  if (isPlain && hasWord(agent_thesis.reasoning, ticker)) return true;
  const text = [agent_thesis.reasoning].concat(key_drivers, risks, metadata?.subject ?? "").join("\n");
  const lower = lowerCase(text);
  const names = [ticker, shortName(company)];
  if (!isPlain) names.push(shortName(ticker));
  return names.some((name) => name.length > MAX_EXACT_CHARS ? hasWord(lower, lowerCase(name)) : hasWord(text, name));
}

/** A dot changes the lower case of a Σ before it; as a space it does not. */
function lowerCase(text: string): string {
  return (text.includes("Σ") ? text.replace(/[./-]/g, " ") : text).toLowerCase();
}

function shortName(company: string): string {
  let name = company.trim();
  for (let shorter = name.replace(LEGAL_FORM, ""); shorter !== name; shorter = name.replace(LEGAL_FORM, "")) {
    name = shorter;
  }
  return name;
}

/** A ticker of one letter stands in every text; only as a word of its own is it named. */
function hasWord(text: string, word: string): boolean {
  if (word === "") return false;
  const head = word.slice(0, word.search(HEAD_END));
  const last = text.length - word.length;
  for (let at = text.indexOf(head); at >= 0 && at <= last; at = text.indexOf(head, at + 1)) {
    let same = head.length;
    while (same < word.length && isSame(text.charAt(at + same), word.charAt(same))) same++;
    if (same === word.length && !LETTER.test(text.charAt(at - 1) + text.charAt(at + same))) return true;
  }
  return false;
}

/** BRK.B is also written BRK-B and BRK/B. */
function isSame(char: string, other: string): boolean {
  return char === other || (SEPARATORS.includes(char) && SEPARATORS.includes(other));
}

function isOlderThanExpected({ asked, result }: ThesisOutcome, newestAsOf: string | undefined): boolean {
  const { as_of, verification } = result.metadata ?? {};
  if ((verification?.stale?.length ?? 0) > 0) return true;
  if (as_of === undefined) return false;
  const expected = valueAt(asked.request, AS_OF) ?? newestAsOf;
  if (typeof expected !== "string" || expected === as_of) return false;
  return Date.parse(expected) - Date.parse(as_of) > EXPECTED_AGE_DAYS * DAY_MS;
}
