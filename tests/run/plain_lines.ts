import { errorOf, hasThesis, type Outcome, type ThesisOutcome } from "../../src/run/outcome.ts";
import type { RankedRow } from "../../src/run/ranked_row.ts";

/** A line of `theses.jsonl`, by a simple, slow writer. */
export function plainLine({ outcome, warnings }: RankedRow, header: readonly string[]): string {
  const { row, line, ticker, cells } = outcome.input;
  const json = JSON.stringify({
    ...{ row, line, ticker, status: outcome.status },
    input: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])),
    ...plainAsked(outcome),
    ...(hasThesis(outcome) ? { result: outcome.result, files: outcome.files } : {}),
    ...{ error: errorOf(outcome), warnings },
  });
  // JSON.stringify escapes half characters only; a backslash of the text itself is doubled.
  return json.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\ud[89a-f]../g, "\\ufffd");
}

function plainAsked(outcome: Outcome): Record<string, unknown> {
  if (outcome.status === "invalid") return {};
  const { request, identity, idempotencyKey, attempts, startedAt, seconds, reusedFrom } = outcome.asked;
  return {
    request,
    identity,
    idempotency_key: idempotencyKey,
    attempts,
    started_at: startedAt,
    seconds,
    reused_from: reusedFrom,
  };
}

/** A cell of a table, by one rule after the other. */
export function plainCell(value: string): string {
  const clean = value.toWellFormed().replaceAll("\0", "\uFFFD");
  const isFormula = /^[\s\p{Cc}\p{Cf}"]*[=+\-@\t\r\n＝＋－＠]/u.test(clean) &&
    !/^ *[+-]?(?=[.,]*\d)[\d.,]+(?:[eE][+-]?\d+)? ?%? *$/.test(clean);
  const text = clean.startsWith("'") || isFormula ? `'${clean}` : clean;
  // deno-lint-ignore no-control-regex -- alone on the last line it would end the file
  return /[",\r\n]|^\uFEFF|^\u001a$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whether an answer names the ticker in some spelling, as a separate word. */
export function plainNames({ input: { ticker }, result }: ThesisOutcome): boolean {
  const { agent_thesis, key_drivers, risks } = result;
  const fold = (text: string) => {
    const spaced = text.replace(/[./-]/g, " ");
    return ticker.length > 3 ? spaced.toLowerCase() : spaced;
  };
  const [text, word] = [fold([agent_thesis.reasoning, ...key_drivers, ...risks, ""].join("\n")), fold(ticker)];
  if (word === "") return false;
  return Array.from({ length: text.length }).some((_, at) => {
    const neighbours = text.charAt(at - 1) + text.charAt(at + word.length);
    return text.startsWith(word, at) && !/[\p{L}\p{N}]/u.test(neighbours);
  });
}
