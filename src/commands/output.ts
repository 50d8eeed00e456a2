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

/** Asks on standard error, and reads a line of standard input; nothing where one of the two is no terminal. */
export function askInTerminal(): ((question: string) => Promise<string>) | undefined {
  if (!Deno.stdin.isTerminal() || !standardError.isTerminal) return undefined;
  return async (question) => {
    standardError.write(question);
    const bytes = new Uint8Array(MAX_LINE_BYTES);
    return new TextDecoder().decode(bytes.subarray(0, await Deno.stdin.read(bytes) ?? 0));
  };
}

/** What a terminal hands over at once. */
const MAX_LINE_BYTES = 4096;

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
