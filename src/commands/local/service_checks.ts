import { resolve } from "node:path";
import { baseUrlOf } from "../../client/address.ts";
import { counted } from "../../text/counted.ts";
import { createRedactor } from "../../text/redact.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { type Check, type CheckHost, fine, problem, wordsOf } from "./check.ts";
import { isFolder } from "./files.ts";

/** Asks the embedded service one question, whose code must run and whose chart must be drawn. */
export async function checkService({ host }: CheckHost): Promise<Check> {
  const name = "embedded service";
  try {
    await using service = await host.connect({ kind: "embedded", data: undefined });
    const { thesis, executions } = await service.research.stream("Analyse AAPL").final();
    const warnings = thesis?.metadata?.["warnings"];
    const files = executions.flatMap((execution) => execution.files); // those of no program are there without it
    if (files.length > 0) return fine(name, `answers, with ${counted(files.length, "file")} of a chart`);
    const why = Array.isArray(warnings) ? String(warnings[0]) : "its code gave no chart";
    return problem(name, `answers without a chart: ${why}`, "mend what the check of the code of answers says");
  } catch (error) {
    return problem(name, `does not answer: ${wordsOf(error)}`, "open an issue with this line");
  }
}

const PREFIX = /^CONVICTION_/i;
/** What is read where a service is asked. */
const KNOWN = ["CONVICTION_API_KEY", "CONVICTION_BASE_URL", "CONVICTION_DATA", "CONVICTION_MODEL"];
/** What is read elsewhere, without the prefix; --notify reads any name that it is given. */
const ELSEWHERE = ("ALPHAVANTAGE_KEY CONTACT EDGAR_URL EODHD_KEY FLEET_URL KEYS LLM_API_KEY LLM_BASE_URL LLM_BUDGET " +
  "LLM_CONTEXT LLM_MODEL LLM_PRICE LLM_PROSE LLM_WAIT MAIL_FROM SANDBOX SENDMAIL TIINGO_KEY").split(" ");
/** What our tests read, and what a launcher or a screen gives to a command. */
const OTHERS = /^CONVICTION_(?:CI|JUPYTER|PYTHON|RUN|STARTED_BY|STATUS|TESTS|TEST_SEED)$/;

type Env = CheckHost["host"]["env"];

/** Whether every CONVICTION_ variable that is set has a use. No value of a key is printed. */
export function checkVariables({ host, computer }: CheckHost): readonly Check[] {
  const set = computer.envNames().filter((name) => PREFIX.test(name) && !OTHERS.test(name) && host.env(name))
    .toSorted();
  const redacted = createRedactor([host.env("CONVICTION_API_KEY") ?? ""]);
  const problems = set.flatMap((name) => {
    const wrong = wrongWith(name, host);
    return wrong === undefined ? [] : [problem(name, redacted(wrong[0]), redacted(wrong[1]))];
  });
  if (problems.length > 0) return problems;
  return [fine("variables", set.length === 0 ? "no CONVICTION_ variable is set" : `${set.join(", ")} set`)];
}

/** What is wrong with a variable that is set, and its cure. */
function wrongWith(name: string, { env, folder }: { env: Env; folder: string }): readonly [string, string] | undefined {
  if (!KNOWN.includes(name)) {
    const [own = "", ...known] = [name, ...KNOWN].map((one) => one.replace(PREFIX, ""));
    const near = ELSEWHERE.includes(own) ? undefined : nearestName(own, [...known, ...ELSEWHERE]);
    return near === undefined ? undefined : ["is read by nothing", `rename it to CONVICTION_${near}, or unset it`];
  }
  if (name === "CONVICTION_BASE_URL") return wrongAddress(env);
  if (name === "CONVICTION_DATA") return wrongData(env, folder);
  if (env("CONVICTION_BASE_URL")) return name === "CONVICTION_API_KEY" ? wrongKey(env(name) ?? "") : undefined;
  return ["is set, and no service is named", "set CONVICTION_BASE_URL too, or unset it for the embedded service"];
}

function wrongAddress(env: Env): readonly [string, string] | undefined {
  try {
    baseUrlOf(env("CONVICTION_BASE_URL") ?? "");
  } catch (error) {
    return [`cannot be used: ${wordsOf(error)}`, "set it to an address like https://research.example"];
  }
  return undefined;
}

function wrongData(env: Env, base: string): readonly [string, string] | undefined {
  if (env("CONVICTION_BASE_URL")) {
    return ["is not used: CONVICTION_BASE_URL names a service with data of its own", "unset one of the two"];
  }
  const folder = resolve(base, env("CONVICTION_DATA") ?? "");
  return isFolder(folder) ? undefined : [`names ${folder}, which is not a folder`, "set it to a folder of price files"];
}

function wrongKey(key: string): readonly [string, string] | undefined {
  const isKey = /^[\x21-\x7e]+$/.test(key.trim());
  return isKey ? undefined : ["is not one line of visible ASCII", "set it again, as it was given"];
}
