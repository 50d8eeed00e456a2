import type { ReasoningMetadata, ReasoningResult } from "../../src/protocol/reasoning.ts";
import { type Asked, type DoneOutcome, hasThesis, type Outcome } from "../../src/run/outcome.ts";
import type { RankedRow } from "../../src/run/ranked_row.ts";
import { RowComparer } from "../../src/run/ranks.ts";

/** A row that is done; options replace any part. */
export function done(row: number, options: {
  readonly ticker?: string;
  readonly company?: string;
  readonly cells?: readonly string[];
  readonly thesis?: Partial<ReasoningResult["agent_thesis"]>;
  readonly drivers?: readonly string[];
  readonly risks?: readonly string[];
  readonly metadata?: ReasoningMetadata;
  readonly identity?: string;
  readonly asOf?: string;
} = {}): DoneOutcome {
  const ticker = options.ticker ?? "AAPL";
  const { company, cells = [ticker], drivers = [`${ticker} rose`], risks = ["It may fall"], metadata } = options;
  return {
    status: "done",
    input: { row, line: row + 1, ticker, company, cells },
    asked: asked(row, options),
    result: {
      agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: `${ticker}: ${row}`, ...options.thesis },
      key_drivers: drivers,
      risks,
      metadata,
    },
    files: [],
  };
}

export function asked(row: number, options: { readonly identity?: string; readonly asOf?: string } = {}): Asked {
  const metadata = options.asOf === undefined ? undefined : { as_of: options.asOf };
  return {
    request: { input: "Analyse", metadata },
    identity: options.identity ?? `request ${row}`,
    idempotencyKey: `key ${row}`,
    attempts: 1,
    startedAt: "2024-03-01T22:00:00.000Z",
    seconds: 1.5,
  };
}

export function failed(row: number, message = "Cannot ask: service answered 500"): Outcome {
  return {
    status: "failed",
    input: { row, line: row + 1, ticker: "XRX", cells: ["XRX"] },
    asked: asked(row),
    error: { code: "http_500", message },
  };
}

/** Adds all rows, then places them one by one, as a rendering does. */
export function placeAll(outcomes: readonly Outcome[], expected?: number): RankedRow[] {
  const others = new RowComparer(expected);
  for (const outcome of outcomes) {
    const { score, as_of } = hasThesis(outcome) ? outcome.result.metadata ?? {} : {};
    others.add({ score, asOf: as_of });
  }
  return outcomes.map((outcome) => others.rank(outcome));
}
