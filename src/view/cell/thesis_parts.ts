import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { excerpt, stripControl } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import type { View } from "../lines.ts";
import { scoreWords, signalWords, thesisFacts } from "../thesis_view.ts";
import { BOLD_LEAD } from "../figure_table.ts";
import { scoreBar, shareBar } from "./bars.ts";
import { COLOURS } from "./card.ts";
import { linked, proseBlock } from "./prose_block.ts";
import { scoreParts } from "./standings.ts";

const MAX_SUBJECT = 120;
const MAX_QUESTION = 600;
/** A first sentence that is worth a place of its own. */
const FIRST_SENTENCE = /^[^\n]{40,400}?[.!?](?=\s+\p{Lu})/u;
const ASKED = "margin:4px 0;opacity:.8";
const TITLE = "margin:4px 0;font-size:18px;font-weight:600";
const LEAD = "margin:6px 0;font-size:15px;font-weight:600";
const TABLE = "border-collapse:collapse;margin:8px 0;width:100%;max-width:40em;font-size:13px;table-layout:auto";
const CELL = "text-align:left;padding:2px 12px 2px 0;border:0;background-color:transparent;vertical-align:middle";

/** The question, where it is known. */
export function questionPart(question: string | undefined): View | undefined {
  if (question === undefined || question.trim() === "") return undefined;
  const words = excerpt(question, MAX_QUESTION);
  return { text: words, html: html`<p style="${ASKED}">${words}</p>` };
}

/** What a thesis is about and its signal, in words alone: its record is no better than chance. */
export function titlePart({ agent_thesis: { signal }, metadata = {} }: ReasoningResult): View {
  const subject = excerpt(metadata.subject ?? "", MAX_SUBJECT);
  const text = [subject, signalWords(signal)].filter((part) => part !== "").join(": ");
  return { text, html: html`<h3 style="${TITLE}">${text}</h3>` };
}

/** The text of a thesis: its first sentence, which leads the card, and the rest. */
export interface Reasoning {
  readonly lead: View | undefined;
  readonly rest: View | undefined;
}

/** Divides the text of a thesis. As plain text it stays whole. */
export function reasoningParts(reasoning: string): Reasoning {
  const [sentence = ""] = BOLD_LEAD.exec(reasoning) ?? FIRST_SENTENCE.exec(reasoning) ?? [];
  const whole = proseBlock(reasoning);
  const rest = sentence === "" ? whole.html : proseBlock(reasoning.slice(sentence.length)).html;
  return {
    lead: sentence === ""
      ? undefined
      : { text: "", html: html`<p style="${LEAD}">${linked(stripControl(sentence))}</p>` },
    rest: { text: whole.text, html: rest },
  };
}

/** The figures of a thesis, with bars for those that have ends: a score, its parts, a chance. */
export function factsPart(result: ReasoningResult): View {
  const { metadata = {} } = result;
  const facts = thesisFacts(result);
  const rows = facts.flatMap(({ name, value, kind, amount = 0 }) => {
    if (kind === "chance") return [row(name, value, shareBar(amount, COLOURS.down))];
    if (kind !== "score") return [row(name, value)];
    const parts = scoreParts(metadata.verification ?? {}).map((part) =>
      row(`${name} · ${part.name}`, scoreWords(part.score), scoreBar(part.score))
    );
    return [row(name, value, scoreBar(amount)), ...parts];
  });
  return {
    text: facts.map(({ name, value }) => `${name} ${value}`).join(" · "),
    html: html`
      <table style="${TABLE}">
        <tbody>${rows}</tbody>
      </table>
    `,
  };
}

function row(name: string, value: string, bar?: Html): Html {
  const plain = "background-color:transparent";
  return html`
    <tr style="${plain}">
      <th scope="row" style="${CELL};font-weight:400;overflow-wrap:break-word">${name}</th>
      <td style="${CELL};white-space:nowrap"><b>${value}</b></td>
      <td style="${CELL};width:38%">${bar}</td>
    </tr>
  `;
}
