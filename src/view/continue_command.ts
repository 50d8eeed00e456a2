import { EMBEDDED, type RunRecord } from "../run/manifest.ts";
import type { StatusCounts } from "../run/counts.ts";
import { MODEL_TASK, shellWord, typedCommand, withTyped } from "../text/typed_command.ts";

/** Flags that apply to one call only. */
const ONCE: ReadonlySet<string> = new Set("new quiet json dry-run retry-failed read-again in-doubt".split(" "));

/** What was asked, and of which service. */
type Asked = Pick<RunRecord, "options" | "input" | "service">;

/** Where the command that resumes a run is typed. */
export interface ResumePlace {
  /** The folder where the run was started, to which its paths are relative, when a person is elsewhere. */
  readonly startedIn?: string | undefined;
  /** The run's folder, when its recorded flags would find another one. */
  readonly out?: string | undefined;
}

/**
 * The command that resumes a run, from the flags recorded in its ledger, in the spelling of the one that started it.
 * @returns Like `deno task -q screen tickers.csv --files none`; `undefined` when no row is open.
 */
export function continueCommand(
  record: Asked,
  { pending = 0, skipped = 0, failed = 0, partial = 0, in_doubt = 0 }: Partial<StatusCounts>,
  { startedIn, out }: ResumePlace = {},
): string | undefined {
  const open = pending + skipped;
  if (open + failed + partial + in_doubt === 0 || isOfProgram(record)) return undefined;
  const once = ONCE.union(new Set(pending === 0 ? ["limit"] : []));
  // A night is found by its day; a run that was moved is found by its folder only.
  const isNight = record.options["taskName"] === "nightly" && out === undefined;
  const given = givenFlags(record).filter(([name]) =>
    !once.has(name) && !(name === "out" && out !== undefined) && (name !== "night" || isNight)
  );
  const flags = [...given, ...out === undefined ? [] : [["out", out] as const]].map(([name, value]) => {
    return value === true ? `--${name}` : `--${name} ${shellWord(value)}`;
  });
  const { options: { listPath }, service: { languageModel } } = record;
  return [
    ...startedIn === undefined ? [] : [`cd ${shellWord(startedIn)} &&`],
    ...environment(record),
    taskCommand(record, `${languageModel === undefined ? "" : MODEL_TASK}${isNight ? "nightly" : "screen"}`),
    ...listPath === "" ? [] : [shellWord(typeof listPath === "string" ? listPath : record.input.name)], // the sample list
    ...flags,
    ...open === 0 ? ["--retry-failed"] : [],
  ].join(" ");
}

/** The table of the rows that are not done. */
export const FAILURES_FILE = "failures.csv";

/** The file of failures as a list, with the run's own options. */
export function fedBack<Run extends Asked>(run: Run, folder: string): Run {
  const { out: _, new: __, listPath: ___, night: ____, taskName: _____, ...options } = run.options;
  const column = options["prompt-column"] ?? options["promptColumn"];
  return {
    ...run,
    input: { ...run.input, name: `${folder}/${FAILURES_FILE}` },
    options: column === undefined ? options : { ...options, "prompt-column": column },
  };
}

/** Flags recorded among the options, which are spelled with hyphens. */
function givenFlags({ options, service }: Asked): [string, string | true][] {
  const isOurs = (name: string) => name === "model" && service.name === EMBEDDED;
  return Object.entries(options).flatMap(([name, value]): [string, string | true][] => {
    const isFlag = /^[a-z-]+$/.test(name) && (typeof value === "string" || value === true) && !isOurs(name);
    return isFlag && !(name === "files" && value === "auto") ? [[name, value]] : [];
  });
}

/** A command as the person who started a run types it, like `npx -y deno@2.9 task -q screen`. */
export function taskCommand({ options: { startedBy } }: Pick<RunRecord, "options">, words: string): string {
  return typedCommand(typeof startedBy === "string" ? startedBy : "deno task -q", words);
}

/**
 * An answer with the commands in it, as a person types them; one that adds what is missing, with the flags it takes.
 * @param options Of them `data`, the folder of data, as it was typed.
 */
export function withHints(text: string, { startedBy = "deno task -q", data }: Asked["options"]): string {
  const whole = text.replace(/(To add ([^`]+): `conviction data fetch [^`]+)/g, (hint, _, what: string) => {
    const [, year] = /from (\d{4}) on/.exec(what) ?? [];
    return [
      hint,
      ...typeof data === "string" ? ["--data", shellWord(data)] : [],
      .../documents|texts/.test(what) ? ["--documents"] : [],
      ...year === undefined ? [] : ["--since", `${year}-01-01`],
    ].join(" ");
  });
  return withTyped(whole, String(startedBy));
}

/** Whether a program started the run: rows without a file, or a service without a URL. */
function isOfProgram({ input, service }: Asked): boolean {
  return input.name === "rows" || (service.name !== EMBEDDED && !URL.canParse(service.name));
}

function environment({ service, options }: Asked): string[] {
  const isNamed = service.name === EMBEDDED || options["base-url"] !== undefined;
  return isNamed ? [] : [`CONVICTION_BASE_URL=${shellWord(service.name)}`];
}
