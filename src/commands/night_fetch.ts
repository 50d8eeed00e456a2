import type { FetchReport } from "../connect/fetch_files.ts";
import { makeSources } from "../connect/sources.ts";
import type { FetchState } from "../connect/source.ts";
import type { StepEnd } from "../night/run_night.ts";
import { counted } from "../text/counted.ts";
import { INTERRUPTED, type Place } from "./command.ts";
import { fetchInto } from "./fetch_command.ts";
import type { NightlyFlags } from "./nightly_flags.ts";
import type { NightHost } from "./notify_night.ts";
import { sourceHost } from "./user_settings.ts";

const STATES: readonly FetchState[] = ["new", "changed", "unchanged", "fresh", "absent", "wanted", "refused"];
/** Most refusals that a line names. */
const MAX_NAMED = 3;

/**
 * Checks the sources and their keys, before anything is asked.
 * @throws {InputError} when a key is missing.
 */
export function checkSources({ from = [], documents, dryRun }: NightlyFlags, host: NightHost): void {
  makeSources(from, { ...sourceHost(host), wantsDocuments: documents, isDryRun: dryRun });
}

/** Fetches; what is refused is reported, and the night goes on with what is there. */
export async function fetchStep(
  { flags, host, terminal, list }: Place<NightHost> & { readonly flags: NightlyFlags; readonly list: string },
): Promise<StepEnd> {
  // A benchmark that is a file is there; what is fetched is named by its ticker.
  const benchmark = /[/\\]|\.\w{2,}$/.test(flags.benchmark ?? "") ? undefined : flags.benchmark;
  const wanted = { ...flags, benchmark, words: [list], since: undefined };
  const { report, companies, notes } = await fetchInto(wanted, { host, terminal });
  terminal.steps(notes.map((note) => note.endsWith(".") ? note : `${note}.`));
  const figures = figuresOf(report);
  const counts = STATES.filter((state) => figures[state] !== 0).map((state) =>
    `${counted(figures[state] ?? 0)} ${state}`
  );
  const words = [`${counted(companies, "name")}: ${counts.join(", ") || "no file"}`, ...problemsOf(report)].join("; ");
  if (report.wasStopped) return { words: `${words}; interrupted`, figures, status: INTERRUPTED, ends: "stopped" };
  const ended = report.sources.filter(({ ended }) => ended !== undefined).length;
  return { words, figures: { names: companies, ...figures, sources_ended: ended } };
}

/** Files by what became of them, over all sources. */
function figuresOf({ sources }: FetchReport): Readonly<Record<string, number>> {
  return Object.fromEntries(
    STATES.map((state) => [state, sources.reduce((sum, { files }) => sum + files[state], 0)]),
  );
}

function problemsOf({ sources }: FetchReport): string[] {
  const ended = sources.flatMap(({ name, ended }) => ended === undefined ? [] : [`${name} ended early: ${ended}`]);
  const refused = sources.flatMap(({ refusals }) => refusals).map(({ what, problem }) => `${what}: ${problem}`);
  const more = refused.length - MAX_NAMED;
  return [...ended, ...refused.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${counted(more)} more`] : [])];
}
