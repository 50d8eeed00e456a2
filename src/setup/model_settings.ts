import { MODEL_BUDGET, type ModelBudget, type ModelTerms } from "../agent/model_port.ts";
import { SettingsError } from "../protocol/errors.ts";
import { checkApiKey } from "../text/redact.ts";

/** What a language model costs, in any currency. */
export interface ModelPrice {
  /** A million tokens that it reads. */
  readonly input: number;
  /** A million tokens that it writes. */
  readonly output: number;
}

/** A language model, and how it may be used. */
export interface ModelSettings {
  /** Address that `/chat/completions` is appended to; no slash at its end. */
  readonly baseUrl: string;
  /** The model, as its server calls it. */
  readonly model: string;
  /** Absent for a server that asks for none. */
  readonly apiKey?: string;
  readonly price?: ModelPrice;
  readonly terms: ModelTerms;
  /** Longest silence, in milliseconds: before the first part of a reply, while the prompt is read, and after it. */
  readonly waitMs: { readonly first: number; readonly next: number };
}

/** The variables that say which language model is used, and how. */
export const MODEL_VARIABLES = {
  baseUrl: "CONVICTION_LLM_BASE_URL",
  model: "CONVICTION_LLM_MODEL",
  apiKey: "CONVICTION_LLM_API_KEY",
  price: "CONVICTION_LLM_PRICE",
  budget: "CONVICTION_LLM_BUDGET",
  prose: "CONVICTION_LLM_PROSE",
  context: "CONVICTION_LLM_CONTEXT",
  wait: "CONVICTION_LLM_WAIT",
} as const;

type Env = (name: string) => string | undefined;

/**
 * Reads the settings of a language model.
 * @param env Reads one environment variable; set but empty means not set.
 * @returns Undefined when none of the variables is set.
 * @throws {SettingsError} when one of them cannot be used; it names the variable and, where no part of it may be a key,
 * its value.
 */
export function readModelSettings(env: Env): ModelSettings | undefined {
  const given = (name: keyof typeof MODEL_VARIABLES) => env(MODEL_VARIABLES[name])?.trim() || undefined;
  const names = Object.keys(MODEL_VARIABLES) as (keyof typeof MODEL_VARIABLES)[];
  const set = names.filter((name) => given(name) !== undefined);
  if (set.length === 0) return undefined;
  const address = given("baseUrl");
  const model = given("model");
  if (address === undefined || model === undefined) {
    const missing = address === undefined ? MODEL_VARIABLES.baseUrl : MODEL_VARIABLES.model;
    const named = set.map((name) => MODEL_VARIABLES[name]).join(", ");
    throw new SettingsError(`Cannot use ${named}: a language model needs ${missing} too`);
  }
  const apiKey = given("apiKey");
  const price = given("price");
  return {
    baseUrl: addressOf(address),
    model,
    ...(apiKey !== undefined && { apiKey: keyOf(apiKey) }),
    ...(price !== undefined && { price: priceOf(price) }),
    terms: {
      name: model,
      budget: budgetOf(given("budget")),
      mayComment: mayComment(given("prose")),
      ...contextOf(given("context")),
    },
    waitMs: waitOf(given("wait")),
  };
}

/** The usual servers answer below `/v1`; an address with another path is that of a server which does not. */
function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw unusable("baseUrl", shownAddress(given), "it is not an address; write it like http://127.0.0.1:11434/v1");
  }
  if (url.username !== "" || url.password !== "") {
    throw unusable("baseUrl", url.origin + url.pathname, `it holds a key; set ${MODEL_VARIABLES.apiKey} instead`);
  }
  if (url.search !== "" || url.hash !== "") {
    throw unusable("baseUrl", url.origin + url.pathname, "it goes on after the path; end it there");
  }
  const path = url.pathname.replace(/\/+$/, "");
  return url.origin + (path === "" ? "/v1" : path);
}

/** What cannot be taken apart is shown only where no part of it may be a key. */
function shownAddress(given: string): string | undefined {
  return /[@?#]|^sk-/i.test(given) ? undefined : given;
}

function keyOf(given: string): string {
  try {
    return checkApiKey(given);
  } catch (cause) {
    throw new SettingsError(`Cannot use ${MODEL_VARIABLES.apiKey}: it is not one line of visible ASCII`, { cause });
  }
}

function priceOf(given: string): ModelPrice {
  const [, input, output] = /^(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(given) ?? [];
  if (input !== undefined && output !== undefined) return { input: Number(input), output: Number(output) };
  throw unusable("price", given, "write what a million tokens cost, read / written, like 0.15/0.60");
}

/** How a part of a budget is written, and the most that it may be. */
const PARTS = [
  { of: "calls", unit: /^calls?$/, most: 100 },
  { of: "tokens", unit: /^tokens?$/, most: 10_000_000 },
  { of: "seconds", unit: /^(?:s|seconds?)$/, most: 1_500 },
] as const;

function budgetOf(given: string | undefined): ModelBudget {
  if (given === undefined) return MODEL_BUDGET;
  const budget: { -readonly [Part in keyof ModelBudget]?: number } = {};
  for (const part of given.split(",")) {
    const [, digits, unit = ""] = /^\s*(\d+)\s*([a-z]+)\s*$/i.exec(part) ?? [];
    const known = PARTS.find((one) => one.unit.test(unit.toLowerCase()));
    if (digits === undefined || known === undefined) {
      throw unusable("budget", given, 'write it like "8 calls, 60000 tokens, 300 s"; each part may be left out');
    }
    const { of, most } = known;
    const count = Number(digits);
    if (budget[of] !== undefined) throw unusable("budget", given, `it says ${of} twice`);
    if (count < 1 || count > most) throw unusable("budget", given, `${of} must be 1 to ${most}`);
    budget[of] = count;
  }
  return { ...MODEL_BUDGET, ...budget };
}

const CONTEXT = { least: 1_500, most: 10_000_000 };

function contextOf(given: string | undefined): { readonly contextTokens?: number } {
  if (given === undefined) return {};
  const contextTokens = /^\d+$/.test(given) ? Number(given) : NaN;
  const { least, most } = CONTEXT;
  if (contextTokens >= least && contextTokens <= most) return { contextTokens };
  throw unusable("context", given, `write its tokens, ${least} to ${most}, like 4096`);
}

/** What a processor needs to read the longest prompt of an answer, and for a token. */
const WAIT = "180/60";

function waitOf(given = WAIT): ModelSettings["waitMs"] {
  const [first = NaN, next = NaN] = /^\d{1,4}\s*\/\s*\d{1,4}$/.test(given) ? given.split("/").map(Number) : [];
  if (first >= 1 && next >= 1) return { first: first * 1_000, next: next * 1_000 };
  throw unusable("wait", given, `write seconds before the first part of a reply / between two, like ${WAIT}`);
}

function mayComment(given: string | undefined): boolean {
  if (given === undefined || given === "off") return false;
  if (given === "on") return true;
  throw unusable("prose", given, "it is on or off");
}

function unusable(name: keyof typeof MODEL_VARIABLES, value: string | undefined, state: string): SettingsError {
  const shown = value === undefined ? "" : ` "${value}"`;
  return new SettingsError(`Cannot use ${MODEL_VARIABLES[name]}${shown}: ${state}`);
}
