import type { Mentions } from "../names/mentions.ts";
import type { Asked } from "./asked.ts";

/** Whom a question is about. */
export type Subject = Pick<Asked, "mentions" | "weights">;

/** Whether a question says whom it is about, known or not. */
export function namesSubject({ mentions, weights }: Subject): boolean {
  const { companies, groups, excluded, instruments, unknown, identifiers } = mentions;
  const named = [companies, groups, excluded, instruments, unknown, identifiers, weights];
  return named.some(({ length }) => length > 0);
}

/** Whether a question is about one company. */
export function isSingle({ mentions: { companies, groups }, weights }: Subject): boolean {
  return companies.length === 1 && groups.length + weights.length === 0;
}

/** What is named without what the answer to it left out; all of it where nothing of it is in the data. */
export function held(mentions: Mentions): Mentions {
  if (mentions.companies.length + mentions.groups.length === 0) return mentions;
  return { ...mentions, unknown: [], instruments: [], identifiers: [] };
}

/** Those of one question, and then those of another, each once. */
export function joined(one: Mentions, other: Mentions): Mentions {
  return {
    ...other,
    companies: [...new Set([...one.companies, ...other.companies])],
    groups: [...new Map([...one.groups, ...other.groups].map((group) => [group.name, group])).values()],
    readings: [...one.readings, ...other.readings],
    unknown: [...one.unknown, ...other.unknown],
  };
}

/** The subject before, without those that a question takes out of it. */
export function without({ mentions, weights }: Subject, { excluded }: Mentions): Subject {
  const stays = <T extends { readonly ticker: string }>(all: readonly T[]) =>
    all.filter(({ ticker }) => !excluded.some((one) => one.ticker === ticker));
  return {
    mentions: {
      ...mentions,
      companies: stays(mentions.companies),
      groups: mentions.groups.map((group) => ({ ...group, companies: stays(group.companies) })),
      excluded: [...new Set([...mentions.excluded, ...excluded])],
    },
    weights: stays(weights),
  };
}
