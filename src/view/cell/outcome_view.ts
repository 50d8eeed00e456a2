import { errorOf, hasThesis, type Outcome } from "../../run/outcome.ts";
import { excerpt } from "../../text/control.ts";
import { html } from "../../text/html.ts";
import type { View } from "../lines.ts";
import { card, COLOURS } from "./card.ts";
import { type Beside, thesisCard } from "./thesis_card.ts";
import { questionPart } from "./thesis_parts.ts";

const MAX_NAME = 120;
const MAX_MESSAGE = 2_000;
const TITLE = "margin:4px 0;font-size:16px;font-weight:600";
const STATUS_WORDS: Readonly<Record<Outcome["status"], string>> = {
  done: "done",
  partial: "something is missing",
  failed: "failed",
  invalid: "not asked: the row is invalid",
  in_doubt: "in doubt: it may have been sent",
  skipped: "not asked: a limit stopped the run",
  pending: "not asked yet",
};

/** One row of a run: its thesis with what is missing, or why it has none. */
export function outcomeView(outcome: Outcome, beside: Beside = {}): View {
  const question = outcome.status === "invalid" ? undefined : outcome.asked.request.input;
  const asked = typeof question === "string" ? question : undefined;
  const problem = problemPart(outcome);
  if (hasThesis(outcome)) return thesisCard(outcome.result, { question: asked, problem, ...beside });
  return card([questionPart(asked), problem], COLOURS.bad);
}

/** The row, and why it is not done; nothing for one that is. */
function problemPart(outcome: Outcome): View | undefined {
  const { status, input: { ticker, row } } = outcome;
  if (status === "done") return undefined;
  const title = `${excerpt(ticker, MAX_NAME) || `row ${row}`}: ${STATUS_WORDS[status]}`;
  const { code = "", message = "" } = errorOf(outcome) ?? {};
  const reason = excerpt(
    [message, code === "" ? "" : `(${code})`].filter((part) => part !== "").join(" "),
    MAX_MESSAGE,
  );
  return {
    text: reason === "" ? title : `${title}\n${reason}`,
    html: html`<h4 style="${TITLE};color:${COLOURS.bad}">✗ ${title}</h4>${
      reason !== "" && html`<p style="margin:4px 0">${reason}</p>`
    }`,
  };
}
