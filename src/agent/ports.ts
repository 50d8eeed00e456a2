import type { Draft } from "../data/claim.ts";
import type { FiledFact } from "../data/records.ts";
import type { Dataset, DatasetView } from "../data/dataset.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { Verification } from "../protocol/verification.ts";
import type { Step } from "./step.ts";

/** Code written by the agent, and its JSON input. */
export interface Program {
  /** A TypeScript module whose default export is a function of the input. */
  readonly code: string;
  readonly input: unknown;
  /** Present where it may never end: it is not run a second time when its time is over. */
  readonly once?: true;
}

/** How a program ended. */
export interface ProgramRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly return_code: number;
  /** The returned value; absent when the code failed. Untrusted: check it. */
  readonly result?: unknown;
  /** The limit that stopped it, like `time`; absent when it ended by itself. */
  readonly stopped_by?: string;
  /** How it was isolated; absent when it could not be started. */
  readonly tier?: string;
}

/** One row of a price chart. */
export interface ChartRow {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly close: number;
  /** Fall from the highest close so far, 0 to -1. */
  readonly drawdown: number;
}

/** The contents of a price chart. */
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

/** One period of an item of reports. */
export interface ItemRow {
  /** Its name among several items that are drawn side by side, like `net income`; absent of one alone. */
  readonly series?: string | undefined;
  /** First day of a flow, `YYYY-MM-DD`; absent for a balance. */
  readonly start?: string | undefined;
  readonly end: string;
  readonly value: number;
  /** Change from the period before; absent for the first, or where that one is not above 0. */
  readonly change?: number | undefined;
  /** The figure as the text shows it. */
  readonly shown: string;
  readonly tags: string;
  readonly reports: string;
  /** Since when it is known. */
  readonly known: string;
}

/** The contents of a chart of an item of reports over some periods, in order of time. */
export interface ItemChartRequest extends Pick<ChartRequest, "title" | "subtitle" | "source" | "stem"> {
  readonly rows: readonly ItemRow[];
  /** Title of the axis. */
  readonly label: string;
  /** Of the values: `USD`, `shares`, `fraction` or `ratio`. */
  readonly unit: string;
  /** How it is drawn. Default: a bar for each period. */
  readonly look?: ItemLook;
}

/** How figures are drawn that are not of periods one after the other. */
export interface ItemLook {
  readonly mark: "bar" | "line" | "point";
  /** What stands side by side in the `end` of each row. */
  readonly across: "day" | "subject";
}

/** The contents of a chart of a column of a caller's own, over time. */
export interface OwnChartRequest extends Pick<ItemChartRequest, "title" | "subtitle" | "source" | "label" | "stem"> {
  readonly kind: "own";
  /** In order of time, at least two. */
  readonly rows: readonly {
    /** `YYYY-MM-DD`. */
    readonly date: string;
    readonly value: number;
    /** Since when it is known. */
    readonly known: string;
  }[];
  /** The last figure as the text shows it. */
  readonly lastShown: string;
  /** Whether rows came with the question, so that its picture is nobody else's and is not kept. */
  readonly isPrivate: boolean;
}

/** A file created for the caller. */
export interface MadeFile {
  /** Name of the file. */
  readonly filename: string;
  /** Like `image/png`. */
  readonly mediaType: string;
  /** Size in bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The result of verifying a draft. */
export interface VerifiedDraft {
  readonly verification: Verification;
  /** The statements with only correct figures. */
  readonly kept: Draft;
  /** Facts behind what was dropped, which other figures of their own reports refute; each once. */
  readonly refuted?: readonly FiledFact[];
}

/** The agent's only access to the outside. */
export interface AgentPorts {
  readonly dataset: Dataset;
  verify(draft: Draft, view: DatasetView): VerifiedDraft;
  runCode(program: Program, signal: AbortSignal): Promise<ProgramRun>;
  /** Returns a chart (SVG and PNG) and its data (CSV); one that has not begun when the signal aborts is not drawn. */
  drawPriceChart(request: ChartRequest, signal: AbortSignal): Promise<readonly MadeFile[]>;
  /** The same of an item of reports, or of a column of a caller's own. */
  drawItemChart(request: ItemChartRequest | OwnChartRequest, signal: AbortSignal): Promise<readonly MadeFile[]>;
  storeFile(file: MadeFile): Promise<FileReference>;
}

/** A table of the caller's own numbers that comes with a question. */
export interface OwnTableText {
  /** Name of its file, like `scores.csv`, of which the names of its columns begin. */
  readonly name: string;
  /** Its text: a column of tickers, one of dates, others of numbers, with a header. */
  readonly text: string;
}

/** A question from either operation. */
export interface Question {
  /** The natural-language request. */
  readonly input: string;
  /** What the same caller asked before in this conversation, oldest first. */
  readonly before?: readonly string[] | undefined;
  /** `YYYY-MM-DD`. Default: the dataset's day. */
  readonly asOf?: string | undefined;
  /** Horizon of the thesis; only `63d` is supported. */
  readonly horizon?: string | undefined;
  /** Ticker of the benchmark for excess returns. Default: the data's own. */
  readonly benchmark?: string | undefined;
  /** Tables of the caller's own: they belong to this one answer, and to nobody else's. Default: none. */
  readonly own?: readonly OwnTableText[] | undefined;
  /** Whether a thesis is wanted whatever is asked, as of a row of a screen. Default: an answer ends with the fact asked for. */
  readonly isView?: boolean | undefined;
  /** Whether to run code and make charts. */
  readonly files: boolean;
  /** Stops the work. */
  readonly signal: AbortSignal;
}

/** Researches one question, step by step; leaving the loop or aborting stops the work. */
export type Agent = (question: Question) => AsyncGenerator<Step, void, undefined>;
