import type { ReasoningMetadata, ReasoningResult } from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";
import { chanceWords } from "../run/fall_chance.ts";
import { confidenceWords, probabilityOf, statementName } from "../run/statement.ts";
import { tensionWords } from "../run/verified_words.ts";
import { excerpt, stripControl } from "../text/control.ts";
import { type Html, html } from "../text/html.ts";
import type { View } from "./lines.ts";

/**
 * A thesis as a card: score and risk first, then the text.
 *
 * @param result The thesis of any service; missing parts are omitted.
 */
export function thesisView(result: ReasoningResult): View {
  const { agent_thesis, key_drivers, risks, metadata = {} } = result;
  const title = [metadata.subject, agent_thesis.signal].filter((part) => part !== undefined).join(": ");
  const facts = factsOf(result);
  const notes = notesOf(metadata);
  const missing = warningLines(metadata);
  const text = [
    title,
    facts.map(([name, value]) => `${name} ${value}`).join(" · "),
    "",
    agent_thesis.reasoning,
    ...bullets("Drivers", key_drivers),
    ...bullets("Risks", risks),
    ...(missing.length === 0 ? [] : ["", ...missing]),
    "",
    notes,
  ].join("\n").trimEnd();
  return {
    text: stripControl(text),
    html: html`
      <article style="${STYLES.card}">
        <h3 style="${STYLES.title}">${title}</h3>
        <p style="${STYLES.facts}">${facts.map(([name, value]) => html`<span>${name} <b>${value}</b></span>`)}</p>
        <p>${agent_thesis.reasoning}</p>
        <div style="${STYLES.columns}">${column("Drivers", key_drivers)}${column("Risks", risks)}</div>
        ${missing.map((line) => html`<p>⚠ ${line}</p>`)}
        <p style="${STYLES.notes}">${notes}</p>
      </article>
    `,
  };
}

const MAX_WARNING = 500;
const STYLES = {
  card: "border:1px solid #8888;border-radius:8px;padding:12px 16px;max-width:52em;font-family:sans-serif",
  title: "margin:0 0 4px",
  facts: "display:flex;flex-wrap:wrap;gap:4px 20px;margin:0 0 8px",
  columns: "display:flex;flex-wrap:wrap;gap:0 32px",
  column: "flex:1 1 18em",
  notes: "font-size:85%;opacity:.75;margin:8px 0 0",
} as const;

/** A score like `+0.17`. */
export function scoreWords(score: number): string {
  const digits = Math.abs(score).toFixed(2);
  return Number(digits) === 0 ? "0.00" : `${score < 0 ? "−" : "+"}${digits}`;
}

type Fact = readonly [name: string, value: string];

function factsOf({ agent_thesis, metadata = {} }: ReasoningResult): Fact[] {
  const { score, drawdown_probability, evidence } = metadata;
  const facts: Fact[] = [];
  if (score !== undefined) facts.push(["score", scoreWords(score)]);
  const probability = probabilityOf(metadata);
  const name = statementName([{ ...metadata, probability }]);
  facts.push(
    probability === undefined || name === undefined
      ? ["confidence", confidenceWords(agent_thesis.confidence)]
      : [`probability of ${name.what}`, confidenceWords(probability)],
  );
  if (drawdown_probability !== undefined) {
    facts.push(["chance of a 15 % fall", chanceWords(drawdown_probability)]);
  }
  if (evidence !== undefined) facts.push(["evidence", `${evidence.for} for, ${evidence.against} against`]);
  return facts;
}

function notesOf({ as_of, horizon, benchmark, calibration, engine, verification }: ReasoningMetadata): string {
  return [
    as_of && `as of ${as_of}`,
    horizon && `horizon ${horizon}`,
    benchmark && `against ${benchmark}`,
    calibration,
    verification && verificationNote(verification),
    engine,
  ].filter((note) => note !== undefined && note !== "").join(" · ");
}

/** What the service could not do, or other words of caution, a line each. */
export function warningLines(
  { warnings = [], incomplete }: Pick<ReasoningMetadata, "warnings" | "incomplete">,
): string[] {
  return warnings.map((warning) => `${incomplete === true ? "Missing" : "Warning"}: ${excerpt(warning, MAX_WARNING)}`);
}

/**
 * One phrase on the verification of an answer: counts, and what was found beside them. The number of a service that
 * counts nothing is shown as its confidence.
 * @returns Empty if there is nothing to say.
 */
export function verificationNote(verification: Verification): string {
  const { confidence, claims_total, claims_verified, claims_removed = 0, contradictions = [], stale = [] } =
    verification;
  const counts = claims_total !== undefined && claims_verified !== undefined;
  return [
    counts ? `${claims_verified} of ${claims_total} figures verified` : "",
    claims_removed > 0 ? `${claims_removed} removed` : "",
    tensionWords(contradictions.length),
    stale.length > 0 ? "stale data" : "",
    !counts && confidence !== undefined ? `verification confidence ${confidenceWords(confidence)}` : "",
  ].filter((part) => part !== "").join(", ");
}

function bullets(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `- ${line}`)];
}

function column(title: string, lines: readonly string[]): Html | undefined {
  if (lines.length === 0) return undefined;
  return html`<section style="${STYLES.column}"><b>${title}</b><ul>${
    lines.map((line) => html`<li>${line}</li>`)
  }</ul></section>`;
}
