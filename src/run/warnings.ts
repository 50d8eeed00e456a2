import { valueAt } from "../protocol/json_pointer.ts";
import type { ThesisOutcome } from "./outcome.ts";

/** Prices are a few days old over a long weekend; more than this is worth a word. */
const EXPECTED_AGE_DAYS = 7;
const DAY_MS = 86_400_000;
const AS_OF = ["metadata", "as_of"];
/** Names up to this length must be in the same case to count as named: a short ticker is an English word in lower case. */
const MAX_EXACT_CHARS = 3;
const LETTER = /[\p{L}\p{N}]/u;
/** A ticker of these stands in a folded text wherever it stands in the text itself. */
const ASCII_TICKER = /^[\w.^=-]+$/;
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
  const texts = [agent_thesis.reasoning, ...key_drivers, ...risks, metadata?.subject ?? ""];
  const { ticker, company = "" } = input;
  // Most answers spell the ticker as the list does, and need not be folded to find it.
  if (ASCII_TICKER.test(ticker) && texts.some((text) => hasWord(text, ticker))) return true;
  const spaced = withSpaces(texts.join("\n"));
  const lower = spaced.toLowerCase();
  const names = new Set([ticker, shortName(company), shortName(ticker)]);
  return names.values().some((name) => {
    const word = withSpaces(name);
    return name.length > MAX_EXACT_CHARS ? hasWord(lower, word.toLowerCase()) : hasWord(spaced, word);
  });
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
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!LETTER.test(text.charAt(at - 1) + text.charAt(at + word.length))) return true;
  }
  return false;
}

/** BRK.B is also written BRK-B and BRK/B. */
function withSpaces(text: string): string {
  return text.replace(/[./-]/g, " ");
}

function isOlderThanExpected({ asked, result }: ThesisOutcome, newestAsOf: string | undefined): boolean {
  const { as_of, verification } = result.metadata ?? {};
  if ((verification?.stale ?? []).length > 0) return true;
  const expected = valueAt(asked.request, AS_OF) ?? newestAsOf;
  if (as_of === undefined || typeof expected !== "string" || expected === as_of) return false;
  return Date.parse(expected) - Date.parse(as_of) > EXPECTED_AGE_DAYS * DAY_MS;
}
