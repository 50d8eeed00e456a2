import { join, resolve } from "node:path";
import { MANIFEST_FILE, readJson, REPORT_FILES } from "../batch/runs/run_files.ts";
import type { NightMessage, NightMessageKind } from "../night/message.ts";
import type { NightName } from "../night/night_file.ts";
import type { ToldStep } from "../night/run_night.ts";
import type { Manifest } from "../run/manifest.ts";
import { inertLine } from "../text/inert.ts";
import { alertsIn } from "./nightly_steps.ts";
import type { ScreenHost } from "./run_screen.ts";

/** What a message tells of. */
export interface Told {
  readonly kind: NightMessageKind;
  readonly status: number;
  /** The steps that were told. */
  readonly steps: readonly ToldStep[];
  /** What happened, in a line without a full stop. */
  readonly words: string;
  /** Absolute path of the run's folder; absent where none began. */
  readonly folder?: string | undefined;
}

/** Most alerts within a message; the others are counted. */
const MAX_ALERTS = 20;

const SUBJECTS: Readonly<Record<NightMessageKind, string>> = {
  ended: "",
  stopped: "STOPPED: ",
  stale: "STALE: ",
  missed: "MISSED: ",
};

/**
 * The one message of a night.
 * @param name Night and list.
 * @param told What happened.
 * @param host Reads the files of the run.
 */
export function nightMessage(
  { night, list }: NightName,
  { kind, status, steps, words, folder }: Told,
  host: Pick<ScreenHost, "readText">,
): NightMessage {
  const summary = folder === undefined ? undefined : host.readText(join(folder, REPORT_FILES.summary));
  const alerts = folder === undefined || kind !== "ended" ? [] : alertsIn(host, folder);
  return {
    ...{ id: `${list} ${night} ${kind}`, kind, night, list, folder, status },
    subject: inertLine(`${list} ${night}: ${SUBJECTS[kind]}${words}`),
    text: textOf({ kind, words, steps, summary }),
    page: pageIn(folder),
    alerts: alerts.slice(0, MAX_ALERTS),
    alertCount: alerts.length,
  };
}

/** The summary of the run, or what happened instead; beside it what the steps before it said. */
function textOf(
  { kind, words, steps, summary }: Pick<Told, "kind" | "words" | "steps"> & { readonly summary: string | undefined },
): string {
  const shown = steps.filter(({ step, figures = {} }) =>
    kind !== "ended" || summary === undefined || (step === "fetch" && (figures["refused"] ?? 0) > 0)
  );
  const lines = shown.map(({ step, words }) => `- ${step}: ${inertLine(words)}`);
  const first = kind === "ended" && summary !== undefined ? [] : [`${inertLine(`${SUBJECTS[kind]}${words}`)}.`, ""];
  const rest = summary === undefined ? [] : [...lines.length === 0 ? [] : [""], summary.trimEnd()];
  return `${[...first, ...lines, ...rest].join("\n")}\n`;
}

function pageIn(folder: string | undefined): string | undefined {
  const files = folder === undefined ? [] : readJson<Manifest>(join(folder, MANIFEST_FILE))?.files ?? [];
  const isThere = files.some(({ path }) => path === REPORT_FILES.report);
  return folder === undefined || !isThere ? undefined : resolve(folder, REPORT_FILES.report);
}
