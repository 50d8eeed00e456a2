/** How much one run of untrusted code may use before it is stopped. */
export interface SandboxLimits {
  /** Milliseconds from start to end, 1 or more. */
  readonly wallMs: number;
  /** Seconds of processor time, 1 or more; held only on the tier "permissions+limits". */
  readonly cpuSeconds: number;
  /** Bytes of data memory; Deno needs 600 MiB to start. Held only on the tier "permissions+limits". */
  readonly memoryBytes: number;
  /** Bytes of stdout and stderr together. */
  readonly outputBytes: number;
  /** Bytes of the returned value as JSON. */
  readonly resultBytes: number;
  /** Bytes of all files the code leaves, the result included; Deno's caches may take as much. */
  readonly fileBytes: number;
  /** Number of files and folders the code leaves, the result included. */
  readonly fileCount: number;
}

const MIB = 2 ** 20;

/** What a run may use when nothing else is asked for. */
export const DEFAULT_LIMITS: SandboxLimits = {
  wallMs: 10_000,
  cpuSeconds: 5,
  memoryBytes: 1024 * MIB,
  outputBytes: MIB / 4,
  resultBytes: 8 * MIB,
  fileBytes: 20 * MIB,
  fileCount: 64,
};

/**
 * Says the limits in the words of `prlimit`.
 *
 * Memory is RLIMIT_DATA: a limit on address space is useless, because Deno reserves tens of GiB
 * at its start, and V8's own flag bounds the heap only, not typed arrays or WebAssembly memory.
 */
export function prlimitArgs(limits: SandboxLimits): string[] {
  return [
    `--data=${limits.memoryBytes}`,
    // SIGXCPU at the first number can be caught, SIGKILL at the second cannot.
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`,
    `--fsize=${limits.fileBytes}`,
    "--nofile=256",
    "--core=0",
  ];
}

/** Half of the memory for the JavaScript heap; this one is held on every tier. */
export function heapFlag(limits: SandboxLimits): string {
  const mebibytes = Math.max(64, Math.floor(limits.memoryBytes / 2 / MIB));
  return `--v8-flags=--max-old-space-size=${mebibytes}`;
}
