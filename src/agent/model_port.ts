/** A tool as a model reads it. */
export interface ModelTool {
  /** Lower case with underscores. */
  readonly name: string;
  readonly says: string;
  /** JSON Schema of its arguments. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A tool that a model calls. */
export interface ModelToolCall {
  /** Names the call within a conversation. */
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it: untrusted, and perhaps broken. */
  readonly arguments: string;
}

/** One message of a conversation with a model. */
export type ModelMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls?: readonly ModelToolCall[] }
  /** What a tool answered, as JSON. */
  | { readonly role: "tool"; readonly call: string; readonly name: string; readonly text: string };

/** One call of a model. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** What it may call; absent where it must answer with text. */
  readonly tools?: readonly ModelTool[];
  /** The JSON that its text must be; a server that cannot promise this is only asked for it in words. */
  readonly shape?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Most tokens that it may write. */
  readonly maxTokens: number;
  /** Milliseconds for the whole call, `afterMs` included. */
  readonly withinMs: number;
  /** Milliseconds to wait before it is sent, where the server asked for that. */
  readonly afterMs?: number;
}

/** Why a call of a model gave nothing. */
export type ModelFailure =
  /** No connection, or it broke. */
  | "unreachable"
  /** Nothing came for too long, or `withinMs` is over. */
  | "stalled"
  /** 429 or 503. */
  | "busy"
  /** Any other refusal, like a wrong key or an unknown model. */
  | "refused"
  /** What came is no reply of the protocol. */
  | "broken"
  /** The prompt does not fit the context of the model; nothing was read. */
  | "too_long";

/** What a call of a model came to; it is never thrown, because an answer goes on without the model. */
export type ModelReply =
  & {
    /** Tokens read and written, also by a call that failed, as far as known. */
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** The server did not count, or the call was stopped before it did; these are estimated. */
    readonly isEstimated: boolean;
    /** Milliseconds that it took. */
    readonly tookMs: number;
    /** Tokens that a prompt and its reply may have together; absent while that is not known. */
    readonly contextTokens?: number | undefined;
  }
  & (
    | { readonly text: string; readonly calls: readonly ModelToolCall[]; readonly failure?: undefined }
    | {
      readonly failure: ModelFailure;
      /** A sentence for the user; no key in it. */
      readonly message: string;
      /** How long the server asks to wait. */
      readonly retryAfterMs?: number;
    }
  );

/**
 * Asks a model once.
 * @param signal Stops the call; it then rejects with the reason, as the only way in which it rejects.
 */
export type AskModel = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>;

/** Most that one answer may spend on a model, over all its calls. */
export interface ModelBudget {
  readonly calls: number;
  /** Read and written together. */
  readonly tokens: number;
  readonly seconds: number;
}

/** How a model may be used. */
export interface ModelTerms {
  /** The model, as its server calls it. */
  readonly name: string;
  readonly budget: ModelBudget;
  /** Whether it may comment in its own words. */
  readonly mayComment: boolean;
  /** Tokens of its context, where its user says so. Default: what its server says. */
  readonly contextTokens?: number;
}

/** A language model, and how it may be used. */
export interface UsedModel {
  readonly terms: ModelTerms;
  readonly ask: AskModel;
  /** Calls back after some milliseconds; returns what cancels it. Absent where nobody wants a sign of life. */
  readonly schedule?: (delayMs: number, callback: () => void) => () => void;
}

/** What a model may spend where nothing else is said. */
export const MODEL_BUDGET: ModelBudget = { calls: 8, tokens: 60_000, seconds: 300 };
