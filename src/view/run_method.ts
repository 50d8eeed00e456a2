import type { Comparison } from "../compare/comparison.ts";
import { isOwnEngine, riskDefinition } from "../run/drawdown_chance.ts";
import type { Manifest } from "../run/manifest.ts";
import { statementName } from "../run/statement.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { TENSION_DEFINITION } from "../run/verified_words.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { type Block, type Fact, said } from "./block.ts";
import { CHECK_DEFINITION, checkedWords } from "./check_words.ts";
import { ageWords, earlierWords, freshnessOf, notResearchedWords } from "./freshness.ts";
import { MODEL_DEFINITION, runModelWords } from "./model_words.ts";
import { countWords, timeWords } from "./progress_line.ts";

const MAX_WORDS = 160;
const MAX_PROMPT = 400;
/** Most values of a field shown. */
const MAX_VALUES = 5;
const DIGEST_CHARS = 13;

/** A run whose method is shown. */
export interface MethodInput {
  readonly manifest: Manifest;
  /** In input order. */
  readonly rows: readonly ThesisRow[];
  /** Changes since another run. */
  readonly comparison?: Comparison | undefined;
}

/** How to read the theses, and what the run was. */
export function methodBlocks(input: MethodInput): readonly Block[] {
  return [
    said("points", readingLines(input), "How to read it"),
    { kind: "facts", title: "This run", facts: factsOf(input), look: "details" },
  ];
}

function readingLines({ manifest, rows }: MethodInput): readonly string[] {
  const isOurs = rows.some(isOwnEngine);
  const isUncalibrated = rows.some(({ calibration = "" }) => calibration.includes("uncalibrated"));
  return [
    ...isOurs
      ? [
        ...statementWords(rows),
        "This engine has not predicted direction better than chance, so most names are neutral. It does rank drawdown risk.",
      ]
      : ["Signal, confidence and score are defined by the service and shown unchanged."],
    riskDefinition(rows),
    "Sort by score or drawdown risk, never by confidence.",
    ...isUncalibrated ? ["Probabilities of direction are not calibrated to past outcomes."] : [],
    "Missing values are left blank, never counted as zero.",
    ...notResearchedWords(manifest).map((words) => excerpt(words, MAX_PROMPT)),
    "“Verified” means that a figure or judgement passed the service's check against its data. It does not mean the view will prove right.",
    ...manifest.verify === undefined ? [] : [CHECK_DEFINITION],
    ...rows.some(({ languageModel }) => languageModel !== undefined) ? [MODEL_DEFINITION] : [],
    ...rows.some(({ tensions = 0 }) => tensions > 0) ? [TENSION_DEFINITION] : [],
    "This is not investment advice.",
  ];
}

function statementWords(rows: readonly ThesisRow[]): readonly string[] {
  const name = statementName(rows);
  const [horizon = "63d"] = distinct(rows, ({ horizon }) => horizon);
  const days = /^\d+d$/.test(horizon) ? `${horizon.slice(0, -1)} trading days` : horizon;
  return name === undefined
    ? []
    : [excerpt(`The probability is that of ${name.what} over the next ${days}.`, MAX_WORDS)];
}

function factsOf(input: MethodInput): readonly Fact[] {
  const { manifest, rows } = input;
  const { service, counts, options: { prompt, promptColumn }, verify, language_model: model } = manifest;
  const { claims_total: total, claims_verified: right } = counts;
  const brief = (text = "") => excerpt(text, MAX_WORDS);
  const facts: readonly (readonly [name: string, words: string])[] = [
    ["Rows", counts.rows === 0 ? "0" : `${counted(counts.rows)}: ${countWords(counts.statuses)}`],
    ["Claims verified", total > 0 ? `${counted(right)} of ${counted(total)}` : ""],
    ["Checked", verify === undefined ? "" : `${checkedWords(verify)}; ${checkedOn(verify)}`],
    ["Language model", model === undefined ? "" : runModelWords(model)],
    ["Service", brief([service.name, service.model].filter(Boolean).join(", "))],
    ["Engine", valuesOf(rows, ({ engine }) => engine)],
    ["Calibration", valuesOf(rows, ({ calibration }) => calibration)],
    ["Horizon", valuesOf(rows, ({ horizon }) => horizon)],
    ["Benchmark", valuesOf(rows, ({ benchmark }) => benchmark)],
    ["Question", excerpt(typeof prompt === "string" ? prompt : "", MAX_PROMPT)],
    ["Question from", typeof promptColumn === "string" ? `column ${brief(promptColumn)}` : ""],
    ["Compared with", comparedWords(input)],
    ["As of", valuesOf(rows, ({ asOf }) => asOf)],
    ["Age of the data", brief(agesOf(input))],
    ["Prices end", brief(service.dataEnds)],
    ["List", `${brief(manifest.input.name)}, SHA-256 ${excerpt(manifest.input.sha256, DIGEST_CHARS)}`],
    ["Notes on the list", excerpt((manifest.input.notes ?? []).join("; "), MAX_PROMPT)],
    ["Started", timeWords(manifest.started_at)],
    ["Finished", manifest.finished_at === undefined ? "not yet" : timeWords(manifest.finished_at)],
    ["Run", brief(manifest.run_id)],
    ["Versions", brief(Object.entries(manifest.versions).map((pair) => pair.join(" ")).join(", "))],
  ];
  return facts.flatMap(([name, words]) => words === "" ? [] : { name, words });
}

/** The data of the checks, with the digest that tells two folders of one name apart. */
function checkedOn({ name, ends, digest }: NonNullable<Manifest["verify"]>): string {
  return excerpt(`${name}, to ${ends}, SHA-256 ${excerpt(digest, DIGEST_CHARS)}`, MAX_WORDS);
}

function comparedWords({ comparison }: MethodInput): string {
  return comparison === undefined
    ? "no earlier run to compare with (use --since)"
    : `the run of ${timeWords(comparison.earlier.startedAt)}`;
}

/** How old the data is, and which names end earlier. */
function agesOf({ manifest, rows }: MethodInput): string {
  const fresh = freshnessOf({ manifest, theses: rows.filter(({ asOf }) => asOf !== undefined) });
  return [ageWords(fresh, manifest), earlierWords(fresh)].filter((part) => part !== "").join("; ");
}

type Read = (row: ThesisRow) => string | undefined;

function distinct(rows: readonly ThesisRow[], read: Read): readonly string[] {
  return [...new Set(rows.flatMap((row) => read(row) ?? []))];
}

/** The distinct values of a field. */
function valuesOf(rows: readonly ThesisRow[], read: Read): string {
  const values = distinct(rows, read);
  const shown = values.slice(0, MAX_VALUES).map((value) => excerpt(value, MAX_WORDS)).join(", ");
  return values.length > MAX_VALUES ? `${shown}, …` : shown;
}
