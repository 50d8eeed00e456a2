import type { AgentPorts, ChartRequest, ItemChartRequest, MadeFile, OwnChartRequest } from "../agent/ports.ts";
import type { Drawing, DrawnFiles } from "../chart/drawing.ts";
import { stringify } from "../text/csv_write.ts";

/** Draws charts as files: PNG, SVG, and the figures as CSV. */
export function chartPorts(drawing: Drawing): Pick<AgentPorts, "drawPriceChart" | "drawItemChart"> {
  return {
    drawPriceChart: (request, signal) => priceFiles(request, (chart) => drawing.draw(chart, signal)),
    drawItemChart: (request, signal) => {
      const draw: Drawing["draw"] = (chart) => drawing.draw(chart, signal);
      return "kind" in request ? ownFiles(request, draw) : itemFiles(request, draw);
    },
  };
}

async function priceFiles({ stem, ...chart }: ChartRequest, draw: Drawing["draw"]): Promise<readonly MadeFile[]> {
  const drawn = await draw(chart);
  const header = ["date", `close_${chart.currency.toLowerCase()}`, "drawdown"];
  const csv = stringify([header, ...chart.rows.map(({ date, close, drawdown }) => [date, close, drawdown])]);
  return filesOf(stem, drawn, csv);
}

/** Of an item of reports. */
async function itemFiles(
  { stem, rows, unit, ...words }: ItemChartRequest,
  draw: Drawing["draw"],
): Promise<readonly MadeFile[]> {
  const bars = rows.map(({ series, end, value, shown }) => ({
    ...(series !== undefined && { series }),
    end,
    value,
    shown: shown.replace(/ shares$/, ""),
  }));
  const drawn = await draw({ kind: "items", bars, isShare: unit === "fraction", ...words });
  const isOne = rows.every(({ series }) => series === undefined);
  const first = isOne ? [] : ["item"];
  const value = `value_${unit.toLowerCase()}`;
  const { look } = words;
  const header = look === undefined
    ? [...first, "start", "end", value, "change", "tags", "reports", "known"]
    : [...first, look.across, value, "shown", "made_of", "reports", "day_of_figure"];
  const cells = rows.map(({ series = "", start = "", end, value, change = "", shown, tags, reports, known }) => [
    ...(isOne ? [] : [series]),
    ...(look === undefined ? [start, end, value, change] : [end, value, shown]),
    tags,
    reports,
    known,
  ]);
  return filesOf(stem, drawn, stringify([header, ...cells]));
}

/** Of a column of a caller's own. */
async function ownFiles({ kind: _, stem, rows, ...words }: OwnChartRequest, draw: Drawing["draw"]) {
  const drawn = await draw({ kind: "line", points: rows.map(({ date, value }) => ({ date, value })), ...words });
  const cells = rows.map(({ date, value, known }) => [date, value, known]);
  return filesOf(stem, drawn, stringify([["date", words.label, "known"], ...cells]));
}

function filesOf(stem: string, { svg, png }: DrawnFiles, csv: string): readonly MadeFile[] {
  return [
    { filename: `${stem}.png`, mediaType: "image/png", bytes: png },
    { filename: `${stem}.svg`, mediaType: "image/svg+xml", bytes: svg },
    { filename: `${stem}.csv`, mediaType: "text/csv", bytes: new TextEncoder().encode(csv) },
  ];
}
