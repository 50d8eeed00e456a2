import type { Company } from "../dataset.ts";
import { CompanyIndex } from "./company_index.ts";
import { findMentions, type Mentions } from "./mentions.ts";
import { createSectorFinder } from "./sectors.ts";

/** Finds companies of a dataset by what people write. */
export interface Resolver {
  /**
   * @param token One ticker in any spelling, name with or without its legal form, alias or CIK.
   * @returns The company, or nothing: never another that is only spelled alike.
   */
  resolve(token: string): Company | undefined;
  /**
   * @param request A request in plain English.
   * @returns What it names; everything is empty when it names nothing.
   */
  mentions(request: string): Mentions;
}

/**
 * Makes the one table through which tickers, names and CIKs are resolved.
 * @param companies The companies of the data; of two with one spelling, a share class of the same
 * CIK answers for the other, and otherwise neither does.
 * @returns A resolver over them.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * const { resolve, mentions } = createResolver([{ ticker: "BRK.B", name: "Berkshire Hathaway Inc." }]);
 * strictEqual(resolve("brk-b")?.ticker, "BRK.B");
 * strictEqual(mentions("Analyse Berkshire Hathaway").companies[0]?.ticker, "BRK.B");
 * ```
 */
export function createResolver(companies: readonly Company[]): Resolver {
  const index = new CompanyIndex(companies);
  const resolve = (token: string) => resolveToken(index, token);
  const lookup = { index, resolve, findSector: createSectorFinder(companies) };
  return {
    resolve,
    mentions: (request) => findMentions(request, lookup),
  };
}

function resolveToken(index: CompanyIndex, token: string): Company | undefined {
  return index.byTicker(token) ?? index.byCik(token) ?? index.byName(token) ??
    index.byJoinedTicker(token);
}
