import type { Draft } from "../data/claim.ts";
import type { Dataset, DatasetView } from "../data/dataset.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { Verification } from "../protocol/verification.ts";
import type { Step } from "./step.ts";

/** Code the agent wrote, and the JSON value it is given. */
export interface Program {
  /** A TypeScript module whose default export is a function of the input. */
  readonly code: string;
  readonly input: unknown;
}

/** How a program ended. */
export interface ProgramRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly return_code: number;
  /** What the function returned; absent when it failed. Untrusted: check it. */
  readonly result?: unknown;
}

/** One row of a price chart. */
export interface ChartRow {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly close: number;
  /** Fall from the highest close so far, 0 to -1. */
  readonly drawdown: number;
}

/** What a price chart shows. */
export interface ChartRequest {
  readonly rows: readonly ChartRow[];
  readonly title: string;
  readonly subtitle: string;
  readonly source: string;
  readonly currency: string;
  readonly closeLabel: string;
  /** Stem of the file names, like `AAPL_price_drawdown`. */
  readonly stem: string;
}

/** A file made for the caller. */
export interface MadeFile {
  /** Name of the file. */
  readonly filename: string;
  /** Like `image/png`. */
  readonly mediaType: string;
  /** Size in bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a draft came to after verification. */
export interface VerifiedDraft {
  readonly verification: Verification;
  /** The statements whose every figure was found right. */
  readonly kept: Draft;
}

/** Everything the agent needs of the world; handed in, so it runs without any. */
export interface AgentPorts {
  readonly dataset: Dataset;
  verify(draft: Draft, view: DatasetView): VerifiedDraft;
  runCode(program: Program, signal: AbortSignal): Promise<ProgramRun>;
  /** A picture (SVG and PNG) and the series (CSV). */
  drawPriceChart(request: ChartRequest): Promise<readonly MadeFile[]>;
  storeFile(file: MadeFile): Promise<FileReference>;
}

/** A question, read from either operation. */
export interface Question {
  /** The natural-language request. */
  readonly input: string;
  /** `YYYY-MM-DD`; the dataset's own day when absent. */
  readonly asOf?: string | undefined;
  /** How far the thesis is to look ahead; `63d` is the only one known. */
  readonly horizon?: string | undefined;
  /** Ticker the excess return is to be measured against; the data's own when absent. */
  readonly benchmark?: string | undefined;
  /** Whether code is run and charts are made. */
  readonly files: boolean;
  /** Stops the work. */
  readonly signal: AbortSignal;
}

/** Researches one question, step by step; leaving the loop or aborting stops the work. */
export type Agent = (question: Question) => AsyncGenerator<Step, void, undefined>;
