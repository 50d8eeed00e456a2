/** One chart of each kind, whose every free text is handed in. */
import { inflateSync } from "node:zlib";
import {
  type Chart,
  chart,
  drawdownChart,
  priceChart,
  rankingChart,
  reliabilityChart,
  thesisChart,
} from "conviction/chart";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { scoreTheses } from "../../src/score/score_runs.ts";
import { pricesOf, thesisRow, weekdays } from "../score/prices.ts";

/** A rise with one fall of a quarter. */
export const CLOSES = [100, 104, 110, 121, 112, 101, 90.75, 97, 108, 119, 125, 131, 128, 137, 140];
export const DAYS = weekdays("2020-01-01", CLOSES.length);
export const SERIES = { dates: DAYS, closes: CLOSES };
export const PRICES = pricesOf({ AAA: CLOSES }, { index: CLOSES.map(() => 100) });

/** Names of a screen with scores from 0.9 down. */
export function rankedRows(count: number) {
  const figuresOf = (at: number) => ({ score: 0.9 - at * (1.8 / count), drawdownProbability: (at % 7) / 16 });
  return Array.from({ length: count }, (_, at) => thesisRow({ row: at + 1, ticker: `N${at}`, ...figuresOf(at) }));
}

/** A thesis with the verified figures of one company. */
export function thesisOf(subject: string): ReasoningResult {
  const claim = (metric: string, value: number) => ({ id: `AAA.${metric}`, metric, value, source: subject });
  return {
    agent_thesis: { signal: "bullish", confidence: 0.61, reasoning: subject },
    ...{ key_drivers: [subject], risks: [subject] },
    metadata: {
      ...{ subject, as_of: DAYS[6], score: 0.25, evidence: { for: 3, against: 1, abstained: 5 } },
      verification: {
        claims: [
          ...[claim("score_trend", 0.75), claim("score_risk", -0.25), claim("score_value", 0.25), claim("score", 0.25)],
          ...[claim("drawdown_probability", 0.3), claim("volatility", 0.22), claim("max_drawdown_1y", -0.25)],
        ],
      },
    },
  };
}

const REPORT = scoreTheses(
  [0.2, 0.4, 0.6, 0.8].map((confidence, at) => thesisRow({ row: at, asOf: DAYS[at], confidence })),
  PRICES,
  { horizons: [2] },
);

/** Each kind of chart with a text wherever it has room for one. */
export const KINDS: readonly { readonly kind: string; readonly make: (text: string) => Chart }[] = [
  {
    kind: "priceChart()",
    make: (text) =>
      priceChart(SERIES, text, {
        source: text,
        currency: text,
        events: [thesisOf(text), { date: "2020-01-15", label: text }],
      }),
  },
  {
    kind: "drawdownChart()",
    make: (text) =>
      drawdownChart(SERIES, "AAA", { title: text, source: text, events: [{ date: "2020-01-04", label: text }] }),
  },
  { kind: "thesisChart()", make: (text) => thesisChart(thesisOf(text)) },
  {
    kind: "rankingChart()",
    make: (text) =>
      rankingChart([...rankedRows(40), thesisRow({ row: 41, ticker: text, company: text, signal: text, score: 0.9 })], {
        title: text,
        source: text,
      }),
  },
  { kind: "reliabilityChart()", make: (text) => reliabilityChart(REPORT, { title: text, source: text }) },
  {
    kind: "chart()",
    make: (text) =>
      chart({
        title: text.slice(0, 60), // a person's own words are not cut
        data: { values: [{ name: text.slice(0, 60), score: 0.3 }, { name: "IBM", score: -0.1 }] },
        params: [{ name: "zoom", select: { type: "interval", encodings: ["x"] }, bind: "scales" }],
        mark: { type: "bar", tooltip: true },
        encoding: { x: { field: "score", type: "quantitative" }, y: { field: "name", type: "nominal" } },
      }),
  },
];

/** The pixels of a PNG with 8 bits for each of red, green, blue and alpha, row by row. */
export function pixelsOf(png: Uint8Array<ArrayBuffer>) {
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const parts: Uint8Array[] = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49444154) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at))); // IDAT
  }
  const raw = inflateSync(new Uint8Array(parts.flatMap((part) => [...part])));
  const stride = 4 * width;
  const rows: Uint8Array[] = [];
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    rows.push(unfiltered(raw.subarray(start + 1, start + 1 + stride), rows[y - 1], raw[start] ?? 0));
  }
  return { width, height, rows };
}

/** Undoes the filter of one row (PNG specification, section 9). */
function unfiltered(row: Uint8Array, above: Uint8Array | undefined, filter: number): Uint8Array {
  const out = new Uint8Array(row.length);
  for (let at = 0; at < row.length; at++) {
    const left = at < 4 ? 0 : out[at - 4] ?? 0;
    const corner = at < 4 ? 0 : above?.[at - 4] ?? 0;
    out[at] = (row[at] ?? 0) + predicted(filter, { left, up: above?.[at] ?? 0, corner });
  }
  return out;
}

interface Beside {
  readonly left: number;
  readonly up: number;
  readonly corner: number;
}

function predicted(filter: number, { left, up, corner }: Beside): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth({ left, up, corner });
    default:
      return 0;
  }
}

function paeth({ left, up, corner }: Beside): number {
  const a = Math.abs(up - corner);
  const b = Math.abs(left - corner);
  const c = Math.abs(left + up - 2 * corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
