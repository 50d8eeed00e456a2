import type { RunRecord } from "../run/manifest.ts";
import type { RunStatus } from "../run/progress.ts";

/** Flags that were meant for one call. */
const ONCE: ReadonlySet<string> = new Set(["new", "quiet", "json", "dry-run", "retry-failed", "in-doubt"]);
const EMBEDDED = "embedded";

/**
 * The command that goes on with a run, from what its ledger says of the first one.
 * @returns Like `deno task screen tickers.csv --files none`; nothing while it runs, or when nothing is open.
 */
export function continueCommand({ record, state, progress: { statuses } }: RunStatus): string | undefined {
  if (state === "running") return undefined;
  const open = statuses.pending + statuses.skipped;
  const again = statuses.failed + statuses.partial + statuses.in_doubt;
  if (open + again === 0 || isOfProgram(record)) return undefined;
  const once = ONCE.union(new Set(statuses.pending === 0 ? ["limit"] : []));
  const flags = givenFlags(record).filter(([name]) => !once.has(name)).map(([name, value]) => {
    return value === true ? `--${name}` : `--${name} ${shellWord(value)}`;
  });
  return [
    ...environment(record),
    "deno task screen",
    ...isDemo(record) ? [] : [shellWord(record.input.name)],
    ...flags,
    ...open === 0 ? ["--retry-failed"] : [],
  ].join(" ");
}

/** Flags stand beside the question under their own names, whose parts have hyphens. */
function givenFlags({ options, service }: RunRecord): [string, string | true][] {
  const isOurs = (name: string) => name === "model" && service.name === EMBEDDED;
  return Object.entries(options).flatMap(([name, value]): [string, string | true][] => {
    const isFlag = /^[a-z-]+$/.test(name) && (typeof value === "string" || value === true) && !isOurs(name);
    return isFlag && !(name === "files" && value === "auto") ? [[name, value]] : [];
  });
}

/** Rows without a file, or a service without a name: no command began it. */
function isOfProgram({ input, service }: RunRecord): boolean {
  return input.name === "rows" || (service.name !== EMBEDDED && !URL.canParse(service.name));
}

/** The sample list has questions of its own, which no flag asked for. */
function isDemo({ options }: RunRecord): boolean {
  return options["promptColumn"] !== undefined && options["prompt-column"] === undefined;
}

function environment({ service, options }: RunRecord): string[] {
  const isNamed = service.name === EMBEDDED || options["base-url"] !== undefined;
  return isNamed ? [] : [`CONVICTION_BASE_URL=${shellWord(service.name)}`];
}

/** One word for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
