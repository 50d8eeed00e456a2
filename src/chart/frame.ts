import { INK, LOOK, plainText, SCHEMA, titleLook, type VegaLiteSpec } from "./look.ts";

/** The words around a chart. */
export interface ChartWords {
  readonly title: string;
  /** One line each, four at most. */
  readonly subtitle: readonly string[];
  /** Source of the figures, below the chart. */
  readonly source?: string | undefined;
  /** The chart in words, for those who do not see it. */
  readonly description: string;
}

/** A chart in two forms that look the same. */
export interface LiveChart {
  /** With tooltips and zoom, for a viewer that draws it. */
  readonly live: VegaLiteSpec;
  /** What is drawn here: parts that only a pointer shows would make the picture large. */
  readonly still: VegaLiteSpec;
}

/** Width of the longest line of text, in units. */
const TEXT_LIMIT = 700;
const MAX_LINES = 4;

/** A specification around the parts of a chart: words, margins and the look of all charts. */
export function framed({ title, subtitle, source, description }: ChartWords, parts: VegaLiteSpec): VegaLiteSpec {
  const lines = subtitle.slice(0, MAX_LINES).map((line) => plainText(line, 116));
  const last = source === undefined ? [] : [`Source: ${plainText(source, 200)}`];
  return {
    $schema: SCHEMA,
    description: plainText(description, 1_000),
    background: "white",
    padding: { left: 14, right: 18, top: 14, bottom: 12 },
    title: {
      text: plainText(title, 120),
      subtitle: [...lines, ...last],
      ...titleLook(TEXT_LIMIT),
      subtitleLineHeight: 16,
    },
    ...parts,
    config: { ...LOOK, title: { anchor: "start", fontSize: 13, color: INK.text, offset: 8 } },
  };
}
