import type { Company } from "../dataset.ts";
import type { Mentions } from "./mentions.ts";

/** Those that an answer is about: the companies named, then the members of the groups named, each once. */
export function subjectsOf({ companies, groups }: Mentions): readonly Company[] {
  return [...new Set([...companies, ...groups.flatMap((group) => group.companies)])];
}

/** Whether a request names one sector, whole, and no company. */
export function isWholeSector({ companies, groups, excluded }: Mentions): boolean {
  const [only, ...others] = groups;
  return companies.length === 0 && excluded.length === 0 && others.length === 0 && only?.kind === "sector";
}
