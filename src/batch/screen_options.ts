import type { RunFormat, ServiceName } from "../run/manifest.ts";
import type { SelectedField } from "../run/select.ts";
import type { Machine } from "./machine.ts";
import type { Question } from "./question/plan.ts";
import type { RunLimits } from "./send/limits.ts";
import type { ScreenEvent } from "./send/screen_event.ts";

/** How a screen runs; all of it optional. */
export interface ScreenOptions extends Question, RunLimits {
  /**
   * Folder of the run: an unfinished run of the same question there is continued, a finished one is
   * read. Default: the newest unfinished run of the same question under `runs/`, or a new one there.
   */
  readonly folder?: string | undefined;
  /** Asks again, in a new folder, whatever there is. Default: false. */
  readonly startNew?: boolean | undefined;
  /** Asks the rows of the run that failed or are in doubt again. Default: false. */
  readonly retryFailed?: boolean | undefined;
  /** How many requests in doubt are sent again with the same key. Default: 0, they are parked. */
  readonly resendInDoubt?: number | undefined;
  /** Name of the ticker column. Default: the first of its usual names. */
  readonly tickerColumn?: string | undefined;
  /** Takes answers of earlier runs under `runs/` to the same request of the same service, not older than this. */
  readonly reuseWithinMs?: number | undefined;
  /** Leaves out the outcomes that earlier calls gave, and those that stay open. Default: false. */
  readonly onlyNew?: boolean | undefined;
  /** Rows after this number are skipped. Default: none. */
  readonly limit?: number | undefined;
  /** Whether rows that ask the same share one request (`once`, the default) or send their own (`each`). */
  readonly repeats?: "once" | "each" | undefined;
  /** Further columns of `theses.csv`, from anywhere in the answers. Default: none. */
  readonly select?: readonly SelectedField[] | undefined;
  /**
   * Further files: `xlsx` for `theses.xlsx`, `parquet` for `theses.parquet`, `report` for `report.html` and
   * `summary.md`. Default: none; a run that is gone on with keeps what it had.
   */
  readonly formats?: readonly RunFormat[] | undefined;
  /**
   * A run to compare with, for `changes.csv` and `alerts.jsonl`: its folder, `latest`, or `last` for the last finished
   * one of a list of this name in the folder beside. Default: `none`; a run that is gone on with keeps what it had.
   */
  readonly since?: string | undefined;
  /** Column by which the report groups. Default: none; a run that is gone on with keeps what it had. */
  readonly group?: string | undefined;
  /** Who is asked; it is part of what makes two runs the same. */
  readonly service?: ServiceName | undefined;
  /** Options as the user gave them, for the manifest beside the question; never a key. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  /** Drains: nothing new is sent, what is on its way is awaited. */
  readonly stop?: AbortSignal | undefined;
  /** Stops at once: what is on its way is given up. */
  readonly signal?: AbortSignal | undefined;
  /** Told what happens while it happens. */
  readonly onEvent?: ((event: ScreenEvent) => void) | undefined;
  /** Clock, ids and current folder. Default: those of this machine. */
  readonly machine?: Machine | undefined;
}
