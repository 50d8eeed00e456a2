import type { Comparison, RowChange } from "../../compare/comparison.ts";
import type { Manifest } from "../../run/manifest.ts";
import type { Sparkline } from "../../run/sparkline.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { Trend } from "../../run/trend.ts";

/** Input of a report. All texts are untrusted. */
export interface ReportInput {
  /** The run's manifest. */
  readonly manifest: Manifest;
  /** Its rows, in input order. */
  readonly rows: readonly ThesisRow[];
  /** The run's folder, for display. */
  readonly folder: string;
  /** Changes since another run. */
  readonly comparison?: Comparison | undefined;
  /** Renders a change in words. Default: `changeWords`. */
  readonly whatChanged?: ((change: RowChange) => string) | undefined;
  /** Input column to group by, case-insensitive. */
  readonly group?: string | undefined;
  /** Upper bound of the cost; absent without a price. */
  readonly spent?: number | undefined;
  /** Names of the files next to the page. Default: those in the manifest. */
  readonly beside?: readonly string[] | undefined;
  /** Prices to draw. */
  readonly seriesOf?: ((row: ThesisRow) => Sparkline | undefined) | undefined;
  /** An image as a base64 data: URI, used without prices. */
  readonly imageOf?: ((row: ThesisRow) => string | undefined) | undefined;
  /** How a name went over the nights. */
  readonly trendOf?: ((row: ThesisRow) => Trend | undefined) | undefined;
}
