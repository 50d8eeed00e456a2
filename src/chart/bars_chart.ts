import { type ChartWords, framed, type LiveChart } from "./frame.ts";
import { ChartError, INK, plainText } from "./look.ts";

/** A bar with its name and its figure as text. */
export interface Bar {
  readonly name: string;
  /** Absent for a line of text without a bar. */
  readonly value?: number | undefined;
  /** The figure as it is written at the end of the bar. */
  readonly shown: string;
  /** What stands out from the rest. */
  readonly isMarked?: boolean | undefined;
  /** Further figures by name, for a pointer. */
  readonly notes?: Readonly<Record<string, string>> | undefined;
}

/** Bars of one unit, from a common zero. */
export interface BarPanel {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Ends of the axis; the values are within it. */
  readonly domain: readonly [number, number];
  /** d3 format of the axis. */
  readonly format: string;
  /** Width of the bars in units. */
  readonly width: number;
  /** Whether the names are on the left: the second panel of two with equal names has none. */
  readonly hasNames: boolean;
  /** Colours of bars above and below zero, and of marked ones. */
  readonly colors: { readonly above: string; readonly below: string; readonly marked: string };
}

const ROW = 19;
const NAMES_WIDTH = 190;
/** Room for the figure beyond the longest bar. */
const FIGURE_WIDTH = 58;
const MAX_NAME = 34;

const VALUE = { field: "value", type: "quantitative" } as const;
const PADDING = { paddingInner: 0.25, paddingOuter: 0.1 } as const;

type Unit = Readonly<Record<string, unknown>>;

/** Panels of bars, one below the other or side by side. */
export function barsChart(words: ChartWords, panels: readonly BarPanel[], isBeside: boolean): LiveChart {
  if (panels.every(({ bars }) => bars.length === 0)) throw new ChartError("there is nothing to draw");
  const parts = panels.map((panel) => barPanel(panel));
  const together = isBeside ? { hconcat: parts, spacing: 14 } : { vconcat: parts, spacing: 26 };
  const spec = framed(words, { ...together, resolve: { scale: { y: "independent", x: "independent" } } });
  return { live: spec, still: spec };
}

function barPanel({ title, bars, domain, format, width, hasNames, colors }: BarPanel): Unit {
  const values = bars.map(({ name, value, shown, isMarked = false, notes = {} }, at) => {
    if (value !== undefined && !Number.isFinite(value)) throw new ChartError(`${name} has the value ${value}`);
    const color = isMarked ? colors.marked : (value ?? 0) < 0 ? colors.below : colors.above;
    return { at, name: plainText(name, MAX_NAME), ...(value === undefined ? {} : { value }), shown, color, ...notes };
  });
  const [low, high] = withRoom(domain, width);
  const noted = new Set(bars.flatMap(({ notes = {} }) => Object.keys(notes)));
  const axis = {
    title: null,
    orient: "top",
    format,
    tickCount: 5,
    values: ticksIn(domain),
    labelExpr: "datum.value === 0 ? '0' : datum.label",
    domain: false,
    ticks: false,
  };
  const x = { ...VALUE, scale: { domain: [low, high], nice: false }, axis };
  return {
    width,
    height: ROW * bars.length,
    title: { text: plainText(title, 60), frame: "group" },
    data: { values },
    encoding: {
      y: { field: "at", type: "ordinal", axis: null, scale: { domain: values.map(({ at }) => at), ...PADDING } },
      tooltip: ["name", "shown", ...noted].map((field) => ({ field, title: TITLES[field] ?? field, type: "nominal" })),
    },
    layer: [
      { mark: "bar", encoding: { x, color: { field: "color", type: "nominal", scale: null } } },
      { data: { values: [{}] }, mark: { type: "rule", color: INK.faint }, encoding: { x: { datum: 0 }, y: null } },
      ...figures(),
      ...(hasNames ? [names()] : []),
    ],
  };
}

const TITLES: Readonly<Record<string, string>> = { name: "Name", shown: "Value" };

/** Figures stand beyond the end of their bar, on its side of zero. */
function figures(): Unit[] {
  const x = VALUE;
  const mark = { type: "text", baseline: "middle", fontSize: 11 };
  const text = { field: "shown", type: "nominal" };
  return [
    { transform: [{ filter: "datum.value < 0" }], mark: { ...mark, align: "right", dx: -4 }, encoding: { x, text } },
    { transform: [{ filter: "datum.value >= 0" }], mark: { ...mark, align: "left", dx: 4 }, encoding: { x, text } },
    {
      transform: [{ filter: "!isValid(datum.value)" }],
      mark: { ...mark, align: "left", dx: 4, color: INK.faint },
      encoding: { text, x: { datum: 0 } },
    },
  ];
}

function names(): Unit {
  return {
    mark: { type: "text", align: "right", baseline: "middle", dx: -8, limit: NAMES_WIDTH, fontSize: 11 },
    encoding: { x: { value: 0 }, text: { field: "name", type: "nominal" } },
  };
}

function withRoom([low, high]: readonly [number, number], width: number): readonly [number, number] {
  const room = (FIGURE_WIDTH * (high - low)) / (width - FIGURE_WIDTH * (low < 0 ? 2 : 1));
  return [low < 0 ? low - room : low, high > 0 ? high + room : high];
}

function ticksIn([low, high]: readonly [number, number]): number[] {
  const step = (high - low) / (low < 0 && high > 0 ? 4 : 2);
  const count = Math.round((high - low) / step) + 1;
  return Array.from({ length: count }, (_, n) => Number((low + n * step).toPrecision(12)));
}
