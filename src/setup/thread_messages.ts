import type { AskModel } from "../agent/model_port.ts";
import type { AgentPorts, MadeFile, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";

/** What an agent in a thread asks of the thread that started it. */
export type OutsidePorts = Omit<AgentPorts, "dataset" | "verify"> & {
  /** Absent where there is no model. */
  readonly askModel?: AskModel;
};

/** A thrown value as it crosses between threads: a copied error keeps neither its code nor its class. */
export interface Thrown {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly param?: unknown;
}

/** To the thread: a question, that its caller left, what a call of a port came to, or a sign of life is wanted. */
export type ToThread =
  | { readonly ask: number; readonly question: Omit<Question, "signal"> }
  | { readonly leave: number }
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly thrown: Thrown }
  | { readonly ping: true };

/** From the thread: its data is open or cannot be, further steps of an answer, a call of a port, or a sign of life. */
export type FromThread =
  | { readonly ready: string }
  | { readonly unready: Thrown }
  | StepsMessage
  | CallMessage
  | { readonly pong: true };

/** Further steps of an answer. */
export interface StepsMessage {
  /** Number of the question. */
  readonly of: number;
  readonly steps: readonly Step[];
  /** Absent while more steps follow. */
  readonly end?: "whole" | Thrown;
}

/** A call of a port. */
export interface CallMessage {
  readonly call: number;
  readonly port: keyof OutsidePorts;
  readonly given: unknown;
  /** Number of the question that it serves, where the port takes its signal. */
  readonly by: number | undefined;
}

/**
 * A drawn file as the thread has it: its bytes stay with the parent, since the thread only hands it on, and Deno 2.9
 * walks through each byte of what a thread receives.
 */
export interface HeldFile extends MadeFile {
  readonly held: number;
}

/** Makes a thrown value ready to cross. */
export function thrownOf(error: unknown): Thrown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, code, param } = error as Error & Omit<Thrown, "message">;
  return { message, stack, ...(typeof code === "string" && { code }), ...(typeof param === "string" && { param }) };
}

/** The error that crossed. */
export function errorOf({ message, stack, ...rest }: Thrown): Error {
  const error = Object.assign(new Error(message), rest);
  if (stack !== undefined) error.stack = stack;
  return error;
}
