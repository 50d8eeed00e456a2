import { shellWord } from "../../text/shell_word.ts";
import { type Exchange, headerOf } from "./exchange_lines.ts";

/** What a service was found to do. */
export interface Findings {
  /** How a person starts a task, like `deno task -q`. */
  readonly startedBy: string;
  readonly baseUrl: string;
  /** The address that was found instead, as after a redirect. */
  readonly betterBaseUrl: string | undefined;
  /** Whether a key was sent, or asked for. */
  readonly needsKey: boolean;
  readonly model: string | undefined;
  readonly prompt: string;
  /** Where in the reply the thesis was found; undefined when it was read, or not found. */
  readonly betterResultAt?: string | undefined;
  /** Flags that the next command needs too, with their values: no settings file holds them. */
  readonly given?: readonly (readonly [flag: string, value: string])[] | undefined;
  /** Cells for the places of a body. */
  readonly cells?: readonly (readonly [column: string, value: string])[] | undefined;
  /** Whether the reasoning operation gave a thesis; undefined when it was not asked. */
  readonly givesThesis: boolean | undefined;
  /** Whether a thesis names files. */
  readonly givesFiles: boolean;
  /** Whether a stream was whole; undefined when it was not asked. */
  readonly streams: boolean | undefined;
  readonly exchanges: readonly Exchange[];
}

/** Requests at once that a screen starts with. */
const DEFAULT_CONCURRENCY = 8;

/**
 * The command to try next, with flags that fit the findings.
 * @returns Like `CONVICTION_BASE_URL=... deno task -q screen my_tickers.csv --limit 3 --files none`.
 */
export function nextCommand(findings: Findings): string {
  const { startedBy, baseUrl, betterBaseUrl = baseUrl, needsKey, model, givesThesis, streams, betterResultAt } =
    findings;
  const environment = [
    `CONVICTION_BASE_URL=${shellWord(betterBaseUrl)}`,
    ...(needsKey ? ["CONVICTION_API_KEY=..."] : []),
  ];
  const shape = shapeFlags(findings);
  const modelFlag = model === undefined ? [] : [`--model ${shellWord(model)}`];
  const command = (...words: string[]) => [...environment, ...words].join(" ");
  if (betterBaseUrl === baseUrl && givesThesis === true) {
    return command(`${startedBy} screen my_tickers.csv --limit 3`, ...modelFlag, ...shape, ...screenFlags(findings));
  }
  if (betterBaseUrl === baseUrl && betterResultAt === undefined && streams === true) {
    const only = givesThesis === undefined ? "conviction probe --only reason" : `ask ${shellWord(findings.prompt)}`;
    return command(`${startedBy} ${only}`, ...modelFlag);
  }
  const cells = (findings.cells ?? []).map(([name, value]) => `--cell ${shellWord(`${name}=${value}`)}`);
  return command(`${startedBy} conviction probe`, ...modelFlag, ...shape, ...cells);
}

function shapeFlags({ given = [], betterResultAt }: Findings): string[] {
  const kept = given.filter(([flag]) => betterResultAt === undefined || flag !== "result-at");
  const found = betterResultAt === undefined ? [] : [["result-at", betterResultAt] as const];
  return [...kept, ...found].map(([flag, value]) => `--${flag} ${shellWord(value)}`);
}

function screenFlags({ givesFiles, exchanges }: Findings): string[] {
  const left = Math.min(...exchanges.map(remainingOf));
  return [
    ...(givesFiles ? [] : ["--files none"]),
    ...(left < DEFAULT_CONCURRENCY ? [`--concurrency ${Math.max(1, left)}`] : []),
  ];
}

/** Requests the service says are left; infinitely many when it does not. */
function remainingOf(exchange: Exchange): number {
  for (const name of ["x-ratelimit-remaining-requests", "x-ratelimit-remaining", "ratelimit-remaining"]) {
    const value = headerOf(exchange, name);
    if (value !== undefined && /^\d{1,9}$/.test(value)) return Number(value);
  }
  const structured = /(?:^|[;,\s])r(?:emaining)?=(\d{1,9})/.exec(headerOf(exchange, "ratelimit") ?? "")?.[1];
  return structured === undefined ? Infinity : Number(structured);
}
