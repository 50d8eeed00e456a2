import { z } from "zod";
import type { Agent } from "../agent/ports.ts";
import { companyInput, type Tool, ToolError } from "../agent/tool.ts";
import { openFilers } from "../data/names/filers.ts";
import { createResolver, type Resolver } from "../data/names/resolve.ts";
import type { Company, Dataset } from "../data/dataset.ts";
import { normaliseTicker } from "../data/ticker.ts";
import type { Assistant } from "../mcp/assistant.ts";
import type { Place } from "./command.ts";
import { costWords, type DemandHost, fetchFilers, filerNames, libraryOf } from "./on_demand.ts";
import { ownPaths } from "./user_settings.ts";

const inputSchema = z.strictObject({
  tickers: z.array(companyInput).min(1).max(10).describe("Tickers, like PLTR"),
  forms: z.boolean().optional().describe("Whether insiders' forms are fetched too, some 40 requests a company"),
});
const outputSchema = z.strictObject({
  fetched: z.array(z.string()),
  missing: z.array(z.string()),
  problems: z.array(z.string()),
  requests: z.number().int(),
  bytes: z.number().int(),
  as_of: z.string(),
  prices: z.enum(["none", "of files"]),
});

/**
 * The tool that fetches what companies filed, for tickers of the SEC's table alone.
 * @param onFetched Reads the data again, and returns them.
 */
export function fetchTool(
  { host, terminal }: Place<DemandHost>,
  onFetched: () => Promise<unknown>,
): Tool<z.infer<typeof inputSchema>, z.infer<typeof outputSchema>> {
  const unpriced = { ...host, env: (name: string) => name.endsWith("_KEY") ? undefined : host.env(name) };
  return {
    name: "fetch_company",
    says:
      "Fetches what companies filed at the SEC onto this machine: lists of filings and figures of reports, with forms " +
      "also insiders' trades. It sends requests to the SEC, for tickers of its table alone. Use it when another tool says " +
      "that a company files at the SEC and is not here; then call that tool again.",
    input: inputSchema,
    output: outputSchema,
    async run({ tickers, forms: wantsForms = false }) {
      const all = new Map((await openFilers()).map((filer) => [filer.ticker, filer]));
      const strange = tickers.find((ticker) => !all.has(normaliseTicker(ticker)));
      const refusal = `The SEC's table of filers has no ticker ${JSON.stringify(strange)}.`;
      if (strange !== undefined) throw new ToolError(refusal, { code: "unknown_company" });
      const filers = tickers.flatMap((ticker) => all.get(normaliseTicker(ticker)) ?? []);
      const { sources, lastSession } = await fetchFilers(filers, { host: unpriced, terminal, wantsForms });
      const { has, hasPrices } = libraryOf(ownPaths(host).data, host.clock.now());
      if (filers.some(has)) await onFetched();
      const named = (some: typeof filers) => some.map(({ ticker, name }) => `${ticker} (${name})`);
      const [{ refusals = [], ended = [], requests = 0, bytes = 0 } = {}] = sources;
      const value = {
        fetched: named(filers.filter(has)),
        missing: named(filers.filter((one) => !has(one))),
        problems: [refusals.map(({ what, problem }) => `${what}: ${problem}`), ended].flat(2),
        requests,
        bytes,
        as_of: lastSession,
        prices: hasPrices ? "of files" as const : "none" as const,
      };
      return { value, claims: () => [] };
    },
  };
}

let resolver: Promise<Resolver> | undefined;

/** Filers that a text names and the data lack; the first of many. */
async function filersIn(text: string, dataset: Dataset): Promise<readonly Company[]> {
  const here = new Set(dataset.at(dataset.asOf).companies.map(({ ticker }) => ticker));
  const { mentions } = await (resolver ??= openFilers().then(createResolver));
  return mentions(text).companies.filter(({ ticker }) => !here.has(ticker)).slice(0, 3);
}

/** An assistant of which the refusals name what could be fetched. */
export function namingFilers(assistant: Assistant, dataset: () => Dataset): Assistant {
  return {
    ...assistant,
    async call(name, asked, calling) {
      const result = await assistant.call(name, asked, calling);
      if (result?.isError !== true || name === "fetch_company") return result;
      const filers = await filersIn(Object.values(Object(asked)).flat().join(", "), dataset());
      const more = filers.map(({ ticker, name }) => ({
        type: "text" as const,
        text: `${ticker} (${name}) files at the SEC and is not here; fetch_company gets it (${costWords(1, false)}).`,
      }));
      return { ...result, content: [...result.content, ...more] };
    },
  };
}

/** An agent of which the refusals name the commands by which its operator adds a company: it never fetches for a caller. */
export function namingCommands(
  agent: Agent,
  { dataset, next }: { readonly dataset: Dataset; readonly next: (tickers: string) => string },
): Agent {
  return async function* (question) {
    for await (const step of agent(question)) {
      const refusal = step.kind === "conclusion" && step.conclusion.kind === "unknown_company" && step.conclusion;
      const filers = refusal ? await filersIn(question.input, dataset) : [];
      if (!refusal || filers.length === 0) {
        yield step;
        continue;
      }
      const commands = next(filers.map(({ ticker }) => ticker).join(" "));
      const delta = ` The SEC has filings by ${filerNames(filers)}. This service's operator adds them: ${commands}.`;
      yield { kind: "text", delta };
      yield { kind: "conclusion", conclusion: { ...refusal, message: refusal.message + delta } };
    }
  };
}
