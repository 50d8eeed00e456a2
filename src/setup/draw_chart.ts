import type { ChartRequest, MadeFile } from "../agent/ports.ts";
import { drawPriceChart } from "../chart/render.ts";
import { stringify } from "../text/csv_write.ts";

/** A price chart as the files a caller downloads: the picture for a page, for print, and its figures. */
export async function drawChartFiles(request: ChartRequest): Promise<readonly MadeFile[]> {
  const { svg, png } = await drawPriceChart(request);
  const header = ["date", `close_${request.currency.toLowerCase()}`, "drawdown"];
  const csv = stringify([header, ...request.rows.map(({ date, close, drawdown }) => [date, close, drawdown])]);
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  return [
    { filename: `${request.stem}.png`, mediaType: "image/png", bytes: png },
    { filename: `${request.stem}.svg`, mediaType: "image/svg+xml", bytes: bytesOf(svg) },
    { filename: `${request.stem}.csv`, mediaType: "text/csv", bytes: bytesOf(csv) },
  ];
}
