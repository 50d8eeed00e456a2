import { valueAt } from "../protocol/json_pointer.ts";
import { INCOMPLETE_ANSWER, type ThesisOutcome } from "./outcome.ts";
import { checkWarnings } from "./thesis_check.ts";

/** Over a long weekend prices are a few days old; an older thesis gets a warning. */
const EXPECTED_AGE_DAYS = 7;
const DAY_MS = 86_400_000;
const AS_OF = ["metadata", "as_of"];
/** Names up to this length must match in case: in lower case a short ticker is an English word. */
const MAX_EXACT_CHARS = 3;
const LETTER = /[\p{L}\p{N}]/u;
/** A ticker of these characters is found without folding, and has no legal form. */
const PLAIN_TICKER = /^[\w.^=-]+$/;
/** These are equal. */
const SEPARATORS = " ./-";
const HEAD_END = /[ ./-]|$/;
/** Endings of company names that an answer may omit. */
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|plc|ltd|limited|llc|lp|sa|ag|nv|se|group|holdings?|the|class [a-z])\.?$/i;

/** What surrounds a ticker in lists of terminals and charts: `NASDAQ:AAPL`, `AAPL US Equity`. */
const MARKET = /^[A-Z][A-Z0-9_]*:| [A-Z]{2}(?: Equity)?$/g;

/** The signal of a thesis that abstains, which may name nothing and be worded like others. */
export const NO_VIEW = "no_view";

/** Whether the warnings of a thesis with a view say that it is about something else, or like another row's. */
export function isDoubtful(warnings: readonly string[], signal: string): boolean {
  return signal !== NO_VIEW && warnings.some((warning) => /^(names neither|same reasoning as row) /.test(warning));
}

/** Facts about the other rows. */
export interface AmongOthers {
  /** First row with another request and the same reasoning. */
  readonly twin?: number | undefined;
  /** Last day of the newest data of any row, `YYYY-MM-DD`. */
  readonly newestAsOf?: string | undefined;
}

/**
 * Reasons for caution with a thesis, as short sentences.
 * @returns Usually nothing.
 */
export function warningsOf(outcome: ThesisOutcome, { twin, newestAsOf }: AmongOthers): string[] {
  const { agent_thesis: { signal, confidence, reasoning }, key_drivers, metadata } = outcome.result;
  const warnings = [...missingFile(outcome), ...checkWarnings(outcome.check), ...metadata?.warnings ?? []];
  if (signal.trim() === "") warnings.push("no signal");
  if (reasoning.trim() === "") warnings.push("no reasoning");
  if (!namesItsSubject(outcome)) warnings.push("names neither ticker nor company");
  if (twin !== undefined) warnings.push(`same reasoning as row ${twin}`);
  if (!(confidence >= 0 && confidence <= 1)) warnings.push("confidence outside 0 to 1");
  if (key_drivers.length === 0 && signal !== "no_view") warnings.push("no drivers");
  if (hasLostCharacters(outcome)) warnings.push("some characters arrived damaged (\uFFFD)");
  if (isOlderThanExpected(outcome, newestAsOf)) warnings.push("data out of date");
  if ((metadata?.verification?.doubts?.length ?? 0) > 0) warnings.push("doubtful prices");
  return warnings;
}

/** What this run could not download; what the service could not do is in its own warnings. */
function missingFile(outcome: ThesisOutcome): string[] {
  const isMissing = outcome.status === "partial" && outcome.error.code !== INCOMPLETE_ANSWER;
  return isMissing ? [`a file is missing: ${outcome.error.message}`] : [];
}

/** What a decoder puts in the place of bytes that are no text. */
function hasLostCharacters({ result: { agent_thesis, key_drivers, risks } }: ThesisOutcome): boolean {
  return [agent_thesis.signal, agent_thesis.reasoning].concat(key_drivers, risks).some((text) =>
    text.includes("\uFFFD")
  );
}

/** Whether a thesis names its ticker or its company. */
export function namesItsSubject({ input, result }: Pick<ThesisOutcome, "input" | "result">): boolean {
  const { agent_thesis, key_drivers, risks, metadata } = result;
  const { ticker, company = "" } = input;
  const isPlain = PLAIN_TICKER.test(ticker);
  // Fast path: most answers spell the ticker as the list does.
  if (isPlain && hasWord(agent_thesis.reasoning, ticker)) return true;
  const text = [agent_thesis.reasoning].concat(key_drivers, risks, metadata?.subject ?? "").join("\n");
  const lower = lowerCase(text);
  const names = [ticker, companyNames(company).at(-1) ?? ""];
  if (!isPlain) names.push(companyNames(ticker).at(-1) ?? "", ticker.replace(MARKET, ""));
  return names.some((name) => name.length > MAX_EXACT_CHARS ? hasWord(lower, lowerCase(name)) : hasWord(text, name));
}

/** A dot after a Σ changes its lower case; a space does not. */
function lowerCase(text: string): string {
  return (text.includes("Σ") ? text.replace(/[./-]/g, " ") : text).toLowerCase();
}

/** A company's name, then with one ending fewer each. */
export function companyNames(company: string): readonly string[] {
  const name = company.trim();
  const shorter = name.replace(LEGAL_FORM, "");
  return shorter === name ? [name] : [name, ...companyNames(shorter)];
}

/** Whole words only: a ticker of one letter occurs in every text. */
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
