import { valueAt } from "../protocol/json_pointer.ts";
import type { ThesisOutcome } from "./outcome.ts";
import type { Comparison } from "./ranks.ts";

/** Prices are a few days old over a long weekend; more than this is worth a word. */
const EXPECTED_AGE_DAYS = 7;
const DAY_MS = 86_400_000;
/** Names up to this length must be in the same case to count as named. */
const MAX_EXACT_CHARS = 3;
const LETTER = /[\p{L}\p{N}]/u;
/** Endings that an answer need not repeat to have named the company. */
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|plc|ltd|limited|llc|lp|sa|ag|nv|se|group|holdings?|the|class [a-z])\.?$/i;

/**
 * What a reader should know before trusting a thesis, as short sentences.
 * @param outcome A row with a thesis.
 * @param others What the row's cells say about the row among the others.
 * @returns Nothing, mostly.
 */
export function warningsOf(outcome: ThesisOutcome, others: Comparison): string[] {
  const { agent_thesis, key_drivers } = outcome.result;
  const { confidence } = agent_thesis;
  const twin = others.twinOf(outcome);
  return [
    ...(namesItsSubject(outcome) ? [] : ["names neither ticker nor company"]),
    ...(twin === undefined ? [] : [`same reasoning as row ${twin}`]),
    ...(confidence >= 0 && confidence <= 1 ? [] : ["confidence outside 0 to 1"]),
    ...(key_drivers.length > 0 ? [] : ["no drivers"]),
    ...(isOlderThanExpected(outcome, others) ? ["data older than expected"] : []),
  ];
}

function namesItsSubject({ input, result }: ThesisOutcome): boolean {
  const { agent_thesis, key_drivers, risks, metadata } = result;
  const text = [agent_thesis.reasoning, ...key_drivers, ...risks, metadata?.subject ?? ""].join("\n");
  return [input.ticker, shortName(input.company ?? ""), shortName(input.ticker)].some((name) => holds(text, name));
}

function shortName(company: string): string {
  let name = company.trim();
  for (let shorter = name.replace(LEGAL_FORM, ""); shorter !== name; shorter = name.replace(LEGAL_FORM, "")) {
    name = shorter;
  }
  return name;
}

/** A ticker of one letter stands in every text; only as a word of its own is it named. */
function holds(text: string, name: string): boolean {
  const sought = fold(name, name);
  const searched = fold(text, name);
  if (sought === "") return false;
  for (let at = searched.indexOf(sought); at >= 0; at = searched.indexOf(sought, at + 1)) {
    const neighbours = searched.slice(Math.max(at - 1, 0), at) + searched.slice(at + sought.length).slice(0, 1);
    if (!LETTER.test(neighbours)) return true;
  }
  return false;
}

/** BRK.B is also written BRK-B and BRK/B; a short ticker is an English word in lower case. */
function fold(text: string, name: string): string {
  const spaced = text.replace(/[./-]/g, " ");
  return name.length > MAX_EXACT_CHARS ? spaced.toLowerCase() : spaced;
}

function isOlderThanExpected({ asked, result }: ThesisOutcome, { newestAsOf }: Comparison): boolean {
  const { as_of, verification } = result.metadata ?? {};
  if ((verification?.stale ?? []).length > 0) return true;
  const expected = valueAt(asked.request, ["metadata", "as_of"]) ?? newestAsOf;
  if (as_of === undefined || typeof expected !== "string") return false;
  return Date.parse(expected) - Date.parse(as_of) > EXPECTED_AGE_DAYS * DAY_MS;
}
