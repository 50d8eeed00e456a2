/** Code to run and its input. */
export interface Program {
  /** A TypeScript module whose default export is a function `(input) => result`, async or not. */
  readonly code: string;
  /** JSON value passed to the function. */
  readonly input: unknown;
}

/** What stopped a run: a limit of time (wall clock or processor), memory, output or files, or the caller. */
export type StoppedBy = "time" | "memory" | "output" | "files" | "aborted";

/** How code can be isolated, the strongest first. Each tier has all that the later ones have. */
export const SANDBOX_TIERS = ["bubblewrap", "permissions+limits", "permissions"] as const;

/** How code is isolated: by Deno's permissions, by the kernel's limits too, or in namespaces of its own as well. */
export type SandboxTier = typeof SANDBOX_TIERS[number];

/** The sandbox of this machine. */
export interface Sandbox {
  /** How code is isolated. */
  readonly tier: SandboxTier;
  /** Whether the host watches how much memory code uses. */
  readonly watchesMemory: boolean;
}

/** The outcome of a run. The code controls all of it: validate `result` before use. */
export interface CodeRun {
  /** Standard output, cut at the limit; invalid UTF-8 is replaced. */
  readonly stdout: string;
  /** Standard error, followed by the reason of a failure. */
  readonly stderr: string;
  /** 0 if and only if there is a result; 128 plus the signal number when killed. */
  readonly return_code: number;
  /** JSON value the function returned; absent when it failed. */
  readonly result?: unknown;
  /** What stopped the run; absent when the code exited by itself. */
  readonly stopped_by?: StoppedBy;
  /** The most bytes of memory that the host saw in use; absent where it does not watch, or the run was too short. */
  readonly peak_bytes?: number;
  /** How the code was isolated. */
  readonly tier: SandboxTier;
}

/** Thrown when code cannot be started; a failure of the code itself is a `CodeRun`. */
export class SandboxError extends Error {
  /** Always "SandboxError". */
  override readonly name = "SandboxError";
  /** What is wrong; it completes the sentence "Cannot run code: ...". */
  readonly state: string;
  /** One sentence on how to fix it. */
  readonly advice: string;

  /**
   * @param state Completes the sentence "Cannot run code: ...".
   * @param options `advice` follows the state.
   */
  constructor(state: string, options: ErrorOptions & { advice: string }) {
    super(`Cannot run code: ${state}; ${options.advice}`, options);
    this.state = state;
    this.advice = options.advice;
  }
}
