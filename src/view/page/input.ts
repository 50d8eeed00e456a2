import type { Comparison, RowChange } from "../../compare/comparison.ts";
import type { Manifest } from "../../run/manifest.ts";
import type { Sparkline } from "../../run/sparkline.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";

/** What a report is made of. Texts are taken as hostile, wherever they come from. */
export interface ReportInput {
  /** What the run was. */
  readonly manifest: Manifest;
  /** Every row of it, in input order. */
  readonly rows: readonly ThesisRow[];
  /** The run's folder as a person would type it. */
  readonly folder: string;
  /** What changed since another run. */
  readonly comparison?: Comparison | undefined;
  /** A change in words. Default: those of a comparison. */
  readonly whatChanged?: ((change: RowChange) => string) | undefined;
  /** Name of an input column to group by, in any case. */
  readonly group?: string | undefined;
  /** What the requests cost at most; absent without a price. */
  readonly spent?: number | undefined;
  /** Names of the files beside the page. Default: those that the manifest lists. */
  readonly beside?: readonly string[] | undefined;
  /** Prices to draw. */
  readonly seriesOf?: ((row: ThesisRow) => Sparkline | undefined) | undefined;
  /** A picture as a base64 data: URI, where there are no prices. */
  readonly imageOf?: ((row: ThesisRow) => string | undefined) | undefined;
  /** What is known about how well the engine's probabilities fit, as sentences. */
  readonly calibration?: readonly string[] | undefined;
}
