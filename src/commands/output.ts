import { toText } from "../text/streams.ts";

/** A stream that a command writes to. */
export interface Output {
  /** Whether it is a terminal; only there a line is redrawn. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; 100 without one. */
  readonly width: number;
  write(text: string): void;
}

const DEFAULT_WIDTH = 100;

/** Standard output, for results. */
export const standardOutput: Output = outputTo(Deno.stdout);

/** Standard error, for progress, notes and errors. */
export const standardError: Output = outputTo(Deno.stderr);

/** Reads standard input to its end. */
export async function readStandardInput(): Promise<string> {
  return await toText(Deno.stdin.readable);
}

function outputTo(stream: typeof Deno.stdout | typeof Deno.stderr): Output {
  return {
    isTerminal: stream.isTerminal(),
    get width() {
      return this.isTerminal ? columns() : DEFAULT_WIDTH;
    },
    write(text) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
    },
  };
}

function columns(): number {
  try {
    return Deno.consoleSize().columns || DEFAULT_WIDTH;
  } catch {
    return DEFAULT_WIDTH; // a terminal of unknown size
  }
}
