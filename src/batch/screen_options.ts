import { InputError } from "../protocol/errors.ts";
import type { DataRecord, RunFormat, ServiceName } from "../run/manifest.ts";
import type { ModelUse } from "../run/model_use.ts";
import type { SelectedField } from "../run/select.ts";
import type { Machine } from "./machine.ts";
import type { Question } from "./question/plan.ts";
import type { RunLimits } from "./send/limits.ts";
import type { ThesisVerifier } from "./send/ports.ts";
import type { ScreenEvent } from "../run/progress.ts";
import {
  DATE,
  FUNCTION,
  isRecord,
  listOf,
  MILLISECONDS,
  NUMBER,
  OBJECT,
  oneOf,
  optionProblem,
  type OptionShape,
  SIGNAL,
  SWITCH,
  TEXT,
} from "../text/options.ts";

/** How a screen runs; all of it optional. */
export interface ScreenOptions extends Question, RunLimits {
  /**
   * Folder of the run: an unfinished run of the same question there is resumed, a finished one is read. Default: the
   * newest unfinished run of the same question under `runs/`, or a new one there.
   */
  readonly folder?: string | undefined;
  /** Starts a new run, in a new folder, even if there is an unfinished one. Default: false. */
  readonly startNew?: boolean | undefined;
  /** Sends the failed rows of the run, and those in doubt, again. Default: false. */
  readonly retryFailed?: boolean | undefined;
  /** Reads the kept replies of failed rows again, without sending them; needs `readReply` of the service. Default: false. */
  readonly readAgain?: boolean | undefined;
  /** How many requests in doubt are sent again with the same key. Default: 0. */
  readonly resendInDoubt?: number | undefined;
  /**
   * Name of the ticker column, or `column 1` and so on in a list without a header. Default: the first column with one of
   * the usual names, or the one whose cells are all like `AAPL US Equity`.
   */
  readonly tickerColumn?: string | undefined;
  /**
   * Reuses answers of the same service to the same request, up to this age, from runs under `runs/` and beside the
   * run's folder. Default: none.
   */
  readonly reuseWithinMs?: number | undefined;
  /** Leaves out the outcomes known from before, and those that stay open. Default: false. */
  readonly onlyNew?: boolean | undefined;
  /** Rows after this number are skipped. Default: none. */
  readonly limit?: number | undefined;
  /** Whether rows that ask the same share one request (`once`, the default) or send their own (`each`). */
  readonly repeats?: "once" | "each" | undefined;
  /** Further columns of `theses.csv`, from anywhere in the answers. Default: none. */
  readonly select?: readonly SelectedField[] | undefined;
  /**
   * Further files: `xlsx` for `theses.xlsx`, `parquet` for `theses.parquet`, `report` for `report.html` and
   * `summary.md`. Default: none; a resumed run keeps what it had.
   */
  readonly formats?: readonly RunFormat[] | undefined;
  /**
   * A run to compare with, for `changes.csv` and `alerts.jsonl`: its folder, `latest`, or `last` for the last finished
   * run of a list of this name in the same parent folder. Default: `none`; a resumed run keeps what it had.
   */
  readonly since?: string | undefined;
  /** Column by which the report groups. Default: none; a resumed run keeps what it had. */
  readonly group?: string | undefined;
  /**
   * Checks what each thesis states on data of your own, like `openVerifier()` of `conviction` returns: adds columns to
   * the tables, and a warning where something is false. Default: nothing is checked.
   */
  readonly verify?: ThesisVerifier | undefined;
  /**
   * The language model that adds to the answers of the service, and what it may cost: adds columns to the tables, and
   * counts what it spends. Default: none.
   */
  readonly languageModel?: ModelUse | undefined;
  /** Name of the service; two runs of different services are different runs. */
  readonly service?: ServiceName | undefined;
  /** What the service in this process read before the run, for the manifest. Default: none. */
  readonly data?: DataRecord | undefined;
  /** Options as the user gave them, for the manifest; never a key. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  /** Stops sending; requests under way are awaited. */
  readonly stop?: AbortSignal | undefined;
  /** Stops sending; requests under way are given up. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with each event while the screen runs. When it throws, nothing more is sent, requests under way are awaited,
   * and then the screen throws the same.
   */
  readonly onEvent?: ((event: ScreenEvent) => void) | undefined;
  /** Clock, ids and current folder. Default: those of this machine. */
  readonly machine?: Machine | undefined;
}

const PROMPT = { ...TEXT, words: "a text, read from its file if it has one" };
const CONCURRENCY: OptionShape = {
  words: 'a number or "auto"',
  fits: (value) => NUMBER.fits(value) || value === "auto",
};
const RATE = listOf("{ count: 5, perMs: 1000 }", { count: NUMBER, perMs: NUMBER });
const SELECT = listOf('{ name: "credits", pointer: "/usage/credits" }', { name: TEXT, pointer: TEXT });
const FORMATS: OptionShape = {
  words: 'a list of "xlsx", "parquet" and "report"',
  fits: (value) => Array.isArray(value) && value.every(oneOf("xlsx", "parquet", "report").fits),
};
const SERVICE: OptionShape = {
  words: 'an object like { name: "desk" }',
  fits: (value) => isRecord(value) && TEXT.fits(value["name"]),
};
const DATA: OptionShape = {
  words: "an object with notice, names, files and problems; a folder of prices is an option of connect()",
  fits: (value) => isRecord(value) && TEXT.fits(value["notice"]) && Array.isArray(value["problems"]),
};
const VERIFY: OptionShape = {
  words: "a verifier, like openVerifier() returns",
  fits: (value) => isRecord(value) && isRecord(value["data"]) && typeof value["verifyThesis"] === "function",
};
const LANGUAGE_MODEL: OptionShape = {
  words: 'an object like { name: "qwen3", mayComment: false, budget: { calls: 8, tokens: 60000, seconds: 60 } }',
  fits: (value) => isRecord(value) && TEXT.fits(value["name"]) && isRecord(value["budget"]),
};
const MAX_FAILURES: OptionShape = {
  words: "like { count: 5 } or { share: 0.1 }",
  fits: (value) => isRecord(value) && (NUMBER.fits(value["count"]) || NUMBER.fits(value["share"])),
};

const COLUMNS: OptionShape = {
  words: 'a list of names of columns, like ["my_factor"]',
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every(TEXT.fits),
};

/** What each option of a screen may be. */
const SCREEN_OPTIONS = {
  prompt: PROMPT,
  promptColumn: TEXT,
  own: COLUMNS,
  asOf: TEXT,
  model: TEXT,
  files: oneOf("auto", "none"),
  body: OBJECT,
  concurrency: CONCURRENCY,
  rate: RATE,
  attemptMs: MILLISECONDS,
  requestMs: MILLISECONDS,
  stallMs: MILLISECONDS,
  until: DATE,
  maxRequests: NUMBER,
  price: NUMBER,
  maxCost: NUMBER,
  maxFailures: MAX_FAILURES,
  brake: oneOf("on", "off"),
  folder: TEXT,
  startNew: SWITCH,
  retryFailed: SWITCH,
  readAgain: SWITCH,
  resendInDoubt: NUMBER,
  tickerColumn: TEXT,
  reuseWithinMs: MILLISECONDS,
  onlyNew: SWITCH,
  limit: NUMBER,
  repeats: oneOf("once", "each"),
  select: SELECT,
  formats: FORMATS,
  since: TEXT,
  group: TEXT,
  verify: VERIFY,
  languageModel: LANGUAGE_MODEL,
  service: SERVICE,
  data: DATA,
  given: OBJECT,
  stop: SIGNAL,
  signal: SIGNAL,
  onEvent: FUNCTION,
  machine: OBJECT,
} satisfies Readonly<Record<keyof ScreenOptions, OptionShape>>;

/**
 * Checks the names of the options, and the kinds of their values.
 * @throws {InputError} when one is unknown or of another kind.
 */
export function checkScreenOptions(options: ScreenOptions): void {
  const problem = optionProblem(options, SCREEN_OPTIONS);
  if (problem !== undefined) throw new InputError(`Cannot screen: ${problem.state}`, { options: problem.options });
}
