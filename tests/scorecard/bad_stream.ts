import type { RawConnection } from "../client/raw_server.ts";
import type { Scene } from "./scene.ts";

/** A server that damages a stream, and how the answer must end. */
export interface BadStream {
  readonly does: string;
  /** The bytes that it sends before it closes the connection, or a function that does everything. */
  readonly act: string | ((connection: RawConnection, scene: Scene) => Promise<void>);
  /** Class of the error, absent when the answer completes anyway; then state, text and warnings. */
  readonly ends: {
    readonly error?: string;
    readonly state: string;
    readonly text?: string;
    readonly warnings?: readonly string[];
  };
  /** The message must match it. */
  readonly says?: RegExp;
  /** When it answers, see `startRawServer()`. */
  readonly answerAt?: "head";
}

export const DELTA = 'data: {"type":"response.output_text.delta","delta":"A"}\n\n';
export const COMPLETED = 'data: {"type":"response.completed","response":{"id":"resp_1"}}\n\n';
export const DONE = "data: [DONE]\n\n";
export const TIMED_OUT = { error: "AnswerTimedOutError", state: "timed_out" } as const;
