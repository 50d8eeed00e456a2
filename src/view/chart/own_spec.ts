import { ChartError, SCHEMA, type VegaLiteSpec } from "../../chart/look.ts";
import { stripControl } from "../../text/control.ts";
import { isRecord, kindOf } from "../../text/options.ts";
import { type Chart, createChart } from "./chart.ts";

/** A saved notebook holds the whole of it. */
const MAX_BYTES = 4 * 2 ** 20;
const VERSION_5 = /\/vega-lite\/v5(?:\.[\d.]+)?\.json$/;

/**
 * A chart of one's own: a Vega-Lite specification with its data inline.
 * @param spec Version 5, which JupyterLab draws; a specification without `$schema` is taken for one. Its data is
 *   `{ values: [...] }`. It is copied, without control characters: later changes to the object do not change the chart.
 * @throws {ChartError} when it is no JSON, of another version, or larger than 4 MiB. Drawing throws it when the
 *   specification is invalid or refers to a file or an address.
 * @example
 * ```ts
 * import { ok } from "node:assert";
 * import { chart } from "conviction/chart";
 *
 * const bars = chart({
 *   data: { values: [{ name: "AAPL", score: 0.3 }, { name: "IBM", score: -0.1 }] },
 *   mark: "bar",
 *   encoding: { x: { field: "score", type: "quantitative" }, y: { field: "name", type: "nominal" } },
 * });
 * ok((await bars.svg()).startsWith("<svg"));
 * ```
 */
export function chart(spec: VegaLiteSpec): Chart {
  if (!isRecord(spec)) throw new ChartError(`the specification must be an object, not ${kindOf(spec)}`);
  const { $schema = SCHEMA } = spec;
  if (typeof $schema !== "string" || !VERSION_5.test($schema)) {
    throw new ChartError(`its $schema is ${JSON.stringify($schema)}, not ${JSON.stringify(SCHEMA)}`);
  }
  const copy = { $schema, background: "white", ...titled(spec), ...copied(spec) };
  return createChart({ live: copy, still: copy });
}

/** The title says in words what a chart shows, unless it has a description. */
function titled({ title }: VegaLiteSpec): VegaLiteSpec {
  const text = isRecord(title) ? title["text"] : title;
  return typeof text === "string" ? { description: stripControl(text.toWellFormed()) } : {};
}

function copied(spec: VegaLiteSpec): VegaLiteSpec {
  const text = asJson(spec);
  const { length } = new TextEncoder().encode(text);
  if (length > MAX_BYTES) {
    const size = (length / 2 ** 20).toFixed(1);
    throw new ChartError(`the specification has ${size} MiB as JSON, more than 4: aggregate its data first`);
  }
  return JSON.parse(text, (_, value) => typeof value === "string" ? stripControl(value.toWellFormed()) : value);
}

function asJson(spec: VegaLiteSpec): string {
  try {
    return JSON.stringify(spec);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new ChartError(`the specification is no JSON (${why})`, { cause });
  }
}
