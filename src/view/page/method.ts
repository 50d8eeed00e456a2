import { fallDefinition, isOwnEngine } from "../../run/fall_chance.ts";
import { statementName } from "../../run/statement.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { TENSION_DEFINITION } from "../../run/verified_words.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import type { ReportSurvey } from "./survey.ts";
import { CHECK_DEFINITION } from "../check_words.ts";
import { MODEL_DEFINITION, runModelWords } from "../model_words.ts";
import { notResearchedWords } from "../data_notes.ts";
import { timeWords } from "../progress_line.ts";
import { counted } from "../../text/counted.ts";

const MAX_WORDS = 160;
const MAX_PROMPT = 400;
/** Most values of a field shown. */
const MAX_VALUES = 3;
const DIGEST_CHARS = 13;

/** How to read the theses, their calibration, and the details of the run. */
export function methodSection(survey: ReportSurvey): Html {
  const { input: { calibration = [] } } = survey;
  const facts = factsOf(survey).filter(([, value]) => value !== "");
  return html`
    <section id="method">
      <h2>Method and calibration</h2>
      <div class="two">
        <div>
          <h3>How to read it</h3>
          <ul class="plain">${readingLines(survey).map((line) => html`<li>${line}</li>`)}${calibration.map((line) =>
            html`<li>${excerpt(line, MAX_PROMPT)}</li>`
          )}</ul>
        </div>
        <div>
          <h3>This run</h3>
          <dl class="rests">${facts.map(([name, value]) =>
            html`
              <div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>
            `
          )}</dl>
        </div>
      </div>
    </section>
  `;
}

function readingLines(survey: ReportSurvey): string[] {
  const { theses } = survey;
  const isOurs = theses.some(isOwnEngine);
  const isUncalibrated = theses.some(({ calibration = "" }) => calibration.includes("uncalibrated"));
  return [
    ...isOurs
      ? [
        ...statementWords(theses),
        "Direction is close to a coin toss for this engine: most names are neutral, near 0.50. " +
        "The chance of a fall is predicted better.",
      ]
      : ["Signal, confidence and score are defined by the service and shown unchanged."],
    fallDefinition(theses),
    "Order names by score or by the chance of a fall, never by confidence.",
    ...isUncalibrated ? ["Probabilities of direction are uncalibrated: they are not fitted to past outcomes."] : [],
    "Missing values are left out, never counted as 0.",
    ...notResearchedWords(survey.input.manifest).map((words) => excerpt(words, MAX_PROMPT)),
    "“Verified” means that a figure, or a word like “bullish”, passed the service's check against its data. It does not mean that the thesis is right.",
    ...survey.input.manifest.verify === undefined ? [] : [CHECK_DEFINITION],
    ...theses.some(({ languageModel }) => languageModel !== undefined) ? [MODEL_DEFINITION] : [],
    ...theses.some(({ tensions = 0 }) => tensions > 0) ? [TENSION_DEFINITION] : [],
    "This is not investment advice.",
  ];
}

function statementWords(theses: readonly ThesisRow[]): string[] {
  const name = statementName(theses);
  const [horizon = "63d"] = valuesOf(theses, ({ horizon }) => horizon);
  const days = /^\d+d$/.test(horizon) ? `${horizon.slice(0, -1)} trading days` : horizon;
  return name === undefined
    ? []
    : [excerpt(`The probability is that of ${name.what} over the next ${days}.`, MAX_WORDS)];
}

function factsOf(survey: ReportSurvey): (readonly [string, string])[] {
  const { input: { manifest, folder }, theses } = survey;
  const { prompt, promptColumn } = manifest.options;
  const question = typeof prompt === "string" ? prompt : "";
  return [
    ["Service", excerpt([manifest.service.name, manifest.service.model].filter(Boolean).join(", "), MAX_WORDS)],
    ["Engine", valuesOf(theses, ({ engine }) => engine).join(", ")],
    ["Calibration", valuesOf(theses, ({ calibration }) => calibration).join(", ")],
    ["Horizon", valuesOf(theses, ({ horizon }) => horizon).join(", ")],
    ["Benchmark", valuesOf(theses, ({ benchmark }) => benchmark).join(", ")],
    ["Question", excerpt(question, MAX_PROMPT)],
    ["Question from", typeof promptColumn === "string" ? `column ${excerpt(promptColumn, MAX_WORDS)}` : ""],
    ["Compared with", comparedWords(survey)],
    ["Prices end", excerpt(manifest.service.dataEnds ?? "", MAX_WORDS)],
    ["Checked on", checkedOn(manifest)],
    ["Language model", manifest.language_model === undefined ? "" : runModelWords(manifest.language_model)],
    ["Input", `${excerpt(manifest.input.name, MAX_WORDS)}, SHA-256 ${excerpt(manifest.input.sha256, DIGEST_CHARS)}`],
    ["Input notes", excerpt((manifest.input.notes ?? []).join("; "), MAX_PROMPT)],
    ["Rows", counted(survey.input.rows.length)],
    ["Run", excerpt(manifest.run_id, MAX_WORDS)],
    ["Folder", excerpt(folder, MAX_WORDS)],
    ["Versions", excerpt(Object.entries(manifest.versions).map((pair) => pair.join(" ")).join(", "), MAX_WORDS)],
  ];
}

/** The data of the checks, with the digest that tells two folders of one name apart. */
function checkedOn({ verify }: ReportSurvey["input"]["manifest"]): string {
  if (verify === undefined) return "";
  return excerpt(`${verify.name}, to ${verify.ends}, SHA-256 ${excerpt(verify.digest, DIGEST_CHARS)}`, MAX_WORDS);
}

function comparedWords({ input: { comparison } }: ReportSurvey): string {
  return comparison === undefined
    ? "no earlier run; --since compares with one"
    : `the run of ${timeWords(comparison.earlier.startedAt)}`;
}

/** The distinct values of a field. */
function valuesOf(rows: readonly ThesisRow[], read: (row: ThesisRow) => string | undefined): string[] {
  const values = new Set(rows.flatMap((row) => read(row) ?? []));
  return [...values].slice(0, MAX_VALUES).map((value) => excerpt(value, MAX_WORDS));
}
