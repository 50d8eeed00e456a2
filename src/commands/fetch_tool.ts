import { z } from "zod";
import { companyInput, type Tool, ToolError } from "../agent/tool.ts";
import { type Filer, openFilers } from "../data/names/filers.ts";
import { createResolver } from "../data/names/resolve.ts";
import type { Dataset } from "../data/dataset.ts";
import { normaliseTicker } from "../data/ticker.ts";
import type { Assistant, CallResult } from "../mcp/assistant.ts";
import { costWords, type Demand, fetchFilers, libraryOf } from "./on_demand.ts";
import { ownPaths } from "./user_settings.ts";

const companySchema = z.strictObject({ ticker: z.string(), name: z.string(), cik: z.string() });
const fetchedSchema = z.strictObject({
  fetched: z.array(companySchema),
  missing: z.array(companySchema),
  problems: z.array(z.string()),
  requests: z.number().int(),
  bytes: z.number().int(),
  as_of: z.string(),
  prices: z.enum(["none", "of files"]),
});
type Fetched = z.infer<typeof fetchedSchema>;

/** Arguments of `fetch_company`. */
interface FetchAsked {
  readonly tickers: readonly string[];
  readonly forms?: boolean | undefined;
}

/**
 * The tool that fetches what companies filed, for tickers of the SEC's table alone.
 * @param onFetched Reads the data again, and returns them.
 */
export function fetchTool(
  { host, terminal }: Pick<Demand, "host" | "terminal">,
  onFetched: () => Promise<Dataset>,
): Tool<FetchAsked, Fetched> {
  const unpriced = { ...host, env: (name: string) => name.endsWith("_KEY") ? undefined : host.env(name) };
  return {
    name: "fetch_company",
    says:
      "Fetches what companies filed at the SEC onto this machine: lists of filings and figures of reports, with forms " +
      "also insiders' trades. It sends requests to the SEC, for tickers of its table alone. Use it when another tool says " +
      "that a company files at the SEC and is not here; then call that tool again.",
    input: z.strictObject({
      tickers: z.array(companyInput).min(1).max(10).describe("Tickers, like PLTR"),
      forms: z.boolean().optional().describe("Whether insiders' forms are fetched too, some 40 requests a company"),
    }),
    output: fetchedSchema,
    async run({ tickers, forms: wantsForms = false }) {
      const all = new Map((await openFilers()).map((filer) => [filer.ticker, filer]));
      const filers = tickers.map((ticker) => all.get(normaliseTicker(ticker)) ?? strange(ticker));
      const { sources, lastSession } = await fetchFilers(filers, { host: unpriced, terminal, wantsForms });
      const { has, hasPrices } = libraryOf(ownPaths(host).data, host.clock.now());
      const [tally] = sources;
      const fetched = filers.filter(has);
      if (fetched.length > 0) await onFetched();
      const value: Fetched = {
        fetched,
        missing: filers.filter((one) => !has(one)),
        problems: [...tally?.refusals.map(({ what, problem }) => `${what}: ${problem}`) ?? [], tally?.ended ?? []]
          .flat(),
        requests: tally?.requests ?? 0,
        bytes: tally?.bytes ?? 0,
        as_of: lastSession,
        prices: hasPrices ? "of files" : "none",
      };
      return { value, claims: () => [] };
    },
  };
}

function strange(ticker: string): never {
  throw new ToolError(`The SEC's table of filers has no ticker ${JSON.stringify(ticker)}.`, {
    code: "unknown_company",
  });
}

/** An assistant of which the refusals name what could be fetched. */
export function namingFilers(assistant: Assistant, dataset: () => Dataset): Assistant {
  return {
    ...assistant,
    async call(name, asked, calling) {
      const result = await assistant.call(name, asked, calling);
      return result?.isError && name !== "fetch_company"
        ? await withFilers(result, { asked, dataset: dataset() })
        : result;
    },
  };
}

async function withFilers(
  result: CallResult,
  { asked, dataset }: { readonly asked: unknown; readonly dataset: Dataset },
): Promise<CallResult> {
  const here = new Set(dataset.at(dataset.asOf).companies.map(({ ticker }) => ticker));
  const named = createResolver(await openFilers()).mentions(Object.values(Object(asked)).flat().join(", ")).companies;
  const text = named.filter((one): one is Filer => !here.has(one.ticker)).slice(0, 3).map(({ ticker, name }) =>
    ` ${ticker} (${name}) files at the SEC and is not here; fetch_company gets it (${costWords(1, false)}).`
  ).join("");
  return text === "" ? result : { ...result, content: [...result.content, { type: "text", text: text.trim() }] };
}
