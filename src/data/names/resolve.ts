import type { Company } from "../dataset.ts";
import { CompanyIndex } from "./company_index.ts";
import { createGroupFinder } from "./find_groups.ts";
import { fundOf } from "./find_instruments.ts";
import { findMentions, type Mentions } from "./mentions.ts";
import { NearestNames } from "./nearest.ts";

/** Finds the companies of a dataset in what people write. */
export interface Resolver {
  /**
   * @param token A ticker in any spelling, a name with or without its legal form, an alias or a CIK.
   * @returns The company, or `undefined`; never one with a merely similar spelling.
   */
  resolve(token: string): Company | undefined;
  /**
   * @param request A request in plain words, in English or with the function words of six other languages.
   * @returns What it names.
   */
  mentions(request: string): Mentions;
}

/**
 * Creates a resolver of tickers, names and CIKs.
 * @param companies The companies of the data. A spelling shared by two companies resolves only if both
 * are share classes with the same CIK.
 */
export function createResolver(companies: readonly Company[]): Resolver {
  const index = new CompanyIndex(companies);
  const resolve = (token: string) => resolveToken(index, token);
  const lookup = {
    index,
    nearest: new NearestNames(companies.filter((one) => fundOf(one) === undefined)),
    resolve,
    findGroups: createGroupFinder(companies.filter((one) => fundOf(one) === undefined)),
  };
  return {
    resolve,
    mentions: (request) => findMentions(request, lookup),
  };
}

function resolveToken(index: CompanyIndex, token: string): Company | undefined {
  return index.byTicker(token) ?? index.byCik(token) ?? index.byName(token)?.company ??
    index.byJoinedTicker(token) ?? index.byOtherTicker(token);
}
