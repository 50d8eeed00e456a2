import { jsonOr } from "../../protocol/parse_json.ts";
import type { RemoteSettings } from "../../setup/settings.ts";
import { shellWord } from "../../text/shell_word.ts";
import type { Exchange } from "./exchange.ts";
import { probeAdvice } from "./probe_advice.ts";
import { DEFAULT_PROMPT, type Operation, type ProbeFlags } from "./probe_flags.ts";
import type { Probed } from "./probe_requests.ts";
import { typedCommand } from "../../text/typed_command.ts";

/** What a service was asked, and what it was found to do. */
export interface Findings {
  /** How a person starts a task, like `deno task -q`. */
  readonly startedBy: string;
  readonly flags: ProbeFlags;
  readonly settings: RemoteSettings;
  readonly all: readonly Probed[];
  /** Whether `conviction.json` holds how the service is asked, so that no flag has to say it. */
  readonly isKept: boolean;
}

/** Requests at once that a screen starts with. */
const DEFAULT_CONCURRENCY = 8;

/**
 * The command to try next, with flags that fit the findings.
 * @returns Like `CONVICTION_BASE_URL=... deno task -q screen my_tickers.csv --limit 3 --files none`.
 */
export function nextCommand({ startedBy, flags, settings, all, isKept }: Findings): string {
  const works = (operation: Operation) => {
    const probed = all.find((one) => one.operation === operation);
    return probed && probed.failure === undefined;
  };
  const exchanges = all.flatMap((probed) => probed.exchanges);
  const advices = all.flatMap((probed) => probeAdvice(probed, settings) ?? []);
  const betterUrl = advices.flatMap(({ baseUrl = [] }) => baseUrl)[0] ?? settings.baseUrl;
  const betterResultAt = advices.flatMap(({ resultAt = [] }) => resultAt)[0];
  const needsKey = settings.apiKey !== undefined || exchanges.some(({ reply }) => reply?.status === 401);
  const isNamed = settings.model !== undefined && !(isKept && flags.model === undefined);
  const model = isNamed ? [`--model ${shellWord(settings.model)}`] : [];
  const fields = advices.flatMap((advice) => advice.fields ?? []);
  const shape = shapeFlags(isKept ? {} : flags, {
    body: isKept ? undefined : bodyWith(flags.body, fields),
    betterResultAt,
  });
  const command = (name: string, ...flags: string[]) => {
    const environment = [
      `CONVICTION_BASE_URL=${shellWord(betterUrl)}`,
      ...(needsKey ? ["CONVICTION_API_KEY=..."] : []),
    ];
    return [...environment, typedCommand(startedBy, name), ...flags].join(" ");
  };
  const isSame = betterUrl === settings.baseUrl;
  if (isSame && works("reason")) {
    return command("screen my_tickers.csv --limit 3", ...model, ...shape, ...screenFlags(all, exchanges));
  }
  if (isSame && betterResultAt === undefined && works("stream")) {
    const ask = `ask ${shellWord(flags.prompt ?? DEFAULT_PROMPT)}`;
    const only = works("reason") === undefined ? "conviction probe --only reason" : ask;
    return command(only, ...model);
  }
  const wanted = fields.slice(flags.body === undefined ? 1 : 0).map((name) => [name, "..."] as const);
  const cells = [...Object.entries(flags.cells ?? {}), ...wanted].map((cell) => `--cell ${shellWord(cell.join("="))}`);
  return command("conviction probe", ...model, ...shape, ...cells);
}

/** The body with what the service wants; in place of ours, its first field is taken for the question. */
function bodyWith(body: string | undefined, fields: readonly string[]): string | undefined {
  const given = jsonOr(body ?? "{}", undefined); // undefined for the name of a file
  if (fields.length === 0 || given === undefined) return body;
  const places = fields.map((name, at) => [name, body === undefined && at === 0 ? "{{prompt}}" : `{{${name}}}`]);
  return JSON.stringify({ ...Object(given), ...Object.fromEntries(places) });
}

/** How the service is asked, where no settings file holds it. */
function shapeFlags(
  { path, resultAt, headers = {} }: Partial<ProbeFlags>,
  { body, betterResultAt }: { readonly body: string | undefined; readonly betterResultAt: string | undefined },
): string[] {
  const given = { body, path, ...(betterResultAt === undefined && { "result-at": resultAt }) };
  const flags = [
    ...Object.entries(given),
    ...Object.entries(headers).map(([name, value]) => ["header", `${name}: ${value}`] as const),
    ["result-at", betterResultAt] as const,
  ];
  return flags.flatMap(([flag, value]) => value === undefined ? [] : [`--${flag} ${shellWord(value)}`]);
}

function screenFlags(all: readonly Probed[], exchanges: readonly Exchange[]): string[] {
  const left = Math.min(...exchanges.map(remainingOf));
  const givesFiles = all.some(({ operation, files }) => operation === "reason" && files.length > 0);
  return [
    ...(givesFiles ? [] : ["--files none"]),
    ...(left < DEFAULT_CONCURRENCY ? [`--concurrency ${Math.max(1, left)}`] : []),
  ];
}

/** Requests the service says are left; infinitely many when it does not. */
function remainingOf(exchange: Exchange): number {
  for (const name of ["x-ratelimit-remaining-requests", "x-ratelimit-remaining", "ratelimit-remaining"]) {
    const value = exchange.header(name);
    if (value !== undefined && /^\d{1,9}$/.test(value)) return Number(value);
  }
  const structured = /(?:^|[;,\s])r(?:emaining)?=(\d{1,9})/.exec(exchange.header("ratelimit") ?? "")?.[1];
  return structured === undefined ? Infinity : Number(structured);
}
