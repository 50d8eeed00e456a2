/** Resource limits of one run of untrusted code. */
export interface SandboxLimits {
  /** Milliseconds until the program runs, 1 or more: starting Deno takes long on a busy machine. */
  readonly startMs: number;
  /** Milliseconds from the moment the program runs to its end, 1 or more. */
  readonly wallMs: number;
  /** Seconds of processor time, 1 or more; enforced where there is `prlimit`. */
  readonly cpuSeconds: number;
  /** Bytes of data memory; Deno needs 600 MiB to start. Enforced where there is `prlimit`, but for the heap. */
  readonly memoryBytes: number;
  /** Bytes of memory in use; enforced on every tier, where the host can watch. */
  readonly residentBytes: number;
  /** Bytes of the code. */
  readonly codeBytes: number;
  /** Bytes of stdout and stderr together. */
  readonly outputBytes: number;
  /** Bytes of the returned value as JSON. */
  readonly resultBytes: number;
  /** Bytes of all files the code writes, the result included; Deno's caches have the same limit. */
  readonly fileBytes: number;
  /** Number of files and folders the code writes, the result included. */
  readonly fileCount: number;
}

const MIB = 2 ** 20;
/** V8 reserves so much for machine code, and this counts as data (Deno 2.9, x86-64). A Worker has its own. */
const CODE_RANGE_BYTES = 512 * MIB;
/** What Deno itself uses, and V8 beside the old generation of its heap. */
const DENO_BYTES = 64 * MIB;

/** Default limits. */
export const DEFAULT_LIMITS: SandboxLimits = {
  startMs: 60_000,
  wallMs: 10_000,
  cpuSeconds: 5,
  memoryBytes: 960 * MIB,
  residentBytes: 1024 * MIB,
  codeBytes: 1_000_000,
  outputBytes: MIB / 4,
  resultBytes: 8 * MIB,
  fileBytes: 20 * MIB,
  fileCount: 64,
};

/**
 * Converts limits to arguments of `prlimit`.
 *
 * Memory is RLIMIT_DATA: a limit on address space is useless because Deno reserves tens of GiB at
 * startup, and V8's flag bounds only the heap, not typed arrays or WebAssembly memory.
 */
export function prlimitArgs(limits: SandboxLimits): string[] {
  return [
    `--data=${limits.memoryBytes}`,
    // SIGXCPU at the soft limit can be caught, SIGKILL at the hard limit cannot.
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`,
    `--fsize=${limits.fileBytes}`,
    "--nofile=256",
    "--core=0",
  ];
}

/** Limits the JavaScript heap to what of the data memory is left for it; enforced on every tier. */
export function heapFlag(limits: SandboxLimits): string {
  const mebibytes = Math.floor((limits.memoryBytes - CODE_RANGE_BYTES - DENO_BYTES) / MIB);
  return `--v8-flags=--max-old-space-size=${Math.max(64, mebibytes)}`;
}
