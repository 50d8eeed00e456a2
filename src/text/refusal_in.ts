import { jsonIn } from "./json_read.ts";
import { excerpt, inQuotes } from "./control.ts";

const MAX_CHARS = 300;
/** Where services put the reason into their JSON: Tiingo `detail`; Alpha Vantage the next three; others. */
const REASONS = ["detail", "Error Message", "Information", "Note", "message", "error", "errors"];

/** What services write in place of a table, in words: Stooq, Yahoo, and the names of statuses. */
const WORDS =
  /^(?:no data|exceeded the .* limit|too many requests|edge: |(?:error )?[45]\d\d\b|not found|unauthorized|forbidden|access denied|invalid )[^,;\t\n]*$/i;

/** What a service says in place of data, in words or as a reason in JSON; `undefined` for any other text. */
export function answerIn(text: string): string | undefined {
  const start = text.slice(0, MAX_CHARS).replace(/^\uFEFF/, "").trim();
  if (WORDS.test(start)) return start;
  const reason = /^[[{]/.test(start) ? reasonIn(text) : undefined;
  return reason === undefined ? undefined : excerpt(reason, MAX_CHARS);
}

/**
 * Why a reply with status 200 holds no data: it is empty, a page, or an error in JSON.
 * @returns A sentence without a full stop; undefined where none of that is so.
 */
export function refusalIn(text: string): string | undefined {
  const start = text.slice(0, MAX_CHARS).replace(/^\uFEFF/, "").trimStart();
  if (start === "") return "the reply is empty";
  if (start.startsWith("<")) return `the service answered a page: ${inQuotes(withoutTags(text), 120)}`;
  const answer = answerIn(text) ?? (/^[[{]/.test(start) ? excerpt(text, MAX_CHARS) : undefined);
  return answer === undefined ? undefined : `the service answered: ${answer}`;
}

function withoutTags(text: string): string {
  return text.slice(0, 4_000).replace(/<(script|style)\b[^]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ").trim() ||
    text.slice(0, 200);
}

function reasonIn(text: string): string | undefined {
  const value = jsonIn(text);
  const found: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof found !== "object" || found === null) return undefined; // the text itself is shown
  const [, reason] = Object.entries(found).find(([name]) => REASONS.includes(name)) ?? [];
  return reason === undefined ? undefined : typeof reason === "string" ? reason : JSON.stringify(reason);
}
