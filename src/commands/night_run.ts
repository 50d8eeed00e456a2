import { join } from "node:path";
import { readManifest } from "../batch/runs/open_run.ts";
import { REPORT_FILES } from "../batch/runs/run_files.ts";
import type { NightRun } from "../night/compose_message.ts";
import { shortPath } from "./named_runs.ts";
import { readTextFile } from "./text_file.ts";

/**
 * Reads what the message of a night says of its run.
 * @param folder The run's folder, absolute.
 * @param base Folder that a person types paths from.
 * @throws {InputError} when there is no run.
 */
export function readNightRun(folder: string, base: string): NightRun {
  const manifest = readManifest(folder);
  const path = join(folder, REPORT_FILES.report);
  const hasPage = manifest.files.some((file) => file.path === REPORT_FILES.report);
  const page = hasPage ? { path, shown: shortPath(base, path) } : undefined;
  return {
    folder,
    manifest,
    summary: readTextFile(join(folder, REPORT_FILES.summary)),
    alerts: readTextFile(join(folder, REPORT_FILES.alerts)),
    page,
  };
}
